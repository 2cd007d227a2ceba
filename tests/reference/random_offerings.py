"""One random offering with all its facts."""

import random
from datetime import date
from fractions import Fraction
from typing import Any

from tests.reference.blur import money, months_list
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
    USERS,
    often,
)
from tests.reference.scalars import (
    Profile,
    complete_months,
    first_day,
    month_of,
)


def random_offering(profile: Profile, operator: str, currency: str, rng: random.Random) -> dict[str, Any]:
    as_of = date.fromisoformat(profile["as_of"])
    others = list(profile["offerings"])
    block: dict[str, Any] = {"operator": operator}
    block["model"] = rng.choice(
        ["kimi-k3"] * 6
        + ["desk-tuned", "desk-twice", "desk-merged", "desk-small", "kimi-k2.6", "coder", "kimi-k2.7-code"]
        + ["other", "other", ["kimi-k3", "other"], ["kimi-k3", "kimi-k2.6"]]
    )
    block |= {
        "kind": rng.choice(KINDS),
        "channels": rng.choice(["none", "none", "none", others or "none"]),
        "charged": rng.choice(CHARGED + ("paid",) * 3),
        "purpose": rng.choice(PURPOSES + ("production",) * 4),
        "offered_to": rng.choice(AUDIENCE_CHOICES + [["customers"]] * 4),
        "serves": rng.choice(SERVES_CHOICES),
        "they_control": {
            "inputs": rng.choice(["none", "task-data", "free-form"]),
            "system_prompt": rng.choice(["yes", "no"]),
            "parameters": rng.choice(["yes", "no"]),
            "training_data": rng.choice(["yes", "no", "no"]),
        },
        "relay": "no",
        "outputs_leave": rng.choice(OUTPUT_CHOICES),
    }
    if often(rng, 0.1) and len(profile["entities"]) > 1:
        block["offered_to"] = ["staff", rng.choice([n for n in profile["entities"] if n != operator])]
    if block["outputs_leave"] == "no" and set(block["offered_to"]) & {"customers", "public", "others"}:
        block["outputs_leave"] = rng.choice(["yes", ["responses"], ["scores"]])
    if block["model"] == "other":
        block["language_model"] = rng.choice(["yes", "yes", "no"])
    if often(rng, 0.07):
        block[rng.choice(["commercial", "embedded", "model_as_a_service"])] = rng.choice(["yes", "no"])
    _access(profile, block, others, rng)
    _times(block, as_of, rng)
    _figures(block, currency, as_of, rng)
    same = [name for name in others if profile["offerings"][name]["operator"] == operator]
    if same and often(rng, 0.2):
        block["part_of"] = rng.choice(same)
        _as_a_part(block, profile["offerings"][block["part_of"]])
    if same and often(rng, 0.2):
        block["made_with"] = [rng.choice(same)]
    block["display"] = _display(rng)
    if "part_of" in block and often(rng, 0.5):
        del block["display"]
    return block


def _access(profile: Profile, block: dict[str, Any], others: list[str], rng: random.Random) -> None:
    """Paths, with copies and relaying that fit them."""
    host: dict[str, Any] = {"hosts": ["Host One"], "certified": rng.choice(["yes", "no"])}
    if often(rng, 0.15):
        host[rng.choice(["contract", "client"])] = "moonshot"
    block["access"] = rng.choice(
        [["self-hosted"]] * 4
        + [["moonshot"], ["moonshot"], [host], [host], ["moonshot", host], ["self-hosted", "moonshot"]]
        + [["self-hosted", host], [{"inside": "vendor product"}]]
    )
    if len(block["access"]) == 2 and often(rng, 0.4):
        narrow = block["access"][1] if isinstance(block["access"][1], dict) else {"route": "moonshot"}
        narrow = dict(narrow) | rng.choice(
            [
                {"for": [rng.choice(block["offered_to"])]},
                {"outputs_leave": ["code"]},
                {"until": "2025-10-01"},
                {"from": "2025-03-01"},
            ]
        )
        block["access"] = [block["access"][0], narrow]
    platforms = [n for n in others if profile["offerings"][n].get("access") == ["self-hosted"]]
    abroad = any(profile["offerings"][n]["operator"] != block["operator"] for n in platforms)
    if platforms and often(rng, 0.5 if abroad else 0.15):
        platform = rng.choice(platforms)
        block["access"], block["model"] = [platform], profile["offerings"][platform]["model"]
        if block["model"] == "other":
            block["language_model"] = profile["offerings"][platform].get("language_model", "yes")
    self_hosted = "self-hosted" in block["access"]
    if self_hosted:
        block["copies"] = {"parts": ["weights", "code"], "notice_kept": rng.choice(["yes", "yes", "no"])}
        if often(rng, 0.2):
            block["access_by"] = rng.choice(["delivered-copy", "operated-for-owner"])
        if block.get("access_by") == "delivered-copy" or often(rng, 0.15):
            block["copies"]["distributed_to"] = rng.choice([["customers"], ["affiliates"], ["contractors"]])
            block["copies"]["notice_handed_on"] = rng.choice(["yes", "no"])
        elif block.get("access_by") == "operated-for-owner":
            block["copies"]["belongs_to"] = rng.choice(list(profile["entities"]))
    else:
        block["copies"] = "none"
        block["relay"] = rng.choice(RELAY_CHOICES)
    if often(rng, 0.06) and not self_hosted:
        block["uses_parts_of"] = {"kimi-k3": ["code"]}
        block["copies"] = {"of": "kimi-k3", "parts": ["code"], "notice_kept": rng.choice(["yes", "no"])}


def _times(block: dict[str, Any], as_of: date, rng: random.Random) -> None:
    months = range(START, complete_months(as_of) + 1)
    block["first_used"] = first_day(rng.choice(months)).isoformat()
    draw = rng.random()
    if draw < 0.08:
        block["first_used"], block["offered_from"] = "not-yet", "2027-01-01"
    elif draw < 0.3:
        block["offered_from"] = first_day(rng.choice(months)).isoformat()
        block["first_used"] = min(block["first_used"], block["offered_from"])
    elif draw < 0.35:
        block["offered_until"] = first_day(months[-1]).isoformat()
        block["first_used"] = first_day(START).isoformat()


def _figures(block: dict[str, Any], currency: str, as_of: date, rng: random.Random) -> None:
    months = range(START, complete_months(as_of) + 1)
    base = rng.choice([0, 100_000, 100_000, 1_000_000, 1_500_000, 20_000_000])
    values = [Fraction(base)] * len(months)
    for _ in range(rng.choice([0, 1, 2])):
        values[rng.randrange(len(values))] = rng.choice(
            [Fraction(0), Fraction(base) * 2, Fraction(2_000_000_001, 100), Fraction(1_999_999_999, 100)]
        )
    block["revenue"] = {"currency": currency} | months_list(START, values)
    users = [Fraction(rng.choice(USERS))] * (month_of(as_of) - START + 1)
    users[rng.randrange(len(users))] = Fraction(rng.choice(USERS))
    block["monthly_active_users"] = months_list(START, users)


def _as_a_part(block: dict[str, Any], whole: dict[str, Any]) -> None:
    """A part has at most half the users and revenue of the whole product."""
    for name in ("revenue", "monthly_active_users"):
        (key,) = (key for key in whole[name] if ".." in key)
        block[name] = dict(whole[name]) | {key: [money(Fraction(Fraction(value) // 2)) for value in whole[name][key]]}


def _display(rng: random.Random) -> Any:
    shown = {"name": rng.choice(SHOWN), "prominent": rng.choice(["yes", "yes", "no"])}
    other = {"name": rng.choice(SHOWN), "prominent": "yes", "where": "about page"}
    return rng.choice(["none", shown, shown, [shown, other], {"interface": "none"}])
