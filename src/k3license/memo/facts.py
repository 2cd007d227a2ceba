"""The facts relied on, with what backs them and how old that is."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from k3license.memo.clauses import Refs, facts_told
from k3license.memo.material import Material
from k3license.memo.shown import Mark, quoted_fact
from k3license.model.explanation import Fact


class FactShown(NamedTuple):
    """
    A fact relied on, with what backs it; *ref* is how the memo calls it.

    *source* and *by* are empty where the profile names none.  *age* is how many days before the
    day asked about the evidence is from (negative: later), None where it has no date.
    *before* is what an older profile stated, if that differs.
    """

    ref: str
    path: str
    stated: str
    line: int
    source: str
    by: str
    dated: date | None
    age: int | None
    before: str = ""
    mark: Mark = ""


def facts_shown(material: Material) -> tuple[FactShown, ...]:
    """Return the facts that some answer relied on, in the order of the file."""
    found = {fact.path: fact for fact in _facts(material) if fact.stated is not None}
    as_of = material.explanations[0].as_of
    in_order = sorted(found.values(), key=lambda fact: (fact.line, fact.path))
    return tuple(_shown(number, fact, as_of) for number, fact in enumerate(in_order, start=1))


def refs_of(facts: tuple[FactShown, ...]) -> Refs:
    """Return how the memo calls each fact, by its path."""
    return {fact.path: fact.ref for fact in facts}


def _facts(material: Material) -> Iterator[Fact]:
    yield from facts_told(material)
    if material.comparison is not None:
        for offering in material.comparison.offerings:
            for requirement in offering.requirements:
                for contrast in requirement.contrasts:
                    yield from contrast.facts


def _shown(number: int, fact: Fact, as_of: date) -> FactShown:
    return FactShown(
        ref=f"F{number}",
        path=fact.path,
        stated=quoted_fact(fact.stated),
        line=fact.line,
        source=fact.document or fact.source or "",
        by=fact.by or "",
        dated=fact.as_of,
        age=None if fact.as_of is None else (as_of - fact.as_of).days,
    )
