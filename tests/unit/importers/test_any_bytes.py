"""Whatever the bytes, there is a profile that can be read, or a list of problems; never a traceback."""

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from k3license.importers.formats import FORMATS
from k3license.model.errors import InputErrors
from tests.unit.importers.files import (
    DIRECT,
    HOLDING,
    LOWEST,
    SEARCH,
    company,
    imported,
    interest,
    lasting,
    profile_of,
    relation,
    relations,
    statements,
)
from tests.unit.importers.test_xlsx import workbook

SAMPLES = {
    "gleif": relations(relation(LOWEST, DIRECT, HOLDING, lasting("2018-02-06"))).encode(),
    "bods": statements([company("a"), company("b"), interest("a", "b", {"type": "shareholding"})]).encode(),
    "csv": b"owner,owned,percent,from\na,b,over 50,2020-01\nx y,b,25 to 30,\n",
    "xlsx": workbook({"holdings": [("owner", "owned", "percent"), ("a", "b", 60)]}),
}
PIECES = st.sampled_from(
    [
        b"",
        b",",
        b";",
        b'"',
        b'""',
        b"\n",
        b"\r",
        b"\0",
        b"\xff",
        b"\xc3\xbc",
        b"\xe2\x80\xa8",
        b"owner",
        b"unknown",
        b"-1",
        b"%",
    ]
)


def read_or_refused(format: str, content: bytes, root: str | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            result = imported(format, Path(folder), {"file": content}, root=root)
        except InputErrors as errors:
            refused = errors
        else:
            assert profile_of(result)
            return
    assert refused.problems
    assert refused.rendered()


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=60 * SEARCH, deadline=None)
@given(st.data())
def test_no_bytes_give_a_traceback(format: str, data: st.DataObject) -> None:
    sample = SAMPLES[format]
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(sample))] * 2)))
    broken = sample[:start] + data.draw(st.lists(PIECES, max_size=4).map(b"".join)) + sample[end:]
    content = data.draw(st.one_of(st.binary(max_size=200), st.just(broken)))
    read_or_refused(format, content, data.draw(st.sampled_from([None, "a", LOWEST, "x y", ""])))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=200 * SEARCH, deadline=None)
@given(st.data())
def test_no_value_in_a_statement_gives_a_traceback(data: st.DataObject) -> None:
    items = json.loads(
        statements([company("a"), company("b"), interest("a", "b", {"type": "shareholding", "share": {"exact": 60}})])
    )
    block = data.draw(st.sampled_from(items))
    while isinstance(block, dict | list) and block:
        key = data.draw(st.sampled_from(sorted(block) if isinstance(block, dict) else range(len(block))))
        if data.draw(st.booleans()):
            block[key] = data.draw(VALUES)
            break
        block = block[key]
    read_or_refused("bods", json.dumps(items).encode(), None)
