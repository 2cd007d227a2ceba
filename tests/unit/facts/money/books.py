"""Figures as profiles state them, and the group revenue that follows, for short tests."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from k3license.facts.money.accounts import Accounts
from k3license.facts.money.group_revenue import MoneyReadings, group_revenue
from k3license.facts.money.history import ALWAYS, NEVER, History
from k3license.facts.money.largest_total import LargestTotal
from k3license.facts.money.perimeter import Member
from k3license.facts.money.windows import FirstUse
from k3license.model.figures import Figures, Rates
from k3license.model.ownership import EntityId
from k3license.model.ranges import Range
from k3license.model.truth import Truth
from k3license.profile import figures
from k3license.profile.parts import Placed
from k3license.text.amounts import AmountKind, parse_amount

DECEMBER = date(2026, 12, 31)
LIMIT = Decimal(20_000_000)
YES, NO, UNKNOWN = Truth.YES, Truth.NO, Truth.UNKNOWN
CALENDAR = MoneyReadings(window_alignment="calendar-months")


def revenue(months: Mapping[str, Any] | None = None, **stated: Any) -> Figures:
    """Return what a revenue block says of *months* and otherwise, in dollars unless it says so."""
    found = figures.revenue(Placed("revenue", {"currency": "USD", **stated, **(months or {})}))
    assert isinstance(found, Figures)
    return found


def users(stated: Any) -> Figures:
    """Return what is said of monthly active users."""
    found = figures.users(Placed("monthly_active_users", stated))
    assert isinstance(found, Figures)
    return found


def rates(**pairs: Any) -> tuple[Rates, ...]:
    """Return exchange rates; the pair EUR/USD is called EUR_USD."""
    return tuple(figures.rates({pair.replace("_", "/"): stated for pair, stated in pairs.items()}).values())


def amount(text: str) -> Range:
    """Return the range of an amount as people write it."""
    return parse_amount(text, kind=AmountKind.MONEY).range


def member(
    name: str,
    stated: Figures | None,
    present: Truth = YES,
    *,
    belongs: History | None = None,
    offerings: tuple[Figures, ...] = (),
) -> Member:
    """Return an entity that belongs, with its whole history, unless said otherwise."""
    if belongs is None:
        belongs = {YES: ALWAYS, NO: NEVER}.get(present, History(UNKNOWN))
    return Member(EntityId(name), stated, present, belongs, offerings)


def total(
    *members: Member | Figures | None,
    readings: MoneyReadings = CALENDAR,
    as_of: date = DECEMBER,
    others: Figures | Literal["none", "included"] | None = "none",
    exchange: tuple[Rates, ...] = (),
    covers: dict[tuple[str, str], History] | None = None,
    first_use: FirstUse = None,
) -> LargestTotal:
    """Return the largest twelve months of a group in dollars, calendar months unless told otherwise."""
    found = [m if isinstance(m, Member) else member(f"company-{i}", m) for i, m in enumerate(members)]
    return group_revenue(
        found,
        accounts=Accounts(exchange, "USD", as_of),
        others=others,
        readings=readings,
        consolidates={(EntityId(a), EntityId(b)): months for (a, b), months in (covers or {}).items()},
        first_use=first_use,
    )


def exceeds(*members: Member | Figures | None, **more: Any) -> Truth:
    """Return whether twenty million dollars are exceeded."""
    return total(*members, **more).exceeds(LIMIT)
