"""Economic shares multiplied along chains: which part of an entity belongs, in the end, to whom."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Final, NamedTuple

from k3license.facts.group.chains import Ring, owners_first
from k3license.facts.group.register import Register
from k3license.model.ownership import EntityId, Holding

HALF: Final = Fraction(1, 2)
ONE: Final = Fraction(1)
NONE: Final = Fraction(0)


class Share(NamedTuple):
    """
    A bound of an economic share (1 is the whole): the least or the most it can be.

    *open*: it is more than the least, not equal to it.  Most is never open here.
    """

    value: Fraction
    open: bool = False

    @property
    def some(self) -> bool:
        return self.value > 0 or self.open

    @property
    def more_than_half(self) -> bool:
        return self.value > HALF or (self.open and self.value == HALF)


NO_SHARE: Final = Share(NONE)
Terms = Mapping[EntityId, Fraction]


class Column(NamedTuple):
    """
    What is listed of the shares in one entity.

    *parts* are the bounds of each holder's stake, its own among them.  *room* is the most
    that the list leaves over; where it *exceeds* the whole, less than zero or none.
    *crowded*: the stakes cannot all be at their most.
    """

    parts: Mapping[EntityId, Share]
    room: Fraction
    exceeds: bool
    crowded: bool


def _least(holding: Holding) -> Fraction:
    assert holding.percent.low is not None
    return Fraction(holding.percent.low) / 100


class Shares:
    """
    Economic shares in a register, each at its least (*surely*) or at its most.

    A stake is at most what the other stakes, at their least, leave over.  Where the list
    exceeds the whole, each stake may be higher by the excess.
    """

    def __init__(self, register: Register, *, surely: bool) -> None:
        self.register = register
        self.surely = surely
        self._columns: dict[EntityId, Column] = {}

    def column(self, owned: EntityId) -> Column:
        """Return what is listed of the shares in *owned*."""
        if owned not in self._columns:
            holdings = self.register.holders_of.get(owned, []) + self.register.own_shares.get(owned, [])
            self._columns[owned] = self._column(holdings)
        return self._columns[owned]

    def _column(self, holdings: list[Holding]) -> Column:
        room = 1 - sum((_least(holding) for holding in holdings), NONE)
        exceeds = room < 0 or (room == 0 and any(holding.percent.low_open for holding in holdings))
        parts: dict[EntityId, Share] = {}
        for holding in holdings:
            part, before = self._part(holding, room, exceeds=exceeds), parts.get(holding.owner, Share(NONE))
            parts[holding.owner] = Share(before.value + part.value, before.open or part.open)
        return Column(parts, room, exceeds, sum((part.value for part in parts.values()), NONE) > 1)

    def _part(self, holding: Holding, room: Fraction, *, exceeds: bool) -> Share:
        low = _least(holding)
        if self.surely:
            return Share(low, holding.percent.low_open)
        assert holding.percent.high is not None
        high = Fraction(holding.percent.high) / 100
        return Share(min(ONE, high - room) if exceeds else min(high, low + room))

    def owned_by(self, sources: AbstractSet[EntityId]) -> dict[EntityId, Share]:
        """
        Return what *sources*, taken as one, own in each entity that some line of holdings leads to.

        The sum, over all walks that do not come back to them, of the products of the stakes.
        """
        reached = self._reached(sources)
        owners = {
            owned: [
                owner
                for owner, part in self.column(owned).parts.items()
                if owner in reached and owner != owned and part.some
            ]
            for owned in reached
        }
        shares = {source: Share(ONE) for source in sources}
        for ring in owners_first(owners):
            self._settle(ring, shares)
        return {owned: shares[owned] for owned in reached}

    def _reached(self, sources: AbstractSet[EntityId]) -> dict[EntityId, None]:
        reached: dict[EntityId, None] = {}
        waiting = sorted(sources)
        for owner in waiting:
            for holding in self.register.stakes_of.get(owner, ()):
                owned = holding.owned
                new = owned not in reached and owned not in sources
                if new and self.column(owned).parts[owner].some:
                    reached[owned] = None
                    waiting.append(owned)
        return reached

    def _settle(self, ring: Ring, shares: dict[EntityId, Share]) -> None:
        """Enter the shares in the entities of *ring*, with those in all owners outside it known."""
        members = set(ring)
        outside: dict[EntityId, Fraction] = {}
        inside: dict[EntityId, dict[EntityId, Fraction]] = {}
        strictly = crowded = False
        for owned in ring:
            outside[owned], inside[owned] = NONE, {}
            together = NONE
            for owner, part in self.column(owned).parts.items():
                if owner in members:
                    inside[owned][owner] = part.value
                    strictly = strictly or part.open
                elif owner in shares:
                    outside[owned] += shares[owner].value * part.value
                    strictly = strictly or part.open or (shares[owner].open and part.value > 0)
                else:
                    continue
                together += part.value
            crowded = crowded or together > 1
        if self.surely:
            values = self._least(ring, outside, inside)
        elif crowded:
            values = self._limited(ring, outside, inside, shares)
        else:
            values = once_or_around(outside, inside) or dict.fromkeys(ring, ONE)
        for owned in ring:
            shares[owned] = Share(values[owned], self.surely and strictly)

    def _least(self, ring: Ring, outside: Terms, inside: Mapping[EntityId, Terms]) -> Terms:
        # Walks around a ring that holds more than its whole may have no sum: then only those that end before.
        exceeds = any(self.column(owned).exceeds for owned in ring)
        return (None if exceeds else once_or_around(outside, inside)) or _not_around(outside, inside)

    def _limited(
        self, ring: Ring, outside: Terms, inside: Mapping[EntityId, Terms], shares: Mapping[EntityId, Share]
    ) -> Terms:
        """Return the most where the owners' stakes cannot all be at their most: not more than the highest owner has."""
        limit = self._limit(ring, shares)
        if any(inside.values()):
            return dict.fromkeys(ring, limit)
        return {owned: min(value, limit) for owned, value in outside.items()}

    def _limit(self, ring: Ring, shares: Mapping[EntityId, Share]) -> Fraction:
        """Return what no share in *ring* exceeds: the highest share in an owner outside it."""
        if any(self.column(owned).exceeds for owned in ring):
            return ONE
        owners = (owner for owned in ring for owner in self.column(owned).parts if owner not in ring)
        return max((shares[owner].value for owner in owners if owner in shares), default=NONE)


def once_or_around(outside: Terms, inside: Mapping[EntityId, Terms]) -> Terms | None:
    """Return the solution of `solved`, which without anything *inside* is what is *outside*."""
    return solved(outside, inside) if any(inside.values()) else outside


def _not_around(outside: Terms, inside: Mapping[EntityId, Terms]) -> Terms:
    """Return the same without walks of as many steps as there are entities."""
    values = outside
    for _ in range(len(outside) - 1):
        values = {y: outside[y] + sum((part * values[z] for z, part in inside[y].items()), NONE) for y in outside}
    return values


def solved(outside: Terms, inside: Mapping[EntityId, Terms]) -> Terms | None:
    """
    Return x with x[y] = outside[y] + sum of inside[y][z] * x[z], exactly; None if there is no finite one.

    Unknowns are replaced one by one by what they equal, those used least first.
    """
    constant = dict(outside)
    terms = {y: dict(row) for y, row in inside.items()}
    users: dict[EntityId, set[EntityId]] = {y: set() for y in terms}
    for y, row in terms.items():
        for z in row:
            users[z].add(y)
    order = sorted(terms, key=lambda y: len(users[y]) * len(terms[y]))
    for y in order:
        row = terms[y]
        rest = 1 - row.pop(y, NONE)
        if rest <= 0:
            return None
        constant[y] /= rest
        terms[y] = row = {z: factor / rest for z, factor in row.items()}
        users[y].discard(y)
        for user in users[y]:
            if y not in terms[user]:
                continue
            factor = terms[user].pop(y)
            constant[user] += factor * constant[y]
            for z, part in row.items():
                terms[user][z] = terms[user].get(z, NONE) + factor * part
                users[z].add(user)
    values: dict[EntityId, Fraction] = {}
    for y in reversed(order):
        values[y] = constant[y] + sum((factor * values[z] for z, factor in terms[y].items()), NONE)
    return values
