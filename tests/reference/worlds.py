"""Random worlds in which everything is known and agrees."""

import json
import random
from copy import deepcopy
from datetime import date
from fractions import Fraction
from typing import Any

from tests.reference.blur import CENT, cents, money, months_list
from tests.reference.choices import (
    MODELS,
    NAMES,
    PERCENTS,
    START,
    often,
)
from tests.reference.group_revenue import figures, perimeter, window_ends, window_total
from tests.reference.money import rate
from tests.reference.ownership import Ownership
from tests.reference.random_offerings import random_offering
from tests.reference.scalars import (
    Month,
    Profile,
    complete_months,
    first_day,
    listed,
    month_key,
    month_of,
    period,
)
from tests.reference.world import LICENSOR, READINGS, World


def whole_world(rng: random.Random) -> Profile:
    """A random profile in which every fact is stated with one exact value; not yet blurred."""
    as_of = rng.choice([date(2026, 1, 31), date(2026, 3, 31), date(2026, 6, 30), date(2026, 6, 15), date(2025, 11, 30)])
    names = list(NAMES[: rng.choice([1, 2, 2, 3, 3, 4, 5])])
    profile: Profile = {"profile": "1", "name": "Random profile", "as_of": as_of.isoformat(), "entities": {}}
    sharp = often(rng, 0.5)
    if sharp:
        _threshold(profile, names, rng)
    else:
        _ownership(profile, names, rng)
    operators = [n for n in names if profile["entities"][n]["kind"] == "company"]
    if "licensee" not in profile and often(rng, 0.85):
        profile["licensee"] = rng.choice(operators)
    home = {name: rng.choice(["USD", "USD", "USD", "EUR", "JPY"]) for name in names}
    profile["models"] = deepcopy(MODELS)
    profile["offerings"] = {}
    for number in range(rng.choice([1, 1, 2, 2, 3])):
        operator = profile.get("licensee", operators[0]) if number == 0 else rng.choice(operators)
        block = random_offering(profile, operator, home[operator], rng)
        if sharp and number == 0:
            _expose(block, home, as_of, rng)
        profile["offerings"][f"offering-{number + 1}"] = block
    profile["models"] = _models_needed(profile)
    profile["exchange_rates"] = _rates(as_of, set(home.values()), rng)
    if sharp and often(rng, 0.15):
        _storefront(profile, home, rng)
    _revenues(profile, home, rng)
    _group_wide(profile, rng)
    if sharp:
        _near_the_line(profile, rng)
    profile = {key: value for key, value in profile.items() if value not in ({}, [])}
    # Nothing shared between blocks: a dump to YAML must not need aliases.
    shared: Profile = json.loads(json.dumps(profile))
    return shared


def _expose(block: dict[str, Any], home: dict[str, str], as_of: date, rng: random.Random) -> None:
    """
    A use that is gated if, and only if, somebody in the group runs a service and the group earns enough.
    """
    block |= {"model": "kimi-k3", "kind": "fixed-feature", "channels": "none", "charged": "paid"}
    block |= {"purpose": "production", "offered_to": ["customers"], "outputs_leave": "yes", "relay": "no"}
    block |= {"access": ["self-hosted"], "copies": {"parts": ["weights"], "notice_kept": "yes"}}
    for name in ("access_by", "language_model", "commercial", "embedded", "model_as_a_service", "uses_parts_of"):
        block.pop(name, None)
    if often(rng, 0.25):
        host = {"hosts": ["Host One"], "certified": "no"}
        mark: dict[str, Any] = rng.choice([{}, {"contract": "moonshot"}, {"client": "moonshot"}])
        block |= {"access": [host | mark], "copies": "none"}
    months = range(START, complete_months(as_of) + 1)
    block["revenue"] = {"currency": home[block["operator"]]} | months_list(START, [Fraction(50_000)] * len(months))
    if block.get("first_used") == "not-yet" and often(rng, 0.5):
        block["first_used"] = first_day(months[0]).isoformat()
        del block["offered_from"]


def _storefront(profile: Profile, home: dict[str, str], rng: random.Random) -> None:
    """The first offering forwards requests to a cluster that another company runs."""
    front = profile["offerings"]["offering-1"]
    others = [n for n, e in profile["entities"].items() if e["kind"] == "company" and n != front["operator"]]
    if not others:
        return
    operator = rng.choice(others)
    cluster = deepcopy(front) | {"operator": operator, "offered_to": rng.choice([["staff"], ["affiliates"]])}
    cluster |= {"access": ["self-hosted"], "copies": {"parts": ["weights"], "notice_kept": "yes"}}
    cluster |= {"outputs_leave": "no", "charged": "at-cost", "revenue": front["revenue"] | {"currency": home[operator]}}
    profile["offerings"]["cluster"] = cluster
    front |= {"kind": "raw-api", "serves": ["inference"], "access": ["cluster"], "copies": "none"}
    front |= {"relay": rng.choice(["yes", ["routing"], ["caching"]])}
    front["they_control"] |= {"inputs": "free-form", "system_prompt": "yes"}


def _near_the_line(profile: Profile, rng: random.Random) -> None:
    """
    One other entity runs a service (or a cluster serves a storefront), and the best twelve months of the
    group, under some readings, are brought to the limit or near it.
    """
    licensee = profile.get("licensee", next(iter(profile["offerings"].values()))["operator"])
    others = [n for n, e in profile["entities"].items() if e["kind"] in ("company", "fund") and n != licensee]
    for name in profile["entities"]:
        profile["entities"][name]["model_as_a_service"] = "no"
    if "cluster" not in profile["offerings"]:
        former = '"until"' in json.dumps([e.get("owns") for e in profile["entities"].values()])
        chosen = licensee if former else rng.choice(others or [licensee])
        profile["entities"][chosen]["model_as_a_service"] = "yes"
    if any(isinstance(e["revenue"], dict) and "covers" in e["revenue"] for e in profile["entities"].values()):
        return
    positions = {p: rng.choice(READINGS[p]) for p in ("affiliate", "affiliate-history", "common-owner")}
    positions["exchange"] = policy = rng.choice(["monthly", "closing"])
    world = World.of(profile, license="kimi-k3", positions=positions)
    parts = [(part.currency, part.low) for part in figures(world, licensee)]
    first = next(n for n, b in profile["offerings"].items() if b["operator"] == licensee)
    totals = {e: window_total(world, parts, end=e, policy=policy) for e in window_ends(world, first)}
    end = max(totals, key=lambda e: totals[e])
    off = rng.choice([Fraction(0), CENT, -CENT, Fraction(400_000), Fraction(-400_000)])
    missing = Fraction(20_000_000) + off - totals[end]
    window = range(end - 11, end + 1)
    inside = [(n, m) for m in window for n in sorted(perimeter(world, licensee, m)) if _has_month(profile, n, m)]
    if missing <= 0 or not inside:
        return
    earner = rng.choice(sorted({n for n, _ in inside}))
    months = [m for n, m in inside if n == earner]
    block = profile["entities"][earner]["revenue"]
    (key,) = (key for key in block if ".." in key)
    months = rng.choice([months, months[:1], months[-1:]])
    for month in months:
        place = month - _first_listed(block)
        more = missing / len(months) / rate(world, block["currency"], month=month, policy=policy, closing=end)
        block[key][place] = money(Fraction(block[key][place]) + cents(more))


def _first_listed(block: dict[str, Any]) -> Month:
    (key,) = (key for key in block if ".." in key)
    stretch = period(key)
    return stretch.first if stretch is not None and stretch.first is not None else START


def _has_month(profile: Profile, name: str, month: Month) -> bool:
    block = profile["entities"][name]["revenue"]
    return isinstance(block, dict) and month >= _first_listed(block)


def _threshold(profile: Profile, names: list[str], rng: random.Random) -> None:
    """A licensee and one other entity whose membership turns on a single stake, near a threshold or dated."""
    entities: dict[str, Any] = {name: {"name": name.title(), "kind": "company"} for name in names}
    profile["entities"] = entities
    licensee, *rest = rng.sample(names, len(names))
    profile["licensee"] = licensee
    stake: Any = rng.choice(["50", "50", "50.01", "49.99", "100", "30", "20", "19.99"])
    if often(rng, 0.55):
        month = f"2025-{rng.randint(2, 10):02d}"
        stake = {"percent": stake, rng.choice(["from", "until"]): f"{month}-{rng.choice(['01', '01', '15'])}"}
    shape = rng.choice(["venture", "parent", "sisters", "chain"]) if rest else "alone"
    if shape == "venture":
        entities[licensee]["owns"] = {rest[0]: stake}
    elif shape == "parent" or (shape != "alone" and len(rest) < 2):
        entities[rest[0]]["owns"] = {licensee: stake}
    elif shape == "sisters":
        entities[rest[0]] |= {"owns": {licensee: "100", rest[1]: stake}}
        entities[rest[0]]["kind"] = rng.choice(["company", "person", "fund", "state"])
    elif shape == "chain":
        entities[licensee]["owns"] = {rest[0]: rng.choice(["60", "50", "100"])}
        entities[rest[0]]["owns"] = {rest[1]: stake}


def _ownership(profile: Profile, names: list[str], rng: random.Random) -> None:
    """Holdings that add up to no more than 100 %, a control fact now and then, kinds that fit."""
    room = {name: Fraction(100) for name in names}
    entities: dict[str, Any] = {name: {"name": name.title(), "kind": "company"} for name in names}
    pairs = [(x, y) for x in names for y in names if (x < y or often(rng, 0.08)) and (x != y or often(rng, 0.3))]
    rng.shuffle(pairs)
    for owner, owned in pairs:
        percent = rng.choice(PERCENTS)
        if not often(rng, 0.6) or Fraction(percent) > room[owned]:
            continue
        room[owned] -= Fraction(percent)
        stake: Any = percent
        if often(rng, 0.1):
            stake = {
                "percent": percent,
                "from": f"2025-{rng.randint(2, 9):02d}-{rng.choice(['01', '01', '15'])}",
            }
        elif often(rng, 0.1):
            stake = {"percent": percent, "until": f"2025-{rng.randint(3, 10):02d}-01"}
        elif often(rng, 0.05):
            stake = {"percent": percent, "votes": "0"}
        if owner != owned and often(rng, 0.8):
            entities[owner].setdefault("owns", {})[owned] = stake
        else:
            stake = stake if isinstance(stake, dict) else {"percent": stake}
            profile.setdefault("ownership", []).append({"owner": owner, "owned": owned} | stake)
    if len(names) > 1 and often(rng, 0.12):
        controller, controlled = rng.sample(names, 2)
        fact = {"controller": controller, "controlled": controlled, "by": "board majority"}
        profile["control"] = [fact | ({"from": "2025-06-01"} if often(rng, 0.4) else {})]
    below = {pair[1] for pair in pairs if room[pair[1]] < 100}
    below |= {line["controlled"] for line in profile.get("control", [])}
    above = [name for name in names if name not in below]
    for name in above[: len(names) - 1]:
        entities[name]["kind"] = rng.choice(["company", "company", "company", "person", "fund", "state"])
    if all(entity["kind"] != "company" for entity in entities.values()):
        entities[names[-1]]["kind"] = "company"
    pool = [name for name in above if entities[name]["kind"] == "person"]
    if len(pool) > 1:
        profile["acting_together"] = [pool[:2]]
    profile["entities"] = entities


def _models_needed(profile: Profile) -> dict[str, Any]:
    used = {m for block in profile["offerings"].values() for m in listed(block["model"])}
    for name in ("desk-twice", "desk-tuned"):
        if name in used:
            used |= set(listed(MODELS[name]["derived_from"]))
    return {name: deepcopy(block) for name, block in MODELS.items() if name in used}


def _rates(as_of: date, currencies: set[str], rng: random.Random) -> dict[str, Any]:
    months = range(START - 12, month_of(as_of) + 1)
    rates: dict[str, Any] = {}
    for currency, pair, around in (
        ("EUR", "EUR/USD", ["1.05", "1.08", "1.1"]),
        ("JPY", "USD/JPY", ["140", "150", "160"]),
    ):
        if currency not in currencies:
            continue
        if often(rng, 0.4):
            rates[pair] = rng.choice(around)
        else:
            rates[pair] = {f"{month_key(months[0])}..{month_key(months[-1])}": [rng.choice(around) for _ in months]}
    return rates


def _revenues(profile: Profile, home: dict[str, str], rng: random.Random) -> None:
    """Each entity's months, never below those of its offerings; consolidated ones are what they add up to."""
    as_of = date.fromisoformat(profile["as_of"])
    last = month_of(as_of)
    totals: dict[str, list[Fraction]] = {}
    ownership = Ownership(profile)
    for name, entity in profile["entities"].items():
        offered = [
            block["revenue"]
            for block in profile["offerings"].values()
            if block["operator"] == name and "part_of" not in block
        ]
        if entity["kind"] in ("person", "state") and not offered:
            entity["revenue"] = "none"
            continue
        start = START + rng.choice([0, 0, 0, -4]) if offered else START + rng.choice([0, 0, 3, -4])
        around = [Fraction(n, 100) for n in (0, 5_000_000, 20_000_000, 80_000_000, 166_666_666, 166_666_667)]
        base = rng.choice(around) * (150 if home[name] == "JPY" else 1)
        values = [base] * (last - start + 1)
        for _ in range(rng.choice([0, 0, 1, 3])):
            values[rng.randrange(len(values))] = base * rng.choice([0, 3, 10])
        if often(rng, 0.05):
            values[rng.randrange(len(values))] = Fraction(-500_000)
        for place, month in enumerate(range(start, last + 1)):
            least = sum((_listed_value(block, month) for block in offered), Fraction(0))
            if least:
                values[place] = max(values[place], Fraction(0)) + least
        totals[name] = values
        block = {"currency": home[name], "trading_since": month_key(start)} | months_list(start, values)
        block["from_group"] = "none"
        if often(rng, 0.2) and min(values) >= 0:
            block["from_group"] = months_list(start, [cents(v / 4) for v in values])
        entity["revenue"] = block
    for name in list(totals):
        below = ownership.on(as_of).controlled({name}) & set(totals)
        if below and often(rng, 0.35) and all(home[other] == home[name] for other in below):
            _consolidate(profile, name, below, totals, rng)


def _listed_value(block: dict[str, Any], month: Month) -> Fraction:
    (key,) = (key for key in block if ".." in key)
    place = month - START
    return Fraction(block[key][place]) if 0 <= place < len(block[key]) else Fraction(0)


def _consolidate(
    profile: Profile, name: str, below: set[str], totals: dict[str, list[Fraction]], rng: random.Random
) -> None:
    """Make the figures of an entity those of its group; only where none below reports a group itself."""
    entities = profile["entities"]
    if any(entities[other]["revenue"].get("covers") for other in below):
        return
    left_out = sorted(below)[:1] if len(below) > 1 and often(rng, 0.3) else []
    last = month_of(date.fromisoformat(profile["as_of"]))
    counted = [name, *(below - set(left_out))]
    length = max(len(totals[other]) for other in counted)
    values = [
        sum((totals[other][-back] for other in counted if back <= len(totals[other])), Fraction(0))
        for back in range(length, 0, -1)
    ]
    start = last - length + 1
    block = {"currency": entities[name]["revenue"]["currency"], "covers": "consolidated"}
    block |= {"trading_since": month_key(start)} | months_list(start, values) | {"from_group": "none"}
    entities[name]["revenue"] = block | ({"not_in": left_out} if left_out else {})


def _group_wide(profile: Profile, rng: random.Random) -> None:
    for name, entity in profile["entities"].items():
        is_person = entity["kind"] in ("person", "state")
        entity["model_as_a_service"] = "yes" if often(rng, 0.25) and not is_person else "no"
        entity["holds_copy"] = ["kimi-k3"] if often(rng, 0.05) and name in NAMES else "none"
    profile["other_affiliates"] = profile["other_model_as_a_service"] = "none"
    if often(rng, 0.1):
        profile["other_affiliates"] = {
            "count": "3",
            "model_as_a_service": rng.choice(["yes", "no"]),
            "revenue": "included",
        }
    profile["listed_down_to"] = rng.choice(["50", "20", "0"])
    profile["agreements"] = [_agreement(profile, rng)] if often(rng, 0.4) else "none"
    chosen = rng.sample(sorted(READINGS), rng.choice([0, 0, 1, 3, 8]))
    profile["positions"] = {position: rng.choice(READINGS[position]) for position in chosen}
    if often(rng, 0.05):
        profile["confirmations"] = [
            {
                "from": LICENSOR,
                "on": "third-party",
                "says": rng.choice(READINGS["third-party"]),
                "date": "2025-10-02",
                "document": "DMS-1301",
            }
        ]


def _agreement(profile: Profile, rng: random.Random) -> dict[str, Any]:
    offerings = list(profile["offerings"])
    licensee = profile.get("licensee", next(iter(profile["entities"])))
    effective = first_day(START + rng.randrange(10)).isoformat()
    covers = offerings if often(rng, 0.8) else offerings[:1]
    return {
        "with": LICENSOR if often(rng, 0.95) else "Host One",
        "kind": "separate-agreement" if often(rng, 0.9) else "terms-of-service",
        "party": licensee if often(rng, 0.8) else rng.choice(list(profile["entities"])),
        "extends_to": rng.choice([[], [licensee]]),
        "covers": covers,
        "signed": effective,
        "effective_from": effective,
        "expires": rng.choice(["none", "2027-08-19", "2025-12-31"]),
        "covers_past_use": rng.choice(["yes", "no"]),
        "document": "DMS-1234" if often(rng, 0.9) else "none",
    }
