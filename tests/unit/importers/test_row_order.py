"""The order of rows, statements and files never changes the profile that is written."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from k3license.model.errors import InputErrors
from tests.unit.importers.files import (
    DIRECT,
    HOLDING,
    LOWEST,
    MIDDLE,
    OTHER,
    SEARCH,
    ULTIMATE,
    company,
    exceptions,
    imported,
    interest,
    lasting,
    relation,
    relations,
    statements,
    table,
)

LEI = st.sampled_from([HOLDING, LOWEST, MIDDLE, OTHER])
PERIOD = st.sampled_from([(), (lasting("2018-02-06"),), (lasting("2010-01-01", "2020-12-31"), lasting("2022-01-01"))])
TYPES = st.sampled_from([DIRECT, ULTIMATE, "IS_SUBFUND_OF", "IS_FUND-MANAGED_BY"])
STATUS = st.sampled_from(["ACTIVE", "INACTIVE", "NULL"])
RELATION = st.tuples(LEI, TYPES, LEI, PERIOD, STATUS).map(lambda row: relation(*row[:3], *row[3], status=row[4]))
REASON = st.sampled_from(["NATURAL_PERSONS", "NO_LEI", "NON_PUBLIC"])
EXCEPTION = st.tuples(LEI, st.sampled_from(["DIRECT", "ULTIMATE"]), REASON)

NAME = st.sampled_from(["a", "b", "C AG"])
HOLDING_ROW = st.tuples(
    NAME, NAME, st.sampled_from(["60", "25 to 50", "unknown", "5x"]), st.sampled_from(["", "2020-01"])
)
FIGURE_ROW = st.tuples(
    NAME, st.sampled_from(["2025", "2026-01", "2026-02"]), st.just("1.2M"), st.sampled_from(["EUR", "USD"])
)

SHARE = st.sampled_from([{"exact": 60}, {"exclusiveMinimum": 25, "maximum": 50}, {}])
INTEREST = st.builds(
    lambda type, share, end: {"type": type, "share": share, **end},
    st.sampled_from(["shareholding", "votingRights", "trustee", "boardMember"]),
    SHARE,
    st.sampled_from([{}, {"endDate": "2025-01-01"}]),
)
STATEMENT = st.builds(
    lambda party, subject, interests, day, status, record: interest(
        party, subject, *interests, record=record, statementDate=day, recordStatus=status
    ),
    st.sampled_from(["a", "b"]),
    st.sampled_from(["a", "b", "c"]),
    st.lists(INTEREST, max_size=2),
    st.sampled_from(["2020-01-01", "2021-01-01T10:00:00Z", "2022-01-01"]),
    st.sampled_from(["new", "updated", "closed"]),
    st.sampled_from(["r1", "r2", "r3", "r4"]),
)


def text_of(format: str, files: dict[str, str], root: str | None) -> str | None:
    """Return the profile, or None if the files are refused."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return imported(format, Path(folder), files, root=root).text
        except InputErrors:
            return None


@settings(max_examples=80 * SEARCH, deadline=None)
@given(st.data(), st.lists(RELATION, max_size=6), st.lists(EXCEPTION, max_size=4), st.booleans())
def test_of_a_register(
    data: st.DataObject, rows: list[list[str]], reasons: list[tuple[str, str, str]], rooted: bool
) -> None:
    root = LOWEST if rooted else None
    files = {"rr.csv": relations(*rows), "repex.csv": exceptions(*reasons)}
    mixed = {
        "repex.csv": exceptions(*data.draw(st.permutations(reasons))),
        "rr.csv": relations(*data.draw(st.permutations(rows))),
    }
    assert text_of("gleif", files, root) == text_of("gleif", mixed, root)


def tables(holdings: Sequence[Sequence[str]], figures: Sequence[Sequence[str]]) -> dict[str, str]:
    return {
        "holdings.csv": table(("owner", "owned", "percent", "from"), *holdings),
        "revenue.csv": table(("entity", "month", "amount", "currency"), *figures),
    }


@settings(max_examples=80 * SEARCH, deadline=None)
@given(st.data(), st.lists(HOLDING_ROW, max_size=5), st.lists(FIGURE_ROW, max_size=4, unique_by=lambda row: row[:2]))
def test_of_own_tables(data: st.DataObject, holdings: list[tuple[str, ...]], figures: list[tuple[str, ...]]) -> None:
    mixed = tables(data.draw(st.permutations(holdings)), data.draw(st.permutations(figures)))
    assert text_of("csv", tables(holdings, figures), None) == text_of("csv", mixed, None)


@settings(max_examples=80 * SEARCH, deadline=None)
@given(st.data(), st.lists(STATEMENT, max_size=6))
def test_of_statements(data: st.DataObject, relationships: list[dict[str, object]]) -> None:
    items = [*(company(id) for id in "abc"), *relationships]
    mixed = data.draw(st.permutations(items))
    assert text_of("bods", {"s.json": statements(items)}, None) == text_of("bods", {"s.json": statements(mixed)}, None)
