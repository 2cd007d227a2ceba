"""
The open questions against the table of all that a handful of forgotten facts may be.

The table is answered by the evaluator in tests/reference/, which knows no unknowns.  From
it can be read which facts can change an answer, and how many have to be known together to
settle it.  K3LICENSE_SEARCH multiplies the number of profiles.
"""

import os
import random
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import pytest

from k3license.answers.assess import Options
from k3license.answers.cases import Cases
from k3license.answers.questions import LARGEST_SET, open_questions
from k3license.answers.uses import Use
from k3license.engine.agreement import Engines
from k3license.model.assessment import Answer, Applies
from k3license.model.truth import Truth
from k3license.reading.profiles import load_profile
from tests.answering import Key, Profile, as_yaml, catalog
from tests.reference.forgotten import Forgotten, Memory, forgetful
from tests.reference.settling import Table, settling_sizes, tables
from tests.test_against_reference import positions_in

PROFILES = 80 * int(os.environ.get("K3LICENSE_SEARCH", "1"))
PER_TEST = 20


class Asked(NamedTuple):
    """The answer to a requirement, and the facts asked for with the number that settle it, in order."""

    answer: Answer
    facts: Mapping[str, int]

    @property
    def is_open(self) -> bool:
        return self.answer.applies is Applies.UNKNOWN or self.answer.fulfilled is Truth.UNKNOWN


@pytest.mark.parametrize("first", range(0, PROFILES, PER_TEST))
def test_what_is_asked_is_what_the_table_of_all_worlds_says(first: int) -> None:
    for seed in range(first, first + PER_TEST):
        memory = forgetful(random.Random(seed))
        wrong = list(disagreements_on(memory))
        assert not wrong, "\n".join([f"seed {seed}", *wrong, as_yaml(memory.written)])


def disagreements_on(memory: Memory) -> Iterator[str]:
    """Yield what is asked, left out or ranked otherwise than the table says."""
    asked, position_of = questions_to(memory.written)
    if not any(each.is_open for each in asked.values()):
        return
    licenses = tuple({license for (license, _, _), each in asked.items() if each.is_open})
    found = tables(memory, licenses=licenses, positions=positions_in(memory.written))
    for key, each in asked.items():
        # Some answers are open although all facts are known: tests/reference/README.md lists them.
        if key[0] in licenses and None not in found[key].values():
            yield from (f"{key}: {says}" for says in _differences(each, found[key], memory.forgotten, position_of))


def questions_to(profile: Profile) -> tuple[dict[Key, Asked], Callable[[str], tuple[int, int]]]:
    """Return what is asked about every requirement, without readings, and where a fact stands in the file."""
    loaded = load_profile(as_yaml(profile).encode(), name="random", known=catalog().known)
    cases = Cases(loaded, catalog(), Options(engines=Engines.BUILTIN))
    found = {}
    for offering_id, pack in cases.uses():
        use = Use(cases, pack, offering_id)
        for requirement in pack.requirements:
            answer = use.decided(requirement).answer
            questions = open_questions(use.sweeping, use.world, requirement, loaded.position_of)
            facts = {question.path: question.settles_with for question in questions}
            found[pack.header.license, offering_id, requirement.id] = Asked(answer, facts)
    return found, loaded.position_of


def _differences(
    asked: Asked, table: Table, forgotten: tuple[Forgotten, ...], position_of: Callable[[str], tuple[int, int]]
) -> Iterator[str]:
    if asked.is_open is (len(set(table.values())) == 1):
        yield f"we say {asked.answer}, worlds give {sorted(map(str, set(table.values())))}"
        return
    sizes = {forgotten[n].path: size for n, size in settling_sizes(table, len(forgotten)).items()}
    for path, size in asked.facts.items():
        if path not in sizes:
            # An amount may matter between its ends although it never does while all others are at theirs.
            if path not in {fact.path for fact in forgotten if fact.of_amount} or size != len(asked.facts):
                yield f"{path} is asked and cannot change the answer"
        elif size != (sizes[path] if sizes[path] <= LARGEST_SET else len(asked.facts)):
            yield f"{path} is said to settle it with {size}, and does with {sizes[path]}"
    for path in sizes.keys() - asked.facts.keys():
        yield f"{path} is not asked and settles it with {sizes[path]}"
    order = sorted(asked.facts, key=lambda path: (asked.facts[path], position_of(path)))
    if list(asked.facts) != order:
        yield f"asked in the order {list(asked.facts)}, not {order}"
