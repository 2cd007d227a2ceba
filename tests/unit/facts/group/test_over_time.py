"""Who joins and leaves, and in which months somebody belonged."""

from datetime import date

from k3license.facts.group.over_time import Change, changes, membership_by_month
from k3license.model.ownership import EntityId
from k3license.model.truth import Truth
from tests.unit.facts.group.structures import L, structure

YES, NO, UNKNOWN = Truth.YES, Truth.NO, Truth.UNKNOWN
A, B = EntityId("A"), EntityId("B")

SOLD = structure(
    {
        "ownership": [
            {"owner": "L", "owned": "A", "percent": 100, "until": date(2026, 3, 10)},
            {"owner": "L", "owned": "A", "percent": "20 to 60", "from": date(2026, 3, 10)},
            {"owner": "A", "owned": "B", "percent": 60, "from": date(2026, 2, 15)},
        ],
        "dissolved": {"A": date(2026, 6, 1)},
    }
)


def month(year: int, number: int) -> int:
    return year * 12 + number - 1


def test_joins_and_leaves_are_dated_with_what_changed() -> None:
    found = changes(SOLD, L, date(2026, 1, 1), date(2026, 12, 31), reading="more-than-half", common_owner="not-states")
    assert found == (
        Change(date(2026, 2, 15), B, NO, YES),
        Change(date(2026, 3, 10), A, YES, UNKNOWN),
        Change(date(2026, 3, 10), B, YES, UNKNOWN),
        Change(date(2026, 6, 1), A, UNKNOWN, NO),
        Change(date(2026, 6, 1), B, UNKNOWN, NO),
    )


def test_a_change_on_the_first_day_is_no_change_and_one_on_the_last_day_is() -> None:
    how = {"reading": "more-than-half", "common_owner": "not-states"}
    joins = [Change(date(2026, 2, 15), B, NO, YES)]
    assert list(changes(SOLD, L, date(2026, 2, 14), date(2026, 2, 15), **how)) == joins  # type: ignore[arg-type]
    assert list(changes(SOLD, L, date(2026, 2, 15), date(2026, 3, 9), **how)) == []  # type: ignore[arg-type]


def test_a_month_with_one_day_of_membership_counts_and_days_after_the_last_do_not() -> None:
    months = range(month(2026, 1), month(2026, 8))
    by_month = membership_by_month(
        SOLD, L, months, until=date(2026, 4, 30), reading="more-than-half", common_owner="not-states"
    )
    jan, feb, mar, apr = (month(2026, number) for number in range(1, 5))
    assert by_month == {A: {jan: YES, feb: YES, mar: YES, apr: UNKNOWN}, B: {feb: YES, mar: YES, apr: UNKNOWN}}


def test_no_months_are_no_months() -> None:
    how = {"reading": "more-than-half", "common_owner": "not-states"}
    assert membership_by_month(SOLD, L, range(0), until=date(2026, 1, 1), **how) == {}  # type: ignore[arg-type]
    later = range(month(2027, 1), month(2027, 3))
    assert membership_by_month(SOLD, L, later, until=date(2026, 1, 1), **how) == {}  # type: ignore[arg-type]
