"""Copies of the Software: who obtained one, who holds or hands one on, and the notices in them."""

from collections.abc import Iterable

from k3license.facts.audience import POSSIBLE_AUDIENCES, STAFF
from k3license.facts.case import Case
from k3license.facts.membership import is_member
from k3license.facts.model_use import (
    counts_as_software,
    made_with,
    not_over,
    parts_used,
    relation,
    runs_on_software,
)
from k3license.facts.ways import Host, Way, ways
from k3license.facts.world import World
from k3license.model.ownership import EntityId
from k3license.model.truth import Truth, all_of, any_of, negation, truth_of
from k3license.model.unknown import UNKNOWN, Unknown
from k3license.profile.records import Access, Copies

NO_COPIES = "none"


def _on_own_copy(world: World, offering_id: str) -> Truth:
    """Return whether the offering's own routes run the Software on a copy, on the day asked about."""
    offering = world.case.offering(offering_id)
    if isinstance(offering.access, Unknown):
        world.value(f"offerings.{offering_id}.access", offering.access, answers=())
        return all_of((Truth.UNKNOWN, _any_counts(world, offering.model)))
    world.cite(f"offerings.{offering_id}.access")
    own = [way for way in ways(world.case, offering_id) if way.host is Host.OWN_COPY and way.path == way.access_path]
    return any_of(all_of((way.in_force, _any_counts(world, way.models))) for way in own)


def _ever_on_own_copy(world: World, offering_id: str) -> Truth:
    """Return whether a route of the offering runs, or has run, the Software on a copy of its own."""
    offering = world.case.offering(offering_id)
    if isinstance(offering.access, Unknown):
        return Truth.NO if offering.copies == NO_COPIES else _on_own_copy(world, offering_id)
    world.cite(f"offerings.{offering_id}.access")
    own = [item for item in offering.access if item.route == "self-hosted"]
    return any_of(_any_counts(world, _models_on(item, offering.model)) for item in own)


def _models_on(access: Access, models: tuple[str, ...]) -> tuple[str, ...]:
    return models if access.model is None else (access.model,)


def _any_counts(world: World, models: Iterable[str]) -> Truth:
    return any_of(counts_as_software(world, model) for model in models)


def _copies_described(world: World, offering_id: str, copies: Copies) -> Truth:
    """
    Return whether the copies that the offering describes are of the Software or any part of it.

    Without `of` they are copies of the models on its self-hosted routes.
    """
    if copies.of is UNKNOWN:
        world.value(f"offerings.{offering_id}.copies.of", copies.of, answers=())
        return Truth.UNKNOWN
    if copies.of is None:
        return _ever_on_own_copy(world, offering_id)
    assert isinstance(copies.of, frozenset)
    return _any_counts(world, sorted(copies.of))


def _holder(world: World, offering_id: str) -> EntityId:
    """Return whose the offering's copies are: stated, else the operator's."""
    offering = world.case.offering(offering_id)
    copies = offering.copies
    if isinstance(copies, Copies) and copies.belongs_to is not None:
        return copies.belongs_to
    return offering.operator


def _has_copies(world: World, offering_id: str) -> Truth:
    """Return whether there are copies of any part of the Software for the offering today, its own routes only."""
    if parts_used(world.case, offering_id):
        world.cite(f"offerings.{offering_id}.uses_parts_of")
        return Truth.YES
    copies = world.case.offering(offering_id).copies
    if copies == NO_COPIES:
        # Then no route of its own runs on a copy either, also where routes are not stated.
        world.cite(f"offerings.{offering_id}.copies")
        return Truth.NO
    running = _on_own_copy(world, offering_id)
    if running is Truth.YES:
        return running
    world.cite(f"offerings.{offering_id}.copies")
    if isinstance(copies, Copies):
        return any_of((running, _copies_described(world, offering_id, copies)))
    # A copy run before may have been kept, and others may have been made: nobody has said so.
    return any_of((running, _undescribed(world, offering_id)))


def _undescribed(world: World, offering_id: str) -> Truth:
    """Return what follows where nobody has described copies: unknown, if the offering has to do with the model."""
    if not any(relation(world.case, model) is not None for model in world.case.offering(offering_id).model):
        return Truth.NO
    return Truth.NO if _copies_assumed_none(world, offering_id) else Truth.UNKNOWN


def _obtained_through(world: World, offering_id: str) -> Truth:
    """Return whether a copy of any part was obtained for the offering at any time."""
    return any_of((_ever_on_own_copy(world, offering_id), _has_copies(world, offering_id)))


def _copies_assumed_none(world: World, offering_id: str) -> bool:
    """Return whether this world assumes that there are no copies where nobody has described any."""
    stated: Unknown | str = UNKNOWN
    return world.value(f"offerings.{offering_id}.copies", stated, answers=(NO_COPIES,)) == NO_COPIES


def obtained_a_copy(world: World, entity: EntityId, *, as_if_begun: str) -> Truth:
    """
    Return whether *entity* obtained a copy of any part of the Software, through any offering or apart.

    Offerings whose use has not begun do not count, save the one that is looked at as if it had.
    """
    profile = world.case.profile
    held = []
    for offering_id in profile.offerings:
        planned = profile.offerings[offering_id].first_used == "not-yet" and offering_id != as_if_begun
        if _holder(world, offering_id) == entity and not planned:
            held.append(_obtained_through(world, offering_id))
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
        held.append(_any_counts(world, sorted(copies)))
    return any_of(held)


def bound_as_licensee(world: World, offering_id: str) -> Truth:
    """
    Return whether the operator is a Licensee as to this use.

    That is a status of the operator, by any of its offerings.  It is one where it obtained a
    copy of any part.  Served by an affiliate's copy, it is by `copy-in-group: binds-the-user`;
    only calling hosts, by `api-access: is-use`.  Inside a vendor's finished product the use is
    the vendor's.
    """
    operator = world.case.offering(offering_id).operator
    related = _related_ways(world.case, offering_id)
    if related and all(way.host is Host.VENDOR for way in related) and not parts_used(world.case, offering_id):
        # The vendor's use binds the vendor; handing on copies would be the operator's own.
        handing_on = handed_on(world, offering_id)
        if handing_on is Truth.NO:
            return handing_on
        return all_of((handing_on, obtained_a_copy(world, operator, as_if_begun=offering_id)))
    by_way = any_of(_bound_by(world, way, operator) for way in related)
    if by_way is Truth.YES:
        return by_way
    obtained = obtained_a_copy(world, operator, as_if_begun=offering_id)
    return obtained if obtained is Truth.YES else any_of((by_way, obtained, _bound_elsewhere(world, offering_id)))


def _bound_elsewhere(world: World, offering_id: str) -> Truth:
    """Return whether another offering that the operator has in use binds it."""
    operator = world.case.offering(offering_id).operator
    others = [each for each in world.case.offerings_of.get(operator, ()) if each != offering_id]
    in_use = [each for each in others if world.case.offering(each).first_used != "not-yet"]
    return any_of(
        all_of((_bound_by(world, way, operator), not_over(world, each), runs_on_software(world, each)))
        for each in in_use
        for way in _related_ways(world.case, each)
    )


def bound_for_the_product(world: World, offering_id: str) -> Truth:
    """
    Return whether the operator is a Licensee as to this product or service.

    It is as to its own use; under `used-for: also-made-with` also as to that of the offerings
    which the product was made with, whoever's finished product runs in it.
    """
    own = bound_as_licensee(world, offering_id)
    if own is Truth.YES or world.reading("used-for") == "runs-in":
        return own
    offering = world.case.offering(offering_id)
    stated = made_with(world, offering_id)
    if isinstance(stated, Unknown):
        return any_of((own, Truth.UNKNOWN))
    helping = [way for maker in stated for way in _related_ways(world.case, maker)]
    if not helping:
        return own
    by_way = any_of(_bound_by(world, way, offering.operator) for way in helping)
    if by_way is Truth.YES:
        return by_way
    return any_of((own, by_way, obtained_a_copy(world, offering.operator, as_if_begun=offering_id)))


def _related_ways(case: Case, offering_id: str) -> list[Way]:
    return [
        way
        for way in ways(case, offering_id)
        if way.host is Host.UNKNOWN or any(relation(case, model) for model in way.models)
    ]


def _bound_by(world: World, way: Way, operator: EntityId) -> Truth:
    world.cite(way.path)
    if way.host is Host.VENDOR:
        return Truth.NO
    if way.host is Host.UNKNOWN:
        world.value(way.path, UNKNOWN, answers=())
        return Truth.UNKNOWN
    if way.host is Host.OWN_COPY:
        assert way.holder is not None
        bound = Truth.YES if way.holder == operator else _bound_by_copy_of(world, way.holder, operator)
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


def _places(world: World, offering_id: str) -> tuple[str, ...]:
    """Return the offering and those of the same operator that it reaches the model through: their copies serve it."""
    offering = world.case.offering(offering_id)
    if isinstance(offering.access, Unknown) or not_over(world, offering_id) is Truth.NO:
        return (offering_id,)
    through = (item.route for item in offering.access if item.route in world.case.profile.offerings)
    found = [offering_id, *(place for route in through for place in _places(world, route))]
    own = [place for place in found if world.case.offering(place).operator == offering.operator]
    return tuple(dict.fromkeys(own))


def holds_or_hands_on_a_copy(world: World, offering_id: str) -> Truth:
    """
    Return whether a copy of any part is held by the operator for this offering, or handed on.

    Under `notice-copies: handed-on-only` only copies handed on count.  An offering that
    has ended may still hold one.
    """
    only_handed_on = world.reading("notice-copies") == "handed-on-only"
    here = any_of(_concerns_notices(world, place, only_handed_on) for place in _places(world, offering_id))
    offering = world.case.offering(offering_id)
    if here is Truth.YES or not (isinstance(offering.access, Unknown) and offering.model):
        return here
    world.value(f"offerings.{offering_id}.access", UNKNOWN, answers=())
    siblings = world.case.offerings_of[offering.operator]
    # The routes that nobody has stated may lead through the operator's other offerings.
    there = any_of(_concerns_notices(world, place, only_handed_on) for place in siblings if place != offering_id)
    return any_of((here, all_of((there, Truth.UNKNOWN))))


def _concerns_notices(world: World, place: str, only_handed_on: bool) -> Truth:
    present = _has_copies(world, place)
    if present is Truth.NO:
        return present
    at_hand = truth_of(_holder(world, place) == world.case.offering(place).operator and not only_handed_on)
    return present if at_hand is Truth.YES else all_of((present, handed_on(world, place)))


def recipients(world: World, offering_id: str) -> frozenset[str] | Unknown:
    """Return whom copies are handed to, the own staff left out; unknown where nobody has described them."""
    copies = world.case.offering(offering_id).copies
    if copies == "none":
        return frozenset()
    path = f"offerings.{offering_id}.copies"
    if not isinstance(copies, Copies):
        return frozenset() if _copies_assumed_none(world, offering_id) else UNKNOWN
    to = world.value(f"{path}.distributed_to", copies.distributed_to, answers=POSSIBLE_AUDIENCES)
    return to - {STAFF} if isinstance(to, frozenset) else UNKNOWN


def handed_on(world: World, offering_id: str) -> Truth:
    """Return whether copies are handed on to anybody but the operator's own staff."""
    to = recipients(world, offering_id)
    return Truth.UNKNOWN if to is UNKNOWN else truth_of(bool(to))


def notices_kept(world: World, offering_id: str) -> Truth:
    """
    Return whether the copyright and permission notices are kept in all copies, and in those handed on.

    Asked of the copies that the notice duty is about, wherever they are.
    """
    places = _places(world, offering_id)
    if len(places) == 1:
        return _kept_at(world, offering_id)
    only_handed_on = world.reading("notice-copies") == "handed-on-only"
    return all_of(
        any_of((negation(_concerns_notices(world, place, only_handed_on)), _kept_at(world, place))) for place in places
    )


def _kept_at(world: World, place: str) -> Truth:
    copies = world.case.offering(place).copies
    path = f"offerings.{place}.copies"
    kept = world.fact(f"{path}.notice_kept", copies.notice_kept if isinstance(copies, Copies) else Truth.UNKNOWN)
    outward = handed_on(world, place)
    if outward is Truth.NO:
        return kept
    passed_on = copies.notice_handed_on if isinstance(copies, Copies) else Truth.UNKNOWN
    given = world.fact(f"{path}.notice_handed_on", passed_on)
    return all_of((kept, any_of((negation(outward), given))))
