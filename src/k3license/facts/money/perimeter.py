"""Whose figures count in which month: members of the group, each counted once."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Final, Literal, NamedTuple

from k3license.facts.money.history import NEVER, History
from k3license.facts.money.windows import Window
from k3license.model.figures import Figures
from k3license.model.months import Month
from k3license.model.ownership import EntityId
from k3license.model.truth import Truth, all_of, any_of, negation, truth_of

AffiliateHistory = Literal["both", "whole-window", "while-affiliated"]

# Each split doubles the work; beyond, the smallest and the largest group stand for all completions.
MOST_SPLITS: Final = 8


class Member(NamedTuple):
    """
    An entity that is or was, or may be or have been, of the group.

    *figures* are its revenue (None: unknown), *offerings* that of offerings it operates, none part of
    another.  *present* says whether it belongs today, *belongs* in which months it did on any day.
    """

    entity: EntityId
    figures: Figures | None
    present: Truth
    belongs: History = NEVER
    offerings: tuple[Figures, ...] = ()


class Perimeter:
    """
    The months of members that count, from *start* to *last*.

    *consolidates* says for a holder with consolidated figures and an entity that it holds, directly or
    not, in which months the figures cover the entity, throughout the month.  *assumed* are unknown
    memberships taken as decided.
    """

    def __init__(
        self,
        members: Sequence[Member],
        consolidates: Mapping[tuple[EntityId, EntityId], History],
        reading: AffiliateHistory,
        start: Month,
        last: Month,
        assumed: Mapping[EntityId, bool] | None = None,
    ) -> None:
        self.members = members
        self.consolidates = consolidates
        self.reading = reading
        self.start = start
        self.last = last
        self.assumed = assumed or {}

    @cached_property
    def inside(self) -> dict[EntityId, list[Truth]]:
        """Whether each member belongs to the group in each month, under the reading."""
        return {member.entity: self._inside(member) for member in self.members}

    def _inside(self, member: Member) -> list[Truth]:
        if member.belongs.changes:
            months = [self._in_month(member, Month(m)) for m in range(self.start, self.last + 1)]
        else:
            months = [self._in_month(member, self.start)] * self._length
        if member.entity in self.assumed:
            decided = truth_of(self.assumed[member.entity])
            months = [decided if truth is Truth.UNKNOWN else truth for truth in months]
        return months

    def _in_month(self, member: Member, month: Month) -> Truth:
        if self.reading == "whole-window":
            return member.present
        belongs = member.belongs.at(month)
        return belongs if self.reading == "while-affiliated" else any_of((member.present, belongs))

    def is_known(self, name: str, window: Window) -> bool:
        """Return whether it is known of every month of *window* whether who is called *name* belongs."""
        months = self.inside.get(EntityId(name), [])
        return Truth.UNKNOWN not in months[max(window.first - self.start, 0) : window.last - self.start + 1]

    @cached_property
    def _holders_of(self) -> dict[EntityId, list[EntityId]]:
        found: dict[EntityId, list[EntityId]] = {}
        for holder, held in self.consolidates:
            if holder in self.inside and holder != held:
                found.setdefault(held, []).append(holder)
        return found

    def counted(self, entity: EntityId) -> list[Truth]:
        """Return for each month whether the entity's own figures count: a member's, and nobody else's too."""
        if entity not in self._counted:
            covered = entity in self._holders_of
            months = [self._counts(entity, index) for index in range(self._length)] if covered else None
            self._counted[entity] = self.inside[entity] if months is None else months
        return self._counted[entity]

    @cached_property
    def _counted(self) -> dict[EntityId, list[Truth]]:
        return {}

    def _counts(self, entity: EntityId, index: int) -> Truth:
        return all_of((self.inside[entity][index], negation(self._covered(entity, index, frozenset()))))

    def _covered(self, entity: EntityId, index: int, asked: frozenset[EntityId]) -> Truth:
        """Return whether the figures of some member count in a month and cover the entity."""
        if entity in asked:
            # Two that consolidate each other: which of them reports for both cannot be told.
            return Truth.UNKNOWN
        month = Month(self.start + index)
        return any_of(
            all_of(
                (
                    self.consolidates[holder, entity].at(month),
                    self.inside[holder][index],
                    negation(self._covered(holder, index, asked | {entity})),
                )
            )
            for holder in self._holders_of.get(entity, ())
        )

    def outsiders(self, holder: EntityId) -> dict[EntityId, list[bool]]:
        """
        Return whom the figures of *holder* may cover in which months although it may not count.

        That is an entity that may be outside the group, or that the figures of an earlier holder cover too.
        """
        found = {}
        for (each, held), history in self.consolidates.items():
            if each == holder and held != holder:
                months = [self._may_not_count(holder, held, index, history) for index in range(self._length)]
                if any(months):
                    found[held] = months
        return found

    @property
    def _length(self) -> int:
        return self.last - self.start + 1

    def _may_not_count(self, holder: EntityId, held: EntityId, index: int, history: History) -> bool:
        month = Month(self.start + index)
        if history.at(month) is Truth.NO:
            return False
        if held not in self.inside or self.inside[held][index] is not Truth.YES:
            return True
        holders = self._holders_of.get(held, [])
        return any(
            self.consolidates[earlier, held].at(month) is not Truth.NO and self._counts(earlier, index) is not Truth.NO
            for earlier in holders[: holders.index(holder)]
        )

    def completions(self, may_be_negative: frozenset[EntityId]) -> list["Perimeter"]:
        """
        Return the perimeter for each way to decide the memberships that cut both ways.

        Those are unknown memberships of entities whose figures replace those of others, and of entities with
        months below zero: all unknown months of an entity are inside, or all outside.  All others only add.
        """
        holders = {holder for holder, _ in self.consolidates}
        open_ones = [
            entity
            for entity, months in self.inside.items()
            if Truth.UNKNOWN in months and (entity in holders or entity in may_be_negative)
        ]
        if not open_ones or len(open_ones) > MOST_SPLITS:
            return [self]
        return [
            Perimeter(
                self.members,
                self.consolidates,
                self.reading,
                self.start,
                self.last,
                {**self.assumed, **dict(zip(open_ones, decided, strict=True))},
            )
            for decided in product((True, False), repeat=len(open_ones))
        ]
