"""Certified firings read back as answers and reasons."""

from collections import defaultdict
from collections.abc import Collection

from k3license.engine.derivation import Derivation
from k3license.engine.errors import CertificateRefused
from k3license.engine.horn import Firings, HornProgram, may_be_false, may_be_true, opposite, place_of
from k3license.model.program import Clause, Connective
from k3license.model.truth import Truth


def derivation(horn: HornProgram, firings: Firings) -> Derivation:
    """
    Return each name's truth by the rails that hold, and the names that decide a head by the rules that fired.

    CertificateRefused if a name has no rail at all, which a complete list of firings never leaves.
    """
    supports: defaultdict[int, list[int]] = defaultdict(list)
    # By number, since the rules of a clause stand in the order of its body.
    for number in sorted(firings.fired):
        rule = horn.rules[number]
        supports[rule.head].extend(rule.body)
    holding = {*firings.base, *supports}
    truth = {name: _truth(place, holding, name) for place, name in enumerate(horn.names)}
    first_head = len(horn.program.leaves)
    deciding = {
        clause.head: tuple(horn.names[place_of(rail)] for rail in _deciding(clause, place, supports, holding))
        for place, clause in enumerate(horn.program.clauses, start=first_head)
    }
    return Derivation(truth, deciding)


def _truth(place: int, holding: Collection[int], name: str) -> Truth:
    true, false = may_be_true(place) in holding, may_be_false(place) in holding
    if not true and not false:
        raise CertificateRefused(f"{name} was derived neither way")
    if true and false:
        return Truth.UNKNOWN
    return Truth.YES if true else Truth.NO


def _deciding(clause: Clause, place: int, supports: dict[int, list[int]], holding: Collection[int]) -> list[int]:
    """Return the rails of the body that decide the head at *place*."""
    by_all, by_any = may_be_true(place), may_be_false(place)
    if clause.connective is Connective.ANY:
        by_all, by_any = by_any, by_all
    if by_any not in holding:
        return supports[by_all]
    if by_all in holding:
        return supports[by_any]
    # One name is enough, so only those count that leave it no other way.
    return [rail for rail in supports[by_any] if opposite(rail) not in holding]
