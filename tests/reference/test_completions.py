"""The generator makes sensible partial profiles, and completions are worlds of which those are true."""

import random
from collections import Counter
from fractions import Fraction

import pytest
import yaml
from hypothesis import HealthCheck, given, settings

from tests.reference.completions import completions
from tests.reference.evaluate import answer
from tests.reference.group_revenue import figures, window_ends, window_total
from tests.reference.profiles import partial_profile, partial_profiles
from tests.reference.refines import exact_months, violations
from tests.reference.scalars import NotComplete, Profile
from tests.reference.world import World
from tests.reference.worlds import whole_world

LICENSES = ("kimi-k3", "kimi-k2.6", "kimi-k2.7-code")


@pytest.mark.parametrize("seed", range(15))
def test_a_whole_world_has_an_answer_under_every_license(seed: int) -> None:
    world = whole_world(random.Random(seed))
    for license in LICENSES:
        for requirements in answer(world, license=license, positions={}).values():
            assert all(one["applies"] for one in requirements.values())


@pytest.mark.parametrize("seed", range(15))
def test_a_whole_world_is_one_of_which_its_blurred_profile_is_true(seed: int) -> None:
    partial = partial_profile(random.Random(seed))
    whole = whole_world(random.Random(seed))
    assert violations(partial, whole) == []


@pytest.mark.parametrize("seed", range(20))
def test_completions_agree_with_the_partial_profile_and_have_answers(seed: int) -> None:
    rng = random.Random(seed)
    partial = partial_profile(rng)
    found = completions(partial, rng, 4)
    assert found
    for done in found:
        assert violations(partial, done) == []
        for license in LICENSES:
            answer(done, license=license, positions={})


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(partial_profiles())
def test_a_partial_profile_survives_a_file(partial: Profile) -> None:
    assert yaml.load(yaml.safe_dump(partial), Loader=yaml.BaseLoader) == partial


def test_partial_profiles_leave_things_open_and_completions_decide_them_both_ways() -> None:
    outcomes: Counter[str] = Counter()
    unknown = 0
    for seed in range(25):
        rng = random.Random(seed)
        partial = partial_profile(rng)
        try:
            answer(partial, license="kimi-k3", positions={})
        except (NotComplete, KeyError):
            unknown += 1
        seen: dict[str, set[str]] = {}
        for done in completions(partial, rng, 5):
            for offering, requirements in answer(done, license="kimi-k3", positions={}).items():
                seen.setdefault(offering, set()).update(requirements["separate-agreement"]["applies"])
        outcomes.update("both" if len(found) > 1 else "one" for found in seen.values())
    assert unknown > 8
    assert outcomes["both"] > 3
    assert outcomes["one"] > 8


def test_some_completions_lie_exactly_at_the_limit_or_a_cent_beside_it() -> None:
    near = set()
    for seed in range(40):
        rng = random.Random(seed)
        for done in completions(partial_profile(rng), rng, 3):
            near.add(_distance(done))
    assert {Fraction(-1, 100), Fraction(0), Fraction(1, 100)} <= near


def _distance(done: Profile) -> Fraction | None:
    """By how much the best twelve months are above 20 million dollars, where that is a cent or less."""
    world = World.of(done, license="kimi-k3", positions={"exchange": "monthly"})
    licensee = done.get("licensee") or next(iter(done["entities"]))
    offerings = [name for name, block in world.offerings.items() if block["operator"] == licensee]
    if not offerings:
        return None
    parts = [(part.currency, part.low) for part in figures(world, licensee)]
    ends = window_ends(world, offerings[0])
    best = max(window_total(world, parts, end=end, policy="monthly") for end in ends)
    over = best - 20_000_000
    return over if abs(over) <= Fraction(1, 100) else None


def test_a_total_is_shared_out_in_several_ways() -> None:
    partial = {
        "as_of": "2026-12-31",
        "licensee": "acme",
        "entities": {
            "acme": {
                "kind": "company",
                "revenue": {"currency": "USD", "trading_since": "2025-01", "2025-01..2026-12": "42M"},
            }
        },
        "offerings": {},
    }
    rng = random.Random(1)
    best = set()
    for done in completions(partial, rng, 20):
        months = exact_months(done["entities"]["acme"]["revenue"])
        assert sum(months.values()) == 42_000_000
        best.add(max(sum(months.get(m, Fraction(0)) for m in range(e - 11, e + 1)) for e in months))
    # Of 24 months with 42 million, the best twelve have at least 21 and at most 42.
    assert min(best) == 21_000_000
    assert max(best) == 42_000_000
