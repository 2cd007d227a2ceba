"""Level 2 of the golden copy: reporting exceptions, the reasons why a parent is not named."""

import re
from collections.abc import Container, Sequence
from typing import Final

from k3license.importers.found import ANYTHING, Found, HoldingFound
from k3license.importers.gleif_columns import RegisterTable
from k3license.importers.gleif_relations import DIRECT, ULTIMATE
from k3license.importers.tables import Table
from k3license.model.errors import Place
from k3license.model.ownership import EntityId

CATEGORY: Final = "Exception.Category"
_REASON: Final = re.compile(r"Exception\.Reason(\.[0-9]+)?")
_DELETED: Final = re.compile("(?i).*(deletion|deletedat).*")
_CATEGORIES: Final = {
    "DIRECT_ACCOUNTING_CONSOLIDATION_PARENT": DIRECT,
    "ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT": ULTIMATE,
}
# No parent consolidates the entity.  What the reasons leave open is said in a comment.
_NO_PARENT: Final = {
    "NATURAL_PERSONS": "natural persons control it; who they are, and what else they control, is not said",
    "NON_CONSOLIDATING": "who controls it need not consolidate it, and is not named",
    "NO_KNOWN_PERSON": "nobody is known to control it",
}


class ExceptionRows:
    """The rows of a file of reporting exceptions; *parents* are those that relationships name after all."""

    def __init__(self, table: Table, found: Found, parents: Container[tuple[EntityId, str]]) -> None:
        self._table = RegisterTable(table, ("LEI", CATEGORY), found)
        self._found = found
        self._parents = parents
        self._reasons = [name for name in table.header if _REASON.fullmatch(name)]
        self._deleted = [name for name in table.header if _DELETED.fullmatch(name)]
        if not self._reasons:
            found.report.error(Place(table.name, 1), "columns", "there is no column Exception.Reason.1")

    def read(self, inside: Container[str] | None) -> None:
        """Read all rows (*inside* None), or those of entities inside a neighborhood."""
        for place, cells in self._table.rows():
            lei = self._table.lei(cells, "LEI", place)
            if lei is not None and (inside is None or lei in inside):
                self._read(lei, cells, place)

    def _read(self, lei: EntityId, cells: Sequence[str], place: Place) -> None:
        category = self._table.cell(cells, CATEGORY).upper()
        reasons = sorted({text.upper() for name in self._reasons if (text := self._table.cell(cells, name))})
        what = f"{lei}: {category} not reported, {' and '.join(reasons) or 'without a reason'}"
        self._found.say(lei, "lei", lei, self._table.source, place)
        if any(self._table.cell(cells, name) for name in self._deleted):
            self._found.report.not_mapped(place, what, "the register has deleted the exception")
        elif (lei, _CATEGORIES.get(category, "")) in self._parents:
            self._found.report.not_mapped(place, what, "a relationship names the parent after all")
        elif reasons and all(reason in _NO_PARENT for reason in reasons):
            which = category.partition("_")[0].lower()
            for reason in reasons:
                found = f"{lei}: no {which} parent consolidates it ({reason}): {_NO_PARENT[reason]}"
                self._found.comments.add(found)
        else:
            self._enter_unknown_parent(lei, reasons, place)

    def _enter_unknown_parent(self, lei: EntityId, reasons: Sequence[str], place: Place) -> None:
        """Enter a parent of which nothing is known: of any kind, with anything between no control and all."""
        parent = EntityId(f"unknown-parent-of-{lei}")
        source = self._table.source
        if parent not in self._found.entities:
            self._found.say(parent, "name", "A parent that is not reported", source, place)
            self._found.hold(HoldingFound(parent, lei, ANYTHING, None, None, None, source, place))
        self._found.comments.add(f"{parent}: {' and '.join(reasons) or 'no reason is given'}")
