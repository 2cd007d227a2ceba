"""Amounts of one currency in another, at rates as quoted: by month, by year, or of a window's last month."""

from collections import deque
from collections.abc import Iterable, Sequence
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
        self._of_month = cache(self._rate_of_month)
        self._of_year = cache(self._rate_of_year)

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

    def rate(self, policy: Policy, currency: str | None, month: Month, closing: Month) -> Rate:
        """Return what one unit of *currency* earned in *month* is worth in a window that ends with *closing*."""
        if self.is_same(currency):
            return SAME
        if policy == "yearly-average":
            return self._of_year(currency, month - month % 12)
        return self._of_month(currency, closing if policy == "closing" else month)

    def _rate_of_month(self, currency: str | None, month: Month) -> Rate:
        return self._along_chain(currency, [month])

    def _rate_of_year(self, currency: str | None, january: int) -> Rate:
        """Return the mean of the quoted rates of a year so far; turned over afterwards, where it has to be."""
        return self._along_chain(currency, [Month(m) for m in range(january, min(january + 11, self._last) + 1)])

    def _along_chain(self, currency: str | None, months: Sequence[Month]) -> Rate:
        chain = self._chain(currency)
        value = SAME
        for leg in chain or ():
            quoted = _mean([leg.quotes.of_month(month) for month in months])
            value = _product(value, _turned(quoted) if leg.turned else quoted)
        return NOT_QUOTED if chain is None else value

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


def _mean(rates: Sequence[Rate]) -> Rate:
    quoted = [rate for rate in rates if rate is not NOT_QUOTED]
    if len(quoted) < 2:
        return quoted[0] if quoted else NOT_QUOTED
    share = Bound(Fraction(1, len(quoted)))
    low = added(rate.low for rate in quoted)
    high = added(rate.high for rate in quoted)
    assert low is not None
    return Rate(times(low, share), None if high is None else times(high, share))


def _product(one: Rate, other: Rate) -> Rate:
    high = None if one.high is None or other.high is None else times(one.high, other.high)
    return Rate(times(one.low, other.low), high)


def _turned(rate: Rate) -> Rate:
    low = Bound(0, 1) if rate.high is None else one_over(rate.high)
    return Rate(low, None if rate.low.value == 0 else one_over(rate.low))
