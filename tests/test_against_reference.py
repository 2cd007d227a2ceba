"""
The program against the slow two-valued evaluator in tests/reference/, which shares no code with it.

Random partial profiles are completed in many ways.  The answer to every completion must
be among the outcomes that the program calls possible, and what it calls open must be
reached from both sides.  K3LICENSE_SEARCH multiplies the number of profiles.
"""

import copy
import os
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from k3license.model.assessment import Answer as OurAnswer
from k3license.model.assessment import Applies
from k3license.model.truth import Truth
from tests.answering import Key, Profile, answers, as_yaml, catalog
from tests.reference.completions import completions
from tests.reference.evaluate import answer
from tests.reference.profiles import partial_profile
from tests.reference.scalars import period
from tests.reference.sections import Answer

PROFILES = 2000 * int(os.environ.get("K3LICENSE_SEARCH", "1"))
PER_TEST = 50
COMPLETIONS = 8
# Where one outcome of an open answer has not been reached, more completions are tried.
MORE_COMPLETIONS = 60


@pytest.mark.parametrize("first", range(0, PROFILES, PER_TEST))
def test_every_completion_is_answered_as_the_reference_does(first: int) -> None:
    for seed in range(first, first + PER_TEST):
        profile = partial_profile(random.Random(seed))
        disagreements = list(disagreements_on(profile, seed=seed))
        assert not disagreements, "\n".join([f"seed {seed}", *disagreements, as_yaml(profile)])


def disagreements_on(profile: Profile, *, seed: int) -> Iterator[str]:
    """Yield what the program and the reference say differently about *profile*."""
    seen: dict[Key, list[Answer]] = {}
    tried = completions(profile, random.Random(seed), COMPLETIONS)
    if not tried:
        # Totals that leave hardly a way to share them out over months, or none at all: no completion was found.
        return
    found = answers(profile)
    for completed in tried:
        _collect(completed, seen)
    # The reference also answers for offerings that only some reading connects with the license.
    if not found.keys() <= seen.keys():
        yield f"assessed {sorted(found)}, the reference {sorted(seen)}"
        return
    for key, ours in found.items():
        yield from _outside(key, ours, seen[key])
    missing = [key for key, ours in found.items() if _not_reached(ours, seen[key])]
    if missing and not stays_with_kleene(profile):
        for completed in completions(profile, random.Random(seed + 1), MORE_COMPLETIONS):
            _collect(completed, seen)
        for completed in tried:
            _collect(enlarged(completed, profile), seen)
        for key in missing:
            yield from _outside(key, found[key], seen[key])
            reason = _not_reached(found[key], seen[key])
            if reason:
                yield f"{key}: {reason}"


def enlarged(completed: Profile, partial: Profile) -> Profile:
    """Return the completion with entities of wholly unknown revenue in the money, in the license's own currency."""
    large = copy.deepcopy(completed)
    months = int(str(large["as_of"])[5:7])
    period = f"{str(large['as_of'])[:4]}-01..{str(large['as_of'])[:7]}"
    for entity, block in partial.get("entities", {}).items():
        if not isinstance(block.get("revenue"), dict):
            large["entities"][entity]["revenue"] = {
                "currency": "USD",
                "trading_since": period[:7],
                period: ["30000000"] * months,
                "from_group": "none",
            }
        else:
            _enlarge_open_months(large["entities"][entity]["revenue"], block["revenue"])
    return large


def _enlarge_open_months(completed: Profile, partial: Profile) -> None:
    """Make a fortune, in whatever currency, of each month that nothing bounds: not alone, nor with others."""
    bound = any(period(key) is not None and not isinstance(value, list) for key, value in partial.items())
    if bound or "any_12_months" in partial:
        return
    ((key, values),) = ((key, value) for key, value in completed.items() if period(key) is not None)
    start = _first_month(key)
    for other, said in partial.items():
        for place, value in enumerate(said if period(other) is not None else ()):
            if value == "unknown":
                values[_first_month(other) - start + place] = "6000000000"


def _first_month(key: str) -> int:
    stretch = period(key)
    assert stretch is not None
    assert stretch.first is not None
    return stretch.first


def stays_with_kleene(profile: Profile) -> bool:
    """
    Return whether something is unknown that is never completed: a date, a set, a rate, an unlisted holding.

    Answers that rest on these may be open although no completion tried here decides them
    the other way (a use that began before the figures do, a currency worth next to nothing).
    """
    offerings = profile.get("offerings", {}).values()
    figures = [block.get("revenue") for block in (*profile.get("entities", {}).values(), *offerings)]
    currencies = {each["currency"] for each in figures if isinstance(each, dict) and "currency" in each} - {"USD"}
    quoted = "".join(profile.get("exchange_rates") or {})
    reading = positions_in(profile).get("affiliate", "")
    unlisted = reading in ("significant-influence", "multiplied-ownership") and profile.get("listed_down_to") != "0"
    # A month that nobody bounds from above is not tried with what it would take.
    boundless = any(
        word in str(offering.get(field, "unknown"))
        for offering in offerings
        for field in ("revenue", "monthly_active_users")
        for word in ("unknown", "over", "at least")
    )
    # A holding of unknown kind might be a state's, which is hardly ever drawn.
    kinds = any(
        "owns" in block and block.get("kind", "unknown") == "unknown" for block in profile.get("entities", {}).values()
    )
    # What a product was made with may be a tool that the profile does not list.
    makers = "also-made-with" in str(profile.get("positions")) and any("made_with" not in each for each in offerings)
    return (
        unlisted
        or boundless
        or kinds
        or makers
        or "unknown" in str(profile.get("exchange_rates"))
        or any(currency not in quoted for currency in currencies)
        or any(
            offering.get(field, "unknown") == "unknown"
            for offering in offerings
            for field in (
                "first_used",
                "access",
                "offered_to",
                "serves",
                "channels",
                "relay",
                "outputs_leave",
                "copies",
            )
        )
    )


def _collect(completed: Profile, seen: dict[Key, list[Answer]]) -> None:
    for license_id in catalog().packs:
        theirs = answer(completed, license=license_id, positions=positions_in(completed))
        for offering, requirements in theirs.items():
            for requirement, each in requirements.items():
                seen.setdefault((license_id, offering, requirement), []).append(each)


def positions_in(profile: Profile) -> dict[str, str]:
    """Return the readings that the profile chooses."""
    chosen: Mapping[str, Any] = profile.get("positions") or {}
    return {name: choice["reading"] if isinstance(choice, dict) else choice for name, choice in chosen.items()}


def _outside(key: Key, ours: OurAnswer, theirs: list[Answer]) -> Iterator[str]:
    possible = {
        Applies.NO: {"no"},
        Applies.YES: {"yes"},
        # A clear exemption beats an element that is open.
        Applies.EXEMPT: {"exempt", "no"},
        Applies.UNKNOWN: {"no", "exempt", "yes"},
    }[ours.applies]
    for each in theirs:
        if not each["applies"] <= possible:
            yield f"{key}: we say {ours.applies.value}, a completion is {sorted(each['applies'])}"
        elif ours.fulfilled in (Truth.YES, Truth.NO) and "yes" in each["applies"]:
            fulfilled = each["fulfilled"] - {None}
            if fulfilled != {ours.fulfilled.value}:
                yield f"{key}: we say fulfilled {ours.fulfilled.value}, a completion is {sorted(map(str, fulfilled))}"


def _not_reached(ours: OurAnswer, theirs: list[Answer]) -> str | None:
    """Return which outcome of an open answer no completion has."""
    if ours.applies is not Applies.UNKNOWN:
        return None
    outcomes = {outcome for each in theirs for outcome in each["applies"]}
    if "yes" not in outcomes or len(outcomes) < 2:
        return f"we say open, but the completions are all {sorted(outcomes)}"
    return None
