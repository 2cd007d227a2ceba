"""Values as the text of a profile: quoted where they need it, bands, limits in time, short blocks."""

import json
import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Final, TypeAlias

from k3license.importers.found import Limit
from k3license.model.ranges import Range

# Keys and the texts of their values, already in YAML.
Pairs: TypeAlias = list[tuple[str, str]]

_PLAIN: Final = re.compile(r"[^\W_][\w .+/&()'-]*")
_NOTHING: Final = frozenset({"null", "Null", "NULL"})
# What readers refuse to see raw: controls, marks of direction, things without width, unusual spaces.
_UNSEEN: Final = re.compile(
    "[\x7f-\xa0\xad\u061c\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2069\u3000\ufeff\ufff0-\uffff\U000e0000-\U000e0fff]"
)
_WIDEST: Final = 110


def scalar(text: str) -> str:
    """Return a text as YAML: as it is, or in double quotes if it could be read as something else."""
    if _PLAIN.fullmatch(text) and not text.endswith(" ") and text not in _NOTHING and not _UNSEEN.search(text):
        return text
    return _UNSEEN.sub(lambda match: _escaped(ord(match[0])), json.dumps(text, ensure_ascii=False))


def _escaped(code: int) -> str:
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def flow(pairs: Iterable[tuple[str, str]]) -> str:
    """Return keys and values as a block on one line."""
    return "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"


def fits(text: str) -> bool:
    """Return whether a line is short enough to be read."""
    return len(text) <= _WIDEST


def number(value: Decimal) -> str:
    """Return a number without exponent and without zeros at its end."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def share(range: Range) -> str:
    """Return a share as profiles write it: 50, 25 to 50, over 50, {more_than: 25, at_most: 50}, unknown."""
    low, high = range.low, range.high
    assert low is not None
    assert high is not None
    if low == high:
        return number(low)
    starts, ends = (low, range.low_open) != (Decimal(0), False), (high, range.high_open) != (Decimal(100), False)
    if not starts and not ends:
        return "unknown"
    if not ends:
        return f"{'over' if range.low_open else 'at least'} {number(low)}"
    if not starts:
        return f"{'under' if range.high_open else 'at most'} {number(high)}"
    if not range.low_open and not range.high_open:
        return f"{number(low)} to {number(high)}"
    bounds = [("more_than" if range.low_open else "at_least", number(low))]
    return flow([*bounds, ("less_than" if range.high_open else "at_most", number(high))])


def limits(start: Limit, end: Limit) -> Pairs:
    """Return the keys of a beginning and an end."""
    return [(key, _day(each)) for key, each in (("from", start), ("until", end)) if each is not None]


def _day(limit: date | str) -> str:
    return limit if isinstance(limit, str) else limit.isoformat()
