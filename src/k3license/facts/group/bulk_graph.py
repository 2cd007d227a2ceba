"""Control in arrays: what an entity controls and who is above it, among millions, in whole numbers."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from math import lcm
from typing import Final

import numpy as np
import numpy.typing as npt

from k3license.facts.group.bulk_tables import Bulk, Numbers
from k3license.facts.group.control import Threshold
from k3license.model.ownership import ControlFact, EntityId
from k3license.model.ranges import Range

Mask = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]
Amounts = npt.NDArray[np.int64]

_LARGEST: Final = int(np.iinfo(np.int64).max)
_HIGHEST: Final = 100


class LinesBy:
    """Lines grouped by one of their ends: *order* are their numbers, group by group."""

    def __init__(self, ends: Numbers, count: int) -> None:
        self.order = np.argsort(ends, kind="stable")
        self._first = np.zeros(count + 1, np.int64)
        np.cumsum(np.bincount(ends, minlength=count), out=self._first[1:])

    def places(self, entities: Numbers) -> Places:
        """Return where in *order* the lines of *entities* stand."""
        first = self._first[entities]
        counts = self._first[entities + 1] - first
        ends = np.cumsum(counts)
        return np.repeat(first - ends + counts, counts) + np.arange(ends[-1] if len(ends) else 0)


@dataclass
class BulkGraph:
    """
    The votes and control facts in force on a day between *count* entities, with a *threshold*.

    Votes are the most that each can be, in parts of a percent such that all are whole
    numbers; the *whole* is all votes in an entity.  A fact stands as the whole and more.
    *own* votes of an entity leave the denominator; *excess* is what its listed votes come
    to beyond the whole.
    """

    count: int
    threshold: Threshold
    owner: Numbers
    owned: Numbers
    votes: Amounts
    whole: int
    own: Amounts
    excess: Amounts

    @cached_property
    def sound(self) -> bool:
        """Whether the listed votes exceed the whole nowhere."""
        return not self.excess.any()

    @cached_property
    def _downward(self) -> tuple[LinesBy, Numbers, Amounts]:
        lines = LinesBy(self.owner, self.count)
        return lines, self.owned[lines.order], self.votes[lines.order]

    @cached_property
    def _upward(self) -> tuple[LinesBy, Numbers]:
        lines = LinesBy(self.owned, self.count)
        return lines, self.owner[lines.order]

    def above(self, entities: Iterable[int]) -> Numbers:
        """Return *entities* and all with a line of votes or control down to one of them, the nearest first."""
        lines, owners = self._upward
        seen = np.zeros(self.count, np.bool_)
        scratch = np.empty(self.count, np.int32)
        front = np.array(list(dict.fromkeys(entities)), np.int32)
        found = [front]
        seen[front] = True
        while len(front):
            further = owners[lines.places(front)]
            front = _once(further[~seen[further]], scratch)
            seen[front] = True
            found.append(front)
        return np.concatenate(found)

    def controlled_by(self, source: int, closed: Mask, *, surely: bool) -> Mask:
        """Return what *source* controls, itself included, surely or possibly; *closed* never join."""
        lines, targets, votes = self._downward
        inside = closed.copy()
        held = np.zeros(self.count, np.int64)
        scratch = np.empty(self.count, np.int32)
        front = np.array([source], np.int32)
        inside[front] = True
        joined = [front]
        while len(front):
            places = lines.places(front)
            reached = targets[places]
            outside = ~inside[reached]
            reached = reached[outside]
            np.add.at(held, reached, votes[places[outside]])
            front = _once(reached[self._enough(reached, held[reached], surely=surely)], scratch)
            inside[front] = True
            joined.append(front)
        result = np.zeros(self.count, np.bool_)
        result[np.concatenate(joined)] = True
        return result

    def _enough(self, targets: Numbers, held: Amounts, *, surely: bool) -> Mask:
        if not surely and not self.sound:
            held = held + self.excess[targets]
        weighted = self.threshold.parts * held + self.own[targets]
        return (weighted >= self.whole if self.threshold.inclusive else weighted > self.whole) & (held > 0)

    def highest_controllers(self, root: int, closed: Mask, no_owner: Mask, *, surely: bool) -> list[int]:
        """
        Return those that control *root*, except who is controlled by another of them.

        The chain from a controller to the root runs through entities above the root only.
        """
        above = self.above([root])
        lines, owners = self._upward
        places = lines.places(above)
        numbers = lines.order[places]
        below: dict[int, list[tuple[int, int]]] = {}
        ends = (owners[places].tolist(), self.owned[numbers].tolist(), self.votes[numbers].tolist())
        for owner, owned, votes in zip(*ends, strict=True):
            if not closed[owned]:
                below.setdefault(owner, []).append((owned, votes))
        found: list[int] = []
        covered = {root}
        for source in reversed(above.tolist()):
            if source in covered or no_owner[source]:
                continue
            inside = self._closure_in(below, source, surely=surely)
            covered |= inside
            if root in inside:
                found = [other for other in found if other not in inside]
                found.append(source)
        return found

    def _closure_in(self, below: dict[int, list[tuple[int, int]]], source: int, *, surely: bool) -> set[int]:
        spare = None if surely or self.sound else self.excess
        inside, held, queue = {source}, dict[int, int](), deque([source])
        parts, limit = self.threshold.parts, self.whole - (1 if self.threshold.inclusive else 0)
        while queue:
            for owned, votes in below.get(queue.popleft(), ()):
                if owned in inside:
                    continue
                held[owned] = held.get(owned, 0) + votes
                total = held[owned] + (0 if spare is None else int(spare[owned]))
                if total > 0 and parts * total + int(self.own[owned]) > limit:
                    inside.add(owned)
                    queue.append(owned)
        return inside


def graph_on(bulk: Bulk, day: date, threshold: Threshold) -> BulkGraph:
    """
    Return the votes and facts in force on *day*; of a range of votes, the most.

    Raises ValueError where sums might not fit into 64 bits.
    """
    count = len(bulk.names)
    rows = bulk.holdings.in_force(day)
    owner, owned, share = bulk.holdings.above[rows], bulk.holdings.below[rows], bulk.votes.numbers[rows]
    least, most, whole = _whole_numbers(bulk.votes.distinct)
    controller, controlled = _admitted_facts(bulk, day, threshold)
    holders = np.bincount(owned, minlength=count) + np.bincount(controlled, minlength=count)
    if 2 * threshold.parts * whole * (int(holders.max(initial=0)) + 1) > _LARGEST:
        raise ValueError("percentages have too many digits, or an entity too many holders, for sums in 64 bits")
    listed = np.zeros(count, np.int64)
    np.add.at(listed, owned, least[share])
    votes = most[share]
    between = owner != owned
    own = np.zeros(count, np.int64)
    np.add.at(own, owned[~between], votes[~between])
    return BulkGraph(
        count=count,
        threshold=threshold,
        owner=np.concatenate((owner[between], controller)),
        owned=np.concatenate((owned[between], controlled)),
        votes=np.concatenate((votes[between], np.full(len(controller), whole + 1))),
        whole=whole,
        own=own,
        excess=np.maximum(listed - whole, 0),
    )


def _admitted_facts(bulk: Bulk, day: date, threshold: Threshold) -> tuple[Numbers, Numbers]:
    nobody = EntityId("")
    admits = [threshold.admits(ControlFact(nobody, nobody, by, "")) for by in bulk.by.distinct]
    rows = bulk.control.in_force(day)
    controller, controlled, by = bulk.control.above[rows], bulk.control.below[rows], bulk.by.numbers[rows]
    counts = (controller != controlled) & np.array(admits, np.bool_)[by]
    return controller[counts], controlled[counts]


def _whole_numbers(shares: Sequence[Range]) -> tuple[Amounts, Amounts, int]:
    """Return the least and the most of all *shares* over their common denominator, and a hundred of it."""
    ends = [end.as_integer_ratio() for share in shares for end in (share.low, share.high) if end is not None]
    denominator = lcm(*(below for _, below in ends))
    if denominator * _HIGHEST > _LARGEST:
        raise ValueError("percentages have too many digits for sums in 64 bits")
    numbers = np.array([above * (denominator // below) for above, below in ends], np.int64)
    return numbers[::2], numbers[1::2], denominator * _HIGHEST


def _once(entities: Numbers, scratch: Numbers) -> Numbers:
    """Return each of *entities* once; *scratch* has a place for every entity and any content."""
    order = np.arange(len(entities), dtype=np.int32)
    scratch[entities] = order
    last: Mask = scratch[entities] == order
    return entities[last]
