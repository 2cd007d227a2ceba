"""From YAML's nodes to a tree of plain texts, noting what a person would not have meant."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import yaml

from k3license.model.errors import InputErrors, Place, Problem, quoted
from k3license.text.slips import UNITS, without_commas

TextTree: TypeAlias = "str | list[TextTree] | dict[str, TextTree] | None"

_NOTHING: Final = frozenset({"", "~", "null", "Null", "NULL"})
_THOUSANDS: Final = "[0-9]{3}([.][0-9]+)?(k|M|bn)?"
_ENDS_IN_DIGITS: Final = "(?s)(^|.*[^0-9.])[0-9]{1,3}"
# The beginning of an amount, and what is left of one behind a comma: `20` and `5M`, `170` and `000 dollars`.
_BEGINS: Final = r"(?s)(.*[^0-9.])?[0-9][0-9.]*"
_GOES_ON: Final = rf"[0-9]+([.][0-9]+)?( ?({UNITS}))?"
_SMALL_AND_LARGE: Final = "[0-9]+(k|M|bn)"


class Finding(NamedTuple):
    """A problem whose path is still to be put in words."""

    place: Place
    code: str
    path: tuple[str | int, ...]
    text: str
    help: str


class Walk:
    """One walk over the nodes of a text; *findings* are complete once it is over."""

    def __init__(self, name: str, lines: Sequence[str], *, max_depth: int, max_nodes: int) -> None:
        self._name = name
        self._lines = lines
        self._max_depth = max_depth
        self._max_nodes = max_nodes
        self._nodes = 0
        self.findings: list[Finding] = []

    def mapping(self, node: yaml.MappingNode, path: tuple[str | int, ...], depth: int) -> dict[str, TextTree]:
        """Return the block as a dict; of a key given twice the first value counts."""
        self._enter(node, depth)
        result: dict[str, TextTree] = {}
        lines_of: dict[str, int] = {}
        for key_node, value_node, rest in _entries(node):
            key = key_node.value
            if not isinstance(key_node, yaml.ScalarNode):
                self._find(
                    key_node,
                    "key",
                    path,
                    "a list or block stands where a key is expected",
                    "write `key: value`",
                )
                continue
            if key in lines_of:
                first = lines_of[key]
                text = f"{quoted(key)} is given twice in the same block (first on line {first})"
                help = "keep one; most YAML readers would silently use the last"
                self._find(key_node, "duplicate-key", path, text, help)
                continue
            lines_of[key] = key_node.start_mark.line + 1
            if rest:
                result[key] = self._amount(value_node, rest, (*path, key))
            elif node.flow_style and result and _is_thousands(key_node, value_node):
                help = f"write `key: {key}`; of a revenue the key is the period, as in 2025: {key}"
                self._find(key_node, "key", path, f"{quoted(key)} stands there without a key", help)
            elif node.flow_style and ":" in key and _is_bare(key_node) and _is_empty(value_node):
                self._find(key_node, "colon", path, "there is no space after the colon", "write `key: value`")
            elif key == "<<" and not key_node.style:
                self._find(key_node, "merge", path, "blocks cannot be merged with <<", "write the keys out")
            elif key == "" and not key_node.style:
                self._find(key_node, "key", path, "there is no key before the colon", "write `key: value`")
            else:
                result[key] = self._value(value_node, (*path, key), depth)
        return result

    def _amount(self, begin: yaml.Node, rest: Sequence[yaml.Node], path: tuple[str | int, ...]) -> str:
        """Return the amount that commas cut into entries as it is probably meant, and note that they do."""
        written = ",".join(node.value for node in (begin, *rest))
        meant, help = without_commas(written)
        self._find(
            rest[0], "comma", path, f"a comma inside {{ }} starts a new entry, so it cuts {quoted(written)}", help
        )
        return meant

    def _sequence(self, node: yaml.SequenceNode, path: tuple[str | int, ...], depth: int) -> list[TextTree]:
        self._enter(node, depth)
        before: yaml.Node | None = None
        for item in node.value:
            if node.flow_style and before is not None and _is_one_number(before, item):
                text = f'"{before.value},{item.value}" may be one number or two'
                help = "put a space after the comma between two, or quotes around one"
                self._find(item, "comma", path, text, help)
                break
            before = item
        return [self._value(item, (*path, index), depth) for index, item in enumerate(node.value)]

    def _value(self, node: yaml.Node, path: tuple[str | int, ...], depth: int) -> TextTree:
        if isinstance(node, yaml.ScalarNode):
            self._count(node)
            value: str = node.value
            # The C parser gives a plain text the style "", the other one None.
            return None if not node.style and value in _NOTHING else value
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, path, depth + 1)
        if isinstance(node, yaml.SequenceNode):
            return self._sequence(node, path, depth + 1)
        raise TypeError(f"not a node of YAML: {node!r}")

    def _enter(self, node: yaml.Node, depth: int) -> None:
        self._count(node)
        if depth > self._max_depth:
            raise self._stop(node, "too-deep", f"blocks are nested more than {self._max_depth} deep")

    def _count(self, node: yaml.Node) -> None:
        self._nodes += 1
        if self._nodes > self._max_nodes:
            raise self._stop(node, "too-many", f"the file holds more than {self._max_nodes:,} values")

    def _place(self, node: yaml.Node) -> Place:
        start, end = node.start_mark, node.end_mark
        width = end.column - start.column if end.line == start.line else 1
        return Place(self._name, start.line + 1, start.column + 1, max(1, width))

    def _find(self, node: yaml.Node, code: str, path: tuple[str | int, ...], text: str, help: str) -> None:
        self.findings.append(Finding(self._place(node), code, path, text, help))

    def _stop(self, node: yaml.Node, code: str, text: str) -> InputErrors:
        return InputErrors([Problem(self._place(node), code, "", text)], {self._name: self._lines})


def _is_bare(node: yaml.Node) -> bool:
    """Whether a text stands there without quotes."""
    return isinstance(node, yaml.ScalarNode) and not node.style


def _is_empty(node: yaml.Node) -> bool:
    return _is_bare(node) and node.value == ""


def _is_thousands(key: yaml.Node, value: yaml.Node) -> bool:
    """Whether an entry of { } is the rest of an amount: three digits and nothing behind them."""
    return _is_bare(key) and _is_empty(value) and bool(re.fullmatch(_THOUSANDS, key.value))


def _entries(node: yaml.MappingNode) -> list[tuple[yaml.Node, yaml.Node, list[yaml.Node]]]:
    """Return the keys and values of a block, with the keys behind that are the rest of the same amount."""
    entries: list[tuple[yaml.Node, yaml.Node, list[yaml.Node]]] = []
    for key_node, value_node in node.value:
        if entries and node.flow_style and _goes_on(entries[-1][1], entries[-1][2], key_node, value_node):
            entries[-1][2].append(key_node)
        else:
            entries.append((key_node, value_node, []))
    return entries


def _goes_on(begin: yaml.Node, rest: Sequence[yaml.Node], key: yaml.Node, value: yaml.Node) -> bool:
    """Whether an entry of { } is the rest of the amount before the comma."""
    if not (_is_bare(begin) and _is_bare(key) and _is_empty(value)):
        return False
    last = (begin, *rest)[-1]
    if re.fullmatch(_THOUSANDS, key.value) and re.fullmatch(_ENDS_IN_DIGITS, last.value):
        return True
    close = key.start_mark.index == last.end_mark.index + 1
    return close and bool(re.fullmatch(_BEGINS, last.value) and re.fullmatch(_GOES_ON, key.value))


def _is_one_number(before: yaml.Node, item: yaml.Node) -> bool:
    """Whether two items of [ ] may be one number with a comma: `[1,200]`, `[20,5M]`."""
    return (
        _is_bare(before)
        and _is_bare(item)
        and item.start_mark.index == before.end_mark.index + 1
        and bool(re.fullmatch(f"{_THOUSANDS}|{_SMALL_AND_LARGE}", item.value))
        and bool(re.fullmatch(_ENDS_IN_DIGITS, before.value))
    )
