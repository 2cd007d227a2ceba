"""
Random programs: both engines and a third, naive evaluation answer alike.

A short search by default; `K3LICENSE_SEARCH=50 pytest tests/properties/test_engines.py`
tries fifty times as many examples.
"""

import os
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from k3license.engine import builtin, durable, horn
from k3license.engine.agreement import agreed, chained
from k3license.engine.derivation import Derivation
from k3license.model.program import Clause, Connective, Program
from k3license.model.truth import Truth, all_of, any_of, negation

SEARCH = int(os.environ.get("K3LICENSE_SEARCH", "1"))

needs_durable = pytest.mark.skipif(not durable.available(), reason="durable_rules cannot be imported on this Python")


def search(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return settings(
        max_examples=examples * SEARCH,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@st.composite
def programs(draw: st.DrawFn, *, most_leaves: int = 12, most_clauses: int = 25, widest: int = 40) -> Program:
    """Programs of any shape: repeated names, shared parts, unused leaves, deep chains, wide bodies."""
    leaves = tuple(f"leaf-{number}" for number in range(draw(st.integers(1, most_leaves))))
    names = list(leaves)
    clauses = []
    for number in range(draw(st.integers(0, most_clauses))):
        connective = draw(st.sampled_from(Connective))
        width = 1 if connective is Connective.NOT else draw(st.integers(1, widest if number % 8 == 0 else 5))
        # Counted from the end, so that smaller choices make deeper programs.
        places = draw(st.lists(st.integers(1, len(names)), min_size=width, max_size=width))
        clauses.append(Clause(f"head-{number}", connective, tuple(names[-place] for place in places)))
        names.append(f"head-{number}")
    return Program(leaves, tuple(clauses))


@st.composite
def cases(draw: st.DrawFn) -> tuple[Program, dict[str, Truth]]:
    program = draw(programs())
    return program, {name: draw(st.sampled_from(Truth)) for name in program.leaves}


def naive(program: Program, leaves: dict[str, Truth]) -> Derivation:
    """Return what the definition says, asked from each head down to the leaves."""
    clauses = {clause.head: clause for clause in program.clauses}

    @cache
    def truth_of(name: str) -> Truth:
        if name in leaves:
            return leaves[name]
        body = [truth_of(each) for each in clauses[name].body]
        match clauses[name].connective:
            case Connective.ALL:
                return all_of(body)
            case Connective.ANY:
                return any_of(body)
            case Connective.NOT:
                return negation(body[0])

    def deciding(clause: Clause) -> tuple[str, ...]:
        if clause.connective is Connective.NOT:
            return clause.body
        return tuple(dict.fromkeys(name for name in clause.body if truth_of(name) is truth_of(clause.head)))

    truth = {name: truth_of(name) for name in (*program.leaves, *program.heads)}
    return Derivation(truth, {clause.head: deciding(clause) for clause in program.clauses})


@search(500)
@given(cases())
def test_the_built_in_engine_says_what_the_definition_says(case: tuple[Program, dict[str, Truth]]) -> None:
    program, leaves = case
    assert builtin.evaluate(program, leaves) == naive(program, leaves)


@needs_durable
@search(1_000)
@given(cases())
def test_both_engines_agree_with_the_definition(case: tuple[Program, dict[str, Truth]]) -> None:
    program, leaves = case
    expected = naive(program, leaves)
    assert chained(program, leaves, durable.shared_engine()) == expected
    assert agreed(program, leaves, durable.shared_engine()) == expected


@needs_durable
@search(500)
@given(
    cases(),
    st.fixed_dictionaries(
        {
            "WIDEST_BODY": st.integers(2, 4),
            "MOST_RULES": st.integers(3, 12),
            "WIDEST_FAN_OUT": st.integers(1, 3),
            "MOST_TESTS": st.integers(5, 12),
        }
    ),
)
def test_cutting_bodies_and_rulesets_anywhere_changes_nothing(
    case: tuple[Program, dict[str, Truth]], bounds: dict[str, int]
) -> None:
    program, leaves = case
    with pytest.MonkeyPatch.context() as patch:
        for name, bound in bounds.items():
            patch.setattr(horn, name, bound)
        assert chained(program, leaves, durable.shared_engine()) == naive(program, leaves)


@search(300)
@given(cases(), st.data())
def test_learning_a_fact_never_changes_what_was_decided(
    case: tuple[Program, dict[str, Truth]], data: st.DataObject
) -> None:
    program, leaves = case
    learned = {
        name: data.draw(st.sampled_from([Truth.YES, Truth.NO])) if truth is Truth.UNKNOWN else truth
        for name, truth in leaves.items()
    }
    before, after = builtin.evaluate(program, leaves).truth, builtin.evaluate(program, learned).truth
    assert all(after[name] is truth for name, truth in before.items() if truth is not Truth.UNKNOWN)


@search(300)
@given(cases())
def test_the_deciding_names_lead_from_every_head_to_leaves(case: tuple[Program, dict[str, Truth]]) -> None:
    program, leaves = case
    derived = builtin.evaluate(program, leaves)
    grounded = set(program.leaves)
    for head in program.heads:
        assert derived.deciding[head]
        assert grounded.issuperset(derived.deciding[head])
        grounded.add(head)
