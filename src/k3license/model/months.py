"""Calendar months as whole numbers, and the periods that figures cover."""

from calendar import monthrange
from datetime import date
from typing import NamedTuple, NewType

# Months are counted from January of the year 0, so that the next month is one more.
Month = NewType("Month", int)


def month_at(year: int, month: int) -> Month:
    """Return the month numbered *month* (from 1) of *year*."""
    return Month(year * 12 + month - 1)


def month_of(day: date) -> Month:
    """Return the month that *day* lies in."""
    return month_at(day.year, day.month)


def first_day(month: Month) -> date:
    """Return the first day of *month*."""
    return date(month // 12, month % 12 + 1, 1)


def last_day(month: Month) -> date:
    """Return the last day of *month*."""
    year, number = month // 12, month % 12 + 1
    return date(year, number, monthrange(year, number)[1])


def month_text(month: Month) -> str:
    """Return *month* as profiles write it: 2025-12."""
    return f"{month // 12:04}-{month % 12 + 1:02}"


class Period(NamedTuple):
    """The months from *first* to *last*, both inclusive; a first of None means since ever."""

    first: Month | None
    last: Month

    @property
    def months(self) -> range:
        """
        The months of the period, as numbers.

        Raises ValueError for a period without a beginning.
        """
        if self.first is None:
            raise ValueError("a period without a beginning has no list of months")
        return range(self.first, self.last + 1)

    def __str__(self) -> str:
        if self.first == self.last:
            return month_text(self.last)
        return f"{'' if self.first is None else month_text(self.first)}..{month_text(self.last)}"
