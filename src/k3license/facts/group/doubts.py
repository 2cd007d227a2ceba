"""What is doubtful in the holdings of a profile: figures that cannot all be right, and rings."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from k3license.facts.group.chains import rings
from k3license.facts.group.control import MORE_THAN_HALF, is_enough
from k3license.facts.group.register import Register, register_on
from k3license.facts.group.steps import percent_text
from k3license.model.ownership import EntityId, EntityKind, Holding, Structure
from k3license.model.ranges import total


class Doubt(NamedTuple):
    """
    A doubt about what the profile says of *entities*, in words, with the *paths* it rests on.

    *about*: `more-than-the-whole`, `two-majorities`, `ring`, `unknown-owner` (a holder that the
    profile does not describe) or `held-person` (shares in a person or a state).
    """

    about: str
    entities: tuple[EntityId, ...]
    words: str
    paths: tuple[str, ...]


def doubts(structure: Structure, as_of: date) -> tuple[Doubt, ...]:
    """
    Return the doubts about holdings in force on *as_of*, by entity in file order, rings last.

    A ring is possible and only worth a look.  Stakes that surely exceed the whole leave
    memberships open that they would otherwise rule out (`members`).
    """
    # Whose group is asked about, and which owners count, makes no difference here.
    nobody = EntityId("")
    register = register_on(structure, as_of, licensee=nobody, common_owner="anyone")
    found: list[Doubt] = []
    for entity in register.entities:
        holdings = [*register.holders_of.get(entity, ()), *register.own_shares.get(entity, ())]
        if holdings:
            found += _about_holdings(register, entity, holdings)
    found += _unknown_owners(structure, register)
    owners = {entity: {stake.owner for stake in stakes} for entity, stakes in register.holders_of.items()}
    found += [_ring(register, ring) for ring in rings(owners)]
    return tuple(found)


def _about_holdings(register: Register, entity: EntityId, holdings: list[Holding]) -> Iterator[Doubt]:
    paths = tuple(dict.fromkeys(holding.path for holding in holdings))
    kind = register.entities[entity]
    if kind is EntityKind.PERSON or kind is EntityKind.STATE:
        yield Doubt("held-person", (entity,), f"shares are held in {entity}, which is a {kind.value}", paths)
    majorities = _majorities(register, entity)
    if len(majorities) > 1:
        words = f"{' and '.join(majorities)} each hold more than half of the votes in {entity}"
        yield Doubt("two-majorities", (entity, *majorities), words, paths)
    votes = total(holding.votes for holding in holdings)
    shares = total(holding.percent for holding in holdings)
    for what, listed in (("votes", votes), ("shares", shares)):
        if listed.low is not None and (listed.low > 100 or (listed.low == 100 and listed.low_open)):
            words = f"the {what} listed in {entity} come to {percent_text(listed)}"
            yield Doubt("more-than-the-whole", (entity, *_holders(holdings, entity)), words, paths)
            break


def _majorities(register: Register, entity: EntityId) -> list[EntityId]:
    stakes = register.holders_of.get(entity, ())
    votes = {owner: total(s.votes for s in stakes if s.owner == owner) for owner in _holders(stakes, entity)}
    return [
        owner
        for owner, held in votes.items()
        if is_enough(register, entity, held, {owner}, MORE_THAN_HALF, surely=True)
    ]


def _holders(holdings: Iterable[Holding], entity: EntityId) -> list[EntityId]:
    return list(dict.fromkeys(holding.owner for holding in holdings if holding.owner != entity))


def _unknown_owners(structure: Structure, register: Register) -> Iterator[Doubt]:
    for owner in register.entities:
        if owner not in structure.holders:
            holdings = [*register.stakes_of.get(owner, ()), *register.holders_of.get(owner, ())]
            paths = tuple(dict.fromkeys(holding.path for holding in holdings))
            yield Doubt("unknown-owner", (owner,), f"{owner} is named, but not described as an entity", paths)


def _ring(register: Register, ring: tuple[EntityId, ...]) -> Doubt:
    members = set(ring)
    stakes = [stake for owned in ring for stake in register.holders_of.get(owned, ()) if stake.owner in members]
    words = f"{', '.join(ring)} hold each other in a ring"
    return Doubt("ring", ring, words, tuple(dict.fromkeys(stake.path for stake in stakes)))
