"""Explanations as JSON: `k3license.explanation/1`."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from k3license.model.assessment import Answer, UnderReadings
from k3license.model.changes import Flip
from k3license.model.explanation import (
    Explanation,
    Fact,
    Inquiry,
    PositionTaken,
    Readings,
    RequirementExplained,
    Step,
)
from k3license.model.headroom import Headroom, Latest, Trip
from k3license.model.months import Month, month_text
from k3license.model.ranges import Range
from k3license.writers.whatif_report import change_as_data

FORMAT: Final = "k3license.explanation/1"


def explanations_as_data(found: Sequence[Explanation]) -> dict[str, Any]:
    """Return explanations as plain data; amounts are decimal numbers as texts."""
    return {
        "format": FORMAT,
        "as_of": found[0].as_of.isoformat(),
        "engines": list(found[0].engines),
        "explanations": [_explanation(each) for each in found],
        "not_legal_advice": True,
    }


def _explanation(each: Explanation) -> dict[str, Any]:
    data: dict[str, Any] = {
        "license": each.license,
        "licensee": each.licensee,
        "offering": each.offering,
        "verdict": each.verdict.value,
        "robust": each.robust,
        "notes": list(each.notes),
        "not_assessed": list(each.not_assessed),
        "requirements": [_requirement(requirement) for requirement in each.requirements],
    }
    if each.flips is not None:
        data["flips_of"] = each.of_requirement or "verdict"
        data["flips"] = [flip_as_data(flip) for flip in each.flips]
    return data


def _requirement(each: RequirementExplained) -> dict[str, Any]:
    answer = each.answer
    return {
        "id": answer.id,
        "section": answer.section,
        "title": answer.title,
        "words": list(each.words),
        "in_plain_words": each.in_plain_words,
        **answer_as_data(answer.answer),
        "findings": [{"kind": finding.kind, "text": finding.says} for finding in answer.findings],
        "why": None if each.elements is None else _step(each.elements),
        "failed": [
            {
                "statement": failed.step.name,
                "says": failed.step.says,
                "limits": [limit.measure for limit in failed.headroom],
            }
            for failed in each.failed
        ],
        "exemptions": [_step(step) for step in each.exemptions],
        "fulfilment": None if each.fulfilment is None else _step(each.fulfilment),
        "positions": [_taken(taken) for taken in each.positions],
        "readings": _readings(each.readings),
        "ask_in_writing": None if each.inquiry is None else _inquiry(each.inquiry),
        "limits": [headroom_as_data(limit) for limit in each.headroom],
        "open_questions": [
            {"path": question.path, "question": question.question, "ask": question.of}
            for question in answer.open_questions
        ],
    }


def answer_as_data(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain data."""
    return {"applies": answer.applies.value, "fulfilled": None if answer.fulfilled is None else answer.fulfilled.value}


def _step(step: Step) -> dict[str, Any]:
    data: dict[str, Any] = {"statement": step.name, "says": step.says, "truth": step.truth.value}
    data |= {"section": step.section, "must_not": step.must_not, "decides": step.decides}
    if step.figures:
        data["figures"] = dict(step.figures)
    if step.facts:
        data["facts"] = [fact_as_data(fact) for fact in step.facts]
    if step.positions:
        data["positions"] = list(step.positions)
    if step.because:
        data["because"] = [_step(each) for each in step.because]
    return data


def fact_as_data(fact: Fact) -> dict[str, Any]:
    """Return a fact with its line and its evidence as plain data."""
    as_of = None if fact.as_of is None else fact.as_of.isoformat()
    evidence = {"source": fact.source, "document": fact.document, "by": fact.by, "as_of": as_of}
    return {
        "path": fact.path,
        "line": fact.line,
        "stated": fact.stated,
        **{key: value for key, value in evidence.items() if value is not None},
    }


def _taken(taken: PositionTaken) -> dict[str, Any]:
    return {
        "position": taken.id,
        "asks": taken.asks,
        "reading": taken.reading,
        "in_plain_words": taken.in_plain_words,
        "strength": taken.strength,
        "chosen_by": taken.chosen_by,
        "default_is": taken.default_is,
        "by": taken.who,
        "reason": taken.reason,
    }


def _readings(readings: Readings) -> dict[str, Any]:
    return {
        "robust": readings.robust,
        "deciding": [
            {
                **_taken(each.taken),
                "answers": [
                    {
                        "reading": other.reading,
                        "strength": other.strength,
                        "chosen": other.chosen,
                        **answer_as_data(other.answer),
                    }
                    for other in each.answers
                ],
            }
            for each in readings.deciding
        ],
        "together": [_under(under) for under in readings.together],
        "combinations": [_under(under) for under in readings.combinations],
        "purposive": [_under(under) for under in readings.purposive],
    }


def _under(under: UnderReadings) -> dict[str, Any]:
    return {"readings": dict(under.readings), **answer_as_data(under.answer)}


def _inquiry(inquiry: Inquiry) -> dict[str, Any]:
    return {
        "licensor": inquiry.licensor,
        "contact": inquiry.contact,
        "asks": dict(inquiry.asks),
        "confirmations": list(inquiry.confirmations),
    }


def headroom_as_data(limit: Headroom) -> dict[str, Any]:
    """Return an amount beside its limit as plain data."""
    return {
        "requirement": limit.requirement,
        "measure": limit.measure,
        "says": limit.says,
        "limit": _number(limit.limit),
        "strict": limit.strict,
        "currency": limit.currency,
        "crossed": limit.crossed.value,
        # The month in which it was first crossed; the amount may have been below the limit since.
        "crossed_since": None if limit.since is None else _month(limit.since),
        "perhaps_crossed_earlier": limit.perhaps_earlier,
        "amount": range_as_data(limit.amount),
        "window": None if limit.last is None else {"first": _month(limit.first), "last": _month(limit.last)},
        "total": None if limit.total is None else range_as_data(limit.total),
        "parts": [{"name": part.name, "path": part.path, "adds": range_as_data(part.adds)} for part in limit.parts],
        "latest": None if limit.latest is None else _latest(limit.latest),
        "left": range_as_data(limit.left),
        "left_percent": range_as_data(limit.percent),
        "trip": None if limit.trip is None else _trip(limit.trip),
    }


def _latest(latest: Latest) -> dict[str, Any]:
    return {"first": _month(latest.first), "last": _month(latest.last), "total": range_as_data(latest.total)}


def _trip(trip: Trip) -> dict[str, Any]:
    return {
        "growth_percent": _number(trip.growth),
        "until": _month(trip.until),
        "possible": _month(trip.possible),
        "sure": _month(trip.sure),
        "then": None if trip.starts is None else answer_as_data(trip.starts),
        "assumed": [
            {
                "name": each.name,
                "path": each.path,
                "base": range_as_data(each.base),
                "currency": each.currency,
                "first": _month(each.first),
            }
            for each in trip.assumed
        ],
        "unknown": list(trip.unknown),
    }


def range_as_data(amount: Range) -> dict[str, Any]:
    """Return a range as plain data; a missing end is null, an open one says that the end itself is excluded."""
    return {
        "low": _number(amount.low),
        "high": _number(amount.high),
        **({"low_open": True} if amount.low_open else {}),
        **({"high_open": True} if amount.high_open else {}),
    }


def _number(number: Decimal | None) -> str | None:
    return None if number is None else f"{number:f}"


def _month(month: Month | None) -> str | None:
    return None if month is None else month_text(month)


def flip_as_data(flip: Flip) -> dict[str, Any]:
    """Return a set of changes, and what it leads to, as plain data."""
    return {
        "who": flip.who,
        "can_act": flip.who == "licensee",
        "better": flip.better,
        "verdict": flip.verdict.value,
        "actions": [
            {
                "id": action.id,
                "says": action.says,
                "who": action.who,
                "changes": [change_as_data(change) for change in action.changes],
            }
            for action in flip.actions
        ],
        "answers": {id: answer_as_data(answer) for id, answer in flip.answers.items()},
    }
