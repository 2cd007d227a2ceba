"""
The world that an answer is about: a completed profile, a day, one reading of every position.
"""

from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import Any

from tests.reference.ownership import Ownership
from tests.reference.scalars import Month, Profile, day, is_open, listed, month_of, unwrapped

# Every position with its readings, the default first.
READINGS: dict[str, tuple[str, ...]] = {
    "affiliate": ("half-or-more", "more-than-half", "significant-influence", "multiplied-ownership"),
    "common-owner": ("not-states", "anyone", "companies-only"),
    "affiliate-history": ("both", "whole-window", "while-affiliated"),
    "third-party": ("separate-persons", "contractors-only", "outside-the-group"),
    "meaningful-control": ("any-input", "free-form", "beyond-prompts"),
    "embedded-scope": ("bounded-feature", "agent-shells-too", "any-packaged-product"),
    "mere-relaying": ("routing-and-billing", "inference-elsewhere"),
    "hosted-by-others": ("outside-the-group", "any-other-person"),
    "giving-access": ("hosting-or-delivery", "hosting-only"),
    "business": ("any-standing-offer", "paid-only"),
    "maas-of": ("any-model", "kimi-k3-only"),
    "gate-reach": ("any-commercial-use", "the-maas-offering-only"),
    "commercial-purpose": ("in-trade-even-if-free", "for-money"),
    "commercial-product": ("marketed-even-if-free", "for-money-or-advertising"),
    "api-access": ("is-use", "is-not-use"),
    "compelled-disclosure": ("not-counted", "counted"),
    "twelve-months": ("any-window", "since-first-use", "trailing"),
    "window-alignment": ("any-day", "calendar-months"),
    "exchange": ("highest-of-policies", "monthly", "yearly-average", "closing"),
    "sales-inside-the-group": ("counted", "eliminated"),
    "outputs": ("everything-generated", "without-decisions", "model-responses-only"),
    "exempt-derivatives": ("software-only", "internal-too", "derivatives-too"),
    "accessed-through": ("servers-run-by-them", "their-contract", "their-client-too"),
    "distilled": ("is-derivative", "is-not"),
    "software-part": ("any-part", "the-model"),
    "used-for": ("runs-in", "also-made-with"),
    "product-perimeter": ("whole-product", "feature"),
    "display-months": ("any-month-since-first-use", "latest-month"),
    "no-interface": ("wherever-users-meet-it", "duty-falls-away"),
    "notice-copies": ("all-copies", "handed-on-only"),
    "copy-in-group": ("binds-the-user", "binds-the-holder"),
}
PURPOSIVE = {("maas-of", "kimi-k3-only"), ("gate-reach", "the-maas-offering-only")}

NAME_TO_SHOW = {"kimi-k3": "Kimi K3", "kimi-k2.6": "Kimi K2.6", "kimi-k2.7-code": "Kimi K2.7 Code"}
LICENSOR = "Moonshot AI"


def readings(profile: Profile, license: str, positions: dict[str, str]) -> dict[str, str]:
    """
    The reading of every position: the default, then the profile's, then the profile's for this license,
    then those given (``license/position`` beats ``position``); what the licensor confirmed in writing is
    the only reading.
    """
    chosen = {position: choices[0] for position, choices in READINGS.items()}
    stated = profile.get("positions") or {}
    for block in (stated, stated.get(license) or {}):
        chosen |= {p: str(_reading(block[p])) for p in block if p in READINGS}
    chosen |= {p: reading for p, reading in positions.items() if p in READINGS}
    for p, reading in positions.items():
        if p.startswith(f"{license}/"):
            chosen[p.removeprefix(f"{license}/")] = reading
    for line in profile.get("confirmations") or []:
        # A fact can be confirmed too; only readings matter here.
        if line.get("license", license) == license and line["on"] in READINGS and line["from"] == LICENSOR:
            chosen[line["on"]] = line["says"]
    for position, reading in chosen.items():
        if reading not in READINGS[position]:
            raise ValueError(f"{reading!r} is no reading of {position}")
    return chosen


def _reading(value: object) -> object:
    return value["reading"] if isinstance(value, dict) else value


@dataclass(frozen=True)
class World:
    """A completed profile with what is needed to read it."""

    profile: Profile
    license: str
    as_of: date
    readings: dict[str, str]
    ownership: Ownership
    begun: str | None = None
    """An offering not yet in use that is answered as if it began on `as_of`."""
    forced: str | None = None
    """An offering that is assessed as if it used the model of `license`."""
    offerings: dict[str, dict[str, Any]] = field(default_factory=dict)
    entities: dict[str, dict[str, Any]] = field(default_factory=dict)
    rates: dict[tuple[str, Month, str, Month, Month], Fraction] = field(default_factory=dict)
    """Rates already looked up: currency, month, policy, last month of the window, month of `as_of`."""

    @classmethod
    def of(cls, profile: Profile, *, license: str, positions: dict[str, str]) -> "World":
        return cls(
            profile=profile,
            license=license,
            as_of=day(profile["as_of"]),
            readings=readings(profile, license, positions),
            ownership=Ownership(profile),
            offerings={name: block or {} for name, block in (profile.get("offerings") or {}).items()},
            entities={name: block or {} for name, block in (profile.get("entities") or {}).items()},
        )

    @property
    def month(self) -> Month:
        """The month of `as_of`, which counts with the figure given."""
        return month_of(self.as_of)

    def at(self, when: date) -> "World":
        """The same world looked at on an earlier day."""
        return replace(self, as_of=when)

    def members(self, name: str, *, when: date, affiliate: str | None = None) -> set[str]:
        """The entity and its affiliates on a day, under the chosen reading unless another one is named."""
        return self.ownership.on(when).group(
            name,
            affiliate=affiliate or self.readings["affiliate"],
            common_owner=self.readings["common-owner"],
        )

    def members_in_month(self, name: str, month: Month) -> set[str]:
        """Who belonged on any day of the month, up to `as_of`."""
        days = self.ownership.days_of_change(month, until=self.as_of)
        return {member for when in days for member in self.members(name, when=when)}

    def first_use(self, offering: str) -> date | None:
        """First use in business; None for one that is not yet in use on `as_of`."""
        value = unwrapped(self.offerings[offering].get("first_used"))
        if value == "not-yet":
            return None
        started = day(value)
        return None if started > self.as_of else started

    def is_planned(self, offering: str) -> bool:
        """Not in use yet, whoever looks at it."""
        return not is_open(self.offerings[offering].get("first_used")) and self.first_use(offering) is None

    def models(self, offering: str) -> list[str]:
        """The models of an offering, `none` left out."""
        return [str(model) for model in listed(self.offerings[offering].get("model"))]
