"""A profile read from its file: checked, with the evidence of each fact."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from k3license.model.errors import InputErrors, Problem
from k3license.profile.records import LICENSE_POSITIONS, Profile
from k3license.reading.contradictions import check_contradictions
from k3license.reading.doubts import check_doubts
from k3license.reading.evidence import Provenance
from k3license.reading.figures import check_figures, figures_differ
from k3license.reading.findings import Findings
from k3license.reading.known import KnownModels
from k3license.reading.names import Names
from k3license.reading.references import check_references
from k3license.reading.statements import Statements
from k3license.reading.validation import read_changes, read_records
from k3license.text.walking import TextTree
from k3license.text.yaml_lines import Tree, read_tree, read_tree_file

if TYPE_CHECKING:
    from k3license.reading.edits import Edit

_MEGABYTE: Final = 1_000_000


class LoadedProfile(NamedTuple):
    """
    A profile, the evidence of its facts by their paths, and what should be looked at in it.

    *tree* is the file as text, *statements* what it states without the evidence.
    """

    profile: Profile
    provenance: Provenance
    warnings: tuple[Problem, ...]
    tree: Tree
    statements: Mapping[str, TextTree]

    def position_of(self, path: str) -> tuple[int, int]:
        """Return line and column of a fact, or of the block that lacks it: sorts in the file's order."""
        return self.provenance.position_of(path)


def load_profile(
    source: Path | bytes, *, name: str = "profile", known: KnownModels, size_limit: int = _MEGABYTE
) -> LoadedProfile:
    """
    Return the profile in a file, or in the bytes of one that is called *name*.

    *size_limit* is in bytes.  Raises InputErrors with everything that is wrong with it.
    """
    problems: list[Problem] = []
    if isinstance(source, Path):
        tree = read_tree_file(source, max_bytes=size_limit, problems=problems)
    else:
        tree = read_tree(source, name=name, max_bytes=size_limit, problems=problems)
    return _checked(tree, problems, known, None)


def changed_profile(loaded: LoadedProfile, edits: "Iterable[Edit]", *, known: KnownModels) -> LoadedProfile:
    """
    Return the profile with some facts replaced, read and checked like a file that says so.

    Raises InputErrors with everything that would be wrong with that file, and NotUnderstood
    for an edit that has no place in it.
    """
    # Only what-if and flips change facts.
    from k3license.reading.edits import edited  # noqa: PLC0415

    try:
        return _checked(edited(loaded.tree, edits), [], known, loaded)
    except InputErrors as error:
        # The lines of the file would show the old values.
        raise InputErrors(error.problems) from None


def _checked(tree: Tree, problems: list[Problem], known: KnownModels, before: LoadedProfile | None) -> LoadedProfile:
    findings = Findings(tree, problems)
    statements = Statements(tree, findings)
    _part_positions(statements.data, known)
    names = Names(statements.data, known, findings)
    if before is None:
        profile = read_records(statements.data, findings)
    else:
        profile = read_changes(statements.data, findings, before=before.profile, stated_before=before.statements)
    check_references(profile, names)
    check_doubts(profile, findings)
    # Whether some statements can be true together depends on the day.
    if not any(problem.path == "as_of" for problem in problems):
        check_contradictions(profile, known, findings)
        if before is None or figures_differ(before.profile, profile):
            check_figures(profile, findings)
    if problems:
        raise InputErrors(problems, tree.sources)
    provenance = Provenance(tree, profile.sources)
    return LoadedProfile(profile, provenance, tuple(findings.warnings), tree, statements.data)


def _part_positions(data: dict[str, TextTree], known: KnownModels) -> None:
    """Part positions chosen for one license, which stand under its id, from those for all."""
    positions = data.get("positions")
    if isinstance(positions, dict):
        of_licenses = [key for key, choice in positions.items() if _is_license(key, choice, known)]
        data[LICENSE_POSITIONS] = {key: positions.pop(key) for key in of_licenses}


def _is_license(key: str, choice: TextTree, known: KnownModels) -> bool:
    """Return whether a key of `positions` is that of a license, or can only be meant as one."""
    if key in known.licenses:
        return True
    return isinstance(choice, dict) and "reading" not in choice and key not in known.positions
