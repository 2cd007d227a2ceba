"""Dates, months and the periods that figures cover."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from k3license.model.errors import NotUnderstood
from k3license.model.months import Period, first_day, last_day, month_at, month_of, month_text
from k3license.text.periods import parse_date, parse_month, parse_period


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2025", "2025-01", "2025-12"),
        ("2025-Q1", "2025-01", "2025-03"),
        ("2025-Q4", "2025-10", "2025-12"),
        ("2025-12", "2025-12", "2025-12"),
        ("2025-01..2026-03", "2025-01", "2026-03"),
        ("2024..2025", "2024-01", "2025-12"),
        ("2025-Q2..2026-01", "2025-04", "2026-01"),
        ("..2026-03", None, "2026-03"),
    ],
)
def test_a_period_covers_its_months_both_ends_inclusive(text: str, first: str | None, last: str) -> None:
    start = None if first is None else parse_month(first)
    assert parse_period(text) == Period(start, parse_month(last))


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("2025-01..", "write the last month it covers: 2025-01..2026-03"),
        ("2026-03..2026-01", "write 2026-01..2026-03"),
        ("2025-01...2025-03", "write 2025-01..2025-03"),
        ("2025-01 to 2025-03", "write 2025-01..2025-03"),
        ("2025-01/2025-03", "write 2025-01..2025-03"),
        ("2024-2025", "write 2024..2025"),
        ("Q4 2025", "write 2025-Q4"),
        ("2025Q4", "write 2025-Q4"),
        ("2025-H2", "write 2025-07..2025-12"),
        ("FY25", "write the months of the fiscal year: 2025-04..2026-03"),
        ("2025-26", "for the two years write 2025..2026"),
        ("2025-13", "months are 01 to 12"),
        ("12/2025", "write 2025-12"),
        ("2025-1", "write 2025-01"),
        ("31.12.2025", "figures are kept by month: write the months without days"),
        ("2025-12-31", "figures are kept by month: write the months without days"),
        ("2025-01..2025-02-03", "figures are kept by month: write the months without days"),
        ("1025", "years are 1900 to 2199"),
        ("this year", "write 2025, 2025-Q4, 2025-12, 2025-01..2026-03 or ..2026-03"),
    ],
)
def test_another_way_to_write_a_period_is_refused_with_what_to_write(text: str, help: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        parse_period(text)
    assert refused.value.help == help


def test_a_day_is_itself_and_a_month_means_its_first_day() -> None:
    assert parse_date("2026-11-30") == date(2026, 11, 30)
    assert parse_date("2026-11") == date(2026, 11, 1)
    assert parse_date("2028-02-29") == date(2028, 2, 29)


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("31.12.2026", "write 2026-12-31"),
        ("12/31/2026", "write 2026-12-31"),
        ("3/4/2026", "write 2026-04-03 or 2026-03-04"),
        ("2026/12/31", "write 2026-12-31"),
        ("20261231", "write 2026-12-31"),
        ("12/2026", "write 2026-12"),
        ("2026-1-2", "write 2026-01-02"),
        ("2026-02-30", "February 2026 has 28 days"),
        ("2026-13-01", "months are 01 to 12"),
        ("2026-11-30T00:00:00Z", "leave the time out: 2026-11-30"),
        ("2026", "write the month or day: 2026-01 or 2026-12-31"),
        ("2026-Q4", "write the month or day: 2026-10"),
        ("30 November 2026", "write a day (2026-11-30) or a month (2026-11, its first day)"),
    ],
)
def test_another_way_to_write_a_date_is_refused_with_what_to_write(text: str, help: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        parse_date(text)
    assert refused.value.help == help


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2199, 12, 31)))
def test_a_day_lies_in_its_month(day: date) -> None:
    month = month_of(day)
    assert first_day(month) <= day <= last_day(month)
    assert parse_date(day.isoformat()) == day
    assert parse_month(month_text(month)) == month


def test_months_follow_one_another_across_the_year() -> None:
    assert month_at(2026, 1) == month_at(2025, 12) + 1
    assert list(parse_period("2025-12..2026-01").months) == [month_at(2025, 12), month_at(2026, 1)]


def test_a_period_is_shown_as_it_is_written() -> None:
    for text in ("2025-12", "2025-01..2026-03", "..2026-03"):
        assert str(parse_period(text)) == text


def test_a_period_without_a_beginning_has_no_list_of_months() -> None:
    with pytest.raises(ValueError, match="without a beginning"):
        _ = parse_period("..2026-03").months


@given(st.text(max_size=16))
def test_no_text_gives_anything_but_a_period_a_date_or_a_hint(text: str) -> None:
    for parse in (parse_period, parse_date):
        hint = "none was needed"
        try:
            parse(text)
        except NotUnderstood as refused:
            hint = refused.help
        assert hint
