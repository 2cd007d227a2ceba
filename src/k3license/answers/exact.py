"""Exact answers: open only if some completion of the unknown facts gives each outcome."""

from collections.abc import Iterable, Mapping

from k3license.answers.assessor import Assessor
from k3license.engine.derivation import Derivation
from k3license.facts.world import World
from k3license.model.assessment import Answer, Applies
from k3license.model.rules import Requirement
from k3license.model.truth import Truth

# Splits on memberships after which an answer is left open rather than searched any further.
MOST_SPLITS = 4096


def elements_of(requirement: Requirement) -> str:
    """Return the program's name for all elements of *requirement* together."""
    return f"{requirement.id}:elements"


def exempt_from(requirement: Requirement) -> str:
    """Return the program's name for "each path is covered by an exemption" from *requirement*."""
    return f"{requirement.id}:exempt"


def applies_by(elements: Truth, exempt: Truth) -> Applies:
    """Return what elements and exemption say: a failing element first, then a clear exemption."""
    if elements is Truth.NO:
        return Applies.NO
    if exempt is Truth.YES:
        return Applies.EXEMPT
    if elements is Truth.YES and exempt is Truth.NO:
        return Applies.YES
    return Applies.UNKNOWN


def answer_with(applies: Applies, fulfilled: Truth) -> Answer:
    """Return the answer; whether it is fulfilled is asked only of what applies or may apply."""
    return Answer(applies, fulfilled if applies in (Applies.YES, Applies.UNKNOWN) else None)


def exact_applies(assessor: Assessor, world: World, requirement: Requirement, derivation: Derivation) -> Applies:
    """
    Return whether *requirement* applies, over all completions of what is unknown.

    *derivation* is what the engine concludes in *world*.  Every unknown but membership has
    one polarity, so that Kleene logic is exact for it; memberships (third parties against
    members) may cut both ways and are split on.
    """
    elements, exempt = _truths(derivation, requirement)
    applies = applies_by(elements, exempt)
    if applies is not Applies.UNKNOWN:
        return applies
    memberships = open_memberships(assessor, world, requirement)
    if not memberships:
        return applies
    found = _Search(assessor, requirement).outcomes(world)
    if Applies.YES not in found:
        return Applies.EXEMPT if Applies.EXEMPT in found else Applies.NO
    return Applies.YES if found == {Applies.YES} else Applies.UNKNOWN


def _truths(derivation: Derivation, requirement: Requirement) -> tuple[Truth, Truth]:
    truth = derivation.truth
    return truth[elements_of(requirement)], truth.get(exempt_from(requirement), Truth.NO)


def open_memberships(assessor: Assessor, world: World, requirement: Requirement) -> tuple[str, ...]:
    """Return the open memberships that the answer to *requirement* asked for, in the order asked."""
    return tuple(path for path in assessor.open_facts_asked(world, requirement) if path in world.memory.memberships)


class _Search:
    """Looks for completions of memberships that give each outcome."""

    def __init__(self, assessor: Assessor, requirement: Requirement) -> None:
        self.assessor = assessor
        self.requirement = requirement
        self.splits = 0

    def outcomes(self, world: World) -> set[Applies]:
        """Return the outcomes that completions of *world* reach, a superset if there are too many."""
        elements, exempt = _truths(self.assessor.conclude(world), self.requirement)
        applies = applies_by(elements, exempt)
        if applies is not Applies.UNKNOWN:
            return {applies}
        memberships = open_memberships(self.assessor, world, self.requirement)
        if not memberships or self.splits >= MOST_SPLITS:
            return _independent(elements, exempt)
        # The smallest and the largest group usually reach both; only where they do not is each tried.
        found = self._with(world, dict.fromkeys(memberships, Truth.NO))
        found |= self._with(world, dict.fromkeys(memberships, Truth.YES))
        if _both(found) or len(memberships) == 1:
            return found
        for answer in (Truth.YES, Truth.NO):
            self.splits += 1
            found |= self.outcomes(world.assuming({memberships[0]: answer}))
            if _both(found):
                break
        return found

    def _with(self, world: World, assumptions: Mapping[str, Truth]) -> set[Applies]:
        return self.outcomes(world.assuming(assumptions))


def _both(found: Iterable[Applies]) -> bool:
    outcomes = set(found)
    return Applies.YES in outcomes and len(outcomes) > 1


def _independent(elements: Truth, exempt: Truth) -> set[Applies]:
    """Return the outcomes of an unknown answer whose unknowns have nothing to do with one another."""
    found = {Applies.YES}
    if elements is Truth.UNKNOWN:
        found.add(Applies.NO)
    if exempt is Truth.UNKNOWN:
        found.add(Applies.EXEMPT)
    return found
