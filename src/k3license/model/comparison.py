"""The same facts under several licenses, requirement by requirement."""

from datetime import date
from typing import Literal, NamedTuple, TypeAlias

from k3license.model.assessment import RequirementAnswer, Verdict
from k3license.model.explanation import Fact

# What makes two answers differ: a clause that only one license has, an exemption, a condition, or what fulfils it.
Difference: TypeAlias = Literal["clause", "exemption", "condition", "fulfilment"]


class Clause(NamedTuple):
    """A requirement, exemption or condition of a license in words, with its section."""

    license: str
    section: str
    says: str


class Side(NamedTuple):
    """One license's answer to a requirement; *answer* is None where it has no such clause."""

    license: str
    answer: RequirementAnswer | None
    lifted_by: tuple[str, ...]


class Contrast(NamedTuple):
    """
    How another license differs from the first on one requirement.

    *difference* is None where the answers are the same.  *stricter* is the license that asks
    for more, None where neither does.  *clauses* are the ones that differ, *facts* those on which
    the difference turns here.
    """

    license: str
    difference: Difference | None
    stricter: str | None
    clauses: tuple[Clause, ...]
    facts: tuple[Fact, ...]


class ComparedRequirement(NamedTuple):
    """A requirement under each license, and how each of the others differs from the first."""

    id: str
    sides: tuple[Side, ...]
    contrasts: tuple[Contrast, ...]


class ComparedOffering(NamedTuple):
    """An offering under each license; verdicts stand in the order of the licenses."""

    id: str
    name: str
    verdicts: tuple[Verdict, ...]
    requirements: tuple[ComparedRequirement, ...]


class Comparison(NamedTuple):
    """The licensee's offerings, each as if it used the model of every one of *licenses*."""

    as_of: date
    engines: tuple[str, ...]
    licenses: tuple[str, ...]
    titles: tuple[str, ...]
    offerings: tuple[ComparedOffering, ...]
