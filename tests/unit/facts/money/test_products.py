"""The largest month of one product: its revenue, or its users."""

from datetime import date
from decimal import Decimal

import pytest

from k3license.facts.money.accounts import Accounts, Whole
from k3license.facts.money.exchange import POLICIES
from k3license.facts.money.largest_total import LargestTotal
from k3license.facts.money.product import largest_month
from k3license.facts.money.windows import FirstUse, Windows, latest_complete_month, months_since_first_use
from k3license.model.figures import Figures, Rates
from k3license.model.months import month_at
from k3license.model.ranges import Range
from k3license.model.series import FiguresContradict
from k3license.model.truth import Truth
from tests.unit.facts.money.books import DECEMBER, LIMIT, NO, UNKNOWN, YES, amount, rates, revenue, users

USERS = Decimal(100_000_000)
ALL_2026 = "2026-01..2026-12"


def since(first_use: FirstUse, as_of: date = DECEMBER) -> Windows:
    return months_since_first_use(first_use=first_use, as_of=as_of)


def month(
    figures: Figures | None,
    windows: Windows | None = None,
    *,
    as_of: date = DECEMBER,
    wholes: tuple[Whole, ...] = (),
    exchange: tuple[Rates, ...] = (),
    currency: str | None = "USD",
) -> LargestTotal:
    return largest_month(
        "product",
        figures,
        accounts=Accounts(exchange, currency, as_of),
        windows=windows or since(date(2026, 1, 10), as_of),
        policies=POLICIES,
        wholes=wholes,
    )


@pytest.mark.parametrize(("december", "expected"), [("20M", NO), ("20,000,000.01", YES), ("18M to 22M", UNKNOWN)])
def test_one_month_is_enough_and_has_to_be_more(december: str, expected: Truth) -> None:
    found = month(revenue({ALL_2026: ["15M"] * 11 + [december]}))
    assert found.exceeds(LIMIT) is expected


def test_the_peak_counts_and_not_the_average() -> None:
    found = month(revenue({ALL_2026: ["15M"] * 11 + ["31M"]}))
    assert found.range == amount("31M")
    assert found.surest.window.last == month_at(2026, 12)


@pytest.mark.parametrize(("year", "expected"), [("240M", UNKNOWN), ("241M", YES), ("over 240M", YES)])
def test_a_year_says_what_its_best_month_made_at_least(year: str, expected: Truth) -> None:
    found = month(revenue({"2026": year}, trading_since="2026-01"))
    assert found.exceeds(LIMIT) is expected


@pytest.mark.parametrize(("figure", "expected"), [("240M", "20M"), ("250M", "20,833,333.33")])
def test_a_year_divided_by_twelve_is_the_least_of_its_best_month(figure: str, expected: str) -> None:
    low = month(revenue({"2026": figure}, trading_since="2026-01")).range.low
    assert low is not None
    assert round(low, 2) == amount(expected).low


@pytest.mark.parametrize(
    ("most", "expected"),
    [("100M", NO), ("100,000,001", YES), ("95M to 105M", UNKNOWN), ("5M", NO)],
)
def test_users_of_every_month_are_compared_strictly(most: str, expected: Truth) -> None:
    assert month(users(most), currency=None).exceeds(USERS) is expected


def test_the_month_with_most_users_counts() -> None:
    found = month(users({ALL_2026: ["90M"] * 11 + ["120M"]}), currency=None)
    assert found.exceeds(USERS) is YES


def test_a_peak_before_first_use_does_not_count() -> None:
    peak = revenue({ALL_2026: ["31M"] + ["15M"] * 11})
    assert month(peak, since(date(2026, 2, 1))).exceeds(LIMIT) is NO
    assert month(peak, since(date(2026, 1, 31))).exceeds(LIMIT) is YES


def test_an_unknown_first_use_leaves_all_but_the_present_month_open() -> None:
    peak = revenue({ALL_2026: ["31M"] + ["15M"] * 11}, trading_since="2026-01")
    assert month(peak, since(None)).exceeds(LIMIT) is UNKNOWN
    low = revenue({ALL_2026: ["15M"] * 12}, trading_since="2026-01")
    assert month(low, since(None)).exceeds(LIMIT) is NO
    now = revenue({ALL_2026: ["15M"] * 11 + ["31M"]})
    assert month(now, since(None)).exceeds(LIMIT) is YES


def test_a_use_that_has_not_begun_is_looked_at_as_if_it_began_today() -> None:
    peak = revenue({ALL_2026: ["31M"] * 11 + ["15M"]})
    assert month(peak, since("not-yet")).exceeds(LIMIT) is NO


def test_the_latest_month_is_the_last_complete_one() -> None:
    figures = revenue({"2026-09..2026-11": ["31M", "15M", "31M"]})
    for day, expected in ((date(2026, 11, 30), YES), (date(2026, 11, 29), NO)):
        assert month(figures, latest_complete_month(day), as_of=day).exceeds(LIMIT) is expected


def test_the_operators_revenue_is_never_exceeded() -> None:
    operator = Whole(revenue({ALL_2026: ["19M"] * 12}))
    assert month(None).exceeds(LIMIT) is UNKNOWN
    assert month(None, wholes=(operator,)).exceeds(LIMIT) is NO


def test_other_offerings_leave_less() -> None:
    operator = revenue({ALL_2026: ["25M"] * 12})
    sister = revenue({ALL_2026: ["at least 5M"] * 12})
    assert month(None, wholes=(Whole(operator),)).exceeds(LIMIT) is UNKNOWN
    assert month(None, wholes=(Whole(operator, (sister,)),)).exceeds(LIMIT) is NO


def test_an_operators_year_bounds_every_month_of_it() -> None:
    operator = Whole(revenue({"2026": "20M"}, trading_since="2026-01"))
    assert month(None, wholes=(operator,)).exceeds(LIMIT) is NO


def test_an_operators_refund_says_nothing_of_the_offering() -> None:
    operator = Whole(revenue({ALL_2026: ["19M"] * 11 + ["-1M"]}))
    assert month(None, wholes=(operator,)).range == Range(Decimal(0), None)


def test_an_offering_cannot_make_more_than_its_operator() -> None:
    operator = Whole(revenue({ALL_2026: ["19M"] * 12}))
    with pytest.raises(FiguresContradict):
        month(revenue({"2026-12": "20M"}), wholes=(operator,))


def test_the_operator_may_keep_its_books_in_another_currency() -> None:
    operator = Whole(revenue({ALL_2026: ["10M"] * 12}, currency="EUR"))
    quoted = rates(EUR_USD={ALL_2026: ["1.1"] * 12})
    assert month(None, wholes=(operator,), exchange=quoted).exceeds(LIMIT) is NO
    service = revenue({"2026-12": "5M"})
    assert month(service, wholes=(operator,), exchange=quoted).range == amount("5M to 11M")


def test_a_month_of_another_currency_has_the_highest_of_its_rates() -> None:
    quoted = rates(EUR_USD={ALL_2026: ["1.0"] * 11 + ["1.12"]})
    found = month(revenue({ALL_2026: ["18M"] * 12}, currency="EUR"), exchange=quoted)
    assert found.range == amount("20.16M")
    assert found.largest.policy == "monthly"
