"""Beneficial ownership statements: the newest of each record, direct interests, and what stays open."""

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from k3license.importers.bods_interests import KINDS, Meaning
from k3license.model.ranges import Range, exactly
from k3license.profile.records import HoldingRecord, Stake
from tests.unit.importers.files import (
    company,
    entity_of,
    group,
    imported,
    interest,
    profile_of,
    refused,
    statement,
    statements,
)

TWO = company("a"), company("b")
WHOLE = {"type": "shareholding", "share": {"exact": 100}}


def holdings(tmp_path: Path, *items: object) -> list[tuple[str, str, Range, Range | None, Any, Any]]:
    profile = profile_of(imported("bods", tmp_path, {"s.json": statements(items)}))
    stakes: list[tuple[str, str, Stake | HoldingRecord]] = [
        (owner, owned, stake) for owner, each in profile.entities.items() for owned, stake in each.owns.items()
    ]
    stakes += [(each.owner, each.owned, each) for each in profile.ownership]
    return [(owner, owned, each.percent, each.votes, each.start, each.end) for owner, owned, each in stakes]


def test_the_newest_statement_of_a_record_counts_and_stakes_do_not_add_up(tmp_path: Path) -> None:
    old = interest("a", "b", {"type": "shareholding", "share": {"exact": 30}}, record="r", statementDate="2020-01-01")
    new = interest(
        "a",
        "b",
        {"type": "shareholding", "share": {"exact": 60}},
        record="r",
        recordStatus="updated",
        statementDate="2021-01-01T10:00:00Z",
    )
    for order in ([*TWO, old, new], [new, *TWO, old]):
        assert holdings(tmp_path, *order) == [("a", "b", exactly(60), None, None, None)]


def test_of_statements_of_one_day_the_later_status_is_the_newer(tmp_path: Path) -> None:
    new = interest("a", "b", WHOLE, record="r", statementDate="2020-01-01")
    closed = interest("a", "b", WHOLE, record="r", recordStatus="closed", statementDate="2020-01-01")
    assert holdings(tmp_path, *TWO, closed, new)[0][5] == date(2020, 1, 1)


def test_statements_of_different_time_zones_are_put_in_order(tmp_path: Path) -> None:
    early = interest("a", "b", WHOLE, record="r", statementDate="2020-06-01T01:00:00+02:00")
    late = interest(
        "a", "b", {"type": "shareholding", "share": {"exact": 1}}, record="r", statementDate="2020-05-31T23:30:00Z"
    )
    assert holdings(tmp_path, *TWO, early, late)[0][2] == exactly(1)


def test_two_newest_statements_that_differ_are_refused(tmp_path: Path) -> None:
    one, other = (interest("a", "b", {"type": "shareholding", "share": {"exact": n}}, record="r") for n in (30, 60))
    [line] = refused("bods", tmp_path, {"s.json": statements([*TWO, one, other])})
    assert "two statements of record r, both the newest, say different things" in line


def test_a_closed_record_ended_between_its_last_statement_and_its_closing(tmp_path: Path) -> None:
    stated = interest("a", "b", WHOLE, record="r", statementDate="2020-01-01")
    closed = interest("a", "b", WHOLE, record="r", recordStatus="closed", statementDate="2022-01-01")
    result = imported("bods", tmp_path, {"s.json": statements([*TWO, stated, closed])})
    assert group(result, "a", on=date(2019, 12, 31)) == {"b": "yes"}
    assert group(result, "a", on=date(2021, 1, 1)) == {"b": "unknown"}
    assert group(result, "a", on=date(2022, 1, 1)) == {}


def test_an_end_is_the_first_day_on_which_the_interest_is_gone(tmp_path: Path) -> None:
    ended = {**WHOLE, "startDate": "2020-01-01", "endDate": "2021-01-01"}
    result = imported("bods", tmp_path, {"s.json": statements([*TWO, interest("a", "b", ended)])})
    assert group(result, "a", on=date(2020, 12, 31)) == {"b": "yes"}
    assert group(result, "a", on=date(2021, 1, 1)) == {}


def test_components_are_read_instead_of_the_indirect_summary_of_them(tmp_path: Path) -> None:
    first = interest("a", "b", {**WHOLE, "directOrIndirect": "direct"}, record="r1")
    second = interest(
        "b", "c", {"type": "shareholding", "directOrIndirect": "direct", "share": {"exact": 60}}, record="r2"
    )
    summary = interest(
        "a", "c", {"type": "shareholding", "directOrIndirect": "indirect", "share": {"exact": 60}}, record="r3"
    )
    details = summary["recordDetails"]
    assert isinstance(details, dict)
    details["componentRecords"] = ["r1", "r2", "b"]
    items = [*TWO, company("c"), first, second, summary]
    assert [each[:3] for each in holdings(tmp_path, *items)] == [("a", "b", exactly(100)), ("b", "c", exactly(60))]
    result = imported("bods", tmp_path, {"s.json": statements(items)})
    assert [each.what for each in result.report.unmapped] == ["a shareholding in c"]


def test_an_indirect_interest_without_components_leaves_the_share_open(tmp_path: Path) -> None:
    summary = interest("a", "b", {"type": "shareholding", "directOrIndirect": "indirect", "share": {"exact": 60}})
    result = imported("bods", tmp_path, {"s.json": statements([*TWO, summary])})
    assert group(result, "a") == {"b": "unknown"}


BANDS = {
    "exactly": ({"exact": 50}, exactly(50)),
    "more than, to at most": ({"exclusiveMinimum": 25, "maximum": 50}, Range(Decimal(25), Decimal(50), True)),
    "from to": ({"minimum": 25, "maximum": 50}, Range(Decimal(25), Decimal(50))),
    "between": (
        {"exclusiveMinimum": 50, "exclusiveMaximum": 75},
        Range(Decimal(50), Decimal(75), low_open=True, high_open=True),
    ),
    "more than": ({"exclusiveMinimum": 25}, Range(Decimal(25), Decimal(100), low_open=True)),
    "less than": ({"exclusiveMaximum": 25}, Range(Decimal(0), Decimal(25), high_open=True)),
    "exactly, with its own bounds": ({"exact": 33.333, "minimum": 33.333, "maximum": 33.333}, exactly("33.333")),
    "not said": ({}, Range(Decimal(0), Decimal(100))),
}


@pytest.mark.parametrize(("share", "expected"), BANDS.values(), ids=BANDS.keys())
def test_bands_keep_their_ends(tmp_path: Path, share: dict[str, float], expected: Range) -> None:
    item = interest("a", "b", {"type": "shareholding", "share": share})
    assert [each[2] for each in holdings(tmp_path, *TWO, item)] == [expected]


def test_votes_stand_beside_shares_and_do_not_add_to_them(tmp_path: Path) -> None:
    votes = {"type": "votingRights", "share": {"exclusiveMinimum": 50, "maximum": 75}}
    shares = {"type": "shareholding", "share": {"exclusiveMinimum": 25, "maximum": 50}}
    result = imported("bods", tmp_path, {"s.json": statements([*TWO, interest("a", "b", votes, shares)])})
    assert [each[2:4] for each in holdings(tmp_path, *TWO, interest("a", "b", votes, shares))] == [
        (Range(Decimal(25), Decimal(50), True), Range(Decimal(50), Decimal(75), True))
    ]
    assert group(result, "a") == {"b": "yes"}
    assert not result.report.warnings


def test_votes_of_another_time_than_the_shares_keep_their_time(tmp_path: Path) -> None:
    shares = {"type": "shareholding", "share": {"exact": 40}, "startDate": "2010-01-01"}
    votes = {"type": "votingRights", "share": {"exact": 60}, "startDate": "2015-01-01"}
    result = imported("bods", tmp_path, {"s.json": statements([*TWO, interest("a", "b", shares, votes)])})
    assert group(result, "a", on=date(2014, 12, 31)) == {}
    assert group(result, "a", on=date(2015, 1, 1)) == {"b": "yes"}


def test_there_are_23_kinds_of_interest_and_each_is_mapped_or_reported(tmp_path: Path) -> None:
    assert len(KINDS) == 23
    for kind, (meaning, words) in KINDS.items():
        result = imported("bods", tmp_path, {"s.json": statements([*TWO, interest("a", "b", {"type": kind})])})
        expected = {Meaning.CONTROL: {"b": "yes"}, Meaning.NOTHING: {}}.get(meaning, {"b": "unknown"})
        assert (kind, group(result, "a")) == (kind, expected)
        reported = [(each.what, each.why) for each in result.report.unmapped]
        assert reported == ([(f"a {kind} in b", words)] if meaning is Meaning.NOTHING else [])


@pytest.mark.parametrize(
    ("share", "more_than_half", "half"),
    [(51, "yes", "yes"), (50, None, "yes"), (49, None, None)],
    ids=["a majority", "half", "less"],
)
def test_how_much_of_the_board_somebody_appoints_decides(
    tmp_path: Path, share: int, more_than_half: str | None, half: str | None
) -> None:
    item = interest("a", "b", {"type": "appointmentOfBoard", "share": {"exact": share}})
    result = imported("bods", tmp_path, {"s.json": statements([*TWO, item])})
    assert group(result, "a").get("b") == more_than_half
    assert group(result, "a", reading="half-or-more").get("b") == half


def test_who_stands_behind_a_nominee_is_the_one_in_control(tmp_path: Path) -> None:
    arrangement = statement("n", "entity", {"entityType": {"type": "arrangement", "subtype": "nomination"}})
    items = [
        *(company(id) for id in "abc"),
        arrangement,
        interest("a", "n", {"type": "nominee"}),
        interest("b", "n", {"type": "nominator"}),
        interest("n", "c", WHOLE),
    ]
    result = imported("bods", tmp_path, {"s.json": statements(items)})
    assert group(result, "c") == {"b": "yes", "n": "yes"}


def test_a_party_that_is_not_specified_reaches_the_answer_as_open(tmp_path: Path) -> None:
    nobody_knows = {"reason": "subjectUnableToConfirmOrIdentifyBeneficialOwner", "description": "no answer"}
    item = statement("r", "relationship", {"subject": "b", "interestedParty": nobody_knows})
    result = imported("bods", tmp_path, {"s.json": statements([*TWO, item])})
    assert group(result, "b") == {"unknown-party-r": "unknown"}
    assert "#   unknown-party-r: subjectUnableToConfirmOrIdentifyBeneficialOwner" in result.text


def test_that_nobody_has_to_be_disclosed_adds_nobody(tmp_path: Path) -> None:
    item = statement("r", "relationship", {"subject": "b", "interestedParty": {"reason": "noBeneficialOwners"}})
    result = imported("bods", tmp_path, {"s.json": statements([*TWO, item])})
    assert list(profile_of(result).entities) == ["a", "b"]
    assert "#   b: nobody has to be disclosed as its beneficial owner (noBeneficialOwners)" in result.text


def test_a_relationship_without_interests_is_a_stake_of_any_size(tmp_path: Path) -> None:
    result = imported("bods", tmp_path, {"s.json": statements([*TWO, interest("a", "b")])})
    assert group(result, "a") == {"b": "unknown"}


def test_of_persons_only_the_name_is_taken(tmp_path: Path) -> None:
    details = {
        "personType": "knownPerson",
        "names": [{"type": "legal", "fullName": "Ann Founder"}],
        "birthDate": "1975-06-20",
        "nationalities": [{"code": "GB"}],
        "addresses": [{"address": "1 Private Road"}],
    }
    result = imported("bods", tmp_path, {"s.json": statements([*TWO, statement("p", "person", details)])})
    assert entity_of(result, "p").name == "Ann Founder"
    assert not any(secret in result.text for secret in ("1975", "Private Road", "nationalit"))


def test_json_lines_are_read_like_a_list(tmp_path: Path) -> None:
    items = [*TWO, interest("a", "b", WHOLE)]
    lines = "\n".join(statements([item])[1:-1] for item in items)
    as_lines, as_list = (imported("bods", tmp_path, {"s.json": text}) for text in (lines, statements(items)))
    assert as_lines.text == as_list.text


def test_ids_that_a_profile_cannot_have_are_replaced_and_named(tmp_path: Path) -> None:
    items = [company("urn:a/1"), company("urn:a:1"), interest("urn:a/1", "urn:a:1", WHOLE)]
    result = imported("bods", tmp_path, {"s.json": statements(items)}, root="urn:a/1")
    [first, second] = profile_of(result).entities
    assert profile_of(result).licensee == first
    assert group(result, first) == {second: "yes"}
    assert f"#   {first}: the record urn:a/1" in result.text


REFUSED = {
    "a file that is cut off": (statements([*TWO])[:-40], "s.json:1:", "the file ends in the middle of an item"),
    "a file that is cut off between two statements": (statements([*TWO])[:-1], "s.json:1:", "the file ends in the"),
    "text that is no JSON": ("[{'a': 1}]", "s.json:1:3: error[json]", "this is no JSON"),
    "a key given twice": ('[{"recordId": "a", "recordId": "b"}]', "s.json:1: error[json]", "given twice"),
    "a number that is none": ('[{"recordId": NaN}]', "s.json:1: error[json]", "NaN is not a number"),
    "a list of lists": ("[[1]]", "s.json:1: error[shape]", "a statement is expected here"),
    "version 0.3": (
        statements([{"statementID": "x", "statementType": "entityStatement", "name": "A"}]),
        "s.json: error[version]",
        "version 0.4 is read",
    ),
    "a share above 100": (
        statements([*TWO, interest("a", "b", {"type": "shareholding", "share": {"exact": 150}})]),
        "s.json:1: error[share]: recordDetails.interests[1].share.exact",
        '"150" is not a percentage',
    ),
    "bounds that exclude each other": (
        statements([*TWO, interest("a", "b", {"type": "shareholding", "share": {"minimum": 60, "maximum": 50}})]),
        "s.json:1: error[share]",
        "no share is all of this: minimum 60, maximum 50",
    ),
    "a kind of interest of an older version": (
        statements([*TWO, interest("a", "b", {"type": "voting-rights"})]),
        "s.json:1: error[word]: recordDetails.interests[1].type",
        'did you mean "votingRights"?',
    ),
    "dates that run backwards": (
        statements([*TWO, interest("a", "b", {**WHOLE, "startDate": "2021-01-01", "endDate": "2020-01-01"})]),
        "s.json:1: error[dates]: recordDetails.interests[1].endDate",
        "not after its beginning",
    ),
    "a party that nothing describes": (
        statements([company("alpha"), company("beta"), interest("alpah", "beta", WHOLE)]),
        "s.json:1: error[unknown-entity]: recordDetails.interestedParty",
        'did you mean "alpha"?',
    ),
    "two shares of one holding": (
        statements(
            [
                *TWO,
                *(interest("a", "b", {"type": "shareholding", "share": {"exact": n}}, record=str(n)) for n in (30, 60)),
            ]
        ),
        "s.json:1: error[contradiction]",
        "another share of a in b is stated",
    ),
    "half of a letter": (
        '[{"recordId": "\\ud800", "recordType": "entity"}]',
        "s.json:1: error[text]",
        "half of a letter",
    ),
    "a number of a million digits": ('[{"a": 1e999999999}]', "s.json:1: error[json]", "more than 40 digits"),
    "brackets without an end": ("[" * 100_000, "s.json:1", "nested too deep"),
}


@pytest.mark.parametrize(("text", "place", "found"), REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_read_is_refused_at_its_place(tmp_path: Path, text: str, place: str, found: str) -> None:
    [line, *more] = refused("bods", tmp_path, {"s.json": text})
    assert line.startswith(place)
    assert found in line
    assert not more


def test_the_line_of_a_statement_in_a_list_is_its_own(tmp_path: Path) -> None:
    text = "[\n" + ",\n\n".join(statements([item])[1:-1] for item in (company("a"), interest("a", "x", WHOLE))) + "\n]"
    [line] = refused("bods", tmp_path, {"s.json": text})
    assert line.startswith("s.json:4: error[unknown-entity]")
