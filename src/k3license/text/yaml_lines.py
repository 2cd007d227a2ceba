"""
YAML read as text with places: scalars stay text, and what people misread is refused.

Nothing is typed here, so `NO` stays Norway and `1.10` stays a version; whoever reads the
tree gives each text its type, and asks for its place when there is something to say.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeAlias

import yaml

from k3license.model.errors import InputErrors, Place, Problem
from k3license.text.decoding import decode
from k3license.text.parsers import PARSER
from k3license.text.syntax import refuse_shared_and_tagged, refused_tabs, syntax_errors
from k3license.text.walking import TextTree, Walk

TreePath: TypeAlias = tuple[str | int, ...]

_MAX_BYTES: Final = 1_000_000
_MAX_DEPTH: Final = 40
_MAX_NODES: Final = 100_000


class Tree:
    """
    A YAML text: *data* as dicts, lists and texts (None for an empty value), and where each part stands.

    A path leads from the top by keys and by positions in lists, which count from 0.
    """

    def __init__(self, data: dict[str, TextTree], root: yaml.MappingNode, name: str, lines: Sequence[str]) -> None:
        self.data = data
        self.name = name
        self.lines = lines
        self._root = root

    def with_data(self, data: dict[str, TextTree]) -> "Tree":
        """Return a tree of other data, whose places are those that this text has for the same paths."""
        return Tree(data, self._root, self.name, self.lines)

    def place(self, path: TreePath, *, key: bool = False) -> Place:
        """
        Return where the value at *path* stands, or its key.

        Of a path that leads nowhere: the first key of the block that lacks it.
        """
        node: yaml.Node = self._root
        key_node: yaml.Node | None = None
        for step in path:
            found = _child(node, step)
            if found is None:
                return self._place_of(_first_part(node))
            key_node, node = found
        if key and key_node is not None:
            return self._place_of(key_node)
        if isinstance(node, yaml.ScalarNode) and node.start_mark.index == node.end_mark.index and key_node is not None:
            # Nothing is written there: show the key that has no value.
            return self._place_of(key_node)
        return self._place_of(node if isinstance(node, yaml.ScalarNode) else _first_part(node))

    def path_text(self, path: TreePath) -> str:
        """Return *path* as people read it: `entities[2].country`, counted from 1, or by the item's own id."""
        text = ""
        value: TextTree = self.data
        for step in path:
            if isinstance(step, int):
                item = value[step] if isinstance(value, list) and step < len(value) else None
                own_id = item.get("id") if isinstance(item, dict) else None
                text += f"[{own_id if isinstance(own_id, str) else step + 1}]"
                value = item
            else:
                text += f".{step}" if text else step
                value = value.get(step) if isinstance(value, dict) else None
        return text

    def problem(self, path: TreePath, code: str, text: str, help: str = "", *, key: bool = False) -> Problem:
        """Return a problem with the value at *path*, or with its key."""
        return Problem(self.place(path, key=key), code, self.path_text(path), text, help)

    @property
    def sources(self) -> dict[str, Sequence[str]]:
        """The lines by the file's name, as FileErrors takes them."""
        return {self.name: self.lines}

    def _place_of(self, node: yaml.Node) -> Place:
        start, end = node.start_mark, node.end_mark
        width = end.column - start.column if end.line == start.line else len(self.lines[start.line]) - start.column
        return Place(self.name, start.line + 1, start.column + 1, max(1, width))


def read_tree(data: bytes, *, name: str, max_bytes: int = _MAX_BYTES, problems: list[Problem] | None = None) -> Tree:
    """
    Return the tree of a YAML or JSON text whose top is a block of keys.

    Raises InputErrors with everything that is wrong with the text.  Given a list
    *problems*, what does not keep the rest from being read (a key given twice) is
    added to it instead, so that the caller can report it with its own findings.
    """
    text = decode(data, name=name, max_bytes=max_bytes)
    lines = text.split("\n")
    text = refused_tabs(text, lines, name)
    refuse_shared_and_tagged(text, lines, name, PARSER)
    try:
        root = yaml.compose(text, Loader=PARSER)
    except (yaml.YAMLError, RecursionError) as error:
        raise syntax_errors(text, lines, name, error, _MAX_DEPTH) from None
    if root is None:
        raise _whole_file(name, "empty", "the file is empty", "copy one of the examples and change it")
    if not isinstance(root, yaml.MappingNode):
        what = "a list" if isinstance(root, yaml.SequenceNode) else "a single text"
        place = Place(name, root.start_mark.line + 1, root.start_mark.column + 1)
        problem = Problem(place, "not-a-block", "", f"the file holds {what}", "write lines of the form `key: value`")
        raise InputErrors([problem], {name: lines})
    walk = Walk(name, lines, max_depth=_MAX_DEPTH, max_nodes=_MAX_NODES)
    tree = Tree(walk.mapping(root, (), 1), root, name, lines)
    found = [Problem(each.place, each.code, tree.path_text(each.path), each.text, each.help) for each in walk.findings]
    if problems is not None:
        problems += found
    elif found:
        raise InputErrors(found, tree.sources)
    return tree


def read_tree_file(path: Path, *, max_bytes: int = _MAX_BYTES, problems: list[Problem] | None = None) -> Tree:
    """Return the tree of a file; one that cannot be opened is reported as InputErrors too."""
    name = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(max_bytes + 1)
    except FileNotFoundError:
        raise _whole_file(name, "no-file", "there is no such file", "") from None
    except IsADirectoryError:
        raise _whole_file(name, "folder", "this is a folder, not a file", "") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise _whole_file(name, "not-opened", f"the file cannot be opened: {reason}", "") from None
    return read_tree(data, name=name, max_bytes=max_bytes, problems=problems)


def _child(node: yaml.Node, step: str | int) -> tuple[yaml.Node | None, yaml.Node] | None:
    if isinstance(node, yaml.MappingNode):
        # Of a key given twice the first counts, as in the data.
        return next(((key, value) for key, value in node.value if key.value == step), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return None, node.value[step]
    return None


def _first_part(node: yaml.Node) -> yaml.Node:
    if isinstance(node, yaml.MappingNode) and node.value:
        first: yaml.Node = node.value[0][0]
        return first
    return node


def _whole_file(name: str, code: str, text: str, help: str) -> InputErrors:
    return InputErrors([Problem(Place(name), code, "", text, help)])
