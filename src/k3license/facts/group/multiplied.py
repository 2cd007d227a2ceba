"""The reading `multiplied-ownership`: more than half of it belongs, chain by chain, to the same owner."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from k3license.facts.group.chains import Ring, owners_first
from k3license.facts.group.economic import HALF, NO_SHARE, NONE, Share, Shares, once_or_around
from k3license.facts.group.register import Register
from k3license.facts.group.unlisted import Unlisted
from k3license.facts.group.ways import NOBODY, Entities, Standing, Way
from k3license.model.ownership import EntityId


class OwnershipWay(NamedTuple):
    """What belongs to *source* by more than half, if it is the root or owns more than half of the root."""

    relation: "Multiplied"
    source: EntityId
    holds: bool

    def surely(self, also: Entities) -> Entities:  # noqa: ARG002
        return self.relation.group_of(self.source, surely=True)

    def possibly(self, without: Entities) -> Entities:
        if self.source in without:
            return NOBODY
        return self.relation.group_of(self.source, surely=False) - without


@dataclass
class Multiplied:
    """
    The group of *root* by multiplied economic shares, more than half, down, up and in common.

    Declared control is no ownership; those who act together own as one.  Holdings below
    *listed_down_to* percent that the file does not list are reckoned with one at a time: an
    entity stays open if the listed share in it is not more than half, but would be with one
    further holding between listed entities that have none in each other, as large as that
    and as the room left in the entity held.  Zero says that everything is listed.
    """

    register: Register
    root: EntityId
    listed_down_to: Decimal

    def __post_init__(self) -> None:
        self.least = Shares(self.register, surely=True)
        self.most = self.least if self._settled else Shares(self.register, surely=False)
        self.unlisted = Unlisted(self.register, self.least, self.most, self.listed_down_to)
        self._shares: dict[tuple[Entities, bool], Mapping[EntityId, Share]] = {}
        self._groups: dict[tuple[EntityId, bool], Entities] = {}

    @cached_property
    def _settled(self) -> bool:
        """Whether every stake is exact and none exceeds the whole: the least is then the most."""
        register = self.register
        held = [*register.holders_of.values(), *register.own_shares.values()]
        exact = all(holding.percent.exact for holdings in held for holding in holdings)
        return exact and not any(self.least.column(owned).exceeds for owned in register.listed)

    # Shares and what they make of one source.

    def shares_of(self, source: EntityId, *, surely: bool) -> Mapping[EntityId, Share]:
        """Return the least or the most that *source* and its pool own in each entity below."""
        pool = self.register.pool(source, surely=surely)
        key = (pool, surely or self._settled)
        if key not in self._shares:
            self._shares[key] = (self.least if surely else self.most).owned_by(pool)
        return self._shares[key]

    def group_of(self, source: EntityId, *, surely: bool) -> Entities:
        """Return *source* with what belongs to it by more than half, the root left out."""
        key = (source, surely)
        if key not in self._groups:
            shares = self.shares_of(source, surely=surely)
            owned = {entity for entity, share in shares.items() if share.more_than_half}
            if not surely:
                owned |= self.unlisted.lifted(self.register.pool(source, surely=False), shares)
            if source == self.root:
                owned |= self.register.pool(source, surely=surely)
            self._groups[key] = frozenset(owned | {source}) - {self.root}
        return self._groups[key]

    # Owners above the root.

    @cached_property
    def _lines(self) -> list[Ring]:
        return owners_first(self.register.lines_up((self.root,)))

    def _share_in_root(self, *, surely: bool) -> Iterator[tuple[EntityId, Share]]:
        """
        Yield each owner above the root with the least or the most it owns of it, the nearest first.

        An owner in no ring has the sum over all walks down; one in a ring less, since walks
        that come back to it do not count: it is computed by itself unless that sum is too
        small already.  So are those that act together, and where stakes cannot all be at
        their most.
        """
        walks = self._walks_up(self.least if surely else self.most)
        for ring in reversed(self._lines):
            for owner in ring:
                if owner == self.root:
                    continue
                walked = walks[owner]
                alone = len(self.register.pool(owner, surely=surely)) == 1
                once = len(ring) == 1 and owner not in self.register.own_shares
                if walked is not None and alone and (once or self._is_too_small(walked, surely=surely)):
                    yield owner, walked
                else:
                    yield owner, self.shares_of(owner, surely=surely).get(self.root, NO_SHARE)

    def _is_too_small(self, share: Share, *, surely: bool) -> bool:
        return not share.more_than_half and (surely or not self.unlisted.may_lift(self.root, share))

    def _walks_up(self, shares: Shares) -> Mapping[EntityId, Share | None]:
        """Return the sum over all walks from each owner down to the root; None where it is not to be had so."""
        found: dict[EntityId, Share | None] = {}
        for ring in reversed(self._lines):
            members = set(ring)
            ends: dict[EntityId, Fraction] = {}
            around: dict[EntityId, dict[EntityId, Fraction]] = {}
            strictly = unclear = False
            for owner in ring:
                ends[owner], around[owner] = NONE, {}
                for owned in self._held_above_root(owner):
                    part = shares.column(owned).parts[owner]
                    below = NO_SHARE if owned in members else found[owned]
                    if below is None or shares.column(owned).crowded or (owned in members and part.open):
                        unclear = True
                        continue
                    ends[owner] += part.value * (below.value + (owned == self.root))
                    if owned in members:
                        around[owner][owned] = part.value
                    leads_there = part.some and (below.some or owned == self.root)
                    strictly = strictly or (leads_there and (part.open or below.open))
            values = None if unclear else once_or_around(ends, around)
            for owner in ring:
                found[owner] = None if values is None else Share(values[owner], strictly and shares.surely)
        return found

    def _held_above_root(self, owner: EntityId) -> Iterable[EntityId]:
        """Return what *owner* holds, itself too, of the root and of those above it."""
        stakes = (*self.register.stakes_of.get(owner, ()), *self.register.own_shares.get(owner, ()))
        return dict.fromkeys(stake.owned for stake in stakes if stake.owned in self._above_root)

    @cached_property
    def _above_root(self) -> AbstractSet[EntityId]:
        return {owner for ring in self._lines for owner in ring}

    @cached_property
    def ownership_ways(self) -> Sequence[OwnershipWay]:
        """The root's own way and one for each owner that may own more than half of it, the nearest first."""
        register = self.register
        ways = [OwnershipWay(self, self.root, holds=True)]
        sure = {
            owner
            for owner, share in self._share_in_root(surely=True)
            if share.more_than_half and register.may_own(owner, surely=True)
        }
        beside_root = register.pool(self.root, surely=False)
        for owner, share in self._share_in_root(surely=False):
            if owner in beside_root or not register.may_own(owner, surely=False):
                continue
            if share.more_than_half or self._lifted_over_root(owner, share):
                ways.append(OwnershipWay(self, owner, holds=owner in sure))
        if self.unlisted.may_lift(self.root, NO_SHARE):
            strangers = (owner for owner in register.entities if owner not in self._above_root)
            owners = (owner for owner in strangers if register.may_own(owner, surely=False))
            ways += [OwnershipWay(self, owner, holds=False) for owner in owners if owner not in beside_root]
        return ways

    def _lifted_over_root(self, owner: EntityId, share: Share) -> bool:
        if not self.unlisted.may_lift(self.root, share):
            return False
        if owner not in self.most.column(self.root).parts and share.value > HALF - self.unlisted.direct(self.root):
            return True
        pool = self.register.pool(owner, surely=False)
        return self.unlisted.lifts(pool, self.shares_of(owner, surely=False), self.root)

    # The reading.

    def standing(self) -> Standing:
        sure = self._all_of((way for way in self.ownership_ways if way.holds), surely=True)
        possible = self._all_of(self.ownership_ways, surely=False)
        return Standing(frozenset(sure), frozenset(possible | sure))

    def _all_of(self, ways: Iterable[OwnershipWay], *, surely: bool) -> set[EntityId]:
        """Return the members by all *ways*, without computing what adds nobody."""
        ways = list(ways)
        found = {way.source for way in ways if way.source != self.root}
        undecided: AbstractSet[EntityId] = {self.root}
        known = -1
        for way in ways:
            if len(found) != known:
                rest = [e for e in self.register.holders_of if e not in found and e != self.root]
                undecided, known = self.register.lines_up(rest).keys(), len(found)
            if way.source == self.root or way.source in undecided:
                found |= self.group_of(way.source, surely=surely)
        return found

    def ways(self, inside: Entities, outside: Entities) -> Sequence[Way]:  # noqa: ARG002
        return self.ownership_ways

    def follows(self, entity: EntityId) -> AbstractSet[EntityId]:
        # Of what an entity owns wholly, everybody owns at least as much as of the entity.
        owned = self.least.owned_by({entity})
        return {entity, *(below for below, share in owned.items() if share.value == 1)} - {self.root}

    def tied(self, entities: Entities) -> AbstractSet[EntityId]:
        return self.register.lines_up((self.root, *sorted(entities))).keys() - {self.root}
