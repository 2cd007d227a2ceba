"""What an engine hands back: an answer to every statement, and what each answer rests on."""

from collections.abc import Mapping
from typing import NamedTuple

from k3license.model.truth import Truth


class Derivation(NamedTuple):
    """
    The full proof of a ground program over given leaves.

    *truth* holds every leaf and head.  *deciding* holds, for every head, the names of its
    body that decide it, each once and in the order of the body: those whose truth it shares
    (no alone decides `all`, yes alone `any`), under `not` the one name there is.  It is never
    empty; following it from a head down to leaves gives all reasons.
    """

    truth: Mapping[str, Truth]
    deciding: Mapping[str, tuple[str, ...]]
