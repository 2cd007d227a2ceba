"""Why somebody is a member, what near misses lack, and which facts an open membership turns on."""

from datetime import date
from decimal import Decimal
from typing import Any

from k3license.facts.group.members import Group, members, near_misses
from k3license.model.ownership import EntityId, Step
from k3license.model.ranges import Range, exactly
from k3license.model.truth import Truth
from tests.unit.facts.group.structures import DAY, L, structure


def group(case: dict[str, Any], reading: str = "more-than-half", **how: Any) -> Group:
    settings = {"as_of": DAY, "common_owner": "not-states", "listed_down_to": Decimal(0), **how}
    return members(structure(case), L, reading=reading, **settings)


def missed(case: dict[str, Any], reading: str = "more-than-half", **how: Any) -> dict[EntityId, str]:
    settings = {"as_of": DAY, "common_owner": "not-states", "listed_down_to": Decimal(0), **how}
    return dict(near_misses(structure(case), L, reading=reading, **settings))


def said(steps: tuple[Step, ...]) -> list[str]:
    return [f"{'+'.join(step.holders)} > {step.target}" for step in steps]


def test_a_chain_down_is_told_from_the_licensee_with_what_each_holds_and_since_when() -> None:
    since = date(2024, 5, 1)
    found = group({"owns": {"L": {"A": 60, "C": 10}, "A": {"C": {"percent": 41, "from": since}}}})
    assert found[EntityId("C")].because == (
        Step((L,), EntityId("A"), exactly(60), None, ("entities.L.owns.A",)),
        Step((EntityId("A"), L), EntityId("C"), exactly(51), None, ("entities.L.owns.C", "entities.A.owns.C"), since),
    )


def test_only_as_many_holders_are_named_as_it_takes() -> None:
    case = {"owns": {"L": {"S": 100, "T": 100, "A": 5}, "S": {"A": 40}, "T": {"A": 20}}}
    assert said(group(case)[EntityId("A")].because) == ["L > S", "L > T", "S+T > A"]


def test_an_owner_in_common_is_told_first_up_to_the_licensee_then_down_by_the_nearest_owner() -> None:
    case = {"owns": {"G": {"P": 100}, "P": {"L": 60, "X": 70}, "X": {"Y": 80}}}
    found = group(case)
    assert said(found[EntityId("P")].because) == ["P > L"]
    assert said(found[EntityId("G")].because) == ["G > P", "P > L"]
    assert said(found[EntityId("Y")].because) == ["P > L", "P > X", "X > Y"]


def test_a_declared_fact_is_a_step_without_a_percentage() -> None:
    case = {"control": [{"controller": "L", "controlled": "A", "by": "contract"}]}
    assert group(case)[EntityId("A")].because == (Step((L,), EntityId("A"), None, "contract", ("control[0]",)),)


def test_own_shares_raise_the_part_of_the_votes_that_count() -> None:
    (step,) = group({"owns": {"L": {"A": 46}, "A": {"A": 10}}})[EntityId("A")].because
    assert step.held == Range(Decimal("51.111111111111"), Decimal("51.111111111112"))
    assert step.paths == ("entities.L.owns.A", "entities.A.owns.A")


def test_multiplied_ownership_is_told_as_the_product_with_the_holdings_on_all_lines() -> None:
    case = {"owns": {"L": {"A": 80, "B": 50}, "A": {"C": 60}, "B": {"C": 40}}}
    (step,) = group(case, "multiplied-ownership")[EntityId("C")].because
    assert step.held == exactly(68)
    assert set(step.paths) == {f"entities.{pair}" for pair in ("L.owns.A", "L.owns.B", "A.owns.C", "B.owns.C")}


def test_influence_is_told_with_the_control_that_leads_to_it() -> None:
    case = {"owns": {"L": {"S": 60}, "S": {"A": 25}, "A": {"B": 100}, "I": {"L": 30}, "J": {"I": 90}}}
    found = group(case, "significant-influence")
    assert said(found[EntityId("B")].because) == ["L > S", "S > A", "A > B"]
    assert said(found[EntityId("J")].because) == ["J > I", "I > L"]


def test_a_near_miss_says_what_is_held_and_what_it_would_take() -> None:
    case = {"owns": {"L": {"A": "49.9999"}, "P": {"L": 45}, "Q": {"A": 50}}, "entities": ["stranger"]}
    assert missed(case) == {
        "A": "L holds 49.9999 % of the votes in A, needs more than 50 %",
        "P": "P holds 45 % of the votes in L, needs more than 50 %",
    }
    assert missed({"owns": {"L": {"A": 19.99}}}, "significant-influence") == {
        "A": "L holds 19.99 % of the votes in A, needs 20 % or more"
    }
    assert missed({"owns": {"L": {"A": 60}, "A": {"B": 60}}}, "multiplied-ownership") == {
        "B": "L owns 36 % of B in the end, needs more than 50 %"
    }


def test_an_owner_that_controls_but_does_not_count_is_a_near_miss() -> None:
    case = {"kinds": {"G": "state"}, "owns": {"G": {"L": 100}}}
    assert missed(case) == {"G": "controls, but its kind is not one that counts as a common owner"}


def test_an_open_membership_names_the_stakes_it_turns_on_and_the_first_that_falls_short() -> None:
    case = {"owns": {"L": {"A": "unknown", "B": 100}, "B": {"A": "20 to 30"}, "A": {"C": 100}, "Q": {"D": "unknown"}}}
    found = group(case)[EntityId("C")]
    assert found.member is Truth.UNKNOWN
    assert found.open_paths == ("entities.L.owns.A", "entities.B.owns.A")
    assert found.lacks == "L holds 0 % to 80 % of the votes in A, needs more than 50 %"
    assert said(found.because) == ["L > A", "A > C"]


def test_an_open_membership_that_turns_on_a_kind_asks_for_the_kind() -> None:
    found = group({"kinds": {"P": "unknown"}, "owns": {"P": {"L": 100, "X": 100}}})[EntityId("X")]
    assert found.open_paths == ("entities.P.kind",)
    assert found.lacks == "counts only if the kind of P does, which is not known"


def test_stakes_that_exceed_the_whole_are_all_asked_about() -> None:
    found = group({"owns": {"L": {"A": 45}, "Q": {"A": 70}}})[EntityId("A")]
    assert found.open_paths == ("entities.L.owns.A", "entities.Q.owns.A")


def test_what_only_unlisted_holdings_could_bring_asks_how_far_down_the_list_goes() -> None:
    found = group({"entities": ["X"]}, "significant-influence", listed_down_to=Decimal(50))[EntityId("X")]
    assert found.open_paths == ("listed_down_to",)
    found = group({"owns": {"L": {"A": 100}, "A": {"B": 30}}}, "multiplied-ownership", listed_down_to=Decimal(50))[
        EntityId("B")
    ]
    assert found.open_paths == ("listed_down_to",)


def test_every_member_of_a_long_chain_is_told_its_whole_chain() -> None:
    found = group({"chain": {"length": 300, "percent": 51}})
    assert [len(membership.because) for membership in found.values()] == list(range(1, 301))
