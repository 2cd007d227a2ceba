"""Figures over months, users and exchange rates in each of their forms."""

from decimal import Decimal

import pytest

from k3license.model.amounts import NONE, Amount
from k3license.model.figures import Figures
from k3license.model.months import month_at
from k3license.model.ranges import ANY, Range, exactly
from tests.unit.profile.samples import offering, profile, revenue


@pytest.mark.parametrize(
    ("text", "first", "last", "range"),
    [
        ("2025: 14M", month_at(2025, 1), month_at(2025, 12), exactly(14_000_000)),
        ("2025-Q4: 14M", month_at(2025, 10), month_at(2025, 12), exactly(14_000_000)),
        ("2025-12: -14k", month_at(2025, 12), month_at(2025, 12), exactly(-14_000)),
        (
            "2025-11..2026-01: 1M to 2M",
            month_at(2025, 11),
            month_at(2026, 1),
            Range(Decimal(10**6), Decimal(2 * 10**6)),
        ),
        ("..2025-11: under 2M", None, month_at(2025, 11), Range(None, Decimal(2 * 10**6), high_open=True)),
        ("2025: unknown", month_at(2025, 1), month_at(2025, 12), ANY),
    ],
)
def test_the_total_of_a_period_is_read(text: str, first: int | None, last: int, range: Range) -> None:
    [figure] = revenue(f"{{currency: EUR, {text}}}").periods
    assert (figure.first, figure.last, figure.amount.range) == (first, last, range)


def test_a_list_is_a_value_per_month() -> None:
    figures = revenue("{currency: EUR, 2026-01..2026-03: [1_200k, 1_100k to 1_300k, unknown]}")
    assert [(each.first, each.last) for each in figures.periods] == [
        (month_at(2026, m), month_at(2026, m)) for m in (1, 2, 3)
    ]
    assert [each.amount.currency for each in figures.periods] == ["EUR", "EUR", None]
    assert [each.path for each in figures.periods] == [
        f"offerings.desk.revenue.2026-01..2026-03.{n}" for n in (1, 2, 3)
    ]


def test_the_bounds_of_a_revenue_are_read() -> None:
    figures = revenue("{currency: EUR, trading_since: 2019-03-15, any_12_months: under 18M, each_month: {at_most: 2M}}")
    assert figures.trading_since == month_at(2019, 3)
    assert figures.any_12_months == Amount(Range(None, Decimal(18 * 10**6), high_open=True), "EUR")
    assert figures.each_month == Amount(Range(None, Decimal(2 * 10**6)), "EUR")
    assert (figures.covers, figures.not_in, figures.from_group) == ("own", frozenset(), None)


def test_what_a_consolidated_revenue_covers_is_read() -> None:
    figures = revenue("{covers: consolidated, not_in: [b, c], from_group: none}")
    assert (figures.covers, figures.not_in, figures.from_group) == ("consolidated", frozenset({"b", "c"}), NONE)


def test_sales_to_the_group_are_an_amount_or_figures() -> None:
    amount = revenue("{currency: EUR, from_group: under 200k}").from_group
    assert amount == Amount(Range(None, Decimal(200_000), high_open=True), "EUR")
    figures = revenue("{currency: EUR, from_group: {2025: 1M, each_month: 5k}}").from_group
    assert isinstance(figures, Figures)
    assert [each.amount.currency for each in figures.periods] == ["EUR"]
    assert figures.path == "offerings.desk.revenue.from_group"
    assert revenue("{from_group: unknown}").from_group is None


def test_an_amount_can_have_its_own_currency_where_the_block_has_none() -> None:
    figures = revenue("{2024: USD 5M, 2025: EUR 4M}")
    assert [each.amount.currency for each in figures.periods] == ["USD", "EUR"]


def test_no_revenue_is_zero_in_each_month_and_in_each_currency() -> None:
    assert revenue("none").each_month == NONE
    assert revenue("{2025: 0}").periods[0].amount == NONE


def test_users_are_one_amount_for_every_month_or_a_value_per_month() -> None:
    every = offering("monthly_active_users: at most 5k").monthly_active_users
    assert isinstance(every, Figures)
    assert every.each_month == Amount(Range(Decimal(0), Decimal(5000)))
    listed = offering(
        "monthly_active_users: {2026-09..2026-10: [1.1M, 1.2M], 2026-11: 2M, each_month: 1M}"
    ).monthly_active_users
    assert isinstance(listed, Figures)
    assert [each.amount.range for each in listed.periods] == [
        exactly(1_100_000),
        exactly(1_200_000),
        exactly(2_000_000),
    ]


def test_rates_are_of_each_month_of_a_period() -> None:
    rates = profile(
        "exchange_rates: {EUR/USD: {2025: 1.08, 2026-01..2026-02: [1.07, 1.06]}, USD/JPY: 140 to 162}\n"
    ).exchange_rates
    [year, january, february] = rates["EUR/USD"].periods
    assert (year.first, year.last, year.amount.range) == (month_at(2025, 1), month_at(2025, 12), exactly("1.08"))
    assert (january.amount.range, february.amount.range) == (exactly("1.07"), exactly("1.06"))
    assert (rates["USD/JPY"].base, rates["USD/JPY"].quote) == ("USD", "JPY")
    assert rates["USD/JPY"].every_month == Amount(Range(Decimal(140), Decimal(162)))
