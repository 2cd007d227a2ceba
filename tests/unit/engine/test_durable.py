"""The adapter: right while the C module is honest, loud when it is not."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from k3license.engine import builtin, durable
from k3license.engine.agreement import agreed, chained
from k3license.engine.derivation import Derivation
from k3license.engine.durable import DurableEngine, EngineModule
from k3license.engine.errors import (
    CertificateRefused,
    EngineError,
    EngineFailure,
    EnginesDisagree,
    EngineUnavailable,
    LeavesMisfit,
)
from k3license.engine.horn import horn_program
from k3license.model.program import Clause, Connective, Program
from k3license.model.truth import Truth
from tests.unit.engine.modules import BrokenModule, HonestModule, InterruptedModule, Lie, LyingModule

durable_rules_engine = pytest.importorskip("durable_rules_engine")
REAL: EngineModule = durable_rules_engine

ALL, ANY, NOT = Connective.ALL, Connective.ANY, Connective.NOT
YES, NO, UNKNOWN = Truth.YES, Truth.NO, Truth.UNKNOWN

GATE = Program(
    ("uses", "bound", "commercial", "runs-service", "over-the-limit", "internal", "official"),
    (
        Clause("met", ALL, ("runs-service", "over-the-limit")),
        Clause("elements", ALL, ("uses", "bound", "commercial", "met")),
        Clause("exempt", ANY, ("internal", "official")),
        Clause("not-exempt", NOT, ("exempt",)),
        Clause("applies", ALL, ("elements", "not-exempt")),
    ),
)
CLEARLY = {**dict.fromkeys(GATE.leaves, YES), "internal": NO, "official": NO}
OPEN = {**CLEARLY, "over-the-limit": UNKNOWN, "internal": UNKNOWN, "bound": NO}
WIDE = Program(
    tuple(f"member-{number}" for number in range(40)),
    (Clause("some", ANY, tuple(f"member-{number}" for number in range(40))), Clause("none", NOT, ("some",))),
)
NOBODY = dict.fromkeys(WIDE.leaves, NO)


@pytest.fixture
def engine() -> DurableEngine:
    return DurableEngine(REAL)


def test_derives_an_answer_and_the_names_that_decide_it(engine: DurableEngine) -> None:
    derived = chained(GATE, CLEARLY, engine)
    assert derived.truth["applies"] is YES
    assert derived.deciding["applies"] == ("elements", "not-exempt")
    assert derived.deciding["not-exempt"] == ("exempt",)


def test_an_unknown_name_does_not_decide_what_a_no_decides(engine: DurableEngine) -> None:
    derived = chained(GATE, OPEN, engine)
    assert derived.truth["elements"] is NO
    assert derived.deciding["elements"] == ("bound",)
    assert derived.deciding["met"] == ("over-the-limit",)


def test_the_leaves_of_another_program_are_refused_before_anything_runs(engine: DurableEngine) -> None:
    with pytest.raises(LeavesMisfit, match="missing: uses"):
        engine.run(horn_program(GATE), NOBODY)


def test_one_set_of_facts_leaves_nothing_behind_for_the_next(engine: DurableEngine) -> None:
    for leaves in (CLEARLY, OPEN, CLEARLY):
        assert agreed(GATE, leaves, engine) == builtin.evaluate(GATE, leaves)


def test_programs_of_one_shape_share_a_ruleset_and_keep_their_own_names() -> None:
    counting = HonestModule(REAL)
    engine = DurableEngine(counting)
    for number in range(3):
        program = Program((f"fact-{number}",), (Clause(f"head-{number}", NOT, (f"fact-{number}",)),))
        assert chained(program, {f"fact-{number}": NO}, engine).truth[f"head-{number}"] is YES
    assert counting.created == 1


def test_rulesets_are_deleted_when_many_programs_were_seen() -> None:
    counting = HonestModule(REAL)
    engine = DurableEngine(counting)
    for width in range(1, 90):
        names = tuple(f"fact-{number}" for number in range(width))
        program = Program(names, (Clause("every", ALL, names),))
        assert chained(program, dict.fromkeys(names, YES), engine).truth["every"] is YES
    assert counting.created == 89
    assert counting.created - counting.deleted == 64


def test_a_program_in_steady_use_keeps_its_ruleset() -> None:
    module = HonestModule(REAL)
    engine = DurableEngine(module)
    for width in range(1, 90):
        names = tuple(f"fact-{number}" for number in range(width))
        program = Program(names, (Clause("every", ALL, names),))
        chained(program, dict.fromkeys(names, YES), engine)
        chained(GATE, CLEARLY, engine)
    assert module.created == 90


def test_threads_that_share_the_engine_get_their_own_answers(engine: DurableEngine) -> None:
    def wrong_answers(leaves: dict[str, Truth]) -> int:
        expected = builtin.evaluate(GATE, leaves)
        return sum(chained(GATE, leaves, engine) != expected for _ in range(60))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(wrong_answers, (CLEARLY, OPEN, CLEARLY, OPEN))) == [0, 0, 0, 0]
    finally:
        sys.setswitchinterval(interval)


@pytest.mark.parametrize("lie", Lie, ids=lambda lie: lie.name.lower())
@pytest.mark.parametrize(("program", "leaves"), [(GATE, CLEARLY), (GATE, OPEN), (WIDE, NOBODY)])
def test_no_lie_makes_a_wrong_answer_and_the_engine_recovers(
    lie: Lie, program: Program, leaves: dict[str, Truth]
) -> None:
    expected = builtin.evaluate(program, leaves)
    loud = told = 0
    for occasion in range(300):
        module = LyingModule(REAL, lie, occasion)
        engine = DurableEngine(module)
        loud += is_loud(engine, program, leaves, expected)
        if not module.told:
            break
        told += 1
        # The second run may find what the lie has left behind; the third must be untouched by it.
        loud += is_loud(engine, program, leaves, expected)
        assert agreed(program, leaves, engine) == expected
    assert told
    # A lost fact may be one that changes nothing; every other lie is noticed wherever it is told.
    assert loud == told or (lie is Lie.LOST_FACT and 0 < loud < told)


def is_loud(engine: DurableEngine, program: Program, leaves: dict[str, Truth], expected: Derivation) -> bool:
    """Return whether the engine fails; it must answer rightly if it does not."""
    try:
        assert chained(program, leaves, engine) == expected
    except EngineFailure:
        return True
    return False


def test_a_lie_about_a_redundant_reason_is_loud_too() -> None:
    program = Program(("a", "b"), (Clause("either", ANY, ("a", "b")),))
    with pytest.raises(CertificateRefused, match="has its body and never fired"):
        chained(program, {"a": YES, "b": YES}, DurableEngine(LyingModule(REAL, Lie.LOST_FIRING, 1)))


def test_the_engine_refuses_to_go_on_after_three_failures() -> None:
    module = BrokenModule(REAL)
    engine = DurableEngine(module)
    for _ in range(3):
        with pytest.raises(EngineFailure, match="RuntimeError: Could not delete state, error code: 309"):
            chained(GATE, CLEARLY, engine)
    with pytest.raises(EngineFailure, match="failed 3 times in this process and is not used again"):
        chained(GATE, CLEARLY, engine)
    # Each failure costs its ruleset, which nobody touches again.
    assert (module.created, module.deleted) == (3, 0)


def test_an_interruption_passes_through_and_its_ruleset_is_not_used_again() -> None:
    module = InterruptedModule(REAL)
    engine = DurableEngine(module)
    with pytest.raises(KeyboardInterrupt):
        chained(GATE, CLEARLY, engine)
    assert chained(GATE, CLEARLY, engine) == builtin.evaluate(GATE, CLEARLY)
    assert module.created == 2
    assert module.deleted == 0


def test_disagreement_is_an_error_that_names_heads_and_both_answers(
    engine: DurableEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    direct = builtin.evaluate(GATE, CLEARLY)
    flipped = Derivation({**direct.truth, "exempt": YES, "applies": NO}, direct.deciding)
    monkeypatch.setattr(builtin, "evaluate", lambda *_: flipped)
    with pytest.raises(EnginesDisagree) as caught:
        agreed(GATE, CLEARLY, engine)
    assert caught.value.answers == {"exempt": (NO, YES), "applies": (YES, NO)}
    assert "applies: durable says yes, builtin says no" in str(caught.value)


def test_a_disagreement_about_reasons_alone_is_one_too(engine: DurableEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    direct = builtin.evaluate(GATE, CLEARLY)
    poorer = Derivation(direct.truth, {**direct.deciding, "applies": ("elements",)})
    monkeypatch.setattr(builtin, "evaluate", lambda *_: poorer)
    with pytest.raises(EnginesDisagree) as caught:
        agreed(GATE, CLEARLY, engine)
    assert caught.value.answers == {"applies": (YES, YES)}


def test_the_engine_of_the_process_is_one() -> None:
    assert durable.available()
    assert durable.shared_engine() is durable.shared_engine()


def test_every_error_is_an_engine_error_so_that_one_handler_suffices() -> None:
    assert issubclass(EngineUnavailable, EngineError)
    assert issubclass(EnginesDisagree, EngineError)
    assert issubclass(CertificateRefused, EngineFailure)


def resident_kib() -> int:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * 4


def test_memory_stays_flat_over_thousands_of_evaluations(engine: DurableEngine) -> None:
    def evaluate_often(times: int) -> None:
        for _ in range(times):
            chained(GATE, CLEARLY, engine)
            chained(GATE, OPEN, engine)

    evaluate_often(200)
    before = resident_kib()
    evaluate_often(1_500)
    # A state that is not freed costs about 400 KiB here, 3,000 of them more than a gigabyte.
    assert resident_kib() - before < 4_096
