"""Twelve months that start on any day: the most that can lie in thirteen calendar months, the ends cut."""

from collections.abc import Sequence
from typing import NamedTuple

from k3license.facts.money.exchange import Rate
from k3license.model.bounds import NOTHING, Bound, added, minus


class MonthlySum(NamedTuple):
    """What a month adds in its own currency, from *low* to *high* (None: no end), and its *rate*."""

    low: Bound | None
    high: Bound | None
    rate: Rate


def most_on_any_day(months: Sequence[MonthlySum], *, cap: Bound) -> Bound | None:
    """
    Return the most that a stretch of twelve months can add, which begins in the first and ends in the last
    of *months*; None if it has no end.

    All of the months between belong to it.  *cap*, in their own currency, is the most of any twelve
    months; what it leaves room for is taken where the rate is highest.
    """
    sure = [max(month.low or NOTHING, NOTHING) for month in months[1:-1]]
    least = [NOTHING, *sure, NOTHING]
    room = max(minus(cap, added(sure) or NOTHING), NOTHING)
    worth: list[Bound | None] = [month.rate.most(low) for month, low in zip(months, least, strict=True)]
    by_rate = sorted(
        zip(months, least, strict=True),
        key=lambda pair: (pair[0].rate.high is None, pair[0].rate.high or NOTHING),
        reverse=True,
    )
    for month, low in by_rate:
        taken = room
        if month.high is not None:
            taken = min(max(minus(month.high, low), NOTHING), room)
        room = minus(room, taken)
        worth.append(month.rate.most(taken))
    return added(worth)
