"""What to do, by when and who: the conclusion of a memo."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from k3license.answers.verdicts import LATE, LATE_UNKNOWN
from k3license.memo.agreements import agreement_dates
from k3license.memo.material import Material
from k3license.memo.questions import Addressee, purpose
from k3license.memo.shown import For, Mark
from k3license.model.assessment import Applies
from k3license.model.explanation import Explanation, RequirementExplained
from k3license.model.months import month_of, month_text
from k3license.model.truth import Truth

# In the order of urgency: what is missing, agreed too late, open about the past, missed before something changed, open,
# a reading to ask the licensor about, what a later day brings, an agreement that ends, and duties that go on.
TaskKind: TypeAlias = Literal[
    "do", "cure", "settle-past", "settle-missed", "answer", "ask-licensor", "prepare", "renew", "keep"
]
_ORDER: Final[tuple[TaskKind, ...]] = get_args(TaskKind)
# Of something that has to be done before the use begins: whether the use has begun, or when it is planned to.
Timing: TypeAlias = Literal["", "overdue", "above", "planned", "not-begun", "not-known"]


class When(NamedTuple):
    """
    By when: *by* in the words of the license, *day* a day or month of the profile.

    That is the day on which the use began or is to begin, or on which an agreement ends, or the month in which
    a limit was first crossed.  *crossed* is that month where the use had begun before (*at_latest*: a limit may
    have been crossed earlier); *ended* and *begins* are days of agreements that are not in force.
    """

    by: str
    day: str
    timing: Timing
    at_latest: bool = False
    crossed: str = ""
    ended: str = ""
    begins: str = ""


class Task(NamedTuple):
    """
    Something to do.

    *what* are the words of the license, the licensor to turn to, or empty where the kind says it
    all.  *refs* are the questions to answer, the positions to ask about, or the last day that was missed.
    """

    kind: TaskKind
    what: str
    who: str
    when: When
    refs: tuple[str, ...]
    purposes: tuple[For, ...]
    mark: Mark = ""


_NO_TIME: Final = When("", "", "")


def tasks_of(material: Material, asked: Sequence[Addressee]) -> tuple[Task, ...]:
    """Return everything to do, the most urgent first; what is the same for several uses once."""
    found: dict[tuple[object, ...], Task] = {}
    for task in (*_all(material), *_answers(material, asked)):
        known = found.setdefault((task.kind, task.what, task.who, task.when), task)
        found[task.kind, task.what, task.who, task.when] = task._replace(
            refs=tuple(dict.fromkeys((*known.refs, *task.refs))),
            purposes=tuple(dict.fromkeys((*known.purposes, *task.purposes))),
        )
    return tuple(sorted(found.values(), key=lambda task: _ORDER.index(task.kind)))


def _all(material: Material) -> Iterator[Task]:
    for use, requirement in material.answers():
        yield from _of_answer(material, use, requirement)
        yield from _of_findings(use, requirement)
        yield from _of_other_days(material, use, requirement)
        if (inquiry := requirement.inquiry) is not None:
            refs, purposes = tuple(inquiry.asks), (purpose(use, requirement),)
            yield Task("ask-licensor", inquiry.licensor, use.licensee_name, _NO_TIME, refs, purposes)


def _of_answer(material: Material, use: Explanation, requirement: RequirementExplained) -> Iterator[Task]:
    answer = requirement.answer.answer
    must, purposes = requirement.answer.must, (purpose(use, requirement),)
    when = when_due(material, use, requirement)
    if answer.applies is Applies.YES and answer.fulfilled is Truth.NO:
        yield Task("do", must, use.licensee_name, when, (), purposes)
    elif answer.fulfilled is Truth.YES:
        ends = _ends(material, requirement)
        if ends is None:
            yield Task("keep", must, use.licensee_name, _NO_TIME, (), purposes)
        else:
            yield Task("renew", must, use.licensee_name, When("", ends.isoformat(), ""), (), purposes)


def _of_findings(use: Explanation, requirement: RequirementExplained) -> Iterator[Task]:
    kinds: dict[str, TaskKind] = {LATE: "cure", LATE_UNKNOWN: "settle-past"}
    for finding in requirement.answer.findings:
        kind = kinds[finding.kind]
        yield Task(kind, "", use.licensee_name, _NO_TIME, (), (purpose(use, requirement),))


def _of_other_days(material: Material, use: Explanation, requirement: RequirementExplained) -> Iterator[Task]:
    """Yield what is left to settle of days before something changed, and what to do before the next day that asks."""
    must, purposes = requirement.answer.must, (purpose(use, requirement),)
    for each in use.other_days:
        if each.requirement == requirement.answer.id and each.what == "missed":
            licensor = material.packs[use.license].header.licensor.name
            yield Task("settle-missed", licensor, use.licensee_name, _NO_TIME, (each.day.isoformat(),), purposes)
    if requirement.answer.answer.fulfilled is not Truth.YES:
        # Before what fulfils it ends it is renewed.
        begins = _begins(use, requirement)
        if begins is not None:
            yield Task("prepare", must, use.licensee_name, When("", begins, ""), (), purposes)


def _begins(use: Explanation, requirement: RequirementExplained) -> str | None:
    """Return the day, or the month, from which on a requirement that does not apply would ask for something."""
    if requirement.answer.answer.applies is Applies.YES:
        return None
    days = (each for each in use.other_days if each.requirement == requirement.answer.id and each.what == "begins")
    day = next(days, None)
    if day is not None:
        return day.day.isoformat()
    trips = [limit.trip for limit in requirement.headroom if limit.trip is not None]
    months = [
        month
        for trip in trips
        if trip.starts is not None and trip.starts.applies is Applies.YES and trip.starts.fulfilled is not Truth.YES
        for month in (trip.possible, trip.sure)
        if month is not None
    ]
    return month_text(min(months)) if months else None


def _answers(material: Material, asked: Sequence[Addressee]) -> Iterator[Task]:
    """Yield one task for all questions to the same people, due when the first duty that waits for them is."""
    due = {purpose(use, requirement): when_due(material, use, requirement) for use, requirement in material.answers()}
    for each in asked:
        purposes = tuple(dict.fromkeys(one for question in each.questions for one in question.purposes))
        times = [due[one] for one in purposes]
        when = next((time for time in times if time.timing), times[0])
        yield Task("answer", "", each.of, when, tuple(question.ref for question in each.questions), purposes)


def when_due(material: Material, use: Explanation, requirement: RequirementExplained) -> When:
    """Return by when a duty is due; of one that comes before the use, whether that has begun, and what came later."""
    rule = material.rule(use, requirement)
    if rule is None:
        return _NO_TIME
    due = When(rule.then.by, "", "")
    since = min((limit.since for limit in requirement.headroom if limit.since is not None), default=None)
    at_latest = any(limit.perhaps_earlier or limit.crossed is Truth.UNKNOWN for limit in requirement.headroom)
    first_used = material.loaded.profile.offerings[use.offering].first_used
    if rule.then.consequence == "duty":
        if since is not None:
            return due._replace(day=month_text(since), timing="above", at_latest=at_latest)
        has_begun = isinstance(first_used, date) and first_used <= use.as_of
        # A duty without a limit is there with the use.
        return due._replace(day=f"{first_used}", timing="overdue") if has_begun and not requirement.headroom else due
    dates = agreement_dates(material, use, requirement)
    due = due._replace(ended=dates.ended, begins=dates.begins)
    if not isinstance(first_used, date):
        return due._replace(timing="not-begun" if first_used == "not-yet" else "not-known")
    due = due._replace(day=first_used.isoformat(), timing="overdue" if first_used <= use.as_of else "planned")
    if due.timing == "planned" or since is None or since <= month_of(first_used):
        return due
    return due._replace(crossed=month_text(since), at_latest=at_latest)


def _ends(material: Material, requirement: RequirementExplained) -> date | None:
    """Return the last day of the agreement that fulfils a requirement, if it has one."""
    agreements = material.loaded.profile.agreements
    if requirement.fulfilment is None or not isinstance(agreements, tuple):
        return None
    cited = {fact.path for fact in requirement.fulfilment.facts}
    ends = [each.expires for number, each in enumerate(agreements, start=1) if f"agreements.{number}.expires" in cited]
    days = [end for end in ends if isinstance(end, date)]
    return max(days) if days and len(days) == len(ends) else None
