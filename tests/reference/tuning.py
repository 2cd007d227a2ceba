"""
Move one open month so that the group's best twelve months come to lie on the limit, or a cent beside it.
"""

import json
import random
from fractions import Fraction

from tests.reference.blur import CENT, cents, money
from tests.reference.group_revenue import figures, window_ends, window_total
from tests.reference.money import month_value, rate
from tests.reference.months import agrees, stated_month
from tests.reference.scalars import Month, Profile, day, is_none, month_of, period
from tests.reference.world import World

LIMIT = Fraction(20_000_000)


def tuned(done: Profile, partial: Profile, rng: random.Random) -> Profile:
    """
    A completion like *done* in which the sum of a best window is at the limit; *done* itself where no open
    month allows that. One entity's month changes, within what *partial* says of it; consolidated groups
    stay as they are.
    """
    world = World.of(done, license="kimi-k3", positions={"exchange": "monthly"})
    licensee = done.get("licensee") or next(iter(done["entities"]))
    offerings = [name for name, block in world.offerings.items() if block["operator"] == licensee]
    if not offerings or any(_is_wide(block) for block in world.entities.values()):
        return done
    parts = [(part.currency, part.low) for part in figures(world, licensee)]
    ends = window_ends(world, offerings[0])
    totals = {end: window_total(world, parts, end=end, policy="monthly") for end in ends}
    end = max(totals, key=lambda e: totals[e])
    missing = LIMIT + rng.choice([-CENT, Fraction(0), CENT]) - totals[end]
    members = sorted(world.members(licensee, when=world.as_of) & set(world.entities))
    choices = [(name, month) for name in members for month in range(end - 11, end + 1)]
    rng.shuffle(choices)
    for name, month in choices:
        changed = _changed(world, partial, name, month, missing)
        if changed is not None:
            return changed
    return done


def _is_wide(entity: dict[str, object]) -> bool:
    revenue = entity.get("revenue")
    return isinstance(revenue, dict) and revenue.get("covers") == "consolidated"


def _changed(world: World, partial: Profile, name: str, month: Month, missing: Fraction) -> Profile | None:
    """
    The profile with so many dollars more in one month of one entity, if that is still a world of *partial*.
    """
    block = world.entities[name].get("revenue")
    said = (partial["entities"].get(name) or {}).get("revenue")
    if is_none(block) or not isinstance(block, dict) or is_none(said):
        return None
    stated = said if isinstance(said, dict) else {}
    (key,) = (key for key in block if ".." in key)
    stretch = period(key)
    if stretch is None or stretch.first is None or not stretch.first <= month <= stretch.last:
        return None
    values = {m: month_value(block, m, as_of=world.as_of, what=name) for m in range(stretch.first, stretch.last + 1)}
    currency = str(block["currency"])
    values[month] += cents(missing / rate(world, currency, month=month, policy="monthly", closing=month))
    offered = [
        stated_month(offering["revenue"], month)
        for offering in world.offerings.values()
        if offering["operator"] == name and "part_of" not in offering and isinstance(offering["revenue"], dict)
    ]
    least = sum((one.low or Fraction(0) for one in offered if one is not None), Fraction(0))
    if values[month] < least or not agrees(values, stated, as_of=day(partial["as_of"])):
        return None
    changed: Profile = json.loads(json.dumps(world.profile))
    changed["entities"][name]["revenue"][key] = [money(values[m]) for m in sorted(values)]
    return changed if month <= month_of(world.as_of) else None
