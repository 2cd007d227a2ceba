"""What held in which month, when it holds from day to day."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Final, NamedTuple

from k3license.model.months import Month, first_day, month_of
from k3license.model.truth import Truth, any_of, negation


class History(NamedTuple):
    """A statement month by month: *before* until the first of *changes*, each of which holds until the next."""

    before: Truth
    changes: tuple[tuple[Month, Truth], ...] = ()

    def at(self, month: Month) -> Truth:
        """Return the answer for *month*."""
        if not self.changes:
            return self.before
        place = bisect_right(self.changes, month, key=lambda change: change[0])
        return self.changes[place - 1][1] if place else self.before


ALWAYS: Final = History(Truth.YES)
NEVER: Final = History(Truth.NO)


def by_month(truths: Mapping[Month, Truth], *, before: Truth = Truth.NO) -> History:
    """Return the history that *truths* state, each until the next month stated; *before* the first of them."""
    found: list[tuple[Month, Truth]] = []
    latest = before
    for month, truth in sorted(truths.items()):
        if truth is not latest:
            found.append((month, truth))
            latest = truth
    return History(before, tuple(found))


def on_any_day(before: Truth, changes: Sequence[tuple[date, Truth]]) -> History:
    """Return in which months something held on a day at least, from the days on which it changed, in order."""
    found: dict[Month, Truth] = {}
    latest = before
    for month, days in groupby(changes, key=lambda change: month_of(change[0])):
        first, *later = days
        held = [first[1]] if first[0] == first_day(month) else [latest, first[1]]
        held += [truth for _, truth in later]
        latest = held[-1]
        found[month] = any_of(held)
        found[Month(month + 1)] = latest
    return by_month(found, before=before)


def on_every_day(before: Truth, changes: Sequence[tuple[date, Truth]]) -> History:
    """
    Return in which months something held on every day, from the days on which it changed, in order.

    A month in which it held on some days only is unknown: what is true of part of it is
    neither true nor false of the whole.
    """
    on_some = on_any_day(before, changes)
    off_some = on_any_day(negation(before), [(day, negation(truth)) for day, truth in changes])
    months = [month for history in (on_some, off_some) for month, _ in history.changes]
    return by_month({m: _throughout(on_some.at(m), off_some.at(m)) for m in months}, before=before)


def _throughout(on_some: Truth, off_some: Truth) -> Truth:
    if on_some is Truth.NO:
        return Truth.NO
    return Truth.YES if (on_some, off_some) == (Truth.YES, Truth.NO) else Truth.UNKNOWN
