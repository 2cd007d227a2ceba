"""Whatever the bytes, there is a tree or a list of problems, and both parsers find the same."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from k3license.model.errors import InputErrors
from k3license.text import yaml_lines
from k3license.text.parsers import PARSER, PureParser
from k3license.text.walking import TextTree
from k3license.text.yaml_lines import Tree, TreePath, read_tree

PIECES = (
    *("a", "b: ", "- ", "\n", "  ", "\n  ", "\n    ", "{", "}", "[", "]", ",", ": ", ":", "#", " # c", "'", '"'),
    *("|\n", ">-\n", "? ", "!", "&a", "*a", "<<: ", "1,000", "~", "---\n", "...", "%YAML 1.1\n", "\\", "@", "`"),
    *("é", "☃", "=", "\t", "\r\n", "0", "-", "'x'", "key: v\n", "k2:\n", "..", "\u00a0", "\u2028", "\ufeff", "\x07"),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
BYTES = st.one_of(st.binary(max_size=60), TEXTS.map(str.encode), TEXTS.map(lambda text: f"k: 1\n{text}".encode()))


def parts(value: TextTree, path: TreePath = ()) -> Iterator[TreePath]:
    yield path
    if isinstance(value, dict):
        for key, below in value.items():
            yield from parts(below, (*path, key))
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from parts(below, (*path, index))


def read_with(parser: Any, data: bytes) -> Tree | InputErrors:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_lines, "PARSER", parser)
        try:
            return read_tree(data, name="p")
        except InputErrors as errors:
            return errors


@settings(max_examples=400, deadline=None)
@given(BYTES)
def test_no_bytes_give_a_traceback_and_both_parsers_read_alike(data: bytes) -> None:
    fast, pure = read_with(PARSER, data), read_with(PureParser, data)
    if isinstance(fast, InputErrors) or isinstance(pure, InputErrors):
        for refused in (fast, pure):
            assert isinstance(refused, InputErrors)
            assert refused.problems
            assert refused.rendered()
    else:
        assert fast.data == pure.data
        for path in parts(fast.data):
            assert fast.place(path) == pure.place(path)
            assert fast.place(path, key=True) == pure.place(path, key=True)
            assert 1 <= fast.place(path).line <= len(fast.lines)
