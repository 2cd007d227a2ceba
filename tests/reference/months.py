"""
Months that agree with what a block says: bounds of single months, totals of stretches that lie inside one
another, and the bound on the best twelve months.
"""

import random
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from tests.reference.blur import CENT
from tests.reference.scalars import (
    Amount,
    Month,
    amount,
    complete_months,
    day,
    is_open,
    last_day,
    month_of,
    periods,
)

ZERO = Fraction(0)
HUGE = Fraction(240_000_000)
MODES = ("low", "high", "mixed")
TRIES = 20
Values = dict[Month, Fraction]


@dataclass
class Bounds:
    """The least and the most that months or totals can be, in steps; None: no upper bound."""

    low: Fraction
    high: Fraction | None

    def narrowed(self, said: Amount, step: Fraction) -> "Bounds":
        """Within a stated range too; strict ends move by one step."""
        low, high = self.low, self.high
        if said.low is not None:
            low = max(low, said.low + step if said.low_open else said.low)
        if said.high is not None:
            top = said.high - step if said.high_open else said.high
            high = top if high is None else min(high, top)
        return Bounds(low, high)

    @property
    def is_empty(self) -> bool:
        return self.high is not None and self.high < self.low


@dataclass
class Stretch:
    """A stated total with the smaller totals and the single months inside it."""

    bounds: Bounds
    months: list[Month]
    inside: list["Stretch"] = field(default_factory=list)


def month_bounds(block: dict[str, Any], month: Month, *, as_of: date, step: Fraction = CENT) -> Bounds:
    """
    What the block says of one month alone. Unstated months are not negative; the month of *as_of* is zero
    where that is not its last day and no figure is given; before `trading_since` there is nothing.
    """
    nothing = Bounds(ZERO, ZERO)
    since = block.get("trading_since")
    if not is_open(since) and month < month_of(day(since)):
        return nothing
    said = stated_month(block, month)
    if said is None:
        return nothing if complete_months(as_of) < month else Bounds(ZERO, None)
    # "At most" is read as from zero up: a completion may choose, and this choice is never wrong.
    return Bounds(ZERO if said.low is None else min(said.low, ZERO), None).narrowed(said, step)


def stated_month(block: dict[str, Any], month: Month) -> Amount | None:
    """The range that a block gives for one month, by a list, the month itself or `each_month`."""
    found: Amount | None = None
    for stretch, value in periods(block):
        if stretch.first is None or not stretch.first <= month <= stretch.last:
            continue
        if isinstance(value, list | tuple):
            found = amount(value[month - stretch.first])
        elif stretch.first == stretch.last:
            found = amount(value)
    if found is None and "each_month" in block:
        found = amount(block["each_month"])
    return found


def stated_totals(block: dict[str, Any], *, as_of: date) -> list[tuple[Month | None, Month, Amount]]:
    """Totals of several months; one whose period ends after *as_of* is a plan: only an upper bound."""
    found = []
    for stretch, value in periods(block):
        if isinstance(value, list | tuple) or stretch.first == stretch.last:
            continue
        said = amount(value)
        if last_day(stretch.last) > as_of:
            said = Amount(None, said.high, False, said.high_open, said.currency)
        found.append((stretch.first, stretch.last, said))
    return found


def first_stated(block: dict[str, Any]) -> Month | None:
    """The first month of which a block says something."""
    firsts = [stretch.first for stretch, _ in periods(block) if stretch.first is not None]
    return min(firsts, default=None)


def filled(
    block: dict[str, Any],
    *,
    start: Month,
    as_of: date,
    floor: Values,
    ceiling: Values,
    rng: random.Random,
    mode: str,
    hot: list[Fraction],
    step: Fraction = CENT,
) -> Values | None:
    """
    One value for each month from *start* to that of *as_of*, in agreement with the block, not below *floor*
    and not above *ceiling*; None where this attempt found none. *hot*: values worth trying.
    """
    months = list(range(start, month_of(as_of) + 1))
    totals = stated_totals(block, as_of=as_of)
    best = amount(block.get("any_12_months"))
    for attempt in range(TRIES):
        bounds = {}
        for month in months:
            found = month_bounds(block, month, as_of=as_of, step=step)
            if month in floor and found.low >= 0:
                found = found.narrowed(Amount(floor[month], None), step)
            if month in ceiling:
                found = found.narrowed(Amount(None, ceiling[month]), step)
            if found.is_empty:
                return None
            bounds[month] = found
        if best.high is not None:
            free = [m for m in months if stated_month(block, m) is None and not _in_a_total(m, totals)]
            _leave_room(bounds, free, best.high - (step if best.high_open else ZERO), rng)
        root = _tree(months, totals, bounds, step)
        if root is None:
            continue
        values: Values = {}
        way = mode if attempt < 3 else rng.choice(MODES)
        _fill(root, _picked(root.bounds, rng, way, hot), bounds, values, rng, way, hot, step)
        if agrees(values, block, as_of=as_of):
            return values
    return None


def _in_a_total(month: Month, totals: list[tuple[Month | None, Month, Amount]]) -> bool:
    return any((first is None or first <= month) and month <= last for first, last, _ in totals)


def _leave_room(bounds: dict[Month, Bounds], free: list[Month], top: Fraction, rng: random.Random) -> None:
    """
    Cap months so that twelve of them are hardly above *top*: all alike, or one in twelve takes nearly all, or
    those of which nothing is said stay empty.
    """
    way = rng.choice(["alike", "one", "empty"])
    chosen = rng.randrange(12)
    lows = max(sum((bounds[m].low for m in range(end - 11, end + 1) if m in bounds), ZERO) for end in bounds)
    for month, bound in bounds.items():
        if way == "empty":
            if month not in free:
                continue
            cap = ZERO
        elif way == "alike":
            cap = Fraction(int(top * 100 / 12), 100)
        else:
            cap = max(top - lows, ZERO) if month % 12 == chosen else ZERO
        cap = max(cap, bound.low)
        bound.high = cap if bound.high is None else min(bound.high, cap)


def _tree(
    months: list[Month],
    totals: list[tuple[Month | None, Month, Amount]],
    bounds: dict[Month, Bounds],
    step: Fraction,
) -> Stretch | None:
    """Nest the stated totals; each is bounded by what it says and by what its parts can add up to."""
    root = Stretch(Bounds(-HUGE, None), list(months))
    for first, last, said in sorted(totals, key=lambda t: (-(t[1] - (t[0] or 0)), t[1])):
        inside = [m for m in months if (first is None or m >= first) and m <= last]
        node = root
        while True:
            deeper = [child for child in node.inside if set(inside) <= set(child.months)]
            if not deeper:
                break
            node = deeper[0]
        node.inside.append(Stretch(Bounds(-HUGE, None).narrowed(said, step), inside))
    return root if _tighten(root, bounds) else None


def _tighten(node: Stretch, bounds: dict[Month, Bounds]) -> bool:
    parts = []
    for child in node.inside:
        if not _tighten(child, bounds):
            return False
        parts.append(child.bounds)
    parts += [bounds[m] for m in _alone(node)]
    low = sum((part.low for part in parts), ZERO)
    high = None if any(p.high is None for p in parts) else sum((p.high or ZERO for p in parts), ZERO)
    node.bounds = node.bounds.narrowed(Amount(low, high), CENT)
    return not node.bounds.is_empty


def _alone(node: Stretch) -> list[Month]:
    """The months of a stretch that no smaller stretch holds."""
    taken = {m for child in node.inside for m in child.months}
    return [m for m in node.months if m not in taken]


def _picked(bounds: Bounds, rng: random.Random, mode: str, hot: list[Fraction]) -> Fraction:
    """A value within bounds: the lowest, the highest (or a large one), one worth trying, or between."""
    if mode == "low":
        return bounds.low
    high = bounds.low + HUGE if bounds.high is None else bounds.high
    if mode == "high":
        return high
    middle = Fraction(int((bounds.low + high) / 2))
    tried = [value for value in [*hot, middle] if bounds.low <= value <= high]
    return rng.choice([bounds.low, high, *tried])


def _fill(
    node: Stretch,
    value: Fraction,
    bounds: dict[Month, Bounds],
    values: Values,
    rng: random.Random,
    mode: str,
    hot: list[Fraction],
    step: Fraction,
) -> None:
    """
    Share a total out: each part has its least; the rest goes to the front, the end, anywhere, or evenly.
    """
    alone = _alone(node)
    parts: list[Bounds] = [child.bounds for child in node.inside] + [bounds[m] for m in alone]
    shares = [part.low for part in parts]
    rest = value - sum(shares, ZERO)
    order = list(range(len(parts)))
    way = rng.choice(["front", "end", "anywhere", "even"])
    if way == "end":
        order.reverse()
    elif way == "anywhere":
        rng.shuffle(order)
    rounds = [rest / max(len(parts), 1) // step * step if way == "even" else rest, rest]
    for most in rounds:
        for place in order:
            room = parts[place].high
            taken = min(most, rest) if room is None else min(most, rest, room - shares[place])
            shares[place] += taken
            rest -= taken
    for child, share in zip(node.inside, shares, strict=False):
        _fill(child, share, bounds, values, rng, mode, hot, step)
    for month, share in zip(alone, shares[len(node.inside) :], strict=True):
        values[month] = share


def agrees(values: Values, block: dict[str, Any], *, as_of: date) -> bool:
    """Whether exact months are a world of which everything that the block says is true."""
    since = block.get("trading_since")
    for month, value in values.items():
        said = stated_month(block, month)
        if said is not None and not said.holds(value):
            return False
        if said is None and (value < 0 or (complete_months(as_of) < month and value)):
            return False
        if not is_open(since) and month < month_of(day(since)) and value:
            return False
    start, end = min(values), max(values)
    for first, last, total in stated_totals(block, as_of=as_of):
        inside = [m for m in values if (first is None or m >= first) and m <= last]
        if not total.holds(sum((values[m] for m in inside), ZERO)):
            return False
    sums = [sum((values.get(m, ZERO) for m in range(e - 11, e + 1)), ZERO) for e in range(start, end + 1)]
    return amount(block.get("any_12_months")).holds(max(sums))
