"""The open questions of a requirement: facts that can settle it, those that settle it alone first."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import combinations, product

from k3license.answers.assessor import BESIDE_CLASSIFICATION, Assessor, Leaf
from k3license.answers.exact import applies_by, elements_of, exempt_from
from k3license.engine.derivation import Derivation
from k3license.facts.membership import group
from k3license.facts.world import Settled, World
from k3license.model.assessment import Answer, Applies, OpenQuestion
from k3license.model.rules import Requirement
from k3license.model.truth import Truth
from k3license.model.unknown import UNKNOWN
from k3license.packs.compile import service_program
from k3license.packs.questions import question_for

# Sets of facts larger than this, or among more facts than that, are not searched for: the
# facts then rank behind all that were found.
LARGEST_SET = 3
MOST_TRIALS = 3000

Assumptions = Mapping[str, Hashable]


def open_questions(
    assessor: Assessor,
    world: World,
    requirement: Requirement,
    answer: Answer,
    position_of: Callable[[str], tuple[int, int]],
) -> tuple[OpenQuestion, ...]:
    """
    Return the facts that can settle *requirement*, the most decisive first.

    Ordered by the size of the smallest set of facts, each included, some answers to which
    settle what is open; then in the order of the file.  Nothing is asked where nothing is
    open, and no fact that cannot change the answer.
    """
    search = _Search(assessor, world, requirement, answer)
    ranked = sorted(search.sizes().items(), key=lambda item: (item[1], position_of(item[0]), item[0]))
    return tuple(asked(assessor, requirement, path, size) for path, size in ranked)


class _Search:
    """Tries answers to open facts until each has its smallest settling set."""

    def __init__(self, assessor: Assessor, world: World, requirement: Requirement, answer: Answer) -> None:
        self.assessor = assessor
        self.world = world
        self.requirement = requirement
        self.answer = answer
        self.trials = 0

    def sizes(self) -> dict[str, int]:
        """Return for each fact worth asking the size of its smallest settling set."""
        domains = self._domains()
        found: dict[str, int] = {}
        paths = list(domains)
        for size in range(1, min(LARGEST_SET, len(paths)) + 1):
            if all(path in found for path in paths):
                break
            for chosen in combinations(paths, size):
                if all(path in found for path in chosen):
                    continue
                if self.trials > MOST_TRIALS:
                    break
                if self._some_answers_settle(chosen, domains):
                    for path in chosen:
                        found.setdefault(path, size)
        for path in paths:
            found.setdefault(path, len(paths))
        return found

    def _some_answers_settle(self, chosen: Sequence[str], domains: Mapping[str, Sequence[Assumptions]]) -> bool:
        for answers in product(*(domains[path] for path in chosen)):
            self.trials += 1
            if self._settled(_merged(answers)) and self._needs_all(answers):
                return True
        return False

    def _needs_all(self, answers: Sequence[Assumptions]) -> bool:
        """Return whether no part of *answers* settles it already: each fact is then needed."""
        if len(answers) == 1:
            return True
        return not any(
            self._settled(_merged([*answers[:index], *answers[index + 1 :]])) for index in range(len(answers))
        )

    def _settled(self, assumptions: Assumptions) -> bool:
        world = self.world.assuming(assumptions)
        applies = self.answer.applies
        if applies is Applies.UNKNOWN:
            truth = self.assessor.conclude(world).truth
            applies = applies_by(
                truth[elements_of(self.requirement)], truth.get(exempt_from(self.requirement), Truth.NO)
            )
            return applies is not Applies.UNKNOWN
        fulfilment = self.assessor.fulfilment_leaf(self.requirement)
        return world.settle(fulfilment.key, fulfilment.compute) is not Truth.UNKNOWN

    def _domains(self) -> dict[str, tuple[Assumptions, ...]]:
        """Return the facts that what is open rests on, by path, with the answers worth trying."""
        memory = self.world.memory
        found: dict[str, tuple[Assumptions, ...]] = {}
        memberships: dict[str, list[str]] = {}
        for fact in self._open_facts():
            membership = memory.memberships.get(fact)
            if membership is None:
                found[fact] = tuple({fact: answer} for answer in memory.answers[fact])
                continue
            for path in membership.open_paths:
                memberships.setdefault(path, []).append(fact)
        for path, facts in memberships.items():
            found[path] = (dict.fromkeys(facts, Truth.YES), dict.fromkeys(facts, Truth.NO))
        return found

    def _open_facts(self) -> Iterable[str]:
        assessor, world, requirement = self.assessor, self.world, self.requirement
        found: dict[str, None] = {}
        if self.answer.applies is Applies.UNKNOWN:
            derivation = assessor.conclude(world)
            heads = [elements_of(requirement), exempt_from(requirement)]
            leaves = _undecided(derivation, [head for head in heads if head in derivation.truth])
            for name in leaves:
                found.update(dict.fromkeys(self._facts_of(name)))
        if self.answer.fulfilled is Truth.UNKNOWN:
            fulfilment = assessor.fulfilment_leaf(requirement)
            found.update(dict.fromkeys(_open(world.explain(fulfilment.key, fulfilment.compute))))
        return found

    def _facts_of(self, name: str) -> Iterable[str]:
        """Return the open facts under an undecided leaf of the compiled use."""
        assessor, world = self.assessor, self.world
        if name.startswith("some_member:"):
            definition = assessor.pack.definitions[name.removeprefix("some_member:")]
            program, leaves = assessor.group_program(definition, tuple(group(world, assessor.operator)))
            truths = {key: world.settle(leaf.key, leaf.compute) for key, leaf in leaves.items()}
            for inner in _undecided(assessor.evaluate(program, truths), ["some member"]):
                if inner.startswith("service "):
                    yield from self._facts_of_service(definition.id, inner.removeprefix("service "))
                else:
                    yield from _open_in(world, leaves[inner])
        elif name.startswith("this:"):
            yield from self._facts_of_service(name.removeprefix("this:"), assessor.offering_id)
        else:
            yield from _open_in(world, assessor.leaves[name])

    def _facts_of_service(self, definition_id: str, offering_id: str) -> Iterable[str]:
        assessor, world = self.assessor, self.world
        definition = assessor.pack.definitions[definition_id]
        leaves = assessor.service_leaves(definition, offering_id)
        if assessor.is_classified(definition, offering_id):
            for name, leaf in leaves.items():
                if name in BESIDE_CLASSIFICATION:
                    yield from _open_in(world, leaf)
            return
        truths = {name: world.settle(leaf.key, leaf.compute) for name, leaf in leaves.items()}
        program = service_program(assessor.pack, definition.id).program
        for name in _undecided(assessor.evaluate(program, truths), [definition.id]):
            yield from _open_in(world, leaves[name])


def _merged(assumptions: Iterable[Assumptions]) -> Assumptions:
    merged: dict[str, Hashable] = {}
    for each in assumptions:
        merged.update(each)
    return merged


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


def _open_in(world: World, leaf: Leaf) -> Iterable[str]:
    """
    Return the open facts on which an unknown leaf turns.

    A fact that leaves the leaf unknown whatever the answer is kept only where no fact
    alone decides it: then several do together.
    """
    facts = list(_open(world.explain(leaf.key, leaf.compute)))
    deciding = [fact for fact in facts if _can_decide(world, leaf, fact)]
    return deciding or facts


def _can_decide(world: World, leaf: Leaf, fact: str) -> bool:
    answers = world.memory.answers.get(fact, ())
    return any(world.assuming({fact: answer}).settle(leaf.key, leaf.compute) is not Truth.UNKNOWN for answer in answers)


def _open(settled: Settled) -> Iterable[str]:
    for question, answer in settled.asked.items():
        if question.about == "fact" and (answer is Truth.UNKNOWN or answer is UNKNOWN):
            yield question.name


def asked(assessor: Assessor, requirement: Requirement, path: str, size: int) -> OpenQuestion:
    """Return the question about *path* in the words of the pack."""
    question = question_for(assessor.pack, path, rule=requirement)
    if question is None:
        return OpenQuestion(path, f"What is {path}?", "whoever filled in the profile", size)
    name = name_of(assessor, path)
    return OpenQuestion(path, question.ask.replace("{name}", name), question.of.replace("{name}", name), size)


def name_of(assessor: Assessor, path: str) -> str:
    """Return the name, as people know it, of what *path* is about."""
    profile = assessor.case.profile
    parts = path.split(".")
    if parts[0] == "offerings" and len(parts) > 1 and parts[1] in profile.offerings:
        return profile.offerings[parts[1]].name or parts[1]
    if parts[0] == "entities" and len(parts) > 1:
        record = profile.entities.get(parts[1])  # type: ignore[call-overload]
        return (record.name if record is not None else None) or parts[1]
    return parts[1] if len(parts) > 1 else parts[0]
