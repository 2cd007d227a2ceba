"""Small structures, written as in `tests/cases/control`, made into the records that membership is computed from."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from k3license.facts.group.options import DEFAULT, Options
from k3license.model.ownership import (
    ControlFact,
    EntityId,
    EntityKind,
    Holder,
    Holding,
    JointControl,
    Structure,
    VotingOption,
)
from k3license.model.ranges import ANY, Range, exactly

L = EntityId("L")
DAY = date(2026, 6, 30)
EVERYTHING_LISTED = Decimal(0)
CONTROL = ("more-than-half", "half-or-more")
READINGS = (*CONTROL, "multiplied-ownership", "significant-influence")
CASES = Path(__file__).parents[3] / "cases" / "control"

_BAND = re.compile(r"(over )?(\S+) to (under )?(\S+)")


def share(value: object) -> Range:
    """Read `30`, `unknown`, `20 to 30` or `over 25 to under 50`."""
    text = str(value)
    if text == "unknown":
        return ANY
    if band := _BAND.fullmatch(text):
        over, low, under, high = band.groups()
        return Range(Decimal(low), Decimal(high), low_open=bool(over), high_open=bool(under))
    return exactly(text)


def structure(case: Mapping[str, Any]) -> Structure:
    """Build the structure of a case; every entity without a kind is a company."""
    holdings = tuple(_holdings(case))
    control = tuple(
        ControlFact(fact["controller"], fact["controlled"], fact["by"], f"control[{number}]")
        for number, fact in enumerate(case.get("control", ()))
    )
    mentioned = [L, *(e for h in holdings for e in (h.owner, h.owned, h.held_for) if e)]
    mentioned += [e for fact in control for e in (fact.controller, fact.controlled)]
    mentioned += [*case.get("kinds", ()), *case.get("branches", ()), *case.get("entities", ())]
    return Structure(
        holders={entity: _holder(case, entity) for entity in dict.fromkeys(mentioned)},
        holdings=holdings,
        control=control,
        acting_together=tuple(tuple(pool) for pool in case.get("acting_together", ())),
        joint_control=tuple(
            JointControl(agreed["controlled"], tuple(agreed["parties"]), f"joint[{number}]")
            for number, agreed in enumerate(case.get("decide_together", ()))
        ),
        options=tuple(
            VotingOption(o["holder"], o["target"], share(o["votes"]), f"options[{n}]", o["exercisable"])
            for n, o in enumerate(case.get("could_obtain", ()))
        ),
    )


def _holder(case: Mapping[str, Any], entity: EntityId) -> Holder:
    kind = case.get("kinds", {}).get(entity, "company")
    return Holder(
        entity,
        None if kind == "unknown" else EntityKind(kind),
        dissolved=case.get("dissolved", {}).get(entity),
        branch_of=case.get("branches", {}).get(entity),
    )


def _holdings(case: Mapping[str, Any]) -> Iterator[Holding]:
    for owner, owned in case.get("owns", {}).items():
        for target, stakes in owned.items():
            for number, stake in enumerate(stakes if isinstance(stakes, list) else [stakes]):
                path = f"entities.{owner}.owns.{target}" + (f"[{number}]" if number else "")
                yield _holding(owner, target, stake if isinstance(stake, dict) else {"percent": stake}, path)
    for number, line in enumerate(case.get("ownership", ())):
        yield _holding(line["owner"], line["owned"], line, line.get("path", f"ownership[{number}]"))
    if chain := case.get("chain"):
        names = [L, *(f"N{number}" for number in range(1, chain["length"] + 1))]
        for owner, target in pairwise(names):
            yield _holding(owner, target, chain, f"entities.{owner}.owns.{target}")
    if star := case.get("star"):
        for number in range(1, star["width"] + 1):
            yield _holding(L, f"N{number}", star, f"entities.L.owns.N{number}")
            for target, percent in star["each_holds"].items():
                yield _holding(f"N{number}", target, {"percent": percent}, f"entities.N{number}.owns.{target}")


def _holding(owner: str, owned: str, stake: Mapping[str, Any], path: str) -> Holding:
    percent = share(stake["percent"])
    return Holding(
        EntityId(owner),
        EntityId(owned),
        percent,
        share(stake["votes"]) if "votes" in stake else percent,
        path,
        start=stake.get("from"),
        end=stake.get("until"),
        held_for=stake.get("held_for"),
    )


@dataclass(frozen=True)
class Question:
    """One thing asked of a case, with the answer expected."""

    case: Mapping[str, Any]
    reading: str
    sure: frozenset[str] | int
    perhaps: frozenset[str]
    common_owner: str = "not-states"
    options: Options = DEFAULT
    day: date = DAY

    @property
    def id(self) -> str:
        return f"{self.case['case']} ({self.reading})"


def questions() -> Iterator[Question]:
    """Yield everything that the written cases ask."""
    for file in sorted(CASES.glob("*.yaml")):
        for case in yaml.safe_load(file.read_text("utf-8")):
            yield from _asked(case, case.get("members", {}))
            for day, expected in case.get("by_day", {}).items():
                yield from _asked(case, expected, day=day)
            for other in case.get("otherwise", ()):
                yield from _asked(
                    case,
                    other["members"],
                    common_owner=other.get("common_owner", "not-states"),
                    options=Options(**other.get("options", {})),
                )


def _asked(case: Mapping[str, Any], expected: Mapping[str, Any], **how: Any) -> Iterator[Question]:
    for reading in READINGS:
        for key in (reading, "control" if reading in CONTROL else "", "every-reading"):
            if key in expected:
                yield _question(case, reading, expected[key], **how)
                break


def _question(case: Mapping[str, Any], reading: str, answer: Any, **how: Any) -> Question:
    if isinstance(answer, int):
        return Question(case, reading, answer, frozenset(), **how)
    if isinstance(answer, list):
        return Question(case, reading, frozenset(answer), frozenset(), **how)
    return Question(case, reading, frozenset(answer.get("surely", ())), frozenset(answer.get("perhaps", ())), **how)
