"""A world: one case read under one choice of readings and assumptions, with every answer remembered."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from k3license.facts.case import Case
from k3license.model.ownership import EntityId, Membership
from k3license.model.truth import Truth
from k3license.model.unknown import UNKNOWN

T = TypeVar("T")
YES_OR_NO: Final = (Truth.YES, Truth.NO)


class Question(NamedTuple):
    """What was asked of a world: the reading of a position, or an open fact by its path."""

    about: str  # "reading" | "fact"
    name: str


class _Fork:
    """A question that a computation asked first, with what followed for each answer given so far."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.branches: dict[Hashable, _Fork | _Leaf] = {}


class _Leaf(NamedTuple):
    value: Any
    relied_on: tuple[str, ...]


class _Frame:
    def __init__(self) -> None:
        self.asked: dict[Question, Hashable] = {}
        self.relied_on: dict[str, None] = {}


class OpenMembership(NamedTuple):
    """An entity of which it is open whether it belongs to a group; the group tells why."""

    group: Mapping[EntityId, Membership]
    entity: EntityId

    @property
    def open_paths(self) -> tuple[str, ...]:
        """The profile paths of the unknown facts on which it turns."""
        return self.group[self.entity].open_paths


class Memory:
    """
    Answers of one case, shared by all its worlds.

    Each computation is kept as the tree of the questions it asked, so that a world that
    answers them alike finds the result, whatever else differs.
    """

    def __init__(self) -> None:
        self.trees: dict[Hashable, _Fork | _Leaf] = {}
        self.frames: list[_Frame] = []
        self.contents: dict[Hashable, Any] = {}
        # What an open fact could be: tried when looking for the questions that settle an answer.
        self.answers: dict[str, tuple[Hashable, ...]] = {}
        # Open facts that the exact answer may split on: yes/no facts and memberships.
        self.splittable: set[str] = set()
        # Memberships that are open, by the path under which a world may assume them.
        self.memberships: dict[str, OpenMembership] = {}

    def kept_for(self, kinds: frozenset[str]) -> "Memory":
        """
        Return a memory that knows the computations of some *kinds* (the first part of their keys), and all contents.

        For a case that differs in nothing that these look at.
        """
        kept = Memory()
        kept.trees = {key: tree for key, tree in self.trees.items() if isinstance(key, tuple) and key[0] in kinds}
        kept.contents = self.contents
        kept.answers = dict(self.answers)
        kept.splittable = set(self.splittable)
        kept.memberships = dict(self.memberships)
        return kept

    def kept_beside(self, kinds: frozenset[str]) -> "Memory":
        """Return a memory that knows nothing but the contents of some *kinds* (the first part of their keys)."""
        kept = Memory()
        kept.contents = {
            key: content for key, content in self.contents.items() if isinstance(key, tuple) and key[0] in kinds
        }
        return kept


class Settled(NamedTuple):
    """A value with the profile paths relied on and the questions asked on the way."""

    value: Any
    relied_on: tuple[str, ...]
    asked: Mapping[Question, Hashable]

    @property
    def open_facts(self) -> tuple[str, ...]:
        """The open facts that were asked for, in the order asked, and that nothing was assumed of."""
        open_answers = (Truth.UNKNOWN, UNKNOWN)
        return tuple(
            question.name
            for question, answer in self.asked.items()
            if question.about == "fact" and answer in open_answers
        )


class World(NamedTuple):
    """
    A case under *readings* (position -> reading) and *assumptions* (path of an open fact -> value).

    Statements ask the world; the world notes what they asked and what they relied on.
    """

    case: Case
    readings: Mapping[str, str]
    assumptions: Mapping[str, Hashable]
    memory: Memory
    swept: bool = False

    def reading(self, position: str) -> str:
        """Return what the reading in force for *position* does; the result then depends on it."""
        reading = self.readings[position]
        self._note(Question("reading", position), reading)
        return self.case.effects.get((position, reading), reading)

    def cite(self, path: str) -> None:
        """Note a fact, stated or not, that what is being settled relies on."""
        if self.memory.frames:
            self.memory.frames[-1].relied_on[path] = None

    def fact(self, path: str, stated: Truth) -> Truth:
        """Return a yes/no fact as stated, or as assumed where it is unknown."""
        self.cite(path)
        if stated is not Truth.UNKNOWN:
            return stated
        self.memory.answers[path] = YES_OR_NO
        self.memory.splittable.add(path)
        assumed = self.assumptions.get(path, stated)
        self._note(Question("fact", path), assumed)
        assert isinstance(assumed, Truth)
        return assumed

    def value(self, path: str, stated: T, *, answers: tuple[Hashable, ...]) -> T:
        """
        Return a fact of any other kind as stated, or as assumed where it is UNKNOWN.

        *answers* are values that could settle it: enough to rank questions, not all there are.
        """
        self.cite(path)
        if stated is not UNKNOWN:
            return stated
        self.memory.answers.setdefault(path, answers)
        assumed = self.assumptions.get(path, UNKNOWN)
        self._note(Question("fact", path), assumed)
        return assumed  # type: ignore[return-value]

    def settle(self, key: Hashable, compute: Callable[["World"], T]) -> T:
        """Return what *compute* gives for this world; *key* names the computation within the case."""
        settled = self.explain(key, compute)
        frames = self.memory.frames
        if frames:
            frames[-1].asked.update(settled.asked)
            frames[-1].relied_on.update(dict.fromkeys(settled.relied_on))
        value: T = settled.value
        return value

    def explain(self, key: Hashable, compute: Callable[["World"], Any]) -> Settled:
        """Return the same as `settle`, with what was asked and relied on."""
        asked: dict[Question, Hashable] = {}
        node = self.memory.trees.get(key)
        while type(node) is _Fork:
            answer = self._answer(node.question)
            asked[node.question] = answer
            node = node.branches.get(answer)
        if type(node) is _Leaf:
            return Settled(node.value, node.relied_on, asked)
        frame = _Frame()
        self.memory.frames.append(frame)
        try:
            value = compute(self)
        finally:
            self.memory.frames.pop()
        leaf = _Leaf(value, tuple(frame.relied_on))
        self._remember(key, frame.asked, leaf)
        return Settled(value, leaf.relied_on, frame.asked)

    def _remember(self, key: Hashable, asked: Mapping[Question, Hashable], leaf: _Leaf) -> None:
        place: dict[Hashable, _Fork | _Leaf] = self.memory.trees
        slot: Hashable = key
        for question, answer in asked.items():
            node = place.get(slot)
            if not isinstance(node, _Fork):
                node = place[slot] = _Fork(question)
            place, slot = node.branches, answer
        place[slot] = leaf

    def _answer(self, question: Question) -> Hashable:
        if question.about == "reading":
            return self.readings[question.name]
        return self.assumptions.get(question.name, _unknown_of(self.memory, question.name))

    def _note(self, question: Question, answer: Hashable) -> None:
        if self.memory.frames:
            self.memory.frames[-1].asked.setdefault(question, answer)

    def with_readings(self, readings: Mapping[str, str]) -> "World":
        """Return this world with some readings replaced; nobody asks what would settle an amount there."""
        return World(self.case, {**self.readings, **readings}, self.assumptions, self.memory, bool(readings))

    def assuming(self, assumptions: Mapping[str, Hashable]) -> "World":
        """Return this world with some open facts assumed."""
        return World(self.case, self.readings, {**self.assumptions, **assumptions}, self.memory, self.swept)


def _unknown_of(memory: Memory, path: str) -> Hashable:
    return Truth.UNKNOWN if memory.answers[path] is YES_OR_NO else UNKNOWN
