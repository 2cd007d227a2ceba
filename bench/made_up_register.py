"""
A made-up ownership register of the shape of real ones.

Companies come one after the other and find their holders by copying: often they get the holder of
an earlier company, so that few hold very many and most hold nothing.  One in twenty heads a
group and belongs to persons.  Co-holders come from the same group half of the time.  Some
companies hold shares in their own holders, some in themselves.  All follows from the seed.
"""

import random
from pathlib import Path
from typing import NamedTuple

HEADS = 0.05
COPIED = 0.5
WITH_ONE_HOLDER = 0.60
WITH_TWO_HOLDERS = 0.25
FROM_THE_SAME_GROUP = 0.5
HALF_AND_HALF = 0.15
WHOLLY_OWNED = 0.8
CROSS_HOLDINGS = 0.01
OWN_SHARES = 0.002

WHOLE = 10_000


class Stake(NamedTuple):
    """*part* of the ten thousand parts of *owned*."""

    owner: int
    owned: int
    part: int


class MadeUpRegister:
    """
    The *stakes* among some number of companies and the persons above them, in no order.

    *licensee* is a company halfway down the largest tree of majorities.
    """

    def __init__(self, companies: int, *, seed: int) -> None:
        self.stakes: list[Stake] = []
        self.persons = 0
        self._companies = companies
        self._draw = random.Random(seed)
        self._first_holder: list[int] = []
        self._head: list[int] = []
        self._groups: dict[int, list[int]] = {}
        self._depth: list[int] = []
        self._top: list[int] = []
        for company in range(companies):
            self._found(company)
        self.licensee = self._halfway_down()
        self._draw.shuffle(self.stakes)

    def _found(self, company: int) -> None:
        draw = self._draw
        is_head = company == 0 or draw.random() < HEADS
        first = self._person() if is_head else self._holder(company)
        head = company if is_head else self._head[first]
        kind = draw.random()
        holders = {first: None}
        for _ in range((kind >= WITH_ONE_HOLDER) + (kind >= WITH_ONE_HOLDER + WITH_TWO_HOLDERS)):
            holders[self._person() if is_head else self._co_holder(company, head)] = None
        self._first_holder.append(company if is_head else first)
        self._head.append(head)
        self._groups.setdefault(head, []).append(company)
        self._issue(company, list(holders))

    def _person(self) -> int:
        self.persons += 1
        return self._companies + self.persons - 1

    def _holder(self, company: int) -> int:
        earlier = self._draw.randrange(company)
        return self._first_holder[earlier] if self._draw.random() < COPIED else earlier

    def _co_holder(self, company: int, head: int) -> int:
        if head in self._groups and self._draw.random() < FROM_THE_SAME_GROUP:
            return self._draw.choice(self._groups[head])
        return self._draw.randrange(company)

    def _issue(self, company: int, holders: list[int]) -> None:
        draw = self._draw
        rest = WHOLE
        if draw.random() < OWN_SHARES:
            own = draw.randrange(100, 1_000)
            self.stakes.append(Stake(company, company, own))
            rest -= own
        if self.stakes and draw.random() < CROSS_HOLDINGS:
            rest -= self._cross_holding(company)
        parts = self._parts(rest, len(holders))
        majority = holders[0] if parts[0] * 2 > WHOLE and holders[0] < company else None
        self._depth.append(0 if majority is None else self._depth[majority] + 1)
        self._top.append(company if majority is None else self._top[majority])
        self.stakes.extend(Stake(holder, company, part) for holder, part in zip(holders, parts, strict=True))

    def _cross_holding(self, company: int) -> int:
        """Let a later company, as a rule one further down, take over a part."""
        part = self._draw.randrange(100, 3_000)
        later = min(self._companies - 1, company + 1 + int(self._draw.expovariate(1 / 1_000)))
        if later == company:
            return 0
        self.stakes.append(Stake(later, company, part))
        return part

    def _parts(self, whole: int, count: int) -> list[int]:
        draw = self._draw
        if count == 1:
            return [whole if draw.random() < WHOLLY_OWNED else draw.randrange(whole // 2, whole)]
        if count == 2:
            first = whole // 2 if draw.random() < HALF_AND_HALF else draw.randrange(whole // 2, whole)
            return [first, whole - first]
        low, high = sorted(draw.sample(range(1, whole), 2))
        return sorted((low, high - low, whole - high), reverse=True)

    def _halfway_down(self) -> int:
        sizes: dict[int, int] = {}
        for top in self._top:
            sizes[top] = sizes.get(top, 0) + 1
        largest = max(sizes, key=sizes.__getitem__)
        tree = [company for company, top in enumerate(self._top) if top == largest]
        by_depth = sorted(tree, key=self._depth.__getitem__)
        return by_depth[len(by_depth) // 2]

    def write(self, path: Path) -> str:
        """Write the stakes as CSV with ids of nine characters in no order, and return the id of the licensee."""
        numbers = list(range(self._companies + self.persons))
        self._draw.shuffle(numbers)
        ids = [f"E{number:08d}" for number in numbers]
        with path.open("w", encoding="ascii") as file:
            file.write("owner,owned,percent\n")
            file.writelines(f"{ids[s.owner]},{ids[s.owned]},{s.part // 100}.{s.part % 100:02d}\n" for s in self.stakes)
        return ids[self.licensee]
