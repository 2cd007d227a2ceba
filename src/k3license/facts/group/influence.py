"""The reading `significant-influence`: the group by more than half, and the ring of 20 % around it."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from functools import cached_property
from typing import Final, NamedTuple

from k3license.facts.group.chains import owners_first
from k3license.facts.group.control import (
    A_FIFTH,
    MORE_THAN_HALF,
    Control,
    controlled_by,
    is_enough,
    votes_in,
)
from k3license.facts.group.register import Register
from k3license.facts.group.ways import NOBODY, Entities, Standing, Way, standing_if
from k3license.model.ownership import EntityId
from k3license.model.ranges import EXACT

# From here on a single holding is presumed to give influence.
INFLUENTIAL: Final = Decimal(20)


class AssociateWay(NamedTuple):
    """An entity in which the group may have influence, with what that entity controls."""

    register: Register
    root: EntityId
    associate: EntityId
    holds: bool

    def surely(self, also: Entities) -> Entities:
        start = (self.associate, *sorted(also))
        below = controlled_by(self.register, start, MORE_THAN_HALF, surely=True)
        return frozenset((*below, *start)) - {self.root}

    def possibly(self, without: Entities) -> Entities:
        if self.associate in without:
            return NOBODY
        below = controlled_by(self.register, (self.associate,), MORE_THAN_HALF, surely=False, without=without)
        return frozenset((*below, self.associate)) - {self.root}


class InvestorWay(NamedTuple):
    """The group of one that may have influence on the root or on a controller of the root."""

    group: Control
    root: EntityId
    holds: bool

    def _if(self, inside: Entities, outside: Entities) -> Standing | None:
        known = self.group.standing()
        investor = self.group.root
        if investor in outside:
            return None
        return standing_if(self.group, inside & known.open, outside & known.possible)

    def surely(self, also: Entities) -> Entities:
        found = self._if(also, NOBODY) or self.group.standing()
        return (found.sure | {self.group.root}) - {self.root}

    def possibly(self, without: Entities) -> Entities:
        found = self._if(NOBODY, without)
        return NOBODY if found is None else (found.possible | {self.group.root}) - {self.root}


class Influence:
    """
    The group of *root* with the ring around it.

    The group is that by more than half of the votes.  Around it: entities in which its
    members together hold 20 % of the votes or more, with what those control; and the whole
    group of any owner whose members together hold that much of the root or of one that
    controls it.  Rings do not chain.

    Holdings that the file does not list stay below *listed_down_to* percent.  Down to 20,
    none of them is reckoned with: one alone gives no influence, and crumbs are not added
    up.  Above 20, any listed entity may be influenced, or have influence, through one,
    unless all pairs have a listed holding or what is listed leaves no room for it.
    """

    def __init__(self, register: Register, root: EntityId, listed_down_to: Decimal) -> None:
        self.register = register
        self.root = root
        self.lists_influence = listed_down_to <= INFLUENTIAL
        self.control = Control(register, root, MORE_THAN_HALF)
        self._groups: dict[EntityId, Control] = {}
        self._heads: dict[EntityId, EntityId] = {}

    def group_of(self, owner: EntityId) -> Control:
        """Return the group by control of another owner."""
        if owner not in self._groups:
            self._groups[owner] = Control(self.register, owner, MORE_THAN_HALF)
        return self._groups[owner]

    def side_of(self, owner: EntityId, *, surely: bool) -> Entities:
        """Return *owner* with its group by control."""
        known = self.group_of(owner).standing()
        return (known.sure if surely else known.possible) | {owner}

    # The ring as listed.

    def associates(self, group: Entities, *, beyond: Entities, surely: bool) -> list[EntityId]:
        """Return the entities in which *group* has influence, those of *beyond* left out."""
        stakes = (stake for member in sorted(group) for stake in self.register.stakes_of.get(member, ()))
        held = dict.fromkeys((*(stake.owned for stake in stakes), *self.register.joint))
        return [entity for entity in held if entity not in beyond and self.influenced(entity, group, surely=surely)]

    def influenced(self, entity: EntityId, group: Entities, *, surely: bool) -> bool:
        """Return whether *group* has influence on *entity*: by votes, or as party to an agreement on it."""
        if not group.isdisjoint(self.register.joint.get(entity, ())):
            return True
        votes = votes_in(self.register, entity, group)
        return is_enough(self.register, entity, votes, group, A_FIFTH, surely=surely)

    def investors(self, *, beyond: Entities, surely: bool) -> dict[EntityId, EntityId]:
        """
        Return the owners whose own groups have influence on the root or on one that controls it.

        Each comes with the entity that it has influence on; those of *beyond* are left out.
        """
        found: dict[EntityId, EntityId] = {}
        for target in self._targets(surely=surely):
            for owner in self._owners_near(target, beyond, surely=surely):
                head = self._head_of(owner)
                if head not in found and self.influenced(target, self.side_of(head, surely=surely), surely=surely):
                    found[head] = target
        return found

    def _head_of(self, owner: EntityId) -> EntityId:
        """Return the first of those asked about that surely have the same group."""
        if self._groups_may_overlap:
            return owner
        if owner not in self._heads:
            for member in self.side_of(owner, surely=True):
                self._heads.setdefault(member, owner)
        return self._heads[owner]

    def _owners_near(self, target: EntityId, beyond: Entities, *, surely: bool) -> Iterator[EntityId]:
        """Yield the owners in whose groups somebody holds shares in *target*."""
        stakes = self.register.holders_of.get(target, ())
        holders = dict.fromkeys((*(stake.owner for stake in stakes), *sorted(self.register.joint.get(target, ()))))
        near = dict.fromkeys(holder for holder in holders if holder not in beyond)
        if self._groups_may_overlap:
            for owner in list(near):
                near.update(dict.fromkeys(sorted(self.side_of(owner, surely=surely))))
            if not beyond.issuperset(self._above_targets):
                inside = (holder for holder in holders if holder in beyond)
                above = (owner for holder in inside for owner in self.group_of(holder).controllers(surely=surely))
                for owner in dict.fromkeys(above):
                    near.update(dict.fromkeys(sorted(self.side_of(owner, surely=surely))))
        for owner in near:
            if owner not in beyond and self.register.may_own(owner, surely=surely):
                yield owner

    @cached_property
    def _groups_may_overlap(self) -> bool:
        """Whether an entity may be in two groups: never by votes alone, if every owner counts and the list is sound."""
        register = self.register
        declared = register.facts_of or register.partners_of
        return bool(declared or register.no_owner or register.perhaps_owner or not register.sound)

    @cached_property
    def _above_targets(self) -> AbstractSet[EntityId]:
        return self.register.lines_up((self.root,)).keys()

    def _targets(self, *, surely: bool) -> list[EntityId]:
        return [self.root, *self.control.controllers(surely=surely)]

    # Influence through holdings that the file does not list.

    def unlisted(self, group: Entities) -> list[EntityId]:
        """Return the entities outside *group* that an unlisted holding may bring into the ring."""
        if self.lists_influence:
            return []
        outside = [entity for entity in self.register.entities if entity not in group]
        return [e for e in outside if self._may_be_influenced(e, group) or self._may_have_influence(e)]

    def _may_be_influenced(self, entity: EntityId, group: Entities) -> bool:
        return entity not in self.register.no_member and self._leaves_room(entity, group)

    def _may_have_influence(self, owner: EntityId) -> bool:
        if not self.register.may_own(owner, surely=False):
            return False
        targets = [target for target in self._targets(surely=False) if target != owner]
        if any(self._leaves_room(target, frozenset({owner})) for target in targets):
            return True
        holders = {stake.owner for target in targets for stake in self.register.holders_of.get(target, ())}
        if owner not in holders:
            return False
        side = self.side_of(owner, surely=False)
        return any(self._leaves_room(target, side) for target in targets)

    def _leaves_room(self, entity: EntityId, group: Entities) -> bool:
        """Return whether one of *group* without a listed holding in *entity* may have a decisive unlisted one."""
        if not self.register.can_be_held(entity):
            return False
        holders = {stake.owner for stake in self.register.holders_of.get(entity, ())}
        if group <= holders | {entity}:
            return False
        votes = votes_in(self.register, entity, group).high
        return votes is not None and EXACT.add(votes, self.register.room(entity)) >= INFLUENTIAL

    # The reading.

    def standing(self) -> Standing:
        group = self.control.standing()
        own = group.sure | {self.root}
        sure = self._with_ring(own, own, surely=True)
        if self.register.settled and self.lists_influence:
            return Standing(sure, sure)
        possible = self._with_ring(group.possible | {self.root}, own, surely=False)
        return Standing(sure, possible | sure)

    def _with_ring(self, group: Entities, sure: Entities, *, surely: bool) -> Entities:
        members = set(group)
        for owner in self.investors(beyond=sure, surely=surely):
            if surely and self._may_be_inside(owner, self.control.standing()):
                members |= self._below(owner, surely=True) | {owner}
            else:
                members |= self.side_of(owner, surely=surely)
        associates = self.associates(group, beyond=group, surely=surely)
        if not surely:
            associates += self.unlisted(group)
        members.update(associates)
        for associate in self._owners_first(associates):
            members.update(self._below(associate, surely=surely))
        return frozenset(members - {self.root})

    def _owners_first(self, associates: Iterable[EntityId]) -> list[EntityId]:
        """Return *associates* without those that, being controlled by another, add nothing."""
        wanted = dict.fromkeys(associates)
        if len(wanted) < 2:
            return list(wanted)
        heads, covered = [], set[EntityId]()
        for ring in owners_first(self.register.lines_up(wanted)):
            for entity in ring:
                if entity in wanted and entity not in covered:
                    heads.append(entity)
                    covered |= self._below(entity, surely=True)
        return heads

    def _below(self, associate: EntityId, *, surely: bool) -> Entities:
        return frozenset(controlled_by(self.register, (associate,), MORE_THAN_HALF, surely=surely))

    def ways(self, inside: Entities, outside: Entities) -> Sequence[Way]:
        """
        Return the ways by control, by being influenced and by having influence.

        Who is influenced follows from the group by control, to which those of *inside*
        surely belong that no ring could explain.
        """
        ways: list[Way] = list(self.control.ways(inside, outside))
        known = self.control.standing()
        by_control = (inside & known.open) - self._explained_by_ring
        given = standing_if(self.control, by_control, outside & known.possible)
        if given is not None:
            ways += self._ring_ways(given)
        return ways

    @cached_property
    def _explained_by_ring(self) -> Entities:
        ring = self._ring_ways(self.control.standing())
        return NOBODY.union(*(way.possibly(NOBODY) for way in ring))

    def _ring_ways(self, given: Standing) -> list[Way]:
        sure, possible = given.sure | {self.root}, given.possible | {self.root}
        influenced = set(self.associates(sure, beyond=sure, surely=True))
        investing = self.investors(beyond=sure, surely=True)
        ring: list[Way] = []
        associates = (*self.associates(possible, beyond=sure, surely=False), *self.unlisted(sure))
        for entity in dict.fromkeys(associates):
            ring.append(AssociateWay(self.register, self.root, entity, holds=entity in influenced))
        for owner in self.investors(beyond=sure, surely=False):
            outside = owner in investing and not self._may_be_inside(owner, given)
            ring.append(InvestorWay(self.group_of(owner), self.root, holds=outside))
            if owner in investing and not outside:
                ring.append(AssociateWay(self.register, self.root, owner, holds=True))
        return ring

    def _may_be_inside(self, owner: EntityId, given: Standing) -> bool:
        """Return whether an investor may belong to the group, which then need not hold for the investor's own."""
        return self._groups_may_overlap and owner in given.possible

    def follows(self, entity: EntityId) -> AbstractSet[EntityId]:
        return (self._below(entity, surely=True) | {entity}) - {self.root}

    def tied(self, entities: Entities) -> AbstractSet[EntityId]:
        return self.register.lines_up((self.root, *sorted(entities))).keys() - {self.root}
