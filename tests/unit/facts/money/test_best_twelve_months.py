"""Which twelve months were the best, and whether they made more than twenty million."""

from datetime import date

import pytest

from k3license.facts.money.group_revenue import MoneyReadings
from k3license.model.months import month_at
from k3license.model.ranges import Range
from k3license.model.truth import Truth
from tests.unit.facts.money.books import LIMIT, NO, UNKNOWN, YES, amount, exceeds, revenue, total

ANY_DAY = MoneyReadings()
SINCE_FIRST_USE = MoneyReadings(window_alignment="calendar-months", twelve_months="since-first-use")
TRAILING = MoneyReadings(window_alignment="calendar-months", twelve_months="trailing")


@pytest.mark.parametrize(
    ("year", "expected"),
    [
        ("20M", NO),
        ("20,000,000.01", YES),
        ("19,999,999.99", NO),
        ("at most 20M", NO),
        ("under 20,000,000.01", UNKNOWN),
        ("over 20M", YES),
        ("at least 20M", UNKNOWN),
        ("19M to 21M", UNKNOWN),
    ],
)
def test_a_year_exceeds_only_if_it_is_strictly_more(year: str, expected: Truth) -> None:
    assert exceeds(revenue({"2026": year}, trading_since="2026-01")) is expected


@pytest.mark.parametrize(("month", "expected"), [("1,666,666.67", YES), ("1,666,666.66", NO)])
def test_cents_are_added_without_rounding(month: str, expected: Truth) -> None:
    assert exceeds(revenue({"2026-01..2026-12": [month] * 12}, trading_since="2026-01")) is expected


def half_and_half() -> list[str]:
    return ["500k"] * 6 + ["2M"] * 12 + ["500k"] * 6


def test_the_best_window_need_not_be_a_calendar_year_nor_the_latest() -> None:
    months = revenue({"2025-01..2026-12": half_and_half()}, trading_since="2025-01")
    found = total(months)
    assert found.range == amount("24M")
    assert found.surest.window == (month_at(2025, 7), month_at(2026, 6))
    assert exceeds(months, readings=TRAILING) is NO


def test_a_peak_long_ago_counts_unless_the_reading_looks_at_the_present() -> None:
    months = revenue({"2023": "24M", "2024": "8M", "2025": "8M", "2026": "8M"}, trading_since="2023-01")
    assert exceeds(months) is YES
    assert exceeds(months, readings=TRAILING) is NO
    # The best window that ends in June 2026 or later holds at most the months of 2025 and 2026.
    assert exceeds(months, readings=SINCE_FIRST_USE, first_use=date(2026, 6, 1)) is NO
    assert exceeds(months, readings=SINCE_FIRST_USE, first_use=date(2023, 12, 1)) is YES


def test_an_unknown_first_use_leaves_old_windows_open() -> None:
    peak = ["2M"] * 12 + ["100k"] * 24
    months = revenue({"2024-01..2026-12": peak}, trading_since="2024-01")
    assert exceeds(months, readings=SINCE_FIRST_USE, first_use=None) is UNKNOWN
    assert exceeds(months, readings=SINCE_FIRST_USE, first_use="not-yet") is NO


def test_three_months_or_one_invoice_can_be_enough() -> None:
    few = revenue({"2026-01..2026-12": ["0"] * 5 + ["7M"] * 3 + ["0"] * 4}, trading_since="2026-01")
    assert exceeds(few) is YES
    assert exceeds(revenue({"2026-12": "20.5M"}, trading_since="2026-12")) is YES


def test_windows_that_start_mid_month_lie_between_twelve_and_thirteen_months() -> None:
    months = revenue({"2025-12..2026-12": ["6M"] + ["1M"] * 11 + ["6M"]}, trading_since="2025-12")
    assert total(months).range == amount("17M")
    assert exceeds(months, readings=ANY_DAY) is UNKNOWN
    assert total(months, readings=ANY_DAY).range == amount("17M to 23M")


def test_thirteen_small_months_settle_the_matter_for_any_day() -> None:
    months = revenue({"2025-12..2026-12": ["1.5M"] * 13}, trading_since="2025-12")
    assert exceeds(months, readings=ANY_DAY) is NO


def test_a_stated_best_year_also_bounds_windows_that_start_mid_month() -> None:
    months = {"2025-12..2026-12": ["6M"] + ["1M"] * 11 + ["6M"]}
    assert exceeds(revenue(months, trading_since="2025-12", any_12_months="under 19M"), readings=ANY_DAY) is NO


def test_a_refund_may_lie_outside_a_window_that_starts_mid_month() -> None:
    months = {"2025-12..2026-12": ["2M"] * 10 + ["-1M", "500k", "500k"]}
    figures = revenue(months, trading_since="2025-12")
    assert total(figures).range == amount("20M")
    assert exceeds(figures, readings=ANY_DAY) is UNKNOWN


# What is missing


def test_no_figures_are_not_zero() -> None:
    assert exceeds(None) is UNKNOWN
    assert total(None).range == Range(amount("0").low, None)
    assert exceeds(None, revenue({"2026": "21M"}, trading_since="2026-01")) is YES


def test_unstated_years_before_the_first_figure_stay_open_until_trading_began() -> None:
    stated = {"2025": "8M", "2026": "9M"}
    assert exceeds(revenue(stated)) is UNKNOWN
    assert exceeds(revenue(stated, trading_since="2025-01")) is NO


@pytest.mark.parametrize(
    ("month", "low", "high", "expected"),
    [
        ("1.5M to 1.6M", "18M", "19.2M", NO),
        ("1.6M to 1.7M", "19.2M", "20.4M", UNKNOWN),
        ("1.7M to 1.8M", "20.4M", "21.6M", YES),
        ("1.5M to 1,666,666.66", "18M", "19,999,999.92", NO),
    ],
)
def test_ranges_of_months_add_up(month: str, low: str, high: str, expected: Truth) -> None:
    figures = revenue({"2026-01..2026-12": [month] * 12}, trading_since="2026-01")
    assert total(figures).range == Range(amount(low).low, amount(high).low)
    assert exceeds(figures) is expected


def test_less_than_the_limit_settles_it_only_if_said_of_every_window() -> None:
    assert exceeds(revenue(any_12_months="under 20M")) is NO
    assert exceeds(revenue({"2025": "under 20M", "2026": "under 20M"}, trading_since="2025-01")) is UNKNOWN
    assert exceeds(revenue(any_12_months="18M to 22M")) is UNKNOWN


def test_two_years_of_eighteen_prove_nothing() -> None:
    found = total(revenue({"2025": "18M", "2026": "18M"}, trading_since="2025-01"))
    assert found.range == amount("18M to 36M")
    assert found.exceeds(LIMIT) is UNKNOWN


def test_forty_two_million_in_two_years_prove_twenty_one_in_some_year() -> None:
    found = total(revenue({"2025-01..2026-12": "42M"}, trading_since="2025-01"))
    assert found.range == amount("21M to 42M")
    assert exceeds(revenue({"2025-01..2026-12": "40M"}, trading_since="2025-01")) is UNKNOWN
    assert exceeds(revenue({"2025-01..2026-12": "over 40M"}, trading_since="2025-01")) is YES


def test_several_totals_prove_together_what_none_proves_alone() -> None:
    quarters = {"2025-07..2025-12": "10M", "2026-01..2026-06": "10M", "2026-07..2026-12": "11M"}
    assert total(revenue(quarters, trading_since="2025-07")).range == amount("21M to 31M")


def test_a_total_since_ever_bounds_every_month_of_it() -> None:
    assert total(revenue({"..2025-12": "8M", "2026-01..2026-12": ["1M"] * 12})).range == amount("12M to 19M")
    assert exceeds(revenue({"..2026-12": "20M"})) is NO


def test_a_best_year_that_was_reached_long_ago_counts() -> None:
    months = {"2026-01..2026-12": ["1M"] * 12}
    assert exceeds(revenue(months, any_12_months="21M")) is YES
    assert exceeds(revenue(months, any_12_months="21M"), readings=TRAILING) is NO


def test_a_best_year_without_a_past_must_lie_in_the_months_there_are() -> None:
    young = revenue({"2026-01..2026-12": ["1M"] * 12}, any_12_months="21M", trading_since="2025-07")
    assert exceeds(young, readings=TRAILING) is NO
    assert total(young).range == amount("21M")


# The month of the day asked about, and later ones


MID_NOVEMBER = date(2026, 11, 15)


def test_the_running_month_counts_with_the_figure_given_and_is_zero_without() -> None:
    eleven = {"2025-12..2026-10": ["1.8M"] * 11}
    assert total(revenue(eleven, trading_since="2025-12"), as_of=MID_NOVEMBER).range == amount("19.8M")
    given = revenue({**eleven, "2026-11": "300k"}, trading_since="2025-12")
    assert exceeds(given, as_of=MID_NOVEMBER) is YES


def test_the_last_day_of_a_month_asks_for_its_figure() -> None:
    eleven = revenue({"2025-12..2026-10": ["1.8M"] * 11}, trading_since="2025-12")
    assert exceeds(eleven, as_of=date(2026, 11, 30)) is UNKNOWN


def test_a_figure_for_each_month_is_one_for_the_running_month_too() -> None:
    steady = revenue(trading_since="2025-12", each_month="1.7M")
    assert total(steady, as_of=MID_NOVEMBER).range == amount("20.4M")


def test_later_months_change_nothing_before_they_are_over() -> None:
    plan = revenue({"2026-01..2026-12": ["1M"] * 11 + ["50M"]}, trading_since="2026-01")
    assert exceeds(plan, as_of=date(2026, 11, 30)) is NO
    assert exceeds(plan, as_of=date(2026, 12, 31)) is YES


def test_a_plan_for_the_year_only_bounds_the_months_so_far() -> None:
    plan = revenue({"2026": "24M"}, trading_since="2026-01")
    assert total(plan, as_of=date(2026, 11, 30)).range == amount("0 to 24M")
    assert exceeds(revenue({"2026": "20M"}, trading_since="2026-01"), as_of=date(2026, 11, 30)) is NO


def test_growth_crosses_the_line_at_the_end_of_a_month() -> None:
    months = ["1.4M"] + ["1.6M"] * 5 + ["1.7M"] * 4 + ["1.75M"] * 2 + ["2M"]
    figures = revenue({"2025-08..2026-08": months}, trading_since="2025-08")
    before, after = date(2026, 7, 31), date(2026, 8, 31)
    assert total(figures, as_of=before).range == amount("19.7M")
    assert exceeds(figures, as_of=before) is NO
    assert total(figures, as_of=after).range == amount("20.3M")


# Refunds


def test_a_refund_after_the_window_does_not_undo_it() -> None:
    months = revenue({"2025-12..2026-12": ["1.7M"] * 12 + ["-2M"]}, trading_since="2025-12")
    assert exceeds(months) is YES
    assert total(months).below_zero == ("company-0",)


def test_a_refund_booked_back_to_the_months_of_sale_does() -> None:
    restated = revenue({"2025-12..2026-11": ["1.7M"] * 10 + ["700k"] * 2}, trading_since="2025-12")
    assert exceeds(restated, as_of=date(2026, 11, 30)) is NO


def test_negative_revenue_of_an_affiliate_is_not_taken_for_zero() -> None:
    strong = revenue({"2026-01..2026-12": ["1.75M"] * 12}, trading_since="2026-01")
    weak = revenue({"2026-01..2026-12": ["0"] * 5 + ["-2M"] + ["0"] * 6}, trading_since="2026-01")
    assert total(strong, weak).range == amount("19M")
    assert exceeds(strong, weak) is NO


def test_at_most_does_not_say_that_a_month_is_below_zero() -> None:
    figures = revenue({"2026-01..2026-12": ["at most 1M"] * 12}, trading_since="2026-01")
    assert total(figures).range == amount("0 to 12M")


def test_the_ends_of_every_window_can_be_read_off() -> None:
    figures = revenue({"2026-01..2026-12": ["1M"] * 12}, trading_since="2026-01")
    by_end = {each.window.last: each.total for each in total(figures).windows}
    assert by_end[month_at(2026, 3)] == amount("3M")
    assert by_end[month_at(2026, 12)] == amount("12M")
    assert list(by_end) == sorted(by_end)
