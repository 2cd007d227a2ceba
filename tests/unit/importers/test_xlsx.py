"""Workbooks: the same tables as sheets, each cell as what it means, not as how it is shown."""

import zipfile
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from k3license.importers import xlsx_files
from k3license.model.ranges import exactly
from tests.unit.importers.files import entity_of, imported, refused, stake_of, table

Sheets = Mapping[str, Sequence[Sequence[object]]]
COLUMNS = ("owner", "owned", "percent", "from")


def workbook(sheets: Sheets, *, formats: Mapping[tuple[str, str], str] | None = None) -> bytes:
    """Return a workbook with these sheets; *formats* are number formats by sheet and cell."""
    book = openpyxl.Workbook()
    first: Any = book.active
    book.remove(first)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    for (title, cell), number_format in (formats or {}).items():
        book[title][cell].number_format = number_format
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_workbook_becomes_the_same_profile_as_its_sheets_in_csv(tmp_path: Path) -> None:
    entities = [("id", "name", "kind"), ("a", "Alpha", "company"), ("b", "Beta", "company")]
    holdings = [("owner", "owned", "percent"), ("a", "b", "60")]
    book = imported("xlsx", tmp_path, {"t.xlsx": workbook({"Entities": entities, "Holdings": holdings})})
    tables = imported("csv", tmp_path, {"Entities.csv": table(*entities), "Holdings.csv": table(*holdings)})
    assert (
        book.text.replace('"t.xlsx, sheet Entities"', "Entities.csv").replace(
            '"t.xlsx, sheet Holdings"', "Holdings.csv"
        )
        == tables.text
    )


def test_a_percentage_that_the_sheet_shows_as_one_is_one(tmp_path: Path) -> None:
    rows = [COLUMNS, ("a", "b", 0.505), ("a", "c", 0.1 + 0.2), ("a", "d", 50.1)]
    book = workbook({"holdings": rows}, formats={("holdings", "C2"): "0.0%", ("holdings", "C3"): "0.00%"})
    result = imported("xlsx", tmp_path, {"t.xlsx": book})
    assert [stake_of(result, "a", owned).percent for owned in "bcd"] == [exactly("50.5"), exactly(30), exactly("50.1")]


def test_parts_of_one_without_a_percent_sign_are_refused(tmp_path: Path) -> None:
    lines = refused("xlsx", tmp_path, {"t.xlsx": workbook({"holdings": [COLUMNS, ("a", "b", 0.5)]})})
    assert lines[0].startswith("t.xlsx[holdings]:2: error[fraction]: percent")


def test_days_and_months_are_read_as_days(tmp_path: Path) -> None:
    sheets: Sheets = {
        "holdings": [COLUMNS, ("a", "b", 60, datetime.fromisoformat("2020-03-01"))],
        "revenue": [("entity", "month", "amount", "currency"), ("a", date(2026, 1, 31), 1234.567, "EUR")],
    }
    result = imported("xlsx", tmp_path, {"t.xlsx": workbook(sheets)})
    assert stake_of(result, "a", "b").start == date(2020, 3, 1)
    assert "2026-01: 1234.567" in result.text
    assert entity_of(result, "a").revenue


def test_a_title_above_the_table_is_no_header_but_empty_rows_are_skipped(tmp_path: Path) -> None:
    book = workbook({"holdings": [(), (), COLUMNS, (), ("a", "b", 60)]})
    assert stake_of(imported("xlsx", tmp_path, {"t.xlsx": book}), "a", "b").percent == exactly(60)
    [line] = refused("xlsx", tmp_path, {"t.xlsx": workbook({"holdings": [("Our group",), COLUMNS, ("a", "b", 60)]})})[
        :1
    ]
    assert line.startswith("t.xlsx[holdings]:1: error[columns]")


def test_formulas_without_a_result_and_with_an_error_are_refused(tmp_path: Path) -> None:
    rows = [COLUMNS, ("a", "b", "=1/2", None), ("a", "c", "#REF!", None), ("a", "d", 60, None)]
    lines = refused("xlsx", tmp_path, {"t.xlsx": workbook({"holdings": rows})})
    assert [line.split(" (")[0] for line in lines] == [
        't.xlsx[holdings]:2: error[formula]: the formula "=1/2" has no result',
        "t.xlsx[holdings]:3: error[formula]: a cell shows #REF!",
    ]


def test_sheets_of_another_kind_are_reported(tmp_path: Path) -> None:
    book = workbook({"holdings": [COLUMNS, ("a", "b", 60)], "Notes": [("call Ann",)], "Empty": []})
    result = imported("xlsx", tmp_path, {"t.xlsx": book})
    assert [each.what for each in result.report.unmapped] == ['the sheet "Notes" of t.xlsx']


def test_a_cell_beside_the_columns_is_refused(tmp_path: Path) -> None:
    rows = [COLUMNS, ("a", "b", 60, None, "see note")]
    [line] = refused("xlsx", tmp_path, {"t.xlsx": workbook({"holdings": rows})})
    assert line.startswith("t.xlsx[holdings]:2: error[cells]: a cell stands where no column has a name")


NO_WORKBOOKS = {
    "text": b"owner,owned\na,b\n",
    "nothing": b"",
    "an old Excel file": b"\xd0\xcf\x11\xe0 and more",
    "half of a workbook": workbook({"holdings": [COLUMNS]})[:900],
    "a workbook without a known sheet": workbook({"Notes": [("call Ann",)]}),
}


@pytest.mark.parametrize("content", NO_WORKBOOKS.values(), ids=NO_WORKBOOKS.keys())
def test_what_is_no_workbook_of_tables_is_refused(tmp_path: Path, content: bytes) -> None:
    [line] = refused("xlsx", tmp_path, {"t.xlsx": content})
    assert line.startswith("t.xlsx: error[")


def test_a_workbook_that_unpacks_to_gigabytes_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_files, "_MOST_BYTES", 100)
    [line] = refused("xlsx", tmp_path, {"t.xlsx": workbook({"holdings": [COLUMNS]})})
    assert line.startswith("t.xlsx: error[too-large]")


def test_a_zip_of_something_else_is_refused(tmp_path: Path) -> None:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.txt", "a")
    [line] = refused("xlsx", tmp_path, {"t.xlsx": file.getvalue()})
    assert line.startswith("t.xlsx: error[xlsx]: this cannot be read as a workbook")
