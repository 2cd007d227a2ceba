"""The reasoning, clause by clause: which steps are told, and which facts they cite."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from k3license.memo.material import Material
from k3license.memo.shown import Answered, Mark, UseId, answered, section_words
from k3license.model.assessment import Applies
from k3license.model.explanation import Explanation, Fact, RequirementExplained, Step
from k3license.model.headroom import Headroom
from k3license.model.truth import Truth
from k3license.text.amount_text import distance_text

# Facts by their path, as the memo calls them.
Refs = Mapping[str, str]


class Reason(NamedTuple):
    """
    One step of the reasons, at its level from 0.

    *section* is given where the step stands in another section than the one above.  *facts* are
    refs, *missing* the paths of facts that nobody has stated.
    """

    level: int
    truth: str
    says: str
    must_not: bool
    section: str
    figures: tuple[tuple[str, str], ...]
    distance: str
    facts: tuple[str, ...]
    missing: tuple[str, ...]
    positions: tuple[str, ...]


class Clause(NamedTuple):
    """
    A requirement and why it is answered so.

    *why* it applies or not, *others* are conditions that no longer matter once one fails.
    *before* is the answer that it had in an older profile, if that differs.
    """

    id: str
    section: str
    title: str
    words: tuple[str, ...]
    in_plain_words: str
    answer: Answered
    findings: tuple[str, ...]
    why: tuple[Reason, ...]
    others: tuple[Reason, ...]
    exempt: tuple[Reason, ...]
    fulfilment: tuple[Reason, ...]
    before: Answered | None = None
    mark: Mark = ""


class UseShown(NamedTuple):
    """An offering under a license, requirement by requirement."""

    id: UseId
    offering: str
    license: str
    clauses: tuple[Clause, ...]


class _Told(NamedTuple):
    """A step that is told, at its level; *alone*: without what it rests on."""

    level: int
    step: Step
    alone: bool = False


def uses_shown(material: Material, refs: Refs) -> tuple[UseShown, ...]:
    """Return the reasoning for every use; *refs* has every fact in it."""
    return tuple(_use(each, refs) for each in material.explanations)


def facts_told(material: Material) -> Iterator[Fact]:
    """Yield the facts that the reasoning cites, some more than once; those that nobody has stated too."""
    for _, requirement in material.answers():
        for told in (*_why(requirement), *_exempt(requirement), *_fulfilment(requirement)):
            yield from _cited(told)


def _use(each: Explanation, refs: Refs) -> UseShown:
    clauses = tuple(_clause(requirement, refs) for requirement in each.requirements)
    return UseShown((each.offering, each.license), each.offering_name, each.license_title, clauses)


def _clause(each: RequirementExplained, refs: Refs) -> Clause:
    limits = {limit.measure: limit for limit in each.headroom}

    def reasons(told: Iterable[_Told]) -> tuple[Reason, ...]:
        return tuple(_reason(one, refs, limits) for one in told)

    return Clause(
        id=each.answer.id,
        section=section_words(each.answer.section),
        title=each.answer.title,
        words=each.words,
        in_plain_words=each.in_plain_words,
        answer=answered(each.answer.answer),
        findings=tuple(finding.says for finding in each.answer.findings),
        why=reasons(_why(each)),
        others=reasons(_others(each)),
        exempt=reasons(_exempt(each)),
        fulfilment=reasons(_fulfilment(each)),
    )


def _reason(told: _Told, refs: Refs, limits: Mapping[str, Headroom]) -> Reason:
    step = told.step
    limit = None if told.alone else limits.get(step.name)
    facts = tuple(_cited(told))
    return Reason(
        level=told.level,
        truth=step.truth.value,
        says=step.says,
        must_not=step.must_not,
        section=section_words(step.section) if step.opens_section else "",
        figures=() if told.alone else tuple(step.figures.items()),
        distance="" if limit is None else distance_text(limit.left, limit.percent, limit.currency),
        facts=tuple(refs[fact.path] for fact in facts if fact.stated is not None),
        missing=tuple(fact.path for fact in facts if fact.stated is None),
        positions=() if told.alone or any(below.positions for below in step.because) else step.positions,
    )


def _cited(told: _Told) -> Iterator[Fact]:
    """Yield the facts of a step: those stated, and where it is open those that are not."""
    if told.alone:
        return
    for fact in told.step.facts:
        if fact.stated is not None or told.step.truth is Truth.UNKNOWN:
            yield fact


def _why(each: RequirementExplained) -> Iterator[_Told]:
    if each.elements is not None:
        yield from _below(each.elements, 0)


def _others(each: RequirementExplained) -> Iterator[_Told]:
    """Yield what does not matter any more, once one condition fails."""
    if each.elements is None or not each.failed:
        return
    for step in each.elements.because:
        if step.decides:
            continue
        for one in (below for below in step.because if below.decides) if step.joins else (step,):
            yield _Told(0, one, alone=True)


def _exempt(each: RequirementExplained) -> Iterator[_Told]:
    """Yield the exemptions that matter: none where a condition fails, of an exempt use those that lift it."""
    applies = each.answer.answer.applies
    if applies is Applies.NO:
        return
    for step in each.exemptions:
        if applies is not Applies.EXEMPT or step.truth is Truth.YES:
            yield from _with_below(step, 0)


def _fulfilment(each: RequirementExplained) -> Iterator[_Told]:
    if each.fulfilment is not None:
        yield from _with_below(each.fulfilment, 0)


def _with_below(step: Step, level: int) -> Iterator[_Told]:
    yield _Told(level, step)
    yield from _below(step, level + 1)


def _below(step: Step, level: int) -> Iterator[_Told]:
    """Yield of what is below a step what decides it."""
    for each in step.because:
        if each.decides:
            yield from _with_below(each, level)
