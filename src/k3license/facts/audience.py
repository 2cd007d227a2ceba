"""Who somebody is to an operator: its own people, or a third party (the text leaves the word open)."""

from k3license.facts.dates import begun
from k3license.facts.membership import JUDGED_AS_THIRD_PARTY, is_member
from k3license.facts.world import World
from k3license.model.ownership import EntityId
from k3license.model.truth import Truth, all_of, any_of, negation, truth_of
from k3license.model.unknown import UNKNOWN, Unknown

STAFF = "staff"
CONTRACTORS = "contractors"
AFFILIATES = "affiliates"
AUTHORITIES = "authorities"
# Values that an unknown audience is tried with when looking for the deciding questions: nobody beyond staff, somebody
# who is a third party under every reading, and each who is one under some.
POSSIBLE_AUDIENCES = tuple(frozenset({who}) for who in (STAFF, "customers", AFFILIATES, CONTRACTORS, AUTHORITIES))


def is_third_party(world: World, who: str, *, to: EntityId) -> Truth:
    """
    Return whether *who* (a group of people, or an entity's id) is a third party to the operator *to*.

    Customers, the public, others and unrelated entities always are.  Contractors and
    affiliates (control of more than half) depend on `third-party`, authorities on
    `compelled-disclosure`.
    """
    if who in (STAFF, to):
        return Truth.NO
    if who == AUTHORITIES:
        return truth_of(world.reading("compelled-disclosure") == "counted")
    if who == CONTRACTORS:
        return truth_of(world.reading("third-party") != "outside-the-group")
    if who == AFFILIATES:
        return truth_of(world.reading("third-party") == "separate-persons")
    if who not in world.case.profile.entities:
        return Truth.YES
    if world.reading("third-party") == "separate-persons":
        return Truth.YES
    return negation(is_member(world, EntityId(who), of=to, reading=JUDGED_AS_THIRD_PARTY))


def reaches_third_parties(world: World, audience: frozenset[str] | Unknown, *, of: EntityId) -> Truth:
    """Return whether anybody in *audience* is a third party to the operator *of*; unknown if it is unknown."""
    if audience is UNKNOWN:
        return Truth.UNKNOWN
    assert isinstance(audience, frozenset)
    return any_of(is_third_party(world, who, to=of) for who in sorted(audience))


def offered_to(world: World, offering_id: str) -> frozenset[str] | Unknown:
    """Return the audience of the offering as stated or assumed."""
    offering = world.case.offering(offering_id)
    return world.value(f"offerings.{offering_id}.offered_to", offering.offered_to, answers=POSSIBLE_AUDIENCES)


def offered_yet(world: World, offering_id: str) -> Truth:
    """
    Return whether the offering has begun to be offered on the day asked about.

    A use that has not begun (`first_used: not-yet`) is looked at as if it had.
    """
    offering = world.case.offering(offering_id)
    if offering.first_used == "not-yet":
        return Truth.YES
    start = world.value(f"offerings.{offering_id}.offered_from", offering.offered_from, answers=())
    started = begun(start, world.case.as_of)
    if started is Truth.NO and isinstance(offering.first_used, Unknown):
        return Truth.UNKNOWN
    return started


def beyond_staff(world: World, offering_id: str) -> Truth:
    """Return whether the offering is offered, by the day asked about, to anybody but the operator's own staff."""
    audience = offered_to(world, offering_id)
    if audience is UNKNOWN:
        outside = Truth.UNKNOWN
    else:
        assert isinstance(audience, frozenset)
        outside = truth_of(bool(audience - {STAFF, world.case.offering(offering_id).operator}))
    return outside if outside is Truth.NO else all_of((outside, offered_yet(world, offering_id)))
