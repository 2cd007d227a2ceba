"""The files of a pack: read once, parsed when asked for, told apart by what is in them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from k3license.model.errors import FileErrors, Place, Problem
from k3license.text.yaml_lines import Tree, read_tree

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

COMMON = "common"
HEADER = "license.yaml"
_RULE = ".yaml"
_CASES = ".cases.yaml"


class Folder(NamedTuple):
    """The files of one folder by their path below the rules, and the rules in it that have cases."""

    contents: Mapping[str, bytes]
    with_cases: frozenset[str]


def read_folder(rules: "Traversable", top: str) -> Folder:
    """Return what lies in the folder *top* of the rules; `common` can be read once for several packs."""
    contents: dict[str, bytes] = {}
    with_cases: set[str] = set()
    for path, file in _yaml_files(rules / top, top):
        if path.endswith(_CASES):
            with_cases.add(path.removesuffix(_CASES) + _RULE)
        else:
            contents[path] = file.read_bytes()
    return Folder(contents, frozenset(with_cases))


class PackFiles:
    """
    The files of one license and of `common`, by their path below the rules: "x/license.yaml".

    *problems* collects what is wrong with any of them, *sources* the lines to show it.
    """

    def __init__(self, rules: "Traversable", license_id: str, common: "Folder | None" = None) -> None:
        self.license_id = license_id
        self.problems: list[Problem] = []
        self.sources: dict[str, Sequence[str]] = {}
        self._trees: dict[str, Tree | None] = {}
        own, shared = read_folder(rules, license_id), common or read_folder(rules, COMMON)
        self.with_cases = own.with_cases | shared.with_cases
        self._contents = {**own.contents, **shared.contents}

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
            tree, problems, lines = parsed(f"rules/{path}", self._contents[path])
            self._trees[path] = tree
            self.problems += problems
            self.sources.update(lines)
        return self._trees[path]

    def report(self, path: str, code: str, text: str, help: str = "") -> None:
        """Add a problem with a file as a whole."""
        self.problems.append(Problem(Place(f"rules/{path}"), code, "", text, help))


@lru_cache(maxsize=512)
def parsed(name: str, content: bytes) -> tuple[Tree | None, Sequence[Problem], Mapping[str, Sequence[str]]]:
    """Return tree, problems and lines of a file; the files of common are parsed once for all licenses."""
    problems: list[Problem] = []
    try:
        tree = read_tree(content, name=name, problems=problems)
    except FileErrors as errors:
        return None, errors.problems, errors.sources
    return tree, problems, tree.sources


def license_folders(rules: "Traversable") -> "Mapping[str, Traversable]":
    """Return the folders that hold a license's header, by name."""
    folders = sorted(rules.iterdir(), key=lambda folder: folder.name)
    return {folder.name: folder for folder in folders if folder.name != COMMON and (folder / HEADER).is_file()}


def _yaml_files(folder: "Traversable", path: str) -> "Iterator[tuple[str, Traversable]]":
    for each in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if each.name.endswith(_RULE):
            yield f"{path}/{each.name}", each
        elif "." not in each.name:
            yield from _yaml_files(each, f"{path}/{each.name}")
