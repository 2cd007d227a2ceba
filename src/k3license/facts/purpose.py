"""Purposes: when a use, a product or a service is commercial, and when offering one is a business."""

from k3license.facts.audience import beyond_staff
from k3license.facts.world import World
from k3license.model.truth import Truth, all_of, any_of, truth_of
from k3license.model.unknown import UNKNOWN

CHARGES = ("free", "at-cost", "advertising", "paid")
PURPOSES = ("production", "evaluation", "research", "public-task")


def _is_charged(world: World, offering_id: str, *kinds: str) -> Truth:
    stated = world.case.offering(offering_id).charged
    charged = world.value(f"offerings.{offering_id}.charged", stated, answers=CHARGES)
    return Truth.UNKNOWN if charged is UNKNOWN else truth_of(charged in kinds)


def _has_purpose(world: World, offering_id: str, *kinds: str) -> Truth:
    stated = world.case.offering(offering_id).purpose
    purpose = world.value(f"offerings.{offering_id}.purpose", stated, answers=PURPOSES)
    return Truth.UNKNOWN if purpose is UNKNOWN else truth_of(purpose in kinds)


def _counsel_says(world: World, offering_id: str) -> Truth:
    # Not asked for where it is absent: what is charged and the purpose answer the question.
    stated = world.case.offering(offering_id).commercial
    return stated if stated is Truth.UNKNOWN else world.fact(f"offerings.{offering_id}.commercial", stated)


def _in_trade(world: World, offering_id: str) -> Truth:
    charged = _is_charged(world, offering_id, "paid", "at-cost", "advertising")
    if charged is Truth.YES:
        return charged
    return any_of((charged, _has_purpose(world, offering_id, "production", "evaluation")))


def commercial_purpose(world: World, offering_id: str) -> Truth:
    """
    Return whether the use has a commercial purpose (position `commercial-purpose`).

    In trade: anything charged or financed by advertising, and any production or
    evaluation; not free research or a free public task.  For money: paid or at cost.
    Counsel's own answer overrides both.
    """
    counsel = _counsel_says(world, offering_id)
    if counsel is not Truth.UNKNOWN:
        return counsel
    if world.reading("commercial-purpose") == "for-money":
        return _is_charged(world, offering_id, "paid", "at-cost")
    return _in_trade(world, offering_id)


def commercial_product(world: World, offering_id: str) -> Truth:
    """
    Return whether the offering is a commercial product or service of its operator.

    It must be offered beyond staff; counsel's own answer overrides the rest, which is
    decided by the position `commercial-product`.
    """
    outside = beyond_staff(world, offering_id)
    if outside is Truth.NO:
        return outside
    marketed = _counsel_says(world, offering_id)
    if marketed is Truth.UNKNOWN:
        if world.reading("commercial-product") == "for-money-or-advertising":
            marketed = _is_charged(world, offering_id, "paid", "at-cost", "advertising")
        else:
            marketed = _in_trade(world, offering_id)
    return all_of((outside, marketed))


def run_as_a_business(world: World, offering_id: str) -> Truth:
    """
    Return whether the offering is a business: any standing offer, or only a paid one (position `business`).

    Counsel's own answer about what is commercial overrides what is charged, so it counts where that does.
    """
    if world.reading("business") != "paid-only":
        return Truth.YES
    counsel = _counsel_says(world, offering_id)
    return counsel if counsel is not Truth.UNKNOWN else _is_charged(world, offering_id, "paid", "at-cost")


def gate_reaches_any_commercial_use(world: World, _offering_id: str) -> Truth:
    """Return whether the gate reaches every commercial use, not only the model service (position `gate-reach`)."""
    return truth_of(world.reading("gate-reach") == "any-commercial-use")
