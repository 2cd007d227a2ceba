"""The group's facts in their short and their long forms, and what absent becomes."""

from datetime import date
from decimal import Decimal

import pytest

from k3license.model.amounts import Amount
from k3license.model.figures import Figures
from k3license.model.ranges import Range, exactly
from k3license.model.truth import Truth
from k3license.model.unknown import UNKNOWN
from k3license.profile.records import OtherAffiliates
from tests.unit.profile.samples import profile


@pytest.mark.parametrize(
    ("text", "percent", "votes"),
    [
        ("{b: 50}", exactly(50), None),
        ("{b: over 50}", Range(Decimal(50), Decimal(100), low_open=True), None),
        ("{b: 25 to 50}", Range(Decimal(25), Decimal(50)), None),
        ("{b: unknown}", Range(Decimal(0), Decimal(100)), None),
        ("{b: {more_than: 50, at_most: 75}}", Range(Decimal(50), Decimal(75), low_open=True), None),
        ("{b: {percent: 50, votes: 50.01}}", exactly(50), exactly("50.01")),
        ("{b: {percent: 50, votes: unknown}}", exactly(50), Range(Decimal(0), Decimal(100))),
        ("[b]", exactly(100), None),
        ("b", exactly(100), None),
    ],
)
def test_a_stake_is_read_in_its_short_and_its_long_form(text: str, percent: Range, votes: Range | None) -> None:
    [stake] = profile(f"entities: {{a: {{owns: {text}}}}}\n").entities.popitem()[1].owns.values()
    assert (stake.percent, stake.votes, stake.start, stake.end) == (percent, votes, None, None)


def test_a_stake_has_its_time() -> None:
    text = "entities: {a: {owns: {b: {percent: 50, from: 2019-03-01, until: unknown}}}}\n"
    [stake] = profile(text).entities.popitem()[1].owns.values()
    assert (stake.start, stake.end) == (date(2019, 3, 1), UNKNOWN)


def test_what_an_entity_does_not_say_is_unknown() -> None:
    _, silent = profile("entities: {a: {}}\n").entities.popitem()
    assert (silent.kind, silent.holds_copy, silent.revenue) == (UNKNOWN, UNKNOWN, UNKNOWN)
    assert (silent.model_as_a_service, silent.owns, silent.lei) == (Truth.UNKNOWN, {}, None)


def test_the_other_facts_of_an_entity_are_read() -> None:
    text = """
entities:
  a: {name: A, kind: fund, jurisdiction: NO, lei: 529900T8BM49AURSDO55, holds_copy: none, dissolved: 2026-01,
      branch_of: b, managed_by: c}
"""
    _, entity = profile(text).entities.popitem()
    assert (entity.name, entity.kind, entity.jurisdiction, entity.lei) == ("A", "fund", "NO", "529900T8BM49AURSDO55")
    assert (entity.holds_copy, entity.dissolved) == (frozenset(), date(2026, 1, 1))
    assert (entity.branch_of, entity.managed_by) == ("b", "c")


def test_the_long_forms_of_the_group_are_read() -> None:
    read = profile(
        """
ownership:
  - {owner: a, owned: b, percent: 4, votes: 5, from: 2020-01-01, until: none, nominee_for: c, class: A}
control:
  - {controller: a, controlled: b, by: board majority, from: 2024-01-01}
acting_together: [[p, q], [r, s, t]]
joint_control:
  - {controlled: b, parties: [a, c]}
options:
  - {holder: a, target: b, votes: 20, exercisable: yes}
"""
    )
    [holding] = read.ownership
    assert (holding.owner, holding.owned, holding.percent, holding.votes) == ("a", "b", exactly(4), exactly(5))
    assert (holding.start, holding.end, holding.nominee_for) == (date(2020, 1, 1), None, "c")
    assert holding.share_class == "A"
    assert read.control[0].by == "board majority"
    assert read.acting_together == (("p", "q"), ("r", "s", "t"))
    assert read.joint_control[0].parties == ("a", "c")
    assert read.options[0].exercisable is Truth.YES


@pytest.mark.parametrize(
    "key", ["ownership", "control", "acting_together", "joint_control", "options", "confirmations"]
)
def test_a_list_can_be_said_to_be_empty(key: str) -> None:
    assert getattr(profile(f"{key}: none\n"), key) == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("none", "none"),
        ("unknown", UNKNOWN),
        ("{count: 58, model_as_a_service: no}", OtherAffiliates(count=exactly(58), model_as_a_service=Truth.NO)),
        ("{count: unknown, revenue: included}", OtherAffiliates(revenue="included")),
        ("{count: at least 2, revenue: unknown}", OtherAffiliates(count=Range(Decimal(2), None))),
    ],
)
def test_other_affiliates_are_read(text: str, value: object) -> None:
    assert profile(f"other_affiliates: {text}\n").other_affiliates == value


def test_the_revenue_of_other_affiliates_is_figures() -> None:
    others = profile("other_affiliates: {revenue: {currency: EUR, any_12_months: under 5M}}\n").other_affiliates
    assert isinstance(others, OtherAffiliates)
    assert isinstance(others.revenue, Figures)
    assert others.revenue.path == "other_affiliates.revenue"


def test_what_a_profile_does_not_say_has_the_defaults_of_the_format() -> None:
    silent = profile("")
    assert (silent.other_affiliates, silent.agreements) == (UNKNOWN, UNKNOWN)
    assert (silent.listed_down_to, silent.other_model_as_a_service) == (Amount(exactly(50)), Truth.UNKNOWN)
    assert (silent.licensee, silent.name, silent.entities, silent.offerings) == (None, None, {}, {})


def test_the_statements_on_what_is_not_listed_are_read() -> None:
    read = profile("listed_down_to: 20\nother_model_as_a_service: none\n")
    assert (read.listed_down_to, read.other_model_as_a_service) == (Amount(exactly(20)), Truth.NO)
