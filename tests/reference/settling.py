"""Which facts settle an answer, read off the table of all worlds in which they have each of their values."""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any

from tests.reference.evaluate import answer
from tests.reference.forgotten import Memory
from tests.reference.sections import Answer

Key = tuple[str, str, str]
# The place of its value for each forgotten fact.
Values = tuple[int, ...]
Table = Mapping[Values, str | None]


def tables(
    memory: Memory, *, licenses: Sequence[str], positions: dict[str, str]
) -> dict[Key, dict[Values, str | None]]:
    """What is owed in each world, by license, offering and requirement."""
    found: dict[Key, dict[Values, str | None]] = {}
    for places in product(*(range(len(fact.values)) for fact in memory.forgotten)):
        values: list[Any] = [fact.values[n] for fact, n in zip(memory.forgotten, places, strict=True)]
        completed = memory.completed(values)
        for license in licenses:
            for offering, requirements in answer(completed, license=license, positions=positions).items():
                for requirement, one in requirements.items():
                    found.setdefault((license, offering, requirement), {})[places] = owed(one)
    return found


def owed(one: Answer) -> str | None:
    """
    Nothing, what is done, or what is not; None where complete facts do not say. Not to apply and to be exempt
    come to the same.
    """
    if one["applies"] <= {"no", "exempt"}:
        return "nothing"
    fulfilled = one["fulfilled"] - {None}
    return f"fulfilled: {next(iter(fulfilled))}" if one["applies"] == {"yes"} and len(fulfilled) == 1 else None


def settling_sizes(table: Table, count: int) -> dict[int, int]:
    """
    For each fact (by its place among *count*) that can change the answer, the size of the smallest set of facts, it
    included, of which some values leave one answer alone, and no part of them does.
    """
    found: dict[int, int] = {}
    for size in range(1, count + 1):
        for chosen in combinations(range(count), size):
            if not found.keys() >= set(chosen) and _some_values_settle(table, chosen):
                for fact in chosen:
                    found.setdefault(fact, size)
    return found


def _some_values_settle(table: Table, chosen: Sequence[int]) -> bool:
    known = {tuple((fact, places[fact]) for fact in chosen) for places in table}
    return any(
        _settled(table, values)
        and not any(_settled(table, (*values[:n], *values[n + 1 :])) for n in range(len(values)))
        for values in known
    )


def _settled(table: Table, values: Sequence[tuple[int, int]]) -> bool:
    return len({one for places, one in table.items() if all(places[fact] == value for fact, value in values)}) == 1
