"""Explanations as text for people: each answer with its reasons, readings, limits and what would change it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from k3license.model.assessment import Applies
from k3license.model.explanation import Explanation, Fact, PositionTaken, RequirementExplained, Step
from k3license.model.headroom import Headroom
from k3license.model.truth import Truth
from k3license.writers.columns import titled, wrapped
from k3license.writers.flip_text import flip_lines
from k3license.writers.headroom_text import distance_line, headroom_lines
from k3license.writers.readings_text import choice_text, readings_lines
from k3license.writers.text_report import CONCLUSIONS, answer_text

Limits = Mapping[str, Headroom]

# What is written in the profile is quoted up to this length; the line says where the rest is.
_LONGEST_QUOTE: Final = 90
_ELEMENTS: Final = {
    Applies.YES: "Why it applies",
    Applies.EXEMPT: "It would apply",
    Applies.NO: "Why it does not apply",
    Applies.UNKNOWN: "Why it is open",
}


def explanations_text(found: Iterable[Explanation]) -> str:
    """Return explanations as text of at most 80 columns without color."""
    lines: list[str] = []
    for each in found:
        lines += [*_explanation(each), ""]
    lines += wrapped("This is not legal advice. The rules are drafts that no lawyer has reviewed.")
    return "\n".join(lines) + "\n"


def _explanation(each: Explanation) -> Iterator[str]:
    yield from titled(
        f"{each.offering_name} ({each.licensee_name}) under the {each.license_title.removeprefix('the ')}", "="
    )
    yield from wrapped(CONCLUSIONS[each.verdict])
    yield from wrapped(f"as of {each.as_of}, answered by: {' and '.join(each.engines)}")
    for note in each.notes:
        yield from wrapped(f"Note: {note}", hang=2)
    for requirement in each.requirements:
        yield ""
        yield from _requirement(requirement)
    if each.flips is not None:
        yield ""
        yield from flip_lines(each.flips, licensee=each.licensee_name, now=_now(each))
    if each.not_assessed:
        yield ""
        yield from wrapped(f"Not assessed: {', '.join(each.not_assessed)}")


def _now(each: Explanation) -> str:
    """Return the answer that changes are to change: that to the one requirement asked about, or the verdict."""
    if each.of_requirement is None:
        return each.verdict.value
    return next(answer_text(one.answer.answer) for one in each.requirements if one.answer.id == each.of_requirement)


def _requirement(each: RequirementExplained) -> Iterator[str]:
    answer = each.answer
    section = f"Section {answer.section}" if answer.section[:1].isdigit() else answer.section.capitalize()
    yield from titled(f"{section}, {answer.id}: {answer_text(answer.answer)}")
    yield from wrapped(answer.title, 2)
    if each.words:
        yield from wrapped("The text: " + ", ".join(f'"{words}"' for words in each.words), 2, hang=2)
    yield from wrapped(f"In plain words: {each.in_plain_words}", 2, hang=2)
    for finding in answer.findings:
        yield from wrapped(f"Finding ({finding.kind}): {finding.says}", 2, hang=2)
    limits = {limit.measure: limit for limit in each.headroom}
    if each.elements is not None:
        yield from _heading(_ELEMENTS[answer.answer.applies])
        yield from _steps(each.elements, 4, limits)
        if each.failed:
            yield from _other_conditions(each.elements)
    yield from _exemptions(each)
    if each.fulfilment is not None:
        yield from _heading("Whether it is fulfilled")
        yield from _step(each.fulfilment, 4, limits)
    yield from _positions(each.positions)
    yield from readings_lines(each.readings, each.inquiry)
    if each.headroom:
        yield from _heading("Limits")
        for limit in each.headroom:
            yield from headroom_lines(limit)
    if answer.open_questions:
        yield from _heading("Open questions")
        for number, question in enumerate(answer.open_questions, start=1):
            yield from wrapped(f"{number}. {question.question} (ask: {question.of})", 4, hang=3)
            yield from wrapped(f"[{question.path}]", 7)


def _heading(text: str) -> list[str]:
    return ["", f"  {text}"]


def _other_conditions(elements: Step) -> Iterator[str]:
    """Yield what does not matter any more, once one condition fails."""
    rest = [step for step in elements.because if not step.decides]
    if rest:
        yield "    What fails is enough; the other conditions:"
    for step in rest:
        for each in (each for each in step.because if each.decides) if step.joins else (step,):
            yield from _line(each, 6)


def _exemptions(each: RequirementExplained) -> Iterator[str]:
    applies = each.answer.answer.applies
    if applies is Applies.NO or not each.exemptions:
        return
    yield from _heading("Why it is exempt" if applies is Applies.EXEMPT else "Whether it is exempt")
    for step in each.exemptions:
        if applies is not Applies.EXEMPT or step.truth is Truth.YES:
            yield from _step(step, 4, {})


def _steps(step: Step, indent: int, limits: Limits) -> Iterator[str]:
    """Yield what is below a step: of what decides all, of the rest nothing."""
    for each in step.because:
        if each.decides:
            yield from _step(each, indent, limits)


def _step(step: Step, indent: int, limits: Limits) -> Iterator[str]:
    yield from _line(step, indent)
    inner = indent + 8
    for name, text in step.figures.items():
        yield from wrapped(f"{name}: {text}", inner, hang=2)
    if step.name in limits:
        yield from distance_line(limits[step.name], inner)
    for fact in step.facts:
        if fact.stated is not None or step.truth is Truth.UNKNOWN:
            yield from wrapped(fact_text(fact), inner, hang=2)
    if step.positions and not any(each.positions for each in step.because):
        yield from wrapped(f"depends on how this is read: {', '.join(step.positions)}", inner, hang=2)
    yield from _steps(step, indent + 2, limits)


def _line(step: Step, indent: int) -> list[str]:
    section = f" [section {step.section}]" if step.opens_section else ""
    must_not = " (must not be so)" if step.must_not else ""
    return wrapped(f"{step.truth.value:<7} {step.says}{must_not}{section}", indent, hang=8)


def fact_text(fact: Fact) -> str:
    """Return a fact with its line and its evidence."""
    if fact.stated is None:
        return f"{fact.path} is not stated"
    stated = fact.stated if len(fact.stated) <= _LONGEST_QUOTE else fact.stated[: _LONGEST_QUOTE - 3] + "..."
    backed = [fact.document or fact.source, fact.by, None if fact.as_of is None else str(fact.as_of)]
    evidence = ", ".join(part for part in backed if part is not None)
    return f"line {fact.line}: {fact.path} = {stated}" + (f" (source: {evidence})" if evidence else "")


def _positions(positions: tuple[PositionTaken, ...]) -> Iterator[str]:
    if not positions:
        return
    yield from _heading("How open terms were read")
    for each in positions:
        yield from wrapped(f"{each.id} = {each.reading} ({choice_text(each)})", 4, hang=2)
        yield from wrapped(each.in_plain_words, 6)
