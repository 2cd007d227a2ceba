"""Months of one series in the currency of another, where both have to be compared."""

from collections.abc import Iterable
from dataclasses import replace

from k3license.facts.money.exchange import Exchange
from k3license.facts.money.pools import most
from k3license.model.bounds import Bound, high_end, low_end, range_between
from k3license.model.months import Month
from k3license.model.ranges import NON_NEGATIVE, Range
from k3license.model.series import Series


def in_currency_of(series: Series, exchange: Exchange) -> Series:
    """
    Return *series* in the currency that *exchange* leads to, each month at its own rate.

    What binds months together is left out if they have to be converted; nothing is said of months
    before the first one worth looking at.
    """
    if exchange.is_same(series.currency):
        return series
    months = (Month(m) for m in range(series.first, series.last + 1))
    stated = {m: worth(series.month(m), exchange, series.currency, [m]) for m in months}
    return replace(
        series,
        stated=stated,
        otherwise=NON_NEGATIVE,
        totals=(),
        best_year=None,
        currency=exchange.to,
    )


def worth(amount: Range, exchange: Exchange, currency: str | None, months: Iterable[Month]) -> Range:
    """Return what an amount is worth if it was earned in any of *months*, at monthly rates."""
    rates = [exchange.rate("monthly", currency, month, month) for month in months]
    low, high = low_end(amount), high_end(amount)
    lows: list[Bound | None] = [None if low is None else rate.least(low) for rate in rates]
    highs = [most(high, rate) for rate in rates]
    least = None if None in lows else min(each for each in lows if each is not None)
    top = None if None in highs else max(each for each in highs if each is not None)
    return range_between(least, top)
