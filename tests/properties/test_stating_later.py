"""Absent is unknown: stating a fact that a profile leaves out never changes an answer that was decided."""

import copy
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from k3license.model.assessment import Applies
from k3license.model.errors import InputErrors
from k3license.model.truth import Truth
from tests.answering import Profile, answers

TIMES = int(os.environ.get("K3LICENSE_SEARCH", "1"))
EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))

# For every optional field that states a fact: values that it could turn out to have.  Left out here are what
# section 2 of the profile's reference names as defaults (dates, `covers`, `access_by`, `listed_down_to`), the
# lists that are complete as they stand (`owns`, `ownership`, `made_with`, `uses_parts_of`, `part_of`, ...), and
# counsel's own answers (`commercial`, `embedded`, `model_as_a_service` of an offering), which override facts.
OF_AN_OFFERING: dict[str, list[Any]] = {
    "kind": ["fixed-feature", "assistant", "agent", "general-chat", "builder", "task-api", "raw-api"],
    "channels": ["none"],
    "language_model": ["yes", "no"],
    "charged": ["free", "at-cost", "advertising", "paid"],
    "purpose": ["production", "evaluation", "research", "public-task"],
    "offered_to": [["staff"], ["customers"], ["staff", "contractors"], ["authorities"]],
    "serves": [[], ["inference"], ["inference", "fine-tuning"]],
    "they_control": [
        {"inputs": "none", "system_prompt": "no", "parameters": "no", "training_data": "no"},
        {"inputs": "free-form", "system_prompt": "yes", "parameters": "yes", "training_data": "yes"},
    ],
    "relay": ["no", "yes", ["routing"], ["rewriting"]],
    "outputs_leave": ["no", "yes", ["code"], ["decisions"]],
    "access": [["self-hosted"], ["moonshot"], [{"hosts": ["Some Host"], "certified": "yes"}]],
    "copies": ["none", {"notice_kept": "no", "of": "kimi-k3"}, {"of": "kimi-k3", "distributed_to": ["customers"]}],
    "first_used": ["not-yet", "2024-01-01"],
    "monthly_active_users": ["0", "500M"],
    "revenue": [{"each_month": "USD 0"}, {"each_month": "USD 100k"}],
    "display": ["none", {"name": "Kimi K3", "prominent": "yes"}],
}
OF_AN_ENTITY: dict[str, list[Any]] = {
    "kind": ["company", "person", "fund", "state"],
    "model_as_a_service": ["yes", "no"],
    "holds_copy": ["none", ["kimi-k3"]],
    "revenue": [
        {"currency": "USD", "trading_since": "2024-01", "any_12_months": "0"},
        {"currency": "USD", "trading_since": "2024-01", "2024-01..2024-12": "90M"},
    ],
    "jurisdiction": ["DE"],
    "name": ["Another Name"],
}
OF_THE_FILE: dict[str, list[Any]] = {
    "other_affiliates": ["none", {"count": 3, "model_as_a_service": "yes", "revenue": {"any_12_months": "USD 90M"}}],
    "other_model_as_a_service": ["none"],
    "agreements": ["none"],
    "name": ["Another name"],
}
OF_AN_AGREEMENT: dict[str, list[Any]] = {
    "with": ["Moonshot AI", "Somebody Else"],
    "kind": ["separate-agreement", "evaluation"],
    "extends_to": [[]],
    "document": ["D-1", "none"],
    "effective_from": ["2020-01-01", "2030-01-01"],
    "expires": ["none", "2020-01-01"],
    "covers_past_use": ["yes", "no"],
}


def stated_later(profile: Profile) -> Iterator[tuple[str, Profile]]:
    """Yield the profile with one absent fact stated, for every such fact and value."""
    blocks: list[tuple[tuple[Any, ...], dict[str, list[Any]]]] = [((), OF_THE_FILE)]
    blocks += [(("offerings", name), OF_AN_OFFERING) for name in profile["offerings"]]
    blocks += [(("entities", name), OF_AN_ENTITY) for name in profile["entities"]]
    agreements = profile.get("agreements")
    if isinstance(agreements, list):
        blocks += [(("agreements", place), OF_AN_AGREEMENT) for place in range(len(agreements))]
    for path, fields in blocks:
        for field, values in fields.items():
            if field in _at(profile, path):
                continue
            for value in values:
                changed = copy.deepcopy(profile)
                _at(changed, path)[field] = value
                yield ".".join(map(str, (*path, field))), changed


def _at(profile: Profile, path: tuple[Any, ...]) -> Any:
    block: Any = profile
    for step in path:
        block = block[step]
    return block


def thinned(profile: Profile, rng: random.Random) -> Iterator[Profile]:
    """Yield the profile as it is, and with some stated fact of an offering left out, so that more is left to state."""
    yield profile
    for _ in range(TIMES):
        less = copy.deepcopy(profile)
        offering = less["offerings"][rng.choice(list(less["offerings"]))]
        stated = [field for field in OF_AN_OFFERING if field in offering]
        for field in rng.sample(stated, min(2, len(stated))):
            del offering[field]
        yield less


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_stating_a_fact_later_never_changes_a_decided_answer(path: Path) -> None:
    profile: Profile = yaml.load(path.read_bytes(), yaml.BaseLoader)
    tried = refused = 0
    for less in thinned(profile, random.Random(path.stem)):
        before = answers(less)
        for where, more in stated_later(less):
            tried += 1
            try:
                after = answers(more)
            except InputErrors:
                # What contradicts the rest of the profile could not have turned out so.
                refused += 1
                continue
            for key, answer in before.items():
                if answer.applies is Applies.EXEMPT:
                    assert after[key].applies in (Applies.EXEMPT, Applies.NO), (where, key)
                elif answer.applies is not Applies.UNKNOWN:
                    assert after[key].applies is answer.applies, (where, key)
                if answer.fulfilled in (Truth.YES, Truth.NO) and after[key].fulfilled is not None:
                    assert after[key].fulfilled is answer.fulfilled, (where, key)
    assert tried > refused, "every value was refused: nothing was tested"
