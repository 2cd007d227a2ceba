"""Membership where the file is doubtful, incomplete, or says who somebody is rather than what it holds."""

import subprocess
import sys
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from k3license.facts.group.members import members
from k3license.facts.group.register import legal_person
from k3license.model.ownership import EntityId
from k3license.model.truth import Truth
from tests.unit.facts.group.structures import CONTROL, DAY, READINGS, L, structure

YES, UNKNOWN = Truth.YES, Truth.UNKNOWN


def truths(case: dict[str, Any], reading: str = "more-than-half", licensee: str = L, **how: Any) -> dict[str, Truth]:
    settings = {"as_of": DAY, "common_owner": "not-states", "listed_down_to": Decimal(0), **how}
    found = members(structure(case), EntityId(licensee), reading=reading, **settings)
    return {str(entity): truth for entity, truth in found.truths.items()}


# Stakes of more than the whole.


def test_a_minority_stays_possible_where_the_stakes_exceed_the_whole_by_what_it_is_short_of() -> None:
    assert truths({"owns": {"L": {"A": 45}, "Q": {"A": 70}}}) == {"A": UNKNOWN}


def test_a_minority_is_ruled_out_where_the_stakes_exceed_the_whole_by_less_than_it_is_short_of() -> None:
    assert truths({"owns": {"L": {"A": 33.4}, "Q": {"A": 33.4}, "R": {"A": 33.4}}}) == {}


def test_of_two_stated_majorities_each_owner_keeps_the_company() -> None:
    case = {"owns": {"L": {"A": 60}, "Q": {"A": 60}}}
    assert truths(case) == truths(case, licensee="Q") == {"A": YES}


def test_bands_that_exceed_the_whole_by_a_trace_leave_exactly_half_possible() -> None:
    case = {"owns": {"L": {"A": "over 25 to 50"}, "Q": {"A": "75 to 100"}}}
    assert truths(case, "half-or-more") == {"A": UNKNOWN}
    assert truths(case, "more-than-half") == {}


def test_shares_of_more_than_the_whole_leave_the_multiplied_reading_open() -> None:
    case = {"owns": {"L": {"A": 100}, "A": {"B": {"percent": 45, "votes": 1}}, "Q": {"B": {"percent": 70, "votes": 1}}}}
    assert truths(case, "multiplied-ownership") == {"A": YES, "B": UNKNOWN}


def test_around_a_ring_of_more_than_the_whole_only_what_goes_once_is_sure() -> None:
    ring = {"A": {"B": 100}, "B": {"A": 100}}
    assert truths({"owns": {"L": {"A": 10}, **ring}}, "multiplied-ownership") == {"A": UNKNOWN, "B": UNKNOWN}
    assert truths({"owns": {"L": {"A": 60}, **ring}}, "multiplied-ownership") == {"A": YES, "B": YES}


# Stakes of unknown size.


def test_a_stake_of_unknown_size_is_no_more_than_the_others_leave() -> None:
    owns = {"L": {"A": "unknown"}, "Q": {"A": 50}}
    assert truths({"owns": owns}, "more-than-half") == {}
    assert truths({"owns": owns}, "half-or-more") == {"A": UNKNOWN}
    assert truths({"owns": {**owns, "Q": {"A": "over 50 to under 75"}}}, "half-or-more") == {}


def test_two_stakes_of_unknown_size_are_no_more_together_than_the_others_leave() -> None:
    case = {"owns": {"L": {"A": "unknown", "S": 100}, "S": {"A": "unknown"}, "Q": {"A": 60}}}
    assert truths(case, "half-or-more") == {"S": YES}


def test_own_shares_of_unknown_size_may_make_a_minority_a_majority() -> None:
    assert truths({"owns": {"L": {"A": 40}, "A": {"A": "unknown"}}}) == {"A": UNKNOWN}
    assert truths({"owns": {"L": {"A": 40}, "A": {"A": "unknown"}, "Q": {"A": 40}}}) == {}


def test_whoever_holds_nothing_controls_nothing_even_where_all_other_votes_are_own_shares() -> None:
    assert truths({"owns": {"L": {"A": 0}, "A": {"A": 100}}}, "half-or-more") == {}


# Kinds.


def test_an_owner_of_unknown_kind_and_all_it_brings_stay_open_as_it_might_be_a_state() -> None:
    case = {"kinds": {"P": "unknown"}, "owns": {"P": {"L": 100, "X": 100}}}
    assert truths(case) == {"P": UNKNOWN, "X": UNKNOWN}
    assert truths(case, common_owner="anyone") == {"P": YES, "X": YES}


def test_an_entity_in_which_shares_are_held_is_no_state_whatever_the_file_says() -> None:
    case = {"kinds": {"P": "unknown", "G": "company"}, "owns": {"G": {"P": 1}, "P": {"L": 100}}}
    assert truths(case) == {"P": YES}


def test_where_only_companies_count_a_fund_above_joins_nobody_but_a_fund_below_belongs() -> None:
    above = {"kinds": {"F": "fund"}, "owns": {"F": {"L": 100, "X": 100}}}
    below = {"kinds": {"F": "fund"}, "owns": {"L": {"F": 100}, "F": {"X": 100}}}
    assert truths(above) == {"F": YES, "X": YES}
    assert truths(above, common_owner="companies-only") == {}
    assert truths(below, common_owner="companies-only") == {"F": YES, "X": YES}


def test_a_state_lends_no_votes_to_those_it_acts_with() -> None:
    case = {
        "kinds": {"G": "state"},
        "acting_together": [["G", "P"]],
        "owns": {"G": {"L": 30}, "P": {"L": 30, "X": 100}},
    }
    assert truths(case) == {}
    assert truths(case, common_owner="anyone") == {"G": YES, "P": YES, "X": YES}


def test_the_licensee_and_those_it_acts_with_are_one() -> None:
    case = {"acting_together": [["L", "M"]], "owns": {"L": {"A": 30}, "M": {"A": 30, "Z": 100}}}
    assert truths(case) == {"A": YES, "M": YES, "Z": YES}
    assert truths(case, "multiplied-ownership") == {"A": YES, "M": YES, "Z": YES}


# Persons behind persons.


def test_a_nominee_votes_for_its_principal() -> None:
    line = {"owner": "N", "owned": "A", "percent": 60, "held_for": L}
    assert truths({"ownership": [line]}) == {"A": YES}
    assert truths({"ownership": [line]}, licensee="N") == {}


def test_a_branch_has_the_group_of_its_legal_person_and_is_not_listed_beside_it() -> None:
    case = {"branches": {"A-paris": "A"}, "owns": {"L": {"A": 100}, "A-paris": {"B": 100}}}
    assert truths(case) == {"A": YES, "B": YES}
    assert truths(case, licensee="A-paris") == {"L": YES, "B": YES}
    assert legal_person(structure(case).holders, EntityId("A-paris")) == "A"


def test_a_holding_counts_from_its_first_day_and_no_longer_on_the_day_it_ends() -> None:
    line = {"owner": "L", "owned": "A", "percent": 100, "from": date(2026, 3, 1), "until": date(2026, 4, 1)}
    on = {day: truths({"ownership": [line]}, as_of=day) for day in (date(2026, 2, 28), date(2026, 3, 1))}
    assert on == {date(2026, 2, 28): {}, date(2026, 3, 1): {"A": YES}}
    assert truths({"ownership": [line]}, as_of=date(2026, 3, 31)) == {"A": YES}
    assert truths({"ownership": [line]}, as_of=date(2026, 4, 1)) == {}


def test_the_same_stake_read_twice_counts_once_and_a_second_stake_counts_too() -> None:
    stake = {"owner": "L", "owned": "A", "percent": 30}
    assert truths({"ownership": [{**stake, "path": "x"}, {**stake, "path": "x"}]}) == {}
    assert truths({"ownership": [stake, stake]}) == {"A": YES}


# Holdings that the file does not list.

UNLISTED = Decimal(50)


def test_the_control_readings_take_the_list_as_complete() -> None:
    case = {"owns": {"L": {"A": 45}}, "entities": ["X"]}
    for reading in CONTROL:
        assert truths(case, reading, listed_down_to=UNLISTED) == {}


def test_any_listed_entity_may_be_influenced_or_have_influence_unless_the_list_goes_down_to_twenty() -> None:
    case = {"owns": {"L": {"A": 100}}, "entities": ["X"], "kinds": {"person": "person", "state": "state"}}
    reading = "significant-influence"
    assert truths(case, reading, listed_down_to=UNLISTED) == {"A": YES, "X": UNKNOWN, "person": UNKNOWN}
    assert truths(case, reading, listed_down_to=Decimal("20.01"))["X"] is UNKNOWN
    assert truths(case, reading, listed_down_to=Decimal(20)) == {"A": YES}


def test_nobody_else_can_have_influence_where_the_listed_holders_leave_less_than_a_fifth() -> None:
    case: dict[str, Any] = {"kinds": {"P": "person", "Q": "person"}, "owns": {"P": {"L": 81}, "Q": {"X": 81}}}
    assert truths(case, "significant-influence", listed_down_to=UNLISTED) == {"P": YES}
    case["owns"]["P"]["L"] = 80
    assert truths(case, "significant-influence", listed_down_to=UNLISTED) == {"P": YES, "Q": UNKNOWN, "X": UNKNOWN}


def test_a_pair_with_a_listed_holding_has_no_other() -> None:
    assert (
        truths({"owns": {"P": {"L": 5}}, "kinds": {"P": "person"}}, "significant-influence", listed_down_to=UNLISTED)
        == {}
    )


def test_one_unlisted_holding_may_lift_a_multiplied_share_over_half() -> None:
    case = {"owns": {"L": {"A": 100}, "A": {"B": 30}}}
    reading = "multiplied-ownership"
    assert truths(case, reading, listed_down_to=UNLISTED) == {"A": YES, "B": UNKNOWN}  # L itself may hold 49 % of B
    assert truths(case, reading, listed_down_to=Decimal(20)) == {"A": YES}  # 30 and under 20 is under half
    full = {"owns": {**case["owns"], "person": {"B": 70}}, "kinds": {"person": "person"}}
    assert truths(full, reading, listed_down_to=UNLISTED) == {"A": YES}  # nothing of B is left to hold


def test_an_unlisted_holding_alone_never_comes_to_more_than_half() -> None:
    assert truths({"entities": ["X", "Y"]}, "multiplied-ownership", listed_down_to=UNLISTED) == {}
    assert truths({"owns": {"L": {"A": 45}}}, "multiplied-ownership", listed_down_to=UNLISTED) == {}


# Assumptions.


@pytest.mark.parametrize("reading", CONTROL)
def test_with_a_member_come_those_it_surely_controls_and_those_without_whom_it_would_be_none(reading: str) -> None:
    case = {"owns": {"L": {"A": "unknown"}, "A": {"B": 100}, "B": {"C": 100}}}
    everybody = {"A": YES, "B": YES, "C": YES}
    assert truths(case, reading) == dict.fromkeys(everybody, UNKNOWN)
    assert truths(case, reading, assumed={"B": True}) == everybody
    assert truths(case, reading, assumed={"B": False}) == {}


def test_with_an_owner_above_come_its_own_owners_and_companies_and_without_it_none_of_them() -> None:
    case = {"owns": {"G": {"P": 100}, "P": {"L": "unknown", "X": 100}}}
    assert truths(case) == dict.fromkeys("GPX", UNKNOWN)
    assert truths(case, assumed={"P": True}) == truths(case, assumed={"X": True}) == dict.fromkeys("GPX", YES)
    assert truths(case, assumed={"G": False}) == {}


def test_two_equal_owners_above_do_not_bring_each_other() -> None:
    case = {"owns": {"P": {"L": "unknown", "X": 100}, "Q": {"L": "unknown", "Y": 100}}}
    found = truths(case, "half-or-more", assumed={"X": True})
    assert found == {"P": YES, "X": YES, "Q": UNKNOWN, "Y": UNKNOWN}


def test_two_members_together_bring_what_neither_brings_alone() -> None:
    case = {"owns": {"L": {"A": "unknown", "B": "unknown"}, "A": {"C": 30}, "B": {"C": 30}}}
    assert truths(case, assumed={"A": True}) == {"A": YES, "B": UNKNOWN, "C": UNKNOWN}
    assert truths(case, assumed={"A": True, "B": True}) == dict.fromkeys("ABC", YES)
    assert truths(case, assumed={"A": True, "C": False}) == {"A": YES}
    assert truths(case, assumed={"C": True}) == dict.fromkeys("ABC", YES)


def test_an_assumption_about_what_is_decided_is_passed_over() -> None:
    case = {"owns": {"L": {"A": 100, "B": 10}}}
    assert truths(case, assumed={"A": False, "B": True}) == {"A": YES}


# The rest.


def test_an_unknown_reading_is_refused() -> None:
    with pytest.raises(ValueError, match="majority"):
        truths({}, "majority")


@pytest.mark.parametrize("reading", READINGS)
def test_a_licensee_that_stands_alone_has_no_group(reading: str) -> None:
    assert truths({}, reading) == {}


def test_chains_and_stars_are_followed_without_loading_the_graph_library() -> None:
    script = (
        "import sys, datetime, decimal\n"
        "from tests.unit.facts.group.structures import *\n"
        "from k3license.facts.group.members import members\n"
        "case = {'owns': {'G': {'L': 60}, 'L': {'A': 100, 'B': 60}, 'A': {'C': 30}, 'B': {'C': 30}}}\n"
        "for reading in READINGS:\n"
        "    found = members(structure(case), L, as_of=DAY, reading=reading, common_owner='not-states')\n"
        "    dict(found)\n"
        "print('networkx' in sys.modules)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
