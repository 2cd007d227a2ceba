"""Whether an answer holds under every reading of the open terms, and what it is where it does not."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from k3license.answers.assessor import Assessor, Leaf
from k3license.answers.exact import answer_with, applies_by, elements_of, exact_applies, exempt_from
from k3license.answers.readings import (
    Assignment,
    Fixed,
    Tree,
    joined,
    swept_program,
    tree_of,
)
from k3license.facts.membership import group, stands_alone
from k3license.facts.world import World
from k3license.model.assessment import Answer, Applies
from k3license.model.ownership import EntityId
from k3license.model.program import restricted
from k3license.model.rules import Definition, Requirement
from k3license.model.truth import Truth
from k3license.packs.compile import service_program

Swept = Mapping[str, Sequence[str]]
FULFILLED = "fulfilled"


class Sweep(NamedTuple):
    """
    An assessor swept over the readings in *swept* (position -> readings), starting from *world*.

    Group statements are swept as services, then members, then uses: readings that give
    equal statements count once.
    """

    assessor: Assessor
    world: World
    swept: Swept

    def answers(self, requirement: Requirement) -> Tree:
        """Return the Answer to *requirement* under every combination of readings."""
        assessor = self.assessor
        heads = (elements_of(requirement), exempt_from(requirement), FULFILLED)
        program = restricted(assessor.compiled.program, heads)
        # What no exemption lifts is never exempt.
        leaves: dict[str, Tree] = dict.fromkeys(program.leaves, Fixed(Truth.NO))
        leaves.update((name, self.leaf(name)) for name in program.leaves if name in assessor.leaves)
        leaves[FULFILLED] = self._tree(assessor.fulfilment_leaf(requirement))

        def finish(assignment: Assignment, truths: tuple[Truth, ...]) -> Answer:
            elements, exempt, fulfilled = truths
            applies = applies_by(elements, exempt)
            if applies is Applies.UNKNOWN:
                world = self.world.with_readings(assignment)
                applies = exact_applies(assessor, world, requirement, assessor.conclude(world))
            return answer_with(applies, fulfilled)

        return swept_program(program, leaves, heads, finish)

    def leaf(self, name: str) -> Tree:
        """Return the truth of a leaf of the compiled use under every combination of readings."""
        definitions = self.assessor.pack.definitions
        if name.startswith("some_member:"):
            return self._some_member(definitions[name.removeprefix("some_member:")])
        if name.startswith("this:"):
            definition = definitions[name.removeprefix("this:")]
            return self._service(definition, self.assessor.offering_id)
        return self._tree(self.assessor.leaves[name])

    def _tree(self, leaf: Leaf) -> Tree:
        return tree_of(self.world, leaf.key, leaf.compute, swept=self.swept)

    def _service(self, definition: Definition, offering_id: str) -> Tree:
        assessor = self.assessor
        if assessor.is_classified(definition, offering_id):
            return self._tree(assessor.service_leaf(definition, offering_id))
        program = service_program(assessor.pack, definition.id).program
        trees = {name: self._tree(leaf) for name, leaf in assessor.service_leaves(definition, offering_id).items()}
        return swept_program(program, trees, (definition.id,), lambda _assignment, truths: truths[0])

    def _some_member(self, definition: Definition) -> Tree:
        assessor = self.assessor
        others = [entity for entity in assessor.case.structure.holders if entity != assessor.operator]
        members = self._members()
        program, leaves = assessor.group_program(definition, others)
        trees: dict[str, Tree] = {}
        for name, leaf in leaves.items():
            if name.startswith("service "):
                trees[name] = self._service(definition, name.removeprefix("service "))
            elif name.startswith("member "):
                entity = EntityId(name.removeprefix("member "))
                trees[name] = mapped(members, partial(_membership, entity))
            else:
                trees[name] = self._tree(leaf)
        return swept_program(program, trees, ("some member",), lambda _assignment, truths: truths[0])

    def _members(self) -> Tree:
        """Return the group of the operator under every reading of who belongs to it."""
        if stands_alone(self.world):
            return Fixed({})
        operator = self.assessor.operator
        return tree_of(self.world, ("group of", operator), lambda world: dict(group(world, operator)), swept=self.swept)


def _membership(entity: EntityId, found: Mapping[EntityId, Truth]) -> Truth:
    return found.get(entity, Truth.NO)


def mapped(tree: Tree, function: Callable[[Any], Any]) -> Tree:
    """Return *tree* with *function* applied to each value, branches that became equal joined."""
    if isinstance(tree, Fixed):
        return Fixed(function(tree.value))
    return joined(tree.position, [(reading, mapped(branch, function)) for reading, branch in tree.branches])
