"""Amounts as ranges of exact decimals: what is known of a number, never more."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, Inexact
from typing import Final

from k3license.model.truth import Truth

# Sums and products of stated figures are exact or an error, never silently rounded.
EXACT: Final = Context(prec=200, traps=[Inexact])
_LONG: Final = Context(prec=200)
_CENT: Final = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Range:
    """
    Every value a number may have, from *low* to *high*.

    A missing bound is unbounded on that side.  *low_open* and *high_open* say that
    the bound itself is not a possible value ("over 20" and "under 20" are open).
    """

    low: Decimal | None = None
    high: Decimal | None = None
    low_open: bool = False
    high_open: bool = False

    @property
    def exact(self) -> bool:
        """True if only one value is possible."""
        return self.low is not None and self.low == self.high

    @property
    def empty(self) -> bool:
        """True if no value is possible: the bounds contradict each other."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.low_open or self.high_open))

    def more_than(self, limit: Decimal) -> Truth:
        """Return whether the number is strictly more than *limit*, for every possible value or for none."""
        if self.low is not None and (self.low > limit or (self.low == limit and self.low_open)):
            return Truth.YES
        if self.high is not None and self.high <= limit:
            return Truth.NO
        return Truth.UNKNOWN

    def at_least(self, limit: Decimal) -> Truth:
        """Return whether the number is *limit* or more, for every possible value or for none."""
        if self.low is not None and self.low >= limit:
            return Truth.YES
        if self.high is not None and (self.high < limit or (self.high == limit and self.high_open)):
            return Truth.NO
        return Truth.UNKNOWN

    def __add__(self, other: "Range") -> "Range":
        low = None if self.low is None or other.low is None else EXACT.add(self.low, other.low)
        high = None if self.high is None or other.high is None else EXACT.add(self.high, other.high)
        return Range(
            low,
            high,
            low is not None and (self.low_open or other.low_open),
            high is not None and (self.high_open or other.high_open),
        )

    def intersection(self, other: "Range") -> "Range":
        """Return the values possible in both; the result may be empty."""
        low, low_open = self.low, self.low_open
        if other.low is not None and (low is None or other.low > low):
            low, low_open = other.low, other.low_open
        elif other.low is not None and other.low == low:
            low_open = low_open or other.low_open
        high, high_open = self.high, self.high_open
        if other.high is not None and (high is None or other.high < high):
            high, high_open = other.high, other.high_open
        elif other.high is not None and other.high == high:
            high_open = high_open or other.high_open
        return Range(low, high, low_open, high_open)

    def hull(self, other: "Range") -> "Range":
        """Return the smallest range that holds every value of both."""
        low: Decimal | None = None
        low_open = False
        if self.low is not None and other.low is not None:
            low = min(self.low, other.low)
            low_open = all(r.low_open for r in (self, other) if r.low == low)
        high: Decimal | None = None
        high_open = False
        if self.high is not None and other.high is not None:
            high = max(self.high, other.high)
            high_open = all(r.high_open for r in (self, other) if r.high == high)
        return Range(low, high, low_open, high_open)

    def to_cents(self) -> "Range":
        """Return the range with ends of two decimals at most, rounded outward; an end that was moved is open."""
        low = None if self.low is None else self.low.quantize(_CENT, ROUND_FLOOR, _LONG)
        high = None if self.high is None else self.high.quantize(_CENT, ROUND_CEILING, _LONG)
        # What needs no rounding stays as it was written.
        low, high = (self.low if low == self.low else low), (self.high if high == self.high else high)
        return Range(low, high, self.low_open or low != self.low, self.high_open or high != self.high)


ZERO: Final = Range(Decimal(0), Decimal(0))
ANY: Final = Range()
NON_NEGATIVE: Final = Range(Decimal(0), None)


def exactly(value: Decimal | int | str) -> Range:
    """Return the range that holds *value* alone."""
    number = Decimal(value)
    return Range(number, number)


def total(ranges: Iterable[Range]) -> Range:
    """Return the range of the sum; the sum of nothing is zero."""
    result = ZERO
    for each in ranges:
        result = result + each
    return result


def largest(ranges: Iterable[Range]) -> Range:
    """
    Return the range of the largest of the numbers, each within its own range.

    Raises ValueError for no ranges at all.
    """
    items = list(ranges)
    if not items:
        raise ValueError("the largest of no numbers is not a number")
    low: Decimal | None = None
    low_open = False
    for item in items:
        if item.low is not None and (low is None or item.low > low):
            low, low_open = item.low, item.low_open
        elif item.low is not None and item.low == low:
            low_open = low_open or item.low_open
    if any(item.high is None for item in items):
        return Range(low, None, low_open, False)
    high = max(item.high for item in items if item.high is not None)
    return Range(low, high, low_open, all(item.high_open for item in items if item.high == high))
