"""Comparison: the same facts under several licenses, and which clause and fact make the difference."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from k3license.answers.assess import NothingToAssess, assessed
from k3license.answers.cases import Cases
from k3license.answers.cited import cited
from k3license.answers.verdicts import asked_for
from k3license.engine.agreement import resolve
from k3license.model.assessment import Applies, Assessment, Proof, RequirementAnswer
from k3license.model.comparison import (
    Clause,
    ComparedOffering,
    ComparedRequirement,
    Comparison,
    Contrast,
    Difference,
    Side,
)
from k3license.model.explanation import Fact
from k3license.model.rules import Pack
from k3license.model.truth import Truth
from k3license.reading.profiles import LoadedProfile

_IN_FORCE: Final = (Applies.YES, Applies.UNKNOWN)


def compare(cases: Cases, *, licenses: Sequence[str], offering: str | None = None) -> Comparison:
    """
    Return the licensee's offerings (or one) under each of *licenses*, as if they used its model.

    The first license is compared with each of the others.  Raises NothingToAssess where no
    offering runs on a model.
    """
    loaded = cases.loaded
    runs = [assessed(cases.under(license_id)) for license_id in licenses]
    packs = [cases.catalog.packs[license_id] for license_id in licenses]
    by_offering: dict[str, list[Assessment]] = {}
    for run in runs:
        for assessment in run.assessments:
            if offering in (None, assessment.offering):
                by_offering.setdefault(assessment.offering, []).append(assessment)
    if not by_offering:
        raise NothingToAssess(f"nothing to compare: {offering} is no offering of the licensee that runs on a model")
    return Comparison(
        as_of=runs[0].as_of,
        engines=resolve(cases.options.engines),
        licenses=tuple(licenses),
        titles=tuple(pack.header.title for pack in packs),
        offerings=tuple(_offering(loaded, packs, each) for each in by_offering.values()),
    )


def _offering(loaded: LoadedProfile, packs: Sequence[Pack], under: Sequence[Assessment]) -> ComparedOffering:
    answers = [{answer.id: answer for answer in assessment.requirements} for assessment in under]
    ids = dict.fromkeys(id for each in answers for id in each)
    id = under[0].offering
    return ComparedOffering(
        id=id,
        name=loaded.profile.offerings[id].name or id,
        verdicts=tuple(assessment.verdict for assessment in under),
        requirements=tuple(_requirement(loaded, packs, answers, id) for id in ids),
    )


def _requirement(
    loaded: LoadedProfile, packs: Sequence[Pack], answers: Sequence[Mapping[str, RequirementAnswer]], id: str
) -> ComparedRequirement:
    sides = tuple(
        Side(pack.header.license, found.get(id), tuple(each.id for each in pack.lifting(id)))
        for pack, found in zip(packs, answers, strict=True)
    )
    first, *others = zip(packs, sides, strict=True)
    contrasts = tuple(_Contrasting(loaded, first, other, id).contrast() for other in others)
    return ComparedRequirement(id, sides, contrasts)


class _Contrasting(NamedTuple):
    """Two licenses on one requirement."""

    loaded: LoadedProfile
    one: tuple[Pack, Side]
    other: tuple[Pack, Side]
    id: str

    def contrast(self) -> Contrast:
        one, other = self.one[1].answer, self.other[1].answer
        difference = _difference(one, other)
        if difference is None:
            return Contrast(self.other[1].license, None, None, self._clauses(None), ())
        return Contrast(
            license=self.other[1].license,
            difference=difference,
            stricter=self._stricter(one, other),
            clauses=self._clauses(difference),
            facts=tuple(self._facts(difference, one, other)),
        )

    def _stricter(self, one: RequirementAnswer | None, other: RequirementAnswer | None) -> str | None:
        weights = [asked_for(None if answer is None else answer.answer) for answer in (one, other)]
        if weights[0] == weights[1]:
            return None
        return (self.one if weights[0] > weights[1] else self.other)[1].license

    def _clauses(self, difference: Difference | None) -> tuple[Clause, ...]:
        """Return the clauses that differ: also where both come to the same answer here."""
        found: list[Clause] = []
        for pack, side in (self.one, self.other):
            requirement = next((each for each in pack.requirements if each.id == self.id), None)
            if requirement is None:
                continue
            if difference in (None, "fulfilment", "clause"):
                found.append(Clause(side.license, requirement.source.section, requirement.then.must))
            if difference == "condition":
                found.append(Clause(side.license, requirement.source.section, requirement.title))
            if difference in (None, "exemption"):
                lifting = [each for each in pack.lifting(self.id) if difference is None or self._matters(side, each.id)]
                found += [Clause(side.license, each.source.section, each.title) for each in lifting]
        ours, theirs = (
            {clause.says for clause in found if clause.license == side.license} for _, side in (self.one, self.other)
        )
        return () if difference is None and ours == theirs else tuple(found)

    def _matters(self, side: Side, exemption: str) -> bool:
        return side.answer is not None and side.answer.exemptions[exemption] is not Truth.NO

    def _facts(
        self, difference: Difference, one: RequirementAnswer | None, other: RequirementAnswer | None
    ) -> Iterator[Fact]:
        proofs: list[Proof | None] = []
        for answer in (one, other):
            if answer is None:
                continue
            if difference == "exemption":
                proofs += [proof for proof in answer.exemption_proofs if proof.truth is not Truth.NO]
            elif difference == "fulfilment":
                proofs.append(answer.fulfilment)
            else:
                proofs.append(answer.proof)
        paths = dict.fromkeys(path for proof in proofs if proof is not None for path in _deciding_facts(proof))
        for path in paths:
            fact = cited(self.loaded.provenance, path)
            if fact.stated is not None:
                yield fact


def _difference(one: RequirementAnswer | None, other: RequirementAnswer | None) -> Difference | None:
    """Return what makes two answers differ; None if nothing does, or neither asks for anything."""
    if one is None or other is None:
        present = one or other
        assert present is not None
        return "clause" if present.answer.applies in _IN_FORCE else None
    if one.answer == other.answer:
        return None
    if any(_may_be_lifted(answer) for answer in (one, other)):
        return "exemption"
    return "fulfilment" if one.answer.applies is other.answer.applies else "condition"


def _may_be_lifted(answer: RequirementAnswer) -> bool:
    """Return whether an exemption lifts the requirement, or may and nothing else is open."""
    if answer.answer.applies is Applies.UNKNOWN and answer.proof is not None and answer.proof.truth is Truth.YES:
        return True
    return answer.answer.applies is Applies.EXEMPT


def _deciding_facts(proof: Proof) -> Iterable[str]:
    """Return the facts under the steps that decide, in the order of the reasons."""
    yield from proof.relied_on
    for step in proof.because:
        if proof.refutes or step.truth is proof.truth:
            yield from _deciding_facts(step)
