"""Rows of people's own tables as facts; the first row names the columns, and nothing is guessed."""

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Final

from k3license.importers.cells import check_order, limit
from k3license.importers.figure_rows import figure_of
from k3license.importers.found import ControlFound, Found, HoldingFound, Limit
from k3license.importers.own_tables import CONTROL, ENTITIES, FACTS, HOLDINGS, REVENUE, OwnTable
from k3license.importers.share_columns import ShareColumns
from k3license.model.errors import NotUnderstood, Place, nearest_word, quoted
from k3license.model.ownership import EntityId

_IDS: Final = ("branch_of", "managed_by")
# Among more names than these the nearest is not searched for.
_MOST_NAMES: Final = 5_000


class FactRows:
    """One table and its source, read for its links alone or for all that is wanted."""

    def __init__(self, table: OwnTable, found: Found, names: "Names", source: str) -> None:
        self.table = table
        self._found = found
        self._names = names
        self._source = source
        self._shares = ShareColumns(table, found.report)

    def links(self) -> Iterator[tuple[str, str]]:
        """Give out who holds or controls whom; a branch and its legal person are linked both ways."""
        for place, row in self._rows():
            for one, other in _LINKS[self.table.kind]:
                owner = self._names.id_of(self.table.cell(row, one), place, one)
                owned = self._names.id_of(self.table.cell(row, other), place, other)
                if owner and owned:
                    yield owner, owned
            self._shares.see(row)

    def read_entities(self, inside: Container[str] | None, beside: Container[str]) -> set[EntityId]:
        """Read the entities *inside* a neighborhood (None: all), and the other holders *beside* it; return both."""
        described = set()
        for place, row in self._rows():
            entity = self._required(row, "id", place)
            if entity is None or not _among(entity, inside, beside):
                continue
            self._found.entity(entity, place)
            described.add(entity)
            for key in FACTS:
                text = self.table.cell(row, key)
                if text and key in _IDS:
                    self._read_other(entity, key, text, place, inside, beside)
                elif text:
                    self._found.say(entity, key, text, self._source, place)
            self._names.keep(entity, self.table.cell(row, "id"), self._source, place)
        return described

    def _read_other(
        self, entity: EntityId, key: str, name: str, place: Place, inside: Container[str] | None, beside: Container[str]
    ) -> None:
        other = self._names.id_of(name, place, key)
        if other is not None and _among(other, inside, beside):
            self._found.entity(other, place)
            self._found.say(entity, key, other, self._source, place)
        elif other is not None:
            why = "it cannot matter for the entity of --root"
            self._found.report.not_mapped(place, f"{key} of {entity}: {other}", why)

    def read_holdings(self, inside: Container[str] | None) -> None:
        """Read the stakes in entities *inside* a neighborhood (None: all)."""
        for place, row in self._rows():
            self._shares.see(row)
            ends = self._ends(row, "owner", "owned", inside, place)
            if ends is None:
                continue
            start, end = self._limits(row, place)
            try:
                percent = self._shares.read(row, "percent", place)
                votes = self._shares.read(row, "votes", place)
            except NotUnderstood:
                continue
            assert percent is not None
            principal = self._names.id_of(self.table.cell(row, "nominee_for"), place, "nominee_for")
            share_class = self.table.cell(row, "class") or None
            self._found.hold(
                HoldingFound(*ends, percent, votes, start, end, self._source, place, share_class, principal)
            )
        self._shares.check()

    def read_control(self, inside: Container[str] | None) -> None:
        """Read the control of entities *inside* a neighborhood (None: all)."""
        for place, row in self._rows():
            ends = self._ends(row, "controller", "controlled", inside, place)
            if ends is None:
                continue
            start, end = self._limits(row, place)
            if by := self.table.cell(row, "by"):
                self._found.rule(ControlFound(*ends, by, start, end, self._source, place))
            else:
                help = "write what gives control: board majority, contract"
                self._found.report.error(place, "empty", "nothing is written here", help, path="by")

    def read_revenue(self, *, all_are_known: bool) -> None:
        """Read the revenue of the entities found; a row of another is an error if *all_are_known*."""
        for place, row in self._rows():
            entity = self._required(row, "entity", place)
            if entity in self._found.entities:
                if figure := figure_of(row, self.table, entity, self._source, place, self._found.report):
                    self._found.figures.append(figure)
            elif entity is not None and all_are_known:
                self._found.report.error(place, "unknown-entity", f"{quoted(entity)} is in none of the other tables")
            elif entity is not None:
                what = f"revenue of {entity} in {self.table.cell(row, 'month')}"
                self._found.report.not_mapped(place, what, "nothing links it to the entity of --root")

    def _rows(self) -> Iterator[tuple[Place, Sequence[str]]]:
        table = self.table.table
        rows = 0
        for number, row in table.rows():
            rows += 1
            yield table.place(number), row
        self._found.sources[self._source].rows = rows

    def _required(self, row: Sequence[str], column: str, place: Place) -> EntityId | None:
        name = self.table.cell(row, column)
        if not name:
            help = "write the id of an entity"
            self._found.report.error(place, "empty", "nothing is written here", help, path=column)
        return self._names.id_of(name, place, column)

    def _ends(
        self, row: Sequence[str], one: str, other: str, inside: Container[str] | None, place: Place
    ) -> tuple[EntityId, EntityId] | None:
        owner, owned = self._required(row, one, place), self._required(row, other, place)
        if owner is None or owned is None or (inside is not None and owned not in inside):
            return None
        self._names.keep(owner, self.table.cell(row, one), self._source, place)
        self._names.keep(owned, self.table.cell(row, other), self._source, place)
        return owner, owned

    def _limits(self, row: Sequence[str], place: Place) -> tuple[Limit, Limit]:
        limits: list[Limit] = []
        for column in ("from", "until"):
            try:
                limits.append(limit(self.table.cell(row, column)))
            except NotUnderstood as error:
                self._found.report.not_understood(place, error, path=column)
                limits.append("unknown")
        start, end = limits
        try:
            check_order(start, end)
        except NotUnderstood as error:
            self._found.report.not_understood(place, error, path="until")
        return start, end


def _among(entity: EntityId, inside: Container[str] | None, beside: Container[str]) -> bool:
    return inside is None or entity in inside or entity in beside


_LINKS: Final = {
    ENTITIES: (("id", "branch_of"), ("branch_of", "id")),
    HOLDINGS: (("owner", "owned"), ("nominee_for", "owned")),
    CONTROL: (("controller", "controlled"),),
    REVENUE: (),
}


class Names:
    """The ids of the names that people wrote, each of one name only; *id_for* raises NotUnderstood."""

    def __init__(self, found: Found, id_for: Callable[[str], EntityId]) -> None:
        self._found = found
        self._id_for = id_for
        self._names: dict[EntityId, str] = {}

    def id_of(self, name: str, place: Place, column: str) -> EntityId | None:
        """Return the id for a name, or None for an empty one; what cannot be an id is reported."""
        try:
            return self._id_for(name) if name else None
        except NotUnderstood as error:
            self._found.report.not_understood(place, error, path=column)
            return None

    def keep(self, entity: EntityId, name: str, source: str, place: Place) -> None:
        """Enter an entity by the name that was written, which no other name may share the id of."""
        self._found.entity(entity, place)
        first = self._names.setdefault(entity, name)
        if first != name:
            found = f"{quoted(name)} and {quoted(first)} would get the same id, {entity}"
            self._found.report.error(place, "id", found, "write them alike if they are one, else give them ids")
        elif entity != name and "name" not in self._found.entities[entity]:
            self._found.say(entity, "name", name, source, place)


def check_described(found: Found, described: Container[EntityId]) -> None:
    """Find an error in every entity that a table of entities should have described, and does not."""
    names = list(found.entities)
    for entity, place in found.places.items():
        if entity not in described:
            others = [name for name in names if name in described] if len(names) <= _MOST_NAMES else []
            nearest = nearest_word(entity, others)
            help = f'did you mean "{nearest}"?' if nearest else "add a row for it to the table of entities"
            found.report.error(place, "unknown-entity", f"{quoted(entity)} is in no table of entities", help)
