"""Firings read back: which rails make which answer, and which firing is a reason for it."""

import pytest

from k3license.engine.errors import CertificateRefused
from k3license.engine.firings import derivation
from k3license.engine.horn import Firings, horn_program, may_be_false, may_be_true
from k3license.model.program import Clause, Connective, Program
from k3license.model.truth import Truth

ALL, ANY, NOT = Connective.ALL, Connective.ANY, Connective.NOT
A_TRUE, A_FALSE, B_TRUE, B_FALSE = may_be_true(0), may_be_false(0), may_be_true(1), may_be_false(1)
EITHER = horn_program(Program(("a", "b"), (Clause("either", ANY, ("a", "b")),)))
BOTH_FALSE, BY_A, BY_B = 0, 1, 2


def test_a_yes_rests_on_the_names_that_are_surely_yes() -> None:
    derived = derivation(EITHER, Firings((A_TRUE, A_FALSE, B_TRUE), (BY_A, BY_B)))
    assert derived.truth == {"a": Truth.UNKNOWN, "b": Truth.YES, "either": Truth.YES}
    assert derived.deciding == {"either": ("b",)}


def test_a_no_rests_on_the_whole_body_of_the_rule_that_fired() -> None:
    derived = derivation(EITHER, Firings((A_FALSE, B_FALSE), (BOTH_FALSE,)))
    assert derived.truth["either"] is Truth.NO
    assert derived.deciding == {"either": ("a", "b")}


def test_an_unknown_rests_on_the_names_that_could_still_settle_it() -> None:
    derived = derivation(EITHER, Firings((A_FALSE, B_TRUE, B_FALSE), (BY_B, BOTH_FALSE)))
    assert derived.truth["either"] is Truth.UNKNOWN
    assert derived.deciding == {"either": ("b",)}


def test_reasons_stand_in_the_order_of_the_body_whatever_fired_first() -> None:
    derived = derivation(EITHER, Firings((A_TRUE, B_TRUE), (BY_B, BY_A)))
    assert derived.deciding == {"either": ("a", "b")}


def test_a_name_that_was_derived_neither_way_is_refused() -> None:
    with pytest.raises(CertificateRefused, match="either was derived neither way"):
        derivation(EITHER, Firings((A_TRUE, B_TRUE), ()))
