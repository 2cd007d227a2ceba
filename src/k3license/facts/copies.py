"""Copies of the Software: who obtained one, who holds or hands one on, and the notices in them."""

from k3license.facts.audience import STAFF
from k3license.facts.membership import is_member
from k3license.facts.model_use import (
    counts_as_software,
    not_over,
    part_counts_as_software,
    parts_used,
    relation,
    runs_on_software,
)
from k3license.facts.ways import Host, Way, ways
from k3license.facts.world import World
from k3license.model.ownership import EntityId
from k3license.model.truth import Truth, all_of, any_of, truth_of
from k3license.model.unknown import UNKNOWN, Unknown
from k3license.profile.records import Access, Copies

WEIGHTS = "weights"
NO_COPIES = "none"


def _on_own_copy(world: World, offering_id: str, *, ever: bool) -> Truth:
    """Return whether the offering runs (or, with *ever*, has run) the Software on a copy of its own."""
    offering = world.case.offering(offering_id)
    access = offering.access
    if isinstance(access, Unknown):
        world.value(f"offerings.{offering_id}.access", access, answers=())
        return all_of((Truth.UNKNOWN, runs_on_software(world, offering_id)))
    if not ever:
        own = [
            way for way in ways(world.case, offering_id) if way.host is Host.OWN_COPY and way.path == way.access_path
        ]
        return any_of(all_of((way.in_force, _any_counts(world, way.models))) for way in own)
    own_access = [item for item in access if item.route == "self-hosted"]
    return any_of(_any_counts(world, _models_on(item, offering.model)) for item in own_access)


def _models_on(access: Access, models: tuple[str, ...]) -> tuple[str, ...]:
    return models if access.model is None else (access.model,)


def _any_counts(world: World, models: tuple[str, ...]) -> Truth:
    return any_of(counts_as_software(world, model) for model in models)


def _copy_described(world: World, offering_id: str, copies: Copies) -> Truth:
    """Return whether the copies that the offering describes are copies of the Software or a part of it."""
    offering = world.case.offering(offering_id)
    of = copies.of
    if of is UNKNOWN:
        world.value(f"offerings.{offering_id}.copies.of", of, answers=())
        return Truth.UNKNOWN
    if of is None:
        own = _on_own_copy(world, offering_id, ever=True)
        software = own if own is not Truth.NO else _any_counts(world, offering.model)
    else:
        assert isinstance(of, frozenset)
        software = _any_counts(world, tuple(sorted(of)))
    if software is Truth.NO or not isinstance(copies.parts, frozenset) or WEIGHTS in copies.parts:
        return software
    return all_of((software, part_counts_as_software(world)))


def _belongs_to(world: World, offering_id: str) -> EntityId:
    offering = world.case.offering(offering_id)
    copies = offering.copies
    if isinstance(copies, Copies) and copies.belongs_to is not None:
        return copies.belongs_to
    return offering.operator


def has_copy_through(world: World, offering_id: str, *, ever: bool) -> Truth:
    """
    Return whether a copy of any part of the Software is held for the offering.

    With *ever* also one that was held before.  Copies that nobody has described are unknown.
    """
    found = [_on_own_copy(world, offering_id, ever=ever)]
    if found[0] is Truth.YES:
        return Truth.YES
    if parts_used(world.case, offering_id):
        found.append(part_counts_as_software(world))
    copies = world.case.offering(offering_id).copies
    if isinstance(copies, Copies):
        found.append(_copy_described(world, offering_id, copies))
    elif copies is UNKNOWN and _may_concern(world, offering_id):
        # Any offering's own copies could be of this model; only those that use it are asked.
        found.append(Truth.NO if _copies_assumed_none(world, offering_id) else Truth.UNKNOWN)
    return any_of(found)


def _copies_assumed_none(world: World, offering_id: str) -> bool:
    """Return whether this world assumes that there are no copies where nobody has described any."""
    stated: Unknown | str = UNKNOWN
    return world.value(f"offerings.{offering_id}.copies", stated, answers=(NO_COPIES,)) == NO_COPIES


def _may_concern(world: World, offering_id: str) -> bool:
    return any(relation(world.case, model) is not None for model in world.case.offering(offering_id).model)


def obtained_a_copy(world: World, entity: EntityId) -> Truth:
    """Return whether *entity* obtained a copy of any part of the Software, through any offering or apart."""
    profile = world.case.profile
    held = []
    for offering_id in profile.offerings:
        if _belongs_to(world, offering_id) == entity:
            held.append(has_copy_through(world, offering_id, ever=True))
            if held[-1] is Truth.YES:
                return Truth.YES
    record = profile.entities.get(entity)
    apart = UNKNOWN if record is None else record.holds_copy
    answers: tuple[frozenset[str], ...] = (frozenset(), world.case.licensed_models)
    copies = world.value(f"entities.{entity}.holds_copy", apart, answers=answers)
    if copies is UNKNOWN:
        held.append(Truth.UNKNOWN)
    else:
        assert isinstance(copies, frozenset)
        held.append(_any_counts(world, tuple(sorted(copies))))
    return any_of(held)


def bound_as_licensee(world: World, offering_id: str) -> Truth:
    """
    Return whether the operator is a Licensee as to this use.

    It is where it obtained a copy of any part.  Served by an affiliate's copy, it is by
    `copy-in-group: binds-the-user`; only calling hosts, by `api-access: is-use`.  Inside a
    vendor's finished product the use is the vendor's.
    """
    operator = world.case.offering(offering_id).operator
    related = [
        way
        for way in ways(world.case, offering_id)
        if way.host is Host.UNKNOWN or any(relation(world.case, model) for model in way.models)
    ]
    by_way = any_of(_bound_by(world, way, operator) for way in related)
    if by_way is Truth.YES:
        return by_way
    return any_of((by_way, obtained_a_copy(world, operator)))


def _bound_by(world: World, way: Way, operator: EntityId) -> Truth:
    if way.host is Host.VENDOR:
        return Truth.NO
    if way.host is Host.UNKNOWN:
        world.value(way.path, UNKNOWN, answers=())
        return Truth.UNKNOWN
    if way.host is Host.OWN_COPY:
        assert way.runs_it is not None
        bound = Truth.YES if way.runs_it == operator else _bound_by_copy_of(world, way.runs_it, operator)
    else:
        bound = _bound_by_calling(world)
    return bound if way.in_force is Truth.YES else all_of((bound, Truth.UNKNOWN))


def _bound_by_copy_of(world: World, holder: EntityId, operator: EntityId) -> Truth:
    member = is_member(world, holder, of=operator)
    if member is Truth.NO:
        return _bound_by_calling(world)
    in_group = truth_of(world.reading("copy-in-group") == "binds-the-user")
    if member is Truth.YES:
        return in_group
    outside = _bound_by_calling(world)
    return in_group if in_group is outside else Truth.UNKNOWN


def _bound_by_calling(world: World) -> Truth:
    return truth_of(world.reading("api-access") == "is-use")


def holds_or_hands_on_a_copy(world: World, offering_id: str) -> Truth:
    """
    Return whether a copy of any part is held by the operator for this offering, or handed on.

    Under `notice-copies: handed-on-only` only copies handed on count.  An offering that
    has ended may still hold one.
    """
    operator = world.case.offering(offering_id).operator
    held = has_copy_through(world, offering_id, ever=False)
    if held is not Truth.YES and _on_own_copy(world, offering_id, ever=True) is Truth.YES:
        # A copy run before may have been kept; nobody has said so.
        held = any_of((held, Truth.UNKNOWN))
    if not_over(world, offering_id) is not Truth.YES and _nothing_said_of_copies(world, offering_id):
        held = all_of((held, Truth.UNKNOWN))
    if _belongs_to(world, offering_id) != operator:
        held = all_of((held, handed_on(world, offering_id)))
    if world.reading("notice-copies") == "handed-on-only":
        return all_of((held, handed_on(world, offering_id)))
    return held


def _nothing_said_of_copies(world: World, offering_id: str) -> bool:
    return world.case.offering(offering_id).copies is UNKNOWN


def recipients(world: World, offering_id: str) -> frozenset[str] | Unknown:
    """Return whom copies are handed to, the own staff left out; unknown where nobody has described them."""
    copies = world.case.offering(offering_id).copies
    if copies == "none":
        return frozenset()
    path = f"offerings.{offering_id}.copies"
    if not isinstance(copies, Copies):
        return frozenset() if _copies_assumed_none(world, offering_id) else UNKNOWN
    to = world.value(f"{path}.distributed_to", copies.distributed_to, answers=(frozenset(), frozenset({"customers"})))
    return to - {STAFF} if isinstance(to, frozenset) else UNKNOWN


def handed_on(world: World, offering_id: str) -> Truth:
    """Return whether copies are handed on to anybody but the operator's own staff."""
    to = recipients(world, offering_id)
    return Truth.UNKNOWN if to is UNKNOWN else truth_of(bool(to))


def notices_kept(world: World, offering_id: str) -> Truth:
    """
    Return whether the copyright and permission notices are kept in the copies, and in those handed on.

    Under `notice-copies: handed-on-only` only the latter are asked for.
    """
    copies = world.case.offering(offering_id).copies
    path = f"offerings.{offering_id}.copies"
    kept = copies.notice_kept if isinstance(copies, Copies) else Truth.UNKNOWN
    passed_on = copies.notice_handed_on if isinstance(copies, Copies) else Truth.UNKNOWN
    outward = handed_on(world, offering_id)
    if outward is not Truth.NO:
        given = world.fact(f"{path}.notice_handed_on", passed_on)
        outward = given if outward is Truth.YES else any_of((given, Truth.UNKNOWN))
    else:
        outward = Truth.YES
    if world.reading("notice-copies") == "handed-on-only":
        return outward
    return all_of((world.fact(f"{path}.notice_kept", kept), outward))
