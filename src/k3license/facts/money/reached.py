"""What follows from a best year that is known to have been reached, somewhere in the past."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from k3license.facts.money.exchange import Exchange, Policy
from k3license.facts.money.shares import Share
from k3license.facts.money.windows import Windows
from k3license.model.bounds import Bound, low_end, times
from k3license.model.months import Month
from k3license.model.ranges import Range
from k3license.model.series import YEAR
from k3license.model.truth import Truth


class Settled(NamedTuple):
    """A share, and what its best year alone makes of the largest total, if anything."""

    share: Share
    reached: Bound | None


def without_low_end(share: Share) -> Share:
    """Return *share* as if nothing were said of how much its best year makes at least."""
    series = share.series
    if not series.must_reach or series.best_year is None:
        return share
    kept = Range(None, series.best_year.high, False, series.best_year.high_open)
    return replace(share, series=replace(series, best_year=None if kept == Range() else kept))


def settled(share: Share, without: Share, windows: Windows, exchange: Exchange, policies: Sequence[Policy]) -> Settled:
    """
    Return *share*, or the same *without* the low end of its best year where that says nothing about its own months.

    Where the past is open, the best twelve months can lie long ago, in one month or spread out, away
    from everything else: then they only bound the largest total from below.  Where they cannot lie
    elsewhere, the low end stays; the months then depend on which twelve it was.
    """
    series = share.series
    if not series.must_reach or series.best_year is None:
        return Settled(share, None)
    low = low_end(series.best_year)
    assert low is not None
    if series.since is not None and series.since >= series.first:
        years = range(series.first, series.last + 1)
        sums = without.sums
        least = [sums.least(Month(max(end - YEAR + 1, sums.first)), Month(end)) for end in years]
        implied = any(each is not None and each >= low for each in least)
        return Settled(without if implied else share, None)
    everything = windows.first_sure_end is None and set(share.counted) == {Truth.YES}
    if not everything or share.leaves_out_by_window or share.less:
        return Settled(without, None)
    part = times(low, Bound(Fraction(min(windows.length, YEAR), YEAR)))
    return Settled(without, _lowest_worth(part, share, exchange, policies))


def _lowest_worth(amount: Bound, share: Share, exchange: Exchange, policies: Sequence[Policy]) -> Bound | None:
    months = [Month(share.start + index) for index in range(len(share.counted))]
    rate = exchange.rate
    worth = (
        min(_least(rate(policy, share.series.currency, m, m).least(amount)) for m in months) for policy in policies
    )
    return max(worth)


def _least(worth: Bound | None) -> Bound:
    assert worth is not None, "an amount above zero is worth at least nothing"
    return worth
