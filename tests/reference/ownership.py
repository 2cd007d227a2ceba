"""
Who belongs to whose group on a day: the four readings of "affiliate", as naive fixpoints over exact
fractions.
"""

from collections.abc import Iterable
from datetime import date
from fractions import Fraction

from tests.reference.scalars import (
    Month,
    NotComplete,
    Profile,
    day,
    exact,
    first_day,
    is_none,
    is_open,
    last_day,
    listed,
    unwrapped,
)

HALF = Fraction(1, 2)
FIFTH = Fraction(1, 5)


class Ownership:
    """All holdings, control facts and pools of one profile."""

    def __init__(self, profile: Profile) -> None:
        self.kinds: dict[str, object] = {
            name: unwrapped((entity or {}).get("kind")) for name, entity in profile.get("entities", {}).items()
        }
        self.holdings: list[tuple[str, str, object]] = []
        for owner, entity in profile.get("entities", {}).items():
            self.holdings += [(owner, owned, stake) for owned, stake in _owns((entity or {}).get("owns"))]
        for line in profile.get("ownership") or []:
            self.holdings.append((line["owner"], line["owned"], line))
        self.control_facts = [(line["controller"], line["controlled"], line) for line in profile.get("control") or []]
        self.pools = [frozenset(pool) for pool in profile.get("acting_together") or []]
        self.everyone = set(self.kinds)
        for one, other, _ in self.holdings + self.control_facts:
            self.everyone |= {one, other}
        self._dates = sorted(
            {
                day(line[end])
                for _, _, line in self.holdings + self.control_facts
                if isinstance(line, dict)
                for end in ("from", "until")
                if not is_open(line.get(end)) and not is_none(line.get(end))
            }
        )
        self._days: dict[int, Day] = {}

    def on(self, when: date) -> "Day":
        """What is in force on the day; holdings change only on the dates that the file names."""
        number = sum(1 for change in self._dates if change <= when)
        if number not in self._days:
            self._days[number] = Day(self, when)
        return self._days[number]

    def days_of_change(self, month: Month, *, until: date) -> set[date]:
        """The first day of the month and each day inside it on which something changes, up to *until*."""
        days = {first_day(month)} | {change for change in self._dates if first_day(month) <= change <= last_day(month)}
        return {when for when in days if when <= until}


def _owns(value: object) -> Iterable[tuple[str, object]]:
    """`owns` is owned -> stake, or a list: 100 each."""
    value = unwrapped(value)
    if isinstance(value, dict):
        return list(value.items())
    return [(owned, "100") for owned in listed(value)]


def in_force(line: object, when: date) -> bool:
    """Dates left out are no limits; `until` is exclusive."""
    if not isinstance(line, dict):
        return True
    starts, ends = line.get("from"), line.get("until")
    if not is_open(starts) and day(starts) > when:
        return False
    return is_open(ends) or is_none(ends) or when < day(ends)


class Day:
    """Group membership with the holdings and control facts in force on one day."""

    def __init__(self, ownership: Ownership, when: date) -> None:
        self.kinds = ownership.kinds
        self.everyone = ownership.everyone
        self.pools = ownership.pools
        self.declared = {(x, y) for x, y, line in ownership.control_facts if in_force(line, when)}
        self.votes: dict[tuple[str, str], Fraction] = {}
        self.stakes: dict[tuple[str, str], Fraction] = {}
        for owner, owned, line in ownership.holdings:
            if not in_force(line, when):
                continue
            percent: object = line.get("percent") if isinstance(line, dict) else line
            votes = line.get("votes") if isinstance(line, dict) else None
            what = f"stake of {owner} in {owned}"
            stake = exact(percent, what=what) / 100
            vote = stake if votes is None else exact(votes, what=what) / 100
            self.stakes[owner, owned] = self.stakes.get((owner, owned), Fraction(0)) + stake
            self.votes[owner, owned] = self.votes.get((owner, owned), Fraction(0)) + vote
        for table in (self.votes, self.stakes):
            for owned in self.everyone:
                if sum(share for (_, y), share in table.items() if y == owned) > 1:
                    raise NotComplete(f"more than 100 % of {owned} is held")
        self._controlled: dict[tuple[frozenset[str], bool], set[str]] = {}

    def part_of_votes(self, holders: Iterable[str], owned: str) -> Fraction:
        """
        Which part of the countable votes the holders have; votes it holds in itself leave the denominator.
        """
        countable = 1 - self.votes.get((owned, owned), Fraction(0))
        held = sum((self.votes.get((x, owned), Fraction(0)) for x in holders if x != owned), Fraction(0))
        return held / countable if countable else Fraction(0)

    def controlled(self, source: Iterable[str], *, half_is_enough: bool = False) -> set[str]:
        """
        Control is the least fixpoint: the source and what it controls together hold more than half (or half
        or more) of the votes, or a declared control fact leads from one of them to it.
        """
        start = frozenset(source)
        if (start, half_is_enough) in self._controlled:
            return set(self._controlled[start, half_is_enough])
        held: set[str] = set()
        while True:
            side = start | held
            new = {
                y
                for y in self.everyone - side
                if self.part_of_votes(side, y) > HALF
                or (half_is_enough and self.part_of_votes(side, y) == HALF)
                or any((x, y) in self.declared for x in side)
            }
            if not new:
                self._controlled[start, half_is_enough] = held
                return set(held)
            held |= new

    def sources(self, common_owner: str) -> list[frozenset[str]]:
        """
        Who can be a controller above or a common owner: each entity, and each pool that acts together. States
        are not under `not-states`; only companies are under `companies-only`.
        """
        singles = [frozenset({name}) for name in sorted(self.everyone)]
        return [s for s in singles + self.pools if all(self._may_own(name, common_owner) for name in s)]

    def _may_own(self, name: str, common_owner: str) -> bool:
        if common_owner == "anyone":
            return True
        kind = self.kinds.get(name)
        if kind not in ("company", "person", "fund", "state"):
            raise NotComplete(f"the kind of {name} is not stated")
        return kind == "company" if common_owner == "companies-only" else kind != "state"

    def control_group(self, name: str, common_owner: str, *, half_is_enough: bool = False) -> set[str]:
        """
        Everything it controls, everything that controls it, everything one of those controllers controls.
        """
        group = {name} | self.controlled({name}, half_is_enough=half_is_enough)
        for source in self.sources(common_owner):
            below = self.controlled(source, half_is_enough=half_is_enough)
            if name in below:
                group |= source | below
        return group

    def ring(self, group: set[str]) -> set[str]:
        """Entities outside the group in which its members together hold at least 20 % of the votes."""
        return {y for y in self.everyone - group if self.part_of_votes(group, y) >= FIFTH}

    def influence_group(self, name: str, common_owner: str) -> set[str]:
        """
        The majority group and the 20 % ring around it: what members hold 20 % of, with what that controls,
        and every group that holds 20 % of the licensee or of one who controls it. Rings do not chain.
        """
        own = self.control_group(name, common_owner)
        result = set(own)
        for associate in self.ring(own):
            result |= {associate} | self.controlled({associate})
        sources = self.sources(common_owner)
        above = {name}
        for source in sources:
            if len(source) == 1 and name in self.controlled(source):
                above |= source
        for source in sources:
            if len(source) == 1:
                group = self.control_group(next(iter(source)), common_owner)
            else:
                group = set(source) | self.controlled(source)
            if name not in group and above & self.ring(group):
                result |= group
        return result

    def integrated(self, source: frozenset[str], owned: str) -> Fraction:
        """
        The products of economic stakes along all walks from the source that do not come back to it, added
        up.
        """
        reached: set[str] = set()
        front = set(source)
        while front:
            front = {y for (x, y), share in self.stakes.items() if x in front and share} - reached - source
            reached |= front
        if owned not in reached:
            return Fraction(0)
        names = sorted(reached)
        # own[y] = direct(y) + sum over z of own[z] * stake(z, y)
        rows = []
        for y in names:
            row = [Fraction(int(y == z)) - self.stakes.get((z, y), Fraction(0)) for z in names]
            rows.append([*row, sum((self.stakes.get((x, y), Fraction(0)) for x in source), Fraction(0))])
        return _solved(rows)[names.index(owned)]

    def multiplied_group(self, name: str, common_owner: str) -> set[str]:
        """
        Only products of economic stakes over half, down, up and under a common owner; no declared control.
        """
        group = {name} | {y for y in self.everyone if self.integrated(frozenset({name}), y) > HALF}
        for source in self.sources(common_owner):
            if name not in source and self.integrated(source, name) > HALF:
                group |= source | {y for y in self.everyone if self.integrated(source, y) > HALF}
        return group

    def group(self, name: str, *, affiliate: str, common_owner: str) -> set[str]:
        """The entity and its affiliates under a reading of `affiliate`."""
        if affiliate == "more-than-half":
            return self.control_group(name, common_owner)
        if affiliate == "half-or-more":
            return self.control_group(name, common_owner, half_is_enough=True)
        if affiliate == "significant-influence":
            return self.influence_group(name, common_owner)
        if affiliate == "multiplied-ownership":
            return self.multiplied_group(name, common_owner)
        raise ValueError(f"{affiliate!r} is no reading of affiliate")


def _solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """Solve a regular system given as rows of coefficients with the right side last."""
    size = len(rows)
    for pivot in range(size):
        best = next(row for row in range(pivot, size) if rows[row][pivot])
        rows[pivot], rows[best] = rows[best], rows[pivot]
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for row in range(size):
            if row != pivot and rows[row][pivot]:
                factor = rows[row][pivot]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[pivot], strict=True)]
    return [row[-1] for row in rows]
