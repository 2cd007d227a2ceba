"""
What a set of statements about totals of consecutive months says about any other such total.

With running totals as unknowns, "these months make at most 5" is a bound on the difference of
two unknowns; a system of such bounds is a graph, its shortest paths are the sharpest bounds that
follow, and a cycle of negative length is a contradiction.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from k3license.model.bounds import Bound, added, high_end, low_end, whole_numbers
from k3license.model.ranges import Range


class Difference(NamedTuple):
    """The running total at *end* is at most *most* above that at *start*, as said at *path*."""

    start: int
    end: int
    most: Bound
    path: str = ""


class Arc(NamedTuple):
    start: int
    end: int
    length: int


def differences(start: int, end: int, total: Range, path: str = "") -> list[Difference]:
    """Return what a total of the stretch from *start* to *end* says of the two running totals."""
    low, high = low_end(total), high_end(total)
    found = [] if high is None else [Difference(start, end, high, path)]
    if low is not None:
        found.append(Difference(end, start, Bound(-low.value, -low.tilt), path))
    return found


class Totals:
    """The running totals 0 to *points* - 1 under *system*; any number of statements, in any order."""

    def __init__(self, points: int, system: Sequence[Difference]) -> None:
        self.points = points
        self.system = system

    @cached_property
    def _arcs(self) -> list[Arc]:
        lengths = whole_numbers([each.most for each in self.system])
        return [Arc(each.start, each.end, size) for each, size in zip(self.system, lengths, strict=True)]

    def conflict(self) -> list[str]:
        """Return the paths of statements that cannot all be true, in order; none if all can."""
        cycle = negative_cycle(self.points, self._arcs)
        return list(dict.fromkeys(self.system[arc].path for arc in cycle if self.system[arc].path))

    @cached_property
    def feasible(self) -> bool:
        """True if the statements do not contradict each other."""
        return not negative_cycle(self.points, self._arcs)

    def most(self, start: int, end: int) -> Bound | None:
        """Return the upper end of what lies between two points; None if unbounded.  Feasible systems only."""
        if start not in self._ways:
            self._ways[start] = self._shortest_ways(start)
        way = self._ways[start]
        steps: list[Bound | None] = []
        while end != start:
            arc = way[end]
            if arc is None:
                return None
            steps.append(self.system[arc].most)
            end = self.system[arc].start
        return added(steps)

    def least(self, start: int, end: int) -> Bound | None:
        """Return the lower end of what lies between two points; None if unbounded.  Feasible systems only."""
        most = self.most(end, start)
        return None if most is None else Bound(-most.value, -most.tilt)

    @cached_property
    def _ways(self) -> dict[int, list[int | None]]:
        return {}

    def _shortest_ways(self, source: int) -> list[int | None]:
        """Return for each point the last arc of a shortest way from *source*."""
        distance: list[int | None] = [None] * self.points
        through: list[int | None] = [None] * self.points
        distance[source] = 0
        order = list(enumerate(self._arcs))
        settled = False
        while not settled:
            settled = True
            for index, (start, end, length) in order:
                here, there = distance[start], distance[end]
                if here is not None and (there is None or here + length < there):
                    distance[end] = here + length
                    through[end] = index
                    settled = False
            # Statements run both ways in time: turning the order round saves most of the passes.
            order.reverse()
        return through


def negative_cycle(points: int, arcs: Sequence[Arc]) -> list[int]:
    """Return the positions in *arcs* of a cycle of negative length; empty if there is none."""
    distance = [0] * points
    through: list[int | None] = [None] * points
    order = list(enumerate(arcs))
    for _ in range(points):
        moved: int | None = None
        for index, (start, end, length) in order:
            if distance[start] + length < distance[end]:
                distance[end] = distance[start] + length
                through[end] = index
                moved = end
        if moved is None:
            return []
        order.reverse()
    return _cycle_behind(moved, arcs, through)


def _cycle_behind(point: int | None, arcs: Sequence[Arc], through: Sequence[int | None]) -> list[int]:
    assert point is not None
    for _ in through:
        index = through[point]
        assert index is not None
        point = arcs[index].start
    cycle: list[int] = []
    here = point
    while not cycle or here != point:
        index = through[here]
        assert index is not None
        cycle.append(index)
        here = arcs[index].start
    return cycle
