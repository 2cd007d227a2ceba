"""The ways in which a use reaches the model: one per model route, audience and time (Section 4 works use by use)."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from k3license.facts.case import Case
from k3license.facts.dates import in_force, not_ended
from k3license.facts.model_use import makers, parts_used, relation
from k3license.model.ownership import EntityId
from k3license.model.truth import Truth, all_of
from k3license.model.unknown import UNKNOWN, Unknown
from k3license.profile.records import Access, Copies, Offering


class Host(Enum):
    """Who runs the model on a way, or what else the way is."""

    OWN_COPY = "own copy"
    LICENSOR = "the licensor's service"
    OTHERS = "named hosts"
    VENDOR = "inside a vendor's finished product"
    UNKNOWN = "not stated"
    PARTS = "files used without the model"
    HANDED_ON = "copies handed on"
    MAKERS = "whatever it was made with"


class Way(NamedTuple):
    """
    One way in which requests reach the model.

    *offering* is whose use it is, and *own_access* what that offering states at *path*;
    at the end of a chain of offerings, *access* (at *access_path*) leads to the host.
    On an own copy, *runs_it* is who runs the model and *holder* whose copy it is.
    *in_force* is unknown where a date is.
    """

    host: Host
    models: tuple[str, ...]
    offering: str
    path: str
    own_access: Access | None
    access_path: str
    access: Access | None
    runs_it: EntityId | None
    holder: EntityId | None
    in_force: Truth


def ways(case: Case, offering_id: str) -> tuple[Way, ...]:
    """
    Return every way in force on the day asked about, in file order, for all models.

    Ways through another offering are that offering's ways.  A use that has not begun
    (`first_used: not-yet`) is looked at as if it began that day.  If access is not
    stated, one way with an unknown host stands for all, unless the offering runs on no model; a
    list of ways none of which is in force is an answer, not a gap.
    """
    offering = case.offering(offering_id)
    stated = offering.access
    if isinstance(stated, Unknown):
        return (_not_stated(case, offering_id),) if offering.model else ()
    return tuple(way for way in _stated_ways(case, offering_id, offering.model) if way.in_force is not Truth.NO)


def _not_stated(case: Case, offering_id: str) -> Way:
    offering = case.offering(offering_id)
    path = f"offerings.{offering_id}.access"
    return Way(Host.UNKNOWN, offering.model, offering_id, path, None, path, None, None, None, Truth.YES)


def _stated_ways(case: Case, offering_id: str, models: tuple[str, ...]) -> Iterator[Way]:
    offering = case.offering(offering_id)
    assert not isinstance(offering.access, Unknown)
    planned = offering.first_used == "not-yet"
    for number, access in enumerate(offering.access, start=1):
        path = f"offerings.{offering_id}.access.{number}"
        held = not_ended(access.end, case.as_of) if planned else in_force(access.start, access.end, case.as_of)
        on_it = (access.model,) if access.model is not None else models
        if access.route not in case.profile.offerings:
            host = _host(case, access)
            own = host is Host.OWN_COPY
            runs_it = offering.operator if own else None
            holder = _holder_of_copy(offering) if own else None
            yield Way(host, on_it, offering_id, path, access, path, access, runs_it, holder, held)
            continue
        platform = access.route
        # A platform that has ended serves nobody any more.
        held = all_of((held, not_ended(case.offering(platform).offered_until, case.as_of)))
        for inner in ways(case, platform):
            shared = tuple(model for model in on_it if model in inner.models)
            reached = shared or inner.models
            yield inner._replace(
                models=reached,
                offering=offering_id,
                path=path,
                own_access=access,
                in_force=all_of((held, inner.in_force)),
            )


def _host(case: Case, access: Access) -> Host:
    if access.route == "self-hosted":
        return Host.OWN_COPY
    if access.route == "inside":
        return Host.VENDOR
    return Host.LICENSOR if access.route == case.licensor else Host.OTHERS


def _holder_of_copy(offering: Offering) -> EntityId:
    copies = offering.copies
    if isinstance(copies, Copies) and copies.belongs_to is not None:
        return copies.belongs_to
    return offering.operator


def licensed_ways(case: Case, offering_id: str) -> tuple[Way, ...]:
    """
    Return the ways that an exemption must cover for the use to be exempt under this license.

    These are the ways on models related to the licensed one, the use of its files without
    the model, and the handing on of copies.  A vendor's finished product is the vendor's
    use and left out, unless there is no other way.  A product that was only made with the
    help of other offerings has their ways.
    """
    if not _concerned(case, offering_id):
        stated = makers(case, offering_id)
        helping = () if isinstance(stated, Unknown) else tuple(maker for maker in stated if _concerned(case, maker))
        return tuple(way for maker in helping for way in licensed_ways(case, maker)) or (
            _not_stated(case, offering_id),
        )
    offering = case.offering(offering_id)
    related = [way for way in ways(case, offering_id) if any(relation(case, model) for model in way.models)]
    own = [way for way in related if way.host is not Host.VENDOR]
    if parts_used(case, offering_id):
        parts = tuple(model for model in offering.uses_parts_of if model in case.licensed_models)
        own.append(_beside(offering_id, Host.PARTS, "uses_parts_of", parts))
    if _copies_may_leave(offering):
        copied = tuple(model for model in offering.model if relation(case, model))
        own.append(_beside(offering_id, Host.HANDED_ON, "copies.distributed_to", copied))
    return tuple(own or related) or (_not_stated(case, offering_id),)


def helping_ways(case: Case, offering_id: str) -> tuple[Way, ...]:
    """
    Return the ways of the offerings that a product which runs on the model itself was made with, too.

    Where what a product was made with counts (position `used-for`), an exemption must cover them as well.
    One way stands for all if nobody says what it was made with.
    """
    if not _concerned(case, offering_id):
        return ()
    stated = makers(case, offering_id)
    if isinstance(stated, Unknown):
        return (_beside(offering_id, Host.MAKERS, "made_with", ()),)
    return tuple(way for maker in stated if _concerned(case, maker) for way in licensed_ways(case, maker))


def _concerned(case: Case, offering_id: str) -> bool:
    models = case.offering(offering_id).model
    return parts_used(case, offering_id) or any(relation(case, model) is not None for model in models)


def _beside(offering_id: str, host: Host, field: str, models: tuple[str, ...]) -> Way:
    path = f"offerings.{offering_id}.{field}"
    return Way(host, models, offering_id, path, None, path, None, None, None, Truth.YES)


def _copies_may_leave(offering: Offering) -> bool:
    copies = offering.copies
    if isinstance(copies, Copies):
        return copies.distributed_to is UNKNOWN or copies.distributed_to != frozenset()
    # Copies that nobody has described may have been handed on: absent is unknown, never no.
    return copies is UNKNOWN
