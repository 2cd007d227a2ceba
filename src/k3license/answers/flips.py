"""What would change an answer: the smallest sets of changes to facts, each found by assessing the changed profile."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final, NamedTuple

from k3license.answers.candidates import Candidate, candidates, candidates_at, fuller
from k3license.answers.cases import Cases
from k3license.answers.exact import answer_with, applies_by, elements_of, exempt_from
from k3license.answers.uses import Decided, Use
from k3license.answers.verdicts import asked_for, verdict_of
from k3license.answers.whatif import change
from k3license.engine import builtin
from k3license.engine.agreement import Engines
from k3license.model.assessment import Answer, Assessment, Verdict
from k3license.model.changes import Action, Flip
from k3license.model.errors import InputErrors, NotUnderstood
from k3license.model.rules import Measure
from k3license.model.series import FiguresContradict
from k3license.model.truth import Truth
from k3license.reading.profiles import changed_profile
from k3license.text.flow import flow_text

_WHO_FIRST: Final = ("licensee", "others", "nobody")
_WORST_FIRST: Final = tuple(Verdict)
_FULFILLED: Final = "fulfilled "


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
        return {name: settled[0] for name, settled in self._settled.items()}

    @cached_property
    def facts(self) -> Mapping[str, tuple[str, ...]]:
        """The facts that each of the same relied on."""
        return {name: settled[1] for name, settled in self._settled.items()}

    def looked_at(self) -> Iterator[str]:
        """Yield the facts that the answers rest on: what would fulfil a duty only where there is one."""
        for name, facts in self.facts.items():
            id = name.removeprefix(_FULFILLED)
            if id == name or self.decided[id].answer.fulfilled is not None:
                yield from facts

    @cached_property
    def _settled(self) -> Mapping[str, tuple[Truth, tuple[str, ...]]]:
        use = self.use
        leaves = dict(use.sweeping.leaves)
        leaves |= {f"{_FULFILLED}{each.id}": use.sweeping.fulfilment_leaf(each) for each in use.pack.requirements}
        found = {name: use.world.explain(leaf.key, leaf.compute) for name, leaf in leaves.items()}
        return {name: (settled.value, settled.relied_on) for name, settled in found.items()}


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
        self.asked = [each.id for each in assessment.requirements if requirement in (None, each.id)]

    def flips(self) -> Iterator[Flip]:
        answers = [each for each in self.assessment.requirements if each.id in self.asked]
        found = self._smallest(candidates(self.base.use, answers))
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

        Where no leaf has to do with both, each leaf is as it is with the one that concerns it.
        """
        base = self.base.truths
        if one.trial.truths.keys() != base.keys() or other.trial.truths.keys() != base.keys():
            return True
        if one.concerns & other.concerns or self._meet_after(one, other) or self._meet_after(other, one):
            return True
        truths = dict(base)
        for each in (one, other):
            truths |= {name: truth for name, truth in each.trial.truths.items() if truth is not base[name]}
        return self._foreseen(truths) != self.goal

    def _meet_after(self, first: _Idle, second: _Idle) -> bool:
        """Return whether what *first* does to a leaf makes the leaf rest on what *second* changes."""
        paths = [edit.path for edit in second.candidate.edits]
        return any(
            _related(path, fact)
            for name in first.concerns
            for fact in first.trial.facts.get(name, ())
            for path in paths
        )

    def _concerned(self, candidate: Candidate, trial: _Trial) -> AbstractSet[str]:
        """Return the leaves that have to do with what *candidate* changes."""
        paths = [edit.path for edit in candidate.edits]
        found = {name for name, truth in trial.truths.items() if truth is not self.base.truths.get(name)}
        if candidate.of_figures:
            parts = self.base.use.sweeping.compiled.parts
            found |= {name for name in trial.truths if isinstance(parts.get(name), Measure)}
        for each in (self.base, trial):
            found |= {
                name
                for name, facts in each.facts.items()
                if any(_related(path, fact) for path in paths for fact in facts)
            }
        return found

    def _foreseen(self, truths: Mapping[str, Truth]) -> object:
        """Return the goal that *truths* lead to, None where that takes a trial."""
        program = self.base.use.sweeping.compiled.program
        truth = builtin.evaluate(program, {name: truths[name] for name in program.leaves}).truth
        decided = {}
        for requirement in self.pack.requirements:
            applies = applies_by(truth[elements_of(requirement)], truth.get(exempt_from(requirement), Truth.NO))
            answer = answer_with(applies, truths[f"{_FULFILLED}{requirement.id}"])
            before = self.base.decided[requirement.id]
            by_agreement = requirement.then.fulfilled_by.kind == "agreement"
            if by_agreement and answer != before.answer and answer.fulfilled is Truth.YES:
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


def _related(path: str, fact: str) -> bool:
    """Return whether one of two facts is the other or a part of it."""
    return path == fact or path.startswith(f"{fact}.") or fact.startswith(f"{path}.")


def _order(flip: Flip) -> tuple[bool, int, int]:
    return not flip.better, _WHO_FIRST.index(flip.who), len(flip.actions)
