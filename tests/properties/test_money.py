"""
Laws of sums over months: as sharp as trying everything, and never turned by what cannot matter.

A short search by default; `K3LICENSE_SEARCH=50 pytest tests/properties/test_money.py`
tries fifty times as many examples.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from k3license.facts.money import joint
from k3license.facts.money.accounts import Accounts
from k3license.facts.money.exchange import POLICIES, Policy
from k3license.facts.money.largest import Largest, largest_of
from k3license.facts.money.shares import Share
from k3license.facts.money.windows import Window, Windows
from k3license.model.amounts import Amount
from k3license.model.bounds import low_end, range_between
from k3license.model.figures import PeriodFigure, Rates
from k3license.model.months import Month, month_at
from k3license.model.ranges import Range, exactly
from k3license.model.series import FiguresContradict, Series, Total
from k3license.model.truth import Truth
from tests.properties.plain_money import Possible, completions, over

SEARCH = int(os.environ.get("K3LICENSE_SEARCH", "1"))
START = month_at(2025, 1)
AS_OF = date(2026, 12, 31)


def search(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return settings(
        max_examples=examples * SEARCH,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


@st.composite
def known(draw: st.DrawFn, most: int, *, strict: bool = True) -> Range:
    low, high = sorted((draw(st.integers(0, most)), draw(st.integers(0, most))))
    shape = draw(st.sampled_from(["between", "exactly", "at least", "at most"]))
    return Range(
        None if shape == "at most" else Decimal(high if shape == "exactly" else low),
        None if shape == "at least" else Decimal(high),
        strict and low < high and shape != "exactly" and draw(st.booleans()),
        strict and low < high and shape != "exactly" and draw(st.booleans()),
    )


@st.composite
def series(
    draw: st.DrawFn,
    *,
    length: int,
    most: int = 6,
    totals: int = 2,
    negative: bool = False,
    best_year: bool = False,
    currency: str | None = None,
) -> Series:
    """A reporter that trades since the first month."""
    last = Month(START + length - 1)
    stated = {}
    for month in range(START, last + 1):
        if draw(st.booleans()):
            said = draw(known(most))
            low = Decimal(0) if said.low is None else said.low
            stated[Month(month)] = replace(said, low=-low if negative and draw(st.booleans()) else low)
    sums = []
    for _ in range(draw(st.integers(0, totals))):
        first = draw(st.integers(START, last - 1))
        end = draw(st.integers(first + 1, last))
        total = draw(known(most * (end - first)))
        sums.append(Total(draw(st.sampled_from([Month(first), None])), Month(end), total))
    best = draw(known(most * 12)) if best_year else None
    return Series(last, stated, since=START, totals=tuple(sums), best_year=best, currency=currency)


def share(one: Series, name: str = "a") -> Share:
    return Share(name, one, START, [Truth.YES] * (one.last - START + 1))


def largest(
    many: list[Series],
    length: int,
    *,
    accounts: Accounts | None = None,
    policies: tuple[Policy, ...] = POLICIES,
    any_day: bool = False,
) -> Largest:
    """The largest total, of series that do not contradict themselves."""
    try:
        answer = largest_of(
            accounts or Accounts([], None, AS_OF),
            [share(one, str(index)) for index, one in enumerate(many)],
            policies=policies,
            windows=Windows(length, None, many[0].last, None),
            start=START,
            any_day=any_day,
        )
        assert answer.range is not None
    except FiguresContradict:
        assume(False)
    return answer


def windows_of(one: Series, length: int) -> list[Window]:
    return [Window(Month(end - length + 1), Month(end)) for end in range(START, one.last + 1)]


def possible(many: list[Series], length: int) -> Possible:
    found = Possible(many, windows_of(many[0], length), lambda *_: Fraction(1))
    assume(found.anything())
    return found


@search(30)
@given(series(length=3, most=6), st.integers(1, 2))
def test_one_reporter_is_as_sharp_as_trying_everything(one: Series, length: int) -> None:
    # Six is divided by as many windows as can meet, so that the optimum is a whole number.
    scaled = _in_sixes(one)
    found = [max(over(months, window) for window in windows_of(one, length)) for months in completions(scaled)]
    assume(found)
    assert largest([scaled], length).range == Range(Decimal(int(min(found))), Decimal(int(max(found))))


def _in_sixes(one: Series) -> Series:
    """The same with closed bounds, in multiples of six, twelve altogether at most."""

    def six(said: Range) -> Range:
        low = 0 if said.low is None else min(int(said.low), 2)
        high = 2 if said.high is None else min(int(said.high), 2)
        return Range(Decimal(low * 6), Decimal(high * 6))

    totals = [Total(each.first, each.last, six(each.range)) for each in one.totals]
    totals.append(Total(START, one.last, Range(None, Decimal(12))))
    return replace(one, stated={m: six(said) for m, said in one.stated.items()}, totals=tuple(totals))


@search(40)
@given(series(length=6, totals=3, negative=True), st.integers(1, 4))
def test_one_reporter_is_exact_with_refunds_and_strict_bounds(one: Series, length: int) -> None:
    assert possible([one], length).is_range(largest([one], length).range)


@search(25)
@given(st.lists(series(length=5, totals=2), min_size=2, max_size=3), st.integers(1, 3))
def test_several_reporters_together_are_exact(many: list[Series], length: int) -> None:
    assert possible(many, length).is_range(largest(many, length).range)


@search(12)
@given(st.lists(series(length=15, totals=1, most=3, best_year=True), min_size=1, max_size=2))
def test_the_best_twelve_months_are_reached_somewhere(many: list[Series]) -> None:
    assert possible(many, 12).is_range(largest(many, 12).range)


@search(20)
@given(series(length=6, totals=3), st.integers(1, 4))
def test_both_exact_methods_agree(one: Series, length: int) -> None:
    answer = largest([one], length)
    assume(answer.table.single)
    found = joint.least_largest(answer.table, answer.sure_rows, answer.table.single)
    assert range_between(found, None) == replace(answer.range, high=None, high_open=False)


@search(25)
@given(st.lists(series(length=6, totals=2), min_size=1, max_size=2), st.integers(1, 3))
def test_windows_from_any_day_lie_between_calendar_months_and_one_month_more(many: list[Series], length: int) -> None:
    answer = largest(many, length, any_day=True)
    assert answer.range.low == largest(many, length).range.low
    longer = largest(many, length + 1).range
    assert (answer.range.high, answer.range.high_open) == (longer.high, longer.high_open)


RATES = st.lists(st.sampled_from([Decimal("0.5"), Decimal(1), Decimal("1.25"), Decimal(3)]), min_size=5, max_size=5)


@search(20)
@given(
    st.lists(series(length=5, totals=2, currency="EUR"), min_size=1, max_size=2),
    series(length=5, totals=1, currency="USD"),
    RATES,
    st.booleans(),
    st.sampled_from([POLICIES, ("monthly",), ("closing",), ("yearly-average",)]),
)
def test_money_of_other_currencies_is_exact_too(
    abroad: list[Series], home: Series, rates: list[Decimal], turned: bool, policies: tuple[Policy, ...]
) -> None:
    months = [Month(START + index) for index in range(5)]
    quoted = tuple(PeriodFigure(m, m, Amount(exactly(rate)), "") for m, rate in zip(months, rates, strict=True))
    pair = Rates("USD", "EUR", quoted) if turned else Rates("EUR", "USD", quoted)
    many = [*abroad, home]
    by_month = {m: Fraction(rate) for m, rate in zip(months, rates, strict=True)}
    mean = sum(by_month.values(), Fraction(0)) / 5

    def worth(policy: Policy) -> Callable[[int, Month, Window], Fraction]:
        def of(index: int, month: Month, window: Window) -> Fraction:
            if many[index] is home:
                return Fraction(1)
            rate = {"monthly": by_month[month], "closing": by_month[window.last], "yearly-average": mean}[policy]
            return 1 / rate if turned else rate

        return of

    oracle = Possible(many, windows_of(home, 2), worth(policies[0]))
    for policy in policies[1:]:
        more = Possible(many, windows_of(home, 2), worth(policy))
        oracle.totals += more.totals
    assume(oracle.anything())
    accounts = Accounts([pair], "USD", date(2025, 5, 31))
    assert oracle.is_range(largest(many, 2, accounts=accounts, policies=policies).range)


@search(30)
@given(series(length=6, totals=3), st.integers(1, 3), st.randoms())
def test_the_order_of_statements_does_not_matter(one: Series, length: int, random: object) -> None:
    shuffled = list(one.stated.items())
    sums = list(one.totals)
    assert hasattr(random, "shuffle")
    random.shuffle(shuffled)
    random.shuffle(sums)
    other = replace(one, stated=dict(shuffled), totals=tuple(sums))
    assert largest([one], length).range == largest([other], length).range


@search(30)
@given(series(length=6, totals=2), series(length=6, totals=1), st.integers(1, 3))
def test_another_reporter_without_refunds_never_lowers_anything(one: Series, more: Series, length: int) -> None:
    alone, together = largest([one], length).range, largest([one, more], length).range
    assert (low_end(together) or (0, 0)) >= (low_end(alone) or (0, 0))
    assert together.high is None or (alone.high is not None and together.high >= alone.high)


@search(30)
@given(series(length=6, totals=2), st.integers(START, START + 5), known(6), st.integers(1, 3))
def test_learning_a_month_never_widens_the_range(one: Series, month: int, said: Range, length: int) -> None:
    both = one.month(Month(month)).intersection(said)
    assume(not both.empty)
    learned = replace(one, stated={**one.stated, Month(month): both})
    before, after = largest([one], length).range, largest([learned], length).range
    assert before.intersection(after) == after


@search(30)
@given(series(length=6, totals=2), st.integers(1, 3), st.integers(0, 30))
def test_exceeding_is_what_the_range_says(one: Series, length: int, limit: int) -> None:
    answer = largest([one], length)
    assert largest([one], length).exceeds(Decimal(limit)) is answer.range.more_than(Decimal(limit))
