"""From statements to the profile's records, with every error in the words of the file."""

from collections.abc import Mapping
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from k3license.model.errors import NotUnderstood, nearest_word, quoted
from k3license.profile.fields import NOTHING_OR_UNKNOWN, shape_error
from k3license.profile.parts import KeyNotUnderstood, SeveralNotUnderstood
from k3license.profile.records import LICENSE_POSITIONS, Profile
from k3license.reading.findings import Findings
from k3license.reading.layout import FactPath
from k3license.text.walking import TextTree

_WANTED: Final = {"dict_type": "a block of keys", "model_type": "a block of keys", "tuple_type": "a list"}
_MISSING: Final = {
    "profile": "begin the file with `profile: 1`",
    "as_of": "write the day for which the answer is asked: as_of: 2026-11-30",
    "operator": "write whose product or service it is, an id of entities",
    "model": "write the model or models that it runs on, or none",
    "percent": "write the share that is held: 50, over 50, unknown",
    "reading": "write the reading chosen",
    "route": "write self-hosted, a licensor's or an offering's id; or hosts: [names], or inside: a product",
}
_COMPARED_BY_ID: Final = frozenset({"entities", "offerings"})
_FIRST_LINES: Final = {"profile": "1", "as_of": "2000-01-01"}
# What other words people use for a key.
_SYNONYMS: Final = {
    "start": "from",
    "since": "from",
    "end": "until",
    "to": "until",
    "mau": "monthly_active_users",
    "users": "monthly_active_users",
    "turnover": "revenue",
    "sales": "revenue",
    "share": "percent",
    "maas": "model_as_a_service",
    "parent": "derived_from",
    "license_positions": "positions",
}


def read_records(data: dict[str, TextTree], findings: Findings) -> Profile:
    """
    Return the profile that *data* states.

    What cannot be read is found to be an error and taken out of *data*, so that the
    rest can be checked in the same run.  The two lines that every file begins with are
    then put in its place.
    """
    reported = False
    while True:
        try:
            return Profile.model_validate(data, by_name=False)
        except ValidationError as error:
            details = error.errors(include_url=False)
        if not reported:
            _report(details, findings)
            reported = True
        # A record that lacks a key, or whose key could not be read before, goes as a whole.
        paths = [each["loc"][:-1] if each["type"] == "missing" else each["loc"] for each in details]
        taken = [_take_out(data, path) for path in paths]
        if True not in taken:
            # What is at fault stands in a short form: that goes.
            _take_out(data, next(filter(None, paths), ()), around=True)
        data.update({key: text for key, text in _FIRST_LINES.items() if key not in data})


def read_changes(
    data: dict[str, TextTree],
    findings: Findings,
    *,
    before: Profile,
    stated_before: Mapping[str, TextTree],
) -> Profile:
    """
    Return the profile that *data* states, with the records of *before* for all that it states alike.

    Entities and offerings are compared one by one: most of a profile's figures stand there.
    """
    part = {key: value for key, value in data.items() if stated_before.get(key) != value}
    for key in _COMPARED_BY_ID & part.keys():
        part[key] = _changed_in(data[key], stated_before.get(key))
    changed = read_records({**{key: data[key] for key in _FIRST_LINES if key in data}, **part}, findings)
    update = {}
    for name, field in Profile.model_fields.items():
        key = field.alias or name
        if key not in part and key in data:
            continue
        update[name] = getattr(changed, name)
        block, stated = part.get(key), data.get(key)
        if key in _COMPARED_BY_ID and isinstance(block, dict) and isinstance(stated, dict):
            old = getattr(before, name)
            update[name] = {id: update[name].get(id, old.get(id)) for id in stated if id in update[name] or id in old}
    return before.model_copy(update=update)


def _changed_in(block: TextTree, before: TextTree) -> TextTree:
    if not isinstance(block, dict) or not isinstance(before, dict):
        return block
    return {id: value for id, value in block.items() if before.get(id) != value}


def keys_at(path: FactPath) -> tuple[str, ...]:
    """Return the keys that the block at *path* of a profile can have."""
    return tuple(
        field.alias or name
        for record in _records_at(path)
        for name, field in record.model_fields.items()
        if field.alias != LICENSE_POSITIONS
    )


def _words_at(path: FactPath) -> list[str]:
    """Return the words that may stand instead of the list or block at *path*."""
    records = _records_at(path[:-1])
    return [word for word in NOTHING_OR_UNKNOWN if any(_reads(each, path[-1], word) for each in records)]


def _reads(record: type[BaseModel], key: str | int, word: str) -> bool:
    try:
        record.model_validate({key: word}, by_name=False)
    except ValidationError as error:
        return all(each["loc"][:1] != (key,) for each in error.errors(include_url=False))
    return True


def _report(details: list[ErrorDetails], findings: Findings) -> None:
    meant: set[FactPath] = set()
    for each in details:
        path = each["loc"]
        if each["type"] == "extra_forbidden":
            key = str(path[-1])
            known = keys_at(path[:-1])
            synonym = _SYNONYMS.get(key.lower())
            nearest = synonym if synonym in known else nearest_word(key, known)
            help = f'did you mean "{nearest}"?' if nearest else f"the keys here are {', '.join(known)}"
            findings.error(path, "unknown-key", f"no key is called {quoted(key)} here", help, key=True)
            meant.add((*path[:-1], nearest or key))
    for each in details:
        path = each["loc"]
        if each["type"] == "missing":
            if path not in meant:
                key = str(path[-1])
                findings.error(path, "missing", f"{key} is missing", _MISSING.get(key, f"write `{key}: ...`"))
        elif each["type"] == "value_error":
            _report_values(path, each["ctx"]["error"], findings)
        elif each["type"] in _WANTED:
            _report_values(path, shape_error(each["input"], _WANTED[each["type"]], _words_at(path)), findings)
        elif each["type"] != "extra_forbidden":
            findings.error(path, "value", each["msg"])


def _report_values(path: FactPath, error: Exception, findings: Findings) -> None:
    if isinstance(error, SeveralNotUnderstood):
        for each in error.errors:
            _report_values(path, each, findings)
    elif isinstance(error, NotUnderstood):
        key = isinstance(error, KeyNotUnderstood) or error.code == "unknown-key"
        findings.error((*path, *error.at), error.code, error.text, error.help, key=key)


def _take_out(data: dict[str, TextTree], path: FactPath, *, around: bool = False) -> bool:
    """
    Take out the key at *path*, or *around* it the last one that is there; return whether there was one.

    No item of a list is taken out, so that no position changes, but all of the list.
    """
    block: dict[str, TextTree] = data
    key = ""
    node: TextTree = data
    for step in path:
        if isinstance(node, dict) and isinstance(step, str) and step in node:
            block, key, node = node, step, node[step]
        elif isinstance(node, list) and isinstance(step, int) and step < len(node):
            node = node[step]
        elif around:
            break
        else:
            return False
    return block.pop(key, None) is not None


def _part(annotation: Any, step: str | int) -> Any:
    """Return the annotation of the part of a record, list or block that *step* leads to."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields = annotation.model_fields.items()
        return next((field.annotation for name, field in fields if step in (name, field.alias)), None)
    arguments = get_args(annotation)
    if get_origin(annotation) is dict:
        return arguments[1]
    if get_origin(annotation) is tuple:
        return arguments[0]
    if get_origin(annotation) in (Union, UnionType):
        return next((found for each in arguments if (found := _part(each, step)) is not None), None)
    # Annotated: the type comes first.
    return _part(arguments[0], step) if arguments else None


def _records_at(path: FactPath) -> list[type[BaseModel]]:
    annotation: Any = Profile
    for step in path:
        annotation = _part(annotation, step)
    return _records(annotation)


def _records(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    if get_origin(annotation) in (dict, tuple):
        return []
    return [found for each in get_args(annotation) for found in _records(each)]
