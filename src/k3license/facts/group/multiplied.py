"""The reading `multiplied-ownership`: more than half of it belongs, chain by chain, to the same owner."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from k3license.facts.group.chains import Ring, owners_first
from k3license.facts.group.economic import HALF, NO_SHARE, NONE, ONE, Share, Shares
from k3license.facts.group.register import Register
from k3license.facts.group.ways import NOBODY, Entities, Standing, Way
from k3license.model.ownership import EntityId


@dataclass
class OwnershipWay:
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
                owned |= self._lifted(source, shares)
            if source == self.root:
                owned |= self.register.pool(source, surely=surely)
            self._groups[key] = frozenset(owned | {source}) - {self.root}
        return self._groups[key]

    # Holdings that the file does not list.

    def _lifted(self, source: EntityId, shares: Mapping[EntityId, Share]) -> set[EntityId]:
        if not self.listed_down_to:
            return set()
        short = [entity for entity, share in shares.items() if self._within_reach(entity, share)]
        gains = self._gains(source, shares, short) if short else {}
        return {entity for entity in short if shares[entity].value > HALF - gains.get(entity, NONE)}

    def _within_reach(self, entity: EntityId, share: Share) -> bool:
        return NONE < share.value <= HALF and share.value > HALF - self._gain_limits[entity]

    @cached_property
    def _gain_limits(self) -> Mapping[EntityId, Fraction]:
        """The most that one unlisted holding could add to anybody's share in each entity."""
        return self._passed_on({entity: self._unlisted(entity) for entity in self.register.entities})

    def _unlisted(self, entity: EntityId) -> Fraction:
        """Return the size that one unlisted holding in *entity* stays below, or cannot exceed."""
        if not self.register.can_be_held(entity):
            return NONE
        return max(NONE, min(Fraction(self.listed_down_to) / 100, self.least.column(entity).room))

    def _gains(
        self, source: EntityId, shares: Mapping[EntityId, Share], entities: Iterable[EntityId]
    ) -> dict[EntityId, Fraction]:
        """Return how much one unlisted holding, of *source* or what it owns, could add to its shares."""
        pool = self.register.pool(source, surely=False)
        owners = [*sorted(pool), *sorted(shares, key=lambda entity: -shares[entity].value)]
        gains: dict[EntityId, Fraction] = {}
        for entity in self.register.lines_up(entities):
            listed = self.most.column(entity).parts
            owner = next((owner for owner in owners if owner not in listed and owner != entity), None)
            if owner is not None and entity not in pool:
                gains[entity] = self._unlisted(entity) * (ONE if owner in pool else shares[owner].value)
        return self._passed_on(gains)

    def _passed_on(self, gains: dict[EntityId, Fraction]) -> dict[EntityId, Fraction]:
        """Let each gain pass on to the entities below, in proportion to the stakes in them."""
        waiting = deque(gains)
        while waiting:
            owner = waiting.popleft()
            for holding in self.register.stakes_of.get(owner, ()):
                owned = holding.owned
                passed_on = gains[owner] * self.most.column(owned).parts[owner].value
                if owned in gains and passed_on > gains[owned]:
                    gains[owned] = passed_on
                    waiting.append(owned)
        return gains

    # Owners above the root.

    @cached_property
    def _lines(self) -> list[Ring]:
        return owners_first(self.register.lines_up((self.root,)))

    def _share_in_root(self, *, surely: bool) -> Iterator[tuple[EntityId, Share]]:
        """
        Yield each owner above the root with the least or the most it owns of it, the nearest first.

        Along lines that neither meet a ring nor could hold more than the whole, each share
        follows from those below; any other is computed by itself.
        """
        shares = self.least if surely else self.most
        plain: dict[EntityId, Share] = {}
        for ring in reversed(self._lines):
            for owner in ring:
                if owner == self.root:
                    if len(ring) == 1 and self._lets_pass(owner, shares):
                        plain[owner] = Share(ONE)
                    continue
                held = [stake.owned for stake in self.register.stakes_of.get(owner, ())]
                held = [owned for owned in dict.fromkeys(held) if owned in self._above_root]
                alone = len(ring) == 1 and len(self.register.pool(owner, surely=surely)) == 1
                if not alone or any(owned not in plain for owned in held):
                    yield owner, self.shares_of(owner, surely=surely).get(self.root, NO_SHARE)
                    continue
                parts = [(shares.column(owned).parts[owner], plain[owned]) for owned in held]
                value = sum((part.value * below.value for part, below in parts), NONE)
                strictly = any(part.some and below.some and (part.open or below.open) for part, below in parts)
                share = Share(value, strictly)
                if self._lets_pass(owner, shares):
                    plain[owner] = share
                yield owner, share

    def _lets_pass(self, entity: EntityId, shares: Shares) -> bool:
        return not shares.column(entity).crowded and entity not in self.register.own_shares

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
        return ways

    def _lifted_over_root(self, owner: EntityId, share: Share) -> bool:
        if not self._within_reach(self.root, share):
            return False
        if owner not in self.most.column(self.root).parts and share.value > HALF - self._unlisted(self.root):
            return True
        shares = self.shares_of(owner, surely=False)
        gain = self._gains(owner, shares, (self.root,)).get(self.root, NONE)
        return share.value > HALF - gain

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
        return {entity}

    def tied(self, entities: Entities) -> AbstractSet[EntityId]:
        return self.register.lines_up((self.root, *sorted(entities))).keys() - {self.root}
