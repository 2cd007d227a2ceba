"""The ends of ranges as exact numbers that can be added, scaled and compared without losing strictness."""

from collections.abc import Iterable, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, Inexact
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Final, NamedTuple, TypeAlias

from k3license.model.ranges import Range

# Whole numbers stay int: months of money mostly are, and int is ten times as fast.
Number: TypeAlias = int | Fraction

DIGITS: Final = 60


class Bound(NamedTuple):
    """
    One end of a range.

    *tilt* is 0 if *value* itself is possible, positive if only more is ("over"), negative
    if only less is ("under").  Its size means nothing; bounds compare as tuples do, which
    is the order of numbers that differ by less than any amount of money.
    """

    value: Number
    tilt: Number = 0


NOTHING: Final = Bound(0)


def number(value: Decimal) -> Number:
    """Return *value* exactly."""
    numerator, denominator = value.as_integer_ratio()
    return numerator if denominator == 1 else Fraction(numerator, denominator)


def low_end(each: Range) -> Bound | None:
    """Return the lower end of *each*; None if it has none."""
    return None if each.low is None else Bound(number(each.low), int(each.low_open))


def high_end(each: Range) -> Bound | None:
    """Return the upper end of *each*; None if it has none."""
    return None if each.high is None else Bound(number(each.high), -int(each.high_open))


def plus(one: Bound, other: Bound) -> Bound:
    """Return the sum."""
    return Bound(one.value + other.value, one.tilt + other.tilt)


def minus(one: Bound, other: Bound) -> Bound:
    """Return the difference."""
    return Bound(one.value - other.value, one.tilt - other.tilt)


def times(one: Bound, other: Bound) -> Bound:
    """Return the product of an amount and a rate."""
    if not (one.tilt or other.tilt):
        value = one.value * other.value
        return Bound(value.numerator if value.denominator == 1 else value)
    return Bound(one.value * other.value, one.value * other.tilt + one.tilt * other.value)


def one_over(rate: Bound) -> Bound:
    """Return the inverse of *rate*, which is not zero."""
    value = Fraction(rate.value)
    return Bound(1 / value, -rate.tilt / (value * value))


def added(bounds: Iterable[Bound | None]) -> Bound | None:
    """Return the sum; None if one of them is unbounded."""
    value: Number = 0
    tilt: Number = 0
    for each in bounds:
        if each is None:
            return None
        value += each.value
        tilt += each.tilt
    return Bound(value, tilt)


def running_totals(bounds: Sequence[Bound | None], denominator: int) -> list[tuple[int, Number, int]]:
    """
    Return what comes before each position: the values in parts of *denominator*, tilts, and unbounded ones.

    All values are multiples of one such part.
    """
    values = accumulate((0 if each is None else int(each.value * denominator) for each in bounds), initial=0)
    tilts = accumulate((0 if each is None else each.tilt for each in bounds), initial=0)
    unbounded = accumulate((each is None for each in bounds), initial=0)
    return list(zip(values, tilts, unbounded, strict=True))


def range_between(low: Bound | None, high: Bound | None) -> Range:
    """
    Return the range from *low* to *high*.

    A number without a finite decimal form is rounded outward at 60 digits, and the
    rounded end then is not a possible value: so the range compares with every limit
    of up to 60 digits as the exact numbers do.
    """
    bottom, bottom_open = _decimal(low, ROUND_FLOOR)
    top, top_open = _decimal(high, ROUND_CEILING)
    return Range(bottom, top, bottom_open, top_open)


def _decimal(bound: Bound | None, rounding: str) -> tuple[Decimal | None, bool]:
    if bound is None:
        return None, False
    numerator, denominator = bound.value.as_integer_ratio()
    context = Context(prec=DIGITS, rounding=rounding)
    result = context.divide(Decimal(numerator), Decimal(denominator))
    return result, bool(bound.tilt) or bool(context.flags[Inexact])


def whole_numbers(bounds: Sequence[Bound]) -> list[int]:
    """
    Return integers that add up and compare as *bounds* do.

    They are the values over a common denominator, with the tilts as an amount smaller
    than any difference that sums of the values can have.
    """
    denominator = lcm(*(each.value.denominator for each in bounds))
    tilts = lcm(*(each.tilt.denominator for each in bounds))
    step = 1 + sum(abs(int(each.tilt * tilts)) for each in bounds)
    return [int(each.value * denominator) * step + int(each.tilt * tilts) for each in bounds]
