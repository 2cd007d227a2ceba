"""Control: who controls whom, alone or with those it controls, and whose group that makes."""

from collections import deque
from collections.abc import Container, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from itertools import chain, repeat
from typing import Final, NamedTuple

from k3license.facts.group.chains import owners_first
from k3license.facts.group.options import Options
from k3license.facts.group.register import WHOLE, Register
from k3license.facts.group.ways import NOBODY, Entities, Standing, Way
from k3license.model.ownership import ControlFact, EntityId, Holding
from k3license.model.ranges import EXACT, ZERO, Range, total
from k3license.model.truth import Truth

BOARD_HALF: Final = "board half"
# How each entity came under control, in the order in which it did: by a fact, or (None) by votes.
Joined = dict[EntityId, ControlFact | None]


class Threshold(NamedTuple):
    """
    The share of the countable votes that is enough: one of *parts* equal parts.

    *inclusive*: exactly that share is enough too.
    """

    parts: int
    inclusive: bool
    words: str

    def admits(self, fact: ControlFact) -> bool:
        """Return whether a declared fact counts: the right to appoint half of a board only where half is enough."""
        return fact.by != BOARD_HALF or self.inclusive


MORE_THAN_HALF: Final = Threshold(2, inclusive=False, words="more than 50 %")
HALF_OR_MORE: Final = Threshold(2, inclusive=True, words="50 % or more")
A_FIFTH: Final = Threshold(5, inclusive=True, words="20 % or more")


def is_enough(
    register: Register,
    target: EntityId,
    votes: Range,
    inside: Container[EntityId],
    threshold: Threshold,
    *,
    surely: bool,
) -> bool:
    """
    Return whether *votes*, those of *inside* in *target*, reach the threshold: *surely*, or possibly.

    Votes that the target holds in itself are not countable.  Together with what others are
    listed with, no more than the whole is possible; where the list itself exceeds the
    whole, each figure may be too low by that excess (and a stated majority stays one).
    """
    own = register.own_votes.get(target, ZERO)
    if not surely and not register.settled:
        votes, own = at_most(register, target, votes, own, inside)
    # A share of the countable votes: parts x votes against the whole without the target's own.
    weighted = total(chain(repeat(votes, threshold.parts), () if own is ZERO else (own,)))
    reached = weighted.at_least(WHOLE) if threshold.inclusive else weighted.more_than(WHOLE)
    some = votes.more_than(Decimal(0))
    if surely or register.settled:
        return reached is Truth.YES and some is Truth.YES
    return reached is not Truth.NO and some is not Truth.NO


def at_most(
    register: Register, target: EntityId, votes: Range, own: Range, inside: Container[EntityId]
) -> tuple[Range, Range]:
    """
    Return *votes*, those of *inside* in *target*, and its *own* as far as both are possible beside all that is listed.
    """
    room = register.room(target)
    assert votes.low is not None
    assert votes.high is not None
    assert own.low is not None
    if register.exceeds(target):
        high = min(WHOLE, EXACT.subtract(votes.high, room))
        return Range(votes.low, high, votes.low_open), own
    if votes.exact and own.exact:
        return votes, own
    most = EXACT.add(votes.low, room)
    others = (stake for stake in register.holders_of.get(target, ()) if stake.owner not in inside)
    others_open = any(stake.votes.low_open for stake in others)
    if most <= votes.high:
        open_end = others_open or own.low_open or (most == votes.high and votes.high_open)
        return Range(votes.low, most, votes.low_open, open_end), Range(own.low, own.low)
    rest = EXACT.add(own.low, EXACT.subtract(most, votes.high))
    return votes, own.intersection(Range(None, rest, high_open=others_open))


def votes_in(register: Register, target: EntityId, holders: Container[EntityId]) -> Range:
    """Return the votes in *target* that *holders* have together, what it holds in itself left out."""
    return total(stake.votes for stake in register.holders_of.get(target, ()) if stake.owner in holders)


def counted_votes(register: Register, target: EntityId, holders: AbstractSet[EntityId]) -> Range:
    """Return the same, without parties that decide only together unless all of them are among *holders*."""
    parties = register.joint.get(target)
    if parties is None or parties <= holders:
        return votes_in(register, target, holders)
    return votes_in(register, target, holders - parties)


def controlled_by(
    register: Register,
    sources: Iterable[EntityId],
    threshold: Threshold,
    *,
    surely: bool,
    without: Container[EntityId] = NOBODY,
    until: Container[EntityId] = NOBODY,
) -> Joined:
    """
    Return what *sources* control together, with how, in the order in which it is reached.

    The least fixpoint: an entity joins when the sources and those that joined before hold
    enough of its votes, or one of them controls it by a declared fact or acts together with
    it.  *surely* counts the least that is known, otherwise the most that is possible.
    *without* never join.  The search ends early once one of *until* has joined.
    """
    joined: Joined = {}
    queue = deque(dict.fromkeys(sources))
    inside = set(queue)
    held: dict[EntityId, Range] = {}
    closed = register.no_member

    def join(target: EntityId, by: ControlFact | None) -> None:
        inside.add(target)
        joined[target] = by
        queue.append(target)

    while queue:
        holder = queue.popleft()
        if holder in until:
            break
        for fact in register.facts_of.get(holder, ()):
            target = fact.controlled
            if fact.perhaps and surely:
                continue
            if target not in inside and target not in closed and target not in without and threshold.admits(fact):
                join(target, fact)
        for fact in register.partners_of.get(holder, ()):
            target = fact.controlled
            if target not in inside and target not in without and register.may_own(target, surely=surely):
                join(target, fact)
        for stake in register.stakes_of.get(holder, ()):
            target = stake.owned
            if target in inside or target in closed or target in without:
                continue
            held[target] = held[target] + stake.votes if target in held else stake.votes
            votes = held[target]
            if target in register.joint:
                votes = counted_votes(register, target, inside)
            if is_enough(register, target, votes, inside, threshold, surely=surely):
                join(target, None)
    return joined


def with_upstream_shares_apart(register: Register, options: Options, threshold: Threshold) -> Register:
    """Return the register with shares that an entity's own subsidiaries hold in it counted as its own."""
    if options.own_shares != "exclude_upstream":
        return register
    stakes_of: dict[EntityId, list[Holding]] = {}
    holders_of: dict[EntityId, list[Holding]] = {}
    own_votes = dict(register.own_votes)
    for owned, stakes in register.holders_of.items():
        below = controlled_by(register, (owned,), threshold, surely=True)
        for stake in stakes:
            if stake.owner in below:
                own_votes[owned] = own_votes.get(owned, ZERO) + stake.votes
            else:
                stakes_of.setdefault(stake.owner, []).append(stake)
                holders_of.setdefault(owned, []).append(stake)
    return replace(register, stakes_of=stakes_of, holders_of=holders_of, own_votes=own_votes)


@dataclass
class ControlWay:
    """What *source* controls, if it is the *root* itself or controls the root."""

    register: Register
    threshold: Threshold
    root: EntityId
    source: EntityId
    holds: bool
    _known: dict[tuple[bool, Entities], Entities] = field(default_factory=dict)

    def surely(self, also: Entities) -> Entities:
        key = (True, also)
        if key not in self._known:
            start = (self.source, self.root, *sorted(also))
            below = controlled_by(self.register, start, self.threshold, surely=True)
            self._known[key] = frozenset((*below, *start)) - {self.root}
        return self._known[key]

    def possibly(self, without: Entities) -> Entities:
        key = (False, without)
        if key not in self._known:
            self._known[key] = self._possibly(without)
        return self._known[key]

    def remember(self, possible: Joined, sure: Joined) -> None:
        """Keep what the source was found to control, so that it is not computed again."""
        self._known[False, NOBODY] = frozenset((*possible, self.source)) - {self.root}
        if self.root in sure:
            self._known[True, NOBODY] = frozenset((*sure, self.source)) - {self.root}

    def _possibly(self, without: Entities) -> Entities:
        if self.source in without:
            return NOBODY
        below = controlled_by(self.register, (self.source,), self.threshold, surely=False, without=without)
        if self.source != self.root and self.root not in below:
            return NOBODY
        return frozenset((*below, self.source)) - {self.root}


@dataclass
class Control:
    """
    The group by control of *root*: what it controls, who controls it, and what they control.
    """

    register: Register
    root: EntityId
    threshold: Threshold

    @cached_property
    def ways_of_control(self) -> Sequence[ControlWay]:
        """
        The root's own way and one for each that may control it, as far as none includes another.

        Those highest up come first: what a surely admitted owner surely controls adds nothing
        to that owner's way, and where an owner cannot reach the root, nothing below it can.
        """
        register = self.register
        ways = [self._way(self.root, holds=True)]
        covered = {self.root, *ways[0].surely(NOBODY)}
        for source in owners_above(register, self.root):
            if source in covered or not register.may_own(source, surely=False):
                continue
            possible = controlled_by(register, (source,), self.threshold, surely=False)
            if self.root not in possible:
                covered.update(possible)
                continue
            sure = possible
            if not register.settled:
                sure = controlled_by(register, (source,), self.threshold, surely=True)
            admitted = register.may_own(source, surely=True)
            if admitted:
                covered.update(sure)
            way = self._way(source, holds=admitted and self.root in sure)
            way.remember(possible, sure)
            ways.append(way)
        return ways

    def _way(self, source: EntityId, *, holds: bool) -> ControlWay:
        return ControlWay(self.register, self.threshold, self.root, source, holds)

    @cached_property
    def _standing(self) -> Standing:
        sure = NOBODY.union(*(way.surely(NOBODY) for way in self.ways_of_control if way.holds))
        if self.register.settled:
            return Standing(sure, sure)
        return Standing(sure, sure.union(*(way.possibly(NOBODY) for way in self.ways_of_control)))

    def standing(self) -> Standing:
        return self._standing

    def ways(self, inside: Entities, outside: Entities) -> Sequence[Way]:  # noqa: ARG002
        return self.ways_of_control

    def follows(self, entity: EntityId) -> AbstractSet[EntityId]:
        # Whatever controls the entity and the root controls what these two control together.
        below = controlled_by(self.register, (self.root, entity), self.threshold, surely=True)
        return frozenset((*below, entity)) - {self.root}

    def tied(self, entities: Entities) -> AbstractSet[EntityId]:
        return self.register.lines_up((self.root, *sorted(entities))).keys() - {self.root}

    def controllers(self, *, surely: bool) -> Sequence[EntityId]:
        """Return those that control the root, the nearest first."""
        return self._sure_controllers if surely or self.register.settled else self._possible_controllers

    @cached_property
    def _sure_controllers(self) -> Sequence[EntityId]:
        return self._controllers(surely=True)

    @cached_property
    def _possible_controllers(self) -> Sequence[EntityId]:
        return self._controllers(surely=False)

    def _controllers(self, *, surely: bool) -> Sequence[EntityId]:
        reaching = self._below_reaching(surely=surely)
        found: dict[EntityId, None] = {self.root: None}
        for source in self.register.lines_up((self.root,)):
            if source in reaching and self.register.may_own(source, surely=surely):
                below = controlled_by(self.register, (source,), self.threshold, surely=surely, until=found)
                if not found.keys().isdisjoint(below):
                    found[source] = None
        return [source for source in found if source != self.root]

    def _below_reaching(self, *, surely: bool) -> set[EntityId]:
        """Return the owners that reach the root, with all they control: nobody else controls it."""
        reaching, looked_at = set[EntityId](), set[EntityId]()
        for source in owners_above(self.register, self.root):
            if source not in looked_at:
                below = controlled_by(self.register, (source,), self.threshold, surely=surely)
                looked_at.update(below, (source,))
                if self.root in below:
                    reaching.update(below, (source,))
        return reaching


def owners_above(register: Register, entity: EntityId) -> list[EntityId]:
    """Return everybody with a line of holdings or control down to *entity*, owners before owned."""
    lines = register.lines_up((entity,))
    return [owner for ring in owners_first(lines) for owner in ring if owner != entity]
