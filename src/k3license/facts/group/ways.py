"""Belonging to a group in several ways, with some memberships taken as given."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple, Protocol

from k3license.model.ownership import EntityId

Entities = frozenset[EntityId]
NOBODY: Entities = frozenset()


class Standing(NamedTuple):
    """The entities that are *sure* members and those that are *possible* ones (the sure included)."""

    sure: Entities
    possible: Entities

    @property
    def open(self) -> Entities:
        """Those of which it is not known."""
        return self.possible - self.sure


class Way(Protocol):
    """
    One way to belong: entities that are all members if something holds.

    A group is the union of its ways that hold: what the licensee controls, what one who
    controls the licensee controls, and so on.
    """

    @property
    def holds(self) -> bool:
        """Whether it surely holds; otherwise it may."""

    def surely(self, also: Entities) -> Entities:
        """Return who is a member if the way holds and *also* are members by it."""

    def possibly(self, without: Entities) -> Entities:
        """Return who may be a member by the way if *without* are none; nobody if it cannot hold then."""


class Relation(Protocol):
    """A reading of who belongs to one licensee's group."""

    def standing(self) -> Standing:
        """Return who is and who may be a member."""

    def ways(self, inside: Entities, outside: Entities) -> Sequence[Way]:
        """Return every way that may hold if *inside* are members and *outside* are none."""

    def follows(self, entity: EntityId) -> AbstractSet[EntityId]:
        """Return who is a member if *entity* is, by whatever way that is."""

    def tied(self, entities: Entities) -> AbstractSet[EntityId]:
        """Return those whose membership may turn on that of *entities*, what follows from it left out."""


def standing_if(relation: Relation, inside: Entities, outside: Entities) -> Standing | None:
    """Return the standing if *inside* are members and *outside* are none; None if that cannot be."""
    ways = relation.ways(inside, outside)
    also = [NOBODY for _ in ways]
    while True:
        live: dict[int, Entities] = {}
        for number, way in enumerate(ways):
            if way.surely(also[number]) & outside:
                if way.holds:
                    return None
            elif possible := way.possibly(outside):
                live[number] = possible
        only: dict[int, set[EntityId]] = {}
        for entity in inside:
            explaining = [number for number, possible in live.items() if entity in possible]
            if not explaining:
                return None
            if len(explaining) == 1:
                only.setdefault(explaining[0], set()).add(entity)
        now = [frozenset(only.get(number, ())) for number in range(len(ways))]
        if now == also:
            break
        also = now
    sure = set(inside)
    for number in live:
        if ways[number].holds or also[number]:
            sure |= ways[number].surely(also[number])
    for entity in inside:
        sure |= relation.follows(entity)
    if sure & outside:
        return None
    return Standing(frozenset(sure), frozenset(sure.union(*live.values())))


def standing_assuming(relation: Relation, assumed: Mapping[EntityId, bool]) -> Standing:
    """
    Return the standing with memberships *assumed*, one after the other, and all that follows.

    What follows goes three ways.  Downwards: with a member come those it surely controls,
    and without it go those reached only through it.  Upwards: whoever surely controls a
    non-member is none either, and whoever alone leads to a member is one.  Sideways: a
    member explained by one common owner only brings that owner and all of the owner's.
    An assumption that the facts and earlier ones decide already is passed over, and one
    that they rule out is turned round.
    """
    standing = relation.standing()
    inside, outside = NOBODY, NOBODY
    for entity, member in assumed.items():
        if entity not in standing.open:
            continue
        this = frozenset({entity})
        in_and_out = ((inside | this, outside), (inside, outside | this))
        for further in in_and_out if member else reversed(in_and_out):
            if (found := standing_if(relation, *further)) is not None:
                standing, inside, outside = _with_ties(relation, found, *further)
                break
    return standing


def _with_ties(
    relation: Relation, standing: Standing, inside: Entities, outside: Entities
) -> tuple[Standing, Entities, Entities]:
    """Try each tied membership both ways: what cannot be otherwise is so."""
    tied = relation.tied(inside | outside)
    changed = True
    while changed:
        changed = False
        for entity in sorted(tied & standing.open):
            if entity not in standing.open:
                continue
            this = frozenset({entity})
            if_in = standing_if(relation, inside | this, outside)
            if_out = standing_if(relation, inside, outside | this)
            if if_out is None and if_in is not None:
                inside, standing, changed = inside | this, if_in, True
            elif if_in is None and if_out is not None:
                outside, standing, changed = outside | this, if_out, True
    return standing, inside, outside
