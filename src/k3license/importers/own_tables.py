"""The tables that people keep themselves: entities, holdings, control and revenue, and their columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from k3license.importers.report import Report
from k3license.importers.tables import Table, normal_name
from k3license.model.errors import Place, nearest_word, quoted


class Columns(NamedTuple):
    """The columns of a kind of table: those it must have, and those it may have."""

    required: tuple[str, ...]
    optional: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.required, *self.optional)


ENTITIES: Final = "entities"
HOLDINGS: Final = "holdings"
CONTROL: Final = "control"
REVENUE: Final = "revenue"

FACTS: Final = (
    "name",
    "kind",
    "jurisdiction",
    "lei",
    "dissolved",
    "branch_of",
    "managed_by",
    "model_as_a_service",
)
SHARES: Final = ("percent", "fraction", "votes", "votes_fraction")
KINDS: Final[Mapping[str, Columns]] = {
    ENTITIES: Columns(("id",), FACTS),
    HOLDINGS: Columns(("owner", "owned"), (*SHARES, "from", "until", "class", "nominee_for")),
    CONTROL: Columns(("controller", "controlled", "by"), ("from", "until")),
    REVENUE: Columns(("entity", "month", "amount"), ("currency", "covers")),
}
# What other words people use for a column; they are offered, never taken.
_SYNONYMS: Final = {
    "company": "id",
    "country": "jurisdiction",
    "parent": "owner",
    "holder": "owner",
    "shareholder": "owner",
    "subsidiary": "owned",
    "child": "owned",
    "share": "percent",
    "stake": "percent",
    "percentage": "percent",
    "ownership": "percent",
    "%": "percent",
    "voting_rights": "votes",
    "start": "from",
    "since": "from",
    "end": "until",
    "to": "until",
    "period": "month",
    "date": "month",
    "revenue": "amount",
    "sales": "amount",
    "turnover": "amount",
    "ccy": "currency",
    "basis": "by",
}


@dataclass(frozen=True)
class OwnTable:
    """A table whose kind is known, and where each of its columns stands (from 0)."""

    kind: str
    table: Table
    index: Mapping[str, int]

    def cell(self, row: Sequence[str], column: str) -> str:
        """Return a cell without the spaces around it; "" where there is no such column."""
        at = self.index.get(column)
        return "" if at is None else row[at].strip()


def own_table(table: Table, report: Report, *, kind: str | None = None) -> OwnTable | None:
    """
    Return the table with its columns found, as *kind* or as the kind that they fit best.

    Columns that are missing or misspelt are errors; others are reported as not read.
    """
    kind = kind or kind_by_columns(table) or kind_by_name(table) or _nearest_kind(table)
    if kind is None:
        known = "; ".join(f"{name}: {', '.join(columns.required)}" for name, columns in KINDS.items())
        found = f"the columns are those of no table known here: {_listed(table.header)}"
        report.error(Place(table.name, 1), "columns", found, f"the first row has to name them ({known})")
        return None
    index = _index(table, KINDS[kind], report)
    for one, other in (("percent", "fraction"), ("votes", "votes_fraction")):
        if one in index and other in index:
            text = f"both {one} and {other} are given"
            report.error(Place(table.name, 1), "columns", text, "keep one: 50 in the first is 0.5 in the second")
    return OwnTable(kind, table, index) if index.keys() >= set(KINDS[kind].required) else None


def _index(table: Table, columns: Columns, report: Report) -> dict[str, int]:
    """Return where each column stands, and report what is missing, misspelt, given twice or not known."""
    place = Place(table.name, 1)
    index: dict[str, int] = {}
    others: list[str] = []
    for at, column in enumerate(table.header):
        name = normal_name(column)
        if name in index:
            report.error(place, "columns", f"two columns are called {quoted(column)}", "rename one of them")
        elif name in columns.all:
            index[name] = at
        elif name:
            others.append(column)
    absent = [name for name in columns.all if name not in index]
    meant = {column: _meant(normal_name(column), absent) for column in others}
    for column, known in meant.items():
        if known is None:
            report.not_mapped(place, f"the column {quoted(column)}", "no field of a profile is called so")
        else:
            report.error(place, "columns", f"no column is called {quoted(column)}", f'did you mean "{known}"?')
    for name in columns.required:
        if name in absent and name not in meant.values():
            help = f"the columns may be {', '.join(columns.all)}"
            report.error(place, "columns", f"there is no column {quoted(name)}", help)
    return index


def kind_by_columns(table: Table) -> str | None:
    """Return the only kind whose required columns the table has."""
    names = {normal_name(column) for column in table.header}
    complete = [kind for kind, columns in KINDS.items() if names.issuperset(columns.required)]
    return complete[0] if len(complete) == 1 else None


def kind_by_name(table: Table) -> str | None:
    """Return the kind that the file or sheet is called after, slips of the pen included."""
    return nearest_word(table.stem, KINDS)


def _nearest_kind(table: Table) -> str | None:
    """Return the kind that most columns are of, if there is only one of these."""
    names = [normal_name(column) for column in table.header]
    fitting = {kind: _fit(columns, names) for kind, columns in KINDS.items()}
    best = max(fitting, key=lambda kind: fitting[kind])
    return best if fitting[best] > 0 and list(fitting.values()).count(fitting[best]) == 1 else None


def _fit(columns: Columns, names: Sequence[str]) -> int:
    return sum(2 * (_meant(name, columns.required) is not None) + (name in columns.all) for name in names)


def _meant(name: str, columns: Sequence[str]) -> str | None:
    if name in columns:
        return name
    synonym = _SYNONYMS.get(name)
    return synonym if synonym in columns else nearest_word(name, columns)


def _listed(header: Sequence[str]) -> str:
    shown = ", ".join(quoted(column) for column in header[:8])
    return f"{shown} and {len(header) - 8} more" if len(header) > 8 else shown
