"""What a file states, apart from its evidence."""

from k3license.model.errors import NotUnderstood, Problem, quoted, suggestion
from k3license.reading.layout import WRAPPER_KEYS, FactPath, is_wrapper, path_text
from k3license.text.periods import parse_date
from k3license.text.walking import TextTree
from k3license.text.yaml_lines import Tree


class Statements:
    """
    The facts of a file: values without the evidence around them, blocks without their source.

    A key with nothing behind it is left out of *data* and is an error, except for an
    entity of which nothing is said.  *sources* are the sources named, with the place in
    the tree of each.
    """

    def __init__(self, tree: Tree, problems: list[Problem]) -> None:
        self._tree = tree
        self._problems = problems
        self.sources: list[tuple[FactPath, str]] = []
        self.data = self._block(tree.data, (), ())

    def _block(self, block: dict[str, TextTree], at: FactPath, path: FactPath) -> dict[str, TextTree]:
        result: dict[str, TextTree] = {}
        for key, node in block.items():
            if key == "source":
                self._source(node, (*at, key), path)
                continue
            value = self._value(node, (*at, key), (*path, key))
            if value is None and path == ("entities",):
                value = {}
            if value is None:
                self._empty((*at, key), (*path, key))
            else:
                result[key] = value
        return result

    def _value(self, node: TextTree, at: FactPath, path: FactPath) -> TextTree:
        if isinstance(node, dict):
            if not is_wrapper(node, at):
                return self._block(node, at, path)
            self._wrapper(node, at, path)
            return self._value(node["value"], (*at, "value"), path)
        if isinstance(node, list):
            items = [self._value(each, (*at, index), (*path, index)) for index, each in enumerate(node)]
            for index, item in enumerate(items):
                if item is None:
                    self._empty((*at, index), (*path, index))
            # Every other item keeps its position.
            return ["unknown" if item is None else item for item in items]
        return node

    def _wrapper(self, node: dict[str, TextTree], at: FactPath, path: FactPath) -> None:
        for key, value in node.items():
            if key not in WRAPPER_KEYS:
                help = suggestion(key, WRAPPER_KEYS) or f"beside a value stand {', '.join(WRAPPER_KEYS[1:])}"
                self._problem(
                    (*at, key), path, "unknown-key", f"no key is called {quoted(key)} here", help, key=True
                )
            elif key == "source":
                self._source(value, (*at, key), path)
            elif key != "value" and not isinstance(value, str):
                self._problem((*at, key), path, "shape", f"{key} is not a text", "write one text")
            elif key == "as_of" and isinstance(value, str):
                try:
                    parse_date(value)
                except NotUnderstood as error:
                    self._problem((*at, key), path, error.code, error.text, error.help)

    def _source(self, node: TextTree, at: FactPath, path: FactPath) -> None:
        if isinstance(node, str):
            self.sources.append((at, node))
        else:
            help = "write an id of sources, or a text; an id cannot be called source"
            self._problem(at, path, "shape", "the source of a block is one text", help, key=True)

    def _empty(self, at: FactPath, path: FactPath) -> None:
        help = "write a value, unknown or none, or leave the line out (absent means unknown)"
        self._problem(at, path, "empty", "nothing is written here", help)

    def _problem(
        self, at: FactPath, path: FactPath, code: str, text: str, help: str, *, key: bool = False
    ) -> None:
        self._problems.append(Problem(self._tree.place(at, key=key), code, path_text(path), text, help))
