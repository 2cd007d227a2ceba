"""Dates and periods as people write them: 2026-11-30, 2025, 2025-Q4, 2025-01..2026-03."""

import re
from calendar import month_name, monthrange
from collections.abc import Callable
from datetime import date
from typing import Final, TypeAlias

from k3license.model.errors import NotUnderstood, quoted
from k3license.model.months import Month, Period, first_day, month_at, month_of

_YEAR: Final = re.compile(r"(\d{4})", re.ASCII)
_QUARTER: Final = re.compile(r"(\d{4})-Q([1-4])", re.ASCII)
_MONTH: Final = re.compile(r"(\d{4})-(\d{2})", re.ASCII)
_DAY: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_FIRST_YEAR: Final = 1900
_LAST_YEAR: Final = 2199

_PERIOD_HELP: Final = "write 2025, 2025-Q4, 2025-12, 2025-01..2026-03 or ..2026-03"
_DATE_HELP: Final = "write a day (2026-11-30) or a month (2026-11, its first day)"


def parse_period(text: str) -> Period:
    """
    Return the months that a key of figures covers, both ends inclusive.

    A year, a quarter, a month, `from..to` or `..to`; each end may be any of the three.
    Raises NotUnderstood with a hint.
    """
    text = text.strip()
    first_text, dots, last_text = text.partition("..")
    if not dots:
        return _unit(text, whole=text)
    if not last_text:
        raise NotUnderstood("period", f"{quoted(text)} has no end", f"write the last month it covers: {text}2026-03")
    last = _unit(last_text, whole=text).last
    if not first_text:
        return Period(None, last)
    first = _unit(first_text, whole=text).first
    if first is not None and first > last:
        raise NotUnderstood("period", f"{quoted(text)} runs backwards", f"write {last_text}..{first_text}")
    return Period(first, last)


def parse_date(text: str) -> date:
    """
    Return a day; a month means its first day.

    Raises NotUnderstood with a hint.
    """
    text = text.strip()
    if match := _DAY.fullmatch(text):
        return _day(*(int(group) for group in match.groups()), text=text)
    if match := _MONTH.fullmatch(text):
        return first_day(_month(int(match[1]), int(match[2]), text))
    raise NotUnderstood("date", f"{quoted(text)} is not a date", _hint(text, _DATE_HINTS) or _DATE_HELP)


def parse_month(text: str) -> Month:
    """
    Return a month; a day means the month it lies in.

    Raises NotUnderstood with a hint.
    """
    return month_of(parse_date(text))


def _unit(text: str, *, whole: str) -> Period:
    if match := _YEAR.fullmatch(text):
        year = _year(int(match[1]), text)
        return Period(month_at(year, 1), month_at(year, 12))
    if match := _QUARTER.fullmatch(text):
        last = month_at(_year(int(match[1]), text), 3 * int(match[2]))
        return Period(Month(last - 2), last)
    if match := _MONTH.fullmatch(text):
        month = _month(int(match[1]), int(match[2]), text)
        return Period(month, month)
    help = _hint(whole, _PERIOD_HINTS) or _PERIOD_HELP
    raise NotUnderstood("period", f"{quoted(whole)} is not a year, quarter, month or period", help)


def _day(year: int, month: int, day: int, *, text: str) -> date:
    _month(year, month, text)
    days = monthrange(year, month)[1]
    if not 1 <= day <= days:
        raise NotUnderstood("date", f"{quoted(text)} is not a day", f"{month_name[month]} {year} has {days} days")
    return date(year, month, day)


def _month(year: int, month: int, text: str) -> Month:
    if not 1 <= month <= 12:
        help = f"for the two years write {year}..{year + 1}" if month == year % 100 + 1 else "months are 01 to 12"
        raise NotUnderstood("date", f"{quoted(text)} has no month {month}", help)
    return month_at(_year(year, text), month)


def _year(year: int, text: str) -> int:
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        help = f"years are {_FIRST_YEAR} to {_LAST_YEAR}"
        raise NotUnderstood("date", f"{quoted(text)} is not in a plausible year", help)
    return year


_Hints: TypeAlias = tuple[tuple[str, Callable[[re.Match[str]], str]], ...]


def _hint(text: str, hints: _Hints) -> str:
    for pattern, help in hints:
        if match := re.fullmatch(pattern, text):
            return help(match)
    return ""


def _ordered(first: str, second: str, year: str) -> str:
    """Return the date of two numbers and a year, or both dates where either may be the month."""
    one, other = int(first), int(second)
    days = [f"{year}-{month:02}-{day:02}" for day, month in ((one, other), (other, one)) if month <= 12 and day <= 31]
    return f"write {' or '.join(dict.fromkeys(days)) or 'YYYY-MM-DD'}"


_DATE_HINTS: Final[_Hints] = (
    (r"(\d\d?)\.(\d\d?)\.(\d{4})", lambda m: f"write {m[3]}-{int(m[2]):02}-{int(m[1]):02}"),
    (r"(\d\d?)[/-](\d\d?)[/-](\d{4})", lambda m: _ordered(m[1], m[2], m[3])),
    (r"(\d{4})[/.-](\d\d?)[/.-](\d\d?)", lambda m: f"write {m[1]}-{int(m[2]):02}-{int(m[3]):02}"),
    (r"(\d\d?)[/.-](\d{4})", lambda m: f"write {m[2]}-{int(m[1]):02}"),
    (r"(\d{4})[/.-](\d\d?)", lambda m: f"write {m[1]}-{int(m[2]):02}"),
    (r"(\d{4})(\d\d)(\d\d)", lambda m: f"write {m[1]}-{m[2]}-{m[3]}"),
    (r"(\d{4}-\d\d-\d\d)[T ].*", lambda m: f"leave the time out: {m[1]}"),
    (r"\d{4}", lambda m: f"write the month or day: {m[0]}-01 or {m[0]}-12-31"),
    (r"(\d{4})-Q([1-4])", lambda m: f"write the month or day: {m[1]}-{3 * int(m[2]) - 2:02}"),
)
_PERIOD_HINTS: Final[_Hints] = (
    (
        r"[Qq]([1-4])[ /-]?(\d{4})|(\d{4})[ /-]?[Qq]([1-4])",
        lambda m: f"write {m[2] or m[3]}-Q{m[1] or m[4]}",
    ),
    (r"(\d{4})[ /-]?[Hh]1", lambda m: f"write {m[1]}-01..{m[1]}-06"),
    (r"(\d{4})[ /-]?[Hh]2", lambda m: f"write {m[1]}-07..{m[1]}-12"),
    (r"[Ff][Yy].*", lambda _: "write the months of the fiscal year: 2025-04..2026-03"),
    (r"(\d{4}-\d\d) ?(?:to|until|-|–|/|\.{3}) ?(\d{4}-\d\d)", lambda m: f"write {m[1]}..{m[2]}"),
    (r"(\d{4}) ?(?:to|until|-|–|/|\.{3}) ?(\d{4})", lambda m: f"write {m[1]}..{m[2]}"),
    (
        r"(\d{4}-\d\d)-\d\d(\.\..*)?",
        lambda _: "figures are kept by month: write the months without days",
    ),
    (
        r"\d\d?[./-]\d\d?[./-]\d{4}",
        lambda _: "figures are kept by month: write the months without days",
    ),
    (
        r".*\.\.\d{4}-\d\d-\d\d",
        lambda _: "figures are kept by month: write the months without days",
    ),
    (r"(\d\d?)[/.-](\d{4})", lambda m: f"write {m[2]}-{int(m[1]):02}"),
    (r"(\d{4})[/.-](\d\d?)", lambda m: f"write {m[1]}-{int(m[2]):02}"),
)
