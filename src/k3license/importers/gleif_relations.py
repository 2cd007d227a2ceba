"""Level 2 of the golden copy: relationships.  The child is the start node, the parent the end node."""

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from datetime import date
from typing import Final

from k3license.importers.found import ControlFound, Found, Limit
from k3license.importers.gleif_columns import RegisterTable
from k3license.importers.gleif_periods import REGISTRATION_STATUS, Span, spans
from k3license.importers.tables import Table
from k3license.model.errors import NotUnderstood, Place
from k3license.model.ownership import EntityId

CHILD: Final = "Relationship.StartNode.NodeID"
_PARENT: Final = "Relationship.EndNode.NodeID"
_TYPE: Final = "Relationship.RelationshipType"
_AMOUNT: Final = "Relationship.Quantifiers.1.QuantifierAmount"

DIRECT: Final = "IS_DIRECTLY_CONSOLIDATED_BY"
ULTIMATE: Final = "IS_ULTIMATELY_CONSOLIDATED_BY"
_BRANCH: Final = "IS_INTERNATIONAL_BRANCH_OF"
_MANAGED: Final = "IS_FUND-MANAGED_BY"
_BY: Final = {DIRECT: "direct accounting consolidation", ULTIMATE: "ultimate accounting consolidation"}
_FUNDS: Final = "relationships of funds are no control"
_WITHDRAWN: Final = frozenset({"ANNULLED", "DUPLICATE", "CANCELLED", "PENDING_VALIDATION"})


class RelationRows:
    """
    The rows of Level 2 files.

    *parents* are the children of which a direct or an ultimate parent is on record, with
    no end known.
    """

    def __init__(self, tables: Sequence[Table], found: Found) -> None:
        self._tables = [RegisterTable(table, (CHILD, _PARENT, _TYPE), found) for table in tables]
        self._found = found
        self.parents: set[tuple[EntityId, str]] = set()
        self._direct: dict[EntityId, list[ControlFound]] = defaultdict(list)
        self._ultimate: list[ControlFound] = []

    def links(self) -> Iterator[tuple[str, str]]:
        """Give out who consolidates whom; a branch and its legal person are linked both ways."""
        for table in self._tables:
            for place, cells in table.rows():
                type = table.cell(cells, _TYPE)
                if type in _BY or type == _BRANCH:
                    child, parent = table.lei(cells, CHILD, place), table.lei(cells, _PARENT, place)
                    if child is not None and parent is not None:
                        yield parent, child
                        if type == _BRANCH:
                            yield child, parent

    def read(self, inside: Container[str] | None, beside: Container[str]) -> None:
        """Read all rows (*inside* None), or those of children inside a neighborhood."""
        for table in self._tables:
            measured = funds = 0
            for place, cells in table.rows():
                child = table.lei(cells, CHILD, place)
                if child is None:
                    continue
                if inside is not None and child not in inside:
                    funds += table.cell(cells, _PARENT) in inside
                    continue
                parent = table.lei(cells, _PARENT, place)
                if parent is not None:
                    measured += bool(table.cell(cells, _AMOUNT))
                    reachable = inside is None or parent in inside or parent in beside
                    self._read(table, cells, child, parent, place, reachable=reachable)
            if funds:
                what = f"{funds:,} relationships of funds to entities inside the neighborhood"
                self._found.report.not_mapped(Place(table.table.name), what, _FUNDS)
            if measured:
                why = "a quantifier measures consolidation, not a share, and is not read"
                what = f"QuantifierAmount of {measured:,} relationships in {table.table.document}"
                self._found.report.not_mapped(Place(table.table.name), what, why)
        self._enter_ultimate()

    def _read(
        self,
        table: RegisterTable,
        cells: Sequence[str],
        child: EntityId,
        parent: EntityId,
        place: Place,
        *,
        reachable: bool,
    ) -> None:
        type = table.cell(cells, _TYPE)
        what = f"{child} {type} {parent}"
        status = table.cell(cells, REGISTRATION_STATUS).upper()
        if status in _WITHDRAWN:
            why = "the register has withdrawn the record, or not validated it yet"
            self._found.report.not_mapped(place, f"{what} ({status})", why)
            return
        try:
            held = spans(table, cells)
        except NotUnderstood as error:
            self._found.report.not_understood(place, error)
            return
        if type in _BY:
            self._enter_control(type, held, child, parent, table.source, place)
        elif type == _BRANCH and any(span.end is None and span.sure for span in held):
            self._say(child, "branch_of", parent, table.source, place)
        elif type == _MANAGED and reachable and any(span.end is None and span.sure for span in held):
            self._say(child, "managed_by", parent, table.source, place)
        elif type in (_BRANCH, _MANAGED) and reachable:
            self._found.report.not_mapped(place, what, "the relationship has ended, or may have")
        else:
            self._found.report.not_mapped(place, what, _FUNDS)

    def _say(self, child: EntityId, key: str, parent: EntityId, source: str, place: Place) -> None:
        for lei in (child, parent):
            self._found.say(lei, "lei", lei, source, place)
        self._found.say(child, key, parent, source, place)

    def _enter_control(
        self, type: str, held: Sequence[Span], child: EntityId, parent: EntityId, source: str, place: Place
    ) -> None:
        for lei in (child, parent):
            self._found.say(lei, "lei", lei, source, place)
        for span in held:
            control = ControlFound(parent, child, _BY[type], span.start, span.end, source, place)
            if span.end is None and span.sure:
                self.parents.add((child, type))
            if not span.sure:
                self._found.perhaps_rule(control)
            elif type == ULTIMATE:
                self._ultimate.append(control)
            else:
                self._direct[child].append(control)
                self._found.rule(control)

    def _enter_ultimate(self) -> None:
        """Enter ultimate parents where direct ones do not lead to them: they are above these, not beside."""
        implied = 0
        for control in self._ultimate:
            if self._leads(control.controlled, control):
                implied += 1
                continue
            self._found.rule(control)
            if control.end is None and self._direct[control.controlled]:
                found = f"the direct parents of {control.controlled} do not lead to its ultimate parent"
                help = f"both are taken as declared; is the parent of one of them missing below {control.controller}?"
                self._found.report.warn(control.place, "ultimate", found, help)
        if implied:
            self._found.report.remark(
                f"{implied:,} relationships to ultimate parents follow from the direct ones and are not repeated"
            )

    def _leads(self, child: EntityId, ultimate: ControlFound) -> bool:
        """Return whether direct parents lead up to the ultimate one during all of its time."""
        waiting = [child]
        seen = {child}
        for entity in waiting:
            for control in self._direct[entity]:
                if control.controller in seen or not _covers(control, ultimate.start, ultimate.end):
                    continue
                if control.controller == ultimate.controller:
                    return True
                seen.add(control.controller)
                waiting.append(control.controller)
        return False


def _covers(control: ControlFound, start: Limit, end: Limit) -> bool:
    begins = control.start is None or (
        isinstance(start, date) and isinstance(control.start, date) and control.start <= start
    )
    ends = control.end is None or (isinstance(end, date) and isinstance(control.end, date) and end <= control.end)
    return begins and ends
