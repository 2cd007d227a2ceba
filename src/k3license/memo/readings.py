"""The open questions of the text: which readings are in force, and what the answers are under others."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from k3license.memo.material import Material
from k3license.memo.questions import purpose
from k3license.memo.shown import Answered, For, answered
from k3license.model.assessment import UnderReadings
from k3license.model.explanation import DecidingPosition, Inquiry, PositionTaken, RequirementExplained


class PositionShown(NamedTuple):
    """
    The reading of an open question that is in force under a license, and why this one.

    *chosen_by* is "default", "text", "confirmed", "profile" or "command line"; *who* chose it
    and the *reason* are empty where nobody said.
    """

    license: str
    id: str
    asks: str
    reading: str
    in_plain_words: str
    strength: str
    chosen_by: str
    default_is: str
    who: str
    reason: str


class Under(NamedTuple):
    """The answer under some readings of some positions."""

    readings: tuple[tuple[str, str], ...]
    answer: Answered


class OtherReading(NamedTuple):
    """
    The answer if one position is read this way and all others as chosen.

    *if_open* says what to state where the answer is open; it is empty where this reading asks for nothing special.
    """

    reading: str
    chosen: bool
    strength: str
    in_plain_words: str
    answer: Answered
    if_open: str


class Deciding(NamedTuple):
    """A position on which an answer turns alone."""

    id: str
    asks: str
    answers: tuple[OtherReading, ...]


class Effect(NamedTuple):
    """
    What one answer is under other readings; nothing at all where it is the same under every one.

    *purposive* are readings by the aim of the clause alone.
    """

    of: For
    deciding: tuple[Deciding, ...]
    together: tuple[Under, ...]
    purposive: tuple[Under, ...]


class ToConfirm(NamedTuple):
    """What to ask a licensor in writing, and the entries of a profile that record the answers."""

    licensor: str
    contact: str
    asks: tuple[str, ...]
    entries: tuple[str, ...]


def positions_shown(material: Material) -> tuple[PositionShown, ...]:
    """Return the positions that some answer turned to, once for each license."""
    found: dict[PositionShown, None] = {}
    for use, requirement in material.answers():
        found.update(dict.fromkeys(_position(use.license_title, taken) for taken in requirement.positions))
    return tuple(found)


def effects_shown(material: Material) -> tuple[Effect, ...]:
    """Return what readings do to each answer, of the answers to which they do something."""
    found = (_effect(purpose(use, requirement), requirement) for use, requirement in material.answers())
    return tuple(each for each in found if each.deciding or each.together or each.purposive)


def to_confirm(material: Material) -> tuple[ToConfirm, ...]:
    """Return what to ask each licensor."""
    found: dict[tuple[str, str | None], list[Inquiry]] = {}
    for _, requirement in material.answers():
        if (inquiry := requirement.inquiry) is not None:
            found.setdefault((inquiry.licensor, inquiry.contact), []).append(inquiry)
    return tuple(
        ToConfirm(
            licensor=licensor,
            contact=contact or "",
            asks=_once(text for each in inquiries for text in each.asks.values()),
            entries=_once(entry for each in inquiries for entry in each.confirmations),
        )
        for (licensor, contact), inquiries in found.items()
    )


def _position(license_title: str, taken: PositionTaken) -> PositionShown:
    return PositionShown(
        license=license_title,
        id=taken.id,
        asks=taken.asks,
        reading=taken.reading,
        in_plain_words=taken.in_plain_words,
        strength=taken.strength,
        chosen_by=taken.chosen_by,
        default_is=taken.default_is,
        who=taken.who or "",
        reason=taken.reason or "",
    )


def _effect(of: For, requirement: RequirementExplained) -> Effect:
    readings = requirement.readings
    return Effect(
        of=of,
        deciding=tuple(_deciding(each) for each in readings.deciding),
        together=tuple(_under(readings.together)),
        purposive=tuple(_under(readings.purposive)),
    )


def _deciding(each: DecidingPosition) -> Deciding:
    answers = tuple(
        OtherReading(
            other.reading,
            other.chosen,
            other.strength,
            other.in_plain_words,
            answered(other.answer),
            other.if_open or "",
        )
        for other in each.answers
    )
    return Deciding(each.taken.id, each.taken.asks, answers)


def _under(found: Iterable[UnderReadings]) -> Iterator[Under]:
    for each in found:
        yield Under(tuple(each.readings.items()), answered(each.answer))


def _once(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))
