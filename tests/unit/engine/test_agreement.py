"""Who answers: both engines where they can be had, and none in silence where one was asked for by name."""

import sys
from collections.abc import Iterator

import pytest

from k3license.engine import builtin, durable
from k3license.engine.agreement import Engines, decide, engines_available, resolve
from k3license.engine.errors import EngineUnavailable, LeavesMisfit
from k3license.model.program import Clause, Connective, Program
from k3license.model.truth import Truth

PROGRAM = Program(("a", "b"), (Clause("both", Connective.ALL, ("a", "b")),))
LEAVES = {"a": Truth.YES, "b": Truth.UNKNOWN}

needs_durable = pytest.mark.skipif(not durable.available(), reason="durable_rules cannot be imported on this Python")


@pytest.fixture
def without_durable(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Python on which the import of durable_rules fails."""
    monkeypatch.setitem(sys.modules, "durable_rules_engine", None)
    durable._shared.cache_clear()
    yield
    durable._shared.cache_clear()


def test_durable_is_there_on_every_python_that_is_meant_to_have_it() -> None:
    # Else all tests that need it would be skipped without anybody noticing.
    meant = sys.platform == "linux" and sys.version_info < (3, 13) and sys.implementation.name == "cpython"
    assert durable.available() or not meant


@needs_durable
def test_both_engines_answer_by_default() -> None:
    assert engines_available() == ("durable", "builtin")
    assert resolve(Engines.BOTH) == ("durable", "builtin")
    assert decide(PROGRAM, LEAVES) == builtin.evaluate(PROGRAM, LEAVES)


@needs_durable
def test_each_engine_answers_alone_when_asked() -> None:
    assert resolve(Engines.DURABLE) == ("durable",)
    assert resolve(Engines.BUILTIN) == ("builtin",)
    alone = [decide(PROGRAM, LEAVES, engines=engines) for engines in (Engines.DURABLE, Engines.BUILTIN)]
    assert alone == [builtin.evaluate(PROGRAM, LEAVES)] * 2


@needs_durable
def test_the_built_in_engine_is_not_asked_where_durable_alone_is(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = builtin.evaluate(PROGRAM, LEAVES)
    monkeypatch.delattr(builtin, "evaluate")
    assert decide(PROGRAM, LEAVES, engines=Engines.DURABLE) == expected


@pytest.mark.usefixtures("without_durable")
def test_without_durable_the_built_in_engine_answers_alone_and_says_so() -> None:
    assert engines_available() == ("builtin",)
    assert resolve(Engines.BOTH) == ("builtin",)
    assert decide(PROGRAM, LEAVES).truth["both"] is Truth.UNKNOWN


@pytest.mark.usefixtures("without_durable")
def test_durable_asked_for_by_name_is_an_error_where_it_cannot_be_had() -> None:
    with pytest.raises(EngineUnavailable, match="needs durable-rules, which cannot be imported here"):
        resolve(Engines.DURABLE)
    with pytest.raises(EngineUnavailable):
        decide(PROGRAM, LEAVES, engines=Engines.DURABLE)


@pytest.mark.parametrize("engines", Engines)
def test_facts_of_another_program_are_an_error_whoever_answers(engines: Engines) -> None:
    if engines is Engines.DURABLE and not durable.available():
        pytest.skip("durable_rules cannot be imported on this Python")
    with pytest.raises(LeavesMisfit):
        decide(PROGRAM, {"a": Truth.YES}, engines=engines)
