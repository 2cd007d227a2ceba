"""Whether an offering uses the Software: it runs on it, has a way in force that reaches it, and has not ended."""

from k3license.facts.copies import handed_on
from k3license.facts.model_use import made_with, not_over, parts_used, relation, runs_on_software
from k3license.facts.ways import ways
from k3license.facts.world import World
from k3license.model.truth import Truth, all_of, any_of
from k3license.model.unknown import Unknown


def reached_today(world: World, offering_id: str) -> Truth:
    """
    Return whether some way to a related model is in force on the day asked about, or files of it are used.

    Handing on copies is a way too.
    """
    if parts_used(world.case, offering_id):
        return Truth.YES
    world.cite(f"offerings.{offering_id}.access")
    related = [way for way in ways(world.case, offering_id) if any(relation(world.case, model) for model in way.models)]
    reached = any_of(way.in_force for way in related)
    return handed_on(world, offering_id) if reached is Truth.NO else reached


def uses_the_software(world: World, offering_id: str) -> Truth:
    """Return whether the offering, unless it has ended, uses the Software or a derivative work."""
    using = all_of((runs_on_software(world, offering_id), not_over(world, offering_id)))
    return using if using is Truth.NO else all_of((using, reached_today(world, offering_id)))


def used_for_the_product(world: World, offering_id: str) -> Truth:
    """
    Return whether the Software is "used for" this product or service.

    It is where the product runs on it; under `used-for: also-made-with` also where the
    product was made with the help of an offering that does.
    """
    direct = uses_the_software(world, offering_id)
    makers = made_with(world, offering_id)
    if isinstance(makers, Unknown):
        if world.reading("used-for") == "runs-in":
            return direct
        return any_of((direct, all_of((Truth.UNKNOWN, not_over(world, offering_id)))))
    if direct is Truth.YES or not makers or world.reading("used-for") == "runs-in":
        return direct
    helped = any_of(runs_on_software(world, maker) for maker in makers)
    return any_of((direct, all_of((helped, not_over(world, offering_id)))))
