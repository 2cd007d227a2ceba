"""The largest month of one product: its revenue, or its users."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from k3license.facts.money.accounts import Accounts
from k3license.facts.money.conversion import in_currency_of
from k3license.facts.money.exchange import Exchange, Policy
from k3license.facts.money.horizon import first_month
from k3license.facts.money.largest import largest_of
from k3license.facts.money.largest_total import LargestTotal
from k3license.facts.money.offerings import within_operator
from k3license.facts.money.open_facts import Completion
from k3license.facts.money.perimeter import Member, Perimeter
from k3license.facts.money.shares import Share
from k3license.facts.money.windows import Windows
from k3license.model.figures import Figures, Rates
from k3license.model.months import month_of
from k3license.model.ownership import EntityId
from k3license.model.series import Series, series_up_to
from k3license.model.truth import Truth


class Whole(NamedTuple):
    """
    Figures that a product's revenue is part of: its operator's, or those of the product it belongs to.

    *others* are other parts of the same, none of them part of another.
    """

    figures: Figures
    others: tuple[Figures, ...] = ()


def largest_month(
    name: str,
    figures: Figures | None,
    *,
    windows: Windows,
    as_of: date,
    currency: str | None,
    policies: Sequence[Policy],
    rates: Sequence[Rates] = (),
    wholes: Sequence[Whole] = (),
) -> LargestTotal:
    """
    Return the largest of the months that *windows* count, of the product or of anything else called *name*.

    *figures* None are unknown; *currency* None is for users, which nothing converts.  Every month is bounded
    by what each of *wholes* leaves for it.  (Section 3 of the text: "monthly".)

    Raises FiguresContradict if the figures cannot be true.
    """
    series = series_up_to(figures, as_of=as_of)
    for whole in wholes:
        series = _within(series, whole, rates, as_of)
    accounts = Accounts(rates, currency, as_of)
    start = first_month([series], [], exchange=accounts.exchange, windows=windows)
    last = month_of(as_of)
    share = Share(name, series, start, [Truth.YES] * (last - start + 1))
    found = largest_of(accounts, [share], policies=policies, windows=windows, start=start)
    alone = Perimeter([Member(EntityId(name), figures, Truth.YES)], {}, "whole-window", start, last)
    return LargestTotal([Completion(alone, found)])


def _within(part: Series, whole: Whole, rates: Sequence[Rates], as_of: date) -> Series:
    outer = series_up_to(whole.figures, as_of=as_of)
    currency = part.currency or outer.currency
    exchange = Exchange(rates, to=currency, as_of=as_of)
    others = [in_currency_of(series_up_to(each, as_of=as_of), exchange) for each in whole.others]
    return replace(within_operator(part, in_currency_of(outer, exchange), others), currency=currency)
