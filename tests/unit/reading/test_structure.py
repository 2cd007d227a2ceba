"""Holdings and control as the group is computed from them: each stake once, unknown dates never sure."""

from datetime import date
from decimal import Decimal

from k3license.model.ownership import ControlFact, EntityKind, FundManagement, JointControl, Structure
from k3license.model.ranges import Range, exactly
from k3license.reading.structure import structure_of
from tests.unit.reading.samples import read

WHOLE = Range(Decimal(0), Decimal(100))


def structure(text: str) -> Structure:
    return structure_of(read(text).profile)


def holdings(text: str) -> list[tuple[Range, Range, date | None, date | None, str]]:
    found = structure(f"entities: {{a: {{}}, b: {{}}, c: {{}}}}\n{text}" if "entities" not in text else text).holdings
    return [(each.percent, each.votes, each.start, each.end, each.path) for each in found]


def test_votes_are_the_percentage_where_nothing_else_is_said() -> None:
    assert holdings("entities: {a: {owns: {b: over 50}}, b: {}}\n") == [
        (
            Range(Decimal(50), Decimal(100), low_open=True),
            Range(Decimal(50), Decimal(100), low_open=True),
            None,
            None,
            "entities.a.owns.b",
        )
    ]


def test_an_unknown_percentage_is_anything_from_nothing_to_all() -> None:
    [(percent, votes, *_)] = holdings("ownership:\n  - {owner: a, owned: b, percent: unknown, votes: 51}\n")
    assert (percent, votes) == (WHOLE, exactly(51))


def test_the_same_stake_in_both_forms_counts_once() -> None:
    text = "entities: {a: {owns: {b: 60}}, b: {}}\nownership:\n  - {owner: a, owned: b, percent: 60}\n"
    assert holdings(text) == [(exactly(60), exactly(60), None, None, "entities.a.owns.b")]


def test_the_same_stake_twice_in_the_long_form_counts_once() -> None:
    item = "  - {owner: a, owned: b, percent: 60}\n"
    assert holdings(f"ownership:\n{item}{item}") == [(exactly(60), exactly(60), None, None, "ownership.1")]


def test_a_bound_and_a_figure_within_it_are_one_stake() -> None:
    text = "entities: {a: {owns: {b: over 50}}, b: {}}\nownership:\n  - {owner: a, owned: b, percent: 60, votes: 70}\n"
    assert [found[:2] for found in holdings(text)] == [(exactly(60), exactly(70))]


def test_two_shares_in_the_long_form_are_two_classes() -> None:
    items = "  - {owner: a, owned: b, percent: 30}\n  - {owner: a, owned: b, percent: 25}\n"
    assert [found[0] for found in holdings(f"ownership:\n{items}")] == [exactly(30), exactly(25)]


def test_equal_shares_of_two_named_classes_are_two_stakes() -> None:
    items = "".join(f"  - {{owner: a, owned: b, percent: 30, class: {name}}}\n" for name in ("A", "B"))
    assert [found[0] for found in holdings(f"ownership:\n{items}")] == [exactly(30), exactly(30)]


def test_stakes_held_for_different_principals_are_different_stakes() -> None:
    items = "".join(f"  - {{owner: a, owned: b, percent: 30, nominee_for: {each}}}\n" for each in ("a", "c"))
    found = structure(f"entities: {{a: {{}}, b: {{}}, c: {{}}}}\nownership:\n{items}").holdings
    assert [(each.percent, each.held_for) for each in found] == [(exactly(30), "a"), (exactly(30), "c")]


def test_a_stake_that_changed_is_one_after_the_other() -> None:
    text = """
entities: {a: {owns: {b: {percent: 40, until: 2026-01-01}}}, b: {}}
ownership:
  - {owner: a, owned: b, percent: 60, from: 2026-01-01}
"""
    assert holdings(text) == [
        (exactly(40), exactly(40), None, date(2026, 1, 1), "entities.a.owns.b"),
        (exactly(60), exactly(60), date(2026, 1, 1), None, "ownership.1"),
    ]


def test_statements_that_overlap_and_agree_are_joined() -> None:
    text = """
entities: {a: {owns: {b: {percent: 60, until: 2026-01-01}}}, b: {}}
ownership:
  - {owner: a, owned: b, percent: 60, from: 2025-06-01, until: 2026-06-01}
"""
    assert holdings(text) == [(exactly(60), exactly(60), None, date(2026, 6, 1), "entities.a.owns.b")]


def test_of_a_stake_with_an_unknown_date_it_is_unknown_whether_it_holds() -> None:
    text = "ownership:\n  - {owner: a, owned: b, percent: 60, from: unknown, until: 2026-06-01}\n"
    perhaps = Range(Decimal(0), Decimal(60))
    assert holdings(text) == [(perhaps, perhaps, None, date(2026, 6, 1), "ownership.1")]


def test_a_sure_statement_settles_a_time_that_an_unsure_one_leaves_open() -> None:
    text = """
entities: {a: {owns: {b: {percent: 60, from: unknown}}}, b: {}}
ownership:
  - {owner: a, owned: b, percent: 60, from: 2026-01-01}
"""
    assert [(found[0], found[2], found[3]) for found in holdings(text)] == [
        (Range(Decimal(0), Decimal(60)), None, date(2026, 1, 1)),
        (exactly(60), date(2026, 1, 1), None),
    ]


def test_control_of_which_a_date_is_unknown_holds_perhaps() -> None:
    found = structure("""
entities: {a: {}, b: {}, c: {}}
control:
  - {controller: a, controlled: b, by: board majority, from: 2024-01-01}
  - {controller: a, controlled: c, by: contract, from: unknown}
""")
    assert found.control == (
        ControlFact("a", "b", "board majority", "control.1", date(2024, 1, 1)),  # type: ignore[arg-type]
        ControlFact("a", "c", "contract", "control.2", perhaps=True),  # type: ignore[arg-type]
    )
    assert found.holdings == ()


def test_entities_keep_what_they_are() -> None:
    found = structure("entities: {a: {kind: person}, b: {dissolved: 2026-01, branch_of: c}, c: {managed_by: a}}\n")
    person, branch, fund = found.holders.values()
    assert (person.kind, branch.kind) == (EntityKind.PERSON, None)
    assert (branch.dissolved, branch.branch_of) == (date(2026, 1, 1), "c")
    assert found.fund_management == (FundManagement("a", fund.id, "entities.c.managed_by"),)  # type: ignore[arg-type]


def test_the_other_ties_keep_their_paths() -> None:
    found = structure("""
entities: {a: {}, b: {}, c: {}}
acting_together: [[a, c]]
joint_control:
  - {controlled: b, parties: [a, c]}
options:
  - {holder: a, target: b, votes: 20, exercisable: yes}
  - {holder: a, target: b, votes: 20, exercisable: no}
  - {holder: a, target: b, votes: 20}
""")
    assert found.acting_together == (("a", "c"),)
    assert found.joint_control == (JointControl("b", ("a", "c"), "joint_control.1"),)  # type: ignore[arg-type]
    perhaps = Range(Decimal(0), Decimal(20))
    assert [(each.votes, each.exercisable, each.path) for each in found.options] == [
        (exactly(20), True, "options.1"),
        (exactly(20), False, "options.2"),
        (perhaps, True, "options.3"),
    ]
