"""
Laws that every answer must obey, attacked with random profiles.

The profiles come from the generator of the reference evaluator; K3LICENSE_SEARCH
multiplies their number.
"""

import copy
import os
import random
from collections.abc import Iterator, Mapping
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from k3license.answers import uses
from k3license.answers.assess import NothingToAssess, Options, assess
from k3license.engine.agreement import Engines, decide, engines_available
from k3license.engine.derivation import Derivation
from k3license.model.assessment import Applies, Run
from k3license.model.errors import InputErrors
from k3license.model.program import Program
from k3license.model.truth import Truth
from k3license.reading.profiles import load_profile
from tests.answering import Profile, answers, as_yaml, catalog
from tests.reference.completions import completions
from tests.reference.profiles import partial_profile

TIMES = int(os.environ.get("K3LICENSE_SEARCH", "1"))
SEEDS = range(60 * TIMES)
# The stronger the duty, the higher: adding what burdens must never lead down.
STRENGTH = {Applies.NO: 0, Applies.EXEMPT: 0, Applies.UNKNOWN: 1, Applies.YES: 2}


def shuffled(value: Any, rng: random.Random) -> Any:
    """Return *value* with the keys of its blocks in another order; lists keep theirs, as places have meaning."""
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: shuffled(value[key], rng) for key in keys}
    return [shuffled(item, rng) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_the_file_never_matters(seed: int) -> None:
    profile = partial_profile(random.Random(seed))
    assert answers(shuffled(profile, random.Random(seed))) == answers(profile)


@pytest.mark.parametrize("seed", SEEDS)
def test_learning_a_fact_never_changes_a_decided_answer(seed: int) -> None:
    profile = partial_profile(random.Random(seed))
    before = answers(profile)
    for completed in completions(profile, random.Random(seed), 3):
        try:
            after = answers(completed)
        except InputErrors:
            # A day filled in where none was known can come before one that it has to follow.
            continue
        for key, answer in before.items():
            if answer.applies is Applies.EXEMPT:
                # A clear exemption beats an element that is open, and the element may turn out to fail.
                assert after[key].applies in (Applies.EXEMPT, Applies.NO), key
            elif answer.applies is not Applies.UNKNOWN:
                assert after[key].applies is answer.applies, key
            if answer.fulfilled in (Truth.YES, Truth.NO) and after[key].fulfilled is not None:
                assert after[key].fulfilled is answer.fulfilled, key


def burdened(profile: Profile, rng: random.Random) -> Iterator[Profile]:
    """Yield profiles with more revenue, more users, or one more affiliate with a model service."""
    for offering in profile.get("offerings", {}):
        more = copy.deepcopy(profile)
        users = more["offerings"][offering].get("monthly_active_users")
        if isinstance(users, dict) and _raised(users, rng, "90000000"):
            yield more
    for entity in profile.get("entities", {}):
        more = copy.deepcopy(profile)
        revenue = more["entities"][entity].get("revenue")
        if isinstance(revenue, dict) and "any_12_months" not in revenue and _raised(revenue, rng, "19000000.01"):
            yield more
    more = copy.deepcopy(profile)
    licensee = more.get("licensee")
    if licensee is not None and not profile.get("positions"):
        owned = more["entities"][licensee].setdefault("owns", {})
        if isinstance(owned, dict):
            owned["newcomer"] = "100"
            more["entities"]["newcomer"] = {
                "kind": "company",
                "model_as_a_service": "yes",
                "revenue": {"currency": "USD", "trading_since": "2025-01", more["as_of"][:7]: "30M"},
            }
            yield more


def _raised(figures: dict[str, Any], rng: random.Random, by: str) -> bool:
    """Raise one stated month of a list by an amount in its own currency; False if there is none."""
    lists = [key for key, value in figures.items() if isinstance(value, list)]
    others = [key for key in figures if key[:1].isdigit() and key not in lists]
    if not lists or others:
        return False
    values = figures[rng.choice(lists)]
    places = [place for place, value in enumerate(values) if _is_number(value)]
    if not places:
        return False
    place = rng.choice(places)
    values[place] = str(Decimal(str(values[place])) + Decimal(by))
    return True


def _is_number(value: object) -> bool:
    return str(value).replace(".", "", 1).isdigit()


@pytest.mark.parametrize("seed", SEEDS)
def test_more_revenue_users_or_affiliates_never_remove_a_duty(seed: int) -> None:
    profile = partial_profile(random.Random(seed))
    before = answers(profile)
    for more in burdened(profile, random.Random(seed)):
        after = answers(more)
        for key, answer in before.items():
            assert STRENGTH[after[key].applies] >= STRENGTH[answer.applies], key


@pytest.mark.parametrize("seed", SEEDS)
def test_an_exemption_only_removes_duties(seed: int) -> None:
    profile = partial_profile(random.Random(seed))
    certified = copy.deepcopy(profile)
    touched = False
    for offering in certified.get("offerings", {}).values():
        for way in offering.get("access") or []:
            if isinstance(way, dict) and "hosts" in way:
                way["certified"] = "yes"
                touched = True
    if not touched:
        return
    before, after = answers(profile), answers(certified)
    for key, answer in before.items():
        assert STRENGTH[after[key].applies] <= STRENGTH[answer.applies], key
        if answer.applies is Applies.NO:
            assert after[key].applies is Applies.NO, key


def assessed(profile: Profile) -> Run | None:
    """Return the whole assessment, sweeps over readings and questions included."""
    loaded = load_profile(as_yaml(profile).encode(), name="random", known=catalog().known)
    try:
        return assess(loaded, catalog(), Options(engines=Engines.BUILTIN))
    except NothingToAssess:
        return None


@pytest.mark.skipif(len(engines_available()) < 2, reason="durable_rules cannot be imported on this Python")
def test_both_engines_agree_on_every_reading_and_completion_that_is_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def by_both(program: Program, leaves: Mapping[str, Truth]) -> Derivation:
        drawn.append(program)
        return decide(program, leaves, engines=Engines.BOTH)

    for seed in range(12 * TIMES):
        profile = partial_profile(random.Random(seed))
        alone = assessed(profile)
        with monkeypatch.context() as rerouted:
            # `decide` looks the built-in engine up in its own module: only the sweeps are rerouted.
            rerouted.setattr(uses, "builtin", SimpleNamespace(evaluate=by_both))
            assert assessed(profile) == alone, seed
    assert drawn, "nothing was swept"
