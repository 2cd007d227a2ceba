"""Agreements that came too late: effective after the use began and the gate was met."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from k3license.answers.assessor import Assessor
from k3license.answers.exact import elements_of
from k3license.answers.verdicts import LATE, LATE_UNKNOWN
from k3license.facts.agreements import covers_use
from k3license.facts.world import Memory, World
from k3license.model.assessment import Finding
from k3license.model.months import Month, last_day, month_of
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
    late = _is_late(assessor, world, requirement, month_of(_effective(agreement)))
    return None if late is Truth.NO else _found(assessor, agreement, path, late)


def _effective(agreement: Agreement) -> date:
    assert isinstance(agreement.effective_from, date)
    return agreement.effective_from


def _is_late(assessor: Assessor, world: World, requirement: Requirement, effective: Month) -> Truth:
    first_used = assessor.case.offering(assessor.offering_id).first_used
    if first_used == "not-yet":
        return Truth.NO
    begun = month_of(first_used) if isinstance(first_used, date) else None
    if begun is not None and begun >= effective:
        return Truth.NO
    met = any_of(_gate_met(assessor, world, requirement, effective, begun))
    if begun is None and met is Truth.YES:
        # The gate was met in time to be late, but nobody knows whether the use had begun.
        return Truth.UNKNOWN
    return met


def _gate_met(
    assessor: Assessor, world: World, requirement: Requirement, effective: Month, begun: Month | None
) -> Iterator[Truth]:
    """Yield, from the month before the agreement backwards, whether the gate was met at the month's end."""
    earliest = effective - MONTHS_LOOKED_BACK if begun is None else max(begun - 1, effective - MONTHS_LOOKED_BACK)
    for month in range(effective - 1, earliest - 1, -1):
        case = replace(assessor.case, as_of=last_day(Month(month)))
        then = Assessor(assessor.pack, case, assessor.offering_id, assessor.evaluate)
        there = World(then.case, world.readings, {}, Memory())
        yield then.conclude(there).truth[elements_of(requirement)]


def _found(assessor: Assessor, agreement: Agreement, path: str, late: Truth) -> Lateness:
    since = _effective(agreement)
    if late is Truth.YES and agreement.covers_past_use is Truth.NO:
        return Lateness(
            Finding(LATE, f"the agreement took effect on {since}, after the duty arose, and leaves out the past"),
            None,
        )
    if late is Truth.YES:
        says = f"the agreement took effect on {since}, after the duty arose; whether it covers the past is not known"
        return Lateness(Finding(LATE_UNKNOWN, says), f"{path}.covers_past_use")
    offering_id = assessor.offering_id
    unstated = isinstance(assessor.case.offering(offering_id).first_used, Unknown)
    says = f"whether the agreement of {since} came before the duty arose is not known, nor whether it covers the past"
    open_path = f"offerings.{offering_id}.first_used" if unstated else f"{path}.covers_past_use"
    return Lateness(Finding(LATE_UNKNOWN, says), open_path)
