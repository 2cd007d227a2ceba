"""Amounts of one currency in another, at rates as quoted: by month, by year, or of a window's last month."""

from collections import deque
from collections.abc import Iterable
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Final, Literal, NamedTuple

from k3license.model.bounds import Bound, added, high_end, low_end, one_over, times
from k3license.model.figures import Rates
from k3license.model.months import Month, month_of
from k3license.model.ranges import ANY, Range

Policy = Literal["monthly", "yearly-average", "closing"]
POLICIES: Final[tuple[Policy, ...]] = ("monthly", "yearly-average", "closing")


class Rate(NamedTuple):
    """What one unit is worth, from *low* to *high* (None: no upper end); never less than nothing."""

    low: Bound
    high: Bound | None

    def least(self, amount: Bound) -> Bound | None:
        """Return the least that *amount* can be worth; None if it has no end."""
        rate = self.low if amount >= (0, 0) else self.high
        return None if rate is None else times(amount, rate)

    def most(self, amount: Bound) -> Bound | None:
        """Return the most that *amount* can be worth; None if it has no end."""
        rate = self.high if amount > (0, 0) else self.low
        return None if rate is None else times(amount, rate)


SAME: Final = Rate(Bound(1), Bound(1))
# An amount above zero can be worth anything above zero.
NOT_QUOTED: Final = Rate(Bound(0), None)


class _Quotes:
    """The rates of one pair, as quoted, month by month."""

    def __init__(self, rates: Rates) -> None:
        self.rates = rates
        self.vary = bool(rates.periods)
        self.of_month = cache(self._of_month)

    def _of_month(self, month: Month) -> Rate:
        found: Range | None = None
        for each in self.rates.periods:
            if (each.first is None or each.first <= month) and month <= each.last:
                found = (ANY if found is None else found).intersection(each.amount.range)
        if found is None and self.rates.every_month is not None:
            found = self.rates.every_month.range
        if found is None or found == ANY:
            return NOT_QUOTED
        return Rate(low_end(found) or Bound(0, 1), high_end(found))


class _Leg(NamedTuple):
    quotes: _Quotes
    turned: bool


class Exchange:
    """
    Rates into the currency *to* (None: nothing is converted) up to *as_of*.

    A pair is used as quoted or turned over ("USD/JPY" divides yen); without one, the shortest chain of
    pairs leads through other currencies, the one quoted first if several are as short.  A rate that
    nobody quoted is unknown.
    """

    def __init__(self, rates: Iterable[Rates], *, to: str | None, as_of: date) -> None:
        self.to = to
        self._last = month_of(as_of)
        self._pairs = tuple(_Quotes(each) for each in rates)
        self._chain = cache(self._shortest_chain)
        self.rate = cache(self._rate)

    def is_same(self, currency: str | None) -> bool:
        """Return whether amounts need no conversion; an amount without a currency needs none."""
        return currency is None or self.to is None or currency == self.to

    def varies(self, currency: str | None) -> bool:
        """Return whether months have rates of their own, so that policies differ."""
        if self.is_same(currency):
            return False
        return any(leg.quotes.vary for leg in self._chain(currency) or ())

    def first_quoted(self) -> Month | None:
        """Return the first month of which a rate is quoted by month; None if none is."""
        firsts = [each.first for quotes in self._pairs for each in quotes.rates.periods]
        return min((first for first in firsts if first is not None), default=None)

    def _rate(self, policy: Policy, currency: str | None, month: Month, closing: Month) -> Rate:
        """
        Return what one unit of *currency* earned in *month* is worth in a window that ends with *closing*.

        The average of a year is the mean of its quoted monthly rates up to the day asked about, turned over
        afterwards where the pair is quoted the other way round.
        """
        if self.is_same(currency):
            return SAME
        value = SAME
        chain = self._chain(currency)
        for leg in chain or ():
            if policy == "yearly-average":
                quoted = self._mean_of_year(leg.quotes, month)
            else:
                quoted = leg.quotes.of_month(closing if policy == "closing" else month)
            value = _product(value, _turned(quoted) if leg.turned else quoted)
        return NOT_QUOTED if chain is None else value

    def _mean_of_year(self, quotes: _Quotes, month: Month) -> Rate:
        january = month - month % 12
        months = range(january, min(january + 11, self._last) + 1)
        quoted = [rate for rate in (quotes.of_month(Month(m)) for m in months) if rate is not NOT_QUOTED]
        if not quoted:
            return NOT_QUOTED
        share = Bound(Fraction(1, len(quoted)))
        low = added(rate.low for rate in quoted)
        high = added(rate.high for rate in quoted)
        assert low is not None
        return Rate(times(low, share), None if high is None else times(high, share))

    def _shortest_chain(self, currency: str | None) -> tuple[_Leg, ...] | None:
        ways: dict[str | None, tuple[_Leg, ...]] = {currency: ()}
        queue = deque([currency])
        while queue and self.to not in ways:
            here = queue.popleft()
            for quotes in self._pairs:
                base, quote = quotes.rates.base, quotes.rates.quote
                for start, end in ((base, quote), (quote, base)):
                    if start == here and end not in ways:
                        ways[end] = (*ways[here], _Leg(quotes, turned=start == quote))
                        queue.append(end)
        return ways.get(self.to)


def _product(one: Rate, other: Rate) -> Rate:
    high = None if one.high is None or other.high is None else times(one.high, other.high)
    return Rate(times(one.low, other.low), high)


def _turned(rate: Rate) -> Rate:
    low = Bound(0, 1) if rate.high is None else one_over(rate.high)
    return Rate(low, None if rate.low.value == 0 else one_over(rate.low))
