"""A what-if as text and as JSON: the answers before and after, side by side."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from k3license.model.assessment import Applies, Assessment, RequirementAnswer, Run
from k3license.model.changes import Change, WhatIf
from k3license.writers.columns import row, titled, wrapped
from k3license.writers.json_report import run_as_data
from k3license.writers.text_report import answer_text

FORMAT: Final = "k3license.whatif/1"
NOT_ASSESSED: Final = "not assessed"
_WIDTHS: Final = (24, 25, 25)
_CHANGED, _SAME = "* ", "  "

Use = tuple[str, str]


def whatif_as_data(found: WhatIf) -> dict[str, Any]:
    """Return the what-if as plain data, with both runs in the form of an assessment."""
    return {
        "format": FORMAT,
        "changes": [change_as_data(each) for each in found.changes],
        "notes": list(found.notes),
        "before": run_as_data(found.before),
        "after": None if found.after is None else run_as_data(found.after),
        "not_legal_advice": True,
    }


def change_as_data(change: Change) -> dict[str, Any]:
    """Return a change as plain data."""
    return {"path": change.path, "before": change.before, "after": change.after}


def whatif_as_text(found: WhatIf) -> str:
    """Return the what-if as text of at most 80 columns."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: WhatIf) -> Iterator[str]:
    yield f"What if, as of {found.before.as_of}"
    for change in found.changes:
        yield from wrapped(change_text(change), 2, hang=2)
    for note in found.notes:
        yield from wrapped(f"note: {note}", 2, hang=2)
    yield ""
    yield from _row(_SAME, "", "BEFORE", "AFTER")
    before, after = _uses(found.before), {} if found.after is None else _uses(found.after)
    for use in dict.fromkeys((*before, *after)):
        yield from _use(use, before.get(use), after.get(use))
    yield ""
    yield from wrapped("* differs. The file itself was not changed. This is not legal advice.")


def change_text(change: Change) -> str:
    """Return a change on one line."""
    return f"{change.path} = {change.after} (in the file: {change.before or 'not stated'})"


def _uses(run: Run) -> Mapping[Use, Assessment]:
    return {(each.offering, each.license): each for each in run.assessments}


def _use(use: Use, before: Assessment | None, after: Assessment | None) -> Iterator[str]:
    yield ""
    yield from titled(f"{use[0]} under {use[1]}")
    yield from _compared("verdict", _verdict(before), _verdict(after))
    answers = [{each.id: each for each in side.requirements} if side else {} for side in (before, after)]
    for id in dict.fromkeys((*answers[0], *answers[1])):
        yield from _compared(id, *(_answer(side.get(id)) for side in answers))


def _verdict(assessment: Assessment | None) -> str:
    return NOT_ASSESSED if assessment is None else assessment.verdict.value


def _answer(answer: RequirementAnswer | None) -> str:
    if answer is None:
        return NOT_ASSESSED
    parts = [answer_text(answer.answer)]
    if answer.answer.applies is Applies.EXEMPT:
        parts[0] += f" ({', '.join(id for id, truth in answer.exemptions.items() if truth.value == 'yes')})"
    parts += [f"finding: {finding.kind}" for finding in answer.findings]
    if answer.open_questions:
        count = len(answer.open_questions)
        parts.append(f"{count} open question{'s' * (count > 1)}")
    if not answer.robust:
        parts.append(f"turns on {', '.join(answer.positions)}")
    return "; ".join(parts)


def _compared(name: str, before: str, after: str) -> Iterator[str]:
    return _row(_SAME if before == after else _CHANGED, name, before, after)


def _row(mark: str, *cells: str) -> Iterator[str]:
    for number, line in enumerate(row(cells, _WIDTHS)):
        yield ((mark if number == 0 else _SAME) + line).rstrip()
