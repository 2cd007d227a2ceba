"""The open questions of a requirement: facts that can settle it, those that settle it alone first."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import date
from itertools import combinations, product
from typing import NamedTuple

from k3license.answers.assessor import Assessor
from k3license.answers.exact import applies_by, elements_of, exact_applies, exempt_from, open_memberships
from k3license.answers.undecided import facts_that_leave_open, open_facts_of
from k3license.facts.measures import HIGHEST, LOWEST
from k3license.facts.world import World
from k3license.model.assessment import Applies, OpenQuestion
from k3license.model.rules import Requirement
from k3license.model.truth import Truth
from k3license.model.unknown import Unknown
from k3license.packs.questions import question_for

# Larger sets of facts are not searched for, nor any after so many answers tried.
LARGEST_SET = 3
MOST_TRIALS = 3000
# Splits on the answers to other facts after which a fact is asked though it may not matter.
MOST_SPLITS = 256
# Open memberships beyond which the answers tried are judged by Kleene logic alone.
MOST_EXACT = 2

Assumptions = Mapping[str, Hashable]
# Line and column of a fact in the file.
PositionOf = Callable[[str], tuple[int, int]]


def open_questions(
    assessor: Assessor,
    world: World,
    requirement: Requirement,
    position_of: PositionOf,
) -> tuple[OpenQuestion, ...]:
    """
    Return the facts that can settle *requirement*, the most decisive first.

    Settled is an answer that says of everything whether it is owed and, if so, done: nothing
    applies or all is exempt, or it applies and is known to be fulfilled or not.  Facts are
    ordered by the size of the smallest set, each included, some answers to which settle it and
    no part of which does; then in the order of the file.  Nothing is asked where nothing is
    open, and no fact that cannot change the answer.

    Sets of more than LARGEST_SET facts are not searched for, nor any after MOST_TRIALS answers:
    their facts come behind all that were found, each with the number of all that are asked.
    There stand also amounts that matter only between their ends, since amounts and first uses
    are tried at their ends alone, and facts for which there is nothing to try (days, routes,
    and copies and other affiliates beyond "none").  A percentage is tried as high enough
    or not, and decides today's membership alone where holdings have changed over time.
    """
    sizes = _Search(assessor, world, requirement).sizes()
    return ranked([asked(assessor, requirement, path, size) for path, size in sizes.items()], position_of)


def ranked(questions: Iterable[OpenQuestion], position_of: PositionOf) -> tuple[OpenQuestion, ...]:
    """Return *questions* with the most decisive first, those alike in the order of the file."""
    return tuple(sorted(questions, key=lambda each: (each.settles_with, position_of(each.path), each.path)))


class _Candidate(NamedTuple):
    """The answers to try of a fact that may be worth asking, and whether these are all that it may have."""

    answers: tuple[Assumptions, ...]
    complete: bool


class _Search:
    """Tries answers to open facts until each has its smallest settling set."""

    def __init__(self, assessor: Assessor, world: World, requirement: Requirement) -> None:
        self.assessor = assessor
        self.world = world
        self.requirement = requirement
        self.is_small = len(open_memberships(assessor, world, requirement)) <= MOST_EXACT
        self.trials = 0
        self.splits = 0

    def sizes(self) -> dict[str, int]:
        """Return for each fact worth asking the size of its smallest settling set."""
        candidates = self._candidates(self.world)
        found = self._settling(candidates)
        behind = [path for path in candidates if path not in found and self._matters(path, self.world)]
        return found | dict.fromkeys(behind, len(found) + len(behind))

    def _settling(self, candidates: Mapping[str, _Candidate]) -> dict[str, int]:
        """Return the facts of the settling sets that are small enough to be searched for."""
        found: dict[str, int] = {}
        for size in range(1, min(LARGEST_SET, len(candidates)) + 1):
            for chosen in combinations(candidates, size):
                if self.trials > MOST_TRIALS or len(found) == len(candidates):
                    return found
                if all(path in found for path in chosen):
                    continue
                if self._some_answers_settle([candidates[path].answers for path in chosen]):
                    for path in chosen:
                        found.setdefault(path, size)
        return found

    def _some_answers_settle(self, domains: Sequence[Sequence[Assumptions]]) -> bool:
        for answers in product(*domains):
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
        world = _assuming(self.world, assumptions)
        applies = self._applies(world)
        if applies is not Applies.YES:
            return applies is not Applies.UNKNOWN
        fulfilment = self.assessor.fulfilment_leaf(self.requirement)
        return world.settle(fulfilment.key, fulfilment.compute) is not Truth.UNKNOWN

    def _applies(self, world: World) -> Applies:
        derivation = self.assessor.conclude(world)
        if self.is_small or world is self.world:
            return exact_applies(self.assessor, world, self.requirement, derivation)
        truth = derivation.truth
        return applies_by(truth[elements_of(self.requirement)], truth.get(exempt_from(self.requirement), Truth.NO))

    def _matters(self, path: str, world: World) -> bool:
        """
        Return whether some answers to the others leave one that rests on *path*.

        Facts of which not all answers can be tried stay open meanwhile.  After MOST_SPLITS
        a fact is taken to matter.
        """
        candidates = self._candidates(world)
        if path not in candidates:
            return False
        others = (each.answers for other, each in candidates.items() if other != path and each.complete)
        answers = next(others, None)
        if answers is None or self.splits >= MOST_SPLITS:
            return True
        self.splits += 1
        return any(self._matters(path, _assuming(world, answer)) for answer in answers)

    def _candidates(self, world: World) -> dict[str, _Candidate]:
        """Return the facts that what is open in *world* rests on, by path, with the answers worth trying."""
        memory = world.memory
        found: dict[str, _Candidate] = {}
        percentages: dict[str, None] = {}
        for fact in self._open_facts(world):
            membership = memory.memberships.get(fact)
            if membership is None:
                answers = memory.answers[fact]
                found[fact] = _Candidate(tuple({fact: answer} for answer in answers), _are_all(answers))
            else:
                percentages.update(dict.fromkeys(membership.open_paths))
        for path in percentages:
            if path not in world.assumptions:
                found[path] = _Candidate(({path: Truth.YES}, {path: Truth.NO}), True)
        return found

    def _open_facts(self, world: World) -> Iterable[str]:
        """Return the open facts under what is open in *world*: whether it applies, then whether it is fulfilled."""
        found: dict[str, None] = {}
        applies = self._applies(world)
        if applies is Applies.UNKNOWN:
            heads = (elements_of(self.requirement), exempt_from(self.requirement))
            found.update(dict.fromkeys(facts_that_leave_open(self.assessor, world, heads)))
        if applies in (Applies.YES, Applies.UNKNOWN):
            found.update(dict.fromkeys(open_facts_of(world, self.assessor.fulfilment_leaf(self.requirement))))
        return found


def _assuming(world: World, assumptions: Assumptions) -> World:
    """
    Return *world* with the answers assumed, and with what follows for memberships.

    A percentage is yes where it is high enough: an entity belongs to a group if every open
    percentage that its membership turns on is, and does not if one is not.
    """
    assumed = world.assuming(assumptions)
    follows: dict[str, Truth] = {}
    for fact, membership in world.memory.memberships.items():
        answers = [assumed.assumptions.get(path, Truth.UNKNOWN) for path in membership.open_paths]
        if Truth.NO in answers:
            follows[fact] = Truth.NO
        elif answers and Truth.UNKNOWN not in answers:
            follows[fact] = Truth.YES
    return assumed.assuming(follows) if follows else assumed


def _merged(assumptions: Iterable[Assumptions]) -> Assumptions:
    merged: dict[str, Hashable] = {}
    for each in assumptions:
        merged.update(each)
    return merged


def _are_all(answers: Sequence[Hashable]) -> bool:
    """Return whether *answers* stand for all that a fact may be: not where only the ends of a range do."""
    at_ends = any(isinstance(answer, date) or answer in (LOWEST, HIGHEST) for answer in answers)
    return len(answers) > 1 and not at_ends


def asked(assessor: Assessor, requirement: Requirement, path: str, size: int) -> OpenQuestion:
    """Return the question about *path* in the words of the pack."""
    question = question_for(assessor.pack, path, rule=requirement)
    if question is None:
        return OpenQuestion(path, f"What is {path}?", "whoever filled in the profile", size)
    words = {"{name}": name_of(assessor, path), "{hosts}": _hosts_of(assessor, path)}
    return OpenQuestion(path, _filled(question.ask, words), _filled(question.of, words), size)


def _filled(text: str, words: Mapping[str, str]) -> str:
    for word, filling in words.items():
        text = text.replace(word, filling)
    return text


def _hosts_of(assessor: Assessor, path: str) -> str:
    """Return who runs the servers of the route that *path* is about."""
    before, _, place = path.partition(".access.")
    offering = assessor.case.profile.offerings.get(before.removeprefix("offerings."))
    if offering is None or isinstance(offering.access, Unknown):
        return "the host"
    access = offering.access[int(place.partition(".")[0]) - 1]
    return " and ".join(access.hosts) or access.vendor or "the host"


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
