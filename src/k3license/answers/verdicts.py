"""Verdicts: what the answers to all requirements come to, for an offering and for a run."""

from collections.abc import Iterable
from typing import Protocol

from k3license.model.assessment import Answer, Applies, Finding, Verdict
from k3license.model.truth import Truth

LATE = "late"
LATE_UNKNOWN = "late-unknown"
# What `asked_for` gives at most where nothing is left to do or to ask.
DONE = 1
_WORST_FIRST = tuple(Verdict)


class Answered(Protocol):
    """What a verdict looks at: an answer to a requirement, and the findings beside it."""

    @property
    def answer(self) -> Answer: ...

    @property
    def findings(self) -> tuple[Finding, ...]: ...


def verdict_of(requirements: Iterable[Answered]) -> Verdict:
    """
    Return the verdict for an offering: the first that fits.

    Action is required where something applies and is not fulfilled, or was agreed too late
    with the past left out; a question is open where something unknown is not known to be
    fulfilled, or it is not known whether a late agreement covers the past.
    """
    answers = list(requirements)
    if any(_needs_action(each) for each in answers):
        return Verdict.ACTION_REQUIRED
    if any(_is_open(each) for each in answers):
        return Verdict.OPEN_QUESTIONS
    if any(each.answer.applies in (Applies.YES, Applies.UNKNOWN) for each in answers):
        return Verdict.CONDITIONS_MET
    return Verdict.CLEAR


def _needs_action(each: Answered) -> bool:
    if each.answer.applies is not Applies.YES:
        return False
    return each.answer.fulfilled is Truth.NO or any(finding.kind == LATE for finding in each.findings)


def _is_open(each: Answered) -> bool:
    applies, fulfilled = each.answer.applies, each.answer.fulfilled
    if applies in (Applies.YES, Applies.UNKNOWN) and fulfilled is not Truth.YES:
        return True
    return any(finding.kind == LATE_UNKNOWN for finding in each.findings)


def asked_for(answer: Answer | None) -> int:
    """Return how much is asked for: 0 nothing (None: no such clause), 1 what is done, 2 what is open, 3 what is not."""
    if answer is None or answer.applies not in (Applies.YES, Applies.UNKNOWN):
        return 0
    if answer.fulfilled is Truth.YES:
        return DONE
    return 3 if answer.applies is Applies.YES and answer.fulfilled is Truth.NO else 2


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the worst of *verdicts*; ValueError for none, since nothing assessed is never clear."""
    return min(verdicts, key=_WORST_FIRST.index)
