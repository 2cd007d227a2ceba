"""A comparison as text and as JSON: licenses side by side, requirement by requirement."""

from collections.abc import Iterator
from typing import Any, Final

from k3license.model.comparison import ComparedOffering, ComparedRequirement, Comparison, Contrast, Side
from k3license.writers.columns import WIDTH, row, titled, wrapped
from k3license.writers.explain_json import answer_as_data, fact_as_data
from k3license.writers.explain_text import fact_text
from k3license.writers.text_report import answer_text

FORMAT: Final = "k3license.comparison/1"
_NAME_WIDTH: Final = 20
_GAP: Final = 2
_NO_CLAUSE: Final = "no such clause"
_DIFFERENCES: Final = {
    "clause": "only one of them has such a clause",
    "exemption": "an exemption makes the difference",
    "condition": "a condition makes the difference",
    "fulfilment": "they ask for different things",
}


def comparison_as_text(found: Comparison) -> str:
    """Return the comparison as text of at most 80 columns."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Comparison) -> Iterator[str]:
    yield from wrapped(f"The same facts under {' and '.join(found.titles)}, as of {found.as_of}")
    for offering in found.offerings:
        yield ""
        yield from _offering(found, offering)
    yield ""
    yield from wrapped("Each use is looked at as if it ran on the model of each license. This is not legal advice.")


def _offering(found: Comparison, offering: ComparedOffering) -> Iterator[str]:
    count = len(found.licenses)
    widths = (_NAME_WIDTH, *[(WIDTH - _NAME_WIDTH - _GAP * count) // count] * count)
    yield from titled(f"{offering.name} ({offering.id})")
    yield from row(("", *found.licenses), widths)
    yield from row(("verdict", *(verdict.value for verdict in offering.verdicts)), widths)
    for requirement in offering.requirements:
        yield from row((requirement.id, *(_side(side) for side in requirement.sides)), widths)
    for requirement in offering.requirements:
        for contrast in requirement.contrasts:
            yield from _contrast(requirement, contrast)


def _side(side: Side) -> str:
    if side.answer is None:
        return _NO_CLAUSE
    text = answer_text(side.answer.answer)
    return text if side.answer.robust else f"{text}; turns on {', '.join(side.answer.positions)}"


def _contrast(requirement: ComparedRequirement, contrast: Contrast) -> Iterator[str]:
    if contrast.difference is None and not contrast.clauses:
        return
    yield ""
    if contrast.difference is None:
        alone = [side.license for side in requirement.sides if side.answer is not None]
        same = "the same answer here, by clauses that differ"
        if len(alone) == 1:
            same = f"only {alone[0]} has such a clause, and it asks for nothing here"
        yield from wrapped(f"{requirement.id}: {same}", 2)
    else:
        stricter = "" if contrast.stricter is None else f"{contrast.stricter} is stricter: "
        yield from wrapped(f"{requirement.id}: {stricter}{_DIFFERENCES[contrast.difference]}", 2)
    first = requirement.sides[0]
    for side in (first, *(side for side in requirement.sides if side.license == contrast.license)):
        clauses = [clause for clause in contrast.clauses if clause.license == side.license]
        for clause in clauses:
            section = f"section {clause.section}" if clause.section[:1].isdigit() else clause.section
            yield from wrapped(f"{clause.license}, {section}: {clause.says}", 4, hang=2)
        if side.answer is not None and not side.lifted_by and any(other.lifted_by for other in requirement.sides):
            yield from wrapped(f"{side.license}: no exemption", 4, hang=2)
        if side.answer is None and contrast.clauses:
            yield from wrapped(f"{side.license}: {_NO_CLAUSE}", 4, hang=2)
    if contrast.facts:
        yield "    decided here by:"
    for fact in contrast.facts:
        yield from wrapped(fact_text(fact), 6, hang=2)


def comparison_as_data(found: Comparison) -> dict[str, Any]:
    """Return the comparison as plain data."""
    return {
        "format": FORMAT,
        "as_of": found.as_of.isoformat(),
        "engines": list(found.engines),
        "licenses": list(found.licenses),
        "offerings": [_offering_as_data(found, offering) for offering in found.offerings],
        "not_legal_advice": True,
    }


def _offering_as_data(found: Comparison, offering: ComparedOffering) -> dict[str, Any]:
    verdicts = zip(found.licenses, offering.verdicts, strict=True)
    return {
        "offering": offering.id,
        "verdicts": {license_id: verdict.value for license_id, verdict in verdicts},
        "requirements": [_requirement_as_data(requirement) for requirement in offering.requirements],
    }


def _requirement_as_data(requirement: ComparedRequirement) -> dict[str, Any]:
    return {
        "id": requirement.id,
        "answers": {side.license: _side_as_data(side) for side in requirement.sides},
        "contrasts": [_contrast_as_data(contrast) for contrast in requirement.contrasts],
    }


def _side_as_data(side: Side) -> dict[str, Any] | None:
    if side.answer is None:
        return None
    return {
        "section": side.answer.section,
        **answer_as_data(side.answer.answer),
        "robust": side.answer.robust,
        "must": side.answer.must,
        "exemptions": {id: truth.value for id, truth in side.answer.exemptions.items()},
    }


def _contrast_as_data(contrast: Contrast) -> dict[str, Any]:
    return {
        "license": contrast.license,
        "difference": contrast.difference,
        "stricter": contrast.stricter,
        "clauses": [
            {"license": clause.license, "section": clause.section, "says": clause.says} for clause in contrast.clauses
        ],
        "facts": [fact_as_data(fact) for fact in contrast.facts],
    }
