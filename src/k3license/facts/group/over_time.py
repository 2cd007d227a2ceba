"""Membership over time: who joins and leaves, and in which months somebody belonged."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple, Required, TypedDict, Unpack

from k3license.facts.group.members import members
from k3license.facts.group.options import Options
from k3license.model.ownership import EntityId, Structure, change_points
from k3license.model.truth import Truth, any_of


class How(TypedDict, total=False):
    """How membership is judged: the parameters of `members` apart from the day."""

    reading: Required[str]
    common_owner: Required[str]
    listed_down_to: Decimal
    options: Options
    assumed: Mapping[EntityId, bool]


class Change(NamedTuple):
    """Whether *entity* belonged *before* the day, and whether it does from the day on (*after*)."""

    day: date
    entity: EntityId
    before: Truth
    after: Truth


def changes(structure: Structure, licensee: EntityId, start: date, end: date, **how: Unpack[How]) -> tuple[Change, ...]:
    """Return who joins, leaves or becomes uncertain after *start*, up to and including *end*, by day."""
    found: list[Change] = []
    before = members(structure, licensee, as_of=start, **how).truths
    for day in change_points(structure, after=start, until=end):
        after = members(structure, licensee, as_of=day, **how).truths
        for entity in (*before, *(entity for entity in after if entity not in before)):
            was, now = before.get(entity, Truth.NO), after.get(entity, Truth.NO)
            if was is not now:
                found.append(Change(day, entity, was, now))
        before = after
    return tuple(found)


def membership_by_month(
    structure: Structure, licensee: EntityId, months: range, *, until: date, **how: Unpack[How]
) -> Mapping[EntityId, Mapping[int, Truth]]:
    """
    Return for each entity the *months* in which it belonged, or may have, on any day.

    A month is year * 12 + month - 1; months without a day of membership are left out.  Days
    after *until* are not looked at.
    """
    found: dict[EntityId, dict[int, Truth]] = {}
    for first, last in _spans(structure, months, until):
        truths = members(structure, licensee, as_of=first, **how).truths
        for entity, truth in truths.items():
            by_month = found.setdefault(entity, {})
            for month in range(_month(first), _month(last) + 1):
                by_month[month] = any_of((truth, by_month.get(month, Truth.NO)))
    return found


def _spans(structure: Structure, months: range, until: date) -> Iterator[tuple[date, date]]:
    """Yield the first and last day of each stretch without change."""
    if not months:
        return
    first, last = _first_day(months[0]), min(until, _first_day(months[-1] + 1) - timedelta(days=1))
    if last < first:
        return
    starts = [first, *change_points(structure, after=first, until=last)]
    for start, following in zip(starts, [*starts[1:], last + timedelta(days=1)], strict=True):
        yield start, following - timedelta(days=1)


def _month(day: date) -> int:
    return day.year * 12 + day.month - 1


def _first_day(month: int) -> date:
    year, index = divmod(month, 12)
    return date(year, index + 1, 1)
