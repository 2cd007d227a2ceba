"""Sums of what many shares add month by month, ready to be read off for any window."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from k3license.facts.money.exchange import Rate
from k3license.facts.money.shares import Share
from k3license.facts.money.windows import Window
from k3license.model.bounds import NOTHING, Bound, plus, running_totals
from k3license.model.months import Month


class Column:
    """Months from *start* on, such that the sum of any window is a difference."""

    def __init__(self, start: Month, months: Sequence[Bound | None]) -> None:
        self.start = start
        self.months = months
        # Fractions are added over their common denominator, which is many times as fast.
        self._denominator = lcm(*(each.value.denominator for each in months if each is not None))
        self._running = running_totals(months, self._denominator)

    def over(self, window: Window) -> Bound | None:
        """Return the sum of *window*, months before *start* left out; None if one has no end."""
        value, tilt, without_end = self._running[max(window.first - self.start, 0)]
        total, tilts, ends = self._running[window.last - self.start + 1]
        if ends > without_end:
            return None
        rise = total - value
        return Bound(rise if self._denominator == 1 else Fraction(rise, self._denominator), tilts - tilt)


class Pool(NamedTuple):
    """The least and the most of each month, and the most without what is below zero, share by share."""

    low: Column
    high: Column
    above_zero: Column


def pool(start: Month, length: int, shares: Iterable[Share]) -> Pool:
    """Return the sums of what *shares* add in each of *length* months, in their common currency."""
    lows: list[Bound | None] = [NOTHING] * length
    highs: list[Bound | None] = [NOTHING] * length
    tops: list[Bound | None] = [NOTHING] * length
    for share in shares:
        for index, (low, high) in enumerate(share.months):
            lows[index] = _sum(lows[index], low)
            highs[index] = _sum(highs[index], high)
            tops[index] = _sum(tops[index], high if high is None else max(high, NOTHING))
    return Pool(Column(start, lows), Column(start, highs), Column(start, tops))


def converted(source: Pool, rate: Callable[[Month], Rate]) -> Pool:
    """Return the same at the rate of each month."""
    start = source.low.start
    rates = [rate(Month(start + index)) for index in range(len(source.low.months))]
    lows = [None if low is None else r.least(low) for low, r in zip(source.low.months, rates, strict=True)]
    highs = [most(high, r) for high, r in zip(source.high.months, rates, strict=True)]
    tops = [most(top, r) for top, r in zip(source.above_zero.months, rates, strict=True)]
    return Pool(Column(start, lows), Column(start, highs), Column(start, tops))


def most(amount: Bound | None, rate: Rate) -> Bound | None:
    """Return the most that an amount (None: without end) can be worth."""
    return None if amount is None else rate.most(amount)


def _sum(one: Bound | None, other: Bound | None) -> Bound | None:
    return None if one is None or other is None else plus(one, other)
