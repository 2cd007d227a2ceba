"""Tables of text: rows of a CSV file, read one at a time, each with its number."""

import csv
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Final, TypeAlias

from k3license.importers.report import Report
from k3license.model.errors import InputErrors, Place, Problem
from k3license.text.decoding import place_at

# The number of a row as people see it in a spreadsheet or an editor, and its cells.
Row: TypeAlias = tuple[int, Sequence[str]]

_DELIMITERS: Final = ",;\t|"
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_OTHER_FILES: Final = (
    (b"PK\x03\x04", "a workbook or a ZIP file", "save the sheet as CSV (UTF-8), or use k3license import xlsx"),
    (b"\xd0\xcf\x11\xe0", "an old Excel file", "save it as CSV (UTF-8)"),
    (b"%PDF", "a PDF file", "ask for the data behind it"),
    (b"\x1f\x8b", "a compressed file", "unpack it first"),
)


@dataclass(frozen=True)
class Table:
    """
    A table by the name it has in messages; *rows* starts a new reading each time.

    *document* is what a profile calls it, *stem* the name of its file or sheet alone,
    which may say what the table is.
    """

    name: str
    document: str
    stem: str
    header: Sequence[str]
    rows: Callable[[], Iterator[Row]]

    def place(self, number: int) -> Place:
        """Return where a row stands."""
        return Place(self.name, number)


def csv_table(path: Path, report: Report) -> Table:
    """
    Return the table in a CSV file, or in the only CSV file of a ZIP.

    UTF-8 and, with a byte order mark, UTF-16; commas, semicolons, tabs or bars, as the
    first row has them.  Rows with too many or too few cells are reported and left out.
    Raises InputErrors, also while rows are read, for what cannot be read at all.
    """
    name = str(path)
    with text_of(path) as file:
        first = file.readline(1_000_000)
    if not first.strip():
        raise _broken(Place(name), "empty", "the first row is empty", "write the names of the columns there")
    if "\0" in first:
        raise _broken(Place(name), "encoding", "the file is no text, or UTF-16 without its mark", "save it as UTF-8")
    delimiter = max(_DELIMITERS, key=first.count)
    header = next(csv.reader([first], delimiter=delimiter), [])
    header = [cell.strip() for cell in header]
    return Table(name, path.name, path.stem, header, lambda: _rows(path, delimiter, header, report))


def _rows(path: Path, delimiter: str, header: Sequence[str], report: Report) -> Iterator[Row]:
    """Give out the rows below the first, with as many cells as it has; empty ones are left out."""
    width = len(header)
    with text_of(path) as file:
        reader = csv.reader(file, delimiter=delimiter, strict=True)
        try:
            next(reader, None)
            started = reader.line_num + 1
            for cells in reader:
                number, started = started, reader.line_num + 1
                if len(cells) == width or _fits(cells, width, Place(str(path), number), report):
                    yield number, cells
        except csv.Error as error:
            found, help = _explained(str(error))
            raise _broken(Place(str(path), reader.line_num), "csv", found, help) from None


def _fits(cells: list[str], width: int, place: Place, report: Report) -> bool:
    """Return whether a row of another length than the first can be read; an empty one need not be."""
    if not any(cells):
        return False
    if len(cells) > width and not any(cell.strip() for cell in cells[width:]):
        return True
    found = f"the row has {len(cells)} cells, but there are {width} columns"
    help = "put texts with commas in quotes" if len(cells) > width else "fill it up with empty cells"
    report.error(place, "cells", found, help)
    return False


def _explained(error: str) -> tuple[str, str]:
    if "field larger" in error:
        return "a cell of more than 131,072 characters", "a quotation mark above is probably not closed"
    if "unexpected end" in error:
        return "the file ends inside quotation marks", "close the last quotation mark, or load the file again"
    if "expected after" in error:
        return "text follows a closing quotation mark", 'write a quotation mark inside a text twice: "The ""Group"""'
    return f"the row cannot be read: {error}", ""


@contextmanager
def text_of(path: Path) -> Iterator[TextIOWrapper]:
    """Open a file as text; what goes wrong is reported with its place."""
    try:
        with _bytes_of(path) as binary:
            start = binary.read(4)
        with _bytes_of(path) as binary:
            encoding = "utf-16" if start.startswith(_UTF_16) else "utf-8-sig"
            with TextIOWrapper(binary, encoding=encoding, newline="") as text:
                yield text
    except UnicodeDecodeError:
        raise _not_decoded(path, encoding) from None
    except UnicodeError:
        raise _broken(Place(str(path)), "encoding", "the file is broken UTF-16 text", "save it as UTF-8") from None
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as error:
        found = f"the ZIP file cannot be unpacked: {error}"
        raise _broken(Place(str(path)), "zip", found, "unpack it first, or load it again") from None
    except OSError as error:
        found = f"the file cannot be read: {error.strerror or error}"
        raise _broken(Place(str(path)), "not-opened", found, "") from None


@contextmanager
def _bytes_of(path: Path) -> Iterator[IO[bytes]]:
    with path.open("rb") as file:
        start = file.read(4)
        file.seek(0)
        if start.startswith(b"PK\x03\x04") and (member := _only_csv(path)):
            with zipfile.ZipFile(file) as archive, archive.open(member) as unpacked:
                yield unpacked
            return
        for signature, kind, help in _OTHER_FILES:
            if start.startswith(signature):
                raise _broken(Place(str(path)), "not-text", f"this is {kind}, not a CSV file", help)
        yield file


def _only_csv(path: Path) -> str | None:
    with zipfile.ZipFile(path) as archive:
        members = [name for name in archive.namelist() if name.lower().endswith(".csv")]
    return members[0] if len(members) == 1 else None


def _not_decoded(path: Path, encoding: str) -> InputErrors:
    """Return the error of a file of another encoding, at the first line that is not of this one."""
    name = str(path)
    if encoding == "utf-16":
        return _broken(Place(name), "encoding", "the file is broken UTF-16 text", "save it as UTF-8")
    with _bytes_of(path) as file:
        for number, line in enumerate(file, start=1):
            try:
                line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                before = line[: error.start].decode("utf-8", errors="replace")
                at = place_at(before, len(before), name)
                byte = line[error.start : error.start + 1]
                found = f"the byte 0x{byte.hex().upper()} is not UTF-8"
                if probable := byte.decode("cp1252", errors="ignore"):
                    found += f', probably "{probable}" saved as Windows-1252'
                return _broken(Place(name, number, at.column), "encoding", found, "save the file as UTF-8")
    return _broken(Place(name), "encoding", "the file is not UTF-8", "save the file as UTF-8")


def _broken(place: Place, code: str, text: str, help: str) -> InputErrors:
    return InputErrors([Problem(place, code, "", text, help)])


def normal_name(column: str) -> str:
    """Return the name of a column without what people vary: capitals, spaces, hyphens."""
    return re.sub(r"[\s_-]+", "_", column.strip()).casefold()
