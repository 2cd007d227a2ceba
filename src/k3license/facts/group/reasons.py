"""Why an entity belongs to a group by control, what it lacks, and which unknown facts it turns on."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from k3license.facts.group.control import Control, Threshold, controlled_by, is_enough, votes_in
from k3license.facts.group.register import Register
from k3license.facts.group.steps import Chains, Steps, percent_text, step_by_votes
from k3license.model.ownership import EntityId, Step
from k3license.model.ranges import Range


class Link(NamedTuple):
    """A step with the threshold that it must reach."""

    step: Step
    threshold: Threshold


Links = tuple[Link, ...]


class ControlReasons:
    """The reasons of a group by control."""

    def __init__(self, relation: Control) -> None:
        self.relation = relation
        self.register = relation.register
        self.root = relation.root
        self._chains: dict[tuple[EntityId, bool], Chains] = {}

    def chains(self, source: EntityId, *, surely: bool) -> Chains:
        """Return how *source* comes to control what it does."""
        key = (source, surely or self.register.settled)
        if key not in self._chains:
            self._chains[key] = Chains(self.register, source, self.relation.threshold, surely=key[1])
        return self._chains[key]

    # Why.

    def links(self, entity: EntityId) -> Links:
        """Return the same as `steps`, each with its threshold."""
        return tuple(Link(step, self.relation.threshold) for step in self.steps(entity))

    def steps(self, entity: EntityId) -> Steps:
        """Return the shortest chain of steps that makes *entity* a member, or else one that would."""
        for surely in (True, False):
            sources = self._sources(entity, surely=surely)
            if (source := next(sources, None)) is not None:
                chains = self.chains(source, surely=surely)
                up = () if source == self.root else chains.to(self.root)
                down = () if source == entity else chains.to(entity)
                return (*up, *(step for step in down if step not in up)) if up else down
        return ()

    def _sources(self, entity: EntityId, *, surely: bool) -> Iterator[EntityId]:
        """Yield the root, the entity and the owners in common that make it a member, those nearest the root first."""
        if entity in self.chains(self.root, surely=surely).joined:
            yield self.root
        controls_root = self.register.may_own(entity, surely=surely)
        if controls_root and self.root in self.chains(entity, surely=surely).joined:
            yield entity
        above = self.register.lines_up((entity,))
        for owner in self.relation.controllers(surely=surely):
            if owner in above and owner != entity and entity in self.chains(owner, surely=surely).joined:
                yield owner

    # What is missing.

    def lacks(self, entity: EntityId) -> str | None:
        """Return what an open membership is short of."""
        return lacking(self.register, self.links(entity))

    def falls_short(self, entity: EntityId) -> str | None:
        """Return what an entity outside the group holds, or is held with, and what it would take; None for no link."""
        return self._held(entity) or self._holds(entity)

    def _held(self, entity: EntityId) -> str | None:
        sides = [way.possibly(frozenset()) | {way.source, self.root} for way in self.relation.ways_of_control]
        return self.short_stake(entity, sides, self.relation.threshold)

    def _holds(self, entity: EntityId) -> str | None:
        below = controlled_by(self.register, (entity,), self.relation.threshold, surely=False)
        if self.root in below:
            return "controls, but its kind is not one that counts as a common owner"
        side = frozenset((*below, entity))
        for target in (self.root, *self.relation.controllers(surely=False)):
            if target not in side and (short := self.short_stake(target, [side], self.relation.threshold)):
                return short
        return None

    def short_stake(self, target: EntityId, sides: Iterable[frozenset[EntityId]], threshold: Threshold) -> str | None:
        """Return the largest stake that one of *sides* has in *target*, as one that is not enough."""
        best: tuple[Range, list[EntityId]] | None = None
        for side in sides:
            stakes = self.register.holders_of.get(target, ())
            holders = list(dict.fromkeys(stake.owner for stake in stakes if stake.owner in side))
            votes = votes_in(self.register, target, side)
            assert votes.high is not None
            if votes.high > 0 and (best is None or best[0].high is None or votes.high > best[0].high):
                best = votes, holders
        if best is None:
            return None
        return _short(step_by_votes(self.register, best[1], target), threshold)

    # What it turns on.

    def open_paths(self, entity: EntityId) -> set[str]:
        """Return the paths of the percentages and kinds on any way by which *entity* may be a member."""
        found: set[str] = set()
        for source in self._sources(entity, surely=False):
            if source in self.register.perhaps_owner:
                found.add(f"entities.{source}.kind")
            for target in (entity, self.root):
                if target != source:
                    found |= self.open_between(source, target)
        return found

    def open_between(self, source: EntityId, target: EntityId) -> set[str]:
        """Return the paths of the unknown facts on which it turns whether *source* controls *target*."""
        sure, possible = self.chains(source, surely=True).joined, self.chains(source, surely=False).joined
        found: set[str] = set()
        waiting = [target] if target in possible else []
        seen = {*sure, source}
        for entity in waiting:
            if entity in seen:
                continue
            seen.add(entity)
            found.update(open_stakes(self.register, entity, {*possible, source}))
            waiting += [stake.owner for stake in self.register.holders_of.get(entity, ()) if stake.owner in possible]
            facts = [f for f in self.register.facts_on.get(entity, ()) if f.controller in {*possible, source}]
            found.update(fact.path for fact in facts if fact.perhaps)
            waiting += [fact.controller for fact in facts]
            for fact in self.register.partners_of.get(entity, ()):
                if entity in self.register.perhaps_owner:
                    found.add(f"entities.{entity}.kind")
                waiting.append(fact.controlled)
        return found


def lacking(register: Register, links: Links) -> str | None:
    """Return in words the first link that does not surely reach its threshold, else the first owner of unknown kind."""
    for step, threshold in links:
        if step.by is None:
            votes = votes_in(register, step.target, step.holders)
            if not is_enough(register, step.target, votes, step.holders, threshold, surely=True):
                return _short(step, threshold)
    for step, _ in links:
        facts = register.facts_on.get(step.target, ())
        if any(fact.perhaps and fact.path in step.paths for fact in facts):
            return f"it is not known whether {step.holders[0]} controls {step.target} on that day"
        for owner in (*step.holders, step.target):
            if owner in register.perhaps_owner:
                return f"counts only if the kind of {owner} does, which is not known"
    return None


def _short(step: Step, threshold: Threshold) -> str:
    holders = " and ".join(step.holders)
    verb = "hold" if len(step.holders) > 1 else "holds"
    held = "votes" if step.held is None else percent_text(step.held)
    return f"{holders} {verb} {held} of the votes in {step.target}, needs {threshold.words}"


def open_stakes(register: Register, target: EntityId, holders: Iterable[EntityId]) -> Iterator[str]:
    """
    Yield the paths of the stakes in *target* that may decide: those of *holders* that are ranges.

    Where the listed votes exceed the whole, every stake is in doubt.
    """
    among = set(holders)
    doubtful = register.exceeds(target)
    for stake in register.holders_of.get(target, ()):
        if doubtful or (stake.owner in among and not stake.votes.exact):
            yield stake.path
    for stake in register.own_shares.get(target, ()):
        if doubtful or not stake.votes.exact:
            yield stake.path
