"""
Random partial profiles, valid by construction: first a whole world in which everything is known and agrees,
then facts are blurred into ranges and totals, called unknown, or left out.

`partial_profile(random.Random(seed))` gives one; `partial_profiles()` is the same for hypothesis, which
shrinks it.
"""

import random
from copy import deepcopy
from datetime import date
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from tests.reference.blur import blurred_amount, blurred_revenue, money
from tests.reference.choices import often
from tests.reference.scalars import (
    Profile,
    complete_months,
    listed,
    month_of,
)
from tests.reference.worlds import whole_world


def partial_profile(rng: random.Random) -> Profile:
    """One random partial profile, small and valid."""
    return blurred(whole_world(rng), rng)


@st.composite
def partial_profiles(draw: st.DrawFn) -> Profile:
    """The same for hypothesis: every choice is drawn, so failures shrink."""
    return partial_profile(draw(st.randoms(use_true_random=False)))


def blurred(world: Profile, rng: random.Random) -> Profile:
    """The same world as somebody writes it who does not know everything."""
    profile = deepcopy(world)
    haze = rng.choice([0.0, 0.05, 0.15, 0.3, 0.5])
    as_of = date.fromisoformat(profile["as_of"])
    for entity in profile["entities"].values():
        entity["revenue"] = blurred_revenue(entity["revenue"], rng, haze=haze, as_of=as_of)
        _blur_stakes(entity.get("owns", {}), rng, haze)
        for name in ("kind", "model_as_a_service", "holds_copy", "revenue", "name"):
            _forget(entity, name, rng, haze / 2)
    for line in profile.get("ownership", []):
        _blur_stakes(line, rng, haze, keys=["percent"])
    for offering in profile["offerings"].values():
        _blur_offering(offering, rng, haze, as_of)
    for pair, rates in profile.get("exchange_rates", {}).items():
        profile["exchange_rates"][pair] = _blurred_rate(rates, rng, haze)
    others = profile.get("other_affiliates")
    if isinstance(others, dict):
        for name in ("model_as_a_service", "revenue"):
            _forget(others, name, rng, haze)
    if isinstance(profile["agreements"], list):
        for line in profile["agreements"]:
            for name in (
                "party",
                "covers",
                "effective_from",
                "expires",
                "covers_past_use",
                "document",
                "extends_to",
            ):
                _forget(line, name, rng, haze / 3)
    if often(rng, 0.8):
        del profile["other_model_as_a_service"]
    for name in ("agreements", "other_affiliates", "listed_down_to", "exchange_rates"):
        _forget(profile, name, rng, haze)
    return profile


def _forget(block: dict[str, Any], name: str, rng: random.Random, chance: float) -> None:
    """Leave a field out, or call it unknown."""
    if name in block and often(rng, chance):
        if often(rng, 0.3) and name not in ("name", "listed_down_to", "exchange_rates", "extends_to"):
            block[name] = "unknown"
        else:
            del block[name]


def _blur_stakes(stakes: dict[str, Any], rng: random.Random, haze: float, keys: list[str] | None = None) -> None:
    for key in keys or list(stakes):
        value = stakes[key]
        inner = value if isinstance(value, dict) else stakes
        name = "percent" if isinstance(value, dict) else key
        if not often(rng, haze):
            continue
        exactly = Fraction(inner[name])
        low, high = (
            max(exactly - rng.choice([0, 1, 10]), Fraction(0)),
            min(exactly + rng.choice([0, 1, 10]), Fraction(100)),
        )
        inner[name] = rng.choice(
            [
                f"{money(low)} to {money(high)}",
                f"at least {money(exactly)}",
                f"at most {money(exactly)}",
                f"over {money(max(exactly - 1, Fraction(0)))}",
                "unknown",
            ]
        )


def _blur_offering(block: dict[str, Any], rng: random.Random, haze: float, as_of: date) -> None:
    for name in (
        "kind",
        "channels",
        "charged",
        "purpose",
        "offered_to",
        "serves",
        "language_model",
        "display",
    ):
        _forget(block, name, rng, haze / 3)
    for name in ("relay", "outputs_leave", "first_used", "they_control"):
        _forget(block, name, rng, haze / 3)
    for name in ("inputs", "system_prompt", "parameters", "training_data"):
        if isinstance(block.get("they_control"), dict):
            _forget(block["they_control"], name, rng, haze / 3)
    if isinstance(block.get("display"), dict):
        _forget(block["display"], "prominent", rng, haze)
    for entry in listed(block.get("access")):
        if isinstance(entry, dict):
            _forget(entry, "certified", rng, haze)
    if isinstance(block["copies"], dict):
        for name in ("notice_kept", "notice_handed_on", "distributed_to"):
            if name != "distributed_to":
                _forget(block["copies"], name, rng, haze)
    elif "uses_parts_of" not in block:
        _forget(block, "access", rng, haze / 4)
    if "access_by" not in block and not (isinstance(block["copies"], dict) and "belongs_to" in block["copies"]):
        _forget(block, "copies", rng, haze / 2)
    if often(rng, haze):
        block["revenue"] = blurred_revenue(block["revenue"], rng, haze=haze, as_of=as_of, totals=False)
    if often(rng, haze):
        block["monthly_active_users"] = _blurred_users(block["monthly_active_users"], rng, as_of)
    if set(listed(block.get("offered_to"))) == {"staff"}:
        for name in ("revenue", "monthly_active_users", "display"):
            block.pop(name, None)
    for name in ("revenue", "monthly_active_users"):
        _forget(block, name, rng, haze / 3)


def _blurred_users(block: dict[str, Any], rng: random.Random, as_of: date) -> Any:
    (key,) = block
    values = [Fraction(value) for value in block[key]]
    if often(rng, 0.5):
        return rng.choice([f"at most {money(max(values))}", f"{money(min(values))} to {money(max(values))}"])
    spread = [blurred_amount(value, rng, step=Fraction(1)) for value in values]
    if complete_months(as_of) < month_of(as_of):
        spread[-1] = money(values[-1])
    return {key: spread}


def _blurred_rate(rates: Any, rng: random.Random, haze: float) -> Any:
    if not often(rng, haze):
        return rates
    if isinstance(rates, str):
        return rng.choice([f"{rates} to {money(Fraction(rates) * Fraction(11, 10))}", "unknown"])
    (key,) = rates
    spread = [
        value if often(rng, 0.6) else f"{value} to {money(Fraction(value) * Fraction(11, 10))}" for value in rates[key]
    ]
    return {key: spread}
