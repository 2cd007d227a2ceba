"""Sums of consecutive months, as sharply as all statements of a series together say."""

from collections.abc import Iterator
from functools import lru_cache

from k3license.model.bounds import Bound
from k3license.model.intervals import Difference, Totals, differences
from k3license.model.months import Month
from k3license.model.ranges import ANY, NON_NEGATIVE, ZERO, Range
from k3license.model.series import YEAR, FiguresContradict, Series


@lru_cache(maxsize=1024)
def sums_of(series: Series, first: Month) -> "Sums":
    """Return the sums of a series, found once however many shares count some of its months."""
    return Sums(series, first)


class Sums:
    """
    The sums of months of a series from *first* on, which is not after its first one worth looking at.

    Point i is the sum of all months before *first* + i; the last point comes before all time.  That some
    twelve months must reach the low end of *best_year* is not part of the system.

    Raises FiguresContradict if the statements cannot all be true.
    """

    def __init__(self, series: Series, first: Month) -> None:
        self.first = first
        self.length = series.last - first + 1
        self.system = tuple(self._system(series))
        self.totals = Totals(self.length + 2, self.system)
        if not self.totals.feasible:
            raise FiguresContradict(self.totals.conflict() or [series.path])

    def most(self, first: Month, last: Month) -> Bound | None:
        """Return the largest sum of the months *first* to *last*, both inclusive; None if unbounded."""
        return self.totals.most(first - self.first, last + 1 - self.first)

    def least(self, first: Month, last: Month) -> Bound | None:
        """Return the smallest sum of the months *first* to *last*, both inclusive; None if unbounded."""
        return self.totals.least(first - self.first, last + 1 - self.first)

    def _system(self, series: Series) -> Iterator[Difference]:
        ever = self.length + 1
        for i in range(self.length):
            yield from differences(i, i + 1, series.month(Month(self.first + i)), series.path)
        yield from differences(ever, 0, self._earlier(series), series.path)
        for each in series.totals:
            start = ever if each.first is None else max(each.first - self.first, 0)
            end = each.last + 1 - self.first
            # A total before all trading is of nothing but zeros, and so are the first points.
            yield from differences(start, max(end, 0), each.range, each.path)
        if series.best_year is not None:
            most = Range(None, series.best_year.high, False, series.best_year.high_open)
            for end in range(1, self.length + 1):
                yield from differences(max(end - YEAR, 0), end, most, series.path)

    def _earlier(self, series: Series) -> Range:
        if series.otherwise == ZERO or (series.since is not None and series.since >= self.first):
            return ZERO
        return ANY if series.otherwise.low is None or series.otherwise.low < 0 else NON_NEGATIVE
