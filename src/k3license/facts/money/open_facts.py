"""Which open facts an amount turns on, most decisive first."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Literal, NamedTuple

from k3license.facts.money.largest import Largest
from k3license.facts.money.members import OTHERS
from k3license.facts.money.perimeter import Perimeter
from k3license.facts.money.shares import Share
from k3license.facts.money.table import Row
from k3license.model.bounds import Bound, number
from k3license.model.months import Month
from k3license.model.ownership import EntityId
from k3license.model.truth import Truth


class Completion(NamedTuple):
    """One way to decide the memberships that cut both ways, and what follows."""

    perimeter: Perimeter
    largest: Largest


class OpenFact(NamedTuple):
    """
    A fact that nobody has stated, or not exactly.

    *name* is the entity concerned; for a rate, the currency.
    """

    about: Literal["figures", "membership", "coverage", "sales-inside-the-group", "rate"]
    name: str


def open_facts(completions: Sequence[Completion], limit: Decimal) -> tuple[OpenFact, ...]:
    """Return the open facts of windows that may exceed *limit*, those that move a window most first."""
    widths: dict[OpenFact, Bound | None] = {}
    for perimeter, _ in completions:
        widths.update(dict.fromkeys((OpenFact("membership", entity) for entity in perimeter.assumed), None))
    for perimeter, largest in completions:
        table = largest.table
        for row in _rows_above(largest, limit):
            for share in table.shares:
                low = table.parts.least(share, row.window, row.policy)
                high = table.parts.most(share, row.window, row.policy).amount
                if low == high:
                    continue
                width = None if low is None or high is None else Bound(high.value - low.value)
                for fact in _open_in(perimeter, largest, share, row):
                    widths[fact] = _wider(widths[fact], width) if fact in widths else width
    facts = list(widths)
    facts.sort(key=lambda fact: (widths[fact] is None, widths[fact] or Bound(0)), reverse=True)
    return tuple(facts)


def _rows_above(largest: Largest, limit: Decimal) -> list[Row]:
    line = Bound(number(limit))
    above = [row for row in largest.rows if row.high is None or row.high > line]
    return above or [row for row in largest.longer_rows if row.high is None or row.high > line]


def _open_in(perimeter: Perimeter, largest: Largest, share: Share, row: Row) -> Iterator[OpenFact]:
    months = [month for month in share.inside(row.window) if share.truth(month) is not Truth.NO]
    if any(not share.series.month(Month(month)).exact for month in months):
        yield OpenFact("figures", share.name)
    for month in months:
        index = month - share.start
        inside, counted = _standing(perimeter, share.name, index)
        if inside is Truth.UNKNOWN:
            yield OpenFact("membership", share.name)
        elif counted is Truth.UNKNOWN:
            yield OpenFact("coverage", share.name)
        elif share.counted[index] is Truth.UNKNOWN:
            yield OpenFact("sales-inside-the-group", share.name)
    if share.leaves_out_by_window:
        yield OpenFact("sales-inside-the-group", share.name)
    if any(rate.low != rate.high for rate in largest.table.parts.rates(share, row.window, row.policy)):
        yield OpenFact("rate", str(share.series.currency))


def _standing(perimeter: Perimeter, name: str, index: int) -> tuple[Truth, Truth]:
    """Return whether somebody belongs in a month, and whether its own figures count."""
    if name == OTHERS:
        return Truth.YES, Truth.YES
    entity = EntityId(name)
    return perimeter.inside[entity][index], perimeter.counted(entity)[index]


def _wider(one: Bound | None, other: Bound | None) -> Bound | None:
    return None if one is None or other is None else max(one, other)
