"""Changes that could matter to an answer: those of the table that fit the facts it relied on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import combinations
from typing import NamedTuple

from k3license.answers.amounts import Reporter, own_figures, reporters
from k3license.answers.proofs import steps
from k3license.answers.questions import name_of
from k3license.answers.uses import Use
from k3license.facts.measures import exceeds
from k3license.facts.membership import group, links_to
from k3license.model.assessment import RequirementAnswer
from k3license.model.changes import PossibleChange
from k3license.model.ownership import EntityId
from k3license.model.rules import Condition, Group, Measure, Requirement
from k3license.model.truth import Truth
from k3license.model.unknown import Unknown
from k3license.packs.changes import possible_changes
from k3license.reading.edits import Edit
from k3license.reading.layout import FactPath, fact_path, path_text, way_to
from k3license.reading.profiles import LoadedProfile
from k3license.text.flow import flow_text
from k3license.text.walking import TextTree

# Of those who add to an amount above its limit, so many are looked at one by one: the largest.
MOST_REPORTERS = 3


class Candidate(NamedTuple):
    """
    A change to one stated fact, in words.

    *beside* are edits to what would contradict it.  *who* can bring it about: "licensee",
    "others" or "nobody".  *of_figures*: it changes an amount.
    """

    id: str
    edits: tuple[Edit, ...]
    beside: tuple[Edit, ...]
    of_figures: bool
    says: str
    who: str


def candidates(use: Use, answers: Sequence[RequirementAnswer]) -> tuple[Candidate, ...]:
    """
    Return the changes to facts that *answers* relied on, in the order of the table.

    Facts that the profile does not state are left out: they are open questions.
    """
    facts = (*_facts_of(use.loaded, answers), *_links_behind(use))
    return _fitting(use, facts, [answer.id for answer in answers], figures=True)


def candidates_at(use: Use, facts: Iterable[str], asked: Sequence[str]) -> tuple[Candidate, ...]:
    """Return the changes to *facts* of requirements *asked* about, amounts left out, in the order of the table."""
    return _fitting(use, tuple(facts), asked, figures=False)


def _fitting(use: Use, facts: Iterable[str], asked: Sequence[str], *, figures: bool) -> tuple[Candidate, ...]:
    found: dict[tuple[str, str], Candidate] = {}
    finder = _Finder(use, tuple(fact_path(use.loaded.tree, fact) for fact in dict.fromkeys(facts)))
    for change in possible_changes():
        for requirement in use.pack.requirements:
            if requirement.id in asked and (figures or change.measure is None):
                for candidate in finder.fitting(change, requirement):
                    edit = candidate.edits[0]
                    found.setdefault((edit.path, flow_text(edit.value)), candidate)
                if change.measure is None and not _has_words_of_a_requirement(change):
                    # It is the same for every other requirement.
                    break
    return tuple(found.values())


def _facts_of(loaded: LoadedProfile, answers: Iterable[RequirementAnswer]) -> Iterator[str]:
    """Yield the paths of the facts under every step of the reasons."""
    for answer in answers:
        for proof in (answer.proof, answer.fulfilment, *answer.exemption_proofs):
            if proof is not None:
                for step in steps(proof):
                    yield from step.relied_on
        if answer.findings and isinstance(loaded.profile.agreements, tuple):
            # What fulfils it may have come too late.
            yield from (f"agreements.{n}.covers_past_use" for n, _ in enumerate(loaded.profile.agreements, 1))


def _links_behind(use: Use) -> Iterator[str]:
    """Yield the holdings and control by which those belong to the group who run services or copies, or add most."""
    world, operator = use.world, use.reported.operator
    for entity in dict.fromkeys((*_running(use), *_adding_most(use))):
        for step in links_to(world, entity, of=operator):
            yield from step.paths


def _running(use: Use) -> Iterator[EntityId]:
    """Yield the members of the group that may run services, and whoever runs or holds a copy that the use reaches."""
    case = use.case
    for entity in group(use.world, use.reported.operator):
        record = case.profile.entities.get(entity)
        if case.offerings_of.get(entity) or (record is not None and record.model_as_a_service is Truth.YES):
            yield entity
    for way in use.sweeping.ways:
        yield from (each for each in (way.runs_it, way.holder) if each is not None)


def _adding_most(use: Use) -> Iterator[EntityId]:
    """Yield the members that add most to the revenue of the group."""
    for requirement in use.pack.requirements:
        for measure in measures_in(requirement.when):
            if measure.which == "everything":
                for reporter in _largest(reporters(use.world, measure, use.offering_id)):
                    yield EntityId(reporter.path.removeprefix("entities.").removesuffix(".revenue"))


def _largest(found: Iterable[Reporter]) -> list[Reporter]:
    return sorted(found, key=lambda each: each.adds.low or 0, reverse=True)[:MOST_REPORTERS]


class _Finder:
    """Looks for places in one profile that a change of the table fits."""

    def __init__(self, use: Use, facts: Sequence[FactPath]) -> None:
        self.use = use
        self.loaded = use.loaded
        self.facts = facts
        self._places_of: dict[str, tuple[FactPath, ...]] = {}

    def fitting(self, change: PossibleChange, requirement: Requirement) -> Iterator[Candidate]:
        if change.measure is None:
            for place in self._places(change.field):
                yield from self._candidate(change, place, self._words(requirement, None))
            return
        for measure in measures_in(requirement.when):
            if (measure.quantity, measure.which) == change.measure:
                for path in self._figures(change, measure):
                    place = fact_path(self.loaded.tree, path)
                    yield from self._candidate(change, place, self._words(requirement, measure))

    def _figures(self, change: PossibleChange, measure: Measure) -> Iterator[str]:
        """Yield the figures that may be smaller, unless *measure* is within its limit, or larger, unless it is not."""
        use = self.use
        over = exceeds(use.world, measure, use.offering_id)
        if change.value != "none":
            if over is not Truth.YES:
                yield own_figures(use.world, measure, use.offering_id)
        elif over is not Truth.NO:
            yield from (each.path for each in _largest(reporters(use.world, measure, use.offering_id)))

    def _places(self, field: str) -> tuple[FactPath, ...]:
        """Return the places of a field above, at or below a fact relied on; many changes are made to the same field."""
        if field not in self._places_of:
            self._places_of[field] = tuple(self._found_at(field.split(".")))
        return self._places_of[field]

    def _found_at(self, field: Sequence[str]) -> Iterator[FactPath]:
        found: dict[FactPath, None] = {}
        for fact in self.facts:
            if all(part in ("*", step) for part, step in zip(field, fact, strict=False)):
                for place in self._completed(field, fact[: len(field)]):
                    found[place] = None
        yield from found

    def _completed(self, field: Sequence[str], start: FactPath) -> Iterator[FactPath]:
        if len(start) == len(field):
            yield start
        elif field[len(start)] != "*":
            yield from self._completed(field, (*start, field[len(start)]))
        else:
            for step in _parts_of(self._value_at(start)):
                yield from self._completed(field, (*start, step))

    def _value_at(self, path: FactPath) -> TextTree:
        passed, rest = way_to(self.loaded.tree, path)
        return None if rest else passed[-1].node

    def _candidate(self, change: PossibleChange, place: FactPath, words: Mapping[str, str]) -> Iterator[Candidate]:
        path = path_text(place)
        stated = self._value_at(place)
        if stated is None:
            stated = change.if_absent
        owner = self._owner(place)
        if stated in (None, "unknown") or not self._is_about(change, place, owner):
            return
        words = {**words, "name": name_of(self.use.reported, path)}
        if place[2:3] == ("access",):
            words["route"] = self._route(place)
        if place[2:3] == ("owns",):
            words["held"] = name_of(self.use.reported, f"entities.{place[3]}")
        try:
            value, says = _filled(change.value, words), change.says.format_map(words)
        except KeyError:
            # The requirement knows no such word.
            return
        if change.adds:
            value = _with_item(stated, value)
        if value == stated or [value] == stated or _has_ended(place, stated, value):
            return
        who = change.who
        if who == "owner":
            who = "licensee" if owner in (None, self.use.reported.operator) else "others"
        beside = tuple(
            Edit(path_text((*place[:2], field)), also)
            for field, also in change.also.items()
            if self._value_at((*place[:2], field)) is not None
        )
        yield Candidate(change.id, (Edit(path, value),), beside, change.measure is not None, says, who)

    def _route(self, place: FactPath) -> str:
        """Return the number of a way to the model, as the profile counts them, and what the way is."""
        number = int(place[3])
        access = self.loaded.profile.offerings[str(place[1])].access
        assert not isinstance(access, Unknown)
        way = access[number]
        return f"{number + 1} ({', '.join(way.hosts) if way.hosts else way.route})"

    def _owner(self, place: FactPath) -> str | None:
        """Return the entity that runs the offering, or that the fact is about."""
        block, id = place[0], str(place[1]) if len(place) > 1 else ""
        if block == "offerings" and id in self.loaded.profile.offerings:
            return self.loaded.profile.offerings[id].operator
        return id if block == "entities" else None

    def _is_about(self, change: PossibleChange, place: FactPath, owner: str | None) -> bool:
        if change.about == "licensee":
            return owner == self.use.reported.operator
        return change.about == "anybody" or (place[1] == self.use.offering_id) is (change.about == "this-offering")

    def _words(self, requirement: Requirement, measure: Measure | None) -> Mapping[str, str]:
        case, header = self.use.case, self.use.pack.header
        words = {
            "offering": self.use.offering_id,
            "operator": self.use.reported.operator,
            "licensor": header.licensor.id,
            "licensor_name": header.licensor.name,
            "as_of": case.as_of.isoformat(),
            "day_before": (case.as_of - timedelta(days=1)).isoformat(),
            requirement.then.fulfilled_by.kind: requirement.then.fulfilled_by.value,
        }
        if measure is not None:
            words |= {"limit": f"{measure.limit:,f}", "currency": measure.currency or ""}
        return words


def fuller(candidate: Candidate) -> Iterator[Candidate]:
    """Yield *candidate* as it is, then with more and more of what would contradict it changed as well."""
    for size in range(len(candidate.beside) + 1):
        for beside in combinations(candidate.beside, size):
            yield candidate._replace(edits=(*candidate.edits, *beside), beside=())


def measures_in(condition: Condition) -> Iterator[Measure]:
    """Yield the measures that *condition* is made of."""
    if isinstance(condition, Measure):
        yield condition
    elif isinstance(condition, Group):
        for part in condition.parts:
            yield from measures_in(part)


def _has_ended(place: FactPath, stated: TextTree, value: TextTree) -> bool:
    """Return whether *stated* is an end that comes before *value*, which is one too: nobody moves it there."""
    if place[-1] not in ("until", "expires", "offered_until"):
        return False
    ends = [each for each in (stated, value) if isinstance(each, str) and each[:1].isdigit()]
    return len(ends) == 2 and ends == sorted(ends)


def _has_words_of_a_requirement(change: PossibleChange) -> bool:
    return any(word in f"{change.value}{change.says}" for word in ("{agreement}", "{display}"))


def _parts_of(value: TextTree) -> Iterator[str | int]:
    if isinstance(value, dict):
        yield from (key for key in value if key != "source")
    elif isinstance(value, list):
        yield from range(len(value))
    elif value not in (None, "none", "unknown"):
        yield 0


def _filled(value: TextTree, words: Mapping[str, str]) -> TextTree:
    if isinstance(value, dict):
        return {key: _filled(part, words) for key, part in value.items()}
    if isinstance(value, list):
        return [_filled(part, words) for part in value]
    return value.format_map(words) if isinstance(value, str) else value


def _with_item(stated: TextTree, item: TextTree) -> TextTree:
    if isinstance(stated, list):
        return stated if item in stated else [*stated, item]
    return [item] if stated in (None, "none") else [stated, item]
