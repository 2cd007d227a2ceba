"""The built-in engine on cases small enough to be worked out by hand."""

import pytest

from k3license.engine.builtin import evaluate
from k3license.engine.errors import LeavesMisfit, ProgramRefused
from k3license.model.program import Clause, Connective, Program
from k3license.model.truth import Truth

ALL, ANY, NOT = Connective.ALL, Connective.ANY, Connective.NOT
YES, NO, UNKNOWN = Truth.YES, Truth.NO, Truth.UNKNOWN


@pytest.mark.parametrize(
    ("connective", "a", "b", "truth", "deciding"),
    [
        (ALL, YES, YES, YES, ("a", "b")),
        (ALL, YES, NO, NO, ("b",)),
        (ALL, NO, NO, NO, ("a", "b")),
        (ALL, UNKNOWN, NO, NO, ("b",)),
        (ALL, NO, UNKNOWN, NO, ("a",)),
        (ALL, UNKNOWN, YES, UNKNOWN, ("a",)),
        (ALL, UNKNOWN, UNKNOWN, UNKNOWN, ("a", "b")),
        (ANY, NO, NO, NO, ("a", "b")),
        (ANY, NO, YES, YES, ("b",)),
        (ANY, YES, YES, YES, ("a", "b")),
        (ANY, UNKNOWN, YES, YES, ("b",)),
        (ANY, YES, UNKNOWN, YES, ("a",)),
        (ANY, UNKNOWN, NO, UNKNOWN, ("a",)),
        (ANY, UNKNOWN, UNKNOWN, UNKNOWN, ("a", "b")),
    ],
)
def test_a_clause_of_two_is_decided_by_the_names_that_suffice(
    connective: Connective, a: Truth, b: Truth, truth: Truth, deciding: tuple[str, ...]
) -> None:
    derived = evaluate(Program(("a", "b"), (Clause("head", connective, ("a", "b")),)), {"a": a, "b": b})
    assert derived.truth == {"a": a, "b": b, "head": truth}
    assert derived.deciding == {"head": deciding}


@pytest.mark.parametrize(("given", "truth"), [(YES, NO), (NO, YES), (UNKNOWN, UNKNOWN)])
def test_not_is_decided_by_its_one_name(given: Truth, truth: Truth) -> None:
    derived = evaluate(Program(("a",), (Clause("head", NOT, ("a",)),)), {"a": given})
    assert derived.truth["head"] is truth
    assert derived.deciding["head"] == ("a",)


@pytest.mark.parametrize("connective", [ALL, ANY])
@pytest.mark.parametrize("truth", Truth)
def test_a_name_said_twice_counts_once(connective: Connective, truth: Truth) -> None:
    derived = evaluate(Program(("a",), (Clause("head", connective, ("a", "a")),)), {"a": truth})
    assert derived.truth["head"] is truth
    assert derived.deciding["head"] == ("a",)


def test_a_statement_and_its_opposite_stay_unknown_together() -> None:
    clauses = (Clause("opposite", NOT, ("a",)), Clause("either", ANY, ("a", "opposite")))
    derived = evaluate(Program(("a",), clauses), {"a": UNKNOWN})
    assert derived.truth["either"] is UNKNOWN


def test_a_missing_leaf_is_an_error_and_never_unknown() -> None:
    with pytest.raises(LeavesMisfit, match="missing: b"):
        evaluate(Program(("a", "b"), (Clause("head", ALL, ("a", "b")),)), {"a": YES})


def test_a_leaf_of_another_program_is_an_error_as_is_a_head() -> None:
    with pytest.raises(LeavesMisfit, match="not of this program: head, other"):
        evaluate(Program(("a",), (Clause("head", NOT, ("a",)),)), {"a": YES, "other": NO, "head": YES})


def test_the_facts_given_are_left_as_they_were() -> None:
    leaves = {"a": YES}
    evaluate(Program(("a",), (Clause("head", NOT, ("a",)),)), leaves)
    assert leaves == {"a": YES}


def test_a_malformed_program_is_refused() -> None:
    with pytest.raises(ProgramRefused, match="head: its body is empty"):
        evaluate(Program(("a",), (Clause("head", ALL, ()),)), {"a": YES})
