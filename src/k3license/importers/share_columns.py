"""The columns of shares: percentages or parts of one, and the doubt which of both was written."""

from collections.abc import Sequence
from typing import Final

from k3license.importers.cells import looks_like_fraction, percent_of, percent_of_fraction
from k3license.importers.own_tables import OwnTable
from k3license.importers.report import Report
from k3license.model.errors import NotUnderstood, Place, quoted
from k3license.model.ranges import Range

# What a holding can have, and the column that says the same in parts of one.
_COLUMNS: Final = {"percent": "fraction", "votes": "votes_fraction"}


class ShareColumns:
    """
    Reads the shares of one table of holdings.

    A column of percentages of which none is above 1 was probably written in parts of one:
    that is an error, not a guess.  With a percent sign, a small number is taken as it is.
    """

    def __init__(self, table: OwnTable, report: Report) -> None:
        self._table = table
        self._report = report
        self._column = {
            wanted: parts if parts in table.index else wanted
            for wanted, parts in _COLUMNS.items()
            if wanted in table.index or parts in table.index
        }
        self._doubtful = {column for column in self._column.values() if column in _COLUMNS}
        self._small: list[tuple[str, str, Place]] = []

    def see(self, row: Sequence[str]) -> None:
        """Look at a row, also one that is not needed, for a percentage that is surely one."""
        for column in tuple(self._doubtful):
            text = self._table.cell(row, column)
            try:
                share = percent_of(text)
            except NotUnderstood:
                continue
            if text not in ("", "unknown") and not looks_like_fraction(text, share) and share.high:
                self._doubtful.discard(column)

    def read(self, row: Sequence[str], wanted: str, place: Place) -> Range | None:
        """Return the share in percent, or None for votes that the row does not state; raises NotUnderstood."""
        column = self._column.get(wanted, wanted)
        text = self._table.cell(row, column)
        if wanted == "votes" and not text:
            return None
        try:
            share = percent_of(text) if column == wanted else percent_of_fraction(text)
        except NotUnderstood as error:
            self._report.not_understood(place, error, path=column)
            raise
        if column == wanted and looks_like_fraction(text, share):
            self._small.append((column, text, place))
        return share

    def check(self) -> None:
        """Report the percentages that may be parts of one, once all rows have been seen."""
        for column, text, place in self._small:
            if column in self._doubtful:
                found = f"{quoted(text)} may be a part of one or of a percent: no share in this column is above 1"
                help = f"call the column {_COLUMNS[column]} if 0.5 is half; write 0.5% if it is half a percent"
                self._report.error(place, "fraction", found, help, path=column)
            else:
                found = f"{quoted(text)} is read as less than one percent, like the others above 1"
                self._report.warn(place, "fraction", found, "write 50 if half is meant", path=column)
