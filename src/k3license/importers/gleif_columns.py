"""What the files of the golden copy have in common: columns by name, LEIs, days."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final

from k3license.importers.cells import register_day
from k3license.importers.found import Found, SourceId
from k3license.importers.ids import record_id
from k3license.importers.tables import Table
from k3license.model.errors import NotUnderstood, Place, quoted
from k3license.model.ownership import EntityId

# Who made the files.
GLEIF: Final = "GLEIF"
UPDATED: Final = "Registration.LastUpdateDate"
_LEI: Final = re.compile("[0-9A-Z]{18}[0-9]{2}")


class RegisterTable:
    """One file of the golden copy, its columns by name, and the newest day on which a row was updated."""

    def __init__(self, table: Table, required: Sequence[str], found: Found) -> None:
        self.table = table
        self.source: SourceId = found.source(table.document, stem=table.stem, by=GLEIF)
        self.index: Mapping[str, int] = {name: at for at, name in enumerate(table.header)}
        self._found = found
        self.missing = [name for name in required if name not in self.index]
        for name in self.missing:
            help = "load the file again; no column may be taken out"
            found.report.error(Place(table.name, 1), "columns", f"there is no column {quoted(name)}", help)

    def rows(self) -> Iterator[tuple[Place, Sequence[str]]]:
        """Give out all rows, if no column is missing, and note how new the file is."""
        if self.missing:
            return
        updated = self.index.get(UPDATED)
        newest = ""
        rows = 0
        for number, cells in self.table.rows():
            rows += 1
            if updated is not None and cells[updated] > newest and cells[updated][:4].isdigit():
                newest = cells[updated]
            yield self.table.place(number), cells
        self._found.sources[self.source].rows = rows
        try:
            self._found.sources[self.source].speaks_on(register_day(newest))
        except NotUnderstood as error:
            self._found.report.not_understood(Place(self.table.name), error, path=UPDATED)

    def cell(self, cells: Sequence[str], column: str) -> str:
        """Return a cell without the spaces around it; "" where there is no such column."""
        at = self.index.get(column)
        return "" if at is None else cells[at].strip()

    def day(self, cells: Sequence[str], column: str, place: Place) -> date | None:
        """Return the day in a cell; one that cannot be read is reported."""
        try:
            return register_day(self.cell(cells, column))
        except NotUnderstood as error:
            self._found.report.not_understood(place, error, path=column)
            return None

    def lei(self, cells: Sequence[str], column: str, place: Place) -> EntityId | None:
        """Return the LEI in a cell; a cell without one is reported."""
        text = self.cell(cells, column).upper()
        if _LEI.fullmatch(text):
            return EntityId(text)
        found = f"{quoted(text)} is not a LEI: 18 letters or digits and 2 check digits"
        self._found.report.error(place, "lei", found if text else "nothing is written here", path=column)
        return None


def lei_of(name: str) -> EntityId:
    """Return the id of an entity that is named by its LEI."""
    return record_id(name.strip().upper())
