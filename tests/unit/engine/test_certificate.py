"""The certificate accepts the least fixpoint, in any founded order, and nothing else."""

import pytest

from k3license.engine.certificate import certified
from k3license.engine.errors import CertificateRefused
from k3license.engine.horn import Rule

# 1 gives 2 and 3, both together 4, and 9 would give 5.
RULES = (Rule(2, (1,)), Rule(3, (1,)), Rule(4, (2, 3)), Rule(5, (9,)))


@pytest.mark.parametrize("fired", [(0, 1, 2), (1, 0, 2)])
def test_every_founded_order_that_is_complete_is_accepted(fired: tuple[int, ...]) -> None:
    assert certified(RULES, base=(1,), fired=fired) == {1, 2, 3, 4}


def test_nothing_given_and_nothing_fired_is_complete() -> None:
    assert certified(RULES, base=(), fired=()) == frozenset()


@pytest.mark.parametrize("fired", [(0, 2, 1), (0, 1, 2, 3), (2, 0, 1)])
def test_a_firing_without_its_body_is_refused(fired: tuple[int, ...]) -> None:
    with pytest.raises(CertificateRefused, match="fired without its body"):
        certified(RULES, base=(1,), fired=fired)


@pytest.mark.parametrize("fired", [(), (0,), (0, 1)])
def test_a_firing_that_is_missing_is_refused(fired: tuple[int, ...]) -> None:
    with pytest.raises(CertificateRefused, match="has its body and never fired"):
        certified(RULES, base=(1,), fired=fired)


def test_another_reason_for_what_holds_already_may_not_be_missing_either() -> None:
    with pytest.raises(CertificateRefused, match="rule 1 has its body and never fired"):
        certified((Rule(3, (1,)), Rule(3, (2,))), base=(1, 2), fired=(0,))


def test_a_rule_that_fires_twice_is_refused() -> None:
    with pytest.raises(CertificateRefused, match="fired twice"):
        certified(RULES, base=(1,), fired=(0, 1, 2, 2))


def test_rails_that_hold_each_other_up_are_refused() -> None:
    with pytest.raises(CertificateRefused, match="fired without its body"):
        certified((Rule(1, (2,)), Rule(2, (1,))), base=(), fired=(0, 1))
