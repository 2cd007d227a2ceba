"""The built-in engine: strong Kleene logic, evaluated directly from leaves to heads."""

from collections.abc import Mapping
from typing import NamedTuple

from k3license.engine.derivation import Derivation
from k3license.engine.programs import OncePerProgram, misfit, require_well_formed
from k3license.model.program import Connective, Program
from k3license.model.truth import Truth, negation


class _Form(NamedTuple):
    """
    A program as the loop reads it.

    Per clause: head, body without repetitions, and the truth that decides it alone (no for
    `all`, yes for `any`) before the truth that it has if all its body has it.  Under `not`
    there is none that does.
    """

    leaves: frozenset[str]
    clauses: tuple[tuple[str, tuple[str, ...], Truth | None, Truth], ...]


@OncePerProgram
def _form(program: Program) -> _Form:
    require_well_formed(program)
    truths = {
        Connective.ALL: (Truth.NO, Truth.YES),
        Connective.ANY: (Truth.YES, Truth.NO),
        Connective.NOT: (None, Truth.UNKNOWN),
    }
    clauses = tuple(
        (clause.head, tuple(dict.fromkeys(clause.body)), *truths[clause.connective]) for clause in program.clauses
    )
    return _Form(frozenset(program.leaves), clauses)


def evaluate(program: Program, leaves: Mapping[str, Truth]) -> Derivation:
    """
    Return the truth of every head with the names that decide it.

    *leaves* must name each leaf of the program and nothing else (LeavesMisfit); a
    malformed program is refused (ProgramRefused).
    """
    form = _form(program)
    truth = dict(leaves)
    if truth.keys() != form.leaves:
        raise misfit(program, leaves)
    deciding: dict[str, tuple[str, ...]] = {}
    # Flat on purpose: this loop runs for every completion and reading that is tried.
    for head, body, decisive, otherwise in form.clauses:
        if decisive is None:
            truth[head] = negation(truth[body[0]])
            deciding[head] = body
            continue
        result = otherwise
        names: list[str] = []
        for name in body:
            value = truth[name]
            if value is otherwise:
                continue
            if value is result:
                names.append(name)
            elif result is not decisive:
                result = value
                names = [name]
        truth[head] = result
        deciding[head] = tuple(names) or body
    return Derivation(truth, deciding)
