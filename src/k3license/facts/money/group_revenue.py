"""The revenue of a group: the most it took in any run of months that counts."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from k3license.facts.money.accounts import Accounts
from k3license.facts.money.exchange import POLICIES, Policy
from k3license.facts.money.history import History
from k3license.facts.money.horizon import first_month
from k3license.facts.money.largest import largest_of
from k3license.facts.money.largest_total import LargestTotal
from k3license.facts.money.members import Books
from k3license.facts.money.open_facts import Completion
from k3license.facts.money.perimeter import AffiliateHistory, Member, Perimeter
from k3license.facts.money.windows import FirstUse, TwelveMonths, windows_of_twelve
from k3license.model.figures import Figures
from k3license.model.months import month_of
from k3license.model.ownership import EntityId

NOBODY: Final[Mapping[tuple[EntityId, EntityId], History]] = {}


class MoneyReadings(NamedTuple):
    """The readings of the positions that group revenue turns on; the defaults are the cautious ones."""

    affiliate_history: AffiliateHistory = "both"
    twelve_months: TwelveMonths = "any-window"
    window_alignment: Literal["any-day", "calendar-months"] = "any-day"
    exchange: Literal["highest-of-policies"] | Policy = "highest-of-policies"
    sales_inside_the_group: Literal["counted", "eliminated"] = "counted"

    @property
    def policies(self) -> tuple[Policy, ...]:
        """The exchange policies in play."""
        return POLICIES if self.exchange == "highest-of-policies" else (self.exchange,)


def group_revenue(
    members: Sequence[Member],
    *,
    accounts: Accounts,
    others: Figures | Literal["none", "included"] | None,
    readings: MoneyReadings,
    consolidates: Mapping[tuple[EntityId, EntityId], History] = NOBODY,
    first_use: FirstUse = None,
) -> LargestTotal:
    """
    Return the revenue of *members* and of *others*, in the currency and up to the day of *accounts*.

    *members* are all entities that belong, belonged, or may have, and all whom *consolidates* names:
    for a holder with consolidated figures and an entity held, the months that these figures cover.
    *others* are affiliates that are not listed.  *first_use* matters to windows since first use.

    Raises FiguresContradict if what is stated of a reporter cannot be true.  (Section 2 of the text:
    "any consecutive 12 months", of Licensee and affiliates together.)
    """
    books, as_of = Books(accounts, members, others), accounts.as_of
    windows = windows_of_twelve(readings.twelve_months, first_use=first_use, as_of=as_of)
    histories = [*(member.belongs for member in members), *consolidates.values()]
    # The same month for every reading of which windows count: so that their tables are the same.
    every = windows_of_twelve("any-window", first_use=None, as_of=as_of)
    start = first_month(list(books.series.values()), histories, exchange=accounts.exchange, windows=every)
    perimeter = Perimeter(members, consolidates, readings.affiliate_history, start, month_of(as_of))
    may_be_negative = frozenset(
        entity for entity, series in books.series.items() if series.may_be_negative(start, series.last)
    )
    eliminated = readings.sales_inside_the_group == "eliminated"
    completions = []
    for each in perimeter.completions(may_be_negative):
        found = largest_of(
            accounts,
            books.shares(each, eliminated=eliminated),
            policies=readings.policies,
            windows=windows,
            start=start,
            any_day=readings.window_alignment == "any-day",
        )
        completions.append(Completion(each, found))
    return LargestTotal(completions)
