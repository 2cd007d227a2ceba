"""What keeps a conclusion open: the undecided leaves under it, and the open facts under these."""

from collections.abc import Iterable, Iterator, Sequence

from k3license.answers.assessor import BESIDE_CLASSIFICATION, Assessor, Leaf
from k3license.engine.derivation import Derivation
from k3license.facts.membership import group
from k3license.facts.world import World
from k3license.model.truth import Truth
from k3license.packs.compile import service_program


def facts_that_leave_open(assessor: Assessor, world: World, heads: Sequence[str]) -> Iterator[str]:
    """Yield the open facts under what keeps any of *heads* unknown; of heads that no rule concludes there are none."""
    derivation = assessor.conclude(world)
    for name in _undecided(derivation, [head for head in heads if head in derivation.truth]):
        yield from _facts_of(assessor, world, name)


def open_facts_of(world: World, leaf: Leaf) -> tuple[str, ...]:
    """Return the open facts that an unknown leaf asked for; none for a leaf that is known."""
    settled = world.explain(leaf.key, leaf.compute)
    return settled.open_facts if settled.value is Truth.UNKNOWN else ()


def _facts_of(assessor: Assessor, world: World, name: str) -> Iterator[str]:
    """Yield the open facts under an undecided leaf of the compiled use."""
    if name.startswith("some_member:"):
        definition = assessor.pack.definitions[name.removeprefix("some_member:")]
        program, leaves = assessor.group_program(definition, tuple(group(world, assessor.operator)))
        truths = {key: world.settle(leaf.key, leaf.compute) for key, leaf in leaves.items()}
        for inner in _undecided(assessor.evaluate(program, truths), ["some member"]):
            if inner.startswith("service "):
                yield from _facts_of_service(assessor, world, definition.id, inner.removeprefix("service "))
            else:
                yield from open_facts_of(world, leaves[inner])
    elif name.startswith("this:"):
        yield from _facts_of_service(assessor, world, name.removeprefix("this:"), assessor.offering_id)
    else:
        yield from open_facts_of(world, assessor.leaves[name])


def _facts_of_service(assessor: Assessor, world: World, definition_id: str, offering_id: str) -> Iterator[str]:
    definition = assessor.pack.definitions[definition_id]
    leaves = assessor.service_leaves(definition, offering_id)
    if assessor.is_classified(definition, offering_id):
        for name, leaf in leaves.items():
            if name in BESIDE_CLASSIFICATION:
                yield from open_facts_of(world, leaf)
        return
    truths = {name: world.settle(leaf.key, leaf.compute) for name, leaf in leaves.items()}
    program = service_program(assessor.pack, definition.id).program
    for name in _undecided(assessor.evaluate(program, truths), [definition.id]):
        yield from open_facts_of(world, leaves[name])


def _undecided(derivation: Derivation, heads: Sequence[str]) -> Iterable[str]:
    """Return the unknown leaves that keep *heads* unknown, in the order of the rules."""
    found: dict[str, None] = {}
    seen: set[str] = set()
    stack = [head for head in reversed(heads) if derivation.truth[head] is Truth.UNKNOWN]
    while stack:
        name = stack.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in derivation.deciding:
            stack.extend(reversed(derivation.deciding[name]))
        else:
            found[name] = None
    return found
