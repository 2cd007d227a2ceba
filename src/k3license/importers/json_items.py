"""The items of a JSON list, or of a file with one JSON object on each line, each with its line."""

import json
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Final, NoReturn, TypeAlias

from k3license.importers.tables import text_of
from k3license.model.errors import InputErrors, Place, Problem, quoted

Json: TypeAlias = "bool | int | Decimal | str | list[Json] | dict[str, Json] | None"

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_MOST_DIGITS: Final = 40
_CUT_OFF: Final = "the file ends in the middle of an item"
_CUT_OFF_HELP: Final = "it is cut off: load it again"


class _NotTaken(ValueError):
    """JSON by its grammar, but nothing that anybody means."""


def json_items(path: Path) -> Iterator[tuple[Place, Json]]:
    """
    Give out the items of a JSON list, or of JSON lines, which are read one by one.

    Numbers are exact.  Raises InputErrors for what is no JSON, with its place.
    """
    name = str(path)
    with text_of(path) as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            if line.lstrip().startswith("["):
                yield from _list_items("\n" * (number - 1) + line + file.read(), name)
                return
            yield Place(name, number), _line_item(line, name, number)


def _line_item(line: str, name: str, number: int) -> Json:
    text = line.rstrip()
    start = _after_space(text, 0)
    value, end = _decoded(text, start, name, number)
    if end != len(text):
        raise _broken(Place(name, number, end + 1), "something stands behind the object", "begin a new line there")
    return value


def _list_items(text: str, name: str) -> Iterator[tuple[Place, Json]]:
    at = _after_space(text, 0) + 1
    line, counted = 1, 0
    first = True
    while True:
        at = _after_space(text, at)
        line, counted = line + text.count("\n", counted, at), at
        sign = text[at : at + 1]
        if sign == "]":
            break
        if not first:
            if sign != ",":
                _refuse(text, at, name, line, "a comma or the end of the list is missing here")
            at = _after_space(text, at + 1)
            line, counted = line + text.count("\n", counted, at), at
        first = False
        value, at = _decoded(text, at, name, line)
        yield Place(name, line), value
    at = _after_space(text, at + 1)
    if at < len(text):
        _refuse(text, at, name, text.count("\n", 0, at) + 1, "something stands behind the list")


def _decoded(text: str, at: int, name: str, line: int) -> tuple[Json, int]:
    """Return the value that begins at *at*, on *line*, and where it ends."""
    try:
        return _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        found = f"this is no JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        _refuse(
            text, error.pos, name, line + text.count("\n", at, error.pos), found, open_text="Unterminated" in error.msg
        )
    except RecursionError:
        raise _broken(Place(name, line), "blocks are nested too deep", "") from None
    except ValueError as error:
        raise _broken(Place(name, line), str(error), "") from None


def _refuse(text: str, at: int, name: str, line: int, found: str, *, open_text: bool = False) -> NoReturn:
    place = Place(name, line, at - text.rfind("\n", 0, at))
    if open_text or not text[at:].strip():
        raise _broken(place, _CUT_OFF, _CUT_OFF_HELP)
    raise _broken(place, found, "a list of objects is expected, or one object on each line")


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _object(pairs: Iterable[tuple[str, Json]]) -> dict[str, Json]:
    result: dict[str, Json] = {}
    for key, value in pairs:
        if key in result:
            raise _NotTaken(f"{quoted(key)} is given twice in the same object")
        result[key] = value
    return result


def _number(text: str) -> Decimal:
    value = Decimal(text)
    if len(text) > _MOST_DIGITS or (value and abs(value.adjusted()) > _MOST_DIGITS):
        raise _NotTaken(f"{quoted(text)} has more than {_MOST_DIGITS} digits")
    return value


def _whole(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise _NotTaken(f"{quoted(text)} has more than {_MOST_DIGITS} digits")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise _NotTaken(f"{text} is not a number")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_number, parse_int=_whole, parse_constant=_no_number
)


def _broken(place: Place, text: str, help: str) -> InputErrors:
    return InputErrors([Problem(place, "json", "", text, help)])
