"""Changes to facts that may lead to another answer, as `rules/common/changes.yaml` lists them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, get_args

from k3license.model.changes import About, PossibleChange, Who
from k3license.model.errors import PackErrors, Problem
from k3license.packs.blocks import Block
from k3license.packs.files import COMMON
from k3license.packs.places import rules_folder
from k3license.text.yaml_lines import read_tree

_FILE: Final = "changes.yaml"
_KEYS: Final = ("field", "who", "says")
_OPTIONAL: Final = ("to", "add", "also", "about", "if_absent", "measure")


@lru_cache(maxsize=1)
def possible_changes() -> Sequence[PossibleChange]:
    """Return the changes in the order of the file; raises PackErrors."""
    problems: list[Problem] = []
    tree = read_tree((rules_folder() / COMMON / _FILE).read_bytes(), name=f"rules/{COMMON}/{_FILE}", problems=problems)
    top = Block(tree, problems, tree.data)
    found = tuple(_change(id, top.block(id)) for id in tree.data)
    if problems:
        raise PackErrors(problems, tree.sources)
    return found


def _change(id: str, block: Block) -> PossibleChange:
    block.keys(_KEYS, _OPTIONAL)
    if ("to" in block.data) == ("add" in block.data):
        block.problem("field", "value", "a change needs either a new value or an item to add", "write to: or add:")
    measure = block.block("measure") if "measure" in block.data else None
    return PossibleChange(
        id=id,
        field=block.text("field"),
        value=block.data.get("to", block.data.get("add")),
        adds="add" in block.data,
        also=dict(block.block("also").data) if "also" in block.data else {},
        about=block.choice("about", get_args(About)),
        if_absent=block.text_or_none("if_absent"),
        measure=None if measure is None else (measure.text("quantity"), measure.text("which")),
        who=block.choice("who", get_args(Who)),
        says=block.text("says"),
    )
