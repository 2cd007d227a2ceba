"""Cells of tables as values: shares, days, periods."""

import re
from datetime import date
from decimal import Decimal
from typing import Final

from k3license.importers.found import ANYTHING, Limit
from k3license.model.errors import NotUnderstood, quoted
from k3license.model.ranges import EXACT, Range
from k3license.profile.figures import percentage
from k3license.text.periods import parse_date

_ONE: Final = Decimal(1)
_HUNDRED: Final = Decimal(100)
# Days before or after these make no difference to an answer, and cannot be written.
_FIRST_YEAR: Final = 1900
_LAST_YEAR: Final = 2199


def percent_of(text: str) -> Range:
    """Return a share in percent, with or without its sign; an empty cell is unknown."""
    if not text:
        return ANYTHING
    return percentage(re.sub(r"\s*%$", "", text))


def percent_of_fraction(text: str) -> Range:
    """Return a share that is written as a part of one (0.5 is half), in percent; an empty cell is unknown."""
    if not text or text == "unknown":
        return ANYTHING
    stated = percentage(text)
    if text.startswith(("at least", "over")):
        stated = Range(stated.low, _ONE, stated.low_open)
    if stated.high is not None and stated.high > _ONE:
        raise NotUnderstood("amount", f"{quoted(text)} is more than 1", "write 0.5 for half, or use a column percent")
    low, high = (None if end is None else EXACT.multiply(end, _HUNDRED) for end in (stated.low, stated.high))
    return Range(low, high, stated.low_open, stated.high_open)


def looks_like_fraction(text: str, share: Range) -> bool:
    """Return whether a number in a column of percentages may have been meant as a part of one."""
    return not text.endswith("%") and share.high is not None and 0 < share.high <= _ONE


def limit(text: str) -> Limit:
    """Return the day that a cell names; empty or `none` is no limit."""
    if text in ("", "none"):
        return None
    return "unknown" if text == "unknown" else parse_date(text)


def register_day(text: str) -> date | None:
    """
    Return the day of a date with or without a time, as registers write it; None for an empty cell.

    Its time zone is not followed: a register's day is the one written.
    """
    if not text:
        return None
    return parse_date(text[:10])


def register_limit(text: str) -> date | None:
    """Return the same for the beginning or end of something; None where it is too far away to matter."""
    year = text[:4]
    if re.fullmatch(r"[0-9]{4}", year) and not _FIRST_YEAR <= int(year) <= _LAST_YEAR:
        return None
    return register_day(text)


def check_order(start: Limit, end: Limit) -> None:
    """Raise NotUnderstood if something ends before it begins, or on that day."""
    if isinstance(start, date) and isinstance(end, date) and start >= end:
        found = f"it ends on {end}, which is not after its beginning on {start}"
        raise NotUnderstood("dates", found, "until is the first day on which it holds no more")
