"""Whatever is in a file, it is read or refused with problems, and both parsers of YAML agree."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from k3license.model.errors import InputErrors, Problem
from k3license.profile.records import Profile
from k3license.reading.layout import FactPath
from k3license.reading.profiles import load_profile
from k3license.reading.validation import keys_at
from k3license.text import yaml_lines
from k3license.text.parsers import PARSER, PureParser
from tests.unit.reading.samples import FIRST_LINES, KNOWN

WORDS = (
    *("yes", "no", "unknown", "none", "1", "50", "101", "over 50", "USD 5M", "5M", "2026-11-30", "2026-13", "a", "b"),
    *("kimi-k3", "other", "self-hosted", "moonshot", "staff", "customers", "company", "EUR", "'", '"', "~", "''"),
)
BLOCKS: dict[str, tuple[FactPath, ...]] = {
    "": ((),),
    "entities": (("entities", "a"), ("entities", "a", "owns", "b"), ("entities", "a", "revenue")),
    "offerings": (("offerings", "d"), ("offerings", "d", "access", 0), ("offerings", "d", "they_control")),
    "others": (("agreements", 0), ("ownership", 0), ("control", 0), ("models", "m"), ("positions", "affiliate")),
}
PERIODS = ("2025", "2025-Q1", "2026-01..2026-03", "..2025", "2026-11", "currency", "any_12_months", "each_month")
KEYS = st.sampled_from(
    sorted({key for paths in BLOCKS.values() for path in paths for key in keys_at(path)})
) | st.sampled_from(("a", "b", "d", "value", "source", "EUR/USD", *PERIODS))
VALUES = st.recursive(
    st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | st.dictionaries(KEYS, inner, max_size=4).map(
            lambda block: "{" + ", ".join(f"{key}: {value}" for key, value in block.items()) + "}"
        )
    ),
    max_leaves=8,
)
TEXTS = st.dictionaries(st.sampled_from(keys_at(())), VALUES, max_size=5).map(
    lambda block: (
        FIRST_LINES + "".join(f"{key}: {value}\n" for key, value in block.items() if key not in "profile as_of")
    )
)


def read_with(parser: Any, data: bytes) -> Profile | tuple[Problem, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_lines, "PARSER", parser)
        try:
            return load_profile(data, name="p", known=KNOWN).profile
        except InputErrors as errors:
            return errors.problems


def is_an_answer(found: Profile | tuple[Problem, ...]) -> bool:
    return isinstance(found, Profile) or (len(found) > 0 and all(problem.text for problem in found))


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_every_profile_is_read_or_refused_alike_by_both_parsers(text: str) -> None:
    assert read_with(PARSER, text.encode()) == read_with(PureParser, text.encode())


@given(st.binary(max_size=80) | st.binary(max_size=40).map(lambda data: FIRST_LINES.encode() + data))
@settings(max_examples=200, deadline=None)
def test_bytes_of_any_kind_are_read_or_refused(data: bytes) -> None:
    assert is_an_answer(read_with(PARSER, data))


@given(st.sampled_from(keys_at(("offerings", "d"))), VALUES)
@settings(max_examples=300, deadline=None)
def test_an_offering_is_read_or_refused_whatever_one_key_of_it_holds(key: str, value: str) -> None:
    offering = {"operator": "a", "model": "kimi-k3", key: value}
    lines = "".join(f"    {name}: {each}\n" for name, each in offering.items())
    text = f"{FIRST_LINES}entities: {{a: {{}}, b: {{}}}}\nofferings:\n  d:\n{lines}"
    assert is_an_answer(read_with(PARSER, text.encode()))


@given(st.sampled_from(("revenue", "owns")), VALUES)
@settings(max_examples=300, deadline=None)
def test_an_entity_is_read_or_refused_whatever_its_figures_and_stakes_hold(key: str, value: str) -> None:
    text = f"{FIRST_LINES}entities:\n  a: {{}}\n  b:\n    {key}: {value}\n"
    assert is_an_answer(read_with(PARSER, text.encode()))
