"""Conclusions drawn once: reports, reasons and exemptions ask for the same ones many times."""

from collections.abc import Callable, Mapping

from k3license.engine.derivation import Derivation
from k3license.model.program import Program
from k3license.model.truth import Truth

Evaluate = Callable[[Program, Mapping[str, Truth]], Derivation]


def once_each(evaluate: Evaluate) -> Evaluate:
    """Return *evaluate* that draws each conclusion, from one program and the truths of its leaves, only once."""
    drawn: dict[tuple[int, tuple[tuple[str, Truth], ...]], tuple[Program, Derivation]] = {}

    def evaluate_once(program: Program, leaves: Mapping[str, Truth]) -> Derivation:
        key = (id(program), tuple(leaves.items()))
        if key not in drawn:
            # Holding the program keeps its id from being given to another one.
            drawn[key] = (program, evaluate(program, leaves))
        return drawn[key][1]

    return evaluate_once
