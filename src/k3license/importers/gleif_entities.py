"""Level 1 of the golden copy: the entities that have a LEI."""

from collections.abc import Container, Sequence
from typing import Final

from k3license.importers.cells import register_limit
from k3license.importers.found import Found
from k3license.importers.gleif_columns import RegisterTable
from k3license.importers.tables import Table
from k3license.model.errors import NotUnderstood, Place
from k3license.model.ownership import EntityId

NAME: Final = "Entity.LegalName"
_JURISDICTION: Final = "Entity.LegalJurisdiction"
_CATEGORY: Final = "Entity.EntityCategory"
_STATUS: Final = "Entity.EntityStatus"
_EXPIRED: Final = "Entity.EntityExpirationDate"
_SUCCESSORS: Final = ("Entity.SuccessorEntity.1.SuccessorLEI", "Entity.SuccessorEntity.SuccessorLEI")
_REGISTRATION: Final = "Registration.RegistrationStatus"
_READ: Final = frozenset({"LEI", NAME, _JURISDICTION, _CATEGORY, _STATUS, _EXPIRED, *_SUCCESSORS, _REGISTRATION})

_KINDS: Final = {"GENERAL": "company", "FUND": "fund", "SOLE_PROPRIETOR": "person"}
# A branch is of the kind of its legal person; government bodies may be states or companies of one.
_OTHER_KINDS: Final = frozenset({"BRANCH", "", "NULL"})
_WRONG: Final = frozenset({"ANNULLED", "DUPLICATE", "CANCELLED"})


class EntityRows:
    """The rows of a Level 1 file."""

    def __init__(self, table: Table, found: Found) -> None:
        self._table = RegisterTable(table, ("LEI", NAME), found)
        self._found = found
        others = len(set(table.header) - _READ)
        if others and not self._table.missing:
            found.report.remark(f"{table.name}: {others} other columns say nothing that a profile asks for")

    def read(self, inside: Container[str] | None, beside: Container[str]) -> None:
        """Read all entities (*inside* None), or those inside a neighborhood and of holders beside it."""
        for place, cells in self._table.rows():
            lei = self._table.lei(cells, "LEI", place)
            if lei is not None and (inside is None or lei in inside or lei in beside):
                self._read(lei, cells, place)

    def _read(self, lei: EntityId, cells: Sequence[str], place: Place) -> None:
        table, source = self._table, self._table.source
        category = table.cell(cells, _CATEGORY).upper()
        for key, text in (
            ("name", table.cell(cells, NAME)),
            ("kind", _KINDS.get(category, "")),
            ("jurisdiction", table.cell(cells, _JURISDICTION)),
            ("lei", lei),
        ):
            if text:
                self._found.say(lei, key, text, source, place)
        self._found.entity(lei, place)
        if category not in _KINDS and category not in _OTHER_KINDS:
            why = "whether it is a state, a body of one or a company is not said, so its kind is left open"
            self._found.report.not_mapped(place, f"{lei}: category {category}", why)
        if (status := table.cell(cells, _REGISTRATION)) in _WRONG:
            why = "the register withdrew the record; it is kept since others may name it"
            self._found.report.not_mapped(place, f"{lei}: registration {status}", why)
        if table.cell(cells, _STATUS) == "INACTIVE":
            self._end(lei, cells, place)

    def _end(self, lei: EntityId, cells: Sequence[str], place: Place) -> None:
        try:
            day = register_limit(self._table.cell(cells, _EXPIRED))
        except NotUnderstood as error:
            self._found.report.not_understood(place, error, path=_EXPIRED)
            return
        if day is not None:
            self._found.say(lei, "dissolved", day.isoformat(), self._table.source, place)
            return
        successor = next(filter(None, (self._table.cell(cells, column) for column in _SUCCESSORS)), "")
        what = f"{lei}: no longer active" + (f", succeeded by {successor}" if successor else "")
        self._found.report.not_mapped(place, what, "since when is not said")
