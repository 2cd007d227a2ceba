"""Limits as text: the amount as a range, the months that decide, the distance, and when it would be crossed."""

from collections.abc import Iterator

from k3license.model.headroom import Headroom, Trip
from k3license.model.months import Month, month_text
from k3license.model.truth import Truth
from k3license.text.amount_text import amount_text, distance_text
from k3license.writers.columns import wrapped
from k3license.writers.text_report import answer_text


def headroom_lines(limit: Headroom, indent: int = 4) -> Iterator[str]:
    """Yield an amount beside its limit."""
    crossed = {Truth.YES: "crossed", Truth.NO: "not crossed", Truth.UNKNOWN: "not known whether crossed"}
    yield from wrapped(f"{limit.says}: {_since(limit) or crossed[limit.crossed]}", indent, hang=2)
    inner = indent + 4
    yield from wrapped(f"amount: {amount_text(limit.amount, limit.currency)}", inner, hang=2)
    if limit.first is not None and limit.last is not None and limit.total is not None:
        total = amount_text(limit.total, limit.currency)
        yield from wrapped(f"largest in {months_text(limit.first, limit.last)}: {total}", inner, hang=2)
    if len(limit.parts) > 1:
        for part in limit.parts:
            yield from wrapped(f"- {part.name}: {amount_text(part.adds, limit.currency)}", inner + 2, hang=2)
    if limit.lately is not None:
        latest = amount_text(limit.lately.total, limit.currency)
        months = months_text(limit.lately.first, limit.lately.last)
        yield from wrapped(f"latest: {latest} in {months}", inner, hang=2)
    yield from distance_line(limit, inner)
    if limit.trip is not None:
        yield from _trip(limit, limit.trip, inner)


def distance_line(limit: Headroom, indent: int) -> list[str]:
    """Return how far the amount is from its limit."""
    return wrapped(f"distance: {distance_text(limit.left, limit.percent, limit.currency)}", indent, hang=2)


def months_text(first: Month, last: Month) -> str:
    """Return a window of months: `2025-12 to 2026-11`, or the one month."""
    return month_text(last) if first == last else f"{month_text(first)} to {month_text(last)}"


def _since(limit: Headroom) -> str:
    if limit.since is None:
        return ""
    month = month_text(limit.since)
    return f"crossed in {month} at the latest" if limit.perhaps_earlier else f"first crossed in {month}"


def _trip(limit: Headroom, trip: Trip, indent: int) -> Iterator[str]:
    until = month_text(trip.until)
    if trip.unknown:
        yield from wrapped(f"when it would be crossed cannot be said: {', '.join(trip.unknown)}", indent, hang=2)
        return
    if trip.possible is None:
        later = "not crossed by later months" if limit.crossed is Truth.UNKNOWN else "not crossed"
        when = f"up to {until} {later}"
    elif trip.sure is None:
        start = "today" if limit.crossed is Truth.UNKNOWN else month_text(trip.possible)
        when = f"may be crossed from {start} on; not surely up to {until}"
    else:
        if limit.crossed is Truth.UNKNOWN:
            earlier = ", perhaps already today"
        else:
            earlier = "" if trip.possible == trip.sure else f", perhaps already in {month_text(trip.possible)}"
        when = f"crossed in {month_text(trip.sure)}{earlier}"
    by = f"at {trip.growth:f} % growth a month; months that the profile plans as planned"
    yield from wrapped(f"{when} ({by if trip.assumed else 'with the months planned'})", indent, hang=2)
    if trip.starts is not None:
        yield from wrapped(f"then {limit.requirement}: {answer_text(trip.starts)}", indent, hang=2)
    elif trip.possible is not None:
        yield from wrapped(f"{limit.requirement} would be answered as today", indent, hang=2)
    for each in trip.assumed:
        base = amount_text(each.base, each.currency)
        yield from wrapped(f"assumed of {each.name}: {base} a month, carried on from there", indent + 2, hang=2)
