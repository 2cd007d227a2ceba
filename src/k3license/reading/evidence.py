"""Who says so: the source of each fact, and where the fact stands."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from k3license.model.errors import InputErrors
from k3license.profile.records import Source
from k3license.reading.layout import FactPath, fact_path, is_wrapper, way_to
from k3license.text.periods import parse_date
from k3license.text.walking import TextTree
from k3license.text.yaml_lines import Tree


class Evidence(NamedTuple):
    """
    What backs a fact.

    *source* is the id of a source of the file or a text, as written; *document*, *by*
    and *as_of* are what is known of it.  *line* and *column* count from 1; for a fact
    that is not in the file they are those of the block that lacks it.
    """

    source: str | None
    document: str | None
    by: str | None
    as_of: date | None
    line: int
    column: int


class Provenance:
    """The evidence of each fact of one file, looked up when it is asked for."""

    def __init__(self, tree: Tree, sources: Mapping[str, Source]) -> None:
        self._tree = tree
        self._sources = sources

    def __getitem__(self, path: str) -> Evidence:
        """Return the evidence of the fact at a path like `entities.example-jv.revenue`."""
        steps = fact_path(self._tree, path)
        source: str | None = None
        by: str | None = None
        as_of: date | None = None
        passed, _ = way_to(self._tree, steps)
        for node, at in passed:
            if not isinstance(node, dict):
                continue
            # The nearest source holds, with nothing of those around it.
            if isinstance(written := node.get("source"), str):
                source, by, as_of = written, None, None
            if is_wrapper(node, at):
                by = _text(node.get("by")) or by
                as_of = parse_date(day) if (day := _text(node.get("as_of"))) else as_of
        known = self._sources.get(source) if source is not None else None
        line, column = self.position_of(steps)
        if known is None:
            return Evidence(source, None, by, as_of, line, column)
        return Evidence(source, known.document, by or known.by, as_of or known.as_of, line, column)

    def stated(self, path: str) -> TextTree:
        """
        Return a fact as the file states it, without its evidence; None if it states none.

        Of a fact inside a short form (`they_control: none`), the short form.
        """
        passed, rest = way_to(self._tree, fact_path(self._tree, path))
        node, at = passed[-1]
        return None if rest and not isinstance(node, str) else _without_evidence(node, at)

    def position_of(self, path: str | FactPath) -> tuple[int, int]:
        """Return line and column of a fact, or of the block that lacks it: sorts in the file's order."""
        steps = fact_path(self._tree, path) if isinstance(path, str) else path
        place = self._tree.place(tree_path(self._tree, steps))
        return place.line, place.column

    def contradiction(self, paths: Sequence[str]) -> InputErrors:
        """Return the error that the facts at *paths* cannot all be true, at the place of the first."""
        steps = [tree_path(self._tree, fact_path(self._tree, path)) for path in paths]
        others = ", ".join(paths[1:]) or "another figure"
        text = f"this cannot be true together with {others}"
        help = "correct one of them, or write what you do not know as unknown"
        return InputErrors([self._tree.problem(steps[0], "contradiction", text, help)], self._tree.sources)


def tree_path(tree: Tree, path: FactPath) -> FactPath:
    """Return where the value of a fact stands in the tree; what is not there keeps the rest of its path."""
    passed, rest = way_to(tree, path)
    return (*passed[-1].at, *rest)


def _without_evidence(node: TextTree, at: FactPath) -> TextTree:
    if isinstance(node, list):
        return [_without_evidence(each, (*at, index)) for index, each in enumerate(node)]
    if not isinstance(node, dict):
        return node
    if is_wrapper(node, at):
        return _without_evidence(node["value"], (*at, "value"))
    return {key: _without_evidence(each, (*at, key)) for key, each in node.items() if key != "source"}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
