"""Completions that are seen without solving anything: each total made as early, or as late, as it can be."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from k3license.facts.money.shares import Share
from k3license.facts.money.table import Row, Table
from k3license.model.bounds import NOTHING, Bound, added, minus
from k3license.model.months import Month
from k3license.model.series import Series
from k3license.model.sums import sums_of
from k3license.model.truth import Truth

# Beyond it, every share is placed at the same end: the ways to mix them double with each share.
MOST_MIXED = 4

Months = Mapping[int, Bound]


def largest_by_placement(table: Table, rows: Sequence[Row], moving: Sequence[Share]) -> Iterator[Bound]:
    """
    Yield the most that any of *rows* makes, or a little more, in some completions of *table*.

    *moving* are the shares whose months cannot all be at their lowest at once; in these completions all other
    months are at their lowest, and what may not count does not.
    """
    rest = [table.least(row, table.beside(moving)) for row in rows]
    placed = [[_in_each(table, rows, share, months) for months in _placements(share)] for share in moving]
    mixes = product(*placed) if len(moving) <= MOST_MIXED else zip(*placed, strict=False)
    for mix in mixes:
        totals = [added(parts) for parts in zip(rest, *mix, strict=True)]
        largest = max((total for total in totals if total is not None), default=None)
        if largest is not None and None not in totals:
            yield largest


def _in_each(table: Table, rows: Sequence[Row], share: Share, months: Months) -> Sequence[Bound | None]:
    if Truth.YES not in share.counted:
        return [NOTHING] * len(rows)
    return [_in(table, row, share, months) for row in rows]


def _in(table: Table, row: Row, share: Share, months: Months) -> Bound | None:
    sure = [month for month in share.inside(row.window) if share.truth(month) is Truth.YES]
    if table.parts.currency(share) is None:
        return added(months[month] for month in sure)
    rates = dict(zip(share.inside(row.window), table.parts.rates(share, row.window, row.policy), strict=True))
    return added(rates[month].most(months[month]) for month in sure)


def _placements(share: Share) -> list[Months]:
    """Return the months of *share* in two completions; none where a best year binds them or a total has no end."""
    if share.series.must_reach or share.leaves_out_by_window:
        return []
    return _at_both_ends(share.series, share.sums.first)


@lru_cache(maxsize=1024)
def _at_both_ends(series: Series, first: Month) -> list[Months]:
    sums, last = sums_of(series, first), series.last
    until = [NOTHING, *(sums.least(first, Month(month)) for month in range(first, last + 1))]
    since = [*(sums.least(Month(month), last) for month in range(first, last + 1)), NOTHING]
    # Least sums of all that follows leave as much as can be before it, and the other way round.
    early = _steps(first, since[:-1], since[1:])
    late = _steps(first, until[1:], until[:-1])
    return [months for months in (early, late) if months is not None]


def _steps(first: int, ups: Sequence[Bound | None], downs: Sequence[Bound | None]) -> Months | None:
    months: dict[int, Bound] = {}
    for month, (up, down) in enumerate(zip(ups, downs, strict=True), start=first):
        if up is None or down is None:
            return None
        months[month] = minus(up, down)
    return months
