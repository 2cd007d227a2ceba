"""Every key of a profile is explained on the page for lawyers, and no key is explained that there is not."""

import re
from pathlib import Path

import pytest

from k3license.reading.layout import FactPath
from k3license.reading.validation import keys_at

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "profile.md").read_text()
BLOCKS: tuple[FactPath, ...] = (
    (),
    ("sources", "a"),
    ("entities", "a"),
    ("entities", "a", "owns", "b"),
    ("ownership", 0),
    ("control", 0),
    ("joint_control", 0),
    ("options", 0),
    ("other_affiliates",),
    ("models", "a"),
    ("offerings", "a"),
    ("offerings", "a", "they_control"),
    ("offerings", "a", "access", 0),
    ("offerings", "a", "copies"),
    ("offerings", "a", "display", 0),
    ("agreements", 0),
    ("confirmations", 0),
    ("positions", "a"),
)
EXPLAINED = {
    key for row in re.findall(r"^\| (`[^|]*`) \|", PAGE, re.MULTILINE) for key in re.findall(r"`([a-z_0-9]+)`", row)
}
OF_FIGURES = {"covers", "not_in", "from_group"}


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: ".".join(map(str, block)) or "top")
def test_every_key_of_a_block_is_explained(block: FactPath) -> None:
    keys = keys_at(block)
    assert keys
    assert [key for key in keys if key not in EXPLAINED] == []


def test_no_key_is_explained_that_there_is_not() -> None:
    known = {key for block in BLOCKS for key in keys_at(block)} | OF_FIGURES
    assert EXPLAINED - known == set()


@pytest.mark.parametrize("key", ["currency", "each_month", "any_12_months", "trading_since", *sorted(OF_FIGURES)])
def test_the_keys_of_figures_are_explained(key: str) -> None:
    assert f"`{key}`" in PAGE
