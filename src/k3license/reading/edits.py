"""A profile's tree with some facts replaced: the file itself stays as it is."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from k3license.model.errors import NotUnderstood, quoted
from k3license.profile.forms import access_block, access_list, display_list, owns_block, stake_block
from k3license.reading.layout import FactPath, fact_path, is_wrapper
from k3license.text.walking import TextTree
from k3license.text.yaml_lines import Tree, read_tree

_VALUE: Final = "value"
# What stands in place of a block or a list that is not there.
_NOTHING: Final = (None, "none", "unknown")
# Short forms that have to be written out before a part of them can be replaced; a star for each name or place.
_WRITTEN_OUT: Final[dict[tuple[str, ...], Callable[[object], object]]] = {
    ("entities", "*", "owns"): owns_block,
    ("entities", "*", "owns", "*"): stake_block,
    ("offerings", "*", "access"): access_list,
    ("offerings", "*", "access", "*"): access_block,
    ("offerings", "*", "display"): display_list,
}


class Edit(NamedTuple):
    """A fact, by its path as questions name it, and the value that it is to have."""

    path: str
    value: TextTree


def parse_edit(text: str) -> Edit:
    """
    Return the edit that `path=value` stands for; the value is YAML, as in a profile.

    Raises NotUnderstood for anything else, and InputErrors for a value that is no YAML.
    """
    path, sign, value = text.partition("=")
    if not sign or not path.strip() or not value.strip():
        raise NotUnderstood(
            "edit",
            f"{quoted(text)} is not PATH=VALUE",
            "write offerings.desk.outputs_leave=no; unknown is a value too",
        )
    name = f"the value of {path.strip()}"
    return Edit(path.strip(), read_tree(f"{_VALUE}: {value.strip()}".encode(), name=name).data[_VALUE])


def edited(tree: Tree, edits: Iterable[Edit]) -> Tree:
    """
    Return *tree* with the edits made, one after the other; places are those of the file.

    What an edit does not touch is shared.  Raises NotUnderstood for a path that leads into
    a single value.
    """
    for edit in edits:
        steps = fact_path(tree, edit.path)
        data = _replaced(tree.data, (), steps, edit)
        assert isinstance(data, dict)
        tree = tree.with_data(data)
    return tree


def _replaced(node: TextTree, at: FactPath, steps: FactPath, edit: Edit) -> TextTree:
    if not steps:
        # Evidence beside the old value says nothing of the new one.
        return edit.value
    if isinstance(node, dict) and is_wrapper(node, at):
        return {**node, _VALUE: _replaced(node[_VALUE], (*at, _VALUE), steps, edit)}
    node = _written_out(node, at)
    step, *rest = steps
    if isinstance(step, int) and step and node in _NOTHING:
        # There is no list to count in: a year of figures that nobody has stated yet.
        step = str(step + 1)
    if isinstance(step, str) and (isinstance(node, dict) or node in _NOTHING):
        block = node if isinstance(node, dict) else {}
        return {**block, step: _replaced(block.get(step), (*at, step), tuple(rest), edit)}
    if isinstance(step, int):
        items = node if isinstance(node, list) else [] if node in _NOTHING else [node]
        if step > len(items):
            raise NotUnderstood(
                "no-place",
                f"{edit.path}: there are only {len(items)} items here",
                "count from 1; one more adds an item",
            )
        new = _replaced(items[step] if step < len(items) else None, (*at, step), tuple(rest), edit)
        return [*items[:step], new, *items[step + 1 :]]
    what = "a list" if isinstance(node, list) else "a single value"
    raise NotUnderstood(
        "no-place", f"{edit.path}: {quoted(str(step))} would be a part of {what}", "replace all of it with one value"
    )


def _written_out(node: TextTree, at: FactPath) -> TextTree:
    steps = [step for step in at if step != _VALUE]
    for form, write_out in _WRITTEN_OUT.items():
        if len(form) == len(steps) and all(part in ("*", step) for part, step in zip(form, steps, strict=True)):
            written: TextTree = write_out(node)  # type: ignore[assignment]
            return node if node in _NOTHING else written
    return node
