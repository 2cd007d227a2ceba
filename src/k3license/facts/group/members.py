"""Who belongs to a licensee's group on a day, under each reading of "affiliate"."""

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from datetime import date
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from k3license.facts.group.control import HALF_OR_MORE, MORE_THAN_HALF, Control, with_upstream_shares_apart
from k3license.facts.group.influence import Influence
from k3license.facts.group.multiplied import Multiplied
from k3license.facts.group.options import DEFAULT, Options
from k3license.facts.group.reasons import ControlReasons
from k3license.facts.group.register import Register, register_on
from k3license.facts.group.ring_reasons import RingReasons
from k3license.facts.group.share_reasons import ShareReasons
from k3license.facts.group.ways import Standing, standing_assuming
from k3license.model.ownership import EntityId, Membership, Structure
from k3license.model.truth import Truth

HALF_LISTED: Final = Decimal(50)
NOTHING_ASSUMED: Final[Mapping[EntityId, bool]] = MappingProxyType({})

AnyRelation = Control | Influence | Multiplied


class Group(Mapping[EntityId, Membership]):
    """
    The members and possible members of a group, with reasons found when one is looked at.

    *truths* gives the bare answers, yes or unknown, at no further cost.  The licensee and
    entities surely outside are left out of both.  File order.
    """

    def __init__(self, truths: Mapping[EntityId, Truth], explain: Callable[[EntityId, Truth], Membership]) -> None:
        self.truths = truths
        self._explain = explain
        self._explained: dict[EntityId, Membership] = {}

    def __getitem__(self, entity: EntityId) -> Membership:
        if entity not in self._explained:
            self._explained[entity] = self._explain(entity, self.truths[entity])
        return self._explained[entity]

    def __iter__(self) -> Iterator[EntityId]:
        return iter(self.truths)

    def __len__(self) -> int:
        return len(self.truths)


def relation_on(
    structure: Structure,
    licensee: EntityId,
    *,
    as_of: date,
    reading: str,
    common_owner: str,
    listed_down_to: Decimal,
    options: Options,
) -> AnyRelation:
    """Return what *reading* makes of the holdings and control facts in force on *as_of*."""
    register = register_on(structure, as_of, licensee=licensee, common_owner=common_owner, options=options)
    root = register.licensee
    if reading == "multiplied-ownership":
        return Multiplied(register, root, listed_down_to)
    if reading == "significant-influence":
        return Influence(with_upstream_shares_apart(register, options, MORE_THAN_HALF), root, listed_down_to)
    if reading == "more-than-half":
        return Control(with_upstream_shares_apart(register, options, MORE_THAN_HALF), root, MORE_THAN_HALF)
    if reading == "half-or-more":
        return Control(with_upstream_shares_apart(register, options, HALF_OR_MORE), root, HALF_OR_MORE)
    raise ValueError(f"no reading of affiliate is called {reading!r}")


def members(
    structure: Structure,
    licensee: EntityId,
    *,
    as_of: date,
    reading: str,
    common_owner: str,
    listed_down_to: Decimal = HALF_LISTED,
    options: Options = DEFAULT,
    assumed: Mapping[EntityId, bool] = NOTHING_ASSUMED,
) -> Group:
    """
    Return the members and the possible members of the licensee's group on *as_of*.

    The readings: `half-or-more` and `more-than-half` (of the countable votes, or a declared
    control fact: what the licensee controls, who controls it, and what they control),
    `multiplied-ownership` and `significant-influence` (see `Multiplied`, `Influence`, also
    for what *listed_down_to* leaves open; the control readings take the list as complete).
    *common_owner*: `not-states`, `anyone` or `companies-only`; an owner of unknown kind that
    might be left out leaves open what depends on it.

    Percentages are exact.  Where one is a range, an entity is a member if the least makes
    it one, possibly if the most does.  Listed stakes of surely more than the whole decide
    no "no": each may be too low by the excess.

    *assumed* takes open memberships as given, with what follows (`standing_assuming`).
    A branch is not listed: it is the legal person it belongs to (`legal_person`).
    Raises ValueError for an unknown reading, KeyError for an unknown *common_owner*.
    """
    relation = relation_on(
        structure,
        licensee,
        as_of=as_of,
        reading=reading,
        common_owner=common_owner,
        listed_down_to=listed_down_to,
        options=options,
    )
    standing = standing_assuming(relation, assumed)
    reasons = _reasons(relation)

    def explain(entity: EntityId, member: Truth) -> Membership:
        steps = reasons.steps(entity)
        if member is Truth.YES:
            return Membership(entity, member, steps)
        paths = reasons.open_paths(entity) or relation.register.uncertain()
        lacks = reasons.lacks(entity) or "turns on facts that are not known"
        return Membership(entity, member, steps, lacks, in_file_order(structure, paths))

    return Group(truths_of(relation.register, standing), explain)


def near_misses(
    structure: Structure,
    licensee: EntityId,
    *,
    as_of: date,
    reading: str,
    common_owner: str,
    listed_down_to: Decimal = HALF_LISTED,
    options: Options = DEFAULT,
) -> Mapping[EntityId, str]:
    """
    Return the entities surely outside that hold, or are held with, too little, with what they lack.

    Only stakes of the group in them and their stakes in the licensee, or in who controls it,
    make a near miss.  Parameters as for `members`.  File order.
    """
    relation = relation_on(
        structure,
        licensee,
        as_of=as_of,
        reading=reading,
        common_owner=common_owner,
        listed_down_to=listed_down_to,
        options=options,
    )
    possible = relation.standing().possible | {relation.root}
    reasons = _reasons(relation)
    outside = (entity for entity in relation.register.entities if entity not in possible)
    short = ((entity, reasons.falls_short(entity)) for entity in outside)
    return {entity: lacks for entity, lacks in short if lacks is not None}


def _reasons(relation: AnyRelation) -> ControlReasons | RingReasons | ShareReasons:
    if isinstance(relation, Control):
        return ControlReasons(relation)
    if isinstance(relation, Influence):
        return RingReasons(relation)
    return ShareReasons(relation)


def in_file_order(structure: Structure, paths: AbstractSet[str]) -> tuple[str, ...]:
    """Return *paths* in the order of the profile: each entity with its kind and what it owns, then the long forms."""
    if len(paths) < 2:
        return tuple(paths)
    blocks = {f"entities.{entity}": place for place, entity in enumerate(structure.holders)}
    stated = {holding.path: place for place, holding in enumerate(structure.holdings)}

    def place(path: str) -> tuple[int, int, str]:
        block = ".".join(path.split(".")[:2])
        return blocks.get(block, len(blocks)), stated.get(path, -1), path

    return tuple(sorted(paths, key=place))


def truths_of(register: Register, standing: Standing) -> dict[EntityId, Truth]:
    """Return yes for the sure and unknown for the other possible members, in file order."""
    return {
        entity: Truth.YES if entity in standing.sure else Truth.UNKNOWN
        for entity in register.entities
        if entity in standing.possible
    }
