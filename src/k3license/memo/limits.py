"""Headroom: each amount beside its limit, and when it would be crossed."""

from typing import NamedTuple

from k3license.memo.material import Material
from k3license.memo.questions import purpose
from k3license.memo.shown import Answered, For, UseId, answered
from k3license.model.assessment import Applies
from k3license.model.headroom import Headroom, Trip
from k3license.model.months import Period, month_text
from k3license.text.amount_text import amount_text, distance_text


class TripShown(NamedTuple):
    """
    When a limit would be crossed with the months that the profile plans.

    *possible* is the first month in which it may be, *sure* the first in which it surely would be;
    empty: not up to *until*.  *unknown* are figures of which nothing can be said.
    """

    until: str
    possible: str
    sure: str
    unknown: tuple[str, ...]
    starts: Answered | None


class LimitShown(NamedTuple):
    """
    An amount beside its limit, with the months that decide, their total, and who adds what.

    *applies* says whether the requirement does: a limit has no effect where it surely does not.  *since* is the
    month in which the limit was first crossed (*perhaps_earlier*: at the latest), empty where none surely is.
    *latest* is the latest total and *latest_in* its months, empty where no others decide.  *months* and *total*
    are empty where no month counts.
    """

    use: UseId
    of: For
    says: str
    applies: str
    crossed: str
    since: str
    perhaps_earlier: bool
    amount: str
    months: str
    total: str
    parts: tuple[tuple[str, str], ...]
    latest: str
    latest_in: str
    distance: str
    trip: TripShown | None


def limits_shown(material: Material) -> tuple[LimitShown, ...]:
    """Return every limit of every use, in the order of the licenses' requirements."""
    return tuple(
        _shown((use.offering, use.license), purpose(use, requirement), requirement.answer.answer.applies, limit)
        for use, requirement in material.answers()
        for limit in requirement.headroom
    )


def _shown(use: UseId, of: For, applies: Applies, limit: Headroom) -> LimitShown:
    parts = tuple((part.name, amount_text(part.adds, limit.currency)) for part in limit.parts)
    lately = limit.lately
    return LimitShown(
        use=use,
        of=of,
        says=limit.says,
        applies=applies.value,
        crossed=limit.crossed.value,
        since="" if limit.since is None else month_text(limit.since),
        perhaps_earlier=limit.perhaps_earlier,
        amount=amount_text(limit.amount, limit.currency),
        months="" if limit.last is None else str(Period(limit.first, limit.last)),
        total="" if limit.total is None else amount_text(limit.total, limit.currency),
        parts=parts if len(parts) > 1 else (),
        latest="" if lately is None else amount_text(lately.total, limit.currency),
        latest_in="" if lately is None else str(Period(lately.first, lately.last)),
        distance=distance_text(limit.left, limit.percent, limit.currency),
        trip=None if limit.trip is None else _trip(limit.trip),
    )


def _trip(trip: Trip) -> TripShown:
    return TripShown(
        until=month_text(trip.until),
        possible="" if trip.possible is None else month_text(trip.possible),
        sure="" if trip.sure is None else month_text(trip.sure),
        unknown=trip.unknown,
        starts=None if trip.starts is None else answered(trip.starts),
    )
