"""
Worlds in which everything is known and of which everything is true that a partial profile says.

`completions(profile, rng, n)` gives up to *n* of them as completed profiles. Each open fact is tried at its
ends, at the limits of the licenses and a cent beside them; totals are shared out over their months in
several ways.
"""

import json
import random

from tests.reference.completed_figures import Figures
from tests.reference.months import MODES
from tests.reference.scalars import (
    Profile,
)
from tests.reference.tuning import tuned

ATTEMPTS = 12


def completions(profile: Profile, rng: random.Random, n: int) -> list[Profile]:
    """
    Up to *n* completed profiles, each a refinement of *profile*; fewer where attempts contradict
    themselves.
    """
    found = []
    for number in range(n):
        for attempt in range(ATTEMPTS):
            mode = MODES[(number + attempt) % len(MODES)]
            one = completed(profile, rng, mode)
            if one is not None:
                found.append(tuned(one, profile, rng) if rng.random() < 0.4 else one)
                break
    return found


def completed(profile: Profile, rng: random.Random, mode: str) -> Profile | None:
    """One attempt; None where the choices made contradict one another."""
    attempt = Figures(profile, rng, mode)
    if not (attempt.choose_facts() and attempt.choose_figures()):
        return None
    attempt.add_a_holding_below_the_listed_ones()
    attempt.profile["listed_down_to"] = "0"
    attempt.profile["other_model_as_a_service"] = "none"
    done: Profile = json.loads(json.dumps(attempt.profile))
    return done
