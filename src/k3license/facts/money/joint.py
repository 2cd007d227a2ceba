"""
The largest total where several series with open sums meet, exactly.

Linear arithmetic over the rationals, with strict bounds and with the choice of which twelve months reach a
stated best.  z3 solves it (docs/decisions/0004-exact-windows.md); it is imported with this module, and this
module only where it is needed.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

import z3  # type: ignore[import-untyped]

from k3license.facts.money.parts import least_worth, most_worth
from k3license.facts.money.shares import Share
from k3license.facts.money.table import Row, Table
from k3license.model.bounds import NOTHING, Bound, Number, added
from k3license.model.series import YEAR, FiguresContradict


class _Term(NamedTuple):
    """
    What one share adds to a total.

    *rates* are the points at which its months begin, each with the rate of that month.  *left_out*
    is the most or the least that is left out again, in the currency of the total (None: all).
    *cap* is the most that the months add up to before conversion if those at both ends may be cut.
    """

    points: Sequence[Any]
    rates: Sequence[tuple[int, Number]]
    left_out: Bound | None = NOTHING
    cap: Bound | None = None


def least_largest(table: Table, rows: Sequence[Row], moving: Sequence[Share]) -> Bound | None:
    """
    Return the lower end of what the largest of *rows* can be; None if it has none.

    *moving* are the shares whose months cannot all be at their lowest at once.
    """
    solver, points = _system(moving)
    level = z3.Real("level")
    for row in rows:
        below_zero = [
            least_worth(share.drag(row.window), table.parts.rates(share, row.window, row.policy)) for share in moving
        ]
        known = added([table.least(row, table.beside(moving)), *below_zero])
        if known is None:
            continue
        total = _real(known.value)
        for share, mine in zip(moving, points, strict=True):
            total += _least(solver, _term_from_below(table, row, share, mine))
        solver.add(level > total if known.tilt > 0 else level >= total)
    return _end(solver, solver.minimize(level), moving)


def most_largest(table: Table, rows: Sequence[Row], *, any_day: bool) -> Bound | None:
    """Return the upper end of what the largest of *rows* can be; None if it has none."""
    moving = [share for share in table.single if not share.highest_months_together or any_day]
    solver, points = _system(moving)
    level = z3.Real("level")
    within = []
    for row in rows:
        known = table.most(row, table.beside(moving), any_day=any_day).amount
        assert known is not None
        total = _real(known.value)
        for share, mine in zip(moving, points, strict=True):
            total += _most(solver, _term_from_above(table, row, share, mine, any_day))
            total += _above_zero(table, row, share, any_day)
        within.append(level < total if known.tilt < 0 else level <= total)
    solver.add(z3.Or(within))
    return _end(solver, solver.maximize(level), moving)


def _term_from_below(table: Table, row: Row, share: Share, points: Sequence[Any]) -> _Term:
    rates = dict(zip(share.inside(row.window), table.parts.rates(share, row.window, row.policy), strict=True))
    counted = [
        (month - share.sums.first, rates[month].low.value)
        for stretch in share.stretches(row.window, possibly=False)
        for month in range(stretch.first, stretch.last + 1)
    ]
    left_out = share.most_left_out(row.window)
    return _Term(points, counted, most_worth(left_out, rates.values()))


def _term_from_above(table: Table, row: Row, share: Share, points: Sequence[Any], any_day: bool) -> _Term:
    rates = dict(zip(share.inside(row.window), table.parts.rates(share, row.window, row.policy), strict=True))
    counted = []
    for stretch in share.stretches(row.window, possibly=True):
        for month in range(stretch.first, stretch.last + 1):
            high = rates[month].high
            # Without a rate the total would have no end, unless there is nothing to convert.
            counted.append((month - share.sums.first, 0 if high is None else high.value))
    left_out = share.least_left_out(row.window)
    worth = least_worth(left_out, rates.values())
    cap = share.any_day_cap(row.window) if any_day and len(counted) > 1 else None
    return _Term(points, counted, worth, cap)


def _above_zero(table: Table, row: Row, share: Share, any_day: bool) -> Any:
    """Return how much more there is without the months below zero that may be left out."""
    rates = table.parts.rates(share, row.window, row.policy)
    lift = least_worth(share.lift(row.window, any_day=any_day), rates)
    assert lift is not None
    return -_real(lift.value)


def _system(shares: Sequence[Share]) -> tuple[Any, list[list[Any]]]:
    solver = z3.Optimize()
    points = []
    for index, share in enumerate(shares):
        sums = share.sums
        mine = [z3.Real(f"{index}/{point}") for point in range(sums.totals.points)]
        points.append(mine)
        for start, end, most, _ in sums.system:
            rise, limit = mine[end] - mine[start], _real(most.value)
            solver.add(rise < limit if most.tilt < 0 else rise <= limit)
        best = share.series.best_year
        if best is not None and share.series.must_reach:
            assert best.low is not None
            floor = _real(Fraction(best.low))
            years = [mine[end] - mine[max(end - YEAR, 0)] for end in range(1, sums.length + 1)]
            solver.add(z3.Or([year > floor if best.low_open else year >= floor for year in years]))
    return solver, points


def _least(solver: Any, term: _Term) -> Any:
    total = _sum_of(term.points, term.rates)
    if term.left_out == NOTHING:
        return total
    adds = z3.FreshReal()
    solver.add(adds >= 0)
    if term.left_out is not None:
        rest = total - _real(term.left_out.value)
        solver.add(adds > rest if term.left_out.tilt < 0 else adds >= rest)
    return adds


def _most(solver: Any, term: _Term) -> Any:
    points, rates = term.points, list(term.rates)
    if term.cap is None:
        total = _sum_of(points, rates)
    else:
        cut = [(point, rate, z3.FreshReal()) for point, rate in (rates[0], rates[-1])]
        for point, _, part in cut:
            solver.add(part <= points[point + 1] - points[point])
        months = _sum_of(points, [(point, 1) for point, _ in rates[1:-1]]) + sum(part for *_, part in cut)
        limit = _real(term.cap.value)
        solver.add(months < limit if term.cap.tilt < 0 else months <= limit)
        total = _sum_of(points, rates[1:-1]) + sum(_real(rate) * part for _, rate, part in cut)
    if term.left_out == NOTHING or term.left_out is None:
        return total
    adds, rest = z3.FreshReal(), total - _real(term.left_out.value)
    solver.add(z3.Or(adds <= 0, adds < rest if term.left_out.tilt > 0 else adds <= rest))
    return adds


def _sum_of(points: Sequence[Any], rates: Sequence[tuple[int, Number]]) -> Any:
    """Return the months at their rates; neighbours at the same rate are one difference."""
    terms = []
    for (_, rate), run in groupby(enumerate(rates), lambda each: (each[1][0] - each[0], each[1][1])):
        first, *_, last = [each[1][0] for each in run] * 2
        terms.append(_real(rate) * (points[last + 1] - points[first]))
    return z3.Sum(terms)


def _real(value: Number) -> Any:
    return z3.RealVal(str(value))


def _end(solver: Any, objective: Any, shares: Sequence[Share]) -> Bound | None:
    if solver.check() != z3.sat:
        raise FiguresContradict([share.series.path for share in shares])
    without_end, value, tilt = (Fraction(part.as_string()) for part in objective.lower_values())
    return None if without_end else Bound(value, tilt)
