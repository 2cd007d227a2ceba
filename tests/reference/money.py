"""What a block says about one month, and how much that is in dollars."""

from datetime import date
from fractions import Fraction

from tests.reference.scalars import (
    Month,
    NotComplete,
    Profile,
    amount,
    complete_months,
    day,
    exact,
    is_none,
    is_open,
    listed,
    month_key,
    month_of,
    periods,
    unwrapped,
)
from tests.reference.world import World

POLICIES = ("monthly", "yearly-average", "closing")


# What a block says about one month


def month_value(block: object, month: Month, *, as_of: date, what: str) -> Fraction:
    """
    The exact figure of one month: zero before `trading_since`, and zero for the month of *as_of* where that
    is not its last day and no figure is given. Totals of several months are not asked: a completed profile
    states months.
    """
    block = unwrapped(block)
    if is_none(block):
        return Fraction(0)
    if not isinstance(block, dict):
        return exact(block, what=what)
    since = block.get("trading_since")
    if not is_open(since) and month < month_of(day(since)):
        return Fraction(0)
    for stretch, value in periods(block):
        if stretch.first is None or not stretch.first <= month <= stretch.last:
            continue
        if isinstance(value, list | tuple):
            return exact(value[month - stretch.first], what=f"{what} in {month_key(month)}")
        if stretch.first == stretch.last:
            return exact(value, what=f"{what} in {month_key(month)}")
    if "each_month" in block:
        return exact(block["each_month"], what=what)
    if month == month_of(as_of) and complete_months(as_of) < month:
        return Fraction(0)
    raise NotComplete(f"{what} says nothing of {month_key(month)}")


def currency_of(block: object, *, what: str) -> str:
    """The currency of a block, or the one that its amounts name."""
    block = unwrapped(block)
    if is_none(block):
        return "USD"
    if isinstance(block, dict) and not is_open(block.get("currency")):
        return str(block["currency"])
    values = list(block.values()) if isinstance(block, dict) else [block]
    for value in values:
        for one in listed(value):
            if isinstance(one, str) and (named := _currency_named(one)):
                return named
    raise NotComplete(f"{what} names no currency")


def _currency_named(text: str) -> str | None:
    try:
        return amount(text).currency
    except ValueError:
        return None


# Exchange


def quoted(profile: Profile, pair: str, month: Month) -> Fraction:
    """A rate as quoted for one month."""
    rates = profile.get("exchange_rates") or {}
    if pair not in rates:
        raise NotComplete(f"no exchange rate {pair}")
    return month_value(rates[pair], month, as_of=date.max, what=f"rate {pair}")


def rate(world: World, currency: str, *, month: Month, policy: str, closing: Month) -> Fraction:
    """
    Dollars for one unit of the currency earned in *month*: the month's rate, the mean of the quoted monthly
    rates of its calendar year up to `as_of`, or the rate of the last month of the window. `EUR/USD` is
    dollars per euro and `USD/JPY` yen per dollar, as quoted; a mean is one of quoted rates, turned over
    afterwards.
    """
    if currency == "USD":
        return Fraction(1)
    asked = (currency, month, policy, closing, world.month)
    if asked not in world.rates:
        world.rates[asked] = _rate(world, currency, month=month, policy=policy, closing=closing)
    return world.rates[asked]


def _rate(world: World, currency: str, *, month: Month, policy: str, closing: Month) -> Fraction:
    straight = f"{currency}/USD" in (world.profile.get("exchange_rates") or {})
    pair = f"{currency}/USD" if straight else f"USD/{currency}"
    if policy == "monthly":
        value = quoted(world.profile, pair, month)
    elif policy == "closing":
        value = quoted(world.profile, pair, closing)
    else:
        january = month - month % 12
        months = range(january, min(january + 11, world.month) + 1)
        value = sum((quoted(world.profile, pair, m) for m in months), Fraction(0)) / len(months)
    return value if straight else 1 / value


def policies(world: World) -> tuple[str, ...]:
    """`highest-of-policies` looks at all of them; a limit is exceeded if it is under one."""
    chosen = world.readings["exchange"]
    return POLICIES if chosen == "highest-of-policies" else (chosen,)


def dollars_in_month(world: World, block: object, month: Month, *, what: str) -> Fraction:
    """One month's figure in dollars, the highest of the policies in play; the window is the month itself."""
    value = month_value(block, month, as_of=world.as_of, what=what)
    if not value:
        return value
    currency = currency_of(block, what=what)
    return max(value * rate(world, currency, month=month, policy=p, closing=month) for p in policies(world))


def users_in_month(world: World, block: object, month: Month, *, what: str) -> Fraction:
    """Monthly active users: one amount for every month, or a figure per month."""
    return month_value(block, month, as_of=world.as_of, what=what)
