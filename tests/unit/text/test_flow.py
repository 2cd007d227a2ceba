"""Values as one line of YAML."""

import pytest

from k3license.text.flow import flow_text
from k3license.text.walking import TextTree
from k3license.text.yaml_lines import read_tree


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("self-hosted", "self-hosted"),
        (["staff", "customers"], "[staff, customers]"),
        ({"hosts": ["Host One"], "certified": "no"}, "{hosts: [Host One], certified: no}"),
        ("1,200,000", '"1,200,000"'),
        ("minutes of 3 May: item 2", '"minutes of 3 May: item 2"'),
        ("", '""'),
        (None, ""),
    ],
)
def test_a_value_is_written_as_in_a_profile(value: TextTree, text: str) -> None:
    assert flow_text(value) == text


@pytest.mark.parametrize(
    "text", ["a, b", "[x]", "- y", "it's", 'say "so"', "back\\slash", "#1", "k: v", "~", " blank "]
)
def test_what_is_written_is_read_as_the_same_text(text: str) -> None:
    assert read_tree(f"value: {{part: {flow_text(text)}}}".encode(), name="x").data == {"value": {"part": text}}
