"""Why an entity belongs to the ring of 20 % around a group, and what it turns on."""

from functools import cached_property

from k3license.facts.group.control import A_FIFTH, MORE_THAN_HALF
from k3license.facts.group.influence import Influence
from k3license.facts.group.reasons import ControlReasons, Link, Links, lacking, open_stakes
from k3license.facts.group.steps import step_by_votes
from k3license.facts.group.ways import Entities
from k3license.model.ownership import EntityId, Step

LIST_INCOMPLETE = "a holding of 20 % or more that the file does not list would bring it in"


class RingReasons:
    """The reasons of `significant-influence`: those of control, and one step from or to the ring."""

    def __init__(self, relation: Influence) -> None:
        self.relation = relation
        self.register = relation.register
        self.root = relation.root
        self.inner = ControlReasons(relation.control)
        self._others: dict[EntityId, ControlReasons] = {}

    def _of(self, owner: EntityId) -> ControlReasons:
        if owner not in self._others:
            self._others[owner] = ControlReasons(self.relation.group_of(owner))
        return self._others[owner]

    def _group(self, *, surely: bool) -> Entities:
        return self._surely if surely else self._possibly

    @cached_property
    def _surely(self) -> Entities:
        return self.relation.control.standing().sure | {self.root}

    @cached_property
    def _possibly(self) -> Entities:
        return self.relation.control.standing().possible | {self.root}

    # Why.

    def steps(self, entity: EntityId) -> tuple[Step, ...]:
        """Return the steps that make *entity* related, or would."""
        if entity in self._group(surely=False):
            return self.inner.steps(entity)
        return tuple(link.step for link in self.links(entity))

    def links(self, entity: EntityId) -> Links:
        """Return the steps that make *entity* related, or else the steps that would."""
        for surely in (True, False):
            if entity in self._group(surely=surely):
                return self.inner.links(entity)
            found = self._through_associate(entity, surely=surely) or self._through_investor(entity, surely=surely)
            if found:
                return found
        return ()

    def _associates_above(self, entity: EntityId, *, surely: bool) -> list[EntityId]:
        group = self._group(surely=surely)
        associates = self.relation.associates(group, beyond=group, surely=surely)
        if entity in associates:
            return [entity]
        return [one for one in associates if entity in self.inner.chains(one, surely=surely).joined]

    def _through_associate(self, entity: EntityId, *, surely: bool) -> Links:
        group = self._group(surely=surely)
        for associate in self._associates_above(entity, surely=surely):
            influence = self._influence(self.inner, group, associate)
            below = () if associate == entity else self.inner.chains(associate, surely=surely).to(entity)
            return (*influence, *(Link(step, MORE_THAN_HALF) for step in below))
        return ()

    def _through_investor(self, entity: EntityId, *, surely: bool) -> Links:
        for owner, target in self._investors_beside(entity, surely=surely):
            side = self.relation.side_of(owner, surely=surely)
            beside = () if owner == entity else self._of(owner).links(entity)
            influence = self._influence(self._of(owner), side, target)
            down = () if target == self.root else self.inner.chains(target, surely=surely).to(self.root)
            return tuple(dict.fromkeys((*beside, *influence, *(Link(step, MORE_THAN_HALF) for step in down))))
        return ()

    def _investors_beside(self, entity: EntityId, *, surely: bool) -> list[tuple[EntityId, EntityId]]:
        beyond = self._group(surely=True)
        investors = self.relation.investors(beyond=beyond, surely=surely)
        beside = [pair for pair in investors.items() if entity in self.relation.side_of(pair[0], surely=surely)]
        return sorted(beside, key=lambda pair: pair[0] != entity)

    def _influence(self, reasons: ControlReasons, side: Entities, target: EntityId) -> Links:
        """Return how the members of *side* came to be in it and what they hold of *target*."""
        stakes = self.register.holders_of.get(target, ())
        step = step_by_votes(self.register, dict.fromkeys(s.owner for s in stakes if s.owner in side), target)
        before = (link for holder in step.holders if holder != reasons.root for link in reasons.links(holder))
        return (*dict.fromkeys(before), Link(step, A_FIFTH))

    # What is missing, and what it turns on.

    def lacks(self, entity: EntityId) -> str | None:
        """Return what an open membership is short of."""
        if entity in self._group(surely=False):
            return self.inner.lacks(entity)
        links = self.links(entity)
        return lacking(self.register, links) if links else LIST_INCOMPLETE

    def falls_short(self, entity: EntityId) -> str | None:
        """Return what an entity outside holds, or is held with, and what it would take; None for no link."""
        group = self._group(surely=False)
        held = self.inner.short_stake(entity, [group], A_FIFTH)
        side = self.relation.side_of(entity, surely=False)
        return held or self.inner.short_stake(self.root, [side], A_FIFTH)

    def open_paths(self, entity: EntityId) -> set[str]:
        """Return the paths of the unknown facts on any way by which *entity* may be related."""
        group = self._group(surely=False)
        found = self.inner.open_paths(entity) if entity in group else set()
        for associate in self._associates_above(entity, surely=False):
            found |= self._open_influence(self.inner, group, associate)
            if associate != entity:
                found |= self.inner.open_between(associate, entity)
        for owner, target in self._investors_beside(entity, surely=False):
            reasons = self._of(owner)
            found |= self._open_influence(reasons, self.relation.side_of(owner, surely=False), target)
            found |= reasons.open_paths(entity) if owner != entity else set()
            found |= self.inner.open_paths(target) if target != self.root else set()
            if owner in self.register.perhaps_owner:
                found.add(f"entities.{owner}.kind")
        if entity in self._brought_in_by_list:
            found.add("listed_down_to")
        return found

    @cached_property
    def _brought_in_by_list(self) -> Entities:
        return frozenset(self.relation.unlisted(self._group(surely=False)))

    def _open_influence(self, reasons: ControlReasons, side: Entities, target: EntityId) -> set[str]:
        found = set(open_stakes(self.register, target, side))
        for stake in self.register.holders_of.get(target, ()):
            if stake.owner in side and stake.owner != reasons.root:
                found |= reasons.open_paths(stake.owner)
        return found
