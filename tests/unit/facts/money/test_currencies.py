"""Revenue in other currencies, at rates as they were quoted."""

from datetime import date
from fractions import Fraction
from typing import Literal

import pytest

from k3license.facts.money.exchange import Exchange, Policy
from k3license.facts.money.group_revenue import MoneyReadings
from k3license.model.bounds import Bound
from k3license.model.figures import Figures
from k3license.model.months import month_at
from k3license.model.ranges import Range, exactly
from k3license.model.truth import Truth
from k3license.profile import figures
from k3license.profile.parts import Placed
from tests.unit.facts.money.books import DECEMBER, NO, UNKNOWN, YES, amount, exceeds, rates, revenue, total

Reading = Literal["highest-of-policies"] | Policy


def under(policy: Reading) -> MoneyReadings:
    return MoneyReadings(window_alignment="calendar-months", exchange=policy)


EUROS = revenue({"2026-01..2026-12": ["1.55M"] * 12}, currency="EUR", trading_since="2026-01")


@pytest.mark.parametrize(("rate", "expected"), [("1.07", NO), ("1.09", YES), ("1.07 to 1.09", UNKNOWN)])
def test_the_rate_decides(rate: str, expected: Truth) -> None:
    assert exceeds(EUROS, exchange=rates(EUR_USD=rate)) is expected


def test_without_a_rate_nothing_is_known_of_the_amount() -> None:
    assert total(EUROS).range == Range(amount("0").low, None)
    assert exceeds(EUROS) is UNKNOWN
    assert exceeds(revenue({"2026": "0"}, currency="EUR", trading_since="2026-01")) is NO


def test_one_missing_month_leaves_only_that_month_open() -> None:
    quoted = rates(EUR_USD={"2026-01..2026-11": ["1.2"] * 11})
    assert total(EUROS, exchange=quoted, readings=under("monthly")).range == Range(amount("20.46M").low, None)


YEN_MONTHS = {"2026-01..2026-12": ["150"] * 6 + ["170"] * 6}
YEN = revenue({"2026-01..2026-12": ["250M"] * 12}, currency="JPY", trading_since="2026-01")


def test_a_pair_quoted_the_other_way_round_divides() -> None:
    found = total(YEN, exchange=rates(USD_JPY=YEN_MONTHS), readings=under("monthly"))
    # Without finite decimals: rounded outward, and what is rounded to is not a possible value.
    exact = 6_000_000 * (Fraction(250, 150) + Fraction(250, 170))
    low, high = found.range.low, found.range.high
    assert low is not None
    assert high is not None
    assert Fraction(low) < exact < Fraction(high)
    assert (found.range.low_open, found.range.high_open) == (True, True)


def test_rounding_never_turns_a_comparison() -> None:
    third = revenue({"2026-12": "60M"}, currency="JPY", trading_since="2026-12")
    exactly_at = rates(USD_JPY="3")
    assert exceeds(third, exchange=exactly_at) is NO
    a_hair_more = revenue({"2026-12": "60,000,000.01"}, currency="JPY", trading_since="2026-12")
    assert exceeds(a_hair_more, exchange=exactly_at) is YES


def test_policies_differ_and_the_highest_is_the_cautious_one() -> None:
    falling = revenue({"2026-01..2026-12": ["3M"] * 6 + ["0"] * 6}, currency="EUR", trading_since="2026-01")
    quoted = rates(EUR_USD={"2026-01..2026-12": ["1.2"] * 6 + ["0.9"] * 6})
    by_policy = {policy: total(falling, exchange=quoted, readings=under(policy)).range for policy in POLICIES}
    assert by_policy["monthly"] == exactly(21_600_000)
    assert by_policy["yearly-average"] == exactly(18_900_000)
    # A window that ends in June has June's rate for all of it.
    assert by_policy["closing"] == exactly(21_600_000)
    assert by_policy["highest-of-policies"] == exactly(21_600_000)


POLICIES: list[Reading] = ["monthly", "yearly-average", "closing", "highest-of-policies"]


def test_a_closing_rate_after_devaluation_hides_revenue_only_in_late_windows() -> None:
    lira = revenue({"2025-12..2026-12": ["0"] + ["50M"] * 12}, currency="TRY", trading_since="2025-12")
    quoted = rates(USD_TRY={"2025-12..2026-12": ["20"] * 7 + ["40"] * 6})
    assert total(lira, exchange=quoted, readings=under("closing")).range == amount("15M")
    assert total(lira, exchange=quoted, readings=under("monthly")).range == amount("22.5M")


def test_each_company_is_converted_before_adding() -> None:
    dollars = revenue({"2026-01..2026-12": ["500k"] * 12}, trading_since="2026-01")
    quoted = rates(EUR_USD={"2026-01..2026-12": ["1"] * 6 + ["1.1"] * 6})
    found = total(EUROS, dollars, exchange=quoted, readings=under("monthly"))
    assert found.range == exactly("25530000")
    assert [part.amount for part in found.contributions(found.surest)] == [exactly("19530000"), exactly(6_000_000)]


def test_a_total_is_converted_month_by_month_wherever_it_was_earned() -> None:
    year = revenue({"2026": "18M"}, currency="EUR", trading_since="2026-01")
    quoted = rates(EUR_USD={"2026-01..2026-12": ["1.05"] * 6 + ["1.15"] * 6})
    assert total(year, exchange=quoted, readings=under("monthly")).range == amount("18.9M to 20.7M")
    assert total(year, exchange=quoted, readings=under("yearly-average")).range == amount("19.8M")
    assert exceeds(year, exchange=quoted, readings=under("yearly-average")) is NO


def test_the_best_year_of_a_steady_rate_is_bounded_in_dollars() -> None:
    bounded = revenue(currency="EUR", any_12_months="under 18M")
    assert exceeds(bounded, exchange=rates(EUR_USD="1.1")) is NO
    assert exceeds(bounded, exchange=rates(EUR_USD="1.1"), readings=MoneyReadings()) is NO
    assert exceeds(bounded, exchange=rates(EUR_USD="1.2")) is UNKNOWN


def test_mid_month_windows_take_the_room_under_a_stated_best_where_the_rate_is_highest() -> None:
    months = {"2025-12..2026-12": ["3M"] + ["1M"] * 11 + ["3M"]}
    bounded = revenue(months, currency="EUR", trading_since="2025-12", any_12_months="at most 14.5M")
    quoted = rates(EUR_USD={"2025-12..2026-12": ["1.0"] * 12 + ["1.2"]})
    found = total(bounded, exchange=quoted, readings=MoneyReadings(exchange="monthly"))
    # Eleven between, 3M at the end for 1.2, and half a million of the first month.
    assert found.range == Range(amount("14.6M").low, amount("15.1M").low)


def of(exchange: Exchange, policy: Policy, currency: str, month: int, closing: int = 12) -> tuple[Bound, Bound | None]:
    found = exchange.rate(policy, currency, month_at(2026, month), month_at(2026, closing))
    return found.low, found.high


def test_the_average_of_a_year_is_that_of_its_quoted_months_so_far() -> None:
    quoted = rates(EUR_USD={"2026-01": "1.0", "2026-03": "1.2", "2026-12": "9"})
    exchange = Exchange(quoted, to="USD", as_of=date(2026, 11, 30))
    mean = Bound(Fraction(11, 10))
    assert of(exchange, "yearly-average", "EUR", 7) == (mean, mean)


def test_an_average_is_turned_over_after_averaging() -> None:
    exchange = Exchange(rates(USD_JPY={"2026-01": "100", "2026-02": "300"}), to="USD", as_of=DECEMBER)
    mean = Bound(Fraction(1, 200))
    assert of(exchange, "yearly-average", "JPY", 1) == (mean, mean)


def test_without_a_direct_pair_the_shortest_chain_leads_there() -> None:
    exchange = Exchange(rates(EUR_CHF="0.9", USD_CHF="0.8"), to="USD", as_of=DECEMBER)
    value = Bound(Fraction(9, 8))
    assert of(exchange, "monthly", "EUR", 1) == (value, value)


def test_a_direct_pair_is_preferred_to_a_chain() -> None:
    exchange = Exchange(rates(EUR_CHF="0.9", USD_CHF="0.8", EUR_USD="1.1"), to="USD", as_of=DECEMBER)
    assert of(exchange, "monthly", "EUR", 1)[0] == Bound(Fraction(11, 10))


def test_strict_bounds_of_rates_stay_strict() -> None:
    ten_million = revenue({"2026-12": "10M"}, currency="EUR", trading_since="2026-12")
    assert exceeds(ten_million, exchange=rates(EUR_USD="over 2")) is YES
    assert exceeds(ten_million, exchange=rates(EUR_USD="at least 2")) is UNKNOWN
    assert exceeds(ten_million, exchange=rates(EUR_USD="at most 2")) is NO
    assert exceeds(ten_million, exchange=rates(USD_EUR="under 0.5")) is YES


def test_an_amount_in_another_currency_than_the_rest_is_unknown_and_not_zero() -> None:
    mixed = figures.revenue(Placed("revenue", {"2026-11": "USD 1M", "2026-12": "EUR 1M", "trading_since": "2026-11"}))
    assert isinstance(mixed, Figures)
    assert total(mixed, as_of=date(2026, 12, 15)).range == Range(amount("1M").low, None)
