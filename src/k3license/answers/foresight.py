"""Pairs of changes thought through: which may lead to another answer together, and need a trial to tell."""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from itertools import product
from typing import Final, NamedTuple

from k3license.answers.assessor import SOME_MEMBER
from k3license.answers.candidates import Candidate
from k3license.answers.exact import answer_with, applies_by, elements_of, exempt_from
from k3license.answers.trials import FULFILLED, Trial
from k3license.answers.uses import Decided
from k3license.engine import builtin
from k3license.model.assessment import Applies
from k3license.model.rules import Measure
from k3license.model.truth import Truth

# Leaves that have to do with both of two changes, beyond which the pair is tried instead of thought through.
MOST_MEETING: Final = 3
_OWNS: Final = ".owns."

Goal = Callable[[Mapping[str, Decided]], object]


class Idle(NamedTuple):
    """A change that alone leads to no other answer, and the leaves that have to do with what it changes."""

    candidate: Candidate
    trial: Trial
    concerns: AbstractSet[str]


class Foresight:
    """Thinks changes to *base* through; *goal* tells what is to be another one."""

    def __init__(self, base: Trial, goal: Goal) -> None:
        self.base = base
        self.goal = goal
        self.today = goal(base.decided)
        self.foreseen: dict[tuple[AbstractSet[tuple[str, Truth]], bool, bool], bool] = {}

    def may_flip(self, one: Idle, other: Idle) -> bool:
        """
        Return whether two changes may lead to another answer together, as far as can be told without trying.

        A leaf that has to do with one of them is as it is with that one; one that has to do with both may be anything.
        """
        base, trials = self.base.truths, (one.trial, other.trial)
        if any(trial.use.sweeping.leaves.keys() != self.base.use.sweeping.leaves.keys() for trial in trials):
            return True
        # Who belongs to the group may differ: then the group is looked at as a whole.
        same_members = all(trial.of_members.keys() == self.base.of_members.keys() for trial in trials)
        left_out = (self.base.groups if same_members else self.base.of_members).keys()
        here, there = one.concerns - left_out, other.concerns - left_out
        meeting = (here & there) | self._met_after(one, here, other) | self._met_after(other, there, one)
        met = [name for name in meeting if name in base and not self._stays_no(name, one, other)]
        if len(met) > MOST_MEETING:
            return True
        differing = {
            name: truth for trial in trials for name, truth in trial.truths.items() if truth is not base.get(name)
        }
        of_the_past = any(_is_of_the_past(each.candidate) for each in (one, other))
        return any(
            self._leads_elsewhere({**differing, **dict(zip(met, found, strict=True))}, same_members, of_the_past)
            for found in product(Truth, repeat=len(met))
        )

    def _leads_elsewhere(self, differing: Mapping[str, Truth], same_members: bool, of_the_past: bool) -> bool:
        """Return whether another answer follows where the leaves are as today, save *differing* ones; kept."""
        key = (frozenset(differing.items()), same_members, of_the_past)
        if key not in self.foreseen:
            truths = {**self.base.truths, **differing}
            if same_members:
                truths |= self._some_members(truths)
            self.foreseen[key] = self._foreseen(truths, of_the_past=of_the_past) != self.today
        return self.foreseen[key]

    def _stays_no(self, name: str, one: Idle, other: Idle) -> bool:
        """Return whether a leaf that is no with either change is no with both: a smaller group only takes away."""
        parts = self.base.use.sweeping.compiled.parts
        grows = name in self.base.groups or name in self.base.of_members or isinstance(parts.get(name), Measure)
        shrinking = any(_OWNS in each.candidate.edits[0].path for each in (one, other))
        return grows and shrinking and all(each.trial.truths.get(name) is Truth.NO for each in (one, other))

    def _some_members(self, truths: Mapping[str, Truth]) -> dict[str, Truth]:
        """Return for each leaf about some member of the group what follows from those about each."""
        found = {}
        for name, (program, _) in self.base.groups.items():
            leaves = {each: truths[f"{name} {each}"] for each in program.leaves}
            found[name] = builtin.evaluate(program, leaves).truth[SOME_MEMBER]
        return found

    def _met_after(self, first: Idle, leaves: AbstractSet[str], second: Idle) -> set[str]:
        """Return which of *leaves* rest, once *first* is made, on what *second* changes."""
        paths = [edit.path for edit in second.candidate.edits]
        return {name for name in leaves if first.trial.rests_on(name, paths)}

    def concerned(self, candidate: Candidate, trial: Trial) -> AbstractSet[str]:
        """Return the leaves that have to do with what *candidate* changes."""
        paths = [edit.path for edit in candidate.edits]
        found = {name for name, truth in trial.truths.items() if truth is not self.base.truths.get(name)}
        if candidate.of_figures:
            parts = self.base.use.sweeping.compiled.parts
            found |= {name for name in trial.truths if isinstance(parts.get(name), Measure)}
        for each in (self.base, trial):
            if any(_OWNS in path for path in paths):
                found |= each.of_group
            found |= {name for name in each.facts if each.rests_on(name, paths)}
        return found

    def _foreseen(self, truths: Mapping[str, Truth], *, of_the_past: bool) -> object:
        """
        Return the goal that *truths* lead to, None where that takes a trial.

        *of_the_past*: the changes are of what was so in earlier months, too.
        """
        program = self.base.use.sweeping.compiled.program
        truth = builtin.evaluate(program, {name: truths[name] for name in program.leaves}).truth
        decided = {}
        for requirement in self.base.use.pack.requirements:
            applies = applies_by(truth[elements_of(requirement)], truth.get(exempt_from(requirement), Truth.NO))
            if applies is Applies.UNKNOWN and self.base.use.world.memory.memberships:
                # What is open is decided for all memberships together.
                return None
            answer = answer_with(applies, truths[f"{FULFILLED}{requirement.id}"])
            before = self.base.decided[requirement.id]
            by_agreement = requirement.then.fulfilled_by.kind == "agreement" and answer.fulfilled is Truth.YES
            if by_agreement and (of_the_past or answer != before.answer):
                # Whether the agreement came late then is not foreseen.
                return None
            decided[requirement.id] = Decided(answer, before.late if answer == before.answer else None)
        return self.goal(decided)


def _is_of_the_past(candidate: Candidate) -> bool:
    """Return whether a change is of figures, holdings or agreements: they say what was so month by month."""
    path = candidate.edits[0].path
    return candidate.of_figures or path.startswith("agreements") or _OWNS in path
