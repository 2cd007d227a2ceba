"""Tables that people keep themselves, as sheets of a workbook."""

import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from decimal import Decimal
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from k3license.importers.csv_files import OwnTables
from k3license.importers.found import Found
from k3license.importers.own_tables import KINDS, kind_by_columns, kind_by_name
from k3license.importers.report import Report
from k3license.importers.tables import Row, Table
from k3license.model.errors import InputErrors, Place, Problem, quoted

# Unpacked: the largest sheets that spreadsheets can hold have less.
_MOST_BYTES: Final = 500_000_000
_OLD: Final = b"\xd0\xcf\x11\xe0"


def xlsx_files(paths: Sequence[Path], found: Found) -> OwnTables:
    """
    Return the tables on the sheets of workbooks; sheets of another kind are reported.

    Raises InputErrors if the library that reads workbooks is not installed.
    """
    tables: list[Table] = []
    for path in paths:
        try:
            tables += _tables(path, found.report)
        except InputErrors as error:
            found.report.take(error)
    return OwnTables(tables, found)


def _tables(path: Path, report: Report) -> list[Table]:
    tables = []
    with _explained(path):
        for title, shown, formulas in _sheets(path):
            table = _table(path, title, shown, formulas, report)
            if table is None:
                continue
            if kind_by_columns(table) or kind_by_name(table):
                tables.append(table)
            else:
                why = f"it is not called {', '.join(KINDS)}, and its columns are others"
                report.not_mapped(Place(table.name), f"the sheet {quoted(title)} of {path.name}", why)
    if not tables:
        found = "no sheet holds a table that is known here"
        raise _broken(path, "sheets", found, f"name the sheets {', '.join(KINDS)}")
    return tables


def _table(path: Path, title: str, shown: Iterable[Any], formulas: Iterable[Any], report: Report) -> Table | None:
    """Return the table on a sheet, below its first row that holds anything; None for an empty sheet."""
    name = f"{path}[{title}]"
    rows: list[Row] = []
    for number, (cells, same) in enumerate(zip_longest(shown, formulas, fillvalue=()), start=1):
        texts = _texts(cells, same, Place(name, number), report)
        if any(texts):
            rows.append((number, texts))
    if not rows:
        return None
    header = [cell.strip() for cell in rows[0][1]]
    while not header[-1]:
        header.pop()
    width = len(header)
    for number, row in rows[1:]:
        if any(row[width:]):
            report.error(Place(name, number), "cells", "a cell stands where no column has a name", "name the column")
    fitting = [(number, [*row[:width], *[""] * (width - len(row))]) for number, row in rows[1:]]
    return Table(name, f"{path.name}, sheet {title}", title, header, lambda: iter(fitting))


def _sheets(path: Path) -> Iterator[tuple[str, Any, Any]]:
    """Give out each sheet: its title, its rows of cells with what they show, and the same with their formulas."""
    with path.open("rb") as file:
        if file.read(4) == _OLD:
            found = "this is an old Excel file, or one with a password"
            raise _broken(path, "not-text", found, "save it as .xlsx without a password")
    with zipfile.ZipFile(path) as archive:
        if sum(member.file_size for member in archive.infolist()) > _MOST_BYTES:
            found = f"the workbook unpacks to more than {_MOST_BYTES:,} bytes"
            raise _broken(path, "too-large", found, "save its sheets as CSV")
    for sheet, same in zip(_opened(path, values=True), _opened(path, values=False), strict=True):
        # What a file says of its own size is often wrong.
        sheet.reset_dimensions()
        same.reset_dimensions()
        yield sheet.title, sheet.iter_rows(), same.iter_rows()


def _opened(path: Path, *, values: bool) -> list[Any]:
    try:
        from openpyxl import load_workbook
    except ImportError:
        help = "install it with pip install 'k3license[xlsx]', or save the sheets as CSV"
        raise _broken(path, "xlsx", "reading workbooks needs openpyxl, which is not installed", help) from None
    return list(load_workbook(path, read_only=True, data_only=values).worksheets)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except InputErrors:
        raise
    except OSError as error:
        raise _broken(path, "not-opened", f"the file cannot be read: {error.strerror or error}", "") from None
    except Exception as error:
        # The library fails on broken workbooks in many ways that it does not list.
        found = f"this cannot be read as a workbook: {type(error).__name__}: {error}"
        raise _broken(path, "xlsx", found, "open it in a spreadsheet program and save it again") from None


def _texts(shown: Sequence[Any], formulas: Sequence[Any], place: Place, report: Report) -> list[str]:
    texts = []
    for cell, formula in zip_longest(shown, formulas):
        if cell is None or cell.value is None:
            if formula is not None and formula.value is not None:
                found = f"the formula {quoted(str(formula.value))} has no result"
                report.error(place, "formula", found, "let a spreadsheet program calculate and save the file")
            texts.append("")
        elif cell.data_type == "e":
            report.error(place, "formula", f"a cell shows {cell.value}", "correct its formula")
            texts.append("")
        else:
            texts.append(_text(cell.value, cell.number_format))
    return texts


def _text(value: object, number_format: str | None) -> str:
    """Return what a cell means: a share with its percent sign, a day without its time, a number with all digits."""
    if isinstance(value, bool) or not isinstance(value, int | float | date | time):
        return str(value).strip()
    if isinstance(value, datetime):
        return str(value.date() if value.time() == time() else value)
    if isinstance(value, date | time):
        return str(value)
    # Spreadsheets keep 15 digits; what a float has beyond is noise of its calculation.
    exact = Decimal(value) if isinstance(value, int) else Decimal(f"{value:.15g}")
    percent = "%" in (number_format or "")
    text = f"{exact * 100 if percent else exact:f}"
    whole, _, fraction = text.partition(".")
    fraction = fraction.rstrip("0")
    if len(fraction) == 3:
        # In a text, 1.250 could be a thousand: here it is not.
        fraction += "0"
    return f"{whole}{'.' * bool(fraction)}{fraction}{'%' * percent}"


def _broken(path: Path, code: str, text: str, help: str) -> InputErrors:
    return InputErrors([Problem(Place(str(path)), code, "", text, help)])
