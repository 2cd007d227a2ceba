"""From what is stated of each member to its share in the totals of the group."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from typing import Final, Literal

from k3license.facts.money.accounts import Accounts
from k3license.facts.money.conversion import in_currency_of, worth
from k3license.facts.money.perimeter import Member, Perimeter
from k3license.facts.money.shares import Share
from k3license.model.amounts import Amount
from k3license.model.figures import Figures
from k3license.model.months import Month
from k3license.model.ownership import EntityId
from k3license.model.ranges import EXACT, ZERO, Range, total
from k3license.model.series import Series, series_up_to
from k3license.model.truth import Truth

OTHERS: Final = EntityId("other_affiliates")


class Books:
    """
    What is stated of the revenue of all members, as *accounts* keep it.

    *others* are affiliates that are not listed: None if nothing is known of them, "none", or "included"
    in other figures.
    """

    def __init__(
        self,
        accounts: Accounts,
        members: Sequence[Member],
        others: Figures | Literal["none", "included"] | None,
    ) -> None:
        self.accounts = accounts
        self.members = members
        self.others = others

    @cached_property
    def figures(self) -> dict[EntityId, Figures | None]:
        """The figures of everybody who may add to the total, unlisted affiliates last."""
        found = {member.entity: member.figures for member in self.members}
        if self.others not in ("none", "included"):
            assert not isinstance(self.others, str)
            found[OTHERS] = self.others
        return found

    @cached_property
    def series(self) -> dict[EntityId, Series]:
        """The months of everybody who may add to the total, with what offerings say of their operators."""
        offerings = {member.entity: member.offerings for member in self.members}
        return {e: self.accounts.series(e, figures, offerings.get(e, ())) for e, figures in self.figures.items()}

    def shares(self, perimeter: Perimeter, *, eliminated: bool) -> list[Share]:
        """
        Return what everybody adds, each month once.

        *eliminated*: without sales to members of the group; where nothing is known of these, all of
        a revenue may be such sales.
        """
        found = []
        for entity, series in self.series.items():
            if entity == OTHERS:
                counted = [Truth.YES] * (perimeter.last - perimeter.start + 1)
            else:
                counted = perimeter.counted(entity)
            share = Share(entity, series, perimeter.start, counted, less=self._covered_too(entity, perimeter))
            found.append(self.accounts.share(share, self._without_sales_inside if eliminated else None))
        return found

    def _without_sales_inside(self, share: Share) -> Share:
        figures = self.figures[EntityId(share.name)]
        inside = None if figures is None else figures.from_group
        if inside is None or (isinstance(inside, Amount) and inside.unknown):
            return replace(share, counted=[_perhaps(truth) for truth in share.counted])
        if isinstance(inside, Amount):
            exchange = self.accounts.exchange_to(share.series.currency)
            amount = worth(inside.range, exchange, inside.currency, _months(share))
            return share if amount == ZERO else replace(share, less_a_year=amount)
        exchange = self.accounts.exchange_to(share.series.currency)
        sales = in_currency_of(series_up_to(inside, as_of=self.accounts.as_of), exchange)
        net = net_of(share.series, sales)
        if net is not None and not share.less:
            return replace(share, series=net)
        if not _independent(sales) or not _independent(share.series):
            return replace(share, less_series=sales)
        by_month = {month: total((share.less.get(month, ZERO), sales.month(month))) for month in _months(share)}
        return replace(share, less=by_month)

    def _covered_too(self, holder: EntityId, perimeter: Perimeter) -> dict[Month, Range]:
        """Return how much of each month may belong to somebody that does not count, or counts elsewhere."""
        found: dict[Month, Range] = {}
        for held, months in perimeter.outsiders(holder).items():
            exchange = self.accounts.exchange_to(self.series[holder].currency)
            theirs = in_currency_of(self.series[held], exchange)
            for index, covered in enumerate(months):
                month = Month(perimeter.start + index)
                if covered:
                    part = theirs.month(month).hull(ZERO)
                    found[month] = total((found[month], part)) if month in found else part
        return found


def _months(share: Share) -> list[Month]:
    return [Month(share.start + index) for index in range(len(share.counted))]


def _perhaps(truth: Truth) -> Truth:
    return Truth.UNKNOWN if truth is Truth.YES else truth


def _independent(series: Series) -> bool:
    return series.months_may_be_least_at_once and series.months_may_be_most_at_once


def net_of(series: Series, sales: Series) -> Series | None:
    """
    Return *series* without *sales*, where both are stated for the same periods; None if they are not.

    No month's sales are more than the month's revenue, so that a period's rest bounds each part of it.
    """
    periods = {(each.first, each.last) for each in series.totals}
    if not periods or periods != {(each.first, each.last) for each in sales.totals}:
        return None
    if series.best_year is not None or series.may_be_negative(series.first, series.last):
        return None
    inside = {(each.first, each.last): each.range for each in sales.totals}
    return replace(
        series,
        stated={month: _rest(series.month(month), sales.month(month)) for month in {**series.stated, **sales.stated}},
        otherwise=_rest(series.otherwise, sales.otherwise),
        totals=tuple(each._replace(range=_rest(each.range, inside[each.first, each.last])) for each in series.totals),
    )


def _rest(whole: Range, part: Range) -> Range:
    """Return what is left of *whole* without *part*, which is never more than it."""
    low, low_open = Decimal(0), False
    if whole.low is not None and part.high is not None and whole.low > part.high:
        low, low_open = EXACT.subtract(whole.low, part.high), whole.low_open or part.high_open
    if whole.high is None:
        return Range(low, None, low_open, False)
    taken = part.low or Decimal(0)
    return Range(low, max(EXACT.subtract(whole.high, taken), low), low_open, whole.high_open or part.low_open)
