"""Choosing the open facts of a partial profile, save revenue, users and rates."""

import json
import random
from collections.abc import Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from tests.reference.blur import CENT, money, months_list
from tests.reference.choices import (
    AUDIENCE_CHOICES,
    CHARGED,
    KINDS,
    OUTPUT_CHOICES,
    PURPOSES,
    RELAY_CHOICES,
    SERVES_CHOICES,
    SHOWN,
    START,
)
from tests.reference.months import ZERO, Values
from tests.reference.ownership import Ownership
from tests.reference.scalars import (
    NotComplete,
    Profile,
    amount,
    complete_months,
    day,
    first_day,
    is_none,
    is_open,
    listed,
    month_key,
    month_of,
    unwrapped,
)
from tests.reference.world import LICENSOR


class Facts:
    """One attempt at a completion: what is chosen of everything that is not an amount of money or users."""

    def __init__(self, profile: Profile, rng: random.Random, mode: str) -> None:
        copied: Profile = json.loads(json.dumps(profile, default=str))
        self.profile = _plain(copied)
        self.rng = rng
        self.mode = mode
        self.lean = rng.choice([None, None, "yes", "no"])
        self.as_of = day(self.profile["as_of"])
        self.last = month_of(self.as_of)
        self.least: dict[str, Values] = {}

    def choose_facts(self) -> bool:
        """Choose all of them; False where the holdings chosen add up to more than there is."""
        for name, entity in self.profile["entities"].items():
            self.profile["entities"][name] = self._entity(name, entity or {})
        if not self._stakes():
            return False
        for block in (self.profile.get("offerings") or {}).values():
            self._offering(block)
        self._group_wide()
        return True

    # Small choices

    def flag(self) -> str:
        if self.lean is not None and self.rng.random() < 0.8:
            return self.lean
        return self.rng.choice(["yes", "no"])

    def settle(self, block: dict[str, Any], name: str, choices: Sequence[Any]) -> None:
        """Give an open fact one of the choices."""
        if is_open(block.get(name)):
            block[name] = self.rng.choice(choices)

    def settle_flag(self, block: dict[str, Any], name: str) -> None:
        if is_open(block.get(name)):
            block[name] = self.flag()

    # Entities and holdings

    def _entity(self, name: str, entity: dict[str, Any]) -> dict[str, Any]:
        operators = {block["operator"] for block in (self.profile.get("offerings") or {}).values()}
        if name in operators or name == self.profile.get("licensee"):
            self.settle(entity, "kind", ["company"])
        elif self._is_owned(name):
            self.settle(entity, "kind", ["company", "fund"])
        else:
            self.settle(entity, "kind", ["company", "person", "fund", "state"])
        if is_none(self.profile.get("other_model_as_a_service")):
            self.settle(entity, "model_as_a_service", ["no"])
        self.settle_flag(entity, "model_as_a_service")
        self.settle(entity, "holds_copy", ["none", "none", ["kimi-k3"]])
        return entity

    def _is_owned(self, name: str) -> bool:
        lines = [line["owned"] for line in self.profile.get("ownership") or []]
        lines += [line["controlled"] for line in self.profile.get("control") or []]
        for entity in self.profile["entities"].values():
            lines += list((entity or {}).get("owns") or {})
        return name in lines

    def _stakes(self) -> bool:
        """Exact percentages on either side of the thresholds; what adds up to more than 100 % is no world."""
        for entity in self.profile["entities"].values():
            owns = entity.get("owns")
            for owned in owns if isinstance(owns, dict) else []:
                if isinstance(owns[owned], dict) and "value" not in owns[owned]:
                    self._stake(owns[owned])
                else:
                    owns[owned] = self._percent(owns[owned])
        for line in self.profile.get("ownership") or []:
            self._stake(line)
        try:
            for when in {self.as_of, first_day(START), *self._change_days()}:
                Ownership(self.profile).on(when)
        except NotComplete:
            return False
        return True

    def _change_days(self) -> set[date]:
        """Days on which another set of holdings is in force."""
        found: set[date] = set()
        ownership = Ownership(self.profile)
        for month in range(START - 24, self.last + 1):
            found |= ownership.days_of_change(month, until=self.as_of)
        return found

    def _stake(self, line: dict[str, Any]) -> None:
        line["percent"] = self._percent(line.get("percent"))
        if line.get("votes") is not None:
            line["votes"] = self._percent(line["votes"])

    def _percent(self, value: object) -> str:
        said = amount(value)
        low = ZERO if said.low is None else said.low + (CENT if said.low_open else ZERO)
        high = Fraction(100) if said.high is None else said.high - (CENT if said.high_open else ZERO)
        if said.is_exact:
            return money(low)
        choices = [low, low, high, Fraction((low + high) // 2)]
        choices += [Fraction(n, 100) for n in (1999, 2000, 4999, 5000, 5001)]
        return money(self.rng.choice([c for c in choices if low <= c <= high]))

    def add_a_holding_below_the_listed_ones(self) -> None:
        """
        A company that the file does not list because the stake is below `listed_down_to` and below half.
        """
        down_to = amount(self.profile.get("listed_down_to") or "50").low
        if down_to is None or down_to <= 20 or self.rng.random() < 0.7:
            return
        licensee = self.profile.get("licensee") or next(iter(self.profile["entities"]))
        other: dict[str, Any] = {"kind": "company", "model_as_a_service": self.flag(), "holds_copy": "none"}
        value = self.rng.choice([ZERO, Fraction(2_000_000), Fraction(10_000_000)])
        other["revenue"] = {
            "currency": "USD",
            "trading_since": month_key(START),
            "from_group": "none",
        } | months_list(START, [value] * (self.last - START + 1))
        self.profile["entities"]["unlisted"] = other
        line = {"owner": licensee, "owned": "unlisted", "percent": self.rng.choice(["20", "30", "49.99"])}
        self.profile.setdefault("ownership", []).append(line)

    # Offerings

    def _offering(self, block: dict[str, Any]) -> None:
        others = [name for name, other in self.profile["offerings"].items() if other is not block]
        self.settle(block, "kind", KINDS)
        self.settle(block, "charged", CHARGED)
        self.settle(block, "purpose", PURPOSES)
        self.settle(block, "channels", ["none", others or "none"])
        self.settle(block, "offered_to", AUDIENCE_CHOICES)
        self.settle(block, "serves", SERVES_CHOICES)
        if block["model"] == "other":
            self.settle_flag(block, "language_model")
        control = block.get("they_control")
        block["they_control"] = control if isinstance(control, dict) else {}
        self.settle(block["they_control"], "inputs", ["none", "task-data", "free-form"])
        for fact in ("system_prompt", "parameters", "training_data"):
            self.settle_flag(block["they_control"], fact)
        self._access(block)
        self._copies(block)
        own = any(_route(entry) == "self-hosted" for entry in listed(block.get("access")))
        self.settle(block, "relay", ["no"] if own else RELAY_CHOICES)
        self.settle(block, "outputs_leave", OUTPUT_CHOICES)
        self._dates(block)
        self._display(block)
        self._makers(block)

    def _makers(self, block: dict[str, Any]) -> None:
        """Choose what it was made with, where a reading asks: a tool that nobody has listed would do as well."""
        if "also-made-with" not in str(self.profile.get("positions")):
            return
        names = list(self.profile["offerings"])
        here = next(place for place, name in enumerate(names) if self.profile["offerings"][name] is block)
        # Nothing helped to make what helped to make it.
        earlier = {name: self.profile["offerings"][name] for name in names[:here]}
        tools = [name for name, other in earlier.items() if other["operator"] == block["operator"]]
        self.settle(block, "made_with", [[], *([name] for name in tools)])

    def _access(self, block: dict[str, Any]) -> None:
        if not listed(block["model"]):
            return
        if is_open(block.get("access")):
            host = {"hosts": ["Host One"], "certified": self.flag()}
            choices: list[list[Any]] = [["moonshot"], [host], ["moonshot", host]]
            relays = not is_open(block.get("relay")) and unwrapped(block.get("relay")) != "no"
            if not is_none(block.get("copies")) and not relays:
                choices += [["self-hosted"], ["self-hosted", host], ["self-hosted", "moonshot"]]
            block["access"] = self.rng.choice(choices)
        for entry in listed(block["access"]):
            if isinstance(entry, dict) and "hosts" in entry:
                self.settle_flag(entry, "certified")
                if self.rng.random() < 0.1:
                    self.settle(entry, self.rng.choice(["contract", "client"]), ["moonshot"])

    def _copies(self, block: dict[str, Any]) -> None:
        own = any(_route(entry) == "self-hosted" for entry in listed(block.get("access")))
        delivered = block.get("access_by") == "delivered-copy"
        if is_open(block.get("copies")):
            made: dict[str, Any] = {"parts": ["weights"]}
            if block.get("uses_parts_of"):
                made = {"of": list(block["uses_parts_of"]), "parts": ["code"]}
            elif not own:
                made["of"] = block["model"]
            if delivered or self.rng.random() < 0.3:
                made["distributed_to"] = self.rng.choice([["customers"], ["affiliates"], ["contractors"]])
            needed = own or bool(block.get("uses_parts_of"))
            block["copies"] = made if needed or (listed(block["model"]) and self.rng.random() < 0.2) else "none"
        if isinstance(block["copies"], dict):
            self.settle_flag(block["copies"], "notice_kept")
            if listed(block["copies"].get("distributed_to")):
                self.settle_flag(block["copies"], "notice_handed_on")

    def _dates(self, block: dict[str, Any]) -> None:
        if block.get("offered_from") == "unknown":
            block["offered_from"] = first_day(self.rng.randint(START, self.last)).isoformat()
        if block.get("offered_until") == "unknown":
            block["offered_until"] = self.rng.choice(["none", self.as_of.isoformat()])
        if not is_open(block.get("first_used")):
            return
        limit = self.as_of
        if not is_open(block.get("offered_from")):
            limit = min(limit, day(block["offered_from"]))
        days = [
            first_day(START),
            first_day(complete_months(self.as_of)),
            first_day(self.last),
            first_day(START + 5),
        ]
        block["first_used"] = self.rng.choice([d for d in days if d <= limit] or [limit]).isoformat()
        if not is_open(block.get("offered_from")) and day(block["offered_from"]) > self.as_of:
            block["first_used"] = self.rng.choice([block["first_used"], "not-yet"])

    def _display(self, block: dict[str, Any]) -> None:
        if is_open(block.get("display")):
            if not is_open(block.get("part_of")):
                block.pop("display", None)
                return
            block["display"] = self.rng.choice(["none", {}, {"interface": "none"}])
        for place in listed(block["display"]):
            if is_none(place.get("interface")) and self.rng.random() < 0.5:
                continue
            self.settle(place, "name", SHOWN)
            self.settle_flag(place, "prominent")

    # What is said of all

    def _group_wide(self) -> None:
        others = self.profile.get("other_affiliates")
        if is_open(others):
            self.settle(self.profile, "other_affiliates", ["none", {"count": "1"}])
        others = self.profile["other_affiliates"]
        if isinstance(others, dict):
            self.settle_flag(others, "model_as_a_service")
            if is_open(others.get("revenue")):
                value = self.rng.choice([ZERO, Fraction(2_000_000), Fraction(166_666_667, 100)])
                values = [value] * (self.last - START + 1)
                block = {"currency": "USD", "trading_since": month_key(START)} | months_list(START, values)
                others["revenue"] = self.rng.choice(["included", block])
        if is_open(self.profile.get("agreements")):
            self.profile["agreements"] = self.rng.choice(["none", [{}]])
        offerings = list(self.profile.get("offerings") or {})
        entities = list(self.profile["entities"])
        for line in listed(self.profile["agreements"]):
            self.settle(line, "with", [LICENSOR])
            self.settle(line, "kind", ["separate-agreement", "separate-agreement", "terms-of-service"])
            self.settle(line, "party", [self.profile.get("licensee") or entities[0], *entities])
            self.settle(line, "extends_to", [[], entities])
            self.settle(line, "covers", [offerings, offerings, offerings[:1]])
            starts = [first_day(m).isoformat() for m in (START, START + 6, self.last, self.last + 1)]
            self.settle(line, "effective_from", starts)
            self.settle(line, "expires", ["none", self.as_of.isoformat(), self._day_before()])
            self.settle_flag(line, "covers_past_use")
            self.settle(line, "document", ["DMS-1", "DMS-1", "none"])

    def _day_before(self) -> str:
        return (self.as_of - timedelta(days=1)).isoformat()


def _route(entry: Any) -> str:
    """The route of an entry of `access`."""
    return str(entry.get("route", "hosts")) if isinstance(entry, dict) else str(entry)


def _plain(value: Any) -> Any:
    """The same with `{value:, source:, ...}` unwrapped everywhere."""
    value = unwrapped(value)
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value
