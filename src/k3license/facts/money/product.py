"""The largest month of one product: its revenue, or its users."""

from collections.abc import Sequence

from k3license.facts.money.accounts import Accounts, Whole
from k3license.facts.money.exchange import Policy
from k3license.facts.money.horizon import first_month
from k3license.facts.money.largest import largest_of
from k3license.facts.money.largest_total import LargestTotal
from k3license.facts.money.open_facts import Completion
from k3license.facts.money.perimeter import Member, Perimeter
from k3license.facts.money.shares import Share
from k3license.facts.money.windows import Windows
from k3license.model.figures import Figures
from k3license.model.months import month_of
from k3license.model.ownership import EntityId
from k3license.model.truth import Truth


def largest_month(
    name: str,
    figures: Figures | None,
    *,
    accounts: Accounts,
    windows: Windows,
    policies: Sequence[Policy],
    wholes: Sequence[Whole] = (),
) -> LargestTotal:
    """
    Return the largest of the months that *windows* count, of the product or of anything else called *name*.

    *figures* None are unknown; the currency of *accounts* is None for users, which nothing converts.
    Every month is bounded by what each of *wholes* leaves for it.  (Section 3 of the text: "monthly".)

    Raises FiguresContradict if the figures cannot be true.
    """
    as_of = accounts.as_of
    series = accounts.part_of(EntityId(name), figures, wholes)
    start = first_month([series], [], exchange=accounts.exchange, windows=windows)
    last = month_of(as_of)
    share = accounts.share(Share(name, series, start, [Truth.YES] * (last - start + 1)), None)
    found = largest_of(accounts, [share], policies=policies, windows=windows, start=start)
    alone = Perimeter([Member(EntityId(name), figures, Truth.YES)], {}, "whole-window", start, last)
    return LargestTotal([Completion(alone, found)])
