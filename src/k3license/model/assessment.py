"""
What an assessment says: complete data, so that writers and memos only format it.

Named tuples, since all of these are made at each start (docs/decisions/0006-lazy-imports.md).
"""

from collections.abc import Mapping
from datetime import date
from enum import Enum
from types import MappingProxyType
from typing import Literal, NamedTuple

from k3license.model.ownership import EntityId, Membership
from k3license.model.truth import Truth


class Applies(Enum):
    """Whether a requirement applies; an exemption beats an unknown element, a failing element beats it."""

    YES = "yes"
    NO = "no"
    EXEMPT = "exempt"
    UNKNOWN = "unknown"


class Verdict(Enum):
    """The answer for an offering, worst first."""

    ACTION_REQUIRED = "action-required"
    OPEN_QUESTIONS = "open-questions"
    CONDITIONS_MET = "conditions-met"
    CLEAR = "clear"


class Answer(NamedTuple):
    """*fulfilled* is None where the requirement does not apply."""

    applies: Applies
    fulfilled: Truth | None


class Proof(NamedTuple):
    """
    One step of the reasons: a statement, its truth, and what decides it.

    *relied_on* are profile paths, *figures* name and text of numbers shown with the step,
    *section* the place in the license, *asked* the positions that the step turned to.
    *refutes*: the rule asks that the one step below is not so; *joins*: it says no more than
    that all or any of the steps below hold.
    """

    name: str
    says: str
    truth: Truth
    because: tuple["Proof", ...] = ()
    relied_on: tuple[str, ...] = ()
    figures: Mapping[str, str] = MappingProxyType({})
    section: str | None = None
    asked: tuple[str, ...] = ()
    refutes: bool = False
    joins: bool = False


class OpenQuestion(NamedTuple):
    """
    A fact whose answer would help to settle the requirement.

    *settles_with* is the size of the smallest set of facts, this one included, whose
    answers can settle it: 1 settles it alone.
    """

    path: str
    question: str
    of: str
    settles_with: int


class Finding(NamedTuple):
    """Something to know beside the answer; *kind* is stable, *says* is for people."""

    kind: str
    says: str


class UnderReadings(NamedTuple):
    """The answer under one combination of the readings that matter."""

    readings: Mapping[str, str]
    answer: Answer


class RequirementAnswer(NamedTuple):
    """A requirement of the license for one offering."""

    id: str
    section: str
    title: str
    must: str
    answer: Answer
    robust: bool
    positions: tuple[str, ...]
    exemptions: Mapping[str, Truth]
    open_questions: tuple[OpenQuestion, ...]
    findings: tuple[Finding, ...]
    proof: Proof | None
    fulfilment: Proof | None
    exemption_proofs: tuple[Proof, ...]
    by_reading: tuple[UnderReadings, ...]
    purposive: tuple[UnderReadings, ...]


class OtherDay(NamedTuple):
    """
    What is otherwise on another day than the one asked about.

    "missed": on *day*, which is past, *requirement* applied and was not fulfilled.  From *day* on, which is
    ahead, it "begins" to be so, or "ends" to be so.
    """

    day: date
    requirement: str
    what: Literal["missed", "begins", "ends"]


class Assessment(NamedTuple):
    """One offering of one licensee under one license."""

    license: str
    licensee: EntityId
    offering: str
    verdict: Verdict
    robust: bool
    not_assessed: tuple[str, ...]
    requirements: tuple[RequirementAnswer, ...]
    notes: tuple[str, ...] = ()
    other_days: tuple[OtherDay, ...] = ()


class Warning(NamedTuple):
    """Something doubtful in the input that does not stop the answer."""

    path: str
    says: str


class Run(NamedTuple):
    """All assessments of one profile."""

    as_of: date
    engines: tuple[str, ...]
    verdict: Verdict
    assessments: tuple[Assessment, ...]
    readings: Mapping[str, Mapping[str, str]]
    readings_not_evaluated: tuple[str, ...] = ()
    warnings: tuple[Warning, ...] = ()


class GroupChange(NamedTuple):
    """On *day*, *entity* joined, left or became uncertain: what held *before*, and what from then on."""

    day: date
    entity: EntityId
    before: Truth
    after: Truth


class GroupReport(NamedTuple):
    """
    The group of *licensee* on *as_of* under one reading of "affiliate".

    *near_misses* are entities that are no members, and what each lacks; *doubts* say what
    is odd about the holdings as stated; *changes* are those between two days, if asked for.
    """

    licensee: EntityId
    as_of: date
    affiliate: str
    common_owner: str
    members: Mapping[EntityId, Membership]
    near_misses: Mapping[EntityId, str]
    names: Mapping[EntityId, str]
    doubts: tuple[str, ...]
    changes: tuple[GroupChange, ...] | None = None
