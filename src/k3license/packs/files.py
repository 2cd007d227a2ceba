"""The files of a pack: read once, parsed when asked for, told apart by what is in them."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.resources.abc import Traversable

from k3license.model.errors import FileErrors, Place, Problem
from k3license.text.yaml_lines import Tree, read_tree

COMMON = "common"
HEADER = "license.yaml"
_RULE = ".yaml"
_CASES = ".cases.yaml"


class PackFiles:
    """
    The files of one license and of `common`, by their path below the rules: "x/license.yaml".

    *problems* collects what is wrong with any of them, *sources* the lines to show it.
    """

    def __init__(self, rules: Traversable, license_id: str) -> None:
        self.license_id = license_id
        self.problems: list[Problem] = []
        self.sources: dict[str, Sequence[str]] = {}
        self.with_cases: set[str] = set()
        self._contents: dict[str, bytes] = {}
        self._trees: dict[str, Tree | None] = {}
        for top in (license_id, COMMON):
            for path, file in _yaml_files(rules / top, top):
                if path.endswith(_CASES):
                    self.with_cases.add(path.removesuffix(_CASES) + _RULE)
                else:
                    self._contents[path] = file.read_bytes()

    def __contains__(self, path: str) -> bool:
        return path in self._contents

    def below(self, folder: str) -> tuple[str, ...]:
        """Return the paths of the files that lie directly in *folder*."""
        return tuple(path for path in self._contents if path.rpartition("/")[0] == folder)

    def digest(self) -> str:
        """Return the SHA-256, in hexadecimal, over names and contents in the order of the names."""
        whole = sha256()
        for path, content in sorted(self._contents.items()):
            whole.update(f"{path}\0{len(content)}\0".encode())
            whole.update(content)
        whole.update("\0".join(sorted(self.with_cases)).encode())
        return whole.hexdigest()

    def tree(self, path: str) -> Tree | None:
        """Return the tree of a file, or None if it cannot be read: then the problems say why."""
        if path not in self._trees:
            try:
                tree = read_tree(self._contents[path], name=f"rules/{path}", problems=self.problems)
            except FileErrors as errors:
                self.problems += errors.problems
                self.sources.update(errors.sources)
                self._trees[path] = None
            else:
                self.sources.update(tree.sources)
                self._trees[path] = tree
        return self._trees[path]

    def report(self, path: str, code: str, text: str, help: str = "") -> None:
        """Add a problem with a file as a whole."""
        self.problems.append(Problem(Place(f"rules/{path}"), code, "", text, help))


def license_folders(rules: Traversable) -> Mapping[str, Traversable]:
    """Return the folders that hold a license's header, by name."""
    folders = sorted(rules.iterdir(), key=lambda folder: folder.name)
    return {
        folder.name: folder for folder in folders if folder.name != COMMON and (folder / HEADER).is_file()
    }


def _yaml_files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if each.name.endswith(_RULE):
            yield f"{path}/{each.name}", each
        elif "." not in each.name:
            yield from _yaml_files(each, f"{path}/{each.name}")
