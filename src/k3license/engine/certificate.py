"""A proof that firings are the least fixpoint of their rules, checked without trusting who fired them."""

from collections.abc import Iterable, Sequence

from k3license.engine.errors import CertificateRefused
from k3license.engine.horn import Rule


def certified(rules: Sequence[Rule], *, base: Iterable[int], fired: Sequence[int]) -> frozenset[int]:
    """
    Return all rails that hold, or raise CertificateRefused.

    Founded: each rule in *fired* (numbers into *rules*, in order) fired once, after all of
    its body, so nothing holds too much.  Closed: each rule whose body holds has fired, so
    nothing is missing, neither a rail nor another reason for it.
    """
    holding = set(base)
    for number in fired:
        rule = rules[number]
        if not holding.issuperset(rule.body):
            raise CertificateRefused(f"rule {number} fired without its body")
        holding.add(rule.head)
    numbers = set(fired)
    if len(numbers) != len(fired):
        raise CertificateRefused("a rule fired twice")
    for number, rule in enumerate(rules):
        if number not in numbers and holding.issuperset(rule.body):
            raise CertificateRefused(f"rule {number} has its body and never fired")
    return frozenset(holding)
