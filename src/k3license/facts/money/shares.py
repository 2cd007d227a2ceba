"""What one reporter adds to the totals of a group, window by window, in its own currency."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Final

from k3license.facts.money.windows import Window
from k3license.model.bounds import NOTHING, Bound, added, high_end, low_end, minus
from k3license.model.months import Month
from k3license.model.ranges import ZERO, Range
from k3license.model.series import YEAR, Series
from k3license.model.sums import Sums, sums_of
from k3license.model.truth import Truth

Ends = tuple[Bound | None, Bound | None]
_NONE: Final[Ends] = (NOTHING, NOTHING)


@dataclass(frozen=True, eq=False)
class Share:
    """
    The months of *series* of which some count.

    *counted* says which, from the month *start* on, one answer for each; earlier months are like the
    first.  *less* is what may have to be left out of a month again, *less_a_year* what has to be left
    out of every twelve months, *less_series* the same by month where its months are bound together:
    each at most what the share makes in that time.
    """

    name: str
    series: Series
    start: Month
    counted: Sequence[Truth]
    less: Mapping[Month, Range] = field(default_factory=dict)
    less_a_year: Range | None = None
    less_series: Series | None = None

    @cached_property
    def months(self) -> list[Ends]:
        """What each month from *start* on adds, as far as it can be said of the month alone."""
        return [self._month(index, truth) for index, truth in enumerate(self.counted)]

    def _month(self, index: int, truth: Truth) -> Ends:
        if truth is Truth.NO:
            return _NONE
        month = Month(self.start + index)
        low, high = _without(self.series.month(month), self.less.get(month))
        if truth is Truth.YES:
            return low, high
        return None if low is None else min(low, NOTHING), None if high is None else max(high, NOTHING)

    @cached_property
    def sums(self) -> Sums:
        """Sums of the series' months, as sharply as all its statements say."""
        return sums_of(self.series, Month(min(self.series.first, self.start)))

    @cached_property
    def _sums_left_out(self) -> Sums | None:
        if self.less_series is None:
            return None
        return sums_of(self.less_series, Month(min(self.less_series.first, self.start)))

    @property
    def leaves_out_by_window(self) -> bool:
        """True if what is left out is known for windows, not for months."""
        return self.less_a_year is not None or self.less_series is not None

    @property
    def lowest_months_together(self) -> bool:
        """True if every month can be at its lowest at once."""
        return self.series.months_may_be_least_at_once and not self.leaves_out_by_window

    @property
    def highest_months_together(self) -> bool:
        """True if every month can be at its highest at once."""
        return self.series.months_may_be_most_at_once and not self.leaves_out_by_window

    @cached_property
    def _always(self) -> Truth | None:
        """Whether all months count, where the answer is the same for each: mostly it is."""
        first = self.counted[0]
        return first if all(truth is first for truth in self.counted) else None

    def truth(self, month: int) -> Truth:
        """Return whether *month*, not before *start*, counts."""
        return self.counted[month - self.start]

    def inside(self, window: Window) -> range:
        """Return the months of *window* that are looked at."""
        return range(max(window.first, self.start), window.last + 1)

    def stretches(self, window: Window, *, possibly: bool) -> list[Window]:
        """Return the parts of *window* that count: surely, or *possibly* too."""
        wanted = (Truth.YES, Truth.UNKNOWN) if possibly else (Truth.YES,)
        inside = self.inside(window)
        if self._always is not None and inside:
            return [Window(Month(inside[0]), Month(inside[-1]))] if self._always in wanted else []
        found = []
        for counts, months in groupby(inside, lambda month: self.truth(month) in wanted):
            if counts:
                listed = list(months)
                found.append(Window(Month(listed[0]), Month(listed[-1])))
        return found

    def least_in(self, window: Window) -> Bound | None:
        """Return the least that *window* adds, from the sums of its stretches."""
        sums = (self.sums.least(*each) for each in self.stretches(window, possibly=False))
        return less_most(added([*sums, self.drag(window)]), self.most_left_out(window))

    def most_in(self, window: Window, *, any_day: bool = False) -> Bound | None:
        """
        Return the most that *window* adds, from the sums of its stretches.

        *any_day*: the most of any stretch of it that is a month shorter and starts on any day; negative
        months are left out, as the stretch may not reach the day of the refund.
        """
        sums = added(self.sums.most(*each) for each in self.stretches(window, possibly=True))
        lift = self.lift(window, any_day=any_day)
        high = None if sums is None or lift is None else minus(sums, lift)
        cap = self.any_day_cap(window) if any_day else None
        if cap is not None:
            high = cap if high is None else min(high, cap)
        return less_least(high, self.least_left_out(window))

    @cached_property
    def most_ever(self) -> Bound | None:
        """The most that all its months from *start* on add, negative ones left out; None if that has no end."""
        if self.highest_months_together:
            return added(None if high is None else max(high, NOTHING) for _, high in self.months)
        whole = Window(self.start, self.series.last)
        sums = added(self.sums.most(*each) for each in self.stretches(whole, possibly=True))
        lift = self.lift(whole, any_day=True)
        return None if sums is None or lift is None else minus(sums, lift)

    def any_day_cap(self, window: Window) -> Bound | None:
        """Return the most of twelve months that start on any day in *window*; None if not stated."""
        best = self.series.best_year
        if best is None or self.series.may_be_negative(window.first, window.last):
            return None
        return high_end(best)

    def drag(self, window: Window) -> Bound | None:
        """Return how far below zero the months can be that possibly count; not more than zero."""
        return added(self._below_zero(window, (Truth.UNKNOWN,)))

    def lift(self, window: Window, *, any_day: bool) -> Bound | None:
        """Return how far below zero the months can be that may be left out; not more than zero."""
        truths = (Truth.YES, Truth.UNKNOWN) if any_day else (Truth.UNKNOWN,)
        return added(self._below_zero(window, truths))

    @cached_property
    def _may_be_below_zero(self) -> bool:
        return self.series.may_be_negative(self.start, self.series.last)

    def _below_zero(self, window: Window, truths: tuple[Truth, ...]) -> Iterator[Bound | None]:
        if not self._may_be_below_zero:
            return
        for month in self.inside(window):
            if self.truth(month) in truths:
                low = low_end(self.series.month(Month(month)))
                yield None if low is None else min(low, NOTHING)

    def most_left_out(self, window: Window) -> Bound | None:
        """Return the most that may have to be left out of *window* again; None if that is all."""
        by_month: list[Bound | None] = []
        for month in self.inside(window):
            less = self.less.get(Month(month))
            if less is not None and self.truth(month) is Truth.YES:
                ends = (high_end(less), high_end(self.series.month(Month(month))))
                by_month.append(min((each for each in ends if each is not None), default=None))
        return added([*by_month, self.most_left_out_by_window(window)])

    def most_left_out_by_window(self, window: Window) -> Bound | None:
        """Return the same without what is known by month."""
        if self.less_a_year is not None:
            return high_end(self.less_a_year)
        if self._sums_left_out is None:
            return NOTHING
        return added(self._sums_left_out.most(*each) for each in self.stretches(window, possibly=False))

    def least_left_out(self, window: Window) -> Bound | None:
        """
        Return the least that has to be left out of *window* again.

        Below zero it adds, without end if None.
        """
        by_window: Bound | None = None
        if self.less_a_year is not None and window.last - window.first + 1 >= YEAR:
            whole = all(self.truth(month) is Truth.YES for month in self.inside(window))
            by_window = low_end(self.less_a_year) if whole else None
        elif self._sums_left_out is not None:
            sure = self.stretches(window, possibly=False)
            by_window = added(self._sums_left_out.least(*each) for each in sure)
        by_month: list[Bound | None] = [NOTHING if by_window is None else max(by_window, NOTHING)]
        for month in self.inside(window):
            less = self.less.get(Month(month))
            if less is not None and self.truth(month) is not Truth.NO:
                low = low_end(less)
                by_month.append(None if low is None else min(low, NOTHING))
        return added(by_month)


def less_most(low: Bound | None, most: Bound | None) -> Bound | None:
    """Return *low* less the most that may be left out of it, but not below zero because of it."""
    if low is None or most == NOTHING:
        return low
    floor = min(low, NOTHING)
    return floor if most is None else max(minus(low, most), floor)


def less_least(high: Bound | None, least: Bound | None) -> Bound | None:
    """Return *high* less the least that is left out of it, but not below zero because of it."""
    if high is None or least is None:
        return None
    return max(minus(high, least), min(high, NOTHING))


def _without(month: Range, less: Range | None) -> Ends:
    low, high = low_end(month), high_end(month)
    if less is None or less == ZERO:
        return low, high
    return less_most(low, high_end(less)), less_least(high, low_end(less))
