"""Agreements that came too late: effective after the use began and the duty was there."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date
from typing import NamedTuple, TypeAlias

from k3license.answers.assessor import Assessor
from k3license.answers.exact import applies_by, elements_of, exempt_from
from k3license.answers.undecided import facts_that_leave_open
from k3license.answers.verdicts import LATE, LATE_UNKNOWN
from k3license.facts.agreements import covers_use
from k3license.facts.world import Memory, World
from k3license.model.assessment import Applies, Finding
from k3license.model.months import Month, last_day, month_of, month_text
from k3license.model.rules import Requirement
from k3license.model.truth import Truth, any_of, truth_of
from k3license.model.unknown import Unknown
from k3license.profile.records import Agreement

# How far back before the agreement months are looked at for one at whose end the duty was there.
MONTHS_LOOKED_BACK = 60

MemoryOn: TypeAlias = Callable[[date], Memory]


class Lateness(NamedTuple):
    """Whether the agreement that fulfils a requirement was late, and the fact to ask where that is open."""

    finding: Finding
    path: str | None


def lateness(assessor: Assessor, world: World, requirement: Requirement, memory_on: MemoryOn) -> Lateness | None:
    """
    Return the finding about the agreement in force, or None where it was in time or covers the past.

    It is late, by month, if it took effect after the later of the first use and the first month at whose
    end *requirement* applied, its exemptions included; months since the first use are looked at alone, and
    the one before it.  Unknown lateness counts as late of which it is not known whether the past is covered.
    *memory_on* gives the memory of the same case on another day.  (The text: the agreement comes "before using".)
    """
    covering = _covering(assessor, world, requirement)
    dated = [item for item in covering if isinstance(item[0].effective_from, date)]
    if not dated or _any_covers_the_past(covering):
        return None
    agreement, path = min(dated, key=lambda item: _effective(item[0]))
    first_used = assessor.case.offering(assessor.offering_id).first_used
    begun = month_of(first_used) if isinstance(first_used, date) else None
    effective = month_of(_effective(agreement))
    if first_used == "not-yet" or (begun is not None and begun >= effective):
        return None
    months = list(_by_month(assessor, world, requirement, effective, begun, memory_on))
    applied = any_of(month.applied for month in months)
    if applied is Truth.NO:
        return None
    if applied is Truth.YES and isinstance(first_used, date):
        return _late(agreement, path, first_used, months[-1].month)
    asked = (fact for month in months for fact in month.open_facts)
    # Where it applied in time to be late, it is only not known whether the use had begun.
    open_path = f"offerings.{assessor.offering_id}.first_used" if begun is None else next(asked, None)
    return _perhaps_late(agreement, path, open_path)


def past_is_covered(assessor: Assessor, world: World, requirement: Requirement) -> bool:
    """Return whether an agreement that fulfils *requirement* covers the use before it took effect too."""
    return _any_covers_the_past(_covering(assessor, world, requirement))


def _covering(assessor: Assessor, world: World, requirement: Requirement) -> list[tuple[Agreement, str]]:
    """Return the agreements that cover the use and have taken effect, ended ones too, with their paths."""
    kind, value = requirement.then.fulfilled_by
    agreements = assessor.case.profile.agreements
    if kind != "agreement" or isinstance(agreements, Unknown):
        return []
    return [
        (agreement, f"agreements.{number}")
        for number, agreement in enumerate(agreements, start=1)
        if not (isinstance(agreement.effective_from, date) and agreement.effective_from > assessor.case.as_of)
        and covers_use(world, agreement, f"agreements.{number}", assessor.offering_id, kind=value) is Truth.YES
    ]


def _any_covers_the_past(covering: Iterable[tuple[Agreement, str]]) -> bool:
    return any(agreement.covers_past_use is Truth.YES for agreement, _ in covering)


def _effective(agreement: Agreement) -> date:
    assert isinstance(agreement.effective_from, date)
    return agreement.effective_from


class _AtMonthsEnd(NamedTuple):
    """Whether a requirement applied at the end of a month, and the open facts on which that may turn."""

    month: Month
    applied: Truth
    open_facts: tuple[str, ...]


def _by_month(
    assessor: Assessor,
    world: World,
    requirement: Requirement,
    effective: Month,
    begun: Month | None,
    memory_on: MemoryOn,
) -> Iterator[_AtMonthsEnd]:
    """Yield, from the month before the agreement backwards until it surely did, whether *requirement* applied."""
    earliest = effective - MONTHS_LOOKED_BACK if begun is None else max(begun - 1, effective - MONTHS_LOOKED_BACK)
    heads = (elements_of(requirement), exempt_from(requirement))
    for month in range(effective - 1, earliest - 1, -1):
        day = last_day(Month(month))
        then = Assessor(assessor.pack, replace(assessor.case, as_of=day), assessor.offering_id, assessor.evaluate)
        there = World(then.case, world.readings, {}, memory_on(day))
        truth = then.conclude(there).truth
        applies = applies_by(truth[heads[0]], truth.get(heads[1], Truth.NO))
        if applies is Applies.UNKNOWN:
            yield _AtMonthsEnd(Month(month), Truth.UNKNOWN, tuple(facts_that_leave_open(then, there, heads)))
            continue
        yield _AtMonthsEnd(Month(month), truth_of(applies is Applies.YES), ())
        if applies is Applies.YES:
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
