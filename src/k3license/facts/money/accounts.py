"""What is stated of everybody's revenue, worked out once for all groups and readings that ask."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import NamedTuple

from k3license.facts.money.conversion import in_currency_of
from k3license.facts.money.exchange import Exchange, Policy
from k3license.facts.money.offerings import with_offerings, within_operator
from k3license.facts.money.parts import Parts
from k3license.facts.money.reached import without_low_end
from k3license.facts.money.shares import Share
from k3license.facts.money.table import Table
from k3license.model.figures import Figures, Rates
from k3license.model.months import Month
from k3license.model.ownership import EntityId
from k3license.model.series import Series, series_up_to


class Whole(NamedTuple):
    """
    Figures that a product's revenue is part of: its operator's, or those of the product it belongs to.

    *others* are other parts of the same, none of them part of another.
    """

    figures: Figures
    others: tuple[Figures, ...] = ()


class Accounts:
    """
    Series, shares and tables up to *as_of*; each is made when it is first asked for, and kept.

    *rates* convert into *currency* (None: nothing is converted).  Cases whose profiles differ share them:
    figures that are the same records are worked out once.
    """

    def __init__(self, rates: Sequence[Rates], currency: str | None, as_of: date) -> None:
        self.rates = rates
        self.currency = currency
        self.as_of = as_of
        self._series: dict[Hashable, tuple[Figures | None, Series]] = {}
        self._parts_of_wholes: dict[Hashable, tuple[tuple[Whole, ...], Series]] = {}
        self._shares: dict[Hashable, Share] = {}
        self._without_low_end: dict[Share, Share] = {}
        self._tables: dict[Hashable, Table] = {}

    @cached_property
    def exchange(self) -> Exchange:
        return self.exchange_to(self.currency)

    @cached_property
    def _parts(self) -> Parts:
        return Parts(self.exchange)

    def exchange_to(self, currency: str | None) -> Exchange:
        return Exchange(self.rates, to=currency, as_of=self.as_of)

    def series(self, entity: EntityId, figures: Figures | None, offerings: tuple[Figures, ...] = ()) -> Series:
        """Return the months of *entity*, with what *offerings* say of their operator."""
        # Comparing figures month by month would take longer than most questions about them.
        key = (entity, id(figures), offerings)
        if key not in self._series:
            stated = series_up_to(figures, as_of=self.as_of)
            self._series[key] = (figures, self._operating(stated, offerings) if offerings else stated)
        return self._series[key][1]

    def part_of(self, name: EntityId, figures: Figures | None, wholes: Sequence[Whole]) -> Series:
        """Return the months of a product called *name*, each bounded by what each of *wholes* leaves for it."""
        key = (name, figures, *((id(whole.figures), whole.others) for whole in wholes))
        if key not in self._parts_of_wholes:
            series = series_up_to(figures, as_of=self.as_of)
            for whole in wholes:
                series = self._within(series, whole)
            self._parts_of_wholes[key] = (tuple(wholes), series)
        return self._parts_of_wholes[key][-1]

    def _within(self, part: Series, whole: Whole) -> Series:
        outer = series_up_to(whole.figures, as_of=self.as_of)
        currency = part.currency or outer.currency
        exchange = self.exchange_to(currency)
        others = [in_currency_of(series_up_to(each, as_of=self.as_of), exchange) for each in whole.others]
        return replace(within_operator(part, in_currency_of(outer, exchange), others), currency=currency)

    def _operating(self, operator: Series, offerings: Sequence[Figures]) -> Series:
        parts = [series_up_to(each, as_of=self.as_of) for each in offerings]
        currency = operator.currency or next((each.currency for each in parts if each.currency), None)
        exchange = self.exchange_to(currency)
        whole = operator
        for part in parts:
            # One by one: what is said is that each is at most its operator's, not that they add up.
            whole = with_offerings(whole, [in_currency_of(part, exchange)])
        return replace(whole, currency=currency)

    def share(self, share: Share, change: Callable[[Share], Share] | None) -> Share:
        """Return *share*, *change*d if told so, or its like that was asked for before."""
        key = (share.name, id(share.series), share.start, _months(share), _items(share.less), change is None)
        if key not in self._shares:
            self._shares[key] = share if change is None else change(share)
        return self._shares[key]

    def without_low_end(self, share: Share) -> Share:
        """Return *share* as if nothing were said of how much its best year makes at least."""
        if share not in self._without_low_end:
            self._without_low_end[share] = without_low_end(share)
        return self._without_low_end[share]

    def table(self, shares: Sequence[Share], policies: Sequence[Policy], start: Month) -> Table:
        """Return the totals of *shares*, which all begin with *start*."""
        key = (tuple(shares), tuple(policies), start)
        if key not in self._tables:
            self._tables[key] = Table(shares, parts=self._parts, policies=policies, start=start)
        return self._tables[key]


def _months(share: Share) -> Hashable:
    # Mostly all months are alike; a comparison of each is quicker than its hash.
    first, length = share.counted[0], len(share.counted)
    return (first, length) if all(truth is first for truth in share.counted) else tuple(share.counted)


def _items(less: Mapping[Month, object]) -> Hashable:
    return tuple(less.items())
