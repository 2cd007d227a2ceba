"""Whose months count: members past and present, consolidated figures, offerings, sales inside the group."""

from datetime import date

import pytest

from k3license.facts.money.group_revenue import MoneyReadings
from k3license.facts.money.history import History, by_month, on_every_day
from k3license.facts.money.perimeter import AffiliateHistory
from k3license.model.figures import Figures
from k3license.model.months import month_at
from k3license.model.ranges import Range, exactly
from k3license.model.series import FiguresContradict
from tests.unit.facts.money.books import LIMIT, NO, UNKNOWN, YES, amount, exceeds, member, revenue, total

ALL_2026 = "2026-01..2026-12"


def monthly(value: str, *, since: str = "2026-01", **more: str) -> Figures:
    return revenue({ALL_2026: [value] * 12}, trading_since=since, **more)


def readings(history: AffiliateHistory) -> MoneyReadings:
    return MoneyReadings(window_alignment="calendar-months", affiliate_history=history)


UNTIL_JUNE = by_month({month_at(2026, 7): NO}, before=YES)


def test_two_affiliates_add_up_to_what_neither_makes() -> None:
    assert exceeds(monthly("1M")) is NO
    assert exceeds(monthly("1M"), monthly("1M")) is YES


@pytest.mark.parametrize(
    ("history", "expected"), [("both", "27M"), ("whole-window", "12M"), ("while-affiliated", "27M")]
)
def test_a_company_that_was_sold_counts_as_the_reading_says(history: AffiliateHistory, expected: str) -> None:
    sold = member("sold", monthly("2.5M"), NO, belongs=UNTIL_JUNE)
    assert total(monthly("1M"), sold, readings=readings(history)).range == amount(expected)


def test_a_company_that_was_bought_brings_its_past_unless_only_its_time_inside_counts() -> None:
    since_july = by_month({month_at(2026, 7): YES})
    bought = member("bought", monthly("2.5M"), YES, belongs=since_july)
    assert total(monthly("1M"), bought, readings=readings("both")).range == amount("42M")
    assert total(monthly("1M"), bought, readings=readings("while-affiliated")).range == amount("27M")


def test_a_half_owned_venture_counts_in_full_or_not_at_all() -> None:
    own, venture = monthly("0.5M"), monthly("2.5M")
    assert total(own, member("venture", venture, YES)).range == amount("36M")
    assert total(own, member("venture", venture, NO)).range == amount("6M")
    assert total(own, member("venture", venture, UNKNOWN)).range == amount("6M to 36M")


def test_what_a_possible_member_adds_is_open_and_what_turns_on_it_is_named() -> None:
    found = total(monthly("1M"), member("perhaps", monthly("1M"), UNKNOWN))
    assert found.exceeds(LIMIT) is UNKNOWN
    assert [(fact.about, fact.name) for fact in found.open_facts(LIMIT)] == [("membership", "perhaps")]


def test_the_facts_that_can_move_most_come_first() -> None:
    wide = revenue({ALL_2026: ["1M to 3M"] * 12}, trading_since="2026-01")
    narrow = revenue({ALL_2026: ["100k to 200k"] * 12}, trading_since="2026-01")
    found = total(monthly("1k"), member("narrow", narrow), member("wide", wide), member("dark", None))
    assert [fact.name for fact in found.open_facts(LIMIT)] == ["dark", "wide", "narrow"]


def test_refunds_of_a_possible_member_cut_both_ways() -> None:
    steady = monthly("1.75M")
    refunds = revenue({ALL_2026: ["0"] * 5 + ["-2M"] + ["0"] * 6}, trading_since="2026-01")
    assert total(steady, member("perhaps", refunds, UNKNOWN)).range == amount("19M to 21M")
    assert exceeds(steady, member("perhaps", refunds, UNKNOWN)) is UNKNOWN
    big = revenue({ALL_2026: ["9M"] + ["0"] * 4 + ["-2M"] + ["0"] * 6}, trading_since="2026-01")
    # Inside, its first month outweighs its refund.
    assert exceeds(monthly("1.7M"), member("perhaps", big, UNKNOWN)) is YES


def test_unlisted_affiliates_are_unknown_unless_something_is_said() -> None:
    assert exceeds(monthly("1M"), others=None) is UNKNOWN
    assert exceeds(monthly("1M"), others="none") is NO
    assert exceeds(monthly("1M"), others="included") is NO
    assert exceeds(monthly("1M"), others=revenue(any_12_months="under 8M")) is NO
    assert exceeds(monthly("1M"), others=revenue(any_12_months="8M to 9M")) is UNKNOWN


# Consolidated figures

THROUGHOUT = History(YES)


def test_a_consolidated_figure_replaces_what_it_covers() -> None:
    holding, child = member("holding", monthly("1.5M")), member("child", monthly("1M"))
    assert total(holding, child).range == amount("30M")
    assert total(holding, child, covers={("holding", "child"): THROUGHOUT}).range == amount("18M")


def test_before_it_joined_its_own_figures_count() -> None:
    joined = on_every_day(NO, [(date(2026, 7, 1), YES)])
    holding, child = member("holding", monthly("1.5M")), member("child", monthly("1M"))
    assert total(holding, child, covers={("holding", "child"): joined}).range == amount("24M")


def test_a_month_covered_in_part_lies_between_with_and_without() -> None:
    joined = on_every_day(NO, [(date(2026, 7, 15), YES)])
    holding, child = member("holding", monthly("1.5M")), member("child", monthly("1M"))
    assert total(holding, child, covers={("holding", "child"): joined}).range == amount("24M to 25M")


def test_a_subsidiary_does_not_stand_in_for_an_unknown_consolidated_figure() -> None:
    holding, child = member("holding", None), member("child", monthly("2M"))
    found = total(holding, child, covers={("holding", "child"): THROUGHOUT})
    assert found.range == Range(amount("0").low, None)


def test_the_topmost_figure_wins_and_nothing_is_counted_twice() -> None:
    covers = {("top", "middle"): THROUGHOUT, ("top", "child"): THROUGHOUT, ("middle", "child"): THROUGHOUT}
    group = [member("child", monthly("1M")), member("middle", monthly("1.2M")), member("top", monthly("1.5M"))]
    assert total(*group, covers=covers).range == amount("18M")


def test_what_a_figure_leaves_out_adds_its_own() -> None:
    covers = {("top", "middle"): THROUGHOUT, ("middle", "child"): THROUGHOUT}
    group = [member("child", monthly("1M")), member("middle", monthly("1.2M")), member("top", monthly("1.5M"))]
    assert total(*group, covers=covers).range == amount("30M")


def test_whichever_of_two_figures_counts_the_answer_may_be_the_same() -> None:
    holding, child = member("holding", monthly("2.5M"), UNKNOWN), member("child", monthly("2M"))
    found = total(holding, child, covers={("holding", "child"): THROUGHOUT})
    assert found.range == amount("24M to 30M")
    assert found.exceeds(LIMIT) is YES


def test_unknown_coverage_leaves_the_companys_own_figures_open() -> None:
    holding, child = member("holding", monthly("1.5M")), member("child", monthly("0.5M"))
    found = total(holding, child, covers={("holding", "child"): History(UNKNOWN)})
    assert found.range == amount("18M to 24M")
    assert [(fact.about, fact.name) for fact in found.open_facts(LIMIT)] == [("coverage", "child")]


def test_a_figure_that_covers_an_outsider_may_be_smaller_without_it() -> None:
    holding, outsider = member("holding", monthly("2M")), member("outsider", monthly("0.5M"), NO)
    found = total(holding, outsider, covers={("holding", "outsider"): THROUGHOUT})
    assert found.range == amount("18M to 24M")


# Offerings


def test_an_offering_is_a_lower_bound_of_its_operator() -> None:
    service = monthly("1.8M")
    assert total(member("operator", None, offerings=(service,))).range == Range(amount("21.6M").low, None)
    assert exceeds(member("operator", None, offerings=(service,))) is YES


def test_a_total_of_an_offering_is_carried_over() -> None:
    service = revenue({"2025-01..2026-12": "42M"}, trading_since="2025-01")
    assert exceeds(member("operator", None, offerings=(service,))) is YES


def test_offerings_of_one_operator_do_not_add_up_since_nobody_says_that_they_are_apart() -> None:
    services = (monthly("0.8M"), monthly("0.9M"))
    found = total(member("operator", None, offerings=services))
    assert found.range == Range(amount("10.8M").low, None)


def test_an_operator_cannot_make_less_than_its_offerings() -> None:
    with pytest.raises(FiguresContradict, match="revenue"):
        total(member("operator", monthly("1M"), offerings=(monthly("1.1M"),)))


def test_an_offering_in_another_currency_is_converted_month_by_month() -> None:
    service = revenue({ALL_2026: ["2M"] * 12}, currency="EUR", trading_since="2026-01")
    assert exceeds(member("operator", revenue(trading_since="2026-01"), offerings=(service,))) is UNKNOWN


# Sales inside the group

NETTED = MoneyReadings(window_alignment="calendar-months", sales_inside_the_group="eliminated")


def test_sales_between_members_count_unless_they_are_eliminated() -> None:
    outside = revenue({ALL_2026: ["1.25M"] * 12}, trading_since="2026-01", from_group="none")
    inside = revenue({ALL_2026: ["0.75M"] * 12}, trading_since="2026-01", from_group="USD 9M")
    assert total(outside, inside).range == amount("24M")
    assert total(outside, inside, readings=NETTED).range == amount("15M")


def test_unknown_sales_inside_the_group_may_be_all_or_nothing() -> None:
    found = total(monthly("2M"), readings=NETTED)
    assert found.range == amount("0 to 24M")
    assert [fact.about for fact in found.open_facts(LIMIT)] == ["sales-inside-the-group"]


def test_a_bound_of_sales_inside_bounds_what_is_left() -> None:
    assert exceeds(monthly("1.7M", from_group="under USD 200k"), readings=NETTED) is YES
    assert exceeds(monthly("1.7M", from_group="under USD 500k"), readings=NETTED) is UNKNOWN
    assert exceeds(monthly("1.7M", from_group="USD 400k"), readings=NETTED) is NO


def test_sales_inside_by_month_are_never_more_than_the_month() -> None:
    months = revenue(
        {ALL_2026: ["2M"] * 12}, trading_since="2026-01", from_group={ALL_2026: ["at most 5M"] * 6 + ["0.5M"] * 6}
    )
    assert total(months, readings=NETTED).range == amount("9M to 21M")


def test_sales_inside_by_year_are_taken_off_the_window() -> None:
    figures = revenue({ALL_2026: ["2M"] * 12}, trading_since="2026-01", from_group={"2026": "4M"})
    found = total(figures, readings=NETTED)
    assert found.windows[-1].total == exactly(20_000_000)
    # The twelve months before may hold none of them: all could have been made in December.
    assert found.range == amount("20M to 22M")


def test_a_period_of_sales_inside_the_group_leaves_no_more_for_any_part_of_it() -> None:
    services = revenue({"2026": "8M"}, trading_since="2026-01", from_group={"2026": "8M"})
    host = revenue({"2026": "15M"}, trading_since="2026-01", from_group="none")
    assert total(host, services, readings=NETTED).range == amount("15M")
