"""The revenue of a group month by month, and whether any run of twelve months exceeds a limit."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.reference.money import currency_of, month_value, policies, rate
from tests.reference.scalars import Month, NotComplete, amount, day, is_none, is_open, listed, month_of, unwrapped
from tests.reference.world import World

Months = tuple[str, dict[Month, Fraction]]


@dataclass(frozen=True)
class Figure:
    """What one stated figure adds to the group, month by month, in its own currency: between low and high."""

    currency: str
    low: dict[Month, Fraction]
    high: dict[Month, Fraction]
    best_12: Fraction | None
    """The stated upper bound of every stretch of twelve months, also one that starts mid-month."""


def first_month(world: World) -> Month:
    """The first month in which anybody may have had revenue."""
    starts = [world.month]
    for name, entity in world.entities.items():
        block = unwrapped(entity.get("revenue"))
        if is_none(block):
            continue
        if not isinstance(block, dict) or is_open(block.get("trading_since")):
            raise NotComplete(f"revenue of {name}: trading_since bounds the history of a completed profile")
        starts.append(month_of(day(block["trading_since"])))
    others = _revenue_of_others(world)
    if others is not None:
        if is_open(others.get("trading_since")):
            raise NotComplete("revenue of the other affiliates: trading_since bounds the history")
        starts.append(month_of(day(others["trading_since"])))
    return min(starts)


def _revenue_of_others(world: World) -> dict[str, Any] | None:
    """Revenue of affiliates that the file does not list, unless other figures include it."""
    others = unwrapped(world.profile.get("other_affiliates"))
    if is_none(others):
        return None
    if not isinstance(others, dict):
        raise NotComplete("other_affiliates")
    revenue = unwrapped(others.get("revenue"))
    if revenue == "included" or is_none(revenue):
        return None
    if not isinstance(revenue, dict):
        raise NotComplete("revenue of the other affiliates")
    return revenue


def perimeter(world: World, licensee: str, month: Month) -> set[str]:
    """
    Whose revenue of a month counts. `whole-window`: present members, with their whole history.
    `while-affiliated`: who belonged in that month. `both`: present members, and former members' months
    inside.
    """
    history = world.readings["affiliate-history"]
    counted: set[str] = set()
    if history != "while-affiliated":
        counted |= world.members(licensee, when=world.as_of)
    if history != "whole-window":
        counted |= world.members_in_month(licensee, month)
    return counted


def is_consolidated(world: World, name: str) -> bool:
    block = unwrapped(world.entities[name].get("revenue"))
    return isinstance(block, dict) and unwrapped(block.get("covers")) == "consolidated"


def coverage(world: World, name: str, month: Month) -> tuple[set[str], set[str]]:
    """
    Whom a consolidated figure covers in a month: what the entity holds by more than half, from the day it
    joined, `not_in` left out alone. First those covered on all days of the month, then those on some of
    them.
    """
    days = world.ownership.days_of_change(month, until=world.as_of)
    held = [world.ownership.on(when).controlled({name}) for when in sorted(days)]
    left_out = set(listed(world.entities[name]["revenue"].get("not_in")))
    always = set.intersection(*held) - left_out
    return always, set.union(*held) - left_out - always


def figures(world: World, licensee: str) -> list[Figure]:
    """
    The figures that make up the group's revenue, nothing counted twice: the widest consolidated figures
    first; who is covered by a counted one adds nothing. Where a figure covers more than may count, or for
    part of a month, what it adds lies between two amounts.
    """
    months = range(first_month(world), world.month + 1)
    low: dict[str, dict[Month, Fraction]] = {}
    high: dict[str, dict[Month, Fraction]] = {}
    for month in months:
        for name, (least, most) in _month_of_group(world, licensee, month).items():
            low.setdefault(name, {})[month] = least
            high.setdefault(name, {})[month] = most
    found = []
    for name in low:
        block = world.entities[name].get("revenue")
        top = unwrapped(block).get("any_12_months") if isinstance(unwrapped(block), dict) else None
        currency = currency_of(block, what=f"revenue of {name}")
        found.append(Figure(currency, low[name], high[name], amount(top).high))
    others = _revenue_of_others(world)
    if others is not None:
        what = "revenue of the other affiliates"
        values = {m: month_value(others, m, as_of=world.as_of, what=what) for m in months}
        top = amount(others.get("any_12_months")).high
        found.append(Figure(currency_of(others, what=what), values, values, top))
    return found


def _month_of_group(world: World, licensee: str, month: Month) -> dict[str, tuple[Fraction, Fraction]]:
    """What each listed entity's figure adds in a month, at least and at most."""
    counted = {name for name in perimeter(world, licensee, month) if name in world.entities}
    width = {name: len(coverage(world, name, month)[0]) if is_consolidated(world, name) else -1 for name in counted}
    adds: dict[str, tuple[Fraction, Fraction]] = {}
    covered: set[str] = set()
    partly: set[str] = set()
    for name in sorted(counted, key=lambda n: (-width[n], n)):
        if name in covered:
            continue
        value = own_figure(world, name, month)
        least = most = value
        if name in partly:
            least = min(value, Fraction(0))
            most = max(value, Fraction(0))
        if is_consolidated(world, name):
            always, sometimes = coverage(world, name, month)
            for other in (always | sometimes) & set(world.entities):
                if other not in counted or other in covered:
                    # This part of the figure is somebody's who does not count, or has been counted already.
                    part = own_figure(world, other, month, convert_to=name)
                    least -= max(part, Fraction(0))
                    most -= min(part, Fraction(0))
            covered |= always
            partly |= sometimes
        adds[name] = (least, most)
    return adds


def own_figure(world: World, name: str, month: Month, *, convert_to: str | None = None) -> Fraction:
    """
    The entity's stated figure of a month; under `eliminated`, less its sales to members of the group. With
    *convert_to*, in the currency of that other entity's figures, at the month's rate.
    """
    block = unwrapped(world.entities[name].get("revenue"))
    what = f"revenue of {name}"
    value = month_value(block, month, as_of=world.as_of, what=what)
    eliminated = world.readings["sales-inside-the-group"] == "eliminated" and not _stands_alone(world)
    if eliminated and isinstance(block, dict) and value:
        inside = block.get("from_group")
        if is_open(inside) or not (isinstance(unwrapped(inside), dict) or is_none(inside)):
            raise NotComplete(f"{what}: from_group is stated by month in a completed profile")
        value -= month_value(inside, month, as_of=world.as_of, what=f"{what}, from_group")
    if convert_to is not None and value:
        value *= rate(world, currency_of(block, what=what), month=month, policy="monthly", closing=month)
        other = currency_of(world.entities[convert_to].get("revenue"), what=f"revenue of {convert_to}")
        value /= rate(world, other, month=month, policy="monthly", closing=month)
    return value


def _stands_alone(world: World) -> bool:
    """Whether a profile lists one entity and no affiliates besides: it has nobody inside a group to sell to."""
    return len(world.entities.keys() - {"unlisted"}) == 1 and is_none(world.profile.get("other_affiliates"))


# Twelve consecutive months


def window_ends(world: World, offering: str) -> range:
    """
    The last months of the windows that count: all of them, those ending in or after the month of first use,
    or the latest one only. A use that has not begun is answered as if it began on `as_of`.
    """
    reading = world.readings["twelve-months"]
    if reading == "trailing":
        return range(world.month, world.month + 1)
    start = first_month(world)
    if reading == "since-first-use":
        began = world.first_use(offering)
        start = max(start, month_of(began) if began else world.month)
    return range(start, world.month + 1)


def group_exceeds(world: World, licensee: str, offering: str, *, limit: Fraction) -> frozenset[bool]:
    """
    Whether the group's revenue is above the limit in some window of twelve months; both truths where even
    exact months leave it open. `calendar-months`: twelve whole months. `any-day`: yes if twelve whole
    months exceed, no only if no thirteen consecutive months do, negative months left out.
    """
    parts = figures(world, licensee)
    any_day = world.readings["window-alignment"] == "any-day"
    possible = False
    for policy in policies(world):
        for end in window_ends(world, offering):
            if window_total(world, [(p.currency, p.low) for p in parts], end=end, policy=policy) > limit:
                return frozenset({True})
            high = window_total(world, [(p.currency, p.high) for p in parts], end=end, policy=policy)
            possible = possible or high > limit
            if any_day and not possible:
                possible = sum(_any_day(world, part, end, policy) for part in parts) > limit
    return frozenset({True, False} if possible else {False})


def window_total(world: World, currencies_and_months: Iterable[Months], *, end: Month, policy: str) -> Fraction:
    """The twelve months up to *end* in dollars, added up over figures."""
    return sum(
        (
            value * rate(world, currency, month=month, policy=policy, closing=end)
            for currency, months in currencies_and_months
            for month, value in months.items()
            if end - 12 < month <= end and value
        ),
        Fraction(0),
    )


def _any_day(world: World, part: Figure, end: Month, policy: str) -> Fraction:
    """
    The most that a figure can add to twelve months that start on any day of the thirteenth month before:
    all of the eleven months between, and of the two at the ends what its stated best twelve months leave
    room for.
    """
    window = range(end - 12, end + 1)
    values = {m: max(part.high.get(m, Fraction(0)), Fraction(0)) for m in window}
    rates = {
        m: rate(world, part.currency, month=m, policy=policy, closing=end) if values[m] else Fraction(0) for m in window
    }
    total = sum((values[m] * rates[m] for m in window[1:-1]), Fraction(0))
    negative = any(part.high.get(m, Fraction(0)) < 0 for m in window)
    room = None
    if part.best_12 is not None and not negative:
        room = max(part.best_12 - sum(values[m] for m in window[1:-1]), Fraction(0))
    for month in sorted((window[0], window[-1]), key=lambda m: -rates[m]):
        taken = values[month] if room is None else min(values[month], room)
        total += taken * rates[month]
        room = None if room is None else room - taken
    return total
