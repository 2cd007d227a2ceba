"""Totals made as early or as late as they can be: what they show without a solver."""

from k3license.facts.money.largest import Largest
from k3license.facts.money.placements import largest_by_placement
from k3license.model.bounds import Bound
from tests.unit.facts.money.books import amount, revenue, total

UPPER = revenue({"2025": "310M", "2025-12..2026-11": "330M"}, trading_since="2025-01")
MIDDLE = revenue({"2025": "80M"}, trading_since="2025-01")


def placed(largest: Largest) -> list[Bound]:
    moving = [share for share in largest.table.single if not share.lowest_months_together]
    return list(largest_by_placement(largest.table, largest.sure_rows, moving))


def test_a_year_made_at_its_end_and_the_next_at_its_own_keep_every_window_small() -> None:
    group = total(UPPER, MIDDLE)
    (_, largest), *others = group.completions
    assert not others
    # The calendar year 2025 makes 390M whatever else is true, and need not be exceeded by any other window.
    assert min(placed(largest)).value == 390_000_000
    assert group.range.low == amount("390M").low


def test_they_are_all_possible_and_so_never_below_the_range() -> None:
    crossing = revenue({"2025-07..2026-06": "200M", "2025": "90M", "2026": "150M"}, trading_since="2025-01")
    group = total(crossing, UPPER)
    (_, largest), *_ = group.completions
    low = group.range.low
    assert low is not None
    assert all(each.value >= int(low) for each in placed(largest))


def test_nothing_is_shown_where_a_best_year_binds_the_months() -> None:
    bound = revenue({"2025": "10M"}, trading_since="2025-01", any_12_months="15M")
    (_, largest), *_ = total(bound).completions
    assert placed(largest) == []
