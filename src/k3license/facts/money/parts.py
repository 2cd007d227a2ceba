"""What one share adds to a window, under an exchange policy."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from k3license.facts.money.any_day import MonthlySum, most_on_any_day
from k3license.facts.money.exchange import Exchange, Policy, Rate
from k3license.facts.money.merging import merged
from k3license.facts.money.pools import most
from k3license.facts.money.shares import Share
from k3license.facts.money.windows import Window
from k3license.model.bounds import NOTHING, Bound, added
from k3license.model.months import Month


class Most(NamedTuple):
    """The most that something adds to a window (None: no end); where *sharp* is false, it may be unable to."""

    amount: Bound | None
    sharp: bool = True


class Worth(NamedTuple):
    """What one month is worth at one rate; *above_zero* is *high* without what is below zero."""

    low: Bound | None
    high: Bound | None
    above_zero: Bound | None


class Parts:
    """What shares add to windows in the currency of *exchange*; whatever was asked for is kept."""

    def __init__(self, exchange: Exchange) -> None:
        self.exchange = exchange
        self._least: dict[tuple[Share, Window, Policy], Bound | None] = {}
        self._most: dict[tuple[Share, Window, Policy, bool], Most] = {}
        self._worths: dict[tuple[Share, int, int], Worth] = {}
        self._merged: dict[tuple[Share, ...], list[Share]] = {}

    def merged(self, shares: Sequence[Share]) -> list[Share]:
        """Return *shares* with those that cover the same periods as one."""
        key = tuple(shares)
        if key not in self._merged:
            self._merged[key] = merged(shares)
        return self._merged[key]

    def currency(self, share: Share) -> str | None:
        """Return the currency that a share has to be converted from; None if it has not."""
        currency = share.series.currency
        return None if self.exchange.is_same(currency) else currency

    def rates(self, share: Share, window: Window, policy: Policy) -> list[Rate]:
        """Return the rate of each month of *window* that is looked at."""
        currency = self.currency(share)
        if not self.exchange.varies(currency):
            return [self.exchange.rate(policy, currency, window.last, window.last)] * len(share.inside(window))
        return [self.exchange.rate(policy, currency, Month(month), window.last) for month in share.inside(window)]

    def least(self, share: Share, window: Window, policy: Policy) -> Bound | None:
        """Return the least that *share* adds to *window* under *policy*; None if that has no end."""
        key = (share, window, policy)
        if key not in self._least:
            self._least[key] = self._least_of(share, window, self.rates(share, window, policy))
        return self._least[key]

    def most(self, share: Share, window: Window, policy: Policy, *, any_day: bool = False) -> Most:
        """Return the most that *share* adds to *window* under *policy*, negative months left out if *any_day*."""
        key = (share, window, policy, any_day)
        if key not in self._most:
            self._most[key] = self._most_of(share, window, self.rates(share, window, policy), any_day)
        return self._most[key]

    def _least_of(self, share: Share, window: Window, rates: Sequence[Rate]) -> Bound | None:
        if is_plain(share):
            return self._least_by_month(share, window, rates)
        distinct = _distinct(rates)
        at_once = least_worth(share.least_in(window), distinct)
        if share.leaves_out_by_window or (len(distinct) == 1 and not share.less):
            # At one rate the months alone say nothing more.
            return at_once
        return _larger(self._least_by_month(share, window, rates), at_once)

    def _least_by_month(self, share: Share, window: Window, rates: Sequence[Rate]) -> Bound | None:
        return added(
            self._worth(share, month, rate).low for month, rate in zip(share.inside(window), rates, strict=True)
        )

    def _most_of(self, share: Share, window: Window, rates: Sequence[Rate], any_day: bool) -> Most:
        by_month = self._most_by_month(share, window, rates, any_day)
        if is_plain(share):
            return Most(by_month)
        distinct = _distinct(rates)
        amount = _smaller(by_month, most_worth(share.most_in(window, any_day=any_day), distinct))
        steady = len(distinct) == 1 and len(share.stretches(window, possibly=True)) < 2
        return Most(amount, self._is_sharp(share, window, steady, any_day))

    def _most_by_month(self, share: Share, window: Window, rates: Sequence[Rate], any_day: bool) -> Bound | None:
        worth = [self._worth(share, month, rate) for month, rate in zip(share.inside(window), rates, strict=True)]
        high = added(above_zero if any_day else high for _, high, above_zero in worth)
        cap = share.any_day_cap(window) if any_day else None
        if cap is None or len(worth) <= window.last - window.first:
            return high
        months = [share.months[month - share.start] for month in share.inside(window)]
        highs = [None if each is None else max(each, NOTHING) for _, each in months]
        cut = [MonthlySum(low, most, rate) for (low, _), most, rate in zip(months, highs, rates, strict=True)]
        return _smaller(high, most_on_any_day(cut, cap=cap))

    def _worth(self, share: Share, month: int, rate: Rate) -> Worth:
        # Each month lies in many windows, mostly at one rate, which the exchange keeps.
        key = (share, month, id(rate))
        if key not in self._worths:
            low, high = share.months[month - share.start]
            above_zero = None if high is None else max(high, NOTHING)
            least = None if low is None else rate.least(low)
            self._worths[key] = Worth(least, most(high, rate), most(above_zero, rate))
        return self._worths[key]

    def _is_sharp(self, share: Share, window: Window, steady: bool, any_day: bool) -> bool:
        if any_day and share.any_day_cap(window) is not None:
            exact = all(share.series.month(Month(month)).exact for month in share.inside(window))
            return exact or (steady and not share.series.must_reach)
        return share.highest_months_together or (steady and not share.series.must_reach)


def is_plain(share: Share) -> bool:
    """Return whether the months of *share* are independent of each other: their sums are all there is to know."""
    # A best year bounds windows that start on any day more sharply than their months do.
    months_say_all = share.lowest_months_together and share.highest_months_together
    return months_say_all and share.series.best_year is None


def _distinct(rates: Sequence[Rate]) -> list[Rate]:
    return list({id(rate): rate for rate in rates}.values())


def least_worth(amount: Bound | None, rates: Collection[Rate]) -> Bound | None:
    """Return the least that an amount (None: without end) is worth at one of *rates*."""
    worth = [None if amount is None else rate.least(amount) for rate in rates]
    return min((each for each in worth if each is not None), default=None) if None not in worth else None


def most_worth(amount: Bound | None, rates: Collection[Rate]) -> Bound | None:
    """Return the most that an amount (None: without end) is worth at one of *rates*."""
    worth = [most(amount, rate) for rate in rates]
    return max((each for each in worth if each is not None), default=None) if None not in worth else None


def _larger(one: Bound | None, other: Bound | None) -> Bound | None:
    """Return the sharper of two lower ends."""
    return max((each for each in (one, other) if each is not None), default=None)


def _smaller(one: Bound | None, other: Bound | None) -> Bound | None:
    """Return the sharper of two upper ends."""
    return min((each for each in (one, other) if each is not None), default=None)
