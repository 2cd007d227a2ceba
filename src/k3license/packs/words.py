"""The words for statements: what each says when a report puts yes, no or unknown before it."""

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Final

from k3license.model.errors import PackErrors, Problem
from k3license.packs.blocks import Block
from k3license.packs.files import COMMON
from k3license.packs.places import rules_folder
from k3license.text.yaml_lines import read_tree

_FILE: Final = "statements.yaml"


def statement_words(rules: Traversable | None = None) -> Mapping[str, str]:
    """
    Return the words for each statement by its name.

    Names in braces stand for what the statement is about.  Raises PackErrors.
    """
    return _read(rules or rules_folder())


def _read(rules: Traversable) -> Mapping[str, str]:
    problems: list[Problem] = []
    tree = read_tree((rules / COMMON / _FILE).read_bytes(), name=f"rules/{COMMON}/{_FILE}", problems=problems)
    block = Block(tree, problems, tree.data)
    words = {name: block.text(name) for name in tree.data}
    if problems:
        raise PackErrors(problems, tree.sources)
    return words
