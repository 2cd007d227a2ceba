"""Days on which stated facts change: what was due before is not undone by it, and what comes can be told."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from k3license.facts.case import Case
from k3license.model.unknown import Unknown
from k3license.profile.records import Access, Agreement, Offering

# Each day is one more assessment, or two; the nearest say most.
MOST_DAYS = 4
_A_DAY = timedelta(days=1)


def last_days_before_changes(case: Case, offering_id: str) -> tuple[date, ...]:
    """
    Return the days since the first use on which something was so for the last time, latest first.

    Looked at is what has ended (the offering, its ways to the model and those of the offerings that it goes
    through, agreements; holdings and control) and which agreements began: the MOST_DAYS latest of the use
    itself, and as many of who holds and controls whom.  Nothing is known of the time before an unknown first use.
    """
    first_used = case.offering(offering_id).first_used
    if not isinstance(first_used, date):
        return ()
    own = _dates((*_own_ends(case, offering_id), *(each.effective_from for each in _agreements(case))))
    kinds = (own, _dates(_ends_of_links(case)))
    past = ([day for day in sorted(days, reverse=True) if first_used < day <= case.as_of] for days in kinds)
    return tuple(day - _A_DAY for day in sorted({day for days in past for day in days[:MOST_DAYS]}, reverse=True))


def days_of_changes_ahead(case: Case, offering_id: str) -> tuple[date, ...]:
    """
    Return the days after the one asked about on which something stated begins, or is over, soonest first.

    Looked at is what ends, as above, and what begins: agreements and ways to the model; holdings and control,
    and offerings, also of others.  The MOST_DAYS soonest of the use itself, and as many of all others.
    """
    own = _dates((*_own_ends(case, offering_id), *_own_starts(case, offering_id)))
    kinds = (own, _dates((*_ends_of_links(case), *_starts_of_others(case))))
    ahead = ([day for day in sorted(days) if day > case.as_of] for days in kinds)
    return tuple(sorted({day for days in ahead for day in days[:MOST_DAYS]}))


def _dates(stated: Iterable[object]) -> set[date]:
    return {each for each in stated if isinstance(each, date)}


def _own_ends(case: Case, offering_id: str) -> Iterator[object]:
    for offering in _gone_through(case, offering_id):
        yield offering.offered_until
        yield from (access.end for access in _access_of(offering))
    for agreement in _agreements(case):
        # Its last day counts.
        if isinstance(agreement.expires, date):
            yield agreement.expires + _A_DAY


def _own_starts(case: Case, offering_id: str) -> Iterator[object]:
    for offering in _gone_through(case, offering_id):
        yield offering.offered_from
        yield from (access.start for access in _access_of(offering))
    yield from (each.effective_from for each in _agreements(case))


def _ends_of_links(case: Case) -> Iterator[object]:
    yield from (holding.end for holding in case.structure.holdings)
    yield from (fact.end for fact in case.structure.control)


def _starts_of_others(case: Case) -> Iterator[object]:
    yield from (holding.start for holding in case.structure.holdings)
    yield from (fact.start for fact in case.structure.control)
    yield from (each.offered_from for each in case.profile.offerings.values())


def _agreements(case: Case) -> tuple[Agreement, ...]:
    stated = case.profile.agreements
    return () if isinstance(stated, Unknown) else stated


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
