"""
Random groups with every month known: what is open are memberships, and what consolidated figures cover.

The plain way decides each open membership both ways, adds up month by month and looks at every window.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import product
from typing import Literal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from k3license.facts.money.accounts import Accounts
from k3license.facts.money.group_revenue import MoneyReadings, group_revenue
from k3license.facts.money.history import History, by_month
from k3license.facts.money.perimeter import Member
from k3license.model.amounts import Amount
from k3license.model.figures import Figures, PeriodFigure
from k3license.model.months import Month, last_day, month_at
from k3license.model.ownership import EntityId
from k3license.model.ranges import exactly
from k3license.model.truth import Truth

SEARCH = int(os.environ.get("K3LICENSE_SEARCH", "1"))
START, LENGTH = month_at(2025, 1), 14
MONTHS = [Month(START + index) for index in range(LENGTH)]
AS_OF: date = last_day(MONTHS[-1])
PARENT, MIDDLE, CHILD, FRIEND = NAMES = [EntityId(name) for name in ("parent", "middle", "child", "friend")]
PAIRS = [(PARENT, MIDDLE), (PARENT, CHILD), (MIDDLE, CHILD), (PARENT, FRIEND)]
YES_NO = [Truth.YES, Truth.NO]
ANY_TRUTH = list(Truth)


@dataclass(frozen=True)
class Plain:
    """One group: months, present and past membership, and coverage, as they stand."""

    months: dict[EntityId, list[int]]
    present: dict[EntityId, Truth]
    belongs: dict[EntityId, list[Truth]]
    covers: dict[tuple[EntityId, EntityId], list[Truth]]
    reading: Literal["both", "whole-window", "while-affiliated"]
    any_day: bool

    def outcomes(self, limit: int) -> set[bool]:
        """Whether the limit is exceeded, in all the ways to decide what is open."""
        unknown = [n for n in NAMES if Truth.UNKNOWN in (self.present[n], *self.belongs[n])]
        found: set[bool] = set()
        for decided in product(YES_NO, repeat=len(unknown)):
            found |= self._decided(dict(zip(unknown, decided, strict=True)))._outcomes(limit)
        return found

    def _decided(self, answers: dict[EntityId, Truth]) -> "Plain":
        def settle(name: EntityId, truth: Truth) -> Truth:
            return answers[name] if truth is Truth.UNKNOWN else truth

        present = {n: settle(n, truth) for n, truth in self.present.items()}
        belongs = {n: [settle(n, truth) for truth in truths] for n, truths in self.belongs.items()}
        return replace(self, present=present, belongs=belongs)

    def _outcomes(self, limit: int) -> set[bool]:
        low, high, top = zip(*(self._month(index) for index in range(LENGTH)), strict=True)
        ends = range(1, LENGTH + 1)
        if max(sum(low[max(end - 12, 0) : end]) for end in ends) > limit:
            return {True}
        possible = max(sum(high[max(end - 12, 0) : end]) for end in ends) > limit
        if self.any_day:
            possible |= max(sum(top[max(end - 13, 0) : end]) for end in ends) > limit
        return {True, False} if possible else {False}

    def _month(self, index: int) -> tuple[int, int, int]:
        inside = [name for name in NAMES if self._is_inside(name, index)]
        low = high = top = 0
        whole: list[EntityId] = []
        partly: list[EntityId] = []
        for name in inside:
            if name in whole:
                continue
            least = most = self.months[name][index]
            for (holder, other), truths in self.covers.items():
                if holder == name and truths[index] is not Truth.NO:
                    if other not in inside or other in whole or other in partly:
                        # Somebody else's part: a consolidated figure that is positive stays so without it.
                        part = self.months[other][index]
                        least = max(least - max(part, 0), min(least, 0))
                        most = max(most - min(part, 0), min(most, 0))
                    (whole if truths[index] is Truth.YES else partly).append(other)
            if name in partly:
                least, most = min(least, 0), max(most, 0)
            low, high, top = low + least, high + most, top + max(most, 0)
        return low, high, top

    def _is_inside(self, name: EntityId, index: int) -> bool:
        belongs = self.belongs[name][index] is Truth.YES
        present = self.present[name] is Truth.YES
        return {"both": present or belongs, "whole-window": present, "while-affiliated": belongs}[self.reading]


@st.composite
def groups(draw: st.DrawFn, *, negative: bool, unknown: int) -> Plain:
    values = st.sampled_from([0, 0, 1, 2, 5, *([-1, -3] if negative else [])])
    may_be_unknown = draw(st.permutations(NAMES))[:unknown]
    present, belongs = {}, {}
    for name in NAMES:
        truths = st.sampled_from(ANY_TRUTH if name in may_be_unknown else YES_NO)
        present[name] = draw(truths)
        change, after = draw(st.integers(0, LENGTH)), draw(truths)
        belongs[name] = [draw(truths)] * change + [after] * (LENGTH - change)
    covers = {}
    for pair in PAIRS:
        if draw(st.booleans()):
            change = draw(st.integers(0, LENGTH))
            # What a figure counted in part leaves of what it covers itself, the plain way cannot tell.
            possible = YES_NO if pair[1] == MIDDLE else ANY_TRUTH
            covers[pair] = [draw(st.sampled_from(possible))] * change + [Truth.YES] * (LENGTH - change)
    return Plain(
        months={name: draw(st.lists(values, min_size=LENGTH, max_size=LENGTH)) for name in NAMES},
        present=present,
        belongs=belongs,
        covers=covers,
        reading=draw(st.sampled_from(["both", "whole-window", "while-affiliated"])),
        any_day=draw(st.booleans()),
    )


def figures(values: list[int], path: str) -> Figures:
    stated = [PeriodFigure(m, m, Amount(exactly(v), "USD"), path) for m, v in zip(MONTHS, values, strict=True)]
    return Figures(tuple(stated), trading_since=START, path=path)


def history(truths: list[Truth]) -> History:
    return by_month(dict(zip(MONTHS, truths, strict=True)))


def answer(group: Plain, limit: int) -> Truth:
    members = [
        Member(name, figures(group.months[name], name), group.present[name], history(group.belongs[name]))
        for name in NAMES
    ]
    alignment: Literal["any-day", "calendar-months"] = "any-day" if group.any_day else "calendar-months"
    found = group_revenue(
        members,
        accounts=Accounts((), "USD", AS_OF),
        others="none",
        readings=MoneyReadings(affiliate_history=group.reading, window_alignment=alignment),
        consolidates={pair: history(truths) for pair, truths in group.covers.items()},
    )
    return found.exceeds(Decimal(limit))


def truth(outcomes: set[bool]) -> Truth:
    if len(outcomes) > 1:
        return Truth.UNKNOWN
    return Truth.YES if True in outcomes else Truth.NO


def search(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    checks = [HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large]
    return settings(max_examples=examples * SEARCH, deadline=None, suppress_health_check=checks)


@search(150)
@given(groups(negative=False, unknown=2), st.integers(0, 60))
def test_a_group_is_what_deciding_every_membership_both_ways_says(group: Plain, limit: int) -> None:
    assert answer(group, limit) is truth(group.outcomes(limit))


@search(150)
@given(groups(negative=True, unknown=2), st.integers(0, 60))
def test_so_it_is_with_refunds(group: Plain, limit: int) -> None:
    assert answer(group, limit) is truth(group.outcomes(limit))
