"""Who belongs to whose group, as statements ask for it."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from k3license.facts.money.history import History, on_any_day
from k3license.facts.world import YES_OR_NO, OpenMembership, World
from k3license.model.ownership import EntityId, Step, change_points
from k3license.model.truth import Truth

if TYPE_CHECKING:
    from k3license.facts.group.members import Group

# Affiliates as third parties are always judged by control (spec: the position `third-party`).
JUDGED_AS_THIRD_PARTY = "more-than-half"


def stands_alone(world: World) -> bool:
    """Return whether the profile lists a single entity, so that no listed entity can be an affiliate."""
    return len(world.case.structure.holders) <= 1


def group(
    world: World, of: EntityId, *, reading: str | None = None, day: date | None = None
) -> Mapping[EntityId, Truth]:
    """
    Return the members (yes) and possible members (unknown) of the group of *of*, itself left out.

    *reading* None is the reading of `affiliate` in force; *day* None is the day asked about.
    Memberships that a world assumes are taken as given.
    """
    if stands_alone(world):
        return {}
    chosen = world.reading("affiliate") if reading is None else reading
    common_owner = world.reading("common-owner")
    on = world.case.as_of if day is None else day
    key = ("group", of, chosen, common_owner, on)
    return world.settle(key, lambda inner: _members(inner, of, chosen, common_owner, on))


def _members(world: World, of: EntityId, reading: str, common_owner: str, day: date) -> Mapping[EntityId, Truth]:
    content = ("members", of, reading, common_owner, day)
    remembered = world.memory.contents
    if content not in remembered:
        remembered[content] = _computed(world, of, reading, common_owner, day, {})
    found: Group = remembered[content]
    assumed: dict[EntityId, bool] = {}
    for entity, truth in found.truths.items():
        if truth is Truth.UNKNOWN:
            path = membership_path(of, reading, entity)
            world.memory.answers[path] = YES_OR_NO
            world.memory.splittable.add(path)
            world.memory.memberships[path] = OpenMembership(found, entity)
            answer = world.fact(path, Truth.UNKNOWN)
            if answer is Truth.UNKNOWN:
                answer = _follows_from_other_reading(world, of, reading, entity)
            if answer is not Truth.UNKNOWN:
                assumed[entity] = answer is Truth.YES
    if not assumed:
        return found.truths
    return _computed(world, of, reading, common_owner, day, assumed).truths


def _follows_from_other_reading(world: World, of: EntityId, reading: str, entity: EntityId) -> Truth:
    """Return what an assumption under the other control reading implies: more than half is half or more."""
    if reading == "half-or-more":
        other, implied = "more-than-half", Truth.YES
    elif reading == "more-than-half":
        other, implied = "half-or-more", Truth.NO
    else:
        return Truth.UNKNOWN
    path = membership_path(of, other, entity)
    if path not in world.memory.memberships:
        return Truth.UNKNOWN
    return implied if world.fact(path, Truth.UNKNOWN) is implied else Truth.UNKNOWN


def _computed(
    world: World, of: EntityId, reading: str, common_owner: str, day: date, assumed: Mapping[EntityId, bool]
) -> "Group":
    # A company that stands alone needs none of this.
    from k3license.facts.group.members import members  # noqa: PLC0415

    return members(
        world.case.structure,
        of,
        as_of=day,
        reading=reading,
        common_owner=common_owner,
        listed_down_to=world.case.listed_down_to,
        assumed=assumed,
    )


def links_to(world: World, entity: EntityId, *, of: EntityId) -> tuple[Step, ...]:
    """Return the holdings and control facts by which *entity* belongs, or may belong, to the group of *of*."""
    content = ("members", of, world.reading("affiliate"), world.reading("common-owner"), world.case.as_of)
    found: Group | None = world.memory.contents.get(content)
    return found[entity].because if found is not None and entity in found else ()


def membership_path(of: EntityId, reading: str, entity: EntityId) -> str:
    """Return the name under which a world may assume whether *entity* belongs to the group of *of*."""
    return f"member of {of} ({reading}): {entity}"


def is_member(world: World, entity: EntityId, *, of: EntityId, reading: str | None = None) -> Truth:
    """Return whether *entity* belongs to the group of *of*; an entity belongs to its own."""
    if entity == of:
        return Truth.YES
    return group(world, of, reading=reading).get(entity, Truth.NO)


# Holdings of half and above are what a profile always lists or sums up; between these and
# this percentage an influence could come from a holding that nobody has listed.
INFLUENCE = Decimal(20)
WIDER_READINGS = ("significant-influence", "multiplied-ownership")


def lists_leave_affiliates_open(world: World) -> bool:
    """Return whether, under the reading of `affiliate`, holdings below `listed_down_to` could make an affiliate."""
    return world.reading("affiliate") in WIDER_READINGS and world.case.listed_down_to > INFLUENCE


def ever_member(world: World, of: EntityId) -> Mapping[EntityId, History]:
    """
    Return in which months each entity belonged to the group of *of* on some day, or may have.

    Empty where nothing about holdings and control has changed: then today's group is it.
    """
    if stands_alone(world) or not change_points(world.case.structure, after=date.min, until=world.case.as_of):
        return {}
    reading, common_owner = world.reading("affiliate"), world.reading("common-owner")
    content = ("ever members", of, reading, common_owner, world.case.as_of)
    if content not in world.memory.contents:
        world.memory.contents[content] = _by_month(world, of, reading, common_owner)
    found: Mapping[EntityId, History] = world.memory.contents[content]
    return found


def _by_month(world: World, of: EntityId, reading: str, common_owner: str) -> Mapping[EntityId, History]:
    days = change_points(world.case.structure, after=date.min, until=world.case.as_of)
    before = _computed(world, of, reading, common_owner, date.min, {}).truths
    later = [(day, _computed(world, of, reading, common_owner, day, {}).truths) for day in days]
    entities = dict.fromkeys(entity for truths in (before, *(truths for _, truths in later)) for entity in truths)
    return {
        entity: on_any_day(before.get(entity, Truth.NO), [(day, truths.get(entity, Truth.NO)) for day, truths in later])
        for entity in entities
    }
