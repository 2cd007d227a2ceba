"""A group as text and as JSON: who belongs to it, why, and what the others lack."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from k3license.answers.ownership_words import step_words
from k3license.facts.group.steps import percent_text
from k3license.model.assessment import GroupChange, GroupReport
from k3license.model.ownership import EntityId, Membership, Step
from k3license.model.truth import Truth

FORMAT: Final = "k3license.group/1"


def group_as_data(report: GroupReport) -> dict[str, Any]:
    """Return the report as plain data; entities surely outside are left out."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "licensee": report.licensee,
        "as_of": report.as_of.isoformat(),
        "affiliate": report.affiliate,
        "common_owner": report.common_owner,
        "members": {entity: _member(membership) for entity, membership in report.members.items()},
        "near_misses": dict(report.near_misses),
        "doubts": list(report.doubts),
    }
    if report.changes is not None:
        data["changes"] = [
            {
                "day": change.day.isoformat(),
                "entity": change.entity,
                "before": change.before.value,
                "after": change.after.value,
            }
            for change in report.changes
        ]
    return data


def _member(membership: Membership) -> dict[str, Any]:
    data: dict[str, Any] = {
        "member": membership.member.value,
        "because": [_step(step) for step in membership.because],
    }
    if membership.lacks is not None:
        data["lacks"] = membership.lacks
    if membership.open_paths:
        data["open"] = list(membership.open_paths)
    return data


def _step(step: Step) -> dict[str, Any]:
    return {
        "holders": list(step.holders),
        "target": step.target,
        "held": None if step.held is None else percent_text(step.held),
        "by": step.by,
        "since": None if step.since is None else step.since.isoformat(),
        "paths": list(step.paths),
    }


def group_as_text(report: GroupReport) -> str:
    """Return the report as text for people."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: GroupReport) -> Iterator[str]:
    yield f"Group of {_name(report, report.licensee)} as of {report.as_of}"
    yield f"affiliate: {report.affiliate}, common owner: {report.common_owner}"
    yield ""
    if not report.members:
        yield "No listed entity is an affiliate."
    name = partial(_name, report)
    for entity, membership in report.members.items():
        state = "member" if membership.member is Truth.YES else "open"
        yield f"{state:<8}{_name(report, entity)}"
        for step in membership.because:
            yield f"        {step_words(step, name)}"
        if membership.lacks is not None:
            yield f"        {membership.lacks}"
        for path in membership.open_paths:
            yield f"        unknown: {path}"
    for entity, lacks in report.near_misses.items():
        yield f"{'outside':<8}{_name(report, entity)}"
        yield f"        {lacks}"
    if report.changes is not None:
        yield ""
        yield from _changes(report, report.changes)
    for doubt in report.doubts:
        yield f"Doubtful: {doubt}"


def _name(report: GroupReport, entity: EntityId) -> str:
    return report.names.get(entity, entity)


def _changes(report: GroupReport, changes: Sequence[GroupChange]) -> Iterator[str]:
    yield "Changes:" if changes else "No changes between these days."
    for change in changes:
        verb = {Truth.YES: "joins", Truth.NO: "leaves", Truth.UNKNOWN: "may belong from this day on"}[change.after]
        yield f"{change.day}  {_name(report, change.entity)} {verb}"
