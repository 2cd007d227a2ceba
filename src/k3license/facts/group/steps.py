"""The steps by which a source comes to control an entity, the fewest first, and how they are put in words."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Final

from k3license.facts.group.control import Threshold, at_most, controlled_by, is_enough
from k3license.facts.group.register import WHOLE, Register
from k3license.model.ownership import EntityId, Holding, Step
from k3license.model.ranges import EXACT, ZERO, Range, total

# A share that has no finite decimal is given between two that differ in the last of these digits.
DIGITS: Final = 12

Steps = tuple[Step, ...]


class Chains:
    """How *source* comes to control what it does: *surely*, or possibly."""

    def __init__(self, register: Register, source: EntityId, threshold: Threshold, *, surely: bool) -> None:
        self.register = register
        self.source = source
        self.threshold = threshold
        self.surely = surely
        self.joined = controlled_by(register, (source,), threshold, surely=surely)
        self._place = {entity: place for place, entity in enumerate(self.joined)}
        self._links: dict[EntityId, Step] = {}
        self._steps: dict[EntityId, Steps] = {source: ()}

    def to(self, target: EntityId) -> Steps:
        """Return the steps that lead to *target*, each after those it builds on."""
        waiting = [target]
        while waiting:
            entity = waiting[-1]
            link = self.link(entity)
            missing = [holder for holder in link.holders if holder not in self._steps]
            if missing:
                waiting.extend(missing)
                continue
            waiting.pop()
            self._steps[entity] = (*self._before(link.holders), link)
        return self._steps[target]

    def _before(self, holders: Iterable[EntityId]) -> Steps:
        chains = [self._steps[holder] for holder in holders]
        if len(chains) == 1:
            return chains[0]
        links = {step.target: step for chain in chains for step in chain}
        return tuple(links[entity] for entity in sorted(links, key=self._place.__getitem__))

    def link(self, entity: EntityId) -> Step:
        """Return the last step, from the fewest holders that are enough."""
        if entity not in self._links:
            fact = self.joined[entity]
            if fact is not None:
                self._links[entity] = Step((fact.controller,), entity, None, fact.by, (fact.path,), fact.start)
            else:
                self._links[entity] = self._by_votes(entity)
        return self._links[entity]

    def _by_votes(self, entity: EntityId) -> Step:
        before = self._place[entity]
        place = self._place
        stakes: dict[EntityId, list[Holding]] = {}
        for stake in self.register.holders_of[entity]:
            if stake.owner == self.source or place.get(stake.owner, before) < before:
                stakes.setdefault(stake.owner, []).append(stake)
        votes = {owner: total(stake.votes for stake in held) for owner, held in stakes.items()}
        chosen: list[EntityId] = []
        for owner in sorted(votes, key=lambda owner: self._bound(votes[owner]), reverse=True):
            chosen.append(owner)
            together = total(votes[owner] for owner in chosen)
            if entity not in self.register.joint and is_enough(
                self.register, entity, together, set(chosen), self.threshold, surely=self.surely
            ):
                break
        return step_by_votes(self.register, chosen, entity)

    def _bound(self, votes: Range) -> Decimal:
        bound = votes.low if self.surely else votes.high
        assert bound is not None
        return bound


def step_by_votes(register: Register, holders: Iterable[EntityId], target: EntityId) -> Step:
    """Return the step by which *holders* have their votes in *target* together."""
    chosen = tuple(holders)
    stakes = [stake for stake in register.holders_of.get(target, ()) if stake.owner in chosen]
    own = register.own_shares.get(target, []) if target in register.own_votes else []
    votes = total(stake.votes for stake in stakes)
    paths = dict.fromkeys(stake.path for stake in (*stakes, *own))
    own_votes = register.own_votes.get(target, ZERO)
    if not register.exceeds(target):
        votes, own_votes = at_most(register, target, votes, own_votes, chosen)
    held = part_of_countable(votes, own_votes)
    return Step(chosen, target, held, None, tuple(paths), latest_start(stakes))


def latest_start(stakes: Iterable[Holding]) -> date | None:
    """Return the first day on which all of *stakes* were held; None if there is no day before it."""
    return max((stake.start for stake in stakes if stake.start is not None), default=None)


def part_of_countable(votes: Range, own: Range) -> Range:
    """Return *votes* in percent of the votes that count, those the entity holds in itself left out."""
    if own is ZERO:
        return votes
    assert votes.low is not None
    assert votes.high is not None
    assert own.low is not None
    assert own.high is not None
    # Where an entity holds all its votes itself, nothing is left that any other share could be a part of.
    least = Fraction(votes.low) / (100 - Fraction(own.low)) if own.low < WHOLE else Fraction(1)
    most = Fraction(votes.high) / (100 - Fraction(own.high)) if own.high < WHOLE else Fraction(1)
    return in_percent(least, min(max(least, most), Fraction(1)), low_open=votes.low_open or own.low_open)


def in_percent(low: Fraction, high: Fraction, *, low_open: bool = False) -> Range:
    """Return shares of the whole in percent; one without a finite decimal lies within the last digit given."""
    unit = 10**DIGITS
    floor, ceiling = low * 100 * unit // 1, -(-high * 100 * unit // 1)
    return Range(EXACT.scaleb(Decimal(floor), -DIGITS), EXACT.scaleb(Decimal(ceiling), -DIGITS), low_open)


def percent_text(held: Range) -> str:
    """Return a share in words: `30 %`, `over 25 % to 50 %`, `at least 20 %`."""
    low = None if held.low is None else f"{_plain(held.low)} %"
    high = None if held.high is None else f"{_plain(held.high)} %"
    if low is None or high is None:
        return f"at least {low}" if low is not None else f"at most {high}" if high is not None else "unknown"
    if held.exact:
        return low
    return f"{'over ' if held.low_open else ''}{low} to {'under ' if held.high_open else ''}{high}"


def _plain(number: Decimal) -> str:
    return f"{number.normalize(EXACT):f}"
