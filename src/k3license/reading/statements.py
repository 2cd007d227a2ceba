"""What a file states, apart from its evidence."""

from k3license.model.errors import NotUnderstood, Problem, nearest_word, quoted, suggestion
from k3license.profile.fields import is_id
from k3license.reading.findings import Findings
from k3license.reading.layout import WRAPPER_KEYS, FactPath, is_wrapper, path_text
from k3license.text.periods import parse_date
from k3license.text.walking import TextTree
from k3license.text.yaml_lines import Tree


class Statements:
    """
    The facts of a file: values without the evidence around them, blocks without their source.

    A key with nothing behind it is left out of *data* and is an error, except for an
    entity of which nothing is said.
    """

    def __init__(self, tree: Tree, findings: Findings) -> None:
        self._tree = tree
        self._findings = findings
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
                self._problem((*at, key), path, "unknown-key", f"no key is called {quoted(key)} here", help, key=True)
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
        if not isinstance(node, str):
            help = "write an id of sources, or a text; an id cannot be called source"
            self._problem(at, path, "shape", "the source of a block is one text", help, key=True)
            return
        listed = self._tree.data.get("sources")
        if not isinstance(listed, dict) or node in listed or not is_id(node):
            return
        if meant := nearest_word(node, listed):
            found = f"{quoted(node)} is none of the sources listed, so it is read as a text"
            place = self._tree.place(at)
            help = f'did you mean "{meant}"?'
            self._findings.warnings.append(Problem(place, "unknown-source", path_text(path), found, help))

    def _empty(self, at: FactPath, path: FactPath) -> None:
        help = "write a value, unknown or none, or leave the line out (absent means unknown)"
        if isinstance(at[-1], str) and " " in at[-1]:
            help = "if this belongs to the text before the comma, put that text in quotes"
        self._problem(at, path, "empty", "nothing is written here", help)

    def _problem(self, at: FactPath, path: FactPath, code: str, text: str, help: str, *, key: bool = False) -> None:
        self._findings.errors.append(Problem(self._tree.place(at, key=key), code, path_text(path), text, help))
