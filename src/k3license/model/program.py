"""A ground program: what both engines evaluate, free of licenses, quantifiers and words."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property


class Connective(Enum):
    """How a clause joins its body; `not` has a body of one."""

    ALL = "all"
    ANY = "any"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class Clause:
    """*head* holds if all, any or not its *body* holds (strong Kleene)."""

    head: str
    connective: Connective
    body: tuple[str, ...]


@dataclass(frozen=True)
class Program:
    """
    Clauses over named leaves.

    Every name in a body is a leaf or the head of an earlier clause, every head is
    defined once and is not a leaf, and no body is empty: the compiler sees to it.
    """

    leaves: tuple[str, ...]
    clauses: tuple[Clause, ...]

    @cached_property
    def heads(self) -> tuple[str, ...]:
        return tuple(clause.head for clause in self.clauses)
