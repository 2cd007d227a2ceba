"""Which licenses a comparison puts side by side, as `rules/common/compared.yaml` lists them."""

from functools import lru_cache
from typing import Final

from k3license.model.errors import PackErrors, Problem
from k3license.packs.blocks import Block
from k3license.packs.files import COMMON
from k3license.packs.places import rules_folder
from k3license.text.yaml_lines import read_tree

_FILE: Final = "compared.yaml"


@lru_cache(maxsize=1)
def compared_licenses() -> tuple[str, ...]:
    """Return the ids of the licenses, at least two; raises PackErrors."""
    problems: list[Problem] = []
    tree = read_tree((rules_folder() / COMMON / _FILE).read_bytes(), name=f"rules/{COMMON}/{_FILE}", problems=problems)
    block = Block(tree, problems, tree.data)
    block.keys(("licenses",))
    found = block.texts("licenses")
    if len(found) < 2:
        block.problem("licenses", "list", "a comparison needs two licenses", "write [one, another]")
    if problems:
        raise PackErrors(problems, tree.sources)
    return found
