"""What an engine hands back: an answer to every statement, and what each answer rests on."""

from collections.abc import Mapping
from dataclasses import dataclass

from k3license.model.truth import Truth


@dataclass(frozen=True, slots=True)
class Derivation:
    """
    The full proof of a ground program over given leaves.

    *truth* holds every leaf and head.  *deciding* holds, for every head, the names of its
    body that decide it, each once and in the order of the body: all of them where all
    hold (`all`) or all fail (`any`), otherwise those whose truth the head has; the one
    name under `not`.  Following these names from a head down to leaves gives its reasons.
    """

    truth: Mapping[str, Truth]
    deciding: Mapping[str, tuple[str, ...]]
