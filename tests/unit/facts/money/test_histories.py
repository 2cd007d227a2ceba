"""What held on some day of a month, and what held throughout it."""

from datetime import date

from k3license.facts.money.history import ALWAYS, NEVER, History, by_month, on_any_day, on_every_day
from k3license.model.months import Month, month_at
from k3license.model.truth import Truth

YES, NO, UNKNOWN = Truth.YES, Truth.NO, Truth.UNKNOWN
APRIL, MAY, JUNE, JULY = (month_at(2026, number) for number in (4, 5, 6, 7))


def over(history: History) -> list[Truth]:
    return [history.at(month) for month in (APRIL, MAY, JUNE, JULY)]


def test_what_always_holds_or_never_does_so_in_every_month() -> None:
    assert ALWAYS.at(Month(0)) is YES
    assert NEVER.at(JULY) is NO


def test_months_hold_until_the_next_that_is_stated() -> None:
    assert over(by_month({MAY: YES, JULY: NO})) == [NO, YES, YES, NO]


def test_a_month_of_a_change_counts_for_both_sides() -> None:
    joined = [(date(2026, 5, 31), YES)]
    left = [(date(2026, 6, 2), NO)]
    assert over(on_any_day(NO, joined)) == [NO, YES, YES, YES]
    assert over(on_any_day(YES, left)) == [YES, YES, YES, NO]


def test_the_first_day_of_a_month_belongs_to_it_alone() -> None:
    assert over(on_any_day(YES, [(date(2026, 6, 1), NO)])) == [YES, YES, NO, NO]


def test_a_stay_of_some_days_makes_the_month() -> None:
    stay = [(date(2026, 5, 10), YES), (date(2026, 5, 20), NO)]
    assert over(on_any_day(NO, stay)) == [NO, YES, NO, NO]
    assert over(on_every_day(NO, stay)) == [NO, UNKNOWN, NO, NO]


def test_changes_on_first_days_of_following_months_do_not_run_into_each_other() -> None:
    stay = [(date(2026, 5, 1), YES), (date(2026, 6, 1), NO)]
    assert over(on_any_day(NO, stay)) == [NO, YES, NO, NO]
    assert over(on_every_day(NO, stay)) == [NO, YES, NO, NO]


def test_part_of_a_month_is_neither_the_whole_nor_nothing() -> None:
    assert over(on_every_day(NO, [(date(2026, 5, 15), YES)])) == [NO, UNKNOWN, YES, YES]
    assert over(on_every_day(YES, [(date(2026, 5, 15), NO)])) == [YES, UNKNOWN, NO, NO]


def test_what_is_unknown_stays_so() -> None:
    assert over(on_any_day(NO, [(date(2026, 5, 15), UNKNOWN)])) == [NO, UNKNOWN, UNKNOWN, UNKNOWN]
    assert over(on_every_day(YES, [(date(2026, 5, 15), UNKNOWN)])) == [YES, UNKNOWN, UNKNOWN, UNKNOWN]
    assert over(on_any_day(YES, [(date(2026, 5, 15), UNKNOWN)])) == [YES, YES, UNKNOWN, UNKNOWN]
