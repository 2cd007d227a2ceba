"""Statements about months that cannot all be true, named by where they stand."""

from datetime import date
from typing import Any

import pytest

from k3license.model.contradictions import contradictions
from k3license.model.figures import Figures
from k3license.profile.figures import revenue
from k3license.profile.parts import Placed

DECEMBER, MID_NOVEMBER = date(2026, 12, 31), date(2026, 11, 15)


def conflict(months: dict[str, Any], as_of: date = DECEMBER) -> list[str]:
    figures = revenue(Placed("r", {"currency": "USD", **months}))
    assert isinstance(figures, Figures)
    return contradictions(figures, as_of=as_of)


@pytest.mark.parametrize(
    "agreeing",
    [
        {"2025": "12M", "2025-01..2025-12": ["1M"] * 12},
        {"2025": "at least 12M", "2025-01..2025-12": ["1M"] * 12},
        {"2025": "12M", "2025-Q1": "3M", "2025-02": "unknown"},
        {"2025-01": "1M", "2025-01..2025-02": ["at most 1M", "2M"]},
        {"any_12_months": "12M", "2025-01..2025-12": ["1M"] * 12},
        {"any_12_months": "30M", "2025-01..2025-12": ["1M"] * 12},
        {"trading_since": "2025-03", "..2025-04": "2M", "2025-03..2025-04": ["1M", "1M"]},
        {"2025": "10M", "2025-01..2025-12": ["1M"] * 11 + ["-1M"]},
    ],
)
def test_statements_that_can_all_be_true(agreeing: dict[str, Any]) -> None:
    assert conflict(agreeing) == []


@pytest.mark.parametrize(
    ("months", "paths"),
    [
        ({"2025-01": "1M", "2025-01..2025-02": ["2M", "2M"]}, ["r.2025-01", "r.2025-01..2025-02.1"]),
        ({"2025": "11M", "2025-Q1": "12M"}, ["r.2025", "r.2025-Q1"]),
        ({"2025": "11M", "2025-01..2025-06": "6M", "2025-07..2025-12": "6M"}, None),
        ({"any_12_months": "under 12M", "2025-01..2025-12": ["1M"] * 12}, None),
        ({"trading_since": "2025-03", "2025-02": "1M"}, ["r.trading_since", "r.2025-02"]),
        ({"trading_since": "2025-01", "any_12_months": "30M", "2025": "12M", "2026": "12M"}, ["r.any_12_months"]),
        ({"each_month": "at most 1M", "2025": "13M"}, None),
    ],
)
def test_statements_that_cannot(months: dict[str, Any], paths: list[str] | None) -> None:
    found = conflict(months)
    assert found
    assert paths is None or sorted(found) == sorted(paths)


def test_a_month_of_which_too_little_is_left_by_the_year() -> None:
    months = {"2025-01..2025-11": ["1M"] * 11, "2025": "12M", "2025-12": "2M"}
    assert "r.2025" in conflict(months)


def test_a_plan_may_be_larger_than_the_months_so_far_but_not_smaller() -> None:
    months = {"2026-01..2026-11": ["1M"] * 10 + ["0.5M"]}
    assert conflict({**months, "2026": "30M"}, MID_NOVEMBER) == []
    assert conflict({**months, "2026": "10M"}, MID_NOVEMBER) != []


def test_the_running_month_is_not_over_and_later_months_have_to_agree_too() -> None:
    so_far = {"2026-01..2026-12": ["1M"] * 10 + ["0.5M", "1M"]}
    assert conflict({**so_far, "2026": "12M"}, MID_NOVEMBER) == []
    assert conflict({**so_far, "2026": "12M"}, DECEMBER) != []


def test_amounts_in_another_currency_cannot_be_compared() -> None:
    figures = revenue(Placed("r", {"2025": "USD 1M", "2025-Q1": "EUR 2M"}))
    assert isinstance(figures, Figures)
    assert contradictions(figures, as_of=DECEMBER) == []
