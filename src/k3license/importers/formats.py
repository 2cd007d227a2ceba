"""The formats that can be imported: adding one is a file beside this one and a line in the table."""

from collections.abc import Callable, Container, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from k3license.importers.bods_files import bods_files
from k3license.importers.csv_files import csv_files
from k3license.importers.found import Found
from k3license.importers.gleif_columns import lei_of
from k3license.importers.gleif_files import gleif_files
from k3license.importers.ids import record_id, written_id
from k3license.importers.xlsx_files import xlsx_files
from k3license.model.ownership import EntityId


class Source(Protocol):
    """Files of one import, which can be read for their links alone, and for what is wanted."""

    def links(self) -> Iterator[tuple[str, str]]:
        """Give out who holds or controls whom, by id; a branch and its legal person are linked both ways."""
        ...

    def read(self, inside: Container[str] | None, beside: Container[str]) -> None:
        """Read all (*inside* None), or what concerns entities inside a neighborhood and the holders beside it."""
        ...


class Format(NamedTuple):
    """How files are opened, how an id is made of the name that they use, and what they are."""

    open: Callable[[Sequence[Path], Found], Source]
    id_for: Callable[[str], EntityId]
    what: str


FORMATS: Final = {
    "gleif": Format(gleif_files, lei_of, "GLEIF golden copy, CSV: entities, relationships, reporting exceptions"),
    "bods": Format(bods_files, record_id, "Beneficial Ownership Data Standard 0.4, JSON or JSON lines"),
    "csv": Format(csv_files, written_id, "tables of entities, holdings, control, revenue"),
    "xlsx": Format(xlsx_files, written_id, "the same tables as sheets of a workbook"),
}
