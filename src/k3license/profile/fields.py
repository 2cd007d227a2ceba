"""How the words of a profile become values: answers, choices, lists, ids and days."""

import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import Final

from k3license.model.errors import NotUnderstood, nearest_word, quoted
from k3license.model.truth import Truth
from k3license.model.unknown import UNKNOWN, Unknown
from k3license.profile.parts import Parts
from k3license.text.periods import parse_date

_ANSWERS: Final = {truth.value: truth for truth in Truth}
_ANSWERS_MEANT: Final = {
    "true": "yes",
    "on": "yes",
    "y": "yes",
    "false": "no",
    "off": "no",
    "n": "no",
    "none": "no",
}
# Words that may stand instead of a list or a block.
_NOTHING: Final = ("none",)
NOTHING_OR_UNKNOWN: Final = ("none", "unknown")
_ID: Final = re.compile(r"\w[\w.+-]*")
_SHAPES: Final = {
    "a text": "write it behind the colon; no [ ] or { } around it",
    "a list": "begin each entry with `- `, or write them inside [ ]",
    "a block of keys": "write `key: value` on lines of their own, or inside { }",
}
# Words that stand beside ids somewhere in a profile, so that an id of that name would be ambiguous.
RESERVED_IDS: Final = frozenset({"source", "value", "unknown", "none", "yes", "no", "self-hosted", "hosts", "inside"})


def text_value(value: object) -> str:
    """Return a text as it is."""
    if not isinstance(value, str):
        raise shape_error(value)
    return value


def text_or_unknown(value: object) -> str | None:
    """Return a text as it is, or None where it is stated as unknown: then it is as good as left out."""
    text = text_value(value)
    return None if text == UNKNOWN.value else text


def format_version(value: object) -> str:
    """Return the version of the format of the file, of which there is one."""
    text = text_value(value)
    if text != "1":
        raise NotUnderstood("version", f"{quoted(text)} is not a version of the format known here", "write profile: 1")
    return text


def answer(value: object) -> Truth:
    """Return the truth that `yes`, `no` or `unknown` says."""
    text = text_value(value)
    if text in _ANSWERS:
        return _ANSWERS[text]
    meant = _ANSWERS_MEANT.get(text.lower(), text.lower())
    help = f"write {meant}" if meant in _ANSWERS else "write yes, no or unknown"
    raise NotUnderstood("answer", f"{quoted(text)} is not an answer", help)


def none_or_unknown(value: object) -> Truth:
    """Return no for `none` and unknown for `unknown`: a statement that there is no other."""
    text = text_value(value)
    if text in ("none", "unknown"):
        return Truth.NO if text == "none" else Truth.UNKNOWN
    help = "write none, or unknown; a yes is said of the entity that it holds for"
    raise NotUnderstood("answer", f"{quoted(text)} is neither none nor unknown", help)


def one_of(*words: str, unknown: bool = True) -> Callable[[object], str | Unknown]:
    """Return a reader of one of the *words*; `unknown` is one more where it is allowed."""

    def read(value: object) -> str | Unknown:
        text = text_value(value)
        if text in words:
            return text
        if unknown and text == "unknown":
            return UNKNOWN
        raise _unknown_word(text, (*words, "unknown") if unknown else words)

    return read


def set_of(*words: str) -> Callable[[object], frozenset[str] | Unknown]:
    """
    Return a reader of a list as a set: of some of the *words*, or of any ids if none are given.

    One text is a list of one, `none` the empty set; `unknown` stands for the whole list.
    """

    def read(value: object) -> frozenset[str] | Unknown:
        if value == "unknown":
            return UNKNOWN
        found = texts(value, words=NOTHING_OR_UNKNOWN)
        parts = Parts()
        for index, each in enumerate(found):
            with parts.at(*(index,) * isinstance(value, list)):
                if words and each not in words:
                    raise _unknown_word(each, words)
        parts.check()
        return frozenset(found)

    return read


def yes_no_or_set(*words: str, yes: object, no: object) -> Callable[[object], object]:
    """Return a reader of a list of some of the *words*, where `yes` and `no` may stand for the whole list."""
    read_set = set_of(*words)

    def read(value: object) -> object:
        if isinstance(value, str):
            if value in ("yes", "no"):
                return yes if value == "yes" else no
            if value not in (*words, "unknown"):
                raise _unknown_word(value, ("yes", "no", *words, "unknown"))
        return read_set(value)

    return read


def texts(value: object, *, words: tuple[str, ...] = _NOTHING) -> tuple[str, ...]:
    """
    Return a list of texts in its order; one text is a list of one, `none` an empty list.

    *words* are those that a message says may stand instead of the list.
    """
    if value == "unknown":
        raise NotUnderstood("unknown-here", "this cannot be left unknown", "name it, or leave the line out")
    if isinstance(value, str):
        return () if value == "none" else (value,)
    if not isinstance(value, list):
        raise shape_error(value, wanted="a list", words=words)
    parts = Parts()
    for index, each in enumerate(value):
        with parts.at(index):
            if text_value(each) in ("none", "unknown"):
                help = f"write {each} instead of the whole list"
                raise NotUnderstood("word", f"{quoted(each)} stands for a whole list, not in one", help)
    parts.check()
    return tuple(value)


def texts_or_unknown(value: object) -> tuple[str, ...] | Unknown:
    """Return a list of texts in its order, or unknown for `unknown`."""
    return UNKNOWN if value == "unknown" else texts(value, words=NOTHING_OR_UNKNOWN)


def host_names(value: object) -> tuple[str, ...]:
    """Return the names of hosts; `unknown` is a host without a name."""
    return () if value == "unknown" else texts(value)


def groups(value: object) -> tuple[tuple[str, ...], ...]:
    """Return lists of ids, each of two or more."""
    if value == "none":
        return ()
    if not isinstance(value, list):
        raise shape_error(value, wanted="a list", words=_NOTHING)
    parts = Parts()
    found = []
    for index, each in enumerate(value):
        with parts.at(index):
            if not isinstance(each, list) or len(each) < 2:
                help = "write a list of lists: [[person-a, person-b]]"
                raise NotUnderstood("list", "a list of at least two ids is expected here", help)
            found.append(texts(each))
    parts.check()
    return tuple(found)


def lists_by_id(value: object) -> dict[str, tuple[str, ...]]:
    """Return a block of lists of texts."""
    if value == "none":
        return {}
    if not isinstance(value, dict):
        raise shape_error(value, wanted="a block of keys", words=_NOTHING)
    parts = Parts()
    found = {}
    for key, each in value.items():
        with parts.at(key):
            found[key] = texts(each)
    parts.check()
    return found


def is_id(text: str) -> bool:
    """Return whether a text can be an id: letters, digits, `-`, `_`, `.` and `+`, no spaces."""
    return bool(_ID.fullmatch(text))


def day(value: object) -> date:
    """Return the day that is written, or the first day of the month that is."""
    return parse_date(text_value(value))


def day_or_unknown(value: object) -> date | Unknown:
    """Return the day that is written, or unknown."""
    return UNKNOWN if value == "unknown" else day(value)


def day_or_none(value: object) -> date | Unknown | None:
    """Return the day that is written, unknown, or None for `none`."""
    return None if value == "none" else day_or_unknown(value)


def day_or(word: str) -> Callable[[object], date | str | Unknown]:
    """Return a reader of a day, of `unknown`, or of a *word* that says that there is no such day."""

    def read(value: object) -> date | str | Unknown:
        return word if value == word else day_or_unknown(value)

    return read


def shape_error(value: object, wanted: str = "a text", words: Iterable[str] = ()) -> NotUnderstood:
    """Return the error that something of another shape than *wanted* was found, where *words* may stand too."""
    found = "a list" if isinstance(value, list) else "a block of keys" if isinstance(value, dict) else "a text"
    help = _SHAPES.get(wanted, "")
    if words:
        help += f"; {' or '.join(words)} may stand here too"
    return NotUnderstood("shape", f"{wanted} is expected here, not {found}", help)


def _unknown_word(text: str, words: tuple[str, ...]) -> NotUnderstood:
    nearest = nearest_word(text, words)
    help = f'did you mean "{nearest}"?' if nearest else f"write one of: {', '.join(words)}"
    return NotUnderstood("word", f"{quoted(text)} is not known here", help)
