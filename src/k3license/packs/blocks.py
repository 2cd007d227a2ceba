"""A block of a rule file read key by key: each value as it should be, or a problem with its place."""

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import TypeVar

from k3license.model.errors import NotUnderstood, Problem, nearest_word, quoted, suggestion
from k3license.text.periods import parse_date
from k3license.text.walking import TextTree
from k3license.text.yaml_lines import Tree, TreePath

Choice = TypeVar("Choice", bound=str)


class Block:
    """
    The block at *path* of a tree; *data* may differ from the tree's where words were put in.

    What is missing or wrong is added to *problems*; the value returned then only keeps
    the reading going.
    """

    def __init__(self, tree: Tree, problems: list[Problem], data: Mapping[str, TextTree], path: TreePath = ()) -> None:
        self.tree = tree
        self.problems = problems
        self.data = data
        self.path = path

    def problem(self, key: str | TreePath, code: str, text: str, help: str = "", *, at_key: bool = False) -> None:
        """Add a problem with the value of *key*, or with the key itself."""
        below = (key,) if isinstance(key, str) else key
        self.problems.append(self.tree.problem((*self.path, *below), code, text, help, key=at_key))

    def keys(self, required: Collection[str], optional: Collection[str] = ()) -> None:
        """Note each key that is missing and each that is not known; a misspelt key is noted once."""
        known = [*required, *optional]
        missing = [key for key in required if key not in self.data]
        for key in self.data:
            if key in known:
                continue
            meant = nearest_word(key, [each for each in known if each not in self.data])
            if meant in missing:
                missing.remove(meant)
            help = f'did you mean "{meant}"?' if meant else f"known here: {', '.join(known)}"
            self.problem(key, "unknown-key", f"{quoted(key)} is not known here", help, at_key=True)
        for key in missing:
            self.problem(key, "missing", f"{quoted(key)} is missing", "add it to this block")

    def text(self, key: str) -> str:
        """Return a text without white space around it; empty if there is none."""
        value = self.data.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()
        if key in self.data:
            self.problem(key, "text", "a text is expected here")
        return ""

    def text_or_none(self, key: str) -> str | None:
        """Return a text, or None where the key is left out."""
        return self.text(key) if key in self.data else None

    def choice(self, key: str, options: Iterable[Choice]) -> Choice:
        """Return the one of *options* that is given; the first if none is."""
        options = tuple(options)
        value = self.data.get(key)
        for option in options:
            if value == option:
                return option
        if key in self.data:
            found = quoted(value) if isinstance(value, str) else "this"
            help = suggestion(value, options) if isinstance(value, str) else ""
            self.problem(key, "choice", f"{found} is not one of {', '.join(options)}", help)
        return options[0]

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, none of them twice; empty if the key is left out."""
        value = self.data.get(key)
        if key not in self.data:
            return ()
        if not isinstance(value, list):
            self.problem(key, "list", "a list is expected here", "write [a, b]")
            return ()
        found: dict[str, None] = {}
        for index, item in enumerate(value):
            if not isinstance(item, str):
                self.problem((key, index), "text", "a text is expected here")
            elif item in found:
                self.problem((key, index), "twice", f"{quoted(item)} is listed twice", "keep one")
            else:
                found[item] = None
        return tuple(found)

    def date_or_none(self, key: str, *, nothing: str) -> date | None:
        """Return a day, or None where the word *nothing* stands."""
        value = self.text(key)
        if not value or value == nothing:
            return None
        try:
            return parse_date(value)
        except NotUnderstood as error:
            self.problem(key, error.code, error.text, error.help)
            return None

    def block(self, key: str) -> "Block":
        """Return the block that stands under *key*; an empty one if there is none."""
        value = self.data.get(key)
        if isinstance(value, dict):
            return Block(self.tree, self.problems, value, (*self.path, key))
        if key in self.data:
            self.problem(key, "block", "a block is expected here", "write {key: value}, or {} for nothing")
        return Block(self.tree, self.problems, {}, (*self.path, key))

    def listed(self, key: str) -> "list[Block]":
        """Return the blocks of a list of blocks."""
        value = self.data.get(key)
        if not isinstance(value, list):
            if key in self.data:
                self.problem(key, "list", "a list of blocks is expected here")
            return []
        found = []
        for index, item in enumerate(value):
            if isinstance(item, dict):
                found.append(Block(self.tree, self.problems, item, (*self.path, key, index)))
            else:
                self.problem((key, index), "block", "a block is expected here", "write {key: value}")
        return found

    def blocks(self, key: str) -> dict[str, "Block"]:
        """Return the blocks under the keys of the block that stands under *key*."""
        outer = self.block(key)
        return {name: outer.block(name) for name in outer.data}
