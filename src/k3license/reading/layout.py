"""Where the facts of a profile stand in its file, and their paths as people read them."""

from typing import Final, NamedTuple, TypeAlias

from k3license.profile.records import LICENSE_POSITIONS
from k3license.text.walking import TextTree
from k3license.text.yaml_lines import Tree

# Leads through the records of a profile: keys and ids, and positions in lists, counted from 0.
FactPath: TypeAlias = tuple[str | int, ...]

WRAPPER_KEYS: Final = ("value", "source", "as_of", "by")
# Blocks whose keys are ids, of which one could be "value".
_BLOCKS_BY_ID: Final = frozenset({"sources", "entities", "models", "offerings", "exchange_rates", "positions"})


class Passed(NamedTuple):
    """A part of the tree on the way to a fact, and where it stands there."""

    node: TextTree
    at: FactPath


def is_wrapper(node: TextTree, at: FactPath) -> bool:
    """Return whether the part *at* of a tree is a value with its evidence: {value:, source:, as_of:, by:}."""
    return isinstance(node, dict) and "value" in node and (len(at) != 1 or at[0] not in _BLOCKS_BY_ID)


def path_text(path: FactPath) -> str:
    """Return a path as questions name it: `offerings.desk.access.2.certified`, counted from 1."""
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in _as_written(path))


def way_to(tree: Tree, path: FactPath) -> tuple[list[Passed], FactPath]:
    """
    Return what is passed on the way to a fact, the top of the file first, and what of the path is not there.

    A fact inside a short form ends at the short form.
    """
    node: TextTree = tree.data
    at: FactPath = ()
    passed = [Passed(node, at)]
    rest = list(_as_written(path))
    while True:
        step: str | int | None = "value" if is_wrapper(node, at) else rest[0] if rest else None
        if step is None:
            return passed, ()
        found = _child(node, step)
        if found is None:
            if step != 0 or isinstance(node, list | None):
                return passed, tuple(rest)
            # One item that stands without its list.
            rest.pop(0)
            continue
        if not is_wrapper(node, at):
            rest.pop(0)
        node, key = found
        at = (*at, key)
        passed.append(Passed(node, at))


def fact_path(tree: Tree, text: str) -> FactPath:
    """Return the path that a text stands for; ids with dots in them are told by the file."""
    return tuple(_steps(tree.data, (), text))


def _as_written(path: FactPath) -> FactPath:
    return ("positions", *path[1:]) if path[:1] == (LICENSE_POSITIONS,) else path


def _child(node: TextTree, step: str | int) -> tuple[TextTree, str | int] | None:
    if isinstance(node, dict):
        return (node[step], step) if isinstance(step, str) and step in node else None
    if isinstance(node, list):
        # A list of ids may stand for a block of them.
        index = step if isinstance(step, int) else node.index(step) if step in node else len(node)
        return (node[index], index) if index < len(node) else None
    return None


def _steps(node: TextTree, at: FactPath, text: str) -> list[str | int]:
    if not text:
        return []
    if is_wrapper(node, at) and isinstance(node, dict):
        return _steps(node["value"], (*at, "value"), text)
    if isinstance(node, dict):
        keys = [key for key in node if text == key or (text.startswith(f"{key}.") and text[len(key) + 1] != ".")]
        if keys:
            key = max(keys, key=len)
            return [key, *_steps(node[key], (*at, key), text[len(key) + 1 :])]
    if isinstance(node, list) and text in node:
        return [text]
    step, rest = _first_step(text)
    if step.isdecimal() and not isinstance(node, dict):
        index = int(step) - 1
        item = node[index] if isinstance(node, list) and 0 <= index < len(node) else node
        return [index, *_steps(item, (*at, index), rest)]
    return [step, *_steps(None, at, rest)]


def _first_step(text: str) -> tuple[str, str]:
    """Return the first step of a path and the rest; a stretch of months, `2026-07..2026-08`, is one step."""
    step, _, rest = text.partition(".")
    if not rest.startswith("."):
        return step, rest
    last, _, rest = rest[1:].partition(".")
    return f"{step}..{last}", rest
