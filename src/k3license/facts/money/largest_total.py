"""The answer about a largest total: does it exceed a limit, in which window, and what is open."""

from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property, reduce
from typing import NamedTuple

from k3license.facts.money.exchange import Policy
from k3license.facts.money.largest import Largest
from k3license.facts.money.open_facts import Completion, OpenFact, open_facts
from k3license.facts.money.windows import Window
from k3license.model.bounds import Bound, range_between
from k3license.model.months import Month
from k3license.model.ranges import ZERO, Range, largest
from k3license.model.truth import Truth


class Contribution(NamedTuple):
    """What one reporter adds to a window, and whether it is known in which months it belongs to the group."""

    name: str
    amount: Range
    known: bool


class WindowTotal(NamedTuple):
    """The total of one window of calendar months, under the exchange policy that makes it largest."""

    window: Window
    policy: Policy
    total: Range


class LargestTotal:
    """
    The largest total of the windows that count, for everything that is open.

    Nothing is computed before it is asked for.  Each of *completions* stands for one way to decide the
    memberships that cut both ways; all that only add are open within each.  Answers are kept: many
    readings ask for the same.
    """

    def __init__(self, completions: Sequence[Completion]) -> None:
        self.completions = completions
        self._exceeds: dict[Decimal, Truth] = {}
        self._open_facts: dict[Decimal, tuple[OpenFact, ...]] = {}

    def exceeds(self, limit: Decimal) -> Truth:
        """
        Return whether the largest total is strictly more than *limit*, in every completion or in none.

        Where windows may start on any day: yes if twelve calendar months do, no only if no thirteen do.
        """
        if limit not in self._exceeds:
            truths = {each.largest.exceeds(limit) for each in self.completions}
            self._exceeds[limit] = truths.pop() if len(truths) == 1 else Truth.UNKNOWN
        return self._exceeds[limit]

    @cached_property
    def range(self) -> Range:
        """
        The range of the largest total, as sharp as the figures allow.

        Where windows may start on any day, it begins with twelve calendar months and ends with thirteen.
        """
        return reduce(Range.hull, (each.largest.range for each in self.completions))

    def range_beside(self, limit: Decimal) -> Range:
        """Return the range of the largest total, or a wider one that is easier to find and decides *limit* too."""
        return reduce(Range.hull, (each.largest.range_beside(limit) for each in self.completions))

    @cached_property
    def most_ever(self) -> Bound | None:
        """The most that all months together make, not only those of one window; None if that has no end."""
        found = [each.largest.table.most_ever for each in self.completions]
        return None if None in found else max(each for each in found if each is not None)

    @cached_property
    def windows(self) -> tuple[WindowTotal, ...]:
        """Every window of calendar months that may count, in order of time."""
        found: dict[Window, WindowTotal] = {}
        for _, answer in self.completions:
            by_window: dict[Window, WindowTotal] = {}
            for row in answer.rows:
                this = WindowTotal(row.window, row.policy, range_between(row.low, row.high))
                other = by_window.get(row.window)
                by_window[row.window] = this if other is None else _larger(other, this)
            for window, this in by_window.items():
                other = found.get(window)
                found[window] = this if other is None else this._replace(total=this.total.hull(other.total))
        return tuple(found[window] for window in sorted(found))

    @cached_property
    def surest(self) -> WindowTotal:
        """The window that surely makes most, of those that count in any case; the latest of several."""
        first = self.completions[0].largest.windows.first_sure_end
        sure = [each for each in self.windows if first is None or each.window.last >= first]
        return max(sure, key=lambda each: (each.total.low is not None, each.total.low or Decimal(0), each.window))

    @cached_property
    def largest(self) -> WindowTotal:
        """The window that may make most; the latest of several."""
        return max(self.windows, key=lambda each: (each.total.high is None, each.total.high or Decimal(0), each.window))

    @cached_property
    def starts_from_nothing(self) -> bool:
        """Whether nothing counts before the first of *windows*: none is asked for there, or nobody traded yet."""
        largest = self.completions[0].largest
        traded_since = [share.series.since for each in self.completions for share in each.largest.table.shares]
        begun = all(since is not None and since >= largest.table.start for since in traded_since)
        return begun or largest.windows.first_end is not None

    @property
    def whole_windows(self) -> tuple[WindowTotal, ...]:
        """
        Those of *windows* whose total is that of all their months.

        Of the others months are left out that lie so long ago that the largest total does not need them.
        """
        start = self.completions[0].largest.table.start
        return tuple(each for each in self.windows if self.starts_from_nothing or each.window.first >= start)

    def ending(self, first: Month, last: Month) -> "LargestTotal":
        """
        Return the same of the windows alone that end in *first* to *last*.

        At least one window that counts must end there.  Twelve months known to have been reached somewhere are
        left out: nobody knows when they ended.
        """
        return LargestTotal([each._replace(largest=_ending(each.largest, first, last)) for each in self.completions])

    def contributions(self, to: WindowTotal) -> tuple[Contribution, ...]:
        """Return what each reporter adds to a window; those that surely add nothing are left out."""
        found: dict[str, Range] = {}
        doubtful: set[str] = set()
        for perimeter, answer in self.completions:
            for share in answer.table.shares:
                parts = answer.table.parts
                least = parts.least(share, to.window, to.policy)
                most = parts.most(share, to.window, to.policy).amount
                amount = range_between(least, most)
                found[share.name] = amount.hull(found[share.name]) if share.name in found else amount
                if not perimeter.is_known(share.name, to.window):
                    doubtful.add(share.name)
        added = ((name, amount) for name, amount in found.items() if amount != ZERO)
        return tuple(Contribution(name, amount, name not in doubtful) for name, amount in added)

    def open_facts(self, limit: Decimal) -> tuple[OpenFact, ...]:
        """Return the facts on which it turns whether *limit* is exceeded, most decisive first."""
        if limit not in self._open_facts:
            self._open_facts[limit] = open_facts(self.completions, limit)
        return self._open_facts[limit]

    @property
    def below_zero(self) -> tuple[str, ...]:
        """Who states months that are, or may be, below zero: refunds that somebody should explain."""
        return tuple(
            share.name
            for share in self.completions[0].largest.table.shares
            if share.series.may_be_negative(share.start, share.series.last)
        )


def _ending(largest: Largest, first: Month, last: Month) -> Largest:
    windows = largest.windows
    start = first if windows.first_end is None else max(first, windows.first_end)
    end = min(last, windows.last_end)
    # Where nobody knows when the use began, the last window is the one that counts in any case.
    sure = windows.first_sure_end if windows.first_sure_end is None else min(windows.first_sure_end, end)
    ends = windows._replace(first_end=start, last_end=end, first_sure_end=sure)
    return Largest(largest.table, ends, any_day=largest.any_day)


def _larger(one: WindowTotal, other: WindowTotal) -> WindowTotal:
    both = largest((one.total, other.total))
    return (one if both.high == one.total.high else other)._replace(total=both)
