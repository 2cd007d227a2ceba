"""Compiled programs say what the rules say, for any number of paths."""

from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from k3license.engine.builtin import evaluate
from k3license.engine.programs import require_well_formed
from k3license.facts.vocabulary import VOCABULARY
from k3license.model.program import Connective
from k3license.model.rules import Condition, Defined, Group, Measure, Pack, Statement
from k3license.model.truth import Truth, all_of, any_of, negation
from k3license.packs.compile import service_program, use_program
from k3license.packs.headers import known_licenses
from k3license.packs.loader import load_pack
from tests.unit.packs import mini

PACKS = [load_pack(id, vocabulary=VOCABULARY) for id in known_licenses()]
TRUTHS = st.sampled_from(Truth)


def holds(condition: Condition, pack: Pack, given: Mapping[str, Truth], prefix: str = "") -> Truth:
    """Return what a condition says, read straight from the rule."""
    match condition:
        case Statement(name):
            return given[f"{prefix}{name}"]
        case Measure():
            return given[condition.id]
        case Defined(definition, of):
            leaf = f"{'this' if of == 'this-offering' else 'some_member'}:{definition}"
            return given[leaf] if leaf in given else holds(pack.definitions[definition].when, pack, given)
        case Group(connective, parts):
            found = [holds(part, pack, given, prefix) for part in parts]
            if connective is Connective.NOT:
                return negation(found[0])
            return all_of(found) if connective is Connective.ALL else any_of(found)


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from(PACKS), st.integers(1, 4))
def test_a_use_is_judged_as_its_rules_read(data: st.DataObject, pack: Pack, path_count: int) -> None:
    program = use_program(pack, path_count).program
    leaves = {leaf: data.draw(TRUTHS) for leaf in program.leaves}
    truth = evaluate(program, leaves).truth
    paths = range(1, path_count + 1)
    on_path = {
        (id, number): holds(exemption.every_path, pack, leaves, f"path {number}:")
        for id, exemption in pack.exemptions.items()
        for number in paths
    }
    for id in pack.exemptions:
        assert [truth[f"{id}:path {number}"] for number in paths] == [on_path[id, number] for number in paths]
        assert truth[id] is all_of(on_path[id, number] for number in paths)
    for requirement in pack.requirements:
        elements = holds(requirement.when, pack, leaves)
        lifting = [exemption.id for exemption in pack.lifting(requirement.id)]
        exempt = all_of(any_of(on_path[id, number] for id in lifting) for number in paths)
        assert truth[f"{requirement.id}:elements"] is elements
        assert truth.get(f"{requirement.id}:exempt", Truth.NO) is exempt
        assert truth[f"{requirement.id}:applies"] is all_of((elements, negation(exempt)))


@settings(max_examples=80, deadline=None)
@given(st.data(), st.sampled_from([pack for pack in PACKS if pack.definitions]))
def test_a_service_is_judged_as_its_definition_reads(data: st.DataObject, pack: Pack) -> None:
    for id, definition in pack.definitions.items():
        program = service_program(pack, id).program
        leaves = {leaf: data.draw(TRUTHS) for leaf in program.leaves}
        assert evaluate(program, leaves).truth[id] is holds(definition.when, pack, leaves)


def test_paths_may_be_covered_by_different_exemptions() -> None:
    pack = next(pack for pack in PACKS if len(pack.exemptions) > 1)
    program = use_program(pack, 2).program
    leaves = dict.fromkeys(program.leaves, Truth.NO)
    first, second = pack.exemptions.values()
    for exemption, number in ((first, 1), (second, 2)):
        for values in product((Truth.YES, Truth.NO), repeat=7):
            names = [leaf for leaf in program.leaves if leaf.startswith(f"path {number}:")]
            leaves |= dict(zip(names, values, strict=True))
            if evaluate(program, leaves).truth[f"{exemption.id}:path {number}"] is Truth.YES:
                break
    truth = evaluate(program, leaves).truth
    lifted = first.lifts[0]
    assert truth[f"{lifted}:exempt"] is Truth.YES
    assert Truth.NO in (truth[first.id], truth[second.id])


def test_with_no_known_path_the_caller_says_what_holds_of_the_exemptions() -> None:
    pack = next(pack for pack in PACKS if pack.exemptions)
    program = use_program(pack, 0).program
    assert set(pack.exemptions) <= set(program.leaves)
    assert not any(leaf.startswith("path ") for leaf in program.leaves)


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.header.license)
def test_every_program_is_well_formed_and_every_name_leads_back_to_the_rules(pack: Pack) -> None:
    compiled = [use_program(pack, count) for count in (0, 1, 2, 7)]
    compiled += [service_program(pack, id) for id in pack.definitions]
    for program, parts in compiled:
        require_well_formed(program)
        assert set(program.leaves) | set(program.heads) == set(parts)


def test_a_program_is_made_once_for_each_pack_and_number_of_paths() -> None:
    assert use_program(PACKS[0], 3) is use_program(PACKS[0], 3)
    assert use_program(PACKS[0], 3) is not use_program(PACKS[0], 4)
    assert use_program(PACKS[0], 3) is not use_program(PACKS[1], 3)


def test_a_definition_may_build_on_another_one(tmp_path: Path) -> None:
    rules = mini.write_pack(tmp_path)
    text = (rules / "mini/service.yaml").read_text()
    wider = text.replace("rule: service", "rule: wider").replace("  - sold\n", "  - any: [service, embedded]\n")
    (rules / "mini/wider.yaml").write_text(wider.partition("unless")[0] + "turns_on: [third-party]\n")
    (rules / "mini/wider.cases.yaml").write_text("rule: wider\ncases: []\n")
    program = service_program(load_pack("mini", vocabulary=mini.VOCABULARY, rules=rules), "wider").program
    assert set(program.leaves) == {"sold", "embedded"}
    for sold, embedded in product(Truth, repeat=2):
        service = all_of((sold, negation(embedded)))
        truth = evaluate(program, {"sold": sold, "embedded": embedded}).truth
        assert truth["service"] is service
        assert truth["wider"] is any_of((service, embedded))
