"""Explanations: the reasons of an answer with the facts, evidence and positions under each step."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from k3license.answers.assess import NothingToAssess
from k3license.answers.cases import Cases
from k3license.answers.cited import cited
from k3license.answers.flips import flips
from k3license.answers.headroom import headroom
from k3license.answers.taken import Positions
from k3license.answers.uses import Use
from k3license.engine.agreement import resolve
from k3license.model.assessment import Applies, Assessment, Proof, RequirementAnswer
from k3license.model.explanation import Explanation, Failed, Readings, RequirementExplained, Step
from k3license.model.headroom import Headroom
from k3license.model.rules import Requirement
from k3license.model.series import FiguresContradict
from k3license.model.truth import Truth


def explain(
    cases: Cases,
    *,
    offering: str | None = None,
    requirement: str | None = None,
    with_flips: bool = False,
    flips_with_all_engines: bool = True,
    growth: Decimal | None = None,
) -> tuple[Explanation, ...]:
    """
    Return why the answers are what they are, for each use: of one *offering*, or of all.

    *requirement* leaves out all others.  *with_flips* adds what would lead to another verdict
    (or to another answer to *requirement*), each decided again by the engines asked for if
    *flips_with_all_engines*; *growth* (percent a month) when limits would be crossed.
    Raises NothingToAssess where no use is left, InputErrors for figures of several blocks that
    cannot all be true.
    """
    engines = None if not with_flips else "all" if flips_with_all_engines else "built-in"
    try:
        found = [
            _of_use(Use(cases, pack, id), requirement, engines, growth)
            for id, pack in cases.uses()
            if offering in (None, id)
        ]
    except FiguresContradict as error:
        raise cases.loaded.provenance.contradiction(error.paths) from error
    found += [_of_unread(cases, id, model) for id, model in cases.unread_uses() if offering in (None, id)]
    if not found:
        what = "no offering of the licensee uses" if offering is None else f"{offering} does not use"
        raise NothingToAssess(f"nothing to explain: {what} a model whose license is known or unread")
    return tuple(found)


def _of_use(use: Use, requirement: str | None, flips_by: str | None, growth: Decimal | None) -> Explanation:
    assessment = use.assessment()
    explainer = _Explainer(use, growth)
    by_id = {each.id: each for each in use.pack.requirements}
    explained = tuple(
        explainer.requirement(answer, by_id[answer.id])
        for answer in assessment.requirements
        if requirement in (None, answer.id)
    )
    found = None
    if flips_by is not None:
        found = flips(use, assessment, requirement=requirement, with_all_engines=flips_by == "all")
    explanation = _explanation(use.cases, assessment, use.pack.header.title, explained)
    return explanation._replace(of_requirement=requirement, flips=found)


def _of_unread(cases: Cases, offering_id: str, model: str) -> Explanation:
    assessment = cases.unread(offering_id, model)
    explained = tuple(
        RequirementExplained(
            answer=answer,
            in_plain_words=answer.title,
            words=(),
            elements=None,
            failed=(),
            exemptions=(),
            fulfilment=None,
            positions=(),
            readings=Readings(True, (), (), (), ()),
            inquiry=None,
            headroom=(),
        )
        for answer in assessment.requirements
    )
    return _explanation(cases, assessment, f"the unread license of {model}", explained)


def _explanation(
    cases: Cases, assessment: Assessment, title: str, explained: tuple[RequirementExplained, ...]
) -> Explanation:
    profile = cases.loaded.profile
    licensee = profile.entities.get(assessment.licensee)
    return Explanation(
        as_of=cases.as_of,
        engines=resolve(cases.options.engines),
        license=assessment.license,
        license_title=title,
        licensee=assessment.licensee,
        licensee_name=(licensee.name if licensee is not None else None) or assessment.licensee,
        offering=assessment.offering,
        offering_name=profile.offerings[assessment.offering].name or assessment.offering,
        verdict=assessment.verdict,
        robust=assessment.robust,
        notes=assessment.notes,
        other_days=assessment.other_days,
        not_assessed=assessment.not_assessed,
        requirements=explained,
        of_requirement=None,
        flips=None,
    )


class _Explainer:
    """Explains the answers of one use."""

    def __init__(self, use: Use, growth: Decimal | None) -> None:
        self.use = use
        self.growth = growth
        self.positions = Positions(use)
        self.provenance = use.loaded.provenance

    def requirement(self, answer: RequirementAnswer, requirement: Requirement) -> RequirementExplained:
        limits = headroom(self.use, requirement, growth=self.growth)
        section = answer.section
        elements = None if answer.proof is None else self._step(answer.proof, section)
        exemptions = tuple(self._step(proof, section) for proof in answer.exemption_proofs)
        fulfilment = None if answer.fulfilment is None else self._step(answer.fulfilment, section)
        readings = self.positions.readings(answer)
        # An exemption from what does not apply anyway decides nothing.
        lifting = () if answer.answer.applies is Applies.NO else exemptions
        shown = [step for step in (elements, *lifting, fulfilment) if step is not None]
        return RequirementExplained(
            answer=answer,
            in_plain_words=requirement.in_plain_words,
            words=requirement.source.words,
            elements=elements,
            failed=() if elements is None else tuple(_failed(elements, limits)),
            exemptions=exemptions,
            fulfilment=fulfilment,
            positions=tuple(self.positions.taken(id) for id in _positions_under(shown)),
            readings=readings,
            inquiry=self.positions.inquiry(readings),
            headroom=limits,
        )

    def _step(self, proof: Proof, above: str, *, decides: bool = True, must_not: bool = False) -> Step:
        """Return a step of the reasons; *above* is the section of the step above."""
        if proof.refutes:
            # "Not so" is no step of its own: the statement below is shown as one that must not hold.
            return self._step(proof.because[0], above, decides=decides, must_not=not must_not)
        section = proof.section or above
        return Step(
            name=proof.name,
            says=proof.says,
            truth=proof.truth,
            joins=proof.joins,
            must_not=must_not,
            decides=decides,
            section=section,
            opens_section=section != above,
            figures=proof.figures,
            facts=tuple(cited(self.provenance, path) for path in proof.relied_on),
            positions=proof.asked,
            because=tuple(self._step(step, section, decides=step.truth is proof.truth) for step in proof.because),
        )


def _failed(elements: Step, limits: Iterable[Headroom]) -> Iterator[Failed]:
    """Yield each condition that fails, if one does."""
    if elements.truth is not Truth.NO:
        return
    for step in elements.because:
        if step.decides:
            names = {each.name for each in under(step)}
            yield Failed(step, tuple(limit for limit in limits if limit.measure in names))


def under(step: Step) -> Iterator[Step]:
    """Yield *step* and every step below it."""
    yield step
    for each in step.because:
        yield from under(each)


def _positions_under(steps: Iterable[Step]) -> tuple[str, ...]:
    """Return the positions that the deciding steps turned to, in the order of the reasons."""
    found: dict[str, None] = {}
    for step in steps:
        found.update(dict.fromkeys(step.positions))
        found.update(dict.fromkeys(_positions_under(each for each in step.because if each.decides)))
    return tuple(found)
