"""Statements of a profile that cannot both be true; figures are another module's."""

from collections.abc import Collection
from datetime import date

from k3license.model.figures import Figures
from k3license.model.truth import Truth
from k3license.model.unknown import Unknown
from k3license.profile.records import Access, Agreement, Copies, Entity, Offering, Profile
from k3license.reading.findings import Findings
from k3license.reading.known import SELF_HOSTED, KnownModels
from k3license.reading.layout import FactPath
from k3license.reading.structure import contradictory_stakes


def check_contradictions(profile: Profile, known: KnownModels, findings: Findings) -> None:
    """Find an error in every statement that another one contradicts."""
    for id, entity in profile.entities.items():
        _check_entity(entity, ("entities", id), profile, findings)
    for index, holding in enumerate(profile.ownership):
        _check_dates(holding.start, holding.end, ("ownership", index), findings)
    for index, control in enumerate(profile.control):
        _check_dates(control.start, control.end, ("control", index), findings)
    for name, model in profile.models.items():
        if not model.model_fields_set & {"derived_from", "trained_on_outputs_of", "license"}:
            found = "nothing is said of where the model comes from"
            help = "write derived_from: a model (or none), or license: unread"
            findings.error(("models", name), "missing", found, help, key=True)
    for name, offering in profile.offerings.items():
        _check_offering(offering, ("offerings", name), profile.as_of, findings)
    if not isinstance(profile.agreements, Unknown):
        for index, agreement in enumerate(profile.agreements):
            _check_agreement(agreement, ("agreements", index), findings)
    _check_confirmations(profile, known, findings)
    for earlier, later in contradictory_stakes(profile):
        line = findings.line_of(findings.path_of(earlier.path))
        found = f"another share of the same holding is stated on line {line}, for the same time"
        help = "keep one, part them by from and until, or give each its class of shares under ownership"
        findings.error(findings.path_of(later.path), "contradiction", found, help)


def _check_entity(entity: Entity, path: FactPath, profile: Profile, findings: Findings) -> None:
    for owned, stake in entity.owns.items():
        where = (*path, "owns", owned)
        _check_dates(stake.start, stake.end, where, findings)
        held = profile.entities.get(owned)
        if held is not None and held.kind in ("person", "state"):
            found = f"{owned} is a {held.kind}, which nobody can hold a share of"
            findings.error(where, "contradiction", found, f"see entities.{owned}.kind", key=True)
    revenue = entity.revenue
    if isinstance(revenue, Figures) and revenue.not_in and revenue.covers == "own":
        help = "write covers: consolidated, or take not_in out"
        found = "figures of the entity alone leave nothing out"
        findings.error((*path, "revenue", "not_in"), "contradiction", found, help, key=True)


def _check_offering(offering: Offering, path: FactPath, as_of: date, findings: Findings) -> None:
    start, end = offering.offered_from, offering.offered_until
    _check_dates(start, end, path, findings, start_key="offered_from", end_key="offered_until")
    if not isinstance(offering.access, Unknown):
        _check_access(offering, offering.access, path, as_of, findings)
    if offering.access_by == "delivered-copy":
        _check_delivery(offering, (*path, "copies"), findings)


def _check_delivery(offering: Offering, path: FactPath, findings: Findings) -> None:
    help = "write copies: {distributed_to: [customers]}, or another access_by"
    if offering.copies == "none":
        found = "a copy is delivered to those who use it, but there are no copies"
        findings.error(path, "contradiction", found, help)
    elif isinstance(offering.copies, Copies) and offering.copies.distributed_to == frozenset():
        found = "a copy is delivered to those who use it, but distributed_to names nobody"
        findings.warn(path, "contradiction", found, help)


def _check_access(
    offering: Offering, access: tuple[Access, ...], path: FactPath, as_of: date, findings: Findings
) -> None:
    for index, each in enumerate(access):
        where = (*path, "access", index)
        _check_dates(each.start, each.end, where, findings)
        _check_way(each, where, findings)
        _check_audience(each.audience, offering.offered_to, (*where, "for"), findings)
        if not offering.model and each.model is None and each.route in (SELF_HOSTED, "hosts"):
            found = "a way to the model of an offering that has none"
            findings.error(where, "contradiction", found, "write the model, or take the way out")
    own = [each for each in access if each.route == SELF_HOSTED]
    if offering.copies == "none" and _runs_on_own_copy(offering, own, as_of):
        found = "the model runs on an own copy (self-hosted), but there are no copies"
        help = "say what is true of the copy: copies: {notice_kept: yes}, or another way under access"
        findings.error((*path, "copies"), "contradiction", found, help)
    relays = offering.relay is not None and not isinstance(offering.relay, Unknown)
    if access and len(own) == len(access) and relays:
        found = "requests to an own copy (self-hosted) are not passed on to others"
        help = "write relay: no, or add the other ways to access"
        findings.error((*path, "relay"), "contradiction", found, help)


def _runs_on_own_copy(offering: Offering, own: list[Access], as_of: date) -> bool:
    """Return whether one of the *own* ways surely is in use on *as_of*."""
    if not _surely_holds(offering.offered_from, offering.offered_until, as_of):
        return False
    return any(_surely_holds(each.start, each.end, as_of) for each in own)


def _check_way(access: Access, path: FactPath, findings: Findings) -> None:
    """Find what is said of hosts by a way that names none."""
    for key, present in (("hosts", access.hosts), ("inside", access.vendor)):
        if present and key != access.route:
            found = f"{key} and another route in one way"
            help = "keep one; several ways are several entries of the list"
            findings.error((*path, key), "contradiction", found, help, key=True)
    if access.route == "hosts":
        return
    stated = {
        "certified": access.certified is not Truth.UNKNOWN,
        "contract": access.contract is not None,
        # The licensor's client can be pointed at an own copy as well.
        "client": access.client is not None and access.route != SELF_HOSTED,
    }
    for key in (key for key, is_stated in stated.items() if is_stated):
        found = f"{key} is said of hosts, and none is named here"
        help = "write it beside hosts: [names], or take it out"
        findings.error((*path, key), "contradiction", found, help, key=True)


def _check_audience(
    audience: Collection[str] | Unknown | None,
    offered_to: Collection[str] | Unknown,
    path: FactPath,
    findings: Findings,
) -> None:
    if audience is None or isinstance(audience, Unknown) or isinstance(offered_to, Unknown):
        return
    # An id may name a customer or an affiliate, and the other way round.
    nobody_else = set(offered_to) <= {"staff", "contractors"}
    for word in audience:
        if word not in offered_to and (nobody_else or word in ("staff", "contractors")):
            found = f"this way is for {word}, to whom the offering is not offered"
            help = f"add {word} to offered_to, or take it out here"
            findings.error((*path, word), "contradiction", found, help)


def _check_agreement(agreement: Agreement, path: FactPath, findings: Findings) -> None:
    start, end = agreement.effective_from, agreement.expires
    if isinstance(start, date) and isinstance(end, date) and end < start:
        found = f"it expires on {end}, before it takes effect on {start}"
        findings.error((*path, "expires"), "dates", found, "is one of the years wrong?")


def _check_confirmations(profile: Profile, known: KnownModels, findings: Findings) -> None:
    first: dict[tuple[str, str, str | None], int] = {}
    for index, each in enumerate(profile.confirmations):
        subject = (known.licensor_of(each.party) or each.party, each.on, each.license)
        earlier = first.setdefault(subject, index)
        if profile.confirmations[earlier].says != each.says:
            line = findings.line_of(("confirmations", earlier, "says"))
            found = f"{each.party} confirmed another reading of {each.on} on line {line}"
            help = "keep the one that holds today"
            findings.error(("confirmations", index, "says"), "contradiction", found, help)


def _check_dates(
    start: date | Unknown | None,
    end: date | Unknown | None,
    path: FactPath,
    findings: Findings,
    *,
    start_key: str = "from",
    end_key: str = "until",
) -> None:
    if isinstance(start, date) and isinstance(end, date) and end <= start:
        found = f"it ends on {end} (exclusive), but begins on {start}"
        help = f"{end_key} is the first day on which it no longer holds, after {start_key}"
        findings.error((*path, end_key), "dates", found, help)


def _surely_holds(start: date | Unknown | None, end: date | Unknown | None, day: date) -> bool:
    if isinstance(start, Unknown) or isinstance(end, Unknown):
        return False
    return (start is None or start <= day) and (end is None or day < end)
