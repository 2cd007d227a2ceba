"""
How the scalars of a profile read: yes and no, days, months, periods, amounts.

Months are plain integers (``12 * year + month - 1``), so that "twelve months earlier" is ``- 12``.
Exact numbers are Fractions; nothing is ever a float.
"""

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

Profile = dict[str, Any]
Month = int


class NotComplete(ValueError):
    """A fact that matters is not stated with one exact value: the profile is not a completed one."""


def unwrapped(value: object) -> Any:
    """A value may come as ``{value:, source:, as_of:, by:}``; only the value counts."""
    if isinstance(value, dict) and "value" in value:
        return value["value"]
    return value


def is_open(value: object) -> bool:
    """Absent is unknown, and so is the word `unknown`."""
    value = unwrapped(value)
    return value is None or value == "unknown"


def is_none(value: object) -> bool:
    """`none` says that there is none."""
    return bool(unwrapped(value) == "none")


def yes(value: object, *, what: str) -> bool:
    """A yes-or-no fact of a completed profile."""
    value = unwrapped(value)
    if value is True or value == "yes":
        return True
    if value is False or value == "no":
        return False
    raise NotComplete(f"{what}: {value!r} is neither yes nor no")


def listed(value: object) -> list[Any]:
    """One or a list; `none` and absent are the empty list."""
    value = unwrapped(value)
    if value is None or value == "none":
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


# Days and months


def day(value: object) -> date:
    """A day, or a month meaning its first day."""
    value = unwrapped(value)
    if isinstance(value, date):
        return value
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}", value):
        value += "-01"
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
        return date.fromisoformat(value)
    raise NotComplete(f"{value!r} is not a date")


def month_of(when: date) -> Month:
    return 12 * when.year + when.month - 1


def first_day(month: Month) -> date:
    return date(month // 12, month % 12 + 1, 1)


def last_day(month: Month) -> date:
    year, number = month // 12, month % 12 + 1
    return date(year, number, calendar.monthrange(year, number)[1])


def month_key(month: Month) -> str:
    return f"{month // 12:04d}-{month % 12 + 1:02d}"


def complete_months(as_of: date) -> Month:
    """The last complete month: that of *as_of* if this is its last day, else the one before."""
    month = month_of(as_of)
    return month if as_of == last_day(month) else month - 1


@dataclass(frozen=True)
class Period:
    """Whole months, both ends included; no first month: as far back as there is anything."""

    first: Month | None
    last: Month


@cache
def period(key: object) -> Period | None:
    """A year, quarter, month, ``from..to`` or ``..to``; None for any other key of a block."""
    text = str(key)
    if ".." in text:
        start, end = (period(part) if part else None for part in text.split(".."))
        if end is None or (text[:2] != ".." and start is None):
            return None
        return Period(first=start.first if start else None, last=end.last)
    if re.fullmatch(r"\d{4}", text):
        return Period(first=12 * int(text), last=12 * int(text) + 11)
    if quarter := re.fullmatch(r"(\d{4})-Q([1-4])", text):
        first = 12 * int(quarter[1]) + 3 * (int(quarter[2]) - 1)
        return Period(first=first, last=first + 2)
    if re.fullmatch(r"\d{4}-\d{2}", text):
        month = 12 * int(text[:4]) + int(text[5:]) - 1
        return Period(first=month, last=month)
    return None


# Amounts


@dataclass(frozen=True)
class Amount:
    """A range of values; a bound of None is unbounded, an open bound is not itself a value."""

    low: Fraction | None
    high: Fraction | None
    low_open: bool = False
    high_open: bool = False
    currency: str | None = None

    def holds(self, value: Fraction) -> bool:
        """Whether *value* is one of the values of the range."""
        if self.low is not None and (value < self.low or (self.low_open and value == self.low)):
            return False
        return not (self.high is not None and (value > self.high or (self.high_open and value == self.high)))

    @property
    def is_exact(self) -> bool:
        return self.low is not None and self.low == self.high


ANYTHING = Amount(low=None, high=None)
_SUFFIX = {"": 1, "k": 1_000, "M": 1_000_000, "bn": 1_000_000_000}
_NUMBER = r"-?\d[\d_,]*(?:\.\d+)?(?:k|M|bn)?"


def _number(text: str) -> Fraction:
    parts = re.fullmatch(r"(-?[\d_,]+(?:\.\d+)?)(k|M|bn)?", text)
    if parts is None:
        raise ValueError(f"{text!r} is not a number")
    return Fraction(parts[1].replace(",", "").replace("_", "")) * _SUFFIX[parts[2] or ""]


def amount(value: object) -> Amount:
    """
    ``[at least | at most | over | under] [CUR] NUMBER[k|M|bn]``, ``NUMBER to NUMBER``, the long form,
    unknown.
    """
    value = unwrapped(value)
    if is_open(value):
        return ANYTHING
    if value == "none":
        return Amount(Fraction(0), Fraction(0))
    if isinstance(value, int | Decimal | Fraction):
        return Amount(Fraction(value), Fraction(value))
    if isinstance(value, dict):
        return _long_amount(value)
    return _spoken_amount(str(value).strip())


@cache
def _spoken_amount(text: str) -> Amount:
    if ends := re.fullmatch(rf"(?:([A-Z]{{3}}) )?({_NUMBER}) to ({_NUMBER})", text):
        return Amount(_number(ends[2]), _number(ends[3]), currency=ends[1])
    parts = re.fullmatch(rf"(?:(at least|at most|over|under) )?(?:([A-Z]{{3}}) )?({_NUMBER})", text)
    if parts is None:
        raise ValueError(f"{text!r} is not an amount")
    word, currency, number = parts[1], parts[2], _number(parts[3])
    if word in ("at least", "over"):
        return Amount(number, None, low_open=word == "over", currency=currency)
    if word in ("at most", "under"):
        return Amount(None, number, high_open=word == "under", currency=currency)
    return Amount(number, number, currency=currency)


def _long_amount(block: dict[str, Any]) -> Amount:
    low = high = None
    currency: str | None = None
    for key in ("at_least", "at_most", "more_than", "less_than"):
        if key in block:
            end = amount(block[key])
            currency = currency or end.currency
            if key in ("at_least", "more_than"):
                low = end.low
            else:
                high = end.high
    return Amount(low, high, "more_than" in block, "less_than" in block, currency)


def exact(value: object, *, what: str) -> Fraction:
    """The one value of an amount in a completed profile."""
    found = amount(value)
    if found.low is None or found.low != found.high:
        raise NotComplete(f"{what}: {value!r} is not one exact amount")
    return found.low


def periods(block: dict[str, Any]) -> Iterator[tuple[Period, Any]]:
    """What a block says by month, quarter, year or longer, with the period of each statement."""
    for key, value in block.items():
        found = period(key)
        if found is not None:
            yield found, unwrapped(value)
