"""
A changed profile is answered as if nothing had been found of the one before.

Trials of changes keep what the profiles have in common: memberships, series of months,
totals.  On random profiles of tests/reference/, each change that fits is answered with
what was kept and from nothing.  K3LICENSE_SEARCH multiplies the number of profiles.
"""

import os
import random

import pytest

from k3license.answers.candidates import Candidate, candidates
from k3license.answers.cases import Cases, Options
from k3license.answers.uses import Use
from k3license.engine.agreement import Engines
from k3license.model.errors import InputErrors, NotUnderstood
from k3license.model.series import FiguresContradict
from k3license.reading.profiles import changed_profile, load_profile
from tests.answering import as_yaml, catalog
from tests.reference.profiles import partial_profile

PROFILES = 120 * int(os.environ.get("K3LICENSE_SEARCH", "1"))
PER_TEST = 30
MOST_CHANGES = 6


@pytest.mark.parametrize("first", range(0, PROFILES, PER_TEST))
def test_what_is_kept_of_a_profile_never_changes_the_answers_to_another(first: int) -> None:
    tried = 0
    for seed in range(first, first + PER_TEST):
        text = as_yaml(partial_profile(random.Random(seed)))
        cases = Cases(load_profile(text.encode(), known=catalog().known), catalog(), Options(engines=Engines.BUILTIN))
        for offering_id, pack in cases.uses():
            use = Use(cases, pack, offering_id)
            fitting = candidates(use, use.assessment().requirements)
            for change in random.Random(seed).sample(fitting, min(MOST_CHANGES, len(fitting))):
                tried += _is_answered_alike(use, change, f"seed {seed}, {change.edits}\n{text}")
    assert tried > PER_TEST


def _is_answered_alike(use: Use, change: Candidate, where: str) -> bool:
    cases = use.cases
    try:
        changed = changed_profile(cases.loaded, change.edits, known=catalog().known)
        from_nothing = Use(Cases(changed, catalog(), cases.options), use.pack, use.offering_id)
        expected = [from_nothing.decided(requirement) for requirement in use.pack.requirements]
    except (InputErrors, NotUnderstood, FiguresContradict):
        return False
    with_kept = Use(cases.of_changed(changed, cases.options), use.pack, use.offering_id)
    assert [with_kept.decided(requirement) for requirement in use.pack.requirements] == expected, where
    return True
