"""How far amounts are from their limits, and when growth or plans would cross them."""

from decimal import Decimal

import pytest

from k3license.answers.headroom import MONTHS_LOOKED_AHEAD
from k3license.model.assessment import Applies
from k3license.model.headroom import Headroom
from k3license.model.months import Month, month_at, month_text
from k3license.model.ranges import Range, exactly
from k3license.model.truth import Truth
from tests.answering import all_headroom
from tests.unit.answers.uses import SMALL, only_use, read

REVENUE_2025 = f"2025-01..2025-12: [{', '.join(['750k'] * 12)}]"
REVENUE_2026 = f"2026-01..2026-11: [{', '.join(['1M'] * 11)}]"
OF_THE_DESK = "{2026-08..2026-11: [USD 150k, USD 150k, USD 150k, USD 150k]}"


def test_the_distance_is_given_in_money_and_in_percent_of_the_limit() -> None:
    group = _group(SMALL)
    assert group.crossed is Truth.NO
    assert group.amount.low == Decimal("11750000")
    assert group.left.high == Decimal("8250000")
    # 41.25 percent at most, rounded outward.
    assert group.percent.high == Decimal("41.3")


@pytest.mark.parametrize(
    ("users", "low", "high"),
    [
        ("73,204,000", "26.8", "26.8"),
        ("12k", "99.9", "99.9"),
        ("0", "100.0", "100.0"),
        ("99,960,000", "0.04", "0.04"),
        ("100M", "0.0", "0.0"),
        ("100,000,001", "-0.000001", "-0.000001"),
        ("100,040,000", "-0.04", "-0.04"),
        ("95,004,000 to 99,960,000", "0.04", "5.0"),
        ("73,204,000 to 80,051,000", "19.9", "26.8"),
        ("100,040,000 to 104,996,000", "-5.0", "-0.04"),
        ("99,999,000 to 100,001,000", "-0.1", "0.1"),
    ],
)
def test_percentages_are_rounded_and_never_to_the_other_side_of_the_limit(users: str, low: str, high: str) -> None:
    found = _users(SMALL.replace("monthly_active_users: 2M", f'monthly_active_users: "{users}"')).percent
    assert found == Range(Decimal(low), Decimal(high))


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
    users = _users(SMALL.replace("2M", "130M"))
    assert (users.crossed, users.left, users.percent) == (Truth.YES, exactly(-30_000_000), exactly("-30.0"))
    assert users.trip is None


def test_nothing_is_said_of_the_future_unless_asked_or_planned() -> None:
    assert all(each.trip is None for each in _all(SMALL, None))


@pytest.mark.parametrize("growth", ["3", "5.5", "40", "-2", "0"])
def test_the_month_in_which_growth_crosses_the_limit_is_that_of_adding_up_by_hand(growth: str) -> None:
    trip = _group(SMALL, Decimal(growth)).trip
    assert trip is not None
    months = [Decimal(750_000)] * 12 + [Decimal(1_000_000)] * 11
    # Twelve months that begin on some day lie in thirteen calendar months.
    assert trip.sure == _by_hand(months, 1 + Decimal(growth) / 100, longest=12)
    assert trip.possible == _by_hand(months, 1 + Decimal(growth) / 100, longest=13)


def _by_hand(past: list[Decimal], factor: Decimal, *, longest: int) -> Month | None:
    months = list(past)
    for number in range(MONTHS_LOOKED_AHEAD):
        months.append(months[-1] * factor)
        if sum(months[-longest:]) > 20_000_000:
            return Month(month_at(2026, 12) + number)
    return None


# The months of twelve that reach 20,244,843 with June 2027; thirteen to May 2027 make 20,463,206.
OF_2026 = "[974371, 1013346, 1053880, 1096035, 1139877, 1185472, 1232891, 1282206, 1333495, 1386834, 1442308, 1500000]"
SO_FAR = SMALL.replace(
    f"trading_since: 2025-01\n      {REVENUE_2025}\n      {REVENUE_2026}\n",
    f"trading_since: 2025-12\n      2025-12..2026-11: {OF_2026}\n",
)
PLANNED = SO_FAR.replace(
    OF_2026,
    f"{OF_2026}\n      2026-12..2027-11: [1.6M, 1.7M, 1.8M, 1.9M, 2M, 2.1M, 2.2M, 2.3M, 2.4M, 2.5M, 2.6M, 2.7M]",
)
CALENDAR = "positions: {window-alignment: {reading: calendar-months, by: counsel, reason: books}}\n"


def test_a_limit_may_be_crossed_by_twelve_months_that_begin_on_any_day() -> None:
    trip = _group(PLANNED).trip
    assert trip is not None
    assert (trip.possible, trip.sure) == (month_at(2027, 5), month_at(2027, 6))
    grown = _group(SO_FAR, Decimal(4)).trip
    assert grown is not None
    assert (grown.possible, grown.sure) == (month_at(2027, 6), month_at(2027, 7))


def test_where_runs_are_of_calendar_months_it_is_crossed_or_not() -> None:
    trip = _group(PLANNED + CALENDAR).trip
    assert trip is not None
    assert (trip.possible, trip.sure) == (month_at(2027, 6), month_at(2027, 6))


def test_figures_are_only_assumed_where_the_months_planned_do_not_reach() -> None:
    planned, grown = _group(PLANNED, Decimal(4)).trip, _group(SO_FAR, Decimal(4)).trip
    assert planned is not None
    assert planned.sure == month_at(2027, 6)
    assert planned.assumed == ()
    assert grown is not None
    assert [(each.base, each.first) for each in grown.assumed] == [(exactly(1_500_000), month_at(2026, 12))]


def test_where_a_plan_ends_before_the_limit_is_crossed_the_rest_is_assumed() -> None:
    short = PLANNED.replace("2026-12..2027-11", "2026-12..2027-03").replace(
        ", 2M, 2.1M, 2.2M, 2.3M, 2.4M, 2.5M, 2.6M, 2.7M", ""
    )
    trip = _group(short, Decimal(4)).trip
    assert trip is not None
    assert [each.first for each in trip.assumed] == [month_at(2027, 4)]


def test_the_rest_of_a_month_that_is_not_over_counts() -> None:
    middle = PLANNED.replace("as_of: 2026-11-30", "as_of: 2027-06-10").replace(" 2.2M,", " 600k,")
    trip = _group(middle, Decimal(4)).trip
    assert trip is not None
    assert trip.sure == month_at(2027, 6)


def test_a_month_that_is_not_over_is_carried_on_without_leaving_open_what_it_comes_to() -> None:
    middle = SMALL.replace("as_of: 2026-11-30", "as_of: 2026-11-10")
    users = _users(middle, Decimal(3)).trip
    assert users is not None
    assert users.possible is None


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


def test_a_first_use_that_nobody_knows_puts_off_no_crossing() -> None:
    growing = SMALL.replace("monthly_active_users: 2M", "monthly_active_users: 60M")
    known, open_ = (_users(text, Decimal(5)).trip for text in (growing, growing.replace("first_used: 2026-08-01", "")))
    assert known is not None
    assert open_ is not None
    assert (open_.possible, open_.sure) == (known.possible, known.sure)


def test_an_affiliate_counts_from_the_month_in_which_it_joins() -> None:
    plan = ", ".join(["1M"] * 13)
    planned = SMALL.replace(REVENUE_2026, f"{REVENUE_2026}\n      2026-12..2027-12: [{plan}]")
    joins = "    owns: {big: {percent: 100, from: 2027-11-01}}\n    revenue:"
    big = "  big: {kind: company, revenue: {currency: USD, 2025: 90M}}\nother_affiliates"
    joined = planned.replace("    revenue:", joins, 1).replace("other_affiliates", big, 1)
    alone, together = _group(planned).trip, _group(joined).trip
    assert alone is not None
    assert together is not None
    assert alone.sure is None
    assert (together.possible, together.sure) == (Month(2027 * 12 + 10), Month(2027 * 12 + 10))


def _all(text: str, growth: Decimal | None) -> list[Headroom]:
    return list(all_headroom(only_use(read(text)), growth=growth))


def _group(text: str, growth: Decimal | None = None) -> Headroom:
    return next(each for each in _all(text, growth) if each.requirement == "separate-agreement")


def _users(text: str, growth: Decimal | None = None) -> Headroom:
    return next(each for each in _all(text, growth) if each.currency is None)


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
    assert (limit.since, limit.perhaps_earlier) == (month_at(2026, 3), False)


def test_of_a_total_alone_nobody_knows_when_it_crossed_the_limit_first() -> None:
    limit = _group(SMALL.replace(f"{REVENUE_2025}\n      {REVENUE_2026}", "2025: 30M\n      2026-01..2026-11: 11M"))
    assert (limit.since, limit.perhaps_earlier) == (month_at(2025, 12), True)


def test_what_has_always_been_above_may_have_crossed_the_limit_at_any_time() -> None:
    limit = _group(
        SMALL.replace(f"trading_since: 2025-01\n      {REVENUE_2025}\n      {REVENUE_2026}", "each_month: 2M")
    )
    assert limit.crossed is Truth.YES
    assert limit.perhaps_earlier


def test_whoever_has_traded_for_a_few_months_crossed_the_limit_in_one_that_is_known() -> None:
    young = SMALL.replace("trading_since: 2025-01", "trading_since: 2026-01")
    limit = _group(young.replace(f"{REVENUE_2025}\n      {REVENUE_2026}", "each_month: 3M"))
    assert (limit.since, limit.perhaps_earlier) == (month_at(2026, 7), False)


ONE_LARGE_MONTH = SMALL.replace("first_used: 2026-08-01", "first_used: 2026-02-01").replace(
    "monthly_active_users: 2M",
    "monthly_active_users: {2026-02..2026-11: [88M, 95M, 120M, 97M, 96M, 94M, 93M, 95M, 96M, 96M]}",
)


def test_after_one_month_above_the_limit_the_latest_amount_is_told() -> None:
    users = _users(ONE_LARGE_MONTH)
    assert (users.crossed, users.since, users.perhaps_earlier) == (Truth.YES, month_at(2026, 4), False)
    assert users.lately == (month_at(2026, 11), month_at(2026, 11), exactly(96_000_000))


def test_a_month_that_is_not_over_is_not_the_latest_one() -> None:
    users = _users(
        ONE_LARGE_MONTH.replace("as_of: 2026-11-30", "as_of: 2026-11-10").replace("95M, 96M, 96M", "95M, 94M, 7M")
    )
    assert users.latest == (month_at(2026, 10), month_at(2026, 10), exactly(94_000_000))


def test_where_the_latest_month_decides_or_nothing_is_crossed_none_is_told_beside_it() -> None:
    assert _users(ONE_LARGE_MONTH.replace("95M, 96M, 96M", "95M, 96M, 130M")).lately is None
    assert _users(SMALL).lately is None
    assert _users(ONE_LARGE_MONTH.replace("2026-02..2026-11: [", "2026-02..2026-12: [1M, ")).latest is not None


def test_of_windows_that_are_equally_large_the_latest_is_shown() -> None:
    nothing = SMALL.replace("{2026-08..2026-11: [USD 150k, USD 150k, USD 150k, USD 150k]}", "none")
    nothing = nothing.replace(REVENUE_2025, "2025: 0").replace(REVENUE_2026, "2026-01..2026-11: 0")
    group, at_most = (
        _group(nothing),
        _group(SMALL.replace(f"{REVENUE_2025}\n      {REVENUE_2026}", "any_12_months: at most 11M")),
    )
    assert (group.first, group.last) == (at_most.first, at_most.last) == (month_at(2025, 12), month_at(2026, 11))
    assert _users(SMALL).last == month_at(2026, 11)
