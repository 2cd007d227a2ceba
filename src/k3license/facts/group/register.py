"""The holdings and control facts in force on one day, between legal persons."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Final

from k3license.facts.group.options import DEFAULT, Options
from k3license.model.ownership import ControlFact, EntityId, EntityKind, Holder, Holding, Structure
from k3license.model.ranges import EXACT, ZERO, Range

WHOLE: Final = Decimal(100)
ACTING_TOGETHER: Final = "acting together"

BARRED_OWNERS: Final[Mapping[str, frozenset[EntityKind]]] = {
    "anyone": frozenset(),
    "not-states": frozenset({EntityKind.STATE}),
    "companies-only": frozenset({EntityKind.STATE, EntityKind.PERSON, EntityKind.FUND}),
}
HELD: Final = frozenset({EntityKind.COMPANY, EntityKind.FUND})


@dataclass(slots=True)
class Register:
    """
    Who holds and controls whom on a day, looked up by entity.

    Branches stand as the legal person they belong to, nominees as the principal they hold
    for.  *entities* are the legal persons that exist, in file order.  *stakes_of* and
    *holders_of* leave out what an entity holds in itself: that is *own_shares*, of which
    *own_votes* leave the denominator.  *listed* is the least that the listed votes in an
    entity come to, more than that for those in *listed_over*.  *no_owner* are those whose
    kind the reading leaves out as common owners,
    *perhaps_owner* those whose kind is not known well enough to say, *no_member* those that
    cannot belong.  The *licensee* is in none of them.  *settled* says that nothing here is
    uncertain or doubtful: what is possible is sure.
    """

    licensee: EntityId
    entities: dict[EntityId, EntityKind | None]
    stakes_of: dict[EntityId, list[Holding]] = field(default_factory=dict)
    holders_of: dict[EntityId, list[Holding]] = field(default_factory=dict)
    own_shares: dict[EntityId, list[Holding]] = field(default_factory=dict)
    own_votes: dict[EntityId, Range] = field(default_factory=dict)
    listed: dict[EntityId, Decimal] = field(default_factory=dict)
    listed_over: set[EntityId] = field(default_factory=set)
    facts_of: dict[EntityId, list[ControlFact]] = field(default_factory=dict)
    facts_on: dict[EntityId, list[ControlFact]] = field(default_factory=dict)
    partners_of: dict[EntityId, list[ControlFact]] = field(default_factory=dict)
    joint: dict[EntityId, frozenset[EntityId]] = field(default_factory=dict)
    no_owner: frozenset[EntityId] = frozenset()
    perhaps_owner: frozenset[EntityId] = frozenset()
    no_member: frozenset[EntityId] = frozenset()
    settled: bool = True

    def room(self, entity: EntityId) -> Decimal:
        """Return the most percent of votes that the list leaves over; below zero: it exceeds the whole."""
        return EXACT.subtract(WHOLE, self.listed.get(entity, Decimal(0)))

    def exceeds(self, entity: EntityId) -> bool:
        """Return whether the listed votes in *entity* are surely more than the whole."""
        listed = self.listed.get(entity, Decimal(0))
        return listed > WHOLE or (listed == WHOLE and entity in self.listed_over)

    @property
    def sound(self) -> bool:
        """Whether the listed votes surely exceed the whole nowhere."""
        return not any(self.exceeds(entity) for entity in self.listed)

    def uncertain(self) -> set[str]:
        """Return the paths of all percentages that are ranges, kinds that are missing and facts that hold perhaps."""
        stakes = (stake for held in (self.holders_of, self.own_shares) for each in held.values() for stake in each)
        ranges = {stake.path for stake in stakes if not (stake.votes.exact and stake.percent.exact)}
        doubtful = {fact.path for facts in self.facts_of.values() for fact in facts if fact.perhaps}
        return ranges | doubtful | {f"entities.{entity}.kind" for entity in self.perhaps_owner}

    def can_be_held(self, entity: EntityId) -> bool:
        """Return whether shares in *entity* can exist: not in a person, not in a state."""
        kind = self.entities.get(entity)
        return kind is None or kind in HELD

    def may_own(self, entity: EntityId, *, surely: bool) -> bool:
        """Return whether the reading lets *entity* be a common owner: *surely*, or perhaps."""
        return entity not in self.no_owner and not (surely and entity in self.perhaps_owner)

    def lines_up(self, entities: Iterable[EntityId]) -> dict[EntityId, list[EntityId]]:
        """
        Return *entities* and everybody with a line of holdings or control down to one of them.

        Each comes with who holds its shares or controls it.  Those who act together with one
        of these are there too, without a line of their own: else every pool were a ring.
        """
        found: dict[EntityId, list[EntityId]] = {}
        waiting = list(entities)
        for entity in waiting:
            if entity not in found:
                above = dict.fromkeys(stake.owner for stake in self.holders_of.get(entity, ()))
                above.update(dict.fromkeys(fact.controller for fact in self.facts_on.get(entity, ())))
                found[entity] = list(above)
                waiting.extend(above)
                waiting.extend(fact.controlled for fact in self.partners_of.get(entity, ()))
        return found

    def pool(self, entity: EntityId, *, surely: bool) -> frozenset[EntityId]:
        """Return *entity* with those who act together with it and may own: *surely*, or perhaps."""
        together = {entity: None}
        waiting = [entity]
        for one in waiting:
            for fact in self.partners_of.get(one, ()):
                other = fact.controlled
                if other not in together and self.may_own(other, surely=surely):
                    together[other] = None
                    waiting.append(other)
        return frozenset(together)


def legal_person(holders: Mapping[EntityId, Holder], entity: EntityId) -> EntityId:
    """Return the entity whose legal person *entity* is: for a branch the one it belongs to, else itself."""
    seen = {entity}
    while (holder := holders.get(entity)) and holder.branch_of is not None and holder.branch_of not in seen:
        entity = holder.branch_of
        seen.add(entity)
    return entity


def register_on(
    structure: Structure, as_of: date, *, licensee: EntityId, common_owner: str, options: Options = DEFAULT
) -> Register:
    """
    Return what is in force on *as_of*, with *common_owner* saying whose kinds count.

    Of two holdings that agree in everything, their path included, one counts: it is one
    statement read twice.  An entity dissolved by that day holds nothing and is held by nobody.
    """
    holders = structure.holders
    person = {e: legal_person(holders, e) for e, holder in holders.items() if holder.branch_of is not None}
    gone = {e for e, h in holders.items() if h.dissolved is not None and h.dissolved <= as_of}
    gone |= {branch for branch, head in person.items() if head in gone}
    register = Register(
        licensee=person.get(licensee, licensee),
        entities={e: h.kind for e, h in holders.items() if e not in gone and e not in person},
    )
    for holding in _in_force(structure.holdings, as_of, gone):
        _enter_holding(register, _between_legal_persons(holding, person), options)
    for fact in _control_facts(structure, as_of, options):
        if fact.controller not in gone and fact.controlled not in gone:
            _enter_fact(register, fact, person)
    if options.options == "exercisable":
        _enter_potential_votes(register, structure, gone, person)
    if options.joint_control == "respect":
        for agreement in structure.joint_control:
            register.joint[person.get(agreement.controlled, agreement.controlled)] = frozenset(
                person.get(party, party) for party in agreement.parties if party not in gone
            )
    _judge_kinds(register, structure, person, BARRED_OWNERS[common_owner])
    register.settled = register.settled and register.sound
    return register


def _in_force(holdings: Iterable[Holding], day: date, gone: set[EntityId]) -> Iterator[Holding]:
    seen: dict[str, list[Holding]] = {}
    for holding in holdings:
        if (holding.start is not None and holding.start > day) or (holding.end is not None and holding.end <= day):
            continue
        if gone and not gone.isdisjoint((holding.owner, holding.owned, holding.held_for)):
            continue
        same_path = seen.setdefault(holding.path, [])
        if holding not in same_path:
            same_path.append(holding)
            yield holding


def _between_legal_persons(holding: Holding, person: Mapping[EntityId, EntityId]) -> Holding:
    owner = holding.owner if holding.held_for is None else holding.held_for
    owner, owned = person.get(owner, owner), person.get(holding.owned, holding.owned)
    percent, votes = _part_of_whole(holding.percent), _part_of_whole(holding.votes)
    if owner == holding.owner and owned == holding.owned and percent is holding.percent and votes is holding.votes:
        return holding
    return holding._replace(owner=owner, owned=owned, percent=percent, votes=votes)


def _part_of_whole(share: Range) -> Range:
    if share.low is not None and share.high is not None:
        return share
    low, low_open = (Decimal(0), False) if share.low is None else (share.low, share.low_open)
    high, high_open = (WHOLE, False) if share.high is None else (share.high, share.high_open)
    return Range(low, high, low_open, high_open)


def _enter_holding(register: Register, holding: Holding, options: Options) -> None:
    owner, owned, votes = holding.owner, holding.owned, holding.votes
    register.entities.setdefault(owner, None)
    register.entities.setdefault(owned, None)
    assert votes.low is not None
    register.listed[owned] = EXACT.add(register.listed.get(owned, Decimal(0)), votes.low)
    if votes.low_open:
        register.listed_over.add(owned)
    if votes.low != votes.high:
        register.settled = False
    if owner == owned:
        register.own_shares.setdefault(owned, []).append(holding)
        if options.own_shares != "count":
            register.own_votes[owned] = register.own_votes.get(owned, ZERO) + votes
    else:
        register.stakes_of.setdefault(owner, []).append(holding)
        register.holders_of.setdefault(owned, []).append(holding)


def _control_facts(structure: Structure, day: date, options: Options) -> Iterator[ControlFact]:
    if options.control_facts == "count":
        for fact in structure.control:
            if (fact.start is None or fact.start <= day) and (fact.end is None or day < fact.end):
                yield fact
    if options.fund_management == "control":
        for fund in structure.fund_management:
            yield ControlFact(fund.manager, fund.managed, "fund manager", fund.path)
    if options.concert == "declared":
        for number, group in enumerate(structure.acting_together, start=1):
            for one in group:
                for other in group:
                    yield ControlFact(one, other, ACTING_TOGETHER, f"acting_together.{number}")


def _enter_fact(register: Register, fact: ControlFact, person: Mapping[EntityId, EntityId]) -> None:
    if person:
        controller, controlled = fact.controller, fact.controlled
        fact = fact._replace(
            controller=person.get(controller, controller), controlled=person.get(controlled, controlled)
        )
    if fact.controller == fact.controlled:
        return
    register.entities.setdefault(fact.controller, None)
    register.entities.setdefault(fact.controlled, None)
    register.settled = register.settled and not fact.perhaps
    if fact.by == ACTING_TOGETHER:
        register.partners_of.setdefault(fact.controller, []).append(fact)
    else:
        register.facts_of.setdefault(fact.controller, []).append(fact)
        register.facts_on.setdefault(fact.controlled, []).append(fact)


def _enter_potential_votes(
    register: Register, structure: Structure, gone: set[EntityId], person: Mapping[EntityId, EntityId]
) -> None:
    # They come out of what others hold now, so they do not add to what is listed.
    for option in structure.options:
        if option.exercisable and option.holder not in gone and option.target not in gone:
            owner, owned = person.get(option.holder, option.holder), person.get(option.target, option.target)
            potential = Holding(owner, owned, ZERO, _part_of_whole(option.votes), option.path)
            register.stakes_of.setdefault(owner, []).append(potential)
            register.holders_of.setdefault(owned, []).append(potential)
            register.settled = register.settled and option.votes.exact


def _judge_kinds(
    register: Register,
    structure: Structure,
    person: Mapping[EntityId, EntityId],
    barred: frozenset[EntityKind],
) -> None:
    if not barred:
        return
    held = {person.get(e, e) for e in (h.owned for h in structure.holdings)}
    held |= {person.get(e, e) for e in (f.controlled for f in structure.control)}
    no_owner, perhaps, no_member = set(), set(), set()
    for entity, kind in register.entities.items():
        if kind in barred:
            no_owner.add(entity)
            if kind not in HELD:
                no_member.add(entity)
        # In a person or a state nobody holds shares, and nobody controls one.
        elif kind is None and (entity not in held or barred & HELD):
            perhaps.add(entity)
    licensee = {register.licensee}
    register.no_owner = frozenset(no_owner - licensee)
    register.no_member = frozenset(no_member - licensee)
    register.perhaps_owner = frozenset(perhaps - licensee)
    if register.perhaps_owner:
        register.settled = False
