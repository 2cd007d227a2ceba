"""How a model relates to the licensed one: the Software itself, a derivative, or trained on its outputs."""

from collections.abc import Collection
from datetime import date
from enum import Enum

from k3license.facts.case import Case
from k3license.facts.dates import not_ended
from k3license.facts.world import World
from k3license.model.truth import Truth, any_of
from k3license.model.unknown import Unknown


class Relation(Enum):
    """What a model is to the Software; DISTILLED means trained on outputs only."""

    ITSELF = "itself"
    DERIVATIVE = "derivative"
    DISTILLED = "distilled"


def relation(case: Case, model: str) -> Relation | None:
    """Return how *model* relates to the licensed models through any number of steps, or None if not at all."""
    if model in case.licensed_models:
        return Relation.ITSELF
    record = case.profile.models.get(model)
    if record is None:
        return None
    if record.license == case.license:
        return Relation.ITSELF
    parents = {relation(case, parent) for parent in record.derived_from}
    if Relation.ITSELF in parents or Relation.DERIVATIVE in parents:
        return Relation.DERIVATIVE
    taught = any(relation(case, teacher) is not None for teacher in record.trained_on_outputs_of)
    return Relation.DISTILLED if taught or Relation.DISTILLED in parents else None


def counts_as_software(world: World, model: str) -> Truth:
    """
    Return whether *model* is the Software or a derivative work of it.

    A model only trained on outputs is one under `distilled: is-derivative` alone.
    """
    related = relation(world.case, model)
    if related is None:
        return Truth.NO
    if model in world.case.profile.models:
        world.cite(f"models.{model}")
    if related is Relation.DISTILLED:
        return Truth.YES if world.reading("distilled") == "is-derivative" else Truth.NO
    return Truth.YES


def part_counts_as_software(world: World) -> Truth:
    """Return whether a part of the repository without the model is "the Software" (position `software-part`)."""
    return Truth.YES if world.reading("software-part") == "any-part" else Truth.NO


def parts_used(case: Case, offering_id: str) -> bool:
    """Return whether the offering uses files of a licensed model's repository without the model."""
    return any(model in case.licensed_models for model in case.offering(offering_id).uses_parts_of)


def runs_on_software(world: World, offering_id: str) -> Truth:
    """Return whether the offering runs on the Software, on a derivative, or uses a part of it."""
    world.cite(f"offerings.{offering_id}.model")
    models = [counts_as_software(world, model) for model in world.case.offering(offering_id).model]
    if Truth.YES not in models and parts_used(world.case, offering_id):
        models.append(part_counts_as_software(world))
    return any_of(models)


def makers(case: Case, offering_id: str) -> Collection[str] | Unknown:
    """
    Return the offerings that helped to make this one without being in it; UNKNOWN if nobody says.

    What nobody has used yet has not helped to make what is in use already.
    """
    offering = case.offering(offering_id)
    in_use = isinstance(offering.first_used, date) and offering.first_used <= case.as_of
    if isinstance(offering.made_with, Unknown) or not in_use:
        return offering.made_with
    return tuple(each for each in offering.made_with if case.offering(each).first_used != "not-yet")


def made_with(world: World, offering_id: str) -> Collection[str] | Unknown:
    """Return the same, as a fact that a world relies on and may assume."""
    return world.value(f"offerings.{offering_id}.made_with", makers(world.case, offering_id), answers=((),))


def not_over(world: World, offering_id: str) -> Truth:
    """Return no for an offering that has ended: it uses nothing any more."""
    offering = world.case.offering(offering_id)
    until = world.value(f"offerings.{offering_id}.offered_until", offering.offered_until, answers=())
    return not_ended(until, world.case.as_of)
