"""The same facts under several licenses, side by side."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from k3license.memo.clauses import Refs
from k3license.memo.shown import Answered, answered, section_words
from k3license.model.comparison import ComparedOffering, ComparedRequirement, Comparison, Contrast


class ComparedClause(NamedTuple):
    """
    A clause by the title of its license; *lacks* says what a license has not, "clause" or "exemption".

    Then *section* and *says* are empty.
    """

    license: str
    section: str
    says: str
    lacks: str = ""


class ContrastShown(NamedTuple):
    """How two licenses differ on a requirement: *difference* and *stricter* are empty where they come to the same."""

    requirement: str
    difference: str
    stricter: str
    clauses: tuple[ComparedClause, ...]
    facts: tuple[str, ...]


class ComparedRow(NamedTuple):
    """A requirement under each license; None where a license has no such clause."""

    requirement: str
    answers: tuple[Answered | None, ...]


class ComparedUse(NamedTuple):
    """An offering under each license."""

    offering: str
    verdicts: tuple[str, ...]
    rows: tuple[ComparedRow, ...]
    contrasts: tuple[ContrastShown, ...]


class ComparisonShown(NamedTuple):
    """The same facts under several licenses, in the order of their titles."""

    licenses: tuple[str, ...]
    uses: tuple[ComparedUse, ...]


def comparison_shown(comparison: Comparison, refs: Refs) -> ComparisonShown:
    """Return the comparison; *refs* has every fact in it."""
    titles = dict(zip(comparison.licenses, comparison.titles, strict=True))
    return ComparisonShown(comparison.titles, tuple(_use(each, titles, refs) for each in comparison.offerings))


def _use(each: ComparedOffering, titles: Mapping[str, str], refs: Refs) -> ComparedUse:
    return ComparedUse(
        offering=each.name,
        verdicts=tuple(verdict.value for verdict in each.verdicts),
        rows=tuple(_row(requirement) for requirement in each.requirements),
        contrasts=tuple(
            _contrast(requirement, contrast, titles, refs)
            for requirement in each.requirements
            for contrast in requirement.contrasts
            if contrast.difference is not None or contrast.clauses
        ),
    )


def _row(requirement: ComparedRequirement) -> ComparedRow:
    answers = (None if side.answer is None else answered(side.answer.answer) for side in requirement.sides)
    return ComparedRow(requirement.id, tuple(answers))


def _contrast(
    requirement: ComparedRequirement, contrast: Contrast, titles: Mapping[str, str], refs: Refs
) -> ContrastShown:
    return ContrastShown(
        requirement=requirement.id,
        difference=contrast.difference or "",
        stricter="" if contrast.stricter is None else titles[contrast.stricter],
        clauses=tuple(_clauses(requirement, contrast, titles)),
        facts=tuple(refs[fact.path] for fact in contrast.facts),
    )


def _clauses(
    requirement: ComparedRequirement, contrast: Contrast, titles: Mapping[str, str]
) -> Iterator[ComparedClause]:
    """Yield the clauses that differ, and for each license what it has not and the other has."""
    first = requirement.sides[0].license
    compared = [side for side in requirement.sides if side.license in (first, contrast.license)]
    for side in compared:
        title = titles[side.license]
        clauses = [clause for clause in contrast.clauses if clause.license == side.license]
        for clause in clauses:
            yield ComparedClause(title, section_words(clause.section), clause.says)
        if side.answer is None and contrast.clauses:
            yield ComparedClause(title, "", "", lacks="clause")
        elif not side.lifted_by and any(other.lifted_by for other in compared):
            yield ComparedClause(title, "", "", lacks="exemption")
