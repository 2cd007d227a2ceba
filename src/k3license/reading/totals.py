"""Figures that overlap have to agree: months with quarters and years, and all with the bounds on them."""

from bisect import bisect_left
from collections.abc import Iterator
from datetime import date
from itertools import combinations, pairwise

from k3license.model.amounts import Amount
from k3license.model.bounds import low_end, range_between
from k3license.model.figures import Figures, PeriodFigure, Rates
from k3license.model.intervals import Difference, Totals, differences
from k3license.model.months import last_day, month_of
from k3license.model.ranges import NON_NEGATIVE, ZERO, Range, total
from k3license.model.series import YEAR, from_zero


def contradictions_in(figures: Figures, *, as_of: date) -> list[tuple[str, ...]]:
    """
    Return the paths of statements that cannot all be true, a group for each contradiction.

    The last path of a group is that of the last period.  Statements of months after *as_of*
    count too; a total around the unfinished month of *as_of* is an upper bound only, and
    months without a figure of their own are not negative.  Exact: what is not returned can
    be true.  Amounts in different currencies do not contradict each other.
    """
    found: dict[tuple[str, ...], None] = {}
    for currency in _currencies(figures) if _may_contradict(figures) else ():
        rest = figures
        while paths := _Bounds(rest, currency, as_of).contradiction():
            found[paths] = None
            rest = _without(rest, paths[-1])
    return list(found)


def most_of(figures: Figures, period: PeriodFigure, *, as_of: date) -> Range:
    """
    Return the sums that the months of *period* cannot exceed, in the currency of *period*.

    Figures that contradict each other say nothing of it, nor do months that may be negative.
    """
    bounds = _Bounds(figures, period.amount.currency, as_of, period)
    start = None if period.first is None else bounds.at(period.first)
    if start is None or bounds.totals.conflict() or any(_may_be_negative(each) for each in figures.periods):
        return Range()
    return range_between(None, bounds.totals.most(start, bounds.at(period.last + 1)))


def contradictory_rates(rates: Rates) -> list[tuple[str, ...]]:
    """Return the paths of rates for the same month that cannot both be true."""
    return [
        (one.path, other.path)
        for one, other in combinations(rates.periods, 2)
        if _overlap(one, other) and one.amount.range.intersection(other.amount.range).empty
    ]


class _Bounds:
    """
    What figures say in one currency, as bounds between the sums up to the beginnings of months.

    Only months in which a statement begins or ends are points, or all of them if every twelve
    months matter; the last point comes before all time.  *asked* is a period to be asked about.
    """

    def __init__(self, figures: Figures, currency: str | None, as_of: date, asked: PeriodFigure | None = None) -> None:
        self._figures = figures
        self._currency = currency
        self._as_of = as_of
        self._next_month = month_of(as_of) + 1
        self._best = self._stated(figures.any_12_months)
        months = {self._next_month}
        for each in (*figures.periods, *(() if asked is None else (asked,))):
            months |= {each.last + 1, each.last + 1 if each.first is None else each.first}
        if figures.trading_since is not None:
            months.add(figures.trading_since)
        if self._best is not None:
            # A year more, so that twelve months before all statements are among them.
            months |= set(range(min(months) - YEAR, self._next_month + 1))
        self._months = sorted(months)
        self._ever = len(self._months)
        self.totals = Totals(self._ever + 1, list(self._all()))

    def at(self, month: int) -> int:
        """Return the point at the beginning of a month that is one."""
        return bisect_left(self._months, month)

    def contradiction(self) -> tuple[str, ...]:
        """Return the paths of statements that cannot all be true; that of the last period comes last."""
        paths = self.totals.conflict()
        order = {figure.path: number for number, figure in enumerate(self._figures.periods)}
        if paths or self._best is None or self._reached(self._best):
            return tuple(sorted(paths, key=lambda path: order.get(path, -1)))
        return (f"{self._figures.path}.any_12_months",)

    def _reached(self, best: Range) -> bool:
        """Return whether some twelve months up to the day can be as much as the best are at least."""
        wanted = low_end(best)
        if wanted is None:
            return True
        for start in range(self._months[0], self._next_month - YEAR + 1):
            most = self.totals.most(self.at(start), self.at(start + YEAR))
            if most is None or most >= wanted:
                return True
        return False

    def _all(self) -> Iterator[Difference]:
        figures, path = self._figures, self._figures.path
        since = figures.trading_since
        yield from differences(self._ever, 0, NON_NEGATIVE)
        if since is not None:
            yield from differences(self._ever, self.at(since), ZERO, f"{path}.trading_since")
        for start, end in pairwise(self._months):
            yield from self._of_months(start, end)
        for each in figures.periods:
            stated = self._stated(each.amount)
            if stated is not None:
                if each.first == each.last:
                    stated = from_zero(stated)
                elif self._is_plan(each):
                    stated = Range(None, stated.high, False, stated.high_open)
                begin = self._ever if each.first is None else self.at(each.first)
                yield from differences(begin, self.at(each.last + 1), stated, each.path)
        if self._best is not None:
            most = Range(None, self._best.high, False, self._best.high_open)
            for start in range(self._months[0], self._next_month - YEAR + 1):
                yield from differences(self.at(start), self.at(start + YEAR), most, f"{path}.any_12_months")

    def _of_months(self, start: int, end: int) -> Iterator[Difference]:
        """Yield what is known of the months *start* until before *end* besides the totals that hold them."""
        each_month = self._stated(self._figures.each_month)
        first, last = self.at(start), self.at(end)
        if not any(each.first == each.last == start and not each.amount.unknown for each in self._figures.periods):
            yield from differences(first, last, NON_NEGATIVE)
            if each_month is not None and start < self._next_month:
                stated = total([from_zero(each_month)] * (end - start))
                yield from differences(first, last, stated, f"{self._figures.path}.each_month")
        elif self._figures.trading_since is not None and end <= self._figures.trading_since:
            # The months before trading are zero one by one, not only in sum.
            yield from differences(first, last, ZERO, f"{self._figures.path}.trading_since")

    def _is_plan(self, figure: PeriodFigure) -> bool:
        """Return whether a total has the month of the day in it, of which a part is still to come."""
        around = (figure.first or 0) < self._next_month <= figure.last + 1
        return around and self._as_of != last_day(month_of(self._as_of))

    def _stated(self, amount: Amount | None) -> Range | None:
        """Return what is said in the currency; none is zero in each."""
        if amount is None or amount.unknown or not (amount.none or amount.currency == self._currency):
            return None
        return amount.range


def _may_be_negative(figure: PeriodFigure) -> bool:
    low = figure.amount.range.low
    return low is not None and low < 0


def _currencies(figures: Figures) -> list[str | None]:
    amounts = [each.amount for each in figures.periods]
    amounts += [each for each in (figures.each_month, figures.any_12_months) if each is not None]
    found = {each.currency for each in amounts if not (each.none or each.unknown)}
    return sorted(found, key=str) or [None]


def _may_contradict(figures: Figures) -> bool:
    """Return whether statements touch the same months, or one is below zero."""
    if figures.any_12_months is not None or figures.each_month is not None:
        return bool(figures.periods) or figures.any_12_months is not None
    since = figures.trading_since
    if since is not None and any(each.first is None or each.first < since for each in figures.periods):
        return True
    if any(each.amount.range.intersection(NON_NEGATIVE).empty for each in figures.periods):
        return True
    ordered = sorted(figures.periods, key=lambda each: (each.first or 0, each.last))
    return any(_overlap(one, other) for one, other in pairwise(ordered))


def _overlap(one: PeriodFigure, other: PeriodFigure) -> bool:
    return (one.first or 0) <= other.last and (other.first or 0) <= one.last


def _without(figures: Figures, path: str) -> Figures:
    bound = path.removeprefix(f"{figures.path}.")
    return figures._replace(
        periods=tuple(each for each in figures.periods if each.path != path),
        any_12_months=None if bound == "any_12_months" else figures.any_12_months,
        each_month=None if bound == "each_month" else figures.each_month,
        trading_since=None if bound == "trading_since" else figures.trading_since,
    )
