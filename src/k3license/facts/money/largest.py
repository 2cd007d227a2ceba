"""The largest total of the windows that count: its exact range, and whether it exceeds a limit."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from k3license.facts.money.accounts import Accounts
from k3license.facts.money.descent import Demand, least_largest
from k3license.facts.money.exchange import Policy
from k3license.facts.money.placements import largest_by_placement
from k3license.facts.money.reached import settled
from k3license.facts.money.shares import Share
from k3license.facts.money.table import Row, Table
from k3license.facts.money.windows import Windows
from k3license.model.bounds import NOTHING, Bound, added, number, range_between
from k3license.model.months import Month
from k3license.model.ranges import Range
from k3license.model.truth import Truth


class Largest:
    """
    The largest total of the *windows* of *table*, for everything that is open in it at once.

    *any_day* asks for windows that start on any day: the low end then is that of calendar months, the high
    end that of windows from any day.  *at_least* is a lower end known from elsewhere.

    The range is exact; only where months may be below zero in a currency whose rate is a range itself, or
    less what is left out again, it may be wider than need be.
    """

    def __init__(self, table: Table, windows: Windows, *, any_day: bool = False, at_least: Bound | None = None) -> None:
        self.table = table
        self.windows = windows
        self.any_day = any_day
        self._at_least = at_least

    @cached_property
    def rows(self) -> list[Row]:
        """Every window of calendar months that may count, under each policy."""
        windows = list(self.windows.from_month(self.table.start))
        return [self.table.row(window, policy) for policy in self.table.policies for window in windows]

    @property
    def sure_rows(self) -> list[Row]:
        """The rows of windows that count whatever the date of first use is."""
        first = self.windows.first_sure_end
        return [row for row in self.rows if first is None or row.window.last >= first]

    @cached_property
    def longer_rows(self) -> list[Row]:
        """The rows that bound the largest total from above: a month longer where any day may be the first."""
        if not self.any_day:
            return self.rows
        table = self.table
        windows = list(self.windows.from_month(table.start, length=self.windows.length + 1))
        return [table.row(window, policy, any_day=True) for policy in table.policies for window in windows]

    def exceeds(self, limit: Decimal) -> Truth:
        """Return whether the largest total is strictly more than *limit*."""
        line = Bound(number(limit))
        # Most answers need no window: even all months together stay below the limit.
        if self.table.most_ever is not None and self.table.most_ever <= line:
            return Truth.NO
        if self._surely_exceeds(line):
            return Truth.YES
        if self._goes_without_end and self._can_stay_at(line):
            return Truth.UNKNOWN
        return self.range_beside(limit).more_than(limit)

    def _surely_exceeds(self, line: Bound) -> bool:
        """Return whether one window, or what is known from elsewhere, does: the latest most often makes most."""
        lows = (row.low for row in reversed(self.sure_rows))
        known = self._at_least is not None and self._at_least > line
        return known or any(low is not None and low > line for low in lows)

    @cached_property
    def _goes_without_end(self) -> bool:
        return any(row.high is None for row in self.sure_rows)

    def _can_stay_at(self, line: Bound) -> bool:
        """Return whether the total can be less than *line*, as far as that is seen without solving anything."""
        return any(largest.value < line.value for largest in self._placed())

    def _placed(self) -> Iterator[Bound]:
        return largest_by_placement(self.table, self.sure_rows, self._moving)

    @property
    def _moving(self) -> list[Share]:
        """The shares whose months cannot all be at their lowest at once."""
        return [share for share in self.table.single if not share.lowest_months_together]

    def range_beside(self, limit: Decimal) -> Range:
        """Return the range of the largest total, or a wider one that is easier to find and decides *limit* too."""
        decided = self._bounds.more_than(limit) is not Truth.UNKNOWN
        return self._bounds if decided else self.range

    @cached_property
    def range(self) -> Range:
        """The range of the largest total."""
        return range_between(self._low(), self._high())

    @cached_property
    def _known(self) -> Bound | None:
        lows = [row.low for row in self.sure_rows if row.low is not None]
        return max([*lows, *([] if self._at_least is None else [self._at_least])], default=None)

    @cached_property
    def _bounds(self) -> Range:
        # The latest months are those of which least is known.
        if any(row.high is None for row in reversed(self.longer_rows)):
            return range_between(self._known, None)
        high = max((row.high for row in self.longer_rows if row.high is not None), default=NOTHING)
        return range_between(self._known, high)

    def _low(self) -> Bound | None:
        table, moving = self.table, self._moving
        if not moving or self._known is None or any(self._is_too_wild(share) for share in moving):
            return self._known
        if len(moving) == 1 and self._is_simple(moving[0]):
            demands = [self._demand(row, moving[0]) for row in self.sure_rows]
            return least_largest(moving[0].sums, [each for each in demands if each is not None], at_least=self._known)
        if any(_ends_at(largest, self._known) for largest in self._placed()):
            return self._known
        # Importing the solver takes longer than everything else together, and it is rarely needed.
        from k3license.facts.money import joint  # noqa: PLC0415

        found = joint.least_largest(table, self.sure_rows, moving)
        return self._known if found is None else max(found, self._known)

    def _high(self) -> Bound | None:
        table = self.table
        if any(row.high is None for row in self.longer_rows):
            return None
        best = max(row.high for row in self.longer_rows if row.high is not None)
        sharp = max((row.high for row in self.longer_rows if row.sharp and row.high is not None), default=None)
        if best == sharp or any(self._is_too_wild(share) for share in table.single):
            return best
        from k3license.facts.money import joint  # noqa: PLC0415

        found = joint.most_largest(table, [row for row in self.longer_rows if not row.sharp], any_day=self.any_day)
        return found if sharp is None or found is None else max(found, sharp)

    def _is_too_wild(self, share: Share) -> bool:
        """Return whether months below zero make the amount that is left out, or the rate, cut both ways."""
        table = self.table
        if not share.series.may_be_negative(table.start, share.series.last):
            return False
        rates = [rate for row in self.rows for rate in table.parts.rates(share, row.window, row.policy)]
        return share.leaves_out_by_window or bool(share.less) or any(rate.low != rate.high for rate in rates)

    def _is_simple(self, share: Share) -> bool:
        """Return whether each window is one stretch of the series at one rate."""
        steady = self.table.policies == ["closing"] or not self.table.exchange.varies(share.series.currency)
        return (
            steady
            and not (share.leaves_out_by_window or share.less or share.series.must_reach)
            and all(len(share.stretches(row.window, possibly=False)) < 2 for row in self.sure_rows)
        )

    def _demand(self, row: Row, share: Share) -> Demand | None:
        table = self.table
        stretches = share.stretches(row.window, possibly=False)
        rate = table.parts.rates(share, row.window, row.policy)[-1]
        drag = share.drag(row.window)
        below_zero = None if drag is None else rate.least(drag)
        known = added([table.least(row, table.beside([share])), below_zero])
        if known is None or not stretches or rate.low.value == 0:
            return None
        first = share.sums.first
        start, end = stretches[0].first - first, stretches[0].last + 1 - first
        return Demand(known, Fraction(rate.low.value), start, end)


def _ends_at(total: Bound, low: Bound) -> bool:
    """Return whether *total*, which is possible, shows that nothing above the lower end *low* has to be reached."""
    return total.value == low.value and (total.tilt <= 0 or low.tilt > 0)


def largest_of(
    accounts: Accounts,
    shares: Sequence[Share],
    *,
    policies: Sequence[Policy],
    windows: Windows,
    start: Month,
    any_day: bool = False,
) -> Largest:
    """Return the largest total of *windows* that *shares*, which all begin with *start*, add up to."""
    exchange = accounts.exchange
    found = [settled(share, accounts.without_low_end(share), windows, exchange, policies) for share in shares]
    table = accounts.table([each.share for each in found], policies, start)
    reached = [each.reached for each in found if each.reached is not None]
    return Largest(table, windows, any_day=any_day, at_least=max(reached, default=None))
