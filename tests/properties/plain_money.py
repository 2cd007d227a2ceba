"""
Sums of months without cleverness: by trying all whole numbers, or by handing every statement as it stands,
month by month, to a solver and asking it whether a total is possible.
"""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import z3  # type: ignore[import-untyped]

from k3license.facts.money.windows import Window
from k3license.model.months import Month
from k3license.model.ranges import Range
from k3license.model.series import YEAR, Series

Months = dict[Month, Fraction]
Value = Callable[[int, Month, Window], Fraction]


def completions(series: Series) -> Iterator[Months]:
    """
    Yield all whole months of which everything that *series* says is true.

    The series has a first month, and a total of all its months that has an upper end.
    """
    assert series.since is not None
    months = [Month(m) for m in range(series.since, series.last + 1)]
    wholes = [t.range.high for t in series.totals if (t.first, t.last) == (series.since, series.last)]
    whole = min(high for high in wholes if high is not None)
    below_zero = sum(min(series.month(m).low or Decimal(0), Decimal(0)) for m in months)
    yield from _extended(series, months, {}, int(whole - below_zero))


def _extended(series: Series, months: Sequence[Month], chosen: Months, most: int) -> Iterator[Months]:
    if len(chosen) == len(months):
        yield dict(chosen)
        return
    month = months[len(chosen)]
    known = series.month(month)
    assert known.low is not None
    high = most if known.high is None else min(int(known.high), most)
    for value in range(int(known.low), high + 1):
        chosen[month] = Fraction(value)
        if holds(known, chosen[month]) and _totals_hold(series, chosen, month):
            yield from _extended(series, months, chosen, most - max(value, 0))
        del chosen[month]


def holds(known: Range, value: Fraction) -> bool:
    """Return whether *value* is one of those that a range allows."""
    above = known.low is None or value > known.low or (value == known.low and not known.low_open)
    below = known.high is None or value < known.high or (value == known.high and not known.high_open)
    return above and below


def _totals_hold(series: Series, chosen: Months, month: Month) -> bool:
    for each in series.totals:
        if each.last == month:
            inside = [m for m in chosen if (each.first is None or each.first <= m) and m <= each.last]
            if not holds(each.range, sum((chosen[m] for m in inside), Fraction(0))):
                return False
    return True


def over(months: Months, window: Window) -> Fraction:
    """Return the sum of the months of a window."""
    return sum((months.get(Month(m), Fraction(0)) for m in range(window.first, window.last + 1)), Fraction(0))


class Possible:
    """
    Which largest totals of *windows* are possible, for several series that have a first month.

    *value* says what one unit of a series in a month of a window adds.
    """

    def __init__(self, many: Sequence[Series], windows: Sequence[Window], value: Value) -> None:
        self.solver = z3.Solver()
        months = [self._months(index, series) for index, series in enumerate(many)]
        self.totals = [
            z3.Sum(
                [
                    _real(value(index, month, window)) * unknown
                    for index, mine in enumerate(months)
                    for month, unknown in mine.items()
                    if window.first <= month <= window.last
                ]
            )
            for window in windows
        ]

    def _months(self, index: int, series: Series) -> dict[Month, Any]:
        assert series.since is not None
        months = {Month(m): z3.Real(f"{index} {m}") for m in range(series.since, series.last + 1)}
        for month, unknown in months.items():
            self._say(unknown, series.month(month))
        for each in series.totals:
            inside = [m for m in months if (each.first is None or each.first <= m) and m <= each.last]
            self._say(z3.Sum([months[m] for m in inside]), each.range)
        if series.best_year is not None:
            years = [
                z3.Sum([months[m] for m in months if end - YEAR < m <= end])
                for end in range(min(months), max(months) + 1)
            ]
            best = z3.Real(f"{index} best")
            self.solver.add(z3.Or([best == year for year in years]), *(best >= year for year in years))
            self._say(best, series.best_year)
        return months

    def _say(self, unknown: Any, known: Range) -> None:
        if known.low is not None:
            low = _real(Fraction(known.low))
            self.solver.add(unknown > low if known.low_open else unknown >= low)
        if known.high is not None:
            high = _real(Fraction(known.high))
            self.solver.add(unknown < high if known.high_open else unknown <= high)

    def anything(self) -> bool:
        """Return whether the statements can all be true."""
        return bool(self.solver.check() == z3.sat)

    def at_most(self, level: Fraction) -> bool:
        """Return whether no total need be above *level*."""
        return bool(self.solver.check(*(total <= _real(level) for total in self.totals)) == z3.sat)

    def at_least(self, level: Fraction) -> bool:
        """Return whether some total can be *level* or more."""
        return bool(self.solver.check(z3.Or([total >= _real(level) for total in self.totals])) == z3.sat)

    def is_range(self, said: Range) -> bool:
        """Return whether *said* is exactly the range of the largest total (to a hair where an end is open)."""
        hair = Fraction(1, 10**6)
        if said.low is None:
            low = self.at_most(Fraction(-(10**12)))
        else:
            end = Fraction(said.low)
            low = self.at_most(end + hair) and not self.at_most(end - hair) and self.at_most(end) != said.low_open
        if said.high is None:
            return low and self.at_least(Fraction(10**12))
        end = Fraction(said.high)
        high = self.at_least(end - hair) and not self.at_least(end + hair)
        return low and high and self.at_least(end) != said.high_open


def _real(value: Fraction) -> Any:
    return z3.Q(value.numerator, value.denominator)
