"""Answers as functions of the readings chosen: decision trees, swept without trying every combination."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from k3license.facts.world import World
from k3license.model.program import Connective, Program
from k3license.model.truth import Truth

Assignment: TypeAlias = Mapping[str, str]


class Fixed(NamedTuple):
    """The same value under every combination of readings."""

    value: Any


class ByReading(NamedTuple):
    """A value that differs with the reading of *position*."""

    position: str
    branches: tuple[tuple[str, "Fixed | ByReading"], ...]


Tree: TypeAlias = Fixed | ByReading


def joined(position: str, branches: Sequence[tuple[str, Tree]]) -> Tree:
    """Return the tree that asks *position*, or the common branch where all are equal."""
    first = branches[0][1]
    if all(branch == first for _, branch in branches):
        return first
    return ByReading(position, tuple(branches))


def followed(tree: Tree, assignment: Assignment) -> Tree:
    """Return what is left of *tree* once the readings of *assignment* are chosen."""
    while isinstance(tree, ByReading) and tree.position in assignment:
        chosen = assignment[tree.position]
        tree = next(branch for reading, branch in tree.branches if reading == chosen)
    return tree


def values(tree: Tree, assignment: Assignment) -> set[Any]:
    """Return every value that *tree* has under readings compatible with *assignment*."""
    tree = followed(tree, assignment)
    if isinstance(tree, Fixed):
        return {tree.value}
    return set().union(*(values(branch, assignment) for _, branch in tree.branches))


def outcomes(tree: Tree) -> Iterator[tuple[Assignment, Any]]:
    """Yield each value with the readings that lead to it."""
    if isinstance(tree, Fixed):
        yield {}, tree.value
        return
    for reading, branch in tree.branches:
        for assignment, value in outcomes(branch):
            yield {tree.position: reading, **assignment}, value


def positions_in(tree: Tree) -> tuple[str, ...]:
    """Return the positions on which the value turns, in the order in which they are asked."""
    found: dict[str, None] = {}
    for assignment, _ in outcomes(tree):
        found.update(dict.fromkeys(assignment))
    return tuple(found)


def tree_of(
    world: World,
    key: Hashable,
    compute: Callable[[World], Any],
    *,
    swept: Mapping[str, Sequence[str]],
    assignment: Assignment | None = None,
) -> Tree:
    """
    Return what *compute* gives under every combination of the *swept* readings.

    Only positions that the computation asks for are tried; positions that are not swept
    keep the reading of *world*.
    """
    chosen = dict(assignment or {})
    settled = world.with_readings(chosen).explain(key, compute)
    for question in settled.asked:
        name = question.name
        if question.about == "reading" and name not in chosen and len(swept.get(name, ())) > 1:
            return joined(
                name,
                [
                    (
                        reading,
                        tree_of(world, key, compute, swept=swept, assignment={**chosen, name: reading}),
                    )
                    for reading in swept[name]
                ],
            )
    return Fixed(settled.value)


_BIT = {Truth.YES: 1, Truth.NO: 2, Truth.UNKNOWN: 4}
_TRUTH = {bit: truth for truth, bit in _BIT.items()}
_YES, _NO, _UNKNOWN = 1, 2, 4


def _possible(program: Program, leaves: Mapping[str, int]) -> dict[str, int]:
    """Return the truths (as bits) that each head may have while leaves vary independently."""
    found = dict(leaves)
    for clause in program.clauses:
        body = [found[name] for name in clause.body]
        if clause.connective is Connective.NOT:
            (bits,) = body
            found[clause.head] = (bits & _UNKNOWN) | (_NO if bits & _YES else 0) | (_YES if bits & _NO else 0)
            continue
        decisive, other = (_NO, _YES) if clause.connective is Connective.ALL else (_YES, _NO)
        possible = 0
        if any(bits & decisive for bits in body):
            possible |= decisive
        if all(bits & other for bits in body):
            possible |= other
        if any(bits & _UNKNOWN for bits in body) and all(bits & (other | _UNKNOWN) for bits in body):
            possible |= _UNKNOWN
        found[clause.head] = possible
    return found


def _undecided_leaf(program: Program, found: Mapping[str, int], heads: Sequence[str]) -> str:
    """Return a leaf that keeps one of *heads* undecided."""
    bodies = {clause.head: clause.body for clause in program.clauses}
    name = next(head for head in heads if found[head] not in _TRUTH)
    while name in bodies:
        name = next(part for part in bodies[name] if found[part] not in _TRUTH)
    return name


def swept_program(
    program: Program,
    leaves: Mapping[str, Tree],
    heads: Sequence[str],
    finish: Callable[[Assignment, tuple[Truth, ...]], Any],
) -> Tree:
    """
    Return the truths of *heads* (leaves allowed) under every combination of readings.

    *finish* turns them, once no reading left can change them, into the value of the tree.
    """

    def bits_of(tree: Tree, assignment: Assignment) -> int:
        possible = 0
        for truth in values(tree, assignment):
            possible |= _BIT[truth]
        return possible

    def sweep(assignment: dict[str, str]) -> Tree:
        left = {name: followed(tree, assignment) for name, tree in leaves.items()}
        found = _possible(program, {name: bits_of(tree, assignment) for name, tree in left.items()})
        if all(found[head] in _TRUTH for head in heads):
            return Fixed(finish(assignment, tuple(_TRUTH[found[head]] for head in heads)))
        asked = left[_undecided_leaf(program, found, heads)]
        assert isinstance(asked, ByReading)
        return joined(
            asked.position,
            [(reading, sweep({**assignment, asked.position: reading})) for reading, _ in asked.branches],
        )

    return sweep({})
