"""Whose revenue belongs to a group, month by month, and whose figures are inside somebody else's."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from k3license.facts.case import Case
from k3license.facts.membership import ever_member, group
from k3license.facts.money.history import History, on_every_day
from k3license.facts.money.perimeter import Member
from k3license.facts.world import World
from k3license.model.figures import Figures, PeriodFigure
from k3license.model.months import last_day, month_of
from k3license.model.ownership import EntityId, Structure, change_points
from k3license.model.ranges import ZERO, Range
from k3license.model.truth import Truth


def members_of(world: World, operator: EntityId) -> tuple[Member, ...]:
    """
    Return the operator and everybody who is or was, or may be or have been, of its group.

    Consolidated figures may cover entities outside the group; those are members that never belong.
    Under readings that come to the same members, the result is the same object.
    """
    return world.settle(("members", operator), lambda there: _members_of(there, operator))


def _members_of(world: World, operator: EntityId) -> tuple[Member, ...]:
    present = group(world, operator)
    past = ever_member(world, operator)
    covered = {held for _, held in coverage(world, (operator, *present, *past))}
    others = dict.fromkeys((*present, *past, *sorted(covered)))
    others.pop(operator, None)
    own = _member(world, operator, Truth.YES, History(Truth.YES))
    found = (
        own,
        *(_member(world, e, present.get(e, Truth.NO), past.get(e, History(present.get(e, Truth.NO)))) for e in others),
    )
    standing = tuple((member.entity, member.present, member.belongs) for member in found)
    known: tuple[Member, ...] = world.memory.contents.setdefault(("standing", world.case.as_of, standing), found)
    return known


def _member(world: World, entity: EntityId, present: Truth, belongs: History) -> Member:
    return Member(entity, _figures(world, entity), present, belongs, tuple(_offerings(world, entity)))


def _figures(world: World, entity: EntityId) -> Figures | None:
    record = world.case.profile.entities.get(entity)
    if record is None or not isinstance(record.revenue, Figures):
        return None
    return on_the_day(world.case, record.revenue)


def on_the_day(case: Case, figures: Figures) -> Figures:
    """
    Return the figures as far as they hold on the day asked about, if that is not the profile's own.

    They were stated on the profile's day.  "The highest twelve months so far" bounds earlier days from above
    only, later ones from below; so does a month that one of the two days parts, less or more than none of it.
    """
    stated_on = case.profile.as_of
    if case.as_of == stated_on:
        return figures
    earlier = case.as_of < stated_on
    best = figures.any_12_months
    if best is not None:
        best = best._replace(range=_at_most(best.range) if earlier else _at_least(best.range))
    inside = figures.from_group
    if isinstance(inside, Figures):
        inside = on_the_day(case, inside)
    elif inside is not None and earlier:
        # Of a part of it any may have come later.
        inside = inside._replace(range=inside.range.hull(ZERO))
    figures = figures._replace(any_12_months=best, from_group=inside)
    return _in_part(figures, min(case.as_of, stated_on), earlier=earlier)


def _in_part(figures: Figures, day: date, *, earlier: bool) -> Figures:
    """Return *figures* with the month of *day* known in part only, unless *day* is its last."""
    month = month_of(day)
    if day == last_day(month):
        return figures
    periods = list(figures.periods)
    if earlier and figures.each_month is not None and not any(each.first == each.last == month for each in periods):
        periods.append(PeriodFigure(month, month, figures.each_month, figures.path))
    for place, each in enumerate(periods):
        if each.first == each.last == month:
            known = each.amount.range.hull(ZERO) if earlier else _at_least(each.amount.range)
            periods[place] = each._replace(amount=each.amount._replace(range=known))
    return figures._replace(periods=tuple(periods))


def _at_most(known: Range) -> Range:
    return Range(None, known.high, False, known.high_open)


def _at_least(known: Range) -> Range:
    return Range(known.low, None, known.low_open, False)


def _offerings(world: World, entity: EntityId) -> Iterator[Figures]:
    """Yield the revenue of the entity's offerings that are no part of another: each is at most its operator's."""
    for offering_id in world.case.offerings_of.get(entity, ()):
        offering = world.case.offering(offering_id)
        revenue = offering_revenue(world.case, offering_id)
        if offering.part_of is None and revenue is not None:
            yield revenue


def offering_revenue(case: Case, offering_id: str) -> Figures | None:
    """
    Return what is stated of the offering's revenue; None if nothing is.

    A figure for each month is one for each month since it is offered and its operator trades.
    """
    offering = case.offering(offering_id)
    if not isinstance(offering.revenue, Figures):
        return None
    figures = on_the_day(case, offering.revenue)
    if figures.each_month is None or figures.each_month.unknown or figures.trading_since is not None:
        return figures
    offered_from = offering.offered_from
    # A use that has not begun is looked at as if it had, whenever it is planned for.
    starts = [month_of(offered_from)] if isinstance(offered_from, date) and offered_from <= case.as_of else []
    operator = case.profile.entities.get(offering.operator)
    if operator is not None and isinstance(operator.revenue, Figures) and operator.revenue.trading_since is not None:
        starts.append(operator.revenue.trading_since)
    if not starts:
        return figures
    stated = [period.last if period.first is None else period.first for period in offering.revenue.periods]
    return figures._replace(trading_since=min([max(starts), *stated]))


def coverage(world: World, holders: Iterable[EntityId]) -> Mapping[tuple[EntityId, EntityId], History]:
    """
    Return for each holder with consolidated figures which entities these cover, month by month.

    They cover what it holds by more than half of the votes, directly or through what it
    holds, in months throughout which it does, save the entities that `not_in` names.
    """
    found: dict[tuple[EntityId, EntityId], History] = {}
    for holder in dict.fromkeys(holders):
        figures = _figures(world, holder)
        if figures is None or figures.covers != "consolidated":
            continue
        for held, history in _held(world, holder).items():
            if held not in figures.not_in:
                found[holder, held] = history
    return found


def _held(world: World, holder: EntityId) -> Mapping[EntityId, History]:
    contents, key = world.memory.contents, ("held by", holder, world.case.as_of)
    if key not in contents:
        contents[key] = _held_by_month(world.case.structure, holder, world.case.as_of)
    held: Mapping[EntityId, History] = contents[key]
    return held


def _held_by_month(structure: Structure, holder: EntityId, as_of: date) -> Mapping[EntityId, History]:
    days = change_points(structure, after=date.min, until=as_of)
    before = _held_on(structure, holder, date.min)
    later = [(day, _held_on(structure, holder, day)) for day in days]
    entities = dict.fromkeys(entity for found in (before, *(found for _, found in later)) for entity in found)
    return {
        entity: on_every_day(before.get(entity, Truth.NO), [(day, found.get(entity, Truth.NO)) for day, found in later])
        for entity in entities
    }


def _held_on(structure: Structure, holder: EntityId, day: date) -> Mapping[EntityId, Truth]:
    # Only consolidated figures need this.
    from k3license.facts.group.control import MORE_THAN_HALF, controlled_by  # noqa: PLC0415
    from k3license.facts.group.options import Options  # noqa: PLC0415
    from k3license.facts.group.register import register_on  # noqa: PLC0415

    # What somebody "holds by more than half" is a matter of shares alone.
    by_shares = Options(control_facts="votes_only")
    register = register_on(structure, day, licensee=holder, common_owner="anyone", options=by_shares)
    sure = controlled_by(register, (register.licensee,), MORE_THAN_HALF, surely=True)
    possible = controlled_by(register, (register.licensee,), MORE_THAN_HALF, surely=False)
    return {entity: Truth.YES if entity in sure else Truth.UNKNOWN for entity in possible}
