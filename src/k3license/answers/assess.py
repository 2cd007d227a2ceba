"""The assessment of a profile: every use under the license of each model it uses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import partial

from k3license.answers.assessor import Assessor, Evaluate
from k3license.answers.catalog import Catalog
from k3license.answers.choices import Chosen, chosen_readings, purposive_readings, swept_readings
from k3license.answers.exact import answer_with, exact_applies
from k3license.answers.lateness import Lateness, lateness
from k3license.answers.proofs import Prover
from k3license.answers.questions import asked, open_questions
from k3license.answers.readings import outcomes, positions_in
from k3license.answers.robustness import Sweep
from k3license.answers.verdicts import verdict_of, worst
from k3license.engine import builtin
from k3license.engine.agreement import Engines, decide, resolve
from k3license.facts.case import Case
from k3license.facts.model_use import parts_used, relation
from k3license.facts.ways import Host, ways
from k3license.facts.world import Memory, World
from k3license.model.amounts import Amount
from k3license.model.assessment import (
    Answer,
    Applies,
    Assessment,
    OpenQuestion,
    RequirementAnswer,
    Run,
    UnderReadings,
)
from k3license.model.rules import Pack, Requirement
from k3license.model.truth import Truth
from k3license.model.unknown import Unknown
from k3license.packs.words import statement_words
from k3license.reading.known import UNREAD
from k3license.reading.profiles import LoadedProfile
from k3license.reading.structure import structure_of


class NothingToAssess(Exception):
    """No offering of the licensee uses a model that has a pack or is unread."""


@dataclass(frozen=True, slots=True)
class Options:
    """
    How to assess: *as_of* None is the profile's own day; *license* forces one license;
    *positions* are readings chosen for this run (`position` or `license/position`).
    """

    as_of: date | None = None
    license: str | None = None
    positions: Mapping[str, str] | None = None
    engines: Engines = Engines.BOTH


def assess(loaded: LoadedProfile, catalog: Catalog, options: Options = Options()) -> Run:
    """
    Return what the licenses ask of every use in the profile.

    Raises NothingToAssess where there is no use to look at, EngineUnavailable for an engine
    that cannot be had, EnginesDisagree where there is no answer.
    """
    profile = loaded.profile
    cases = _Cases(loaded, catalog, options)
    found = [_UseAssessment(cases, pack, offering_id).assessment() for offering_id, pack in cases.uses()]
    found += [cases.unread(offering_id, model) for offering_id, model in cases.unread_uses()]
    if not found:
        raise NothingToAssess(
            "nothing to assess: no offering of the licensee uses a model whose license is known or unread"
        )
    order = {offering_id: number for number, offering_id in enumerate(profile.offerings)}
    found.sort(key=lambda each: order[each.offering])
    return Run(
        as_of=cases.as_of,
        engines=resolve(options.engines),
        verdict=worst(each.verdict for each in found),
        assessments=tuple(found),
        readings={
            license_id: {id: chosen.reading for id, chosen in cases.chosen(catalog.packs[license_id]).items()}
            for license_id in dict.fromkeys(each.license for each in found if each.license in catalog.packs)
        },
    )


class _Cases:
    """The cases of one profile: one for each license, with the memory that its uses share."""

    def __init__(self, loaded: LoadedProfile, catalog: Catalog, options: Options) -> None:
        self.loaded = loaded
        self.catalog = catalog
        self.options = options
        self.as_of = options.as_of or loaded.profile.as_of
        self._structure = structure_of(loaded.profile)
        self._memories: dict[tuple[str, frozenset[str]], Memory] = {}

    def uses(self) -> Iterator[tuple[str, Pack]]:
        """Yield every offering to assess with each license that it is assessed under."""
        for offering_id in self._offerings():
            if self.options.license is not None:
                yield offering_id, self.catalog.packs[self.options.license]
                continue
            for pack in self.catalog.packs.values():
                if _concerns(self.case(pack, offering_id), offering_id):
                    yield offering_id, pack

    def _offerings(self) -> Iterator[str]:
        profile = self.loaded.profile
        for offering_id, offering in profile.offerings.items():
            own = profile.licensee is None or offering.operator == profile.licensee
            if own and (self.options.license is None or offering.model):
                yield offering_id

    def unread_uses(self) -> Iterator[tuple[str, str]]:
        """Yield every offering on a checkpoint whose license nobody has read, with that model."""
        if self.options.license is not None:
            return
        for offering_id in self._offerings():
            for model in self.loaded.profile.offerings[offering_id].model:
                for each in _unread_in(self.loaded, model):
                    yield offering_id, each

    def case(self, pack: Pack, offering_id: str) -> Case:
        header = pack.header
        every_model = {model for each in self.catalog.packs.values() for model in each.header.models}
        licensed = frozenset(header.models)
        if self.options.license is not None:
            # As if the offering used this license's model: whatever it runs on counts as it.
            licensed = frozenset(every_model)
        case = Case(
            profile=self.loaded.profile,
            structure=self._structure,
            license=header.license,
            licensor=header.licensor.id,
            licensor_name=header.licensor.name,
            licensed_models=licensed,
            language_models=frozenset(every_model),
            as_of=self.as_of,
            listed_down_to=_exact(self.loaded.profile.listed_down_to),
            effects={
                (id, reading): about.does
                for id, position in pack.positions.items()
                for reading, about in position.readings.items()
            },
        )
        if self.options.license is not None and not _concerns(case, offering_id):
            models = self.loaded.profile.offerings[offering_id].model
            return replace(case, licensed_models=licensed | frozenset(models))
        return case

    def memory(self, case: Case) -> Memory:
        return self._memories.setdefault((case.license, case.licensed_models), Memory())

    def chosen(self, pack: Pack) -> Mapping[str, Chosen]:
        return chosen_readings(pack, self.loaded.profile, self.options.positions or {})

    def unread(self, offering_id: str, model: str) -> Assessment:
        """Return the assessment of a use whose license has not been read: all of it is open."""
        question = OpenQuestion(
            f"models.{model}.license",
            f"Read the license file of this checkpoint ({model}).",
            "legal counsel",
            1,
        )
        answer = RequirementAnswer(
            id="read-license",
            section="-",
            title="The license of this checkpoint has not been read",
            must="read the license file that comes with this checkpoint",
            answer=Answer(Applies.UNKNOWN, Truth.UNKNOWN),
            robust=True,
            positions=(),
            exemptions={},
            open_questions=(question,),
            findings=(),
            proof=None,
            fulfilment=None,
            exemption_proofs=(),
            by_reading=(),
            purposive=(),
        )
        return Assessment(
            license=UNREAD,
            licensee=self.loaded.profile.offerings[offering_id].operator,
            offering=offering_id,
            verdict=verdict_of([answer]),
            robust=True,
            not_assessed=(),
            requirements=(answer,),
            notes=(f"a license travels with its checkpoint: that of {model} is not known until its own text is read",),
        )


def _exact(amount: Amount) -> Decimal:
    assert amount.range.low is not None
    return amount.range.low


def _concerns(case: Case, offering_id: str) -> bool:
    """Return whether the offering has to do with the licensed models: runs on, parts of, or made with one."""
    offering = case.offering(offering_id)
    if parts_used(case, offering_id) or any(relation(case, model) is not None for model in offering.model):
        return True
    makers = offering.made_with
    return not isinstance(makers, Unknown) and any(
        any(relation(case, model) is not None for model in case.offering(maker).model) for maker in makers
    )


def _unread_in(loaded: LoadedProfile, model: str) -> Sequence[str]:
    record = loaded.profile.models.get(model)
    if record is None:
        return ()
    own = (model,) if record.license == UNREAD else ()
    return (*own, *(each for parent in record.derived_from for each in _unread_in(loaded, parent)))


class _UseAssessment:
    """One offering under one license, assessed."""

    def __init__(self, cases: _Cases, pack: Pack, offering_id: str) -> None:
        self.loaded = cases.loaded
        self.pack = pack
        self.offering_id = offering_id
        self.case = cases.case(pack, offering_id)
        self.chosen = cases.chosen(pack)
        readings = {id: chosen.reading for id, chosen in self.chosen.items()}
        self.world = World(self.case, readings, {}, cases.memory(self.case))
        reported: Evaluate = partial(decide, engines=cases.options.engines)
        self.reported = Assessor(pack, self.case, offering_id, reported)
        # Completions and readings are swept with the built-in engine alone.
        self.sweeping = Assessor(pack, self.case, offering_id, builtin.evaluate)

    def assessment(self) -> Assessment:
        answers = tuple(self._requirement(requirement) for requirement in self.pack.requirements)
        return Assessment(
            license=self.pack.header.license,
            licensee=self.case.offering(self.offering_id).operator,
            offering=self.offering_id,
            verdict=verdict_of(answers),
            robust=all(answer.robust for answer in answers),
            not_assessed=self.pack.header.not_assessed,
            requirements=answers,
            notes=tuple(self._notes()),
        )

    def _requirement(self, requirement: Requirement) -> RequirementAnswer:
        answer = self._answer(self.world, requirement, self.reported)
        swept = swept_readings(self.pack, self.chosen)
        tree = Sweep(self.sweeping, self.world, swept).answers(requirement)
        by_reading = [UnderReadings(readings, each) for readings, each in outcomes(tree)]
        late = None
        if answer.applies in (Applies.YES, Applies.UNKNOWN) and answer.fulfilled is Truth.YES:
            late = lateness(self.sweeping, self.world, requirement)
        prover = Prover(self.reported, self.world, statement_words())
        lifting = self.pack.lifting(requirement.id)
        conclusion = self.reported.conclude(self.world)
        return RequirementAnswer(
            id=requirement.id,
            section=requirement.source.section,
            title=requirement.title,
            must=requirement.then.must,
            answer=answer,
            robust=len({each.answer for each in by_reading}) == 1,
            positions=positions_in(tree),
            exemptions={exemption.id: conclusion.truth[exemption.id] for exemption in lifting},
            open_questions=self._questions(requirement, answer, late),
            findings=() if late is None else (late.finding,),
            proof=prover.elements(requirement),
            fulfilment=None if answer.fulfilled is None else prover.fulfilment(requirement),
            exemption_proofs=tuple(prover.exemption(exemption) for exemption in lifting),
            by_reading=tuple(by_reading) if len(by_reading) > 1 else (),
            purposive=tuple(self._purposive(requirement, answer)),
        )

    def _answer(self, world: World, requirement: Requirement, assessor: Assessor) -> Answer:
        derivation = assessor.conclude(world)
        applies = exact_applies(self.sweeping, world, requirement, derivation)
        leaf = assessor.fulfilment_leaf(requirement)
        return answer_with(applies, world.settle(leaf.key, leaf.compute))

    def _questions(self, requirement: Requirement, answer: Answer, late: Lateness | None) -> tuple[OpenQuestion, ...]:
        found = open_questions(self.sweeping, self.world, requirement, answer, self.loaded.position_of)
        if late is not None and late.path is not None:
            found = (*found, asked(self.sweeping, requirement, late.path, 1))
        return found

    def _purposive(self, requirement: Requirement, answer: Answer) -> Iterator[UnderReadings]:
        for position, reading in purposive_readings(self.pack, self.chosen):
            if position in requirement.turns_on:
                world = self.world.with_readings({position: reading})
                other = self._answer(world, requirement, self.sweeping)
                if other != answer:
                    yield UnderReadings({position: reading}, other)

    def _notes(self) -> Iterator[str]:
        offering = self.case.offering(self.offering_id)
        until = offering.offered_until
        if isinstance(until, date) and until <= self.case.as_of:
            yield f"the offering ended on {until}: it uses nothing any more; a copy still held keeps its notice duty"
        if offering.first_used == "not-yet":
            yield "the use has not begun: answered as if it began on the day asked about"
        if any(way.host is Host.VENDOR for way in ways(self.case, self.offering_id)):
            yield "inside a vendor's finished product the use is the vendor's: keep the vendor's statement about it"
