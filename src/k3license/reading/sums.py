"""
Totals over months: whether they can all be true, and the most that they allow together.

The sum of all months before month m is a number P(m), so that every total bounds the
difference of two of them.  Such bounds contradict each other exactly if a circle of them
adds up to less than nothing; the most that a difference can be is the shortest way.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal, localcontext
from typing import Final, NamedTuple, TypeAlias

from k3license.model.ranges import EXACT, Range

# A number, and minus how many strict bounds went into it: (5, -1) is anything less than 5.
Bound: TypeAlias = tuple[Decimal, int]

NOTHING: Final[Bound] = (Decimal(0), 0)


class Limit(NamedTuple):
    """P(end) is at most *most* above P(start); *path* is the statement that says so, if one does."""

    start: int
    end: int
    most: Bound
    path: str | None


class Contradiction(Exception):
    """Statements that cannot all be true."""

    def __init__(self, paths: Iterable[str]) -> None:
        super().__init__()
        self.paths = tuple(dict.fromkeys(paths))


def limits_of(start: int, end: int, total: Range, path: str | None) -> list[Limit]:
    """Return what a total of the months from *start* until before *end* says of two sums."""
    limits = []
    if total.high is not None:
        limits.append(Limit(start, end, (total.high, -total.high_open), path))
    if total.low is not None:
        limits.append(Limit(end, start, (-total.low, -total.low_open), path))
    return limits


def multiple(total: Range, times: int) -> Range:
    """Return the range of a sum of so many numbers, each in the same range."""
    with localcontext(EXACT):
        return Range(
            None if total.low is None else total.low * times,
            None if total.high is None else total.high * times,
            total.low_open,
            total.high_open,
        )


def most_from(start: int | None, limits: Sequence[Limit]) -> dict[int, Bound]:
    """
    Return the most that each sum can be above P(start); one without a limit is left out.

    Raises Contradiction.  Without a start, only that is found out.
    """
    nodes = {node for limit in limits for node in limit[:2]}
    most: dict[int, Bound] = dict.fromkeys(nodes, NOTHING) if start is None else {start: NOTHING}
    because: dict[int, Limit] = {}
    # To and fro, since most ways lead through the months in one of the two directions.
    ordered = sorted(limits, key=lambda limit: limit[:2])
    with localcontext(EXACT):
        while True:
            changed = False
            for limit in (*ordered, *reversed(ordered)):
                if (before := most.get(limit.start)) is None:
                    continue
                found = (before[0] + limit.most[0], before[1] + limit.most[1])
                if limit.end not in most or found < most[limit.end]:
                    most[limit.end] = found
                    because[limit.end] = limit
                    changed = True
            if not changed:
                return most
            _check_circle(because)


def _check_circle(because: dict[int, Limit]) -> None:
    """Raise Contradiction if reasons run in a circle: it adds up to less than nothing."""
    seen: dict[int, int] = {}
    for run, origin in enumerate(because):
        node = origin
        while node in because and node not in seen:
            seen[node] = run
            node = because[node].start
        if node in because and seen[node] == run:
            circle = []
            first = node
            while True:
                circle.append(because[node])
                node = because[node].start
                if node == first:
                    raise Contradiction(limit.path for limit in circle if limit.path is not None)
