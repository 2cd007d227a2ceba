"""The smallest that the largest of many sums can be, where all that is open belongs to one series."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from k3license.model.bounds import Bound, whole_numbers
from k3license.model.intervals import Arc, negative_cycle
from k3license.model.sums import Sums


class Demand(NamedTuple):
    """A total: *known*, and *rate* (above zero) times the sum between two points of the series."""

    known: Bound
    rate: Fraction
    start: int
    end: int


def least_largest(sums: Sums, demands: Sequence[Demand], *, at_least: Bound) -> Bound:
    """
    Return the lower end of what the largest of *demands* can be, over everything that *sums* allows.

    *at_least* is a lower end known already.  "No demand is above t" turns each of them into one more
    difference of running totals; while these contradict the statements, the negative cycle says by how much
    t has to rise (Newton's method for parametric shortest paths; it ends, as each cycle is met once).
    """
    level = at_least
    while True:
        limits = [_limit(demand, level) for demand in demands]
        lengths = whole_numbers([*(each.most for each in sums.system), *limits])
        ends = [*((each.start, each.end) for each in sums.system), *((d.start, d.end) for d in demands)]
        arcs = [Arc(start, end, length) for (start, end), length in zip(ends, lengths, strict=True)]
        cycle = negative_cycle(sums.totals.points, arcs)
        if not cycle:
            return level
        level = _level_at_which_it_closes(sums, demands, cycle)


def _limit(demand: Demand, level: Bound) -> Bound:
    return Bound((level.value - demand.known.value) / demand.rate, (level.tilt - demand.known.tilt) / demand.rate)


def _level_at_which_it_closes(sums: Sums, demands: Sequence[Demand], cycle: Sequence[int]) -> Bound:
    value, tilt, weight = Fraction(0), Fraction(0), Fraction(0)
    for position in cycle:
        if position < len(sums.system):
            value -= sums.system[position].most.value
            tilt -= sums.system[position].most.tilt
        else:
            demand = demands[position - len(sums.system)]
            value += demand.known.value / demand.rate
            tilt += demand.known.tilt / demand.rate
            weight += 1 / demand.rate
    return Bound(value / weight, tilt / weight)
