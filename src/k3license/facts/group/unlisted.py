"""What one holding that the file does not list could add to an economic share."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from k3license.facts.group.chains import owners_first
from k3license.facts.group.economic import HALF, NO_SHARE, NONE, ONE, Share, Shares
from k3license.facts.group.register import Register
from k3license.model.ownership import EntityId


class Unlisted:
    """
    Gains from one further holding, smaller than *listed_down_to* percent, between listed entities.

    The two have no listed holding in each other's direction, and it is no larger than the
    room that the list leaves in the entity held.  Gains are never too low; where several
    lines or a ring lead on from that entity they may be too high.
    """

    def __init__(self, register: Register, least: Shares, most: Shares, listed_down_to: Decimal) -> None:
        self.register = register
        self.least = least
        self.most = most
        self.limit = Fraction(listed_down_to) / 100

    def may_lift(self, entity: EntityId, share: Share) -> bool:
        """Return whether a gain could make a *share* in *entity*, not over half so far, more than half."""
        return self.limit > 0 and HALF - self._limits.get(entity, NONE) < share.value <= HALF

    def lifted(self, pool: AbstractSet[EntityId], shares: Mapping[EntityId, Share]) -> set[EntityId]:
        """Return those of which *pool*, with these *shares*, may own more than half by one unlisted holding."""
        if not self.limit:
            return set()
        reached = {*shares, *self._liftable_from_nothing} - pool
        short = {entity: shares.get(entity, NO_SHARE) for entity in reached}
        gaps = {entity: HALF - share.value for entity, share in short.items() if self.may_lift(entity, share)}
        gains = self._gains(pool, shares, gaps) if gaps else {}
        return {entity for entity, gap in gaps.items() if gains[entity] > gap}

    def lifts(self, pool: AbstractSet[EntityId], shares: Mapping[EntityId, Share], entity: EntityId) -> bool:
        """Return whether *entity* is one of those."""
        share = shares.get(entity, NO_SHARE)
        if not self.may_lift(entity, share):
            return False
        gap = HALF - share.value
        return self._gains(pool, shares, {entity: gap})[entity] > gap

    def direct(self, entity: EntityId) -> Fraction:
        """
        Return what a holding in *entity* adds at most to the share of a holder that owns nothing else in it.

        More than its size, where votes around a ring or the entity's own shares come back.
        """
        if not self.register.can_be_held(entity):
            return NONE
        column = self.most.column(entity)
        size = max(NONE, min(self.limit, self.least.column(entity).room))
        back = sum((part.value for owner, part in column.parts.items() if owner in self._ring_of[entity]), NONE)
        if not size:
            return NONE
        return ONE if back >= 1 - size else size / (1 - back)

    @cached_property
    def _ring_of(self) -> Mapping[EntityId, AbstractSet[EntityId]]:
        found: dict[EntityId, AbstractSet[EntityId]] = {entity: {entity} for entity in self.register.entities}
        owners = {owned: [stake.owner for stake in stakes] for owned, stakes in self.register.holders_of.items()}
        for ring in owners_first(owners):
            if len(ring) > 1:
                found.update((entity, frozenset(ring)) for entity in ring)
        return found

    @cached_property
    def _limits(self) -> Mapping[EntityId, Fraction]:
        """The most that anybody could gain in each entity."""
        entities = self.register.entities
        return self._passed_on(self.register.lines_up(entities), {entity: self.direct(entity) for entity in entities})

    @cached_property
    def _liftable_from_nothing(self) -> list[EntityId]:
        return [entity for entity, gain in self._limits.items() if gain > HALF]

    def _gains(
        self, pool: AbstractSet[EntityId], shares: Mapping[EntityId, Share], gaps: Mapping[EntityId, Fraction]
    ) -> Mapping[EntityId, Fraction]:
        """Return how much *pool* could gain in each entity with a gap, and in those above it."""
        # Nobody passes on more than it has.
        smallest = min(gaps.values())
        large = [entity for entity, share in shares.items() if share.value > smallest]
        large.sort(key=lambda entity: shares[entity].value, reverse=True)
        lines = self.register.lines_up(gaps)
        direct = {entity: self._by_pool(entity, pool, shares, large) for entity in lines}
        return self._passed_on({entity: () if entity in pool else owners for entity, owners in lines.items()}, direct)

    def _by_pool(
        self, entity: EntityId, pool: AbstractSet[EntityId], shares: Mapping[EntityId, Share], large: list[EntityId]
    ) -> Fraction:
        if entity in pool:
            return NONE
        listed = self.most.column(entity).parts
        if any(owner not in listed for owner in pool):
            return self.direct(entity)
        direct = self.direct(entity)
        largest = next((shares[owner].value for owner in large if owner not in listed and owner != entity), NONE)
        for owner, share in self.most.owned_by({entity}).items() if direct else ():
            if owner in shares and owner not in listed:
                # With the further holding, the owner's own share grows by what comes back to it.
                back = share.value * direct
                largest = ONE if back >= 1 else max(largest, min(ONE, shares[owner].value / (1 - back)))
        return direct * largest

    def _passed_on(
        self, lines: Mapping[EntityId, Iterable[EntityId]], direct: Mapping[EntityId, Fraction]
    ) -> Mapping[EntityId, Fraction]:
        """Return the larger of the *direct* gain in each entity and what comes down from its owners' gains."""
        gains: dict[EntityId, Fraction] = {}
        for ring in owners_first({entity: list(owners) for entity, owners in lines.items()}):
            found: dict[EntityId, Fraction] = {}
            for entity in ring:
                parts = self.most.column(entity).parts
                above = {
                    owner: part.value for owner, part in parts.items() if owner in gains and owner in lines[entity]
                }
                highest = max((gains[owner] for owner in above), default=NONE)
                own = parts.get(entity, NO_SHARE).value
                passed = sum((part * gains[owner] for owner, part in above.items()), NONE)
                passed = highest if own == 1 else passed / (1 - own)
                found[entity] = max(direct[entity], highest if len(ring) > 1 else min(passed, highest))
            gains.update(dict.fromkeys(ring, max(found.values())) if len(ring) > 1 else found)
        return gains
