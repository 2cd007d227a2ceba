"""What would change an answer: the smallest sets of changes to facts, each found by assessing the changed profile."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from k3license.answers.assessor import SOME_MEMBER, Leaf
from k3license.answers.candidates import Candidate, candidates, candidates_at, fuller
from k3license.answers.cases import Cases
from k3license.answers.exact import answer_with, applies_by, elements_of, exempt_from
from k3license.answers.uses import Decided, Use
from k3license.answers.verdicts import asked_for, verdict_of
from k3license.answers.whatif import change
from k3license.engine import builtin
from k3license.engine.agreement import Engines
from k3license.facts.membership import group
from k3license.facts.world import Settled
from k3license.model.assessment import Answer, Applies, Assessment, Verdict
from k3license.model.changes import Action, Flip
from k3license.model.errors import InputErrors, NotUnderstood
from k3license.model.program import Program
from k3license.model.rules import Measure
from k3license.model.series import FiguresContradict
from k3license.model.truth import Truth
from k3license.reading.profiles import changed_profile
from k3license.text.flow import flow_text

# Leaves that have to do with both of two changes, beyond which the pair is tried instead of thought through.
MOST_MEETING: Final = 3
_WHO_FIRST: Final = ("licensee", "others", "nobody")
_WORST_FIRST: Final = tuple(Verdict)
_FULFILLED: Final = "fulfilled "
_SOME_MEMBER: Final = "some_member:"
_OWNS: Final = ".owns."
_ASKED_OF_EVERY_GROUP: Final = "common-owner"


def flips(use: Use, assessment: Assessment, *, requirement: str | None = None) -> tuple[Flip, ...]:
    """
    Return all smallest sets of one or two changes to stated facts that lead to another verdict.

    *assessment* is that of *use*.  With *requirement*, to another answer to that one.  The
    changes are those of `rules/common/changes.yaml` that fit the facts that the assessment
    relied on; a change that contradicts the rest of the profile is none.  Those that the
    licensee can bring about come first, then single ones.  Each was verified by deciding the
    changed profile again with the engines that *use* is assessed with.
    """
    return tuple(_Search(use, assessment, requirement).flips())


@dataclass(frozen=True)
class _Trial:
    """A profile with some changes made, the use in it, and what is decided of each requirement."""

    use: Use
    decided: Mapping[str, Decided]

    @cached_property
    def truths(self) -> Mapping[str, Truth]:
        """The truth of each leaf, and whether each requirement is fulfilled."""
        return {name: settled.value for name, settled in self._settled.items()}

    @cached_property
    def facts(self) -> Mapping[str, tuple[str, ...]]:
        """The facts that each of the same relied on."""
        return {name: settled.relied_on for name, settled in self._settled.items()}

    def rests_on(self, name: str, paths: Iterable[str]) -> bool:
        """Return whether the leaf *name* rests on one of *paths*, on a part of it, or on what it is a part of."""
        facts, parts = _reach(self.facts.get(name, ()))
        return any(path in parts or not facts.isdisjoint(_beginnings(path)) for path in paths)

    @cached_property
    def of_group(self) -> AbstractSet[str]:
        """Those that ask who belongs to a group: they rest on all holdings."""
        return {
            name
            for name, settled in self._settled.items()
            if any(question.name == _ASKED_OF_EVERY_GROUP for question in settled.asked)
        }

    def looked_at(self) -> Iterator[str]:
        """Yield the facts that the answers rest on: what would fulfil a duty only where there is one."""
        for name, facts in self.facts.items():
            id = name.removeprefix(_FULFILLED)
            if id == name or self.decided[id].answer.fulfilled is not None:
                yield from facts

    @cached_property
    def groups(self) -> Mapping[str, tuple[Program, Mapping[str, Leaf]]]:
        """For each leaf about some member of the group, the program that looks for one, and its leaves."""
        sweeping, world = self.use.sweeping, self.use.world
        others = tuple(group(world, sweeping.operator))
        definitions = sweeping.pack.definitions
        return {
            name: sweeping.group_program(definitions[name.removeprefix(_SOME_MEMBER)], others)
            for name in sweeping.leaves
            if name.startswith(_SOME_MEMBER)
        }

    @cached_property
    def of_members(self) -> Mapping[str, Leaf]:
        """The leaves of the same programs: one member who runs something is enough, so each is looked at alone."""
        return {f"{name} {each}": leaf for name, (_, inner) in self.groups.items() for each, leaf in inner.items()}

    @cached_property
    def _settled(self) -> Mapping[str, Settled]:
        use = self.use
        leaves = dict(use.sweeping.leaves)
        leaves |= {f"{_FULFILLED}{each.id}": use.sweeping.fulfilment_leaf(each) for each in use.pack.requirements}
        leaves |= self.of_members
        return {name: use.world.explain(leaf.key, leaf.compute) for name, leaf in leaves.items()}


class _Idle(NamedTuple):
    """A change that alone leads to no other answer, and the leaves that have to do with what it changes."""

    candidate: Candidate
    trial: _Trial
    concerns: AbstractSet[str]


class _Search:
    """Tries single changes, then pairs of those that do nothing alone."""

    def __init__(self, use: Use, assessment: Assessment, requirement: str | None) -> None:
        self.reported = use.cases
        # Trials are made with one engine; what they find is verified with those asked for.
        self.cases = use.cases.of_changed(use.loaded, use.cases.options._replace(engines=Engines.BUILTIN))
        self.requirement = requirement
        self.assessment = assessment
        self.pack = use.pack
        base = Use(self.cases, self.pack, assessment.offering)
        self.base = _Trial(base, {requirement.id: base.decided(requirement) for requirement in self.pack.requirements})
        self.goal = self._goal(self.base.decided)
        self.foreseen: dict[tuple[AbstractSet[tuple[str, Truth]], bool, bool], bool] = {}
        self.asked = [each.id for each in assessment.requirements if requirement in (None, each.id)]

    def flips(self) -> Iterator[Flip]:
        answers = [each for each in self.assessment.requirements if each.id in self.asked]
        tried = list(candidates(self.base.use, answers))
        if any(each.answer.applies is Applies.UNKNOWN for each in answers):
            # The reasons of what is open name what leaves it open, not what else it rests on.
            known = {each.edits[0].path for each in tried}
            others = candidates_at(self.base.use, self.base.looked_at(), self.asked)
            tried += [each for each in others if each.edits[0].path not in known]
        found = self._smallest(tried)
        yield from sorted(filter(None, (self._verified(*each) for each in found)), key=_order)

    def _smallest(self, tried: Sequence[Candidate]) -> Iterator[tuple[tuple[Candidate, ...], _Trial]]:
        idle: list[_Idle] = []
        for each in tried:
            for candidate in fuller(each):
                trial = self._trial((candidate,))
                if trial is None:
                    continue
                if self._goal(trial.decided) != self.goal:
                    yield (candidate,), trial
                else:
                    idle.append(_Idle(candidate, trial, self._concerned(candidate, trial)))
                break
        for one, other in combinations(idle, 2):
            both = (one.candidate, other.candidate)
            if both[0].edits[0].path != both[1].edits[0].path and self._may_flip(one, other):
                together = self._trial(both)
                if together is not None and self._goal(together.decided) != self.goal:
                    yield both, together
        for alone in idle:
            yield from self._with_facts_then_looked_at(alone, tried)

    def _with_facts_then_looked_at(
        self, idle: _Idle, tried: Sequence[Candidate]
    ) -> Iterator[tuple[tuple[Candidate, ...], _Trial]]:
        """Yield the changes that do something after *idle* alone: to facts that nothing looks at before it is made."""
        before = set(self.base.looked_at())
        after = dict.fromkeys(fact for fact in idle.trial.looked_at() if fact not in before)
        known = {(each.edits[0].path, flow_text(each.edits[0].value)) for each in tried}
        for candidate in candidates_at(idle.trial.use, after, self.asked):
            edit = candidate.edits[0]
            # What the first change has itself stated is not changed again.
            is_own = any(_related(edit.path, each.path) for each in idle.candidate.edits)
            if is_own or (edit.path, flow_text(edit.value)) in known:
                continue
            for each in fuller(candidate):
                together = self._trial((idle.candidate, each))
                if together is None:
                    continue
                if self._goal(together.decided) != self.goal:
                    yield (idle.candidate, each), together
                break

    def _may_flip(self, one: _Idle, other: _Idle) -> bool:
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
            self.foreseen[key] = self._foreseen(truths, of_the_past=of_the_past) != self.goal
        return self.foreseen[key]

    def _stays_no(self, name: str, one: _Idle, other: _Idle) -> bool:
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

    def _met_after(self, first: _Idle, leaves: AbstractSet[str], second: _Idle) -> set[str]:
        """Return which of *leaves* rest, once *first* is made, on what *second* changes."""
        paths = [edit.path for edit in second.candidate.edits]
        return {name for name in leaves if first.trial.rests_on(name, paths)}

    def _concerned(self, candidate: Candidate, trial: _Trial) -> AbstractSet[str]:
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
        for requirement in self.pack.requirements:
            applies = applies_by(truth[elements_of(requirement)], truth.get(exempt_from(requirement), Truth.NO))
            if applies is Applies.UNKNOWN and self.base.use.world.memory.memberships:
                # What is open is decided for all memberships together.
                return None
            answer = answer_with(applies, truths[f"{_FULFILLED}{requirement.id}"])
            before = self.base.decided[requirement.id]
            by_agreement = requirement.then.fulfilled_by.kind == "agreement" and answer.fulfilled is Truth.YES
            if by_agreement and (of_the_past or answer != before.answer):
                # Whether the agreement came late then is not foreseen.
                return None
            decided[requirement.id] = Decided(answer, before.late if answer == before.answer else None)
        return self._goal(decided)

    def _goal(self, decided: Mapping[str, Decided]) -> object:
        if self.requirement is None:
            return verdict_of(decided.values())
        found = decided[self.requirement]
        return found.answer, tuple(finding.kind for finding in found.findings)

    def _trial(self, tried: Sequence[Candidate]) -> _Trial | None:
        """Return the use in the changed profile, decided; None where the profile would contradict itself."""
        cases = self.cases
        try:
            changed = changed_profile(
                cases.loaded, [edit for each in tried for edit in each.edits], known=cases.catalog.known
            )
            return self._decided(cases.of_changed(changed, cases.options))
        except (InputErrors, NotUnderstood, FiguresContradict):
            return None

    def _decided(self, cases: Cases) -> _Trial:
        use = Use(cases, self.pack, self.assessment.offering)
        return _Trial(use, {requirement.id: use.decided(requirement) for requirement in self.pack.requirements})

    def _verified(self, tried: Sequence[Candidate], trial: _Trial) -> Flip | None:
        again = self._decided(trial.use.cases.concluding_like(self.reported))
        return None if self._goal(again.decided) == self.goal else self._flip(tried, again.decided)

    def _flip(self, tried: Sequence[Candidate], decided: Mapping[str, Decided]) -> Flip:
        verdict = verdict_of(decided.values())
        answers: dict[str, Answer] = {id: each.answer for id, each in decided.items() if each != self.base.decided[id]}
        return Flip(
            actions=tuple(
                Action(each.id, each.says, each.who, tuple(change(self.cases.loaded, edit) for edit in each.edits))
                for each in tried
            ),
            who=max((each.who for each in tried), key=_WHO_FIRST.index),
            better=self._not_worse(decided),
            verdict=verdict,
            answers=answers,
        )

    def _not_worse(self, decided: Mapping[str, Decided]) -> bool:
        before = self.base.decided
        if self.requirement is None:
            return _WORST_FIRST.index(verdict_of(decided.values())) > _WORST_FIRST.index(verdict_of(before.values()))
        return asked_for(decided[self.requirement].answer) <= asked_for(before[self.requirement].answer)


def _is_of_the_past(candidate: Candidate) -> bool:
    """Return whether a change is of figures, holdings or agreements: they say what was so month by month."""
    path = candidate.edits[0].path
    return candidate.of_figures or path.startswith("agreements") or _OWNS in path


def _related(path: str, fact: str) -> bool:
    """Return whether one of two facts is the other or a part of it."""
    return path == fact or path.startswith(f"{fact}.") or fact.startswith(f"{path}.")


@lru_cache(maxsize=4096)
def _reach(facts: tuple[str, ...]) -> tuple[AbstractSet[str], AbstractSet[str]]:
    """Return *facts*, and all that they are parts of; the same leaves rest on the same in most trials."""
    return frozenset(facts), frozenset(part for fact in facts for part in _beginnings(fact))


@lru_cache(maxsize=4096)
def _beginnings(path: str) -> tuple[str, ...]:
    """Return the path itself and all that it is a part of."""
    steps = path.split(".")
    return tuple(".".join(steps[:end]) for end in range(len(steps), 0, -1))


def _order(flip: Flip) -> tuple[bool, int, int]:
    return not flip.better, _WHO_FIRST.index(flip.who), len(flip.actions)
