"""A profile with some changes made: what is decided of a use in it, and the leaves that this rests on."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from k3license.answers.assessor import Leaf
from k3license.answers.uses import Decided, Use
from k3license.facts.membership import group
from k3license.facts.world import Settled
from k3license.model.program import Program
from k3license.model.truth import Truth

FULFILLED: Final = "fulfilled "
_SOME_MEMBER: Final = "some_member:"
_ASKED_OF_EVERY_GROUP: Final = "common-owner"


@dataclass(frozen=True)
class Trial:
    """A profile with some changes made, the use in it, and what is decided of each requirement."""

    use: Use
    decided: Mapping[str, Decided]

    @cached_property
    def truths(self) -> Mapping[str, Truth]:
        """The truth of each leaf, and whether each requirement is fulfilled."""
        return {name: settled.value for name, settled in self._settled.items()}

    @cached_property
    def facts(self) -> Mapping[str, tuple[str, ...]]:
        """The facts that each of the same relied on."""
        return {name: settled.relied_on for name, settled in self._settled.items()}

    def rests_on(self, name: str, paths: Iterable[str]) -> bool:
        """Return whether the leaf *name* rests on one of *paths*, on a part of it, or on what it is a part of."""
        facts, parts = _reach(self.facts.get(name, ()))
        return any(path in parts or not facts.isdisjoint(_beginnings(path)) for path in paths)

    @cached_property
    def of_group(self) -> AbstractSet[str]:
        """Those that ask who belongs to a group: they rest on all holdings."""
        return {
            name
            for name, settled in self._settled.items()
            if any(question.name == _ASKED_OF_EVERY_GROUP for question in settled.asked)
        }

    def looked_at(self) -> Iterator[str]:
        """Yield the facts that the answers rest on: what would fulfil a duty only where there is one."""
        for name, facts in self.facts.items():
            id = name.removeprefix(FULFILLED)
            if id == name or self.decided[id].answer.fulfilled is not None:
                yield from facts

    @cached_property
    def groups(self) -> Mapping[str, tuple[Program, Mapping[str, Leaf]]]:
        """For each leaf about some member of the group, the program that looks for one, and its leaves."""
        sweeping, world = self.use.sweeping, self.use.world
        others = tuple(group(world, sweeping.operator))
        definitions = sweeping.pack.definitions
        return {
            name: sweeping.group_program(definitions[name.removeprefix(_SOME_MEMBER)], others)
            for name in sweeping.leaves
            if name.startswith(_SOME_MEMBER)
        }

    @cached_property
    def of_members(self) -> Mapping[str, Leaf]:
        """The leaves of the same programs: one member who runs something is enough, so each is looked at alone."""
        return {f"{name} {each}": leaf for name, (_, inner) in self.groups.items() for each, leaf in inner.items()}

    @cached_property
    def _settled(self) -> Mapping[str, Settled]:
        use = self.use
        leaves = dict(use.sweeping.leaves)
        leaves |= {f"{FULFILLED}{each.id}": use.sweeping.fulfilment_leaf(each) for each in use.pack.requirements}
        leaves |= self.of_members
        return {name: use.world.explain(leaf.key, leaf.compute) for name, leaf in leaves.items()}


def related(path: str, other: str) -> bool:
    """Return whether one of two facts is the other or a part of it."""
    return path in _beginnings(other) or other in _beginnings(path)


@lru_cache(maxsize=4096)
def _reach(facts: tuple[str, ...]) -> tuple[AbstractSet[str], AbstractSet[str]]:
    """Return *facts*, and all that they are parts of; the same leaves rest on the same in most trials."""
    return frozenset(facts), frozenset(part for fact in facts for part in _beginnings(fact))


@lru_cache(maxsize=4096)
def _beginnings(path: str) -> tuple[str, ...]:
    """Return the path itself and all that it is a part of."""
    steps = path.split(".")
    return tuple(".".join(steps[:end]) for end in range(len(steps), 0, -1))
