"""Dates as profiles give them: left out, stated, or stated as unknown."""

from datetime import date

from k3license.model.truth import Truth, all_of, truth_of
from k3license.model.unknown import Unknown


def begun(start: date | Unknown | None, day: date) -> Truth:
    """Return whether something that starts on *start* (inclusive; left out: always) has begun on *day*."""
    if start is None:
        return Truth.YES
    if isinstance(start, Unknown):
        return Truth.UNKNOWN
    return truth_of(start <= day)


def not_ended(end: date | Unknown | None, day: date) -> Truth:
    """Return whether something that ends on *end* (exclusive; left out: never) still lasts on *day*."""
    if end is None:
        return Truth.YES
    if isinstance(end, Unknown):
        return Truth.UNKNOWN
    return truth_of(day < end)


def in_force(start: date | Unknown | None, end: date | Unknown | None, day: date) -> Truth:
    """Return whether *day* lies between *start* (inclusive) and *end* (exclusive)."""
    return all_of((begun(start, day), not_ended(end, day)))
