"""Reporters whose totals cover the same periods, taken as one."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from k3license.facts.money.shares import Share
from k3license.model.months import Month
from k3license.model.ranges import NON_NEGATIVE, Range, total
from k3license.model.series import Series, Total
from k3license.model.truth import Truth


class _Periods(NamedTuple):
    """What has to be alike for two shares to be one."""

    currency: str | None
    periods: tuple[tuple[Month, Month], ...]


def merged(shares: Sequence[Share]) -> list[Share]:
    """
    Return *shares* with those that state totals of the same periods, and nothing of months inside, as one.

    Nothing is lost: whatever the months of a period add up to altogether can be split among the reporters so
    that each has its own total, as no month of theirs has an upper end.
    """
    alike: dict[_Periods, list[Share]] = {}
    found = []
    for share in shares:
        periods = _periods(share)
        if periods is None:
            found.append(share)
        else:
            alike.setdefault(periods, []).append(share)
    return [*found, *(_one(same, each.periods) for each, same in alike.items())]


def _periods(share: Share) -> _Periods | None:
    series = share.series
    leaves_out = share.less or share.leaves_out_by_window
    if leaves_out or series.best_year is not None or any(truth is not Truth.YES for truth in share.counted):
        return None
    periods = []
    for each in series.totals:
        if each.first is None:
            return None
        first = each.first if series.since is None else max(each.first, series.since)
        if not all(_has_no_upper_end(series.month(Month(month))) for month in range(first, each.last + 1)):
            return None
        periods.append((first, each.last))
    periods.sort()
    if any(earlier[1] >= later[0] for earlier, later in pairwise(periods)):
        return None
    return _Periods(series.currency, tuple(periods))


def _has_no_upper_end(month: Range) -> bool:
    return month.high is None and month.low is not None and month.low >= 0


def _one(shares: Sequence[Share], periods: Sequence[tuple[Month, Month]]) -> Share:
    if len(shares) == 1:
        return shares[0]
    start, last = shares[0].start, shares[0].series.last
    first = min([start, *(begin for begin, _ in periods)])
    months = {Month(m): _sum([share.series.month(Month(m)) for share in shares]) for m in range(first, last + 1)}
    sums: dict[tuple[Month, Month], Range] = {}
    for share in shares:
        for each, period in zip(sorted(share.series.totals, key=_by_time), periods, strict=True):
            alone = _sum([share.series.month(Month(m)) for m in range(period[0], period[1] + 1)])
            own = each.range.intersection(alone)
            sums[period] = total((sums[period], own)) if period in sums else own
    totals = tuple(Total(*period, known) for period, known in sums.items())
    series = Series(last, months, NON_NEGATIVE, first, totals, currency=shares[0].series.currency)
    return Share(" and ".join(share.name for share in shares), series, start, shares[0].counted)


def _sum(months: Sequence[Range]) -> Range:
    # Most months of most reporters are open, and these add nothing to each other.
    said = [month for month in months if month is not NON_NEGATIVE]
    return total(said if len(said) == len(months) else [*said, NON_NEGATIVE])


def _by_time(each: Total) -> Month:
    return each.last
