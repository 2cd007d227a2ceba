"""Why the conclusion is what it is, in a sentence for each answer that asks for something or is open."""

from collections.abc import Iterator
from typing import NamedTuple

from k3license.answers.verdicts import DONE, asked_for
from k3license.memo.limits import LimitShown
from k3license.memo.material import Material
from k3license.memo.questions import purpose
from k3license.memo.shown import Answered, For, answered
from k3license.model.truth import Truth


class Reason(NamedTuple):
    """
    An answer that asks for something or is open: *limits* are those that are crossed, or may be.

    *turns_on* are the open questions of the text of which another reading alone gives another answer.
    """

    of: For
    answer: Answered
    findings: tuple[str, ...]
    limits: tuple[LimitShown, ...]
    turns_on: tuple[str, ...]


def reasons_shown(material: Material, limits: tuple[LimitShown, ...]) -> tuple[Reason, ...]:
    """Return a reason for each answer that is not settled; none where nothing has to be done or asked."""
    return tuple(_reasons(material, limits))


def _reasons(material: Material, limits: tuple[LimitShown, ...]) -> Iterator[Reason]:
    for use, requirement in material.answers():
        of, found = purpose(use, requirement), requirement.answer
        if asked_for(found.answer) <= DONE and not found.findings:
            continue
        use_id = (use.offering, use.license)
        beside = (limit for limit in limits if limit.use == use_id and limit.of == of)
        yield Reason(
            of=of,
            answer=answered(found.answer),
            findings=tuple(finding.says for finding in found.findings),
            limits=tuple(limit for limit in beside if limit.crossed != Truth.NO.value),
            turns_on=tuple(each.taken.asks for each in requirement.readings.deciding),
        )
