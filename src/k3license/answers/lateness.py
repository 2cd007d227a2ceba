"""Agreements that came too late: effective after the use began and the gate was met."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from k3license.answers.assessor import Assessor
from k3license.answers.exact import elements_of
from k3license.answers.undecided import facts_that_leave_open
from k3license.answers.verdicts import LATE, LATE_UNKNOWN
from k3license.facts.agreements import covers_use
from k3license.facts.world import Memory, World
from k3license.model.assessment import Finding
from k3license.model.months import Month, last_day, month_of, month_text
from k3license.model.rules import Requirement
from k3license.model.truth import Truth, any_of
from k3license.model.unknown import Unknown
from k3license.profile.records import Agreement

# How far back before the agreement months are looked at for one at whose end the gate was met.
MONTHS_LOOKED_BACK = 60


class Lateness(NamedTuple):
    """Whether the agreement that fulfils a requirement was late, and the fact to ask where that is open."""

    finding: Finding
    path: str | None


def lateness(assessor: Assessor, world: World, requirement: Requirement) -> Lateness | None:
    """
    Return the finding about the agreement in force, or None where it was in time or covers the past.

    It is late, by month, if it took effect after the later of the first use and the first
    month at whose end the gate was met.  Unknown lateness counts as late of which it is not
    known whether the past is covered.  (The text: the agreement comes "before using".)
    """
    kind, value = requirement.then.fulfilled_by
    agreements = assessor.case.profile.agreements
    if kind != "agreement" or isinstance(agreements, Unknown):
        return None
    covering = [
        (agreement, f"agreements.{number}")
        for number, agreement in enumerate(agreements, start=1)
        if covers_use(world, agreement, f"agreements.{number}", assessor.offering_id, kind=value) is Truth.YES
    ]
    if any(agreement.covers_past_use is Truth.YES for agreement, _ in covering):
        return None
    dated = [item for item in covering if isinstance(item[0].effective_from, date)]
    if not dated:
        return None
    agreement, path = min(dated, key=lambda item: _effective(item[0]))
    offering = assessor.case.offering(assessor.offering_id)
    if offering.first_used == "not-yet":
        return None
    begun = month_of(offering.first_used) if isinstance(offering.first_used, date) else None
    effective = month_of(_effective(agreement))
    if begun is not None and begun >= effective:
        return None
    months = list(_gate_by_month(assessor, world, requirement, effective, begun))
    met = any_of(month.met for month in months)
    if met is Truth.NO:
        return None
    if met is Truth.YES and isinstance(offering.first_used, date):
        return _late(agreement, path, offering.first_used, months[-1].month)
    asked = (fact for month in months if month.met is Truth.UNKNOWN for fact in month.open_facts)
    # Where the gate was met in time to be late, it is only not known whether the use had begun.
    open_path = f"offerings.{assessor.offering_id}.first_used" if begun is None else next(asked, None)
    return _perhaps_late(agreement, path, open_path)


def _effective(agreement: Agreement) -> date:
    assert isinstance(agreement.effective_from, date)
    return agreement.effective_from


class _AtMonthsEnd(NamedTuple):
    """Whether the gate was met at the end of a month, and the open facts on which that may turn."""

    month: Month
    met: Truth
    open_facts: tuple[str, ...]


def _gate_by_month(
    assessor: Assessor, world: World, requirement: Requirement, effective: Month, begun: Month | None
) -> Iterator[_AtMonthsEnd]:
    """Yield, from the month before the agreement backwards until it surely was, whether the gate was met."""
    earliest = effective - MONTHS_LOOKED_BACK if begun is None else max(begun - 1, effective - MONTHS_LOOKED_BACK)
    for month in range(effective - 1, earliest - 1, -1):
        case = replace(assessor.case, as_of=last_day(Month(month)))
        then = Assessor(assessor.pack, case, assessor.offering_id, assessor.evaluate)
        there = World(then.case, world.readings, {}, Memory())
        met = then.conclude(there).truth[elements_of(requirement)]
        yield _AtMonthsEnd(Month(month), met, tuple(facts_that_leave_open(then, there, (elements_of(requirement),))))
        if met is Truth.YES:
            return


def _late(agreement: Agreement, path: str, first_used: date, gate: Month) -> Lateness:
    says = (
        f"the agreement took effect on {_effective(agreement)}, after the duty arose (the use began on {first_used}, "
        f"and at the end of {month_text(gate)} all that the duty needs was there)"
    )
    if agreement.covers_past_use is Truth.NO:
        return Lateness(Finding(LATE, f"{says}, and leaves out the past"), None)
    says = f"{says}; whether it covers the past is not known"
    return Lateness(Finding(LATE_UNKNOWN, says), f"{path}.covers_past_use")


def _perhaps_late(agreement: Agreement, path: str, open_path: str | None) -> Lateness:
    says = f"whether the agreement of {_effective(agreement)} came before the duty arose is not known"
    if agreement.covers_past_use is Truth.NO:
        return Lateness(Finding(LATE_UNKNOWN, f"{says}, and it leaves out the past"), open_path)
    if open_path is None or not open_path.endswith(".first_used"):
        open_path = f"{path}.covers_past_use"
    return Lateness(Finding(LATE_UNKNOWN, f"{says}, nor whether it covers the past"), open_path)
