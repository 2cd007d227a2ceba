"""Agreements with licensors: those that the profile lists, and those that are missing or came late."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from datetime import date
from typing import Final, Literal, NamedTuple, TypeAlias

from k3license.answers.verdicts import LATE, LATE_UNKNOWN
from k3license.facts.agreements import NO_DOCUMENT
from k3license.memo.material import Material
from k3license.memo.questions import purpose
from k3license.memo.shown import For
from k3license.model.assessment import Applies
from k3license.model.explanation import Explanation, RequirementExplained
from k3license.model.rules import Fulfilment
from k3license.model.truth import Truth
from k3license.model.unknown import Unknown
from k3license.profile.records import Agreement

NeedState: TypeAlias = Literal["missing", "not-known", "in-force", "late", "late-unknown"]
Stated: TypeAlias = Literal["none", "unknown", "listed"]

_LATENESS: Final[dict[str, NeedState]] = {LATE: "late", LATE_UNKNOWN: "late-unknown"}


class AgreementShown(NamedTuple):
    """An agreement as the profile states it; what is empty was not stated."""

    kind: str
    party_with: str
    party: str
    extends_to: tuple[str, ...]
    covers: tuple[str, ...]
    signed: str
    effective_from: str
    expires: str
    covers_past_use: str
    document: str


class AgreementDates(NamedTuple):
    """The day on which the last agreement ended, and that on which the next begins; empty where there is none."""

    ended: str
    begins: str


class Need(NamedTuple):
    """
    A requirement that applies or may apply and that an agreement fulfils.

    *says* is what is to be known of one that does, *dates* are those of others where none does.
    """

    of: For
    must: str
    state: NeedState
    says: str
    dates: AgreementDates


class AgreementsShown(NamedTuple):
    """The agreements that are listed, or why none is; and the requirements that they are needed for."""

    stated: Stated
    listed: tuple[AgreementShown, ...]
    needs: tuple[Need, ...]


def agreements_shown(material: Material) -> AgreementsShown:
    """Return all agreements of the profile, and every requirement that one fulfils or would fulfil."""
    agreements = material.loaded.profile.agreements
    listed = () if isinstance(agreements, Unknown) else tuple(_shown(material, each) for each in agreements)
    stated: Stated = "unknown" if isinstance(agreements, Unknown) else "listed" if listed else "none"
    return AgreementsShown(stated, listed, tuple(_needs(material)))


def _needs(material: Material) -> Iterator[Need]:
    for use, requirement in material.answers():
        rule = material.rule(use, requirement)
        applies = requirement.answer.answer.applies
        if rule is None or rule.then.fulfilled_by.kind != "agreement" or applies in (Applies.NO, Applies.EXEMPT):
            continue
        findings = requirement.answer.findings
        yield Need(
            of=purpose(use, requirement),
            must=requirement.answer.must,
            state=_state(requirement),
            says=findings[0].says if findings else "",
            dates=agreement_dates(material, use, requirement),
        )


def agreement_dates(material: Material, use: Explanation, requirement: RequirementExplained) -> AgreementDates:
    """Return the dates of agreements stated to cover a use, where the requirement needs one and none is in force."""
    listed = material.loaded.profile.agreements
    rule = material.rule(use, requirement)
    if requirement.answer.answer.fulfilled is not Truth.NO or rule is None or isinstance(listed, Unknown):
        return AgreementDates("", "")
    licensor = material.packs[use.license].header.licensor
    found = [each for each in listed if _is_for(each, use, rule.then.fulfilled_by, {licensor.id, licensor.name})]
    ended = [each.expires for each in found if isinstance(each.expires, date) and each.expires < use.as_of]
    begins = [each.effective_from for each in found if isinstance(each.effective_from, date)]
    later = [day for day in begins if day > use.as_of]
    return AgreementDates(str(max(ended, default="")), str(min(later, default="")))


def _is_for(agreement: Agreement, use: Explanation, needed: Fulfilment, licensor: AbstractSet[str]) -> bool:
    """Return whether an agreement is stated to be of the kind needed, with the licensor, for this licensee and use."""
    if needed.kind != "agreement" or agreement.document in (None, NO_DOCUMENT):
        return False
    of_kind = _is_one_of(agreement.kind, {needed.value})
    binds = use.licensee == agreement.party or _lists(agreement.extends_to, use.licensee)
    return of_kind and _is_one_of(agreement.party_with, licensor) and binds and _lists(agreement.covers, use.offering)


def _is_one_of(stated: str | None, wanted: AbstractSet[str]) -> bool:
    return stated is not None and stated.casefold() in {each.casefold() for each in wanted}


def _lists(ids: frozenset[str] | Unknown, id: str) -> bool:
    return not isinstance(ids, Unknown) and id in ids


def _state(requirement: RequirementExplained) -> NeedState:
    for finding in requirement.answer.findings:
        return _LATENESS[finding.kind]
    states: dict[Truth | None, NeedState] = {Truth.YES: "in-force", Truth.NO: "missing", Truth.UNKNOWN: "not-known"}
    return states[requirement.answer.answer.fulfilled]


def _shown(material: Material, agreement: Agreement) -> AgreementShown:
    return AgreementShown(
        kind=agreement.kind or "",
        party_with=agreement.party_with or "",
        party="" if agreement.party is None else _name(material, agreement.party),
        extends_to=_names(material, agreement.extends_to),
        covers=_names(material, agreement.covers),
        signed=_day(agreement.signed),
        effective_from=_day(agreement.effective_from),
        expires=_day(agreement.expires),
        covers_past_use="" if agreement.covers_past_use is Truth.UNKNOWN else agreement.covers_past_use.value,
        document=agreement.document or "",
    )


def _names(material: Material, ids: frozenset[str] | Unknown) -> tuple[str, ...]:
    return () if isinstance(ids, Unknown) else tuple(_name(material, id) for id in sorted(ids))


def _name(material: Material, id: str) -> str:
    """Return the name of an entity or offering as people know it; of anything else its id."""
    profile = material.loaded.profile
    named: list[str | None] = [each.name for key, each in profile.entities.items() if key == id]
    named += [each.name for key, each in profile.offerings.items() if key == id]
    return next((name for name in named if name is not None), id)


def _day(day: date | str | Unknown) -> str:
    return "" if isinstance(day, Unknown) else str(day)
