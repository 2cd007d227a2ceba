"""Assessments as text for people: the conclusion first, then each requirement with its reasons."""

import textwrap
from collections.abc import Iterator, Mapping

from k3license.answers.verdicts import LATE, LATE_UNKNOWN
from k3license.model.assessment import (
    Answer,
    Applies,
    Assessment,
    Proof,
    RequirementAnswer,
    Run,
    Verdict,
)
from k3license.model.truth import Truth

WIDTH = 80
# Reasons are shown down to this level; `k3license explain` shows all of them.
REASON_LEVELS = 4
_LATENESS = {LATE: ", late", LATE_UNKNOWN: ", perhaps late"}

CONCLUSIONS = {
    Verdict.ACTION_REQUIRED: "ACTION REQUIRED: a requirement applies and is not fulfilled",
    Verdict.OPEN_QUESTIONS: "OPEN QUESTIONS: the facts given do not decide it yet",
    Verdict.CONDITIONS_MET: "CONDITIONS MET: what applies or may apply is fulfilled",
    Verdict.CLEAR: "CLEAR: no requirement applies",
}


def text_of(run: Run, *, name: str | None = None) -> str:
    """Return *run* as text of at most 80 columns without color; *name* is the profile's."""
    lines: list[str] = []
    if name is not None:
        lines += [name, "=" * min(len(name), WIDTH)]
    lines += _wrapped(CONCLUSIONS[run.verdict])
    lines += _wrapped(f"as of {run.as_of}, answered by: {' and '.join(run.engines)}")
    for each in run.assessments:
        lines.append("")
        lines += _assessment(each)
    for warning in run.warnings:
        lines.append("")
        lines += _wrapped(f"Warning, {warning.path}: {warning.says}")
    if run.readings_not_evaluated:
        lines += ["", *_wrapped(f"Readings not evaluated: {', '.join(run.readings_not_evaluated)}")]
    lines += ["", *_wrapped("This is not legal advice. The rules are drafts that no lawyer has reviewed.")]
    return "\n".join(lines) + "\n"


def _assessment(each: Assessment) -> Iterator[str]:
    title = f"{each.offering} ({each.licensee}) under {each.license}: {each.verdict.value}"
    yield from _wrapped(title)
    yield "-" * min(len(title), WIDTH)
    for note in each.notes:
        yield from _wrapped(f"Note: {note}", 2)
    for requirement in each.requirements:
        yield from _requirement(requirement)
    if each.not_assessed:
        yield from _wrapped(f"Not assessed: {', '.join(each.not_assessed)}", 2)


def _requirement(each: RequirementAnswer) -> Iterator[str]:
    section = f"Section {each.section}" if each.section[:1].isdigit() else each.section.capitalize()
    late = "".join(_LATENESS[finding.kind] for finding in each.findings)
    yield from _wrapped(f"{section}, {each.id}: {answer_text(each.answer)}{late}", 2)
    yield from _wrapped(each.title, 4)
    for finding in each.findings:
        yield from _wrapped(f"Finding ({finding.kind}): {finding.says}", 4)
    if each.answer.applies is not Applies.NO and each.exemptions:
        states = ", ".join(f"{name}: {truth.value}" for name, truth in each.exemptions.items())
        yield from _wrapped(f"Exemptions: {states}", 4)
    if each.proof is not None:
        yield from _reasons(each.proof, 4)
    if each.answer.applies is Applies.EXEMPT:
        for proof in each.exemption_proofs:
            if proof.truth is Truth.YES:
                yield from _reasons(proof, 4)
    if each.fulfilment is not None:
        yield from _step(each.fulfilment, 4)
    if not each.robust:
        yield from _readings(each)
    for under in each.purposive:
        yield from _wrapped(f"Read by its purpose ({_choice(under.readings)}): {answer_text(under.answer)}", 4)
    if each.open_questions:
        yield "    Open questions:"
        for number, question in enumerate(each.open_questions, start=1):
            yield from _wrapped(f"{number}. {question.question} (ask: {question.of})", 6, hang=3)
            yield from _wrapped(f"[{question.path}]", 9)


def answer_text(answer: Answer) -> str:
    """Return an answer in words."""
    if answer.applies is Applies.NO:
        return "does not apply"
    if answer.applies is Applies.EXEMPT:
        return "exempt"
    applies = "applies" if answer.applies is Applies.YES else "may apply (open)"
    fulfilled = {
        Truth.YES: "fulfilled",
        Truth.NO: "NOT FULFILLED",
        Truth.UNKNOWN: "not known whether fulfilled",
    }
    return applies if answer.fulfilled is None else f"{applies}, {fulfilled[answer.fulfilled]}"


def _reasons(proof: Proof, indent: int, level: int = 1) -> Iterator[str]:
    # Of what holds together each step counts; of what fails, only what fails.
    shown = [step for step in proof.because if step.truth is proof.truth] or proof.because
    for step in shown:
        yield from _step(step, indent)
        if level < REASON_LEVELS and not step.refutes:
            yield from _reasons(step, indent + 2, level + 1)


def _step(step: Proof, indent: int) -> Iterator[str]:
    if step.refutes:
        # "It is not so that ..." reads best as what is asked about, with its own answer.
        (step,) = step.because
    yield from _wrapped(f"{step.truth.value:<7} {step.says}", indent, hang=8)
    for name, text in step.figures.items():
        yield from _wrapped(f"{name}: {text}", indent + 8, hang=2)


def _readings(each: RequirementAnswer) -> Iterator[str]:
    yield from _wrapped(f"Turns on how the text is read: {', '.join(each.positions)}", 4)
    grouped: dict[str, list[Mapping[str, str]]] = {}
    for under in each.by_reading:
        grouped.setdefault(answer_text(under.answer), []).append(under.readings)
    for answer, readings in grouped.items():
        shortest = min(readings, key=len)
        others = len(readings) - 1
        more = f", or {others} other {'combination' if others == 1 else 'combinations'}" if others else ""
        yield from _wrapped(f"- {answer}: {_choice(shortest)}{more}", 6, hang=2)


def _choice(readings: Mapping[str, str]) -> str:
    return ", ".join(f"{position}={reading}" for position, reading in readings.items())


def _wrapped(text: str, indent: int = 0, *, hang: int = 0) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_on_hyphens=False,
    )
