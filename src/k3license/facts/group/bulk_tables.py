"""Ownership registers of millions of rows, read into arrays with exact whole numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import IO, Any, Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyarrow import compute
from pyarrow import csv as arrow_csv

from k3license.model.ownership import EntityKind
from k3license.model.ranges import ZERO, Range
from k3license.text.amounts import AmountKind, parse_amount
from k3license.text.periods import parse_date

T = TypeVar("T")
# Numbers of entities, or of distinct values.
Numbers = npt.NDArray[np.int32]
Table = Path | IO[bytes]

HOLDINGS: Final = (("owner", "owned", "percent"), ("votes", "from", "until"))
CONTROL: Final = (("controller", "controlled", "by"), ("from", "until"))
ENTITIES: Final = (("id",), ("kind",))
_NO_LIMIT: Final = Range(Decimal(0), Decimal(100))
# Its tables of ids grow in place: a fifth less processor time than with the pool that Arrow prefers.
_POOL: Final = pa.system_memory_pool()
_IDS: Final = frozenset({"owner", "owned", "controller", "controlled", "id"})


@dataclass(frozen=True, slots=True)
class Column(Generic[T]):
    """What stands in each row: its number among the *distinct* values."""

    numbers: Numbers
    distinct: Sequence[T]

    def at(self, row: int) -> T:
        """Return what stands in *row*."""
        return self.distinct[int(self.numbers[row])]


@dataclass(frozen=True, slots=True)
class Lines:
    """
    Rows that lead from an entity *above* to one *below*, both as numbers, with the days they hold.

    *start* is inclusive, *end* exclusive, None: open.
    """

    above: Numbers
    below: Numbers
    start: Column[date | None] | None
    end: Column[date | None] | None

    def in_force(self, day: date) -> npt.NDArray[np.intp] | slice:
        """Return the rows in force on *day*."""
        if self.start is None and self.end is None:
            return slice(None)
        holds = np.ones(len(self.above), dtype=np.bool_)
        if self.start is not None:
            holds &= np.array([d is None or d <= day for d in self.start.distinct], np.bool_)[self.start.numbers]
        if self.end is not None:
            holds &= np.array([d is None or day < d for d in self.end.distinct], np.bool_)[self.end.numbers]
        return np.flatnonzero(holds)

    def days(self, row: int) -> tuple[date | None, date | None]:
        """Return the days from which and until which *row* is in force."""
        start = None if self.start is None else self.start.at(row)
        return start, None if self.end is None else self.end.at(row)


@dataclass(frozen=True, slots=True)
class Bulk:
    """
    A register: the *names* of its entities in file order, and all that leads from one to another.

    *kinds* are those of the entities, *percent* and *votes* those of the holdings, *by* of the control facts.
    """

    names: Any
    kinds: Column[EntityKind | None]
    holdings: Lines
    percent: Column[Range]
    votes: Column[Range]
    control: Lines
    by: Column[str]

    @property
    def exact(self) -> bool:
        """Whether no percentage of votes is a range."""
        used = np.bincount(self.votes.numbers, minlength=len(self.votes.distinct))
        return all(votes.exact for votes, rows in zip(self.votes.distinct, used, strict=True) if rows)

    # Arrow values are made from bytes here: from Python's or numpy's, pyarrow makes them with pandas
    # where that is installed, and loading it takes longer than all the rest.

    def number(self, entity: str) -> int:
        """Return the number of *entity*; KeyError if it is not in the register."""
        text = entity.encode()
        ends = np.array([0, len(text)], np.int32)
        (wanted,) = pa.StringArray.from_buffers(1, pa.py_buffer(ends), pa.py_buffer(text))
        number: int = self.names.index(wanted).as_py()
        if number < 0:
            raise KeyError(entity)
        return number

    def named(self, among: npt.NDArray[np.bool_]) -> Any:
        """Return the names of the entities *among*, in file order, as an Arrow array."""
        bits = pa.py_buffer(np.packbits(among, bitorder="little"))
        return self.names.filter(pa.BooleanArray.from_buffers(pa.bool_(), len(among), [None, bits]))


def read_bulk(holdings: Table, *, control: Table | None = None, entities: Table | None = None) -> Bulk:
    """
    Return a register from CSV files with a line of column names.

    Holdings: owner, owned, percent and perhaps votes (absent: as percent), from, until; control
    facts: controller, controlled, by and perhaps from, until; entities: id and perhaps kind.
    Percentages are written as in a profile (`50.01`, `over 50`, `unknown`), an empty cell is
    unknown, and so is an empty kind.  Raises ValueError for other columns, since they may
    change what a row means, and for an id that is missing.
    """
    owned = _columns(holdings, *HOLDINGS)
    controlled = _columns(control, *CONTROL)
    listed = _columns(entities, *ENTITIES)
    ids = [listed["id"], owned["owner"], owned["owned"], controlled["controller"], controlled["controlled"]]
    names, (own_id, owner, held, controller, below) = _numbered(ids)
    percent = _column(owned["percent"], _percentage)
    votes = percent if "votes" not in owned else _votes(owned["votes"], percent)
    return Bulk(
        names=names,
        kinds=_kinds(len(names), own_id, listed.get("kind")),
        holdings=Lines(owner, held, _days(owned, "from"), _days(owned, "until")),
        percent=percent,
        votes=votes,
        control=Lines(controller, below, _days(controlled, "from"), _days(controlled, "until")),
        by=_column(controlled["by"], str),
    )


def _columns(table: Table | None, needed: tuple[str, ...], others: tuple[str, ...]) -> dict[str, Any]:
    text, few = pa.string(), pa.dictionary(pa.int32(), pa.string())
    if table is None:
        return {name: pa.chunked_array([], text if name in _IDS else few) for name in needed}
    types = {name: text if name in _IDS else few for name in (*needed, *others)}
    options = arrow_csv.ConvertOptions(column_types=types, strings_can_be_null=False)
    read = arrow_csv.read_csv(table, convert_options=options, memory_pool=_POOL)
    columns = dict(zip(read.column_names, read.columns, strict=True))
    if len(columns) < len(read.columns) or not set(needed) <= columns.keys() <= {*needed, *others}:
        expected = f"{', '.join(needed)} and perhaps {', '.join(others)}"
        raise ValueError(f"the columns are {', '.join(read.column_names)}; expected are {expected}")
    return columns


def _numbered(columns: Sequence[Any]) -> tuple[Any, list[Numbers]]:
    """Return the distinct texts of all *columns* in order of appearance, and the columns as numbers of these."""
    chunks = [chunk for column in columns for chunk in column.chunks]
    encoded = compute.dictionary_encode(pa.chunked_array(chunks, pa.string()), memory_pool=_POOL)
    if encoded.num_chunks == 0:
        return pa.array([], pa.string()), [np.empty(0, np.int32) for _ in columns]
    names = encoded.chunk(encoded.num_chunks - 1).dictionary
    if compute.min(compute.binary_length(names)).as_py() == 0:
        raise ValueError("a row names no entity")
    numbers = _joined(encoded)
    ends = np.cumsum([len(column) for column in columns])
    return names, np.split(numbers, ends[:-1])


def _joined(encoded: Any) -> Numbers:
    if encoded.num_chunks == 0:
        return np.empty(0, np.int32)
    return np.concatenate([np.from_dlpack(chunk.indices) for chunk in encoded.chunks])


def _column(texts: Any, meaning: Callable[[str], T]) -> Column[T]:
    unified = texts.unify_dictionaries()
    distinct = unified.chunk(0).dictionary.to_pylist() if unified.num_chunks else []
    return Column(_joined(unified), [meaning(text) for text in distinct])


def _votes(texts: Any, percent: Column[Range]) -> Column[Range]:
    # An empty cell says that the votes are as the share.
    stated = _column(texts, lambda text: _percentage(text) if text else None)
    known = np.array([share is not None for share in stated.distinct], np.bool_)[stated.numbers]
    numbers = np.where(known, stated.numbers + len(percent.distinct), percent.numbers)
    return Column(numbers.astype(np.int32), [*percent.distinct, *(share or ZERO for share in stated.distinct)])


def _kinds(count: int, listed: Numbers, texts: Any | None) -> Column[EntityKind | None]:
    numbers = np.zeros(count, np.int32)
    if texts is None:
        return Column(numbers, [None])
    stated = _column(texts, lambda text: EntityKind(text) if text else None)
    if len(np.unique(listed)) < len(listed):
        raise ValueError("an entity is listed twice")
    numbers[listed] = stated.numbers + 1
    return Column(numbers, [None, *stated.distinct])


def _days(columns: Mapping[str, Any], name: str) -> Column[date | None] | None:
    return _column(columns[name], _day) if name in columns else None


def _day(text: str) -> date | None:
    return parse_date(text) if text else None


def _percentage(text: str) -> Range:
    stated = parse_amount(text or "unknown", kind=AmountKind.PERCENT).range
    return _NO_LIMIT.intersection(stated)
