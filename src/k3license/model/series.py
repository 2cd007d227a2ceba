"""What figures say of the months up to a day: each month alone, and totals of several months."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Final, NamedTuple

from k3license.model.amounts import Amount
from k3license.model.figures import Figures, PeriodFigure
from k3license.model.months import Month, last_day, month_of
from k3license.model.ranges import NON_NEGATIVE, ZERO, Range, total
from k3license.model.truth import Truth

YEAR: Final = 12


class FiguresContradict(ValueError):
    """Statements that cannot all be true; *paths* are where they stand."""

    def __init__(self, paths: list[str]) -> None:
        super().__init__(f"these figures contradict each other: {', '.join(paths)}")
        self.paths = paths


class Total(NamedTuple):
    """The sum of the months *first* (None: since ever) to *last*, both inclusive."""

    first: Month | None
    last: Month
    range: Range
    path: str = ""


@dataclass(frozen=True, eq=False)
class Series:
    """
    The months of one reporter up to *last*, in one currency (None: not money).

    *stated* are the months that something says alone, *otherwise* is every other month, and
    months before *since* are zero (None: it may have traded for ever).  *totals* and
    *best_year*, the largest sum of twelve consecutive months up to *last*, bind them together.
    *last_assumed* says that the last month is zero only because no figure was given for it.
    """

    last: Month
    stated: Mapping[Month, Range]
    otherwise: Range = NON_NEGATIVE
    since: Month | None = None
    totals: tuple[Total, ...] = ()
    best_year: Range | None = None
    currency: str | None = None
    path: str = ""
    last_assumed: bool = False

    def month(self, month: Month) -> Range:
        """Return what is said of *month* alone."""
        if self.since is not None and month < self.since:
            return ZERO
        return self.stated.get(month, self.otherwise)

    @cached_property
    def first(self) -> Month:
        """
        The first month worth looking at: before it come months that are zero, or all alike.

        That is *since*, or a year and a month before the first month of which more is said.
        """
        mentioned: list[int] = [*self.stated, self.last]
        for each in self.totals:
            mentioned.append(each.last + 1 if each.first is None else each.first)
        earliest = min(mentioned) - YEAR - 1
        return Month(earliest if self.since is None else max(self.since, earliest))

    def may_be_negative(self, first: Month, last: Month) -> bool:
        """Return whether some month of a stretch (both ends inclusive) may be below zero."""
        months = [self.stated[m] for m in self.stated if first <= m <= last]
        if len(months) <= last - first:
            months.append(self.otherwise)
        return any(each.low is None or each.low < 0 for each in months)

    @cached_property
    def months_may_be_least_at_once(self) -> bool:
        """True if all months can have their lowest value together."""
        return not any(self._lifts(each) for each in self.totals) and not self.must_reach

    @cached_property
    def months_may_be_most_at_once(self) -> bool:
        """True if all months can have their highest value together."""
        if self.best_year is not None and self.best_year.high is not None and not self._complete:
            return False
        return not any(self._caps(each) for each in self.totals)

    @property
    def must_reach(self) -> bool:
        """True if some twelve months are known to make more than nothing."""
        return self.best_year is not None and self.best_year.more_than(Decimal(0)) is Truth.YES

    @property
    def _complete(self) -> bool:
        if self.since is None or not (self.otherwise.exact or len(self.stated) > self.last - self.since):
            return False
        return all(self.month(month).exact for month in self.stated)

    def _of_months(self, each: Total) -> Range:
        """Return what the months alone say of a total; no upper end if it has no beginning."""
        first = self.since if each.first is None else each.first
        if first is not None:
            return total(self.month(Month(m)) for m in range(first, each.last + 1))
        known = total(self.stated[m] for m in self.stated if m <= each.last)
        return Range(known.low, None, known.low_open)

    def _lifts(self, each: Total) -> bool:
        months = self._of_months(each)
        floor = Range(each.range.low, None, each.range.low_open)
        return each.range.low is not None and months.intersection(floor) != months

    def _caps(self, each: Total) -> bool:
        months = self._of_months(each)
        cap = Range(None, each.range.high, False, each.range.high_open)
        return each.range.high is not None and months.intersection(cap) != months


def series_up_to(figures: Figures | None, *, as_of: date) -> Series:
    """
    Return what *figures* (None: nothing is known) say of the months up to *as_of*.

    A figure for the month of *as_of* alone, or for each month, is its figure up to that day; it
    is zero if none is given and *as_of* is not its last day (not so where nothing at all is
    known).  Later months are left out, and a total of several months that ends after *as_of* is
    a plan: only an upper bound for the months inside.  Months that nothing states are not
    negative, and a bound without a lower end ("at most") does not say that a month is, unless it
    is itself below zero.  Amounts in another currency than the first one say nothing.
    """
    last = month_of(as_of)
    if figures is None:
        return Series(last, {})
    currency = currency_of(figures)
    stated: dict[Month, Range] = {}
    totals: list[Total] = []
    for each in figures.periods:
        if each.first is not None and each.first > last:
            continue
        comparable = _in(currency, each.amount)
        if each.first == each.last:
            known = from_zero(each.amount.range) if comparable else NON_NEGATIVE
            stated[each.last] = known.intersection(stated[each.last]) if each.last in stated else known
        elif comparable and not each.amount.unknown:
            totals.append(_total(each, as_of))
    otherwise = NON_NEGATIVE
    if figures.each_month is not None and _in(currency, figures.each_month):
        otherwise = from_zero(figures.each_month.range)
    assumed = last not in stated and figures.each_month is None and as_of != last_day(last)
    if assumed:
        stated[last] = ZERO
    best_year = figures.any_12_months
    return Series(
        last,
        stated,
        otherwise=otherwise,
        since=figures.trading_since,
        totals=tuple(totals),
        best_year=None if best_year is None or not _in(currency, best_year) else best_year.range,
        currency=currency,
        path=figures.path,
        last_assumed=assumed,
    )


def _total(each: PeriodFigure, as_of: date) -> Total:
    known = each.amount.range
    if last_day(each.last) > as_of:
        known = Range(None, known.high, False, known.high_open)
    return Total(each.first, min(each.last, month_of(as_of)), known, each.path)


def from_zero(known: Range) -> Range:
    """Return a stated range without its negative part, if it has one only for want of a lower end."""
    if known.low is not None:
        return known
    floored = known.intersection(NON_NEGATIVE)
    return known if floored.empty else floored


def currency_of(figures: Figures) -> str | None:
    """Return the currency of the first amount that has one."""
    return next((each.currency for each in _amounts(figures) if each.currency is not None), None)


def _amounts(figures: Figures) -> Iterator[Amount]:
    yield from (each.amount for each in figures.periods)
    yield from (each for each in (figures.each_month, figures.any_12_months) if each is not None)


def _in(currency: str | None, amount: Amount) -> bool:
    return amount.currency is None or amount.currency == currency
