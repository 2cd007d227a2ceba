"""Whether statements about months can all be true."""

from collections.abc import Iterator
from datetime import date

from k3license.model.amounts import Amount
from k3license.model.bounds import low_end
from k3license.model.figures import Figures
from k3license.model.intervals import Difference, Totals, differences
from k3license.model.months import Month, last_day, month_of
from k3license.model.ranges import NON_NEGATIVE, ZERO, Range
from k3license.model.series import YEAR, currency_of, from_zero


def contradictions(figures: Figures, *, as_of: date) -> list[str]:
    """
    Return the paths of statements that cannot all be true, in order; none if they agree.

    A figure for the month of *as_of* runs up to that day: totals that reach over the day may
    be larger than it, unless it is the month's last.  Later months have to agree too.
    Amounts in another currency than the first one cannot be compared and are left out.
    """
    statements = _Statements(figures, as_of)
    system = Totals(statements.points, list(statements.all()))
    conflict = system.conflict()
    if conflict or statements.reaches is None:
        return conflict
    return [] if statements.can_reach(system) else [statements.reaches]


class _Statements:
    """
    Every statement as a bound between two running totals.

    Months begin at consecutive points, but there is one more point at the end of *as_of*;
    the last point comes before all time.
    """

    def __init__(self, figures: Figures, as_of: date) -> None:
        self.figures = figures
        self.currency = currency_of(figures)
        self.today = month_of(as_of)
        self.splits_month = as_of != last_day(self.today)
        mentioned: list[int] = [self.today]
        for each in figures.periods:
            mentioned += [each.last, each.last + 1 if each.first is None else each.first]
        if figures.trading_since is not None:
            mentioned.append(figures.trading_since)
        # A stretch of twelve months reaches back from each month that is mentioned.
        self.first = min(mentioned) - YEAR
        self.end = max(mentioned)
        self.points = self.end - self.first + 3 + self.splits_month
        self.reaches = self._reaches()

    def all(self) -> Iterator[Difference]:
        """Yield what each statement says."""
        figures, path = self.figures, self.figures.path
        yield from self._months()
        ever = self.points - 1
        yield from differences(ever, 0, NON_NEGATIVE if figures.trading_since is None else ZERO, path)
        for each in figures.periods:
            if self._says(each.amount):
                begin = ever if each.first is None else self._begin(each.first)
                alone = each.first == each.last
                known = from_zero(each.amount.range) if alone else each.amount.range
                yield from differences(begin, self._end(each.last, to_date=alone), known, each.path)
        best = figures.any_12_months
        if best is not None and self._says(best):
            most = Range(None, best.range.high, False, best.range.high_open)
            for last in range(self.first, self.today + 1):
                begin, end = self._stretch(Month(last))
                yield from differences(begin, end, most, f"{path}.any_12_months")

    def _months(self) -> Iterator[Difference]:
        figures = self.figures
        alone = [each for each in figures.periods if each.first == each.last]
        stated = {each.last for each in alone if self._says(each.amount)}
        left_open = {each.last for each in alone if each.amount.unknown}
        every, path = NON_NEGATIVE, ""
        if figures.each_month is not None and self._says(figures.each_month):
            every, path = from_zero(figures.each_month.range), f"{figures.path}.each_month"
        since = self.first if figures.trading_since is None else figures.trading_since
        for number in range(self.first, since):
            begin = self._begin(Month(number))
            yield from differences(begin, begin + 1, ZERO, f"{figures.path}.trading_since")
        for number in range(since, self.end + 1):
            month = Month(number)
            if month not in stated:
                known = NON_NEGATIVE if month in left_open else every
                yield from differences(self._begin(month), self._end(month, to_date=True), known, path)
        if self.splits_month:
            rest_of_month = self._end(self.today, to_date=True)
            yield from differences(rest_of_month, rest_of_month + 1, NON_NEGATIVE)

    def _reaches(self) -> str | None:
        """Return the path of a statement that some twelve months make more than nothing, if it can be wrong."""
        best = self.figures.any_12_months
        if best is None or not self._says(best) or best.range.low is None or best.range.low <= 0:
            return None
        # Without a beginning, those months can always be long ago.
        return None if self.figures.trading_since is None else f"{self.figures.path}.any_12_months"

    def can_reach(self, system: Totals) -> bool:
        """Return whether some twelve months can make what the best ones are said to make at least."""
        assert self.figures.any_12_months is not None
        wanted = low_end(self.figures.any_12_months.range)
        for last in range(self.today, self.first - 1, -1):
            most = system.most(*self._stretch(Month(last)))
            if most is None or wanted is None or most >= wanted:
                return True
        return False

    def _stretch(self, last: Month) -> tuple[int, int]:
        return max(last + 1 - YEAR - self.first, 0), self._end(last, to_date=True)

    def _begin(self, month: Month) -> int:
        return month - self.first + (self.splits_month and month > self.today)

    def _end(self, month: Month, *, to_date: bool) -> int:
        if month == self.today and to_date:
            return month - self.first + 1
        return self._begin(Month(month + 1))

    def _says(self, amount: Amount) -> bool:
        return not amount.unknown and amount.currency in (None, self.currency)
