"""
Whole worlds of which a handful of facts is forgotten, with the values that each of these may have.

The values of a yes/no fact or of a vocabulary are all there are; of an amount they are its ends, of a stake
percentages on either side of every threshold.
"""

import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

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
    often,
)
from tests.reference.evaluate import answer
from tests.reference.scalars import Month, Profile, listed, month_key, period
from tests.reference.world import LICENSOR
from tests.reference.worlds import whole_world

YES_OR_NO = ("yes", "no")
STAKES = ("0", "10", "20", "30", "50", "60", "100")
# More than the limit of any license in each month, in whatever currency.
HUGE = Fraction(6_000_000_000)
MOST_USERS = Fraction(150_000_000)
# Worlds in which the forgotten facts have all their values in turn.
MOST_WORLDS = 100
# Worlds in which it is looked for whether a fact changes anything.
LOOKS = 3


class Forgotten(NamedTuple):
    """
    A fact that nobody remembers.

    *place* are the keys that lead to it in the profile; *said* is what the profile says of it, None if it is left
    out.  *of_amount*: *values* are its ends, and there is something between.
    """

    path: str
    place: tuple[str | int, ...]
    values: Sequence[Any]
    said: Any = None
    of_amount: bool = False


class Memory(NamedTuple):
    """A world, what somebody wrote of it, and the facts that were forgotten."""

    world: Profile
    written: Profile
    forgotten: tuple[Forgotten, ...]

    def completed(self, values: Sequence[Any]) -> Profile:
        """The world in which the forgotten facts have these values."""
        completed = deepcopy(self.world)
        for fact, value in zip(self.forgotten, values, strict=True):
            _put(completed, fact.place, value)
        return completed


def forgetful(rng: random.Random) -> Memory:
    """A random world with two to five facts forgotten, mostly such as have to do with one another."""
    world = _tidied(whole_world(rng))
    forgotten = _forgotten(world, rng)
    written = deepcopy(world)
    # Said of all, it would answer for each entity.
    written.pop("other_model_as_a_service")
    for fact in forgotten:
        _put(written, fact.place, fact.said)
    return Memory(world, written, tuple(forgotten))


def _forgotten(world: Profile, rng: random.Random) -> list[Forgotten]:
    candidates = list(_candidates(world, rng))
    use = rng.choice([name for name, block in world["offerings"].items() if block["operator"] == _licensee(world)])
    together = _together(world, use, rng)
    # Without an amount that may exceed a limit hardly anything else turns the answer.
    first = rng.choice([f"entities.{_licensee(world)}.revenue", f"offerings.{use}.monthly_active_users", ""])
    candidates.sort(
        key=lambda fact: rng.random() * (0 if fact.path == first else 0.2 if fact.path.startswith(together) else 1)
    )
    wanted = rng.choice([2, 3, 3, 4, 4, 5, 5])
    forgotten: list[Forgotten] = []
    for fact in candidates:
        worlds = prod(len(other.values) for other in (*forgotten, fact))
        if len(forgotten) == wanted or len(fact.values) < 2 or worlds > MOST_WORLDS:
            continue
        if any(_overlap(fact, other) for other in forgotten):
            continue
        # Now and then a fact that changes nothing: it must not be asked.
        if often(rng, 0.15) or fact.path == first or _turns(world, use, forgotten, fact, rng):
            forgotten.append(fact)
    return forgotten


def _overlap(one: Forgotten, other: Forgotten) -> bool:
    """Whether one of two facts is part of the other: they are not forgotten together."""
    return f"{one.path}.".startswith(f"{other.path}.") or f"{other.path}.".startswith(f"{one.path}.")


def _turns(world: Profile, use: str, others: list[Forgotten], fact: Forgotten, rng: random.Random) -> bool:
    """Whether *fact* is seen to change an answer about the use in a few of the worlds that the others leave."""
    for _ in range(LOOKS):
        here = deepcopy(world)
        for other in others:
            _put(here, other.place, rng.choice(other.values))
        seen = []
        for value in rng.sample(list(fact.values), 2):
            _put(here, fact.place, value)
            found = answer(here, license="kimi-k3", positions={}).get(use, {})
            seen.append([(one["applies"], one["fulfilled"]) for one in found.values()])
        if seen[0] != seen[1]:
            return True
    return False


def _put(profile: Profile, place: Sequence[str | int], value: Any) -> None:
    block: Any = profile
    for key in place[:-1]:
        block = block[key]
    if value is None:
        block.pop(place[-1], None)
    else:
        block[place[-1]] = deepcopy(value)


def _tidied(world: Profile) -> Profile:
    """The world without what stays open although all facts of this profile are known."""
    world["listed_down_to"] = "0"
    for pair, rates in (world.get("exchange_rates") or {}).items():
        # Months for which no rate is quoted would have an open one.
        world["exchange_rates"][pair] = rates if isinstance(rates, str) else next(iter(rates.values()))[0]
    if len(world["entities"]) == 1:
        # Nobody is there to sell to.
        for entity in world["entities"].values():
            if isinstance(entity["revenue"], dict):
                entity["revenue"]["from_group"] = "none"
    for block in world["offerings"].values():
        block.setdefault("made_with", [])
        for entry in block["access"]:
            if isinstance(entry, dict) and "hosts" in entry and not {"contract", "client"} <= entry.keys():
                world.get("positions", {}).pop("accessed-through", None)
        for shown in listed(block.get("display")):
            if "name" not in shown:
                shown.update(name="Acme Assistant", prominent="yes")
    return world


def _together(world: Profile, use: str, rng: random.Random) -> tuple[str, ...]:
    """Beginnings of paths of facts that decide about the same use."""
    licensee = _licensee(world)
    of_model = (f"offerings.{use}.{name}" for name in ("offered", "outputs", "access", "charged", "purpose"))
    return rng.choice(
        [
            (f"offerings.{use}.", "agreements"),
            (*of_model, f"entities.{licensee}."),
            ("entities.", "agreements", *of_model),
        ]
    )


def _licensee(world: Profile) -> str:
    return str(world.get("licensee") or next(iter(world["offerings"].values()))["operator"])


def _candidates(world: Profile, rng: random.Random) -> Iterator[Forgotten]:
    consolidated = any("covers" in block["revenue"] for block in world["entities"].values())
    for name, entity in world["entities"].items():
        place = ("entities", name)
        yield _fact(place, "model_as_a_service", YES_OR_NO)
        yield _fact(place, "holds_copy", ("none", ["kimi-k3"]))
        if isinstance(entity["revenue"], dict) and not consolidated:
            yield _revenue(world, name, rng)
        yield from _stakes(world, name)
    for name in world["offerings"]:
        yield from _of_offering(world, name)
    yield from _of_agreements(world)
    if isinstance(world["other_affiliates"], dict):
        yield _fact(("other_affiliates",), "model_as_a_service", YES_OR_NO)


def _fact(
    place: tuple[str | int, ...], name: str, values: Sequence[Any], said: Any = None, *, of_amount: bool = False
) -> Forgotten:
    keys = (*place, name)
    path = ".".join(str(key + 1) if isinstance(key, int) else key for key in keys)
    return Forgotten(path, keys, values, said, of_amount)


def _revenue(world: Profile, name: str, rng: random.Random) -> Forgotten:
    """Revenue of which nobody knows anything, or within a range each month; never below that of an offering."""
    block = world["entities"][name]["revenue"]
    ranged = often(rng, 0.5)
    first, length = _months(block)
    if not ranged:
        # Nor does anybody know since when there is any.
        first, length = START - 12, length + first - (START - 12)
    least = _least(world, name, first, length)
    more = Fraction(1_000_000) * (150 if block["currency"] == "JPY" else 1) if ranged else HUGE
    rest = {"currency": block["currency"], "trading_since": month_key(first), "from_group": "none"}
    low, high = (months_list(first, [value + up for value in least]) for up in (Fraction(0), more))
    if ranged:
        said = rest | {key: [f"{money(value)} to {money(value + more)}" for value in least] for key in low}
        return _fact(("entities", name), "revenue", (rest | low, rest | high), said, of_amount=True)
    # All of it may be sales to the own group, if there is one.
    inside = [rest | low | {"from_group": low}] if len(world["entities"]) > 1 else []
    return _fact(("entities", name), "revenue", (rest | low, rest | high, *inside), of_amount=True)


def _least(world: Profile, name: str, first: Month, length: int) -> list[Fraction]:
    """What an entity makes at least each month: as much as any of its offerings."""
    least = [Fraction(0)] * length
    for offering in world["offerings"].values():
        if offering["operator"] == name:
            start, _ = _months(offering["revenue"])
            (values,) = (value for key, value in offering["revenue"].items() if ".." in key)
            for month, value in enumerate(values, start=start - first):
                least[month] = max(least[month], Fraction(value))
    return least


def _months(block: dict[str, Any]) -> tuple[Month, int]:
    """The first month of a listing, and how many there are."""
    (key,) = (key for key in block if ".." in key)
    stretch = period(key)
    assert stretch is not None
    assert stretch.first is not None
    return stretch.first, len(block[key])


def _stakes(world: Profile, name: str) -> Iterator[Forgotten]:
    """Stakes of an entity, in a world in which no holding or control has changed: the past is today's group."""
    holdings = [(owner, block.get("owns") or {}) for owner, block in world["entities"].items()]
    holdings += [(line["owner"], {line["owned"]: line}) for line in world.get("ownership", [])]
    if any(
        isinstance(stake, dict) and {"from", "until"} & stake.keys() for _, owns in holdings for stake in owns.values()
    ):
        return
    if any("from" in line for line in world.get("control", [])):
        return
    for owned, stake in (world["entities"][name].get("owns") or {}).items():
        others = [owns[owned] for owner, owns in holdings if owned in owns and owns[owned] is not stake]
        taken = sum(Fraction(other["percent"] if isinstance(other, dict) else other) for other in others)
        if isinstance(stake, str):
            values = [value for value in STAKES if Fraction(value) + taken <= 100]
            yield _fact(("entities", name, "owns"), owned, values, "unknown")


def _of_offering(world: Profile, name: str) -> Iterator[Forgotten]:
    block = world["offerings"][name]
    place = ("offerings", name)
    others = [other for other in world["offerings"] if other != name]
    yield _fact(place, "kind", KINDS)
    yield _fact(place, "charged", CHARGED)
    yield _fact(place, "purpose", PURPOSES)
    yield _fact(place, "channels", ["none", others] if others else ["none"])
    yield _fact(place, "offered_to", AUDIENCE_CHOICES)
    yield _fact(place, "serves", SERVES_CHOICES)
    yield _fact(place, "outputs_leave", OUTPUT_CHOICES)
    if "language_model" in block:
        yield _fact(place, "language_model", YES_OR_NO)
    if "self-hosted" not in block["access"]:
        yield _fact(place, "relay", RELAY_CHOICES)
    yield _fact((*place, "they_control"), "inputs", ("none", "task-data", "free-form"))
    for control in ("system_prompt", "parameters", "training_data"):
        yield _fact((*place, "they_control"), control, YES_OR_NO)
    for number, entry in enumerate(block["access"]):
        if isinstance(entry, dict) and "hosts" in entry:
            yield _fact((*place, "access", number), "certified", YES_OR_NO, "unknown")
    for notice in ("notice_kept", "notice_handed_on"):
        if notice in block["copies"] and isinstance(block["copies"], dict):
            yield _fact((*place, "copies"), notice, YES_OR_NO)
    yield from _of_display(block, place)
    first, length = _months(block["monthly_active_users"])
    users = [months_list(first, [number] * length) for number in (Fraction(0), MOST_USERS)]
    yield _fact(place, "monthly_active_users", users, of_amount=True)


def _of_display(block: dict[str, Any], place: tuple[str | int, ...]) -> Iterator[Forgotten]:
    display = block.get("display")
    if display is not None and "part_of" not in block:
        names = ("Kimi K3", "Kimi K2.6", "Kimi K2.7 Code")
        yield _fact(place, "display", ["none", *({"name": name, "prominent": "yes"} for name in names)])
    if isinstance(display, dict):
        yield _fact((*place, "display"), "name", SHOWN)
        yield _fact((*place, "display"), "prominent", YES_OR_NO)
    for number in range(len(display)) if isinstance(display, list) else []:
        yield _fact((*place, "display", number), "name", SHOWN)
        yield _fact((*place, "display", number), "prominent", YES_OR_NO)


def _of_agreements(world: Profile) -> Iterator[Forgotten]:
    agreement = {
        "with": LICENSOR,
        "kind": "separate-agreement",
        "party": _licensee(world),
        "extends_to": list(world["entities"]),
        "covers": list(world["offerings"]),
        "signed": "2025-01-01",
        "effective_from": "2025-01-01",
        "expires": "none",
        "covers_past_use": "yes",
        "document": "DMS-1234",
    }
    yield _fact((), "agreements", ["none", [agreement]])
    if isinstance(world["agreements"], list):
        place = ("agreements", 0)
        yield _fact(place, "with", (LICENSOR, "Host One"))
        yield _fact(place, "kind", ("separate-agreement", "terms-of-service"))
        yield _fact(place, "effective_from", ("2025-01-01", "2027-01-01"))
        yield _fact(place, "expires", ("none", "2025-10-31"))
        yield _fact(place, "document", ("DMS-1234", "none"))
