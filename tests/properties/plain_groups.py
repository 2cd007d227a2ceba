"""
Group membership from the definitions alone: full sweeps over fully known structures, exact fractions.

Shares nothing with `k3license.facts.group` but the records, and is fit for a handful of entities only.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain

from k3license.model.ownership import EntityId, EntityKind, Structure
from k3license.model.ranges import Range

HALF = Fraction(1, 2)
BARRED = {
    "anyone": set[EntityKind](),
    "not-states": {EntityKind.STATE},
    "companies-only": {EntityKind.STATE, EntityKind.PERSON, EntityKind.FUND},
}


def known(share: Range) -> Fraction:
    assert share.exact
    assert share.low is not None
    return Fraction(share.low) / 100


class PlainGroups:
    """The groups of a structure in which every percentage and every kind is known."""

    def __init__(self, structure: Structure, common_owner: str) -> None:
        self.everyone = list(structure.holders)
        barred = BARRED[common_owner]
        self.owners = {e for e, holder in structure.holders.items() if holder.kind not in barred}
        self.votes: dict[tuple[EntityId, EntityId], Fraction] = {}
        self.stakes: dict[tuple[EntityId, EntityId], Fraction] = {}
        for holding in structure.holdings:
            pair = holding.owner, holding.owned
            self.votes[pair] = self.votes.get(pair, Fraction(0)) + known(holding.votes)
            self.stakes[pair] = self.stakes.get(pair, Fraction(0)) + known(holding.percent)
        self.facts = [(fact.controller, fact.controlled, fact.by) for fact in structure.control]
        self.together = [(a, b) for pool in structure.acting_together for a in pool for b in pool if a != b]

    def _part(self, side: Iterable[EntityId], of: EntityId) -> Fraction:
        countable = 1 - self.votes.get((of, of), Fraction(0))
        held = sum((self.votes.get((x, of), Fraction(0)) for x in side if x != of), Fraction(0))
        return held / countable if countable else Fraction(0)

    def controlled(self, source: EntityId, licensee: EntityId, *, half: bool) -> set[EntityId]:
        """The source itself included."""
        side = {source}
        while True:
            more = {
                y
                for y in self.everyone
                if y not in side
                and (
                    self._part(side, y) > HALF
                    or (half and self._part(side, y) == HALF)
                    or any(x in side and z == y and (half or by != "board half") for x, z, by in self.facts)
                    or ((y in self.owners or y == licensee) and any(x in side and z == y for x, z in self.together))
                )
            }
            if not more:
                return side
            side |= more

    def by_control(self, licensee: EntityId, of: EntityId, *, half: bool) -> set[EntityId]:
        """The group of *of*, itself included; only *licensee* may be of any kind."""
        group = self.controlled(of, licensee, half=half)
        for source in self.owners | {licensee}:
            below = self.controlled(source, licensee, half=half)
            if of in below:
                group |= below
        return group

    def influence(self, licensee: EntityId) -> set[EntityId]:
        own = self.by_control(licensee, licensee, half=False)
        related = set(own)
        for y in self.everyone:
            if y not in own and self._part(own, y) >= Fraction(1, 5):
                related |= self.controlled(y, licensee, half=False)
        above = {licensee} | {x for x in self.owners if licensee in self.controlled(x, licensee, half=False)}
        for owner in self.owners - own:
            group = self.by_control(licensee, owner, half=False)
            if any(self._part(group, target) >= Fraction(1, 5) for target in above):
                related |= group
        return related

    def pool(self, source: EntityId, licensee: EntityId) -> frozenset[EntityId]:
        pool = {source}
        while True:
            more = {b for a, b in self.together if a in pool and b not in pool and (b in self.owners or b == licensee)}
            if not more:
                return frozenset(pool)
            pool |= more

    def owned(self, sources: frozenset[EntityId]) -> dict[EntityId, Fraction]:
        """What the sources own in the end: the linear system over all they reach, by elimination."""
        reached: set[EntityId] = set()
        front = set(sources)
        while front:
            front = {y for (x, y), part in self.stakes.items() if x in front and part} - reached - sources
            reached |= front
        names = sorted(reached)
        rows = [
            [
                *(Fraction(int(y == z)) - self.stakes.get((z, y), Fraction(0)) for z in names),
                sum((self.stakes.get((x, y), Fraction(0)) for x in sources), Fraction(0)),
            ]
            for y in names
        ]
        for column in range(len(names)):
            pivot = next(row for row in range(column, len(names)) if rows[row][column])
            rows[column], rows[pivot] = rows[pivot], rows[column]
            rows[column] = [cell / rows[column][column] for cell in rows[column]]
            for row in chain(range(column), range(column + 1, len(names))):
                factor = rows[row][column]
                rows[row] = [cell - factor * top for cell, top in zip(rows[row], rows[column], strict=True)]
        return dict(zip(names, (row[-1] for row in rows), strict=True))

    def multiplied(self, licensee: EntityId) -> set[EntityId]:
        own = self.pool(licensee, licensee)
        group = set(own) | {y for y, part in self.owned(own).items() if part > HALF}
        for source in self.owners - own:
            shares = self.owned(self.pool(source, licensee))
            if shares.get(licensee, Fraction(0)) > HALF:
                group |= {source} | {y for y, part in shares.items() if part > HALF}
        return group

    def group(self, licensee: EntityId, reading: str) -> set[EntityId]:
        """The licensee left out."""
        if reading == "multiplied-ownership":
            found = self.multiplied(licensee)
        elif reading == "significant-influence":
            found = self.influence(licensee)
        else:
            found = self.by_control(licensee, licensee, half=reading == "half-or-more")
        return found - {licensee}
