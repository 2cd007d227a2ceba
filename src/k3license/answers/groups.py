"""The group of a licensee, as `k3license group` shows it."""

from datetime import date

from k3license.answers.assess import Options
from k3license.answers.catalog import Catalog
from k3license.answers.choices import chosen_readings
from k3license.facts.group.doubts import doubts
from k3license.facts.group.members import members, near_misses
from k3license.facts.group.over_time import How, changes
from k3license.model.assessment import GroupChange, GroupReport
from k3license.model.ownership import EntityId
from k3license.reading.profiles import LoadedProfile
from k3license.reading.structure import structure_of


def group_report(
    loaded: LoadedProfile,
    catalog: Catalog,
    options: Options,
    *,
    licensee: EntityId,
    between: tuple[date, date] | None = None,
) -> GroupReport:
    """
    Return who belongs to the group of *licensee*, why, and what near misses lack.

    *between* adds who joined and left after the first of two days, up to and including the second.
    """
    # The pack with the most open questions asks everything about affiliates that any pack asks.
    pack = max(catalog.packs.values(), key=lambda each: len(each.positions))
    chosen = chosen_readings(pack, loaded.profile, options.positions or {})
    as_of = options.as_of or loaded.profile.as_of
    listed_down_to = loaded.profile.listed_down_to.range.low
    assert listed_down_to is not None
    structure = structure_of(loaded.profile)
    affiliate, common_owner = chosen["affiliate"].reading, chosen["common-owner"].reading
    how = How(reading=affiliate, common_owner=common_owner, listed_down_to=listed_down_to)
    missed = near_misses(
        structure,
        licensee,
        as_of=as_of,
        reading=affiliate,
        common_owner=common_owner,
        listed_down_to=listed_down_to,
    )
    found = None if between is None else changes(structure, licensee, *between, **how)
    return GroupReport(
        licensee=licensee,
        as_of=as_of,
        affiliate=affiliate,
        common_owner=common_owner,
        members=dict(members(structure, licensee, as_of=as_of, **how)),
        near_misses=missed,
        names={entity: record.name or entity for entity, record in loaded.profile.entities.items()},
        doubts=tuple(doubt.words for doubt in doubts(structure, as_of)),
        changes=None if found is None else tuple(GroupChange(*change) for change in found),
    )
