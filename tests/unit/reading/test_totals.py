"""Figures contradict each other exactly if no months could have been so: compared with trying all of them."""

from datetime import date
from decimal import Decimal
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from k3license.model.amounts import Amount
from k3license.model.figures import Figures, PeriodFigure, Rates
from k3license.model.months import Month, month_at
from k3license.model.ranges import Range, exactly
from k3license.reading.totals import contradictions_in, contradictory_rates, most_of

MONTHS = 4
FIRST = month_at(2025, 9)
AS_OF = date(2025, 12, 31)
# No month can have more without a total that says so.
MOST = 6
# In place of twelve months, of which all could not be tried.
WINDOW = 2


def amount(low: int | None, high: int | None, *, strict: bool = False) -> Amount:
    bounds = (None if low is None else Decimal(low), None if high is None else Decimal(high))
    return Amount(Range(*bounds, strict and low is not None, strict and high is not None), "EUR")


def bounds(ends: tuple[int, int], kind: str) -> Amount:
    low, high = sorted(ends)
    return amount(None if kind == "at most" else low, None if kind == "at least" else high)


AMOUNTS = st.builds(
    bounds,
    st.tuples(st.integers(0, MOST), st.integers(0, MOST)),
    st.sampled_from(("at least", "at most", "between")),
)


def months_of(offsets: tuple[int, int], stated: Amount, path: str) -> PeriodFigure:
    first, last = sorted(offsets)
    return PeriodFigure(Month(FIRST + first), Month(FIRST + last), stated, path)


OFFSETS = st.tuples(st.integers(0, MONTHS - 1), st.integers(0, MONTHS - 1))
PERIODS = st.lists(st.tuples(OFFSETS, AMOUNTS), max_size=4).map(
    lambda each: tuple(months_of(offsets, stated, f"r.{index}") for index, (offsets, stated) in enumerate(each))
)


def holds(figures: Figures, months: tuple[Decimal, ...]) -> bool:
    """Whether every statement is true of these months, with nothing before the first."""
    for each in figures.periods:
        assert each.first is not None
        inside = sum(months[each.first - FIRST : each.last - FIRST + 1], Decimal(0))
        if each.amount.range.intersection(exactly(inside)).empty:
            return False
    if figures.trading_since is not None and any(months[: max(0, figures.trading_since - FIRST)]):
        return False
    if figures.any_12_months is None:
        return True
    padded = (*(Decimal(0) for _ in range(WINDOW)), *months)
    windows = [sum(padded[end - WINDOW : end], Decimal(0)) for end in range(WINDOW, len(padded) + 1)]
    return not figures.any_12_months.range.intersection(exactly(max(windows))).empty


def possible(figures: Figures) -> bool:
    # Where all bounds are whole and inclusive, whole months are enough to try.
    return any(holds(figures, months) for months in product(map(Decimal, range(MOST + 1)), repeat=MONTHS))


@given(PERIODS, st.none() | st.integers(0, MONTHS - 1))
@settings(max_examples=120, deadline=None)
def test_totals_contradict_each_other_exactly_if_no_months_make_them_true(
    periods: tuple[PeriodFigure, ...], since: int | None
) -> None:
    trading_since = None if since is None else Month(FIRST + since)
    figures = Figures(periods=periods, trading_since=trading_since, path="r")
    assert bool(contradictions_in(figures, as_of=AS_OF)) is not possible(figures)


@given(PERIODS, AMOUNTS)
@settings(max_examples=120, deadline=None)
def test_the_highest_window_contradicts_totals_exactly_if_no_months_make_both_true(
    periods: tuple[PeriodFigure, ...], highest: Amount
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("k3license.reading.totals.YEAR", WINDOW)
        # Trading since the first month: what was before it cannot be the highest.
        figures = Figures(periods=periods, any_12_months=highest, trading_since=FIRST, path="r")
        assert bool(contradictions_in(figures, as_of=AS_OF)) is not possible(figures)


@given(
    st.lists(st.integers(0, 9), min_size=30, max_size=30),
    st.lists(st.tuples(st.integers(0, 29), st.integers(0, 29)), max_size=6),
    st.integers(0, 3),
)
@settings(max_examples=100, deadline=None)
def test_what_is_true_of_real_months_is_never_a_contradiction(
    values: list[int], offsets: list[tuple[int, int]], slack: int
) -> None:
    first = month_at(2024, 6)
    periods = []
    for index, pair in enumerate(offsets):
        start, end = sorted(pair)
        total = sum(values[start : end + 1])
        stated = amount(total - slack, total + slack)
        periods.append(PeriodFigure(Month(first + start), Month(first + end), stated, f"r.{index}"))
    highest = max(sum(values[start : start + 12]) for start in range(19))
    figures = Figures(tuple(periods), any_12_months=amount(highest, highest), trading_since=first, path="r")
    assert contradictions_in(figures, as_of=date(2026, 11, 30)) == []


def figures(*stated: tuple[str, int, int, Amount]) -> Figures:
    periods = tuple(
        PeriodFigure(Month(FIRST + first), Month(FIRST + last), each, f"r.{name}") for name, first, last, each in stated
    )
    return Figures(periods, path="r")


def test_strict_bounds_that_meet_contradict_each_other() -> None:
    half, other = ("half", 0, 0, amount(5, None, strict=True)), ("other", 1, 1, amount(5, None, strict=True))
    assert contradictions_in(figures(half, other, ("both", 0, 1, amount(10, 10))), as_of=AS_OF) != []
    assert contradictions_in(figures(half, other, ("both", 0, 1, amount(10, 11))), as_of=AS_OF) == []


def test_a_loss_in_one_month_is_no_contradiction() -> None:
    assert (
        contradictions_in(
            figures(("year", 0, 3, amount(5, 5)), ("loss", 3, 3, amount(-2, -2)), ("rest", 0, 2, amount(7, 7))),
            as_of=AS_OF,
        )
        == []
    )


def test_a_loss_of_several_months_needs_a_month_that_is_stated_to_be_one() -> None:
    loss = ("loss", 0, 3, amount(-2, -2))
    assert ("r.loss", "r.month") in contradictions_in(figures(loss, ("month", 2, 2, amount(5, 5))), as_of=AS_OF)
    assert contradictions_in(figures(loss, ("month", 2, 2, amount(-5, -5))), as_of=AS_OF) == []
    assert contradictions_in(figures(loss), as_of=AS_OF) == [("r.loss",)]


def test_a_plan_for_the_running_month_is_only_an_upper_bound() -> None:
    plan = figures(("plan", 0, 3, amount(12, 12)), ("a", 0, 2, amount(6, 6)), ("so-far", 3, 3, amount(1, 1)))
    assert contradictions_in(plan, as_of=date(2025, 12, 15)) == []
    assert contradictions_in(plan, as_of=date(2025, 12, 31)) == [("r.plan", "r.a", "r.so-far")]


def test_amounts_in_different_currencies_do_not_contradict_each_other() -> None:
    dollars = Amount(exactly(9), "USD")
    assert contradictions_in(figures(("year", 0, 3, amount(5, 5)), ("part", 0, 1, dollars)), as_of=AS_OF) == []


def test_each_contradiction_is_found() -> None:
    found = contradictions_in(
        figures(
            ("a", 0, 1, amount(5, 5)),
            ("a-too", 0, 1, amount(6, 6)),
            ("b", 2, 3, amount(5, 5)),
            ("b-too", 2, 3, amount(6, 6)),
        ),
        as_of=AS_OF,
    )
    assert sorted(found) == [("r.a", "r.a-too"), ("r.b", "r.b-too")]


def test_a_total_since_ever_holds_every_month_before_its_end() -> None:
    ever = PeriodFigure(None, Month(FIRST + 1), amount(None, 4), "r.ever")
    later = figures(("later", 1, 1, amount(5, 5)))
    stated = later._replace(periods=(ever, *later.periods))
    assert contradictions_in(stated, as_of=AS_OF) == [("r.ever", "r.later")]


def test_an_amount_of_each_month_bounds_the_months_that_nothing_else_states() -> None:
    stated = figures(("a", 0, 0, amount(9, 9)))._replace(each_month=amount(None, 1), any_12_months=amount(21, None))
    assert contradictions_in(stated, as_of=AS_OF) == [("r.any_12_months",)]
    assert contradictions_in(stated._replace(any_12_months=amount(20, None)), as_of=AS_OF) == []


def test_the_most_of_a_period_follows_from_all_that_is_stated() -> None:
    stated = figures(("year", 0, 3, amount(10, 10)), ("start", 0, 1, amount(4, None, strict=True)))
    [asked] = figures(("asked", 2, 2, amount(0, 0))).periods
    assert most_of(stated, asked, as_of=AS_OF) == Range(None, Decimal(6), high_open=True)


def test_rates_of_the_same_month_have_to_agree() -> None:
    year = PeriodFigure(month_at(2025, 1), month_at(2025, 12), amount(1, 2), "rates.2025")
    june = PeriodFigure(month_at(2025, 6), month_at(2025, 6), amount(3, 3), "rates.2025-06")
    next_year = PeriodFigure(month_at(2026, 1), month_at(2026, 12), amount(3, 3), "rates.2026")
    assert contradictory_rates(Rates("EUR", "USD", (year, june, next_year))) == [("rates.2025", "rates.2025-06")]
