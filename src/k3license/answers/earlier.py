"""Days before the one asked about on which the facts were others: what was due then is not undone by a change."""

from collections.abc import Iterator
from datetime import date, timedelta

from k3license.facts.case import Case
from k3license.model.unknown import Unknown
from k3license.profile.records import Access, Offering


def last_days_before_ends(case: Case, offering_id: str) -> tuple[date, ...]:
    """
    Return the last day of each fact that has ended since the first use, latest first.

    Looked at are the offering, its ways to the model and those of the offerings that it goes through, and all
    holdings and control.  Nothing is known of the time before an unknown first use.
    """
    first_used = case.offering(offering_id).first_used
    if not isinstance(first_used, date):
        return ()
    ends = {end for end in _ends(case, offering_id) if isinstance(end, date) and first_used < end <= case.as_of}
    return tuple(end - timedelta(days=1) for end in sorted(ends, reverse=True))


def _ends(case: Case, offering_id: str) -> Iterator[date | Unknown | None]:
    for offering in _gone_through(case, offering_id):
        yield offering.offered_until
        yield from (access.end for access in _access_of(offering))
    yield from (holding.end for holding in case.structure.holdings)
    yield from (fact.end for fact in case.structure.control)


def _gone_through(case: Case, offering_id: str) -> Iterator[Offering]:
    seen: set[str] = set()
    waiting = [offering_id]
    while waiting:
        id = waiting.pop()
        if id not in seen:
            seen.add(id)
            offering = case.offering(id)
            yield offering
            waiting += [each.route for each in _access_of(offering) if each.route in case.profile.offerings]


def _access_of(offering: Offering) -> tuple[Access, ...]:
    return () if isinstance(offering.access, Unknown) else offering.access
