"""Which stretches of consecutive months count."""

from collections.abc import Iterator
from datetime import date
from typing import Literal, NamedTuple

from k3license.model.months import Month, last_day, month_of

TwelveMonths = Literal["any-window", "since-first-use", "trailing"]
FirstUse = date | Literal["not-yet"] | None


class Window(NamedTuple):
    """The months *first* to *last*, both inclusive."""

    first: Month
    last: Month


class Windows(NamedTuple):
    """
    All stretches of *length* months whose last month is one of *ends*.

    *sure_ends* are those that count whatever the unknown date of first use turns out to be.
    An end of None is as early as anything is known.
    """

    length: int
    first_end: Month | None
    last_end: Month
    first_sure_end: Month | None

    def from_month(self, earliest: Month, *, sure: bool = False, length: int | None = None) -> Iterator[Window]:
        """Yield the windows from the earliest on; before the month *earliest* nothing differs."""
        size = self.length if length is None else length
        start = self.first_sure_end if sure else self.first_end
        for end in range(earliest if start is None else max(start, earliest), self.last_end + 1):
            yield Window(Month(end - size + 1), Month(end))


def windows_of_twelve(reading: TwelveMonths, *, first_use: FirstUse, as_of: date) -> Windows:
    """
    Return the windows of twelve months that count up to the month of *as_of*.

    `any-window` is all of them, `since-first-use` those that end in or after the month of first
    use ("not-yet": as if it began on *as_of*; None: unknown), `trailing` the one that ends with
    the month of *as_of*.
    """
    today = month_of(as_of)
    if reading == "any-window":
        return Windows(12, None, today, None)
    if reading == "trailing":
        return Windows(12, today, today, today)
    return _since(12, first_use, today)


def months_since_first_use(*, first_use: FirstUse, as_of: date) -> Windows:
    """
    Return the single months from that of first use to that of *as_of*.

    "not-yet" is answered as if the use began on *as_of*; None is unknown.
    """
    return _since(1, first_use, month_of(as_of))


def latest_complete_month(as_of: date) -> Windows:
    """Return the last calendar month that is complete at the end of *as_of*."""
    today = month_of(as_of)
    month = today if as_of == last_day(today) else Month(today - 1)
    return Windows(1, month, month, month)


def _since(length: int, first_use: FirstUse, today: Month) -> Windows:
    if first_use is None:
        return Windows(length, None, today, today)
    start = today if first_use == "not-yet" else min(month_of(first_use), today)
    return Windows(length, start, today, start)
