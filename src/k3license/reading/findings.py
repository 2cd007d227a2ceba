"""Everything found in one profile: errors and warnings, each at its place in the file."""

from k3license.model.errors import Problem
from k3license.reading.evidence import tree_path
from k3license.reading.layout import FactPath, fact_path, path_text
from k3license.text.yaml_lines import Tree


class Findings:
    """Collects what is found, by the paths of facts."""

    def __init__(self, tree: Tree, problems: list[Problem]) -> None:
        self._tree = tree
        self.errors = problems
        self.warnings: list[Problem] = []

    def error(self, path: FactPath, code: str, text: str, help: str = "", *, key: bool = False) -> None:
        """Note an error in the value at *path*, or in its *key*."""
        self.errors.append(self._problem(path, code, text, help, key))

    def warn(self, path: FactPath, code: str, text: str, help: str = "", *, key: bool = False) -> None:
        """Note what keeps nobody from reading the profile, but should be looked at."""
        self.warnings.append(self._problem(path, code, text, help, key))

    def path_of(self, text: str) -> FactPath:
        """Return the path that a text like `entities.example-jv.revenue.2025` stands for."""
        return fact_path(self._tree, text)

    def line_of(self, path: FactPath) -> int:
        """Return the line of a fact, to name it in a text about another one."""
        return self._tree.place(tree_path(self._tree, path)).line

    def _problem(self, path: FactPath, code: str, text: str, help: str, key: bool) -> Problem:
        place = self._tree.place(tree_path(self._tree, path), key=key)
        return Problem(place, code, path_text(path), text, help)
