"""What would change an answer: the smallest sets of changes to facts, each found by assessing the changed profile."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from k3license.answers.candidates import Candidate, candidates, candidates_at, fuller
from k3license.answers.cases import Cases
from k3license.answers.foresight import Foresight, Idle
from k3license.answers.trials import Trial, related
from k3license.answers.uses import Decided, Use
from k3license.answers.verdicts import asked_for, verdict_of
from k3license.answers.whatif import change
from k3license.engine.agreement import Engines
from k3license.model.assessment import Answer, Applies, Assessment, Verdict
from k3license.model.changes import Action, Flip
from k3license.model.errors import InputErrors, NotUnderstood
from k3license.model.series import FiguresContradict
from k3license.reading.profiles import changed_profile
from k3license.text.flow import flow_text

_WHO_FIRST: Final = ("licensee", "others", "nobody")
_WORST_FIRST: Final = tuple(Verdict)


def flips(
    use: Use, assessment: Assessment, *, requirement: str | None = None, with_all_engines: bool = True
) -> tuple[Flip, ...]:
    """
    Return all smallest sets of one or two changes to stated facts that lead to another verdict.

    *assessment* is that of *use*.  With *requirement*, to another answer to that one.  The
    changes are those of `rules/common/changes.yaml` that fit the facts that the assessment
    relied on, the holdings behind it, and facts that it comes to rely on after a first change;
    one that contradicts the rest of the profile is none.  Those that the licensee can bring
    about come first, then single ones.  Each was found by reading, checking and deciding the changed
    profile with the built-in engine; *with_all_engines*, it was decided again with those that *use* is
    assessed with.
    """
    return tuple(_Search(use, assessment, requirement, with_all_engines=with_all_engines).flips())


class _Search:
    """Tries single changes, then pairs of those that do nothing alone."""

    def __init__(
        self, use: Use, assessment: Assessment, requirement: str | None, *, with_all_engines: bool = True
    ) -> None:
        self.with_all_engines = with_all_engines
        self.reported = use.cases
        # Trials are made with one engine; what they find is verified with those asked for.
        self.cases = use.cases.of_changed(use.loaded, use.cases.options._replace(engines=Engines.BUILTIN))
        self.requirement = requirement
        self.assessment = assessment
        self.pack = use.pack
        base = Use(self.cases, self.pack, assessment.offering)
        self.base = Trial(base, {requirement.id: base.decided(requirement) for requirement in self.pack.requirements})
        self.goal = self._goal(self.base.decided)
        self.foresight = Foresight(self.base, self._goal)
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

    def _smallest(self, tried: Sequence[Candidate]) -> Iterator[tuple[tuple[Candidate, ...], Trial]]:
        idle: list[Idle] = []
        for each in tried:
            for candidate in fuller(each):
                trial = self._trial((candidate,))
                if trial is None:
                    continue
                if self._goal(trial.decided) != self.goal:
                    yield (candidate,), trial
                else:
                    idle.append(Idle(candidate, trial, self.foresight.concerned(candidate, trial)))
                break
        for one, other in combinations(idle, 2):
            both = (one.candidate, other.candidate)
            if both[0].edits[0].path != both[1].edits[0].path and self.foresight.may_flip(one, other):
                together = self._trial(both)
                if together is not None and self._goal(together.decided) != self.goal:
                    yield both, together
        for alone in idle:
            yield from self._with_facts_then_looked_at(alone, tried)

    def _with_facts_then_looked_at(
        self, idle: Idle, tried: Sequence[Candidate]
    ) -> Iterator[tuple[tuple[Candidate, ...], Trial]]:
        """Yield the changes that do something after *idle* alone: to facts that nothing looks at before it is made."""
        before = set(self.base.looked_at())
        after = dict.fromkeys(fact for fact in idle.trial.looked_at() if fact not in before)
        known = {(each.edits[0].path, flow_text(each.edits[0].value)) for each in tried}
        for candidate in candidates_at(idle.trial.use, after, self.asked):
            edit = candidate.edits[0]
            # What the first change has itself stated is not changed again.
            is_own = any(related(edit.path, each.path) for each in idle.candidate.edits)
            if is_own or (edit.path, flow_text(edit.value)) in known:
                continue
            for each in fuller(candidate):
                together = self._trial((idle.candidate, each))
                if together is None:
                    continue
                if self._goal(together.decided) != self.goal:
                    yield (idle.candidate, each), together
                break

    def _goal(self, decided: Mapping[str, Decided]) -> object:
        if self.requirement is None:
            return verdict_of(decided.values())
        found = decided[self.requirement]
        return found.answer, tuple(finding.kind for finding in found.findings)

    def _trial(self, tried: Sequence[Candidate]) -> Trial | None:
        """Return the use in the changed profile, decided; None where the profile would contradict itself."""
        cases = self.cases
        try:
            changed = changed_profile(
                cases.loaded, [edit for each in tried for edit in each.edits], known=cases.catalog.known
            )
            return self._decided(cases.of_changed(changed, cases.options))
        except (InputErrors, NotUnderstood, FiguresContradict):
            return None

    def _decided(self, cases: Cases) -> Trial:
        use = Use(cases, self.pack, self.assessment.offering)
        return Trial(use, {requirement.id: use.decided(requirement) for requirement in self.pack.requirements})

    def _verified(self, tried: Sequence[Candidate], trial: Trial) -> Flip | None:
        if not self.with_all_engines:
            return self._flip(tried, trial.decided)
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


def _order(flip: Flip) -> tuple[bool, int, int]:
    return not flip.better, _WHO_FIRST.index(flip.who), len(flip.actions)
