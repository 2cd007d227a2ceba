"""GLEIF golden copy files (CSV): who is who, who consolidates whom, and why a parent is not named."""

from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from k3license.importers.csv_files import opened
from k3license.importers.found import Found
from k3license.importers.gleif_entities import NAME, EntityRows
from k3license.importers.gleif_exceptions import CATEGORY, ExceptionRows
from k3license.importers.gleif_relations import CHILD, RelationRows
from k3license.importers.tables import Table
from k3license.model.errors import Place


class GleifFiles:
    """The files of one import, each known by its columns."""

    def __init__(self, tables: Sequence[Table], found: Found) -> None:
        for table in tables:
            if not {NAME, CHILD, CATEGORY} & set(table.header):
                text = "the columns are those of no GLEIF file"
                help = f"a golden copy in CSV has a column {NAME}, {CHILD} or {CATEGORY}"
                found.report.error(Place(table.name, 1), "columns", text, help)
        self._entities = [EntityRows(table, found) for table in tables if NAME in table.header]
        self._relations = RelationRows([table for table in tables if CHILD in table.header], found)
        parents = self._relations.parents
        self._exceptions = [ExceptionRows(table, found, parents) for table in tables if CATEGORY in table.header]

    def links(self) -> Iterator[tuple[str, str]]:
        """Give out who consolidates whom; a branch and its legal person are linked both ways."""
        return self._relations.links()

    def read(self, inside: Container[str] | None, beside: Container[str]) -> None:
        """Read all rows (*inside* None), or those of entities inside a neighborhood and of holders beside it."""
        for entities in self._entities:
            entities.read(inside, beside)
        self._relations.read(inside, beside)
        for exceptions in self._exceptions:
            exceptions.read(inside)


def gleif_files(paths: Sequence[Path], found: Found) -> GleifFiles:
    """Return golden copy files in CSV, as they are or in the ZIP that they come in."""
    return GleifFiles(opened(paths, found.report), found)
