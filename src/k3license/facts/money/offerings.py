"""An operator's revenue and that of its offerings: each month of an offering is part of its operator's."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from k3license.model.bounds import NOTHING, Bound, added, high_end, low_end, minus, range_between
from k3license.model.months import Month
from k3license.model.ranges import Range
from k3license.model.series import FiguresContradict, Series, Total
from k3license.model.sums import Sums, sums_of


class _Least:
    """What a series makes at least, never counted below zero."""

    def __init__(self, series: Series) -> None:
        self.series = series

    @cached_property
    def _sums(self) -> Sums:
        return sums_of(self.series, self.series.first)

    def month(self, month: Month) -> Bound:
        low = low_end(self.series.month(month))
        if month >= self.series.first and not self.series.months_may_be_least_at_once:
            low = self._sums.least(month, month)
        return NOTHING if low is None else max(low, NOTHING)

    def over(self, total: Total) -> Bound:
        """Return the same for the months of a total."""
        if total in self.series.totals:
            return max(low_end(total.range) or NOTHING, NOTHING)
        first = self.series.first if total.first is None else max(total.first, self.series.first)
        return NOTHING if first > total.last else max(self._sums.least(first, total.last) or NOTHING, NOTHING)


def with_offerings(operator: Series, offerings: Sequence[Series]) -> Series:
    """
    Return *operator* with what *offerings*, in its currency, say of it: it makes at least their sum.

    Offerings must not be part of one another.  Months of the operator that may be below zero are left as
    they are.  A last month that is zero only for want of a figure has what its offerings have.

    Raises FiguresContradict if the operator makes less than its offerings.
    """
    least = [_Least(each) for each in offerings]
    paths = [operator.path, *(each.path for each in offerings)]
    always = added(_Least(each).month(Month(each.first - 1)) for each in offerings) or NOTHING
    start = min((each.first for each in offerings), default=operator.last)
    stated = {m: _raised(said, always, paths) for m, said in operator.stated.items() if m < start}
    for number in range(max(start, operator.since or start), operator.last + 1):
        month = Month(number)
        low = added(each.month(month) for each in least) or NOTHING
        if month == operator.last and operator.last_assumed:
            stated[month] = range_between(low, added(high_end(each.month(month)) for each in offerings))
        elif month in operator.stated or low != always:
            stated[month] = _raised(operator.month(month), low, paths)
    totals = [
        Total(each.first, each.last, range_between(added(one.over(each) for one in least), None), each.path)
        for series in offerings
        for each in series.totals
        if each.range.low is not None and not _may_be_negative(operator, each)
    ]
    reached = max((low_end(s.best_year) or NOTHING for s in offerings if s.best_year), default=NOTHING)
    return replace(
        operator,
        stated=stated,
        otherwise=_raised(operator.otherwise, always, paths),
        totals=(*operator.totals, *totals),
        best_year=_raised(operator.best_year or Range(), reached, paths) if reached > NOTHING else operator.best_year,
    )


def within_operator(offering: Series, operator: Series, others: Sequence[Series] = ()) -> Series:
    """
    Return *offering* with what its operator's revenue, in its currency, leaves for it.

    What *others*, offerings of the same operator of which none is part of another, make at least is not
    left.  Months in which the operator may be below zero say nothing, nor does one that is zero only for want
    of a figure.

    Raises FiguresContradict if the offering makes more than is left.
    """
    taken = [_Least(each) for each in others]
    paths = [offering.path, operator.path]
    sums = None if operator.months_may_be_most_at_once else sums_of(operator, operator.first)
    stated = dict(offering.stated)
    for number in range(min(offering.first, operator.first), offering.last + 1):
        month = Month(number)
        said = operator.month(month)
        if _below_zero(said) or (month == operator.last and operator.last_assumed):
            continue
        high = high_end(said) if sums is None or month < sums.first else sums.most(month, month)
        if high is not None:
            left = max(minus(high, added(each.month(month) for each in taken) or NOTHING), NOTHING)
            stated[month] = _lowered(offering.month(month), left, paths)
    totals = [
        Total(each.first, each.last, _lowered(Range(), _left_of(each, taken), paths), each.path)
        for each in operator.totals
        if each.range.high is not None and not _may_be_negative(operator, each)
    ]
    always = None if _below_zero(operator.otherwise) else high_end(operator.otherwise)
    since = [each.since for each in (offering, operator) if each.since is not None]
    return replace(
        offering,
        stated=stated,
        otherwise=_lowered(offering.otherwise, always, paths),
        since=max(since, default=None),
        totals=(*offering.totals, *totals),
        best_year=_within_best_year(offering, operator, paths),
    )


def _within_best_year(offering: Series, operator: Series, paths: list[str]) -> Range | None:
    best = operator.best_year
    if best is None or best.high is None or operator.may_be_negative(operator.first, operator.last):
        return offering.best_year
    return _lowered(offering.best_year or Range(), high_end(best), paths)


def _left_of(total: Total, taken: Sequence[_Least]) -> Bound | None:
    high = high_end(total.range)
    return None if high is None else minus(high, added(each.over(total) for each in taken) or NOTHING)


def _raised(said: Range, low: Bound, paths: list[str]) -> Range:
    if low <= NOTHING or _below_zero(said):
        return said
    return _agreed(said.intersection(range_between(low, None)), paths)


def _lowered(said: Range, high: Bound | None, paths: list[str]) -> Range:
    return _agreed(said.intersection(range_between(None, high)), paths)


def _agreed(both: Range, paths: list[str]) -> Range:
    if both.empty:
        raise FiguresContradict(paths)
    return both


def _below_zero(said: Range) -> bool:
    return said.low is not None and said.low < 0


def _may_be_negative(series: Series, total: Total) -> bool:
    return series.may_be_negative(series.first if total.first is None else total.first, total.last)
