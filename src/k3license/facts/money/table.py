"""The totals of a group for every window that counts, under every exchange policy."""

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import NamedTuple

from k3license.facts.money.any_day import MonthlySum, most_on_any_day
from k3license.facts.money.exchange import Exchange, Policy, Rate
from k3license.facts.money.merging import merged
from k3license.facts.money.pools import Pool, converted, most, pool
from k3license.facts.money.shares import Share
from k3license.facts.money.windows import Window, Windows
from k3license.model.bounds import NOTHING, Bound, added
from k3license.model.months import Month


class Row(NamedTuple):
    """
    The total of one window under one policy: between *low* and *high* (None: no end).

    Where *sharp* is false, the total may be unable to reach *high*.
    """

    window: Window
    policy: Policy
    low: Bound | None
    high: Bound | None
    sharp: bool = True


class Part(NamedTuple):
    """What one share adds to a row, read as a row is."""

    low: Bound | None
    high: Bound | None
    sharp: bool = True


class Worth(NamedTuple):
    """What one month is worth at one rate; *above_zero* is *high* without what is below zero."""

    low: Bound | None
    high: Bound | None
    above_zero: Bound | None


class Table:
    """
    What *shares*, which all begin with the month *start*, add up to in each window.

    *any_day* asks for windows that start on any day: the low ends are those of calendar months, the
    high ends those of windows that are a month longer, negative months left out.
    """

    def __init__(
        self,
        shares: Sequence[Share],
        *,
        exchange: Exchange,
        policies: Sequence[Policy],
        windows: Windows,
        start: Month,
        any_day: bool = False,
    ) -> None:
        self.shares = shares
        self.exchange = exchange
        self.windows = windows
        self.start = start
        self.any_day = any_day
        varied = any(exchange.varies(share.series.currency) for share in shares)
        self.policies = list(policies) if varied else list(policies[:1])
        # Where months are independent of each other, sums of months are all there is to know.
        self.plain = [share for share in shares if self._is_plain(share)]
        self.single = merged([share for share in shares if not self._is_plain(share)])
        self._worths: dict[tuple[int, int, int], Worth] = {}
        self._converted: dict[Policy, list[tuple[str | None, Pool]]] = {}

    @cached_property
    def _pools(self) -> dict[str | None, Pool]:
        found: dict[str | None, Pool] = {}
        for currency in dict.fromkeys(self.currency(share) for share in self.plain):
            same = [share for share in self.plain if self.currency(share) == currency]
            found[currency] = pool(self.start, len(same[0].counted), same)
        return found

    def _is_plain(self, share: Share) -> bool:
        capped = self.any_day and share.series.best_year is not None
        return share.lowest_months_together and share.highest_months_together and not capped

    def currency(self, share: Share) -> str | None:
        """Return the currency that a share has to be converted from; None if it has not."""
        currency = share.series.currency
        return None if self.exchange.is_same(currency) else currency

    @cached_property
    def most_ever(self) -> Bound | None:
        """The most that all months from the start on make together, negative ones left out; None if without end."""
        return added(most_worth(share.most_ever, self._every_rate(share)) for share in self.shares)

    def _every_rate(self, share: Share) -> set[Rate]:
        currency = self.currency(share)
        months = [Month(month) for month in range(share.start, share.series.last + 1)]
        return {self.exchange.rate(policy, currency, month, month) for policy in self.policies for month in months}

    @cached_property
    def rows(self) -> list[Row]:
        """Every window of calendar months that may count, under each policy."""
        windows = list(self.windows.from_month(self.start))
        return [self._row(window, policy) for policy in self.policies for window in windows]

    @property
    def sure_rows(self) -> list[Row]:
        """The rows of windows that count whatever the date of first use is."""
        first = self.windows.first_sure_end
        return [row for row in self.rows if first is None or row.window.last >= first]

    @cached_property
    def longer_rows(self) -> list[Row]:
        """The rows that bound the largest total from above: a month longer where any day may be the first."""
        if not self.any_day:
            return self.rows
        windows = list(self.windows.from_month(self.start, length=self.windows.length + 1))
        return [self._row(window, policy, any_day=True) for policy in self.policies for window in windows]

    def _row(self, window: Window, policy: Policy, *, any_day: bool = False) -> Row:
        low, high = self._of_plain(window, policy, any_day)
        if not self.single:
            return Row(window, policy, low, high)
        parts = [self.part(share, window, policy, any_day=any_day) for share in self.single]
        lows, highs = [low, *(part.low for part in parts)], [high, *(part.high for part in parts)]
        return Row(window, policy, added(lows), added(highs), all(part.sharp for part in parts))

    def rest(self, row: Row, apart_from: Collection[Share], *, any_day: bool) -> Part:
        """Return what all but some of the shares that are not plain add to *row*."""
        low, high = self._of_plain(row.window, row.policy, any_day)
        others = [share for share in self.single if share not in apart_from]
        parts = [self.part(share, row.window, row.policy, any_day=any_day) for share in others]
        return Part(added([low, *(part.low for part in parts)]), added([high, *(part.high for part in parts)]))

    def _of_plain(self, window: Window, policy: Policy, any_day: bool) -> tuple[Bound | None, Bound | None]:
        lows: list[Bound | None] = []
        highs: list[Bound | None] = []
        for currency, months in self._by_month(policy):
            low, high = months.low.over(window), (months.above_zero if any_day else months.high).over(window)
            if currency is not None:
                rate = self.exchange.rate(policy, currency, window.last, window.last)
                low, high = None if low is None else rate.least(low), most(high, rate)
            lows.append(low)
            highs.append(high)
        return (lows[0], highs[0]) if len(lows) == 1 else (added(lows), added(highs))

    def _by_month(self, policy: Policy) -> list[tuple[str | None, Pool]]:
        """Return the pools to read windows from; those with a currency are converted window by window."""
        if policy not in self._converted:
            found = self._converted[policy] = []
            for currency, months in self._pools.items():
                if currency is None or policy == "closing":
                    found.append((currency, months))
                else:
                    found.append((None, self._at_rates(months, policy, currency)))
        return self._converted[policy]

    def _at_rates(self, months: Pool, policy: Policy, currency: str) -> Pool:
        return converted(months, lambda month: self.exchange.rate(policy, currency, month, month))

    # Shares whose months are bound together

    def rates(self, share: Share, window: Window, policy: Policy) -> list[Rate]:
        """Return the rate of each month of *window* that is looked at."""
        currency = self.currency(share)
        if not self.exchange.varies(currency):
            return [self.exchange.rate(policy, currency, window.last, window.last)] * len(share.inside(window))
        return [self.exchange.rate(policy, currency, Month(month), window.last) for month in share.inside(window)]

    def part(self, share: Share, window: Window, policy: Policy, *, any_day: bool = False) -> Part:
        """Return what *share* adds to *window* under *policy*."""
        rates = self.rates(share, window, policy)
        low, high = self._month_by_month(share, window, rates, any_day)
        if self._is_plain(share):
            return Part(low, high)
        distinct = list({id(rate): rate for rate in rates}.values())
        sum_low, sum_high = share.least_in(window), share.most_in(window, any_day=any_day)
        low = _larger(low, least_worth(sum_low, distinct))
        high = _smaller(high, most_worth(sum_high, distinct))
        steady = len(distinct) == 1 and len(share.stretches(window, possibly=True)) < 2
        return Part(low, high, self._is_sharp(share, window, steady, any_day))

    def _month_by_month(
        self, share: Share, window: Window, rates: Sequence[Rate], any_day: bool
    ) -> tuple[Bound | None, Bound | None]:
        worth = [self._worth(share, month, rate) for month, rate in zip(share.inside(window), rates, strict=True)]
        high = added(above_zero if any_day else high for _, high, above_zero in worth)
        cap = share.any_day_cap(window) if any_day else None
        if cap is not None and len(worth) == self.windows.length + 1:
            months = [share.months[month - share.start] for month in share.inside(window)]
            highs = [None if each is None else max(each, NOTHING) for _, each in months]
            cut = [MonthlySum(low, most, rate) for (low, _), most, rate in zip(months, highs, rates, strict=True)]
            high = _smaller(high, most_on_any_day(cut, cap=cap))
        return None if share.leaves_out_by_window else added(low for low, _, _ in worth), high

    def _worth(self, share: Share, month: int, rate: Rate) -> Worth:
        # Each month lies in many windows, mostly at one rate, which the exchange keeps.
        key = (id(share), month, id(rate))
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
