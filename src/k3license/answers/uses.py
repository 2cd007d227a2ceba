"""One offering under one license, assessed."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import cached_property
from typing import NamedTuple

from k3license.answers.assessor import Assessor
from k3license.answers.cases import Cases
from k3license.answers.choices import purposive_readings, swept_readings
from k3license.answers.exact import answer_with, exact_applies
from k3license.answers.lateness import Lateness, lateness, past_is_covered
from k3license.answers.other_days import days_of_changes_ahead, last_days_before_changes
from k3license.answers.proofs import Prover
from k3license.answers.questions import asked, open_questions, ranked
from k3license.answers.readings import outcomes, positions_in
from k3license.answers.robustness import Sweep
from k3license.answers.verdicts import DONE, asked_for, verdict_of
from k3license.engine import builtin
from k3license.engine.agreement import Engines
from k3license.engine.derivation import Derivation
from k3license.facts.copies import handed_on
from k3license.facts.ways import Host, ways
from k3license.facts.world import Memory, World
from k3license.model.assessment import (
    Answer,
    Applies,
    Assessment,
    Finding,
    OpenQuestion,
    OtherDay,
    RequirementAnswer,
    UnderReadings,
    Verdict,
)
from k3license.model.rules import Pack, Requirement
from k3license.model.truth import Truth

_NOT_MET = Answer(Applies.YES, Truth.NO)


class Decided(NamedTuple):
    """What decides a verdict: the answer to a requirement, and whether what fulfils it came late."""

    answer: Answer
    late: Lateness | None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is to be known beside the answer."""
        return () if self.late is None else (self.late.finding,)


class Use:
    """One offering under one license, assessed."""

    def __init__(self, cases: Cases, pack: Pack, offering_id: str) -> None:
        self.cases = cases
        self.loaded = cases.loaded
        self.pack = pack
        self.offering_id = offering_id
        self.case = cases.case(pack, offering_id)
        self.chosen = cases.chosen(pack)
        readings = {id: chosen.reading for id, chosen in self.chosen.items()}
        self.world = World(self.case, readings, {}, cases.memory(self.case))
        # Completions and readings are swept with the built-in engine alone.
        self.sweeping = Assessor(pack, self.case, offering_id, builtin.evaluate)
        alone = cases.options.engines is Engines.BUILTIN
        self.reported = self.sweeping if alone else Assessor(pack, self.case, offering_id, cases.evaluate)

    def assessment(self) -> Assessment:
        answers = tuple(self._requirement(requirement) for requirement in self.pack.requirements)
        other_days = (*self._earlier(answers), *self._ahead())
        return Assessment(
            license=self.pack.header.license,
            licensee=self.case.offering(self.offering_id).operator,
            offering=self.offering_id,
            verdict=verdict_of(answers),
            robust=all(answer.robust for answer in answers),
            not_assessed=self.pack.header.not_assessed,
            requirements=answers,
            notes=(*self._notes(), *(_said(each) for each in other_days)),
            other_days=other_days,
        )

    def verdict(self) -> Verdict:
        """Return the verdict alone: the same as that of the assessment, without its reasons, readings and questions."""
        return verdict_of(self.decided(requirement) for requirement in self.pack.requirements)

    def decided(self, requirement: Requirement) -> Decided:
        """Return the answer to *requirement* and whether what fulfils it came late."""
        answer = self.answer(requirement)
        late = None
        if answer.applies in (Applies.YES, Applies.UNKNOWN) and answer.fulfilled is Truth.YES:
            late = lateness(self.sweeping, self.world, requirement, self._memory_on)
        return Decided(answer, late)

    def answer(self, requirement: Requirement) -> Answer:
        """Return the answer to *requirement* alone."""
        return self._answer(self.world, requirement, self._conclusion)

    def _requirement(self, requirement: Requirement) -> RequirementAnswer:
        decided = self.decided(requirement)
        answer = decided.answer
        swept = swept_readings(self.pack, self.chosen)
        tree = Sweep(self.sweeping, self.world, swept).answers(requirement)
        by_reading = [UnderReadings(readings, each) for readings, each in outcomes(tree)]
        prover = Prover(self.reported, self.world, self.cases.words)
        lifting = self.pack.lifting(requirement.id)
        return RequirementAnswer(
            id=requirement.id,
            section=requirement.source.section,
            title=requirement.title,
            must=requirement.then.must,
            answer=answer,
            robust=len({each.answer for each in by_reading}) == 1,
            positions=positions_in(tree),
            exemptions={exemption.id: self._conclusion.truth[exemption.id] for exemption in lifting},
            open_questions=self._questions(requirement, decided.late),
            findings=decided.findings,
            proof=prover.elements(requirement),
            fulfilment=None if answer.fulfilled is None else prover.fulfilment(requirement),
            exemption_proofs=tuple(prover.exemption(exemption) for exemption in lifting),
            by_reading=tuple(by_reading) if len(by_reading) > 1 else (),
            purposive=tuple(self._purposive(requirement, answer)),
        )

    @cached_property
    def _conclusion(self) -> Derivation:
        """What follows from the facts as stated and the readings as chosen, for all requirements."""
        return self.reported.conclude(self.world)

    def _answer(self, world: World, requirement: Requirement, derivation: Derivation) -> Answer:
        applies = exact_applies(self.sweeping, world, requirement, derivation)
        leaf = self.sweeping.fulfilment_leaf(requirement)
        return answer_with(applies, world.settle(leaf.key, leaf.compute))

    def _questions(self, requirement: Requirement, late: Lateness | None) -> tuple[OpenQuestion, ...]:
        found = open_questions(self.sweeping, self.world, requirement, self.loaded.position_of)
        if late is None or late.path is None:
            return found
        # It settles alone whether the agreement was late, whatever else the same fact may settle.
        others = [each for each in found if each.path != late.path]
        return ranked([*others, asked(self.sweeping, requirement, late.path, 1)], self.loaded.position_of)

    def _purposive(self, requirement: Requirement, answer: Answer) -> Iterator[UnderReadings]:
        for position, reading in purposive_readings(self.pack, self.chosen):
            if position in requirement.turns_on:
                world = self.world.with_readings({position: reading})
                other = self._answer(world, requirement, self.sweeping.conclude(world))
                if other != answer:
                    yield UnderReadings({position: reading}, other)

    def _notes(self) -> Iterator[str]:
        offering = self.case.offering(self.offering_id)
        until = offering.offered_until
        if isinstance(until, date) and until <= self.case.as_of:
            yield f"the offering ended on {until}: it uses nothing any more; a copy still held keeps its notice duty"
        if offering.first_used == "not-yet":
            yield "the use has not begun: answered as if it began on the day asked about"
        if handed_on(self.world, self.offering_id) is Truth.YES:
            yield "whoever is handed a copy obtains the software: the license binds them too, with duties of their own"
        if any(way.host is Host.VENDOR for way in ways(self.case, self.offering_id)):
            yield "inside a vendor's finished product the use is the vendor's: keep the vendor's statement about it"

    def _earlier(self, now: Iterable[RequirementAnswer]) -> Iterator[OtherDay]:
        """Yield what applied and was not fulfilled on an earlier day of use, and looks fulfilled or gone today."""
        # Of a late agreement its own finding tells.
        settled = {each.id for each in now if each.answer == _NOT_MET or each.findings}
        looked_at = {
            each.id
            for each in self.pack.requirements
            if each.id not in settled and not past_is_covered(self.sweeping, self.world, each)
        }
        for day in last_days_before_changes(self.case, self.offering_id):
            then = self._on(day)
            for requirement in self.pack.requirements:
                if requirement.id in looked_at and then.answer(requirement) == _NOT_MET:
                    looked_at.remove(requirement.id)
                    yield OtherDay(day, requirement.id, "missed")

    def _ahead(self) -> Iterator[OtherDay]:
        """Yield what begins or ceases to be missing on a later day, as far as the stated facts change then."""
        for day in days_of_changes_ahead(self.case, self.offering_id):
            before, then = self._on(day - timedelta(days=1)), self._on(day)
            for requirement in self.pack.requirements:
                was, will_be = before.answer(requirement), then.answer(requirement)
                if will_be == _NOT_MET != was:
                    yield OtherDay(day, requirement.id, "begins")
                elif was == _NOT_MET and asked_for(will_be) <= DONE:
                    yield OtherDay(day, requirement.id, "ends")

    def _memory_on(self, day: date) -> Memory:
        return self.cases.on(day).memory(self.case)

    def _on(self, day: date) -> "Use":
        return Use(self.cases.on(day), self.pack, self.offering_id)


def _said(each: OtherDay) -> str:
    day, id = each.day, each.requirement
    if each.what == "missed":
        return f"on {day} {id} applied and was not fulfilled: what has changed since does not undo that"
    if each.what == "begins":
        return f"from {day} on {id} applies and is not fulfilled, as things are stated today"
    return f"from {day} on {id} is no longer missing, as things are stated today"
