"""The register of legal entities: consolidation is control downwards, and what is not reported stays open."""

import zipfile
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest

from k3license.importers.imports import Imported
from k3license.model.unknown import UNKNOWN
from tests.unit.importers.files import (
    DIRECT,
    HOLDING,
    LOWEST,
    MIDDLE,
    OTHER,
    ULTIMATE,
    entity_of,
    exceptions,
    group,
    imported,
    lasting,
    profile_of,
    refused,
    relation,
    relations,
    table,
)

ACCOUNTS = ("2018-01-01T00:00:00.000Z", "2018-12-31T00:00:00.000Z", "ACCOUNTING_PERIOD")
CHAIN = (
    relation(LOWEST, DIRECT, MIDDLE, ACCOUNTS, lasting("2018-02-06"), registration="LAPSED"),
    relation(LOWEST, ULTIMATE, HOLDING, ACCOUNTS, lasting("2018-02-06")),
    relation(MIDDLE, DIRECT, HOLDING, lasting("2012-02-06")),
)
FUND = "001GPB6A9XPE8XJICC14"


def control(result: Imported) -> list[tuple[str, str, object, object]]:
    profile = profile_of(result)
    return sorted((each.controller, each.controlled, each.start, each.end) for each in profile.control)


def test_the_start_node_is_the_child(tmp_path: Path) -> None:
    result = imported("gleif", tmp_path, {"rr.csv": relations(*CHAIN)})
    assert group(result, HOLDING) == {MIDDLE: "yes", LOWEST: "yes"}
    assert group(result, LOWEST) == {HOLDING: "yes", MIDDLE: "yes"}


def test_only_the_period_of_the_relationship_counts_whichever_slot_it_stands_in(tmp_path: Path) -> None:
    result = imported("gleif", tmp_path, {"rr.csv": relations(CHAIN[0])})
    assert control(result) == [(MIDDLE, LOWEST, date(2018, 2, 6), None)]


def test_an_ultimate_parent_above_the_direct_ones_is_not_repeated(tmp_path: Path) -> None:
    result = imported("gleif", tmp_path, {"rr.csv": relations(*CHAIN)})
    assert [pair[:2] for pair in control(result)] == [(HOLDING, MIDDLE), (MIDDLE, LOWEST)]
    assert result.report.remarks[-1].startswith("1 relationships to ultimate parents follow from the direct ones")
    assert not result.report.warnings


def test_an_ultimate_parent_counts_where_no_direct_ones_lead_to_it(tmp_path: Path) -> None:
    result = imported("gleif", tmp_path, {"rr.csv": relations(CHAIN[1])})
    assert group(result, LOWEST) == {HOLDING: "yes"}


def test_an_ultimate_parent_before_the_direct_ones_keeps_its_own_time(tmp_path: Path) -> None:
    earlier = relation(LOWEST, ULTIMATE, HOLDING, lasting("2010-01-01"))
    result = imported("gleif", tmp_path, {"rr.csv": relations(CHAIN[0], CHAIN[2], earlier)})
    assert group(result, LOWEST, on=date(2011, 1, 1)) == {HOLDING: "yes"}


def test_direct_parents_that_lead_elsewhere_are_pointed_out(tmp_path: Path) -> None:
    elsewhere = relation(LOWEST, ULTIMATE, OTHER, lasting("2018-02-06"))
    result = imported("gleif", tmp_path, {"rr.csv": relations(CHAIN[0], CHAIN[2], elsewhere)})
    assert [each.code for each in result.report.warnings] == ["ultimate"]
    assert group(result, LOWEST) == {MIDDLE: "yes", HOLDING: "yes", OTHER: "yes"}


@pytest.mark.parametrize("amount", ["100.00", "1.00"])
def test_a_quantifier_is_no_share(tmp_path: Path, amount: str) -> None:
    result = imported("gleif", tmp_path, {"rr.csv": relations(relation(LOWEST, DIRECT, MIDDLE, amount=amount))})
    assert not any(entity.owns for entity in profile_of(result).entities.values())
    assert ["measures consolidation, not a share" in each.why for each in result.report.unmapped] == [True]


def test_the_last_day_of_a_relationship_still_counts(tmp_path: Path) -> None:
    ended = relation(LOWEST, DIRECT, MIDDLE, lasting("2018-02-06", "2025-12-31"), status="INACTIVE")
    result = imported("gleif", tmp_path, {"rr.csv": relations(ended)})
    assert group(result, LOWEST, on=date(2025, 12, 31)) == {MIDDLE: "yes"}
    assert group(result, LOWEST, on=date(2026, 1, 1)) == {}


@pytest.mark.parametrize("how", [{"status": "INACTIVE"}, {"registration": "RETIRED"}])
def test_an_end_without_a_day_lies_before_the_update_that_tells_of_it(tmp_path: Path, how: dict[str, str]) -> None:
    ended = relation(LOWEST, DIRECT, MIDDLE, lasting("2018-02-06"), updated="2026-06-30", **how)
    result = imported("gleif", tmp_path, {"rr.csv": relations(ended)})
    assert group(result, LOWEST, on=date(2020, 1, 1)) == {MIDDLE: "unknown"}
    assert group(result, LOWEST, on=date(2026, 6, 30)) == {}


def test_a_beginning_without_a_day_lies_before_the_registration(tmp_path: Path) -> None:
    result = imported(
        "gleif", tmp_path, {"rr.csv": relations(relation(LOWEST, DIRECT, MIDDLE, registered="2015-05-05"))}
    )
    assert group(result, LOWEST, on=date(2015, 5, 4)) == {MIDDLE: "unknown"}
    assert group(result, LOWEST, on=date(2015, 5, 5)) == {MIDDLE: "yes"}


def test_without_a_status_it_stays_open_whether_the_relationship_holds(tmp_path: Path) -> None:
    row = relation(LOWEST, DIRECT, MIDDLE, lasting("2018-02-06"), status="NULL")
    assert group(imported("gleif", tmp_path, {"rr.csv": relations(row)}), LOWEST) == {MIDDLE: "unknown"}


def test_active_after_its_own_end_is_open(tmp_path: Path) -> None:
    row = relation(LOWEST, DIRECT, MIDDLE, lasting("2018-02-06", "2020-12-31"), updated="2026-06-30")
    result = imported("gleif", tmp_path, {"rr.csv": relations(row)})
    assert group(result, LOWEST, on=date(2020, 12, 31)) == {MIDDLE: "yes"}
    assert group(result, LOWEST, on=date(2021, 1, 1)) == {MIDDLE: "unknown"}


def test_days_beyond_all_calendars_of_a_profile_are_no_limit(tmp_path: Path) -> None:
    row = relation(LOWEST, DIRECT, MIDDLE, lasting("1888-01-01", "9999-12-31"))
    assert control(imported("gleif", tmp_path, {"rr.csv": relations(row)})) == [(MIDDLE, LOWEST, None, None)]


def test_withdrawn_records_are_reported_and_not_taken(tmp_path: Path) -> None:
    kept = relation(OTHER, DIRECT, HOLDING, lasting("2018-02-06"))
    rows = relation(LOWEST, DIRECT, MIDDLE, registration="ANNULLED"), kept
    result = imported("gleif", tmp_path, {"rr.csv": relations(*rows)})
    assert [pair[:2] for pair in control(result)] == [(HOLDING, OTHER)]
    assert [(each.place.line, each.what) for each in result.report.unmapped] == [
        (2, f"{LOWEST} {DIRECT} {MIDDLE} (ANNULLED)")
    ]


def test_a_branch_is_the_legal_person_it_belongs_to(tmp_path: Path) -> None:
    branch = relation(OTHER, "IS_INTERNATIONAL_BRANCH_OF", LOWEST, lasting("2018-02-06"))
    result = imported("gleif", tmp_path, {"rr.csv": relations(CHAIN[0], branch)}, root=OTHER)
    assert entity_of(result, OTHER).branch_of == LOWEST
    assert group(result, OTHER) == {MIDDLE: "yes"}


def test_relationships_of_funds_are_no_control(tmp_path: Path) -> None:
    managed = relation(FUND, "IS_FUND-MANAGED_BY", MIDDLE, lasting("2018-02-06"))
    part = relation(FUND, "IS_SUBFUND_OF", HOLDING, lasting("2018-02-06"))
    feeder = relation(FUND, "IS_FEEDER_TO", OTHER, lasting("2018-02-06"))
    result = imported("gleif", tmp_path, {"rr.csv": relations(*CHAIN, managed, part, feeder)})
    assert entity_of(result, FUND).managed_by == MIDDLE
    assert group(result, MIDDLE) == {HOLDING: "yes", LOWEST: "yes"}
    assert [each.what.split()[1] for each in result.report.unmapped] == ["IS_SUBFUND_OF", "IS_FEEDER_TO"]


@pytest.mark.parametrize("reason", ["NATURAL_PERSONS", "NON_CONSOLIDATING", "NO_KNOWN_PERSON"])
def test_where_no_parent_consolidates_nobody_is_added(tmp_path: Path, reason: str) -> None:
    files = {"rr.csv": relations(*CHAIN), "repex.csv": exceptions((HOLDING, "DIRECT", reason))}
    result = imported("gleif", tmp_path, files)
    assert group(result, HOLDING) == {MIDDLE: "yes", LOWEST: "yes"}
    assert f"#   {HOLDING}: no direct parent consolidates it ({reason})" in result.text


@pytest.mark.parametrize(
    "reason", ["NO_LEI", "NON_PUBLIC", "LEGAL_OBSTACLES", "CONSENT_NOT_OBTAINED", "SOMETHING_NEW", ""]
)
def test_a_parent_that_is_not_reported_reaches_the_answer_as_open(tmp_path: Path, reason: str) -> None:
    rows = (HOLDING, "DIRECT", "NO_KNOWN_PERSON"), (HOLDING, "ULTIMATE", reason)
    result = imported("gleif", tmp_path, {"rr.csv": relations(*CHAIN), "repex.csv": exceptions(*rows)}, root=LOWEST)
    unknown = f"unknown-parent-of-{HOLDING}"
    assert group(result, LOWEST) == {MIDDLE: "yes", HOLDING: "yes", unknown: "unknown"}
    assert entity_of(result, unknown).kind is UNKNOWN


def test_a_relationship_is_newer_than_an_exception_of_the_same_kind(tmp_path: Path) -> None:
    files = {"repex.csv": exceptions((LOWEST, "DIRECT", "NON_PUBLIC")), "rr.csv": relations(*CHAIN)}
    result = imported("gleif", tmp_path, files)
    assert group(result, LOWEST) == {MIDDLE: "yes", HOLDING: "yes"}
    assert ["names the parent after all" in each.why for each in result.report.unmapped] == [True]


def test_a_deleted_exception_is_reported_and_not_taken(tmp_path: Path) -> None:
    columns = ("LEI", "Exception.Category", "Exception.Reason.1", "Extension.Deletion.DeletedAt")
    row = (LOWEST, "DIRECT_ACCOUNTING_CONSOLIDATION_PARENT", "NON_PUBLIC", "2026-01-01")
    result = imported("gleif", tmp_path, {"repex.csv": table(columns, row)})
    assert group(result, LOWEST) == {}
    assert len(result.report.unmapped) == 1


ENTITY_COLUMNS = (
    "LEI",
    "Entity.LegalName",
    "Entity.LegalJurisdiction",
    "Entity.EntityCategory",
    "Entity.EntityStatus",
    "Entity.EntityExpirationDate",
)


def test_entities_come_with_name_jurisdiction_and_kind_as_far_as_the_register_says_it(tmp_path: Path) -> None:
    rows = (
        (HOLDING, "Holding SE", "DE", "GENERAL", "ACTIVE", ""),
        (MIDDLE, "Fund", "LU", "FUND", "INACTIVE", "2024-05-31T00:00:00Z"),
        (OTHER, "City", "FR", "RESIDENT_GOVERNMENT_ENTITY", "INACTIVE", ""),
    )
    result = imported("gleif", tmp_path, {"lei.csv": table(ENTITY_COLUMNS, *rows)})
    assert [(each.name, each.jurisdiction, each.kind) for each in profile_of(result).entities.values()] == [
        ("City", "FR", UNKNOWN),
        ("Holding SE", "DE", "company"),
        ("Fund", "LU", "fund"),
    ]
    assert entity_of(result, MIDDLE).dissolved == date(2024, 5, 31)
    assert sorted(each.what for each in result.report.unmapped) == [
        f"{OTHER}: category RESIDENT_GOVERNMENT_ENTITY",
        f"{OTHER}: no longer active",
    ]


def test_check_digits_that_fail_are_pointed_out_at_their_row_and_never_refused(tmp_path: Path) -> None:
    wrong = "529900T8BM49AURSDO54"
    result = imported("gleif", tmp_path, {"rr.csv": relations(CHAIN[0], relation(wrong, DIRECT, MIDDLE))})
    assert [(each.place.line, each.code) for each in result.report.warnings] == [(3, "lei")]
    assert group(result, wrong) == {MIDDLE: "yes", LOWEST: "yes"}


def test_what_is_no_lei_is_refused_at_its_row(tmp_path: Path) -> None:
    lines = refused("gleif", tmp_path, {"rr.csv": relations(CHAIN[0], relation("", DIRECT, "ACME"))})
    assert [line.split(" (")[0] for line in lines] == [
        "rr.csv:3: error[lei]: Relationship.StartNode.NodeID: nothing is written here"
    ]


def test_a_relationship_that_runs_backwards_is_refused(tmp_path: Path) -> None:
    row = relation(LOWEST, DIRECT, MIDDLE, lasting("2020-01-01", "2019-01-01"))
    [line] = refused("gleif", tmp_path, {"rr.csv": relations(row)})
    assert line.startswith("rr.csv:2: error[dates]: the relationship ends on 2019-01-01, before its beginning")


def test_the_day_of_the_profile_is_the_newest_of_the_files_unless_it_is_given(tmp_path: Path) -> None:
    rows = relations(*CHAIN, relation(OTHER, DIRECT, HOLDING, updated="2026-07-01T23:59:59+02:00"))
    assert profile_of(imported("gleif", tmp_path, {"rr.csv": rows}, as_of=None)).as_of == date(2026, 7, 1)
    assert profile_of(imported("gleif", tmp_path, {"rr.csv": rows})).as_of == date(2026, 11, 30)


def test_files_are_read_in_the_zip_that_they_come_in(tmp_path: Path) -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("20261130-rr.csv", relations(*CHAIN))
    result = imported("gleif", tmp_path, {"rr.csv.zip": packed.getvalue()}, root=LOWEST)
    assert group(result, LOWEST) == {MIDDLE: "yes", HOLDING: "yes"}


def test_another_table_is_refused_by_its_columns(tmp_path: Path) -> None:
    [line] = refused("gleif", tmp_path, {"h.csv": "owner,owned\na,b\n"})
    assert line.startswith("h.csv:1: error[columns]: the columns are those of no GLEIF file")


def test_revenue_comes_beside_any_format(tmp_path: Path) -> None:
    revenue = {
        "revenue.csv": f"entity,month,amount,currency\n{LOWEST.lower()},2026-01,1.2M,EUR\n{OTHER},2026-01,1,EUR\n"
    }
    result = imported("gleif", tmp_path, {"rr.csv": relations(*CHAIN)}, root=LOWEST, revenue=revenue)
    assert "2026-01: 1.2M" in result.text
    assert [each.what for each in result.report.unmapped] == [f"revenue of {OTHER} in 2026-01"]
