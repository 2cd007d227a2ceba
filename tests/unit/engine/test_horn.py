"""The Horn form: what each clause becomes, and that no ruleset comes near a bound of the engine."""

from collections import Counter
from itertools import combinations

import pytest

from k3license.engine import builtin, horn
from k3license.engine.agreement import agreed
from k3license.engine.durable import DurableEngine, available, shared_engine
from k3license.engine.errors import LeavesMisfit, ProgramRefused
from k3license.engine.horn import (
    HornProgram,
    Rule,
    base_rails,
    horn_program,
    may_be_false,
    may_be_true,
    opposite,
    place_of,
    prove_ids_distinct,
)
from k3license.model.program import Clause, Connective, Program
from k3license.model.truth import Truth

ALL, ANY, NOT = Connective.ALL, Connective.ANY, Connective.NOT
YES, NO, UNKNOWN = Truth.YES, Truth.NO, Truth.UNKNOWN

needs_durable = pytest.mark.skipif(not available(), reason="durable_rules cannot be imported on this Python")


def names(count: int) -> tuple[str, ...]:
    return tuple(f"name-{number}" for number in range(count))


@pytest.fixture
def engine() -> DurableEngine:
    return shared_engine()


def test_rails_of_a_name_are_each_others_opposites() -> None:
    for place in range(5):
        true, false = may_be_true(place), may_be_false(place)
        assert (opposite(true), opposite(false)) == (false, true)
        assert place_of(true) == place_of(false) == place


def test_all_needs_every_true_rail_or_any_false_one() -> None:
    a, b, head = 0, 1, 2
    assert horn_program(Program(("a", "b"), (Clause("head", ALL, ("a", "b")),))).rules == (
        Rule(may_be_true(head), (may_be_true(a), may_be_true(b))),
        Rule(may_be_false(head), (may_be_false(a),)),
        Rule(may_be_false(head), (may_be_false(b),)),
    )


def test_any_needs_every_false_rail_or_any_true_one() -> None:
    a, b, head = 0, 1, 2
    assert horn_program(Program(("a", "b"), (Clause("head", ANY, ("a", "b")),))).rules == (
        Rule(may_be_false(head), (may_be_false(a), may_be_false(b))),
        Rule(may_be_true(head), (may_be_true(a),)),
        Rule(may_be_true(head), (may_be_true(b),)),
    )


def test_not_swaps_the_rails() -> None:
    a, head = 0, 1
    assert horn_program(Program(("a",), (Clause("head", NOT, ("a",)),))).rules == (
        Rule(may_be_true(head), (may_be_false(a),)),
        Rule(may_be_false(head), (may_be_true(a),)),
    )


def test_a_name_said_twice_stands_once_in_a_body() -> None:
    rules = horn_program(Program(("a",), (Clause("head", ALL, ("a", "a")),))).rules
    assert rules == (Rule(may_be_true(1), (may_be_true(0),)), Rule(may_be_false(1), (may_be_false(0),)))


def test_leaves_give_one_rail_if_known_and_both_if_not() -> None:
    program = horn_program(Program(("a", "b", "c"), ()))
    rails = base_rails(program, {"a": YES, "b": NO, "c": UNKNOWN})
    assert rails == (may_be_true(0), may_be_false(1), may_be_true(2), may_be_false(2))


@pytest.mark.parametrize("leaves", [{"a": YES}, {"a": YES, "c": NO}, {"a": YES, "b": NO, "c": NO}])
def test_leaves_that_are_not_just_those_of_the_program_are_refused(leaves: dict[str, Truth]) -> None:
    with pytest.raises(LeavesMisfit):
        base_rails(horn_program(Program(("a", "b"), ())), leaves)


def test_an_empty_body_is_refused() -> None:
    # The engine would never fire it, so "all of nothing" would be neither yes nor no.
    with pytest.raises(ProgramRefused, match="its body is empty"):
        horn_program(Program(("a",), (Clause("head", ALL, ()),)))


def test_two_ids_with_one_hash_are_refused() -> None:
    # FNV-1a of both is 0x5E4DAA9D.
    with pytest.raises(ProgramRefused, match="share their 32-bit hash: costarring and liquid"):
        prove_ids_distinct(["costarring", "other", "liquid"])


def test_every_code_that_a_program_may_use_is_known_apart() -> None:
    prove_ids_distinct([*map(str, range(1 << horn.MOST_RAILS.bit_length())), f"sid-{horn.SESSION}"])


def test_a_program_with_too_many_rails_is_refused_with_the_bound() -> None:
    leaves = names(50_000)
    with pytest.raises(ProgramRefused, match="100002 rails; 100000 are the most"):
        horn_program(Program(leaves, (Clause("head", NOT, (leaves[0],)),)))


def assert_within_bounds(program: HornProgram) -> None:
    """Each ruleset has room to spare, also for the rule that begins its sessions."""
    for stage in program.stages:
        uses = Counter(rail for step in stage.steps for rail in step.body)
        assert len(stage.steps) < 4_000
        assert max(uses.values()) <= 250
        assert len(uses) < 480
        assert max(len(step.body) for step in stage.steps) <= 15
        assert all(len(set(step.body)) == len(step.body) > 0 for step in stage.steps)


WIDE_40 = Program(names(40), (Clause("some", ANY, names(40)), Clause("every", ALL, names(40))))
WIDE_1500 = Program(names(1_500), (Clause("some", ANY, names(1_500)), Clause("none", NOT, ("some",))))
FANNED_OUT = Program(
    ("fact", *names(600)),
    tuple(Clause(f"head-{number}", ALL, ("fact", name)) for number, name in enumerate(names(600))),
)
# Four tests in all, and three rules per clause: only the fan-out can be too much.
NARROW = Program(("a", "b"), tuple(Clause(f"head-{number}", ANY, ("a", "b")) for number in range(3_000)))
# Each name in 59 clauses: only the number of rules can be too much.
PAIRS = Program(
    names(60),
    tuple(Clause(f"{one} or {other}", ANY, (one, other)) for one, other in combinations(names(60), 2)),
)
CHAIN = Program(
    ("fact", "condition"),
    tuple(
        Clause(
            f"link-{number}",
            ALL if number % 2 else ANY,
            (f"link-{number - 1}" if number else "fact", "condition"),
        )
        for number in range(80)
    ),
)
TOWER = Program(
    ("fact",),
    tuple(Clause(f"not-{number}", NOT, (f"not-{number - 1}" if number else "fact",)) for number in range(80)),
)


EXTREMES = {
    "wide 40": (WIDE_40, 1),
    "wide 1500": (WIDE_1500, 14),
    "fanned out": (FANNED_OUT, 6),
    "narrow": (NARROW, 12),
    "pairs": (PAIRS, 2),
    "chain": (CHAIN, 1),
    "tower": (TOWER, 1),
}


@pytest.mark.parametrize("name", EXTREMES)
def test_a_program_beyond_the_bounds_of_one_ruleset_runs_in_several(name: str) -> None:
    program, rulesets = EXTREMES[name]
    compiled = horn_program(program)
    assert_within_bounds(compiled)
    assert len(compiled.stages) == rulesets


@pytest.mark.parametrize("name", EXTREMES)
def test_no_rail_is_waited_for_before_it_is_complete(name: str) -> None:
    program, _ = EXTREMES[name]
    steps = [step for stage in horn_program(program).stages for step in stage.steps]
    last_derived = {step.head: number for number, step in enumerate(steps)}
    assert all(last_derived.get(rail, -1) < number for number, step in enumerate(steps) for rail in step.body)


@needs_durable
@pytest.mark.parametrize("name", EXTREMES)
@pytest.mark.parametrize("odd_one", Truth)
@pytest.mark.parametrize("others", Truth)
def test_programs_of_every_extreme_shape_are_right(
    name: str, odd_one: Truth, others: Truth, engine: DurableEngine
) -> None:
    program, _ = EXTREMES[name]
    leaves = {**dict.fromkeys(program.leaves, others), program.leaves[0]: odd_one}
    assert agreed(program, leaves, engine) == builtin.evaluate(program, leaves)


@needs_durable
def test_one_member_among_1500_is_the_one_reason(engine: DurableEngine) -> None:
    leaves = {**dict.fromkeys(WIDE_1500.leaves, NO), "name-977": YES}
    derived = agreed(WIDE_1500, leaves, engine)
    assert derived.truth["some"] is YES
    assert derived.deciding["some"] == ("name-977",)


@needs_durable
@pytest.mark.parametrize(("given", "top"), [(YES, YES), (NO, NO), (UNKNOWN, UNKNOWN)])
def test_eighty_negations_return_to_the_start(given: Truth, top: Truth, engine: DurableEngine) -> None:
    assert agreed(TOWER, {"fact": given}, engine).truth["not-79"] is top
