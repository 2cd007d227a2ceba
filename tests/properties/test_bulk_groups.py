"""Registers in arrays give the groups that records give: same rules, same answers."""

import csv
import io
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from k3license.facts.group.bulk import BulkGroups
from k3license.facts.group.bulk_tables import Bulk, read_bulk
from k3license.facts.group.members import Group, members
from k3license.model.ownership import ControlFact, EntityId, EntityKind, Holder, Holding, Structure
from k3license.model.ranges import Range
from k3license.model.truth import Truth
from k3license.text.amounts import AmountKind, parse_amount

SEARCH = int(os.environ.get("K3LICENSE_SEARCH", "1"))
NAMES = tuple(EntityId(name) for name in "LABCDEFG")
DAY = date(2026, 6, 30)
READINGS = ("more-than-half", "half-or-more")
COMMON_OWNERS = ("not-states", "anyone", "companies-only")
PERCENTAGES = ("0", "10", "25", "30", "33.333333", "45", "49.99", "50", "50.01", "55", "75", "100")
RANGES = (*PERCENTAGES, "", "unknown", "over 25", "over 50", "25 to 50", "at least 50", "under 50", "at most 60")
DAYS = ("", "2026-06-29", "2026-06-30", "2026-07-01")
KINDS = ("", "company", "company", "company", "fund", "person", "state")
BY = ("contract", "board majority", "board half", "de facto")

Row = tuple[str, ...]


@dataclass(frozen=True)
class Register:
    """The rows of the three tables of a register."""

    holdings: Sequence[Row]
    control: Sequence[Row] = ()
    kinds: Sequence[Row] = ()

    def bulk(self) -> Bulk:
        return read_bulk(
            table("owner,owned,percent,votes,from,until", self.holdings),
            control=table("controller,controlled,by,from,until", self.control),
            entities=table("id,kind", self.kinds),
        )

    def structure(self) -> Structure:
        return Structure(
            {EntityId(name): Holder(EntityId(name), EntityKind(kind) if kind else None) for name, kind in self.kinds},
            tuple(
                Holding(EntityId(x), EntityId(y), share(p), share(v or p), f"ownership[{row}]", day(start), day(end))
                for row, (x, y, p, v, start, end) in enumerate(self.holdings)
            ),
            tuple(
                ControlFact(EntityId(x), EntityId(y), by, f"control[{row}]", day(start), day(end))
                for row, (x, y, by, start, end) in enumerate(self.control)
            ),
        )


def table(columns: str, rows: Iterable[Row]) -> io.BytesIO:
    text = io.StringIO()
    csv.writer(text).writerows([columns.split(","), *rows])
    return io.BytesIO(text.getvalue().encode())


def share(text: str) -> Range:
    stated = parse_amount(text or "unknown", kind=AmountKind.PERCENT).range
    return stated if stated.low is not None else Range(Decimal(0), Decimal(100))


def day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None


@st.composite
def registers(draw: st.DrawFn, *, percentages: Sequence[str], often_undated: bool = True) -> Register:
    """Registers with rings, own shares, doubtful sums, rows of other times and kinds that nobody knows."""
    name, percent = st.sampled_from(NAMES), st.sampled_from(percentages)
    when = st.sampled_from(("",) * 12 * often_undated + DAYS)
    votes = st.one_of(st.just(""), st.just(""), percent)
    row = st.tuples(name, name, percent, votes, when, when)
    fact = st.tuples(name, name, st.sampled_from(BY), when, when).filter(lambda each: each[0] != each[1])
    kinds = tuple((each, draw(st.sampled_from(KINDS))) for each in NAMES)
    return Register(draw(st.lists(row, max_size=14)), draw(st.lists(fact, max_size=3)), kinds)


def some_hold_themselves_whole(register: Register) -> bool:
    own: Counter[str] = Counter()
    for owner, owned, percent, votes, *_ in register.holdings:
        if owner == owned:
            own[owned] += int(Decimal(votes or percent) + 1)
    return any(percent >= 100 for percent in own.values())


def both(register: Register, reading: str, common_owner: str) -> tuple[Group, Group]:
    groups = BulkGroups(register.bulk(), as_of=DAY, reading=reading, common_owner=common_owner)
    structure = register.structure()
    expected = members(structure, NAMES[0], as_of=DAY, reading=reading, common_owner=common_owner)
    return groups.members(NAMES[0]), expected


def test_arrays_and_records_find_the_same_members_for_the_same_reasons() -> None:
    @settings(max_examples=400 * SEARCH, deadline=None)
    @given(registers(percentages=PERCENTAGES), st.sampled_from(READINGS), st.sampled_from(COMMON_OWNERS))
    def check(register: Register, reading: str, common_owner: str) -> None:
        found, expected = both(register, reading, common_owner)
        assert dict(found.truths) == dict(expected.truths)
        assert list(found.truths) == list(expected.truths)
        # Of an entity that holds all of its shares itself, nobody holds a part of the rest.
        if not some_hold_themselves_whole(register):
            assert [found[entity].because for entity in found] == [each.because for each in expected.values()]

    check()


def test_ranges_are_decided_by_the_records_that_can_matter() -> None:
    @settings(max_examples=300 * SEARCH, deadline=None)
    @given(registers(percentages=RANGES), st.sampled_from(READINGS), st.sampled_from(COMMON_OWNERS))
    def check(register: Register, reading: str, common_owner: str) -> None:
        found, expected = both(register, reading, common_owner)
        assert dict(found.truths) == dict(expected.truths)

    check()


def test_a_register_without_facts_and_kinds_leaves_open_who_may_be_a_state() -> None:
    bulk = read_bulk(table("owner,owned,percent", [("A", "L", "60"), ("A", "B", "60"), ("L", "C", "50.01")]))
    found = BulkGroups(bulk, as_of=DAY, reading="more-than-half", common_owner="not-states").members("L")
    assert found.truths == {"A": Truth.UNKNOWN, "B": Truth.UNKNOWN, "C": Truth.YES}
    assert found[EntityId("B")].open_paths == ("entities.A.kind",)


def test_exactly_half_counts_to_the_last_digit() -> None:
    rows = [("L", "A", "49.999999999999"), ("L", "B", "50"), ("L", "C", "50.000000000001")]
    bulk = read_bulk(table("owner,owned,percent", rows))

    def sure(reading: str) -> list[str]:
        groups = BulkGroups(bulk, as_of=DAY, reading=reading, common_owner="anyone")
        names: list[str] = groups.sure_members("L").to_pylist()
        return names

    assert sure("more-than-half") == ["C"]
    assert sure("half-or-more") == ["B", "C"]


def test_digits_that_64_bits_cannot_hold_are_refused() -> None:
    bulk = read_bulk(table("owner,owned,percent", [("L", "A", "50." + "0" * 18 + "1")]))
    with pytest.raises(ValueError, match="too many digits"):
        BulkGroups(bulk, as_of=DAY, reading="more-than-half", common_owner="anyone").members("L")


@pytest.mark.parametrize(
    ("columns", "rows"),
    [("owner,owned", [("L", "A")]), ("owner,owned,percent,nominee_for", [("L", "A", "60", "B")])],
)
def test_columns_that_are_missing_or_change_the_meaning_are_refused(columns: str, rows: list[Row]) -> None:
    with pytest.raises(ValueError, match="expected are owner, owned, percent and perhaps votes, from, until"):
        read_bulk(table(columns, rows))


def test_a_row_without_an_owner_is_refused() -> None:
    with pytest.raises(ValueError, match="names no entity"):
        read_bulk(table("owner,owned,percent", [("", "A", "60")]))


def test_who_is_not_in_the_register_is_a_key_error() -> None:
    bulk = read_bulk(table("owner,owned,percent", [("L", "A", "60")]))
    with pytest.raises(KeyError, match="'X'"):
        BulkGroups(bulk, as_of=DAY, reading="more-than-half", common_owner="anyone").members("X")


def test_an_empty_register_has_no_members() -> None:
    bulk = read_bulk(table("owner,owned,percent", []), entities=table("id,kind", [("L", "company")]))
    assert not BulkGroups(bulk, as_of=DAY, reading="half-or-more", common_owner="anyone").members("L")


def test_an_entity_listed_twice_is_refused() -> None:
    kinds = [("L", "company"), ("L", "state")]
    with pytest.raises(ValueError, match="listed twice"):
        read_bulk(table("owner,owned,percent", [("L", "A", "60")]), entities=table("id,kind", kinds))


@pytest.mark.parametrize("reading", READINGS)
def test_nothing_in_a_company_that_holds_itself_whole_is_no_control(reading: str) -> None:
    found, expected = both(Register([("A", "L", "0", "", "", ""), ("L", "L", "100", "", "", "")]), reading, "anyone")
    assert found.truths == expected.truths == {}
