"""A ground program: what both engines evaluate, free of licenses, quantifiers and words."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple


class Connective(Enum):
    """How a clause joins its body; `not` has a body of one."""

    ALL = "all"
    ANY = "any"
    NOT = "not"


class Clause(NamedTuple):
    """*head* holds if all, any or not its *body* holds (strong Kleene)."""

    head: str
    connective: Connective
    body: tuple[str, ...]


class Program(NamedTuple):
    """
    Clauses over named leaves.

    Every name in a body is a leaf or the head of an earlier clause, every head is
    defined once and is not a leaf, and no body is empty: the compiler sees to it.
    """

    leaves: tuple[str, ...]
    clauses: tuple[Clause, ...]

    @property
    def heads(self) -> tuple[str, ...]:
        return tuple(clause.head for clause in self.clauses)


def restricted(program: Program, heads: Sequence[str]) -> Program:
    """Return the part of *program* that *heads* depend on; heads that it does not define become leaves."""
    wanted = set(heads)
    clauses = []
    for clause in reversed(program.clauses):
        if clause.head in wanted:
            clauses.append(clause)
            wanted.update(clause.body)
    clauses.reverse()
    defined = {clause.head for clause in clauses}
    leaves = [name for name in program.leaves if name in wanted]
    leaves += [name for name in heads if name not in defined and name not in leaves]
    return Program(tuple(leaves), tuple(clauses))
