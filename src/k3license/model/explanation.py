"""Why an answer is what it is: complete data for reports and memos, which only format it."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from k3license.model.assessment import Answer, OtherDay, RequirementAnswer, UnderReadings, Verdict
from k3license.model.changes import Flip
from k3license.model.headroom import Headroom
from k3license.model.ownership import EntityId
from k3license.model.truth import Truth


class Fact(NamedTuple):
    """
    A fact of the profile: its path, what is written there (None: nothing), and what backs it.

    *line* is that of the fact, or of the block that lacks it.
    """

    path: str
    stated: str | None
    line: int
    source: str | None
    document: str | None
    by: str | None
    as_of: date | None


class Step(NamedTuple):
    """
    One step of the reasons: a statement in plain words, its truth, and what it rests on.

    *must_not*: the rule asks that it is not so.  *decides*: the step above is as it is
    because of this one.  *opens_section*: what is above it stands in another section.
    *positions* are the open questions that it turned to.  *joins*: it only says that all or any
    of the steps below hold.
    """

    name: str
    says: str
    truth: Truth
    joins: bool
    must_not: bool
    decides: bool
    section: str
    opens_section: bool
    figures: Mapping[str, str]
    facts: tuple[Fact, ...]
    positions: tuple[str, ...]
    because: tuple["Step", ...]


class Failed(NamedTuple):
    """A condition that fails, with the amounts in it and how far each is from its limit."""

    step: Step
    headroom: tuple[Headroom, ...]


class PositionTaken(NamedTuple):
    """
    The reading of an open question in force, and why this one.

    *chosen_by* is "default", "text", "confirmed", "profile" or "command line"; *default_is*
    "cautious" or "usual".  *who* chose or confirmed it, and the *reason* or document given.
    """

    id: str
    asks: str
    reading: str
    in_plain_words: str
    strength: str
    chosen_by: str
    default_is: str
    who: str | None
    reason: str | None


class ReadingAnswer(NamedTuple):
    """
    The answer if a position is read this way and all others as chosen.

    *if_open* says what to state where it is open and this reading asks for facts of its own.
    """

    reading: str
    in_plain_words: str
    strength: str
    chosen: bool
    answer: Answer
    if_open: str | None


class DecidingPosition(NamedTuple):
    """A position on which the answer turns alone."""

    taken: PositionTaken
    answers: tuple[ReadingAnswer, ...]


class Readings(NamedTuple):
    """
    The answer under every reading that its derivation touches.

    *deciding* are the positions of which one other reading alone changes the answer,
    *together* the smallest sets of other readings that do so only together; *combinations*
    is every combination that leads to an answer of its own, *purposive* those of readings
    by the aim of the clause alone.
    """

    robust: bool
    deciding: tuple[DecidingPosition, ...]
    together: tuple[UnderReadings, ...]
    combinations: tuple[UnderReadings, ...]
    purposive: tuple[UnderReadings, ...]


class Inquiry(NamedTuple):
    """Whom to ask in writing, and what to put into the profile once an answer has come."""

    licensor: str
    contact: str | None
    asks: Mapping[str, str]
    confirmations: tuple[str, ...]


class RequirementExplained(NamedTuple):
    """
    A requirement with the reasons for its answer.

    *words* are the operative words of the license relied on.  *inquiry* is None where no
    reading decides.
    """

    answer: RequirementAnswer
    in_plain_words: str
    words: tuple[str, ...]
    elements: Step | None
    failed: tuple[Failed, ...]
    exemptions: tuple[Step, ...]
    fulfilment: Step | None
    positions: tuple[PositionTaken, ...]
    readings: Readings
    inquiry: Inquiry | None
    headroom: tuple[Headroom, ...]


class Explanation(NamedTuple):
    """
    One offering under one license, explained.

    *of_requirement* is the only requirement asked about (None: all).  *flips* lead to another
    answer to it, or to another verdict; None where nobody asked for them.
    """

    as_of: date
    engines: tuple[str, ...]
    license: str
    license_title: str
    licensee: EntityId
    licensee_name: str
    offering: str
    offering_name: str
    verdict: Verdict
    robust: bool
    notes: tuple[str, ...]
    other_days: tuple[OtherDay, ...]
    not_assessed: tuple[str, ...]
    requirements: tuple[RequirementExplained, ...]
    of_requirement: str | None
    flips: tuple[Flip, ...] | None
