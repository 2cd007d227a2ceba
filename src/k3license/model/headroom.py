"""How far an amount is from the limit that a license sets, and when it would get there."""

from decimal import Decimal
from typing import NamedTuple

from k3license.model.assessment import Answer
from k3license.model.months import Month
from k3license.model.ranges import Range
from k3license.model.truth import Truth


class Part(NamedTuple):
    """Who adds how much to the window that decides; *path* leads to its figures."""

    name: str
    path: str
    adds: Range


class Assumed(NamedTuple):
    """What a projection takes the months of one figure from *first* on to be: *base*, today's month, growing."""

    name: str
    path: str
    base: Range
    currency: str | None
    first: Month


class Latest(NamedTuple):
    """The latest complete window of months of which something is known, and its *total*."""

    first: Month
    last: Month
    total: Range


class Trip(NamedTuple):
    """
    The first month in which a limit would be crossed if figures went on as assumed.

    *growth* is in percent a month; *possible* is the first month in which the limit is not surely kept,
    *sure* the first in which it surely would be crossed; None: not up to *until*.  Where windows may
    start on any day, *possible* counts them too.  *starts* says what the requirement would then be
    answered, if that differs from today.  *assumed* are the figures carried on that this rests on;
    *unknown* those that cannot be carried on, so that nothing is said of the limit.
    """

    growth: Decimal
    until: Month
    possible: Month | None
    sure: Month | None
    starts: Answer | None
    assumed: tuple[Assumed, ...]
    unknown: tuple[str, ...]


class Headroom(NamedTuple):
    """
    An amount beside its limit, in *currency* (None: users).

    *crossed* says whether it is over the limit (*strict*: more than; else at least).  *first* to
    *last* is the window of months that decides, with its *total* and who adds what (None: no month
    counts).  *left* is the limit less the amount, negative where it is over; *percent* is that
    in percent of the limit, rounded, never to zero.  *since* is the last month of the first window that
    surely crosses the limit, calendar months alone: the amount may have been below it since.  *perhaps_earlier*
    says that a window before may have crossed it too.  *latest* is None where nothing is known of any complete
    window.
    """

    requirement: str
    measure: str
    says: str
    limit: Decimal
    strict: bool
    currency: str | None
    crossed: Truth
    amount: Range
    first: Month | None
    last: Month | None
    total: Range | None
    parts: tuple[Part, ...]
    left: Range
    percent: Range
    since: Month | None
    perhaps_earlier: bool
    latest: Latest | None
    trip: Trip | None

    @property
    def lately(self) -> Latest | None:
        """The latest window where the limit was crossed by another one, so that the amount may be below it again."""
        if self.crossed is not Truth.YES or self.latest is None or self.latest.last == self.last:
            return None
        return self.latest
