"""How far amounts are from their limits, and when growth or plans would cross them."""

from decimal import Decimal

import pytest

from k3license.answers.headroom import MONTHS_LOOKED_AHEAD, all_headroom
from k3license.model.assessment import Applies
from k3license.model.headroom import Headroom
from k3license.model.months import Month, month_at, month_text
from k3license.model.ranges import Range, exactly
from k3license.model.truth import Truth
from tests.unit.answers.uses import SMALL, only_use, read

REVENUE_2025 = f"2025-01..2025-12: [{', '.join(['750k'] * 12)}]"
REVENUE_2026 = f"2026-01..2026-11: [{', '.join(['1M'] * 11)}]"
OF_THE_DESK = "{2026-08..2026-11: [USD 150k, USD 150k, USD 150k, USD 150k]}"


def test_the_distance_is_given_in_money_and_in_percent_of_the_limit() -> None:
    group = _group(SMALL)
    assert group.crossed is Truth.NO
    assert group.amount.low == Decimal("11750000")
    assert group.left.high == Decimal("8250000")
    assert group.percent.high == Decimal("41.2")


def test_a_year_of_which_only_the_total_is_known_leaves_the_distance_open() -> None:
    group = _group(SMALL.replace(REVENUE_2025, "2025: 9M"))
    # December may have made nothing, or all of it.
    assert group.total == Range(Decimal(11_000_000), Decimal(20_000_000))
    assert group.left.high == Decimal("9000000")


def test_the_window_that_decides_is_named_with_its_months() -> None:
    group = _group(SMALL.replace(REVENUE_2026, f"2026-01..2026-11: [{', '.join(['250k'] * 11)}]"))
    assert group.first is not None
    assert group.last is not None
    assert (month_text(group.first), month_text(group.last)) == ("2025-01", "2025-12")
    assert [(part.name, part.path, part.adds) for part in group.parts] == [
        ("Maker Ltd", "entities.maker.revenue", exactly(9_000_000))
    ]


def test_an_amount_over_its_limit_is_over_by_a_negative_rest() -> None:
    assert _revenue(SMALL).left == exactly(19_850_000)
    users = next(each for each in _all(SMALL.replace("2M", "130M"), None) if each.currency is None)
    assert (users.crossed, users.left, users.percent) == (Truth.YES, exactly(-30_000_000), exactly("-30.0"))
    assert users.trip is None


def test_nothing_is_said_of_the_future_unless_asked_or_planned() -> None:
    assert all(each.trip is None for each in _all(SMALL, None))


@pytest.mark.parametrize("growth", ["3", "5.5", "40", "-2", "0"])
def test_the_month_in_which_growth_crosses_the_limit_is_that_of_adding_up_by_hand(growth: str) -> None:
    trip = _group(SMALL, Decimal(growth)).trip
    assert trip is not None
    months = [Decimal(750_000)] * 12 + [Decimal(1_000_000)] * 11
    assert trip.sure == _by_hand(months, 1 + Decimal(growth) / 100)


def _by_hand(months: list[Decimal], factor: Decimal) -> Month | None:
    for number in range(MONTHS_LOOKED_AHEAD):
        months.append(months[-1] * factor)
        if sum(months[-12:]) > 20_000_000:
            return Month(month_at(2026, 12) + number)
    return None


def test_planned_months_count_as_planned_and_the_last_one_ends_the_look_ahead() -> None:
    trip = _group(SMALL.replace(REVENUE_2026, f"{REVENUE_2026}\n      2026-12..2027-02: [1M, 1M, 12M]")).trip
    assert trip is not None
    assert trip.sure == month_at(2027, 2)
    assert trip.until == month_at(2027, 2)


def test_a_requirement_starts_only_if_all_else_of_it_holds() -> None:
    embedded = _group(SMALL, Decimal(5)).trip
    assert embedded is not None
    assert embedded.sure is not None
    # The product is no Model as a Service, so that no agreement is asked for however large the group gets.
    assert embedded.starts is None
    chat = _group(SMALL.replace("fixed-feature", "general-chat"), Decimal(5)).trip
    assert chat is not None
    assert chat.starts is not None
    assert chat.starts.applies is Applies.YES
    assert chat.starts.fulfilled is Truth.NO


def test_a_bound_gives_the_first_month_that_may_cross_and_none_that_surely_does() -> None:
    bounded = SMALL.replace(OF_THE_DESK, "{each_month: at most USD 700k}")
    trip = _revenue(bounded, Decimal(20)).trip
    assert trip is not None
    assert trip.possible is not None
    assert trip.sure is None


def test_the_figures_of_an_open_month_are_carried_on_from_the_month_before() -> None:
    middle = SMALL.replace("as_of: 2026-11-30", "as_of: 2026-11-10")
    trip = _group(middle.replace("1M, 1M]", "1M, 200k]"), Decimal(0)).trip
    assert trip is not None
    assert [each.base for each in trip.assumed] == [exactly("1000000")]


def test_figures_that_nobody_knows_are_not_carried_on() -> None:
    unknown = SMALL.replace("  maker:\n", "  sister: {owns: {maker: 100}}\n  maker:\n", 1)
    trip = _group(unknown, Decimal(3)).trip
    assert trip is not None
    assert trip.unknown == ("entities.sister.revenue",)
    assert trip.possible is None


def test_the_highest_twelve_months_so_far_do_not_bound_later_ones() -> None:
    best = SMALL.replace(REVENUE_2025, "any_12_months: 12M").replace(f"      {REVENUE_2026}\n", "")
    group = _group(best, Decimal(5))
    assert group.amount == Range(Decimal(12_000_000), group.amount.high)
    assert group.trip is not None
    assert [each.base for each in group.trip.assumed] == [exactly(1_000_000)]
    assert group.trip.sure is not None


def _all(text: str, growth: Decimal | None) -> list[Headroom]:
    return list(all_headroom(only_use(read(text)), growth=growth))


def _group(text: str, growth: Decimal | None = None) -> Headroom:
    return next(each for each in _all(text, growth) if each.requirement == "separate-agreement")


def _revenue(text: str, growth: Decimal | None = None) -> Headroom:
    found = [each for each in _all(text, growth) if each.requirement == "display-name"]
    return next(each for each in found if each.currency == "USD")


def test_amounts_that_no_decimal_holds_are_rounded_outward_to_cents() -> None:
    rates = "exchange_rates: {USD/JPY: 145 to 158}\nas_of:"
    yen = (
        SMALL.replace("currency: USD", "currency: JPY")
        .replace("750k", "75M")
        .replace(" 1M", " 90M")
        .replace("[1M", "[90M")
    )
    limit = _group(yen.replace("as_of:", rates, 1))
    for number in (limit.amount.low, limit.amount.high, limit.left.low, limit.left.high):
        assert number is not None
        assert number == round(number, 2)
    assert limit.amount.low_open
    assert limit.amount.high_open


def test_a_crossed_limit_tells_since_when() -> None:
    # Nine months of 750k, January, and two months of 9M.
    limit = _group(SMALL.replace("[1M, 1M, 1M", "[1M, 9M, 9M"))
    assert limit.crossed is Truth.YES
    assert limit.since == month_at(2026, 3)
