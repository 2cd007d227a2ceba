"""Tables that people keep themselves, as CSV files: entities, holdings, control, revenue."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from pathlib import Path

from k3license.importers.fact_rows import FactRows, Names, check_described
from k3license.importers.found import Found
from k3license.importers.ids import written_id
from k3license.importers.own_tables import CONTROL, ENTITIES, HOLDINGS, REVENUE, OwnTable, own_table
from k3license.importers.report import Report
from k3license.importers.tables import Table, csv_table
from k3license.model.errors import InputErrors
from k3license.model.ownership import EntityId


class OwnTables:
    """The tables of one import, whatever file they came in."""

    def __init__(self, tables: Iterable[Table], found: Found) -> None:
        self._found = found
        names = Names(found, written_id)
        known = [each for table in tables if (each := own_table(table, found.report)) is not None]
        self._rows = [FactRows(table, found, names, _source(table, found)) for table in known]

    def links(self) -> Iterator[tuple[str, str]]:
        """Give out who holds or controls whom."""
        for rows in self._rows:
            yield from rows.links()

    def read(self, inside: Container[str] | None, beside: Container[str]) -> None:
        """Read all rows (*inside* None), or those of entities inside a neighborhood and of holders beside it."""
        found = self._found
        described = {id for rows in self._of(ENTITIES) for id in rows.read_entities(inside, beside)}
        for rows in self._of(HOLDINGS):
            rows.read_holdings(inside)
        for rows in self._of(CONTROL):
            rows.read_control(inside)
        if self._of(ENTITIES):
            check_described(found, described)
        for rows in self._of(REVENUE):
            rows.read_revenue(all_are_known=inside is None)

    def _of(self, kind: str) -> list[FactRows]:
        return [rows for rows in self._rows if rows.table.kind == kind]


def csv_files(paths: Sequence[Path], found: Found) -> OwnTables:
    """Return the tables in CSV files, each known by its columns."""
    return OwnTables(opened(paths, found.report), found)


def read_revenue(
    paths: Sequence[Path], found: Found, *, id_for: Callable[[str], EntityId], all_are_known: bool
) -> None:
    """Read tables of revenue that come beside files of any format, whose ids *id_for* makes."""
    names = Names(found, id_for)
    for table in opened(paths, found.report):
        if own := own_table(table, found.report, kind=REVENUE):
            FactRows(own, found, names, _source(own, found)).read_revenue(all_are_known=all_are_known)


def opened(paths: Sequence[Path], report: Report) -> list[Table]:
    """Return the tables of the files that can be opened; the others are reported."""
    tables = []
    for path in paths:
        try:
            tables.append(csv_table(path, report))
        except InputErrors as error:
            report.take(error)
    return tables


def _source(own: OwnTable, found: Found) -> str:
    return found.source(own.table.document, stem=own.table.stem)
