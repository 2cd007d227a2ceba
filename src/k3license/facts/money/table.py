"""The totals of a group for every window that counts, under every exchange policy."""

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import NamedTuple

from k3license.facts.money.exchange import Policy, Rate
from k3license.facts.money.parts import Part, Parts, is_plain, most_worth
from k3license.facts.money.pools import Pool, converted, most, pool
from k3license.facts.money.shares import Share
from k3license.facts.money.windows import Window
from k3license.model.bounds import Bound, added
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


class Table:
    """
    What *shares*, which all begin with the month *start*, add up to in any window.

    Windows of calendar months have their total.  Asked for *any_day*, the high end is that of windows a
    month shorter that start on any day of the first month, negative months left out.
    """

    def __init__(self, shares: Sequence[Share], *, parts: Parts, policies: Sequence[Policy], start: Month) -> None:
        self.shares = shares
        self.parts = parts
        self.exchange = exchange = parts.exchange
        self.start = start
        varied = any(exchange.varies(share.series.currency) for share in shares)
        self.policies = list(policies) if varied else list(policies[:1])
        self._plain = [share for share in shares if is_plain(share)]
        self.single = parts.merged([share for share in shares if not is_plain(share)])
        self._rows: dict[tuple[Window, Policy, bool], Row] = {}
        self._converted: dict[Policy, list[tuple[str | None, Pool]]] = {}

    @cached_property
    def _pools(self) -> dict[str | None, Pool]:
        found: dict[str | None, Pool] = {}
        for currency in dict.fromkeys(self.parts.currency(share) for share in self._plain):
            same = [share for share in self._plain if self.parts.currency(share) == currency]
            found[currency] = pool(self.start, len(same[0].counted), same)
        return found

    @cached_property
    def most_ever(self) -> Bound | None:
        """The most that all months from the start on make together, negative ones left out; None if without end."""
        return added(most_worth(share.most_ever, self._every_rate(share)) for share in self.shares)

    def _every_rate(self, share: Share) -> set[Rate]:
        currency = self.parts.currency(share)
        months = [Month(month) for month in range(share.start, share.series.last + 1)]
        return {self.exchange.rate(policy, currency, month, month) for policy in self.policies for month in months}

    def row(self, window: Window, policy: Policy, *, any_day: bool = False) -> Row:
        """Return the total of *window* under *policy*."""
        key = (window, policy, any_day)
        if key not in self._rows:
            self._rows[key] = self._row(window, policy, any_day)
        return self._rows[key]

    def _row(self, window: Window, policy: Policy, any_day: bool) -> Row:
        low, high = self._of_plain(window, policy, any_day)
        if not self.single:
            return Row(window, policy, low, high)
        parts = [self.parts.part(share, window, policy, any_day=any_day) for share in self.single]
        lows, highs = [low, *(part.low for part in parts)], [high, *(part.high for part in parts)]
        return Row(window, policy, added(lows), added(highs), all(part.sharp for part in parts))

    def rest(self, row: Row, apart_from: Collection[Share], *, any_day: bool) -> Part:
        """Return what all but some of the shares that are not plain add to *row*."""
        low, high = self._of_plain(row.window, row.policy, any_day)
        others = [share for share in self.single if share not in apart_from]
        parts = [self.parts.part(share, row.window, row.policy, any_day=any_day) for share in others]
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
