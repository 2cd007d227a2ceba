"""What both engines ask of a program before they use it, and how each prepares it only once."""

from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar

from k3license.engine.errors import LeavesMisfit, ProgramRefused
from k3license.model.program import Connective, Program
from k3license.model.truth import Truth

_MOST_KEPT: Final = 256

Prepared = TypeVar("Prepared")


class OncePerProgram(Generic[Prepared]):
    """
    Decorates what prepares a program: called once for each, as long as few are in use.

    Programs are told apart by identity: to compare two costs more than to evaluate one.
    """

    def __init__(self, prepare: Callable[[Program], Prepared]) -> None:
        self._prepare = prepare
        # Holding the program keeps its id from being given to another one.
        self._kept: dict[int, tuple[Program, Prepared]] = {}

    def __call__(self, program: Program) -> Prepared:
        kept = self._kept.get(id(program))
        if kept is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            kept = self._kept[id(program)] = (program, self._prepare(program))
        return kept[1]


def require_well_formed(program: Program) -> None:
    """Raise ProgramRefused unless each body is one of known names, and each name is defined once."""
    known = set(program.leaves)
    if len(known) != len(program.leaves):
        raise ProgramRefused("a leaf is named twice")
    for clause in program.clauses:
        if not clause.body:
            raise ProgramRefused(f"{clause.head}: its body is empty")
        if clause.connective is Connective.NOT and len(clause.body) != 1:
            raise ProgramRefused(f"{clause.head}: `not` takes one name, not {len(clause.body)}")
        undefined = [name for name in clause.body if name not in known]
        if undefined:
            raise ProgramRefused(f"{clause.head}: neither a leaf nor defined before it: {', '.join(undefined)}")
        if clause.head in known:
            raise ProgramRefused(f"{clause.head}: defined twice")
        known.add(clause.head)


def misfit(program: Program, leaves: Mapping[str, Truth]) -> LeavesMisfit:
    """Return the error that says which leaves are missing and which are not of the program."""
    missing = [name for name in program.leaves if name not in leaves]
    foreign = sorted(leaves.keys() - set(program.leaves))
    parts = [("missing", missing), ("not of this program", foreign)]
    return LeavesMisfit("; ".join(f"{what}: {', '.join(names)}" for what, names in parts if names))
