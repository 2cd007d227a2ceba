"""Loading a pack: every file of a license read, checked, and put together."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from k3license.model.errors import PackErrors, quoted, suggestion
from k3license.model.rules import (
    Definition,
    Exemption,
    LicenseHeader,
    Pack,
    Position,
    Question,
    Requirement,
    Vocabulary,
)
from k3license.packs.blocks import Block
from k3license.packs.checks import Checks
from k3license.packs.files import COMMON, HEADER, PackFiles, license_folders, parsed, read_folder
from k3license.packs.headers import header, known_licenses
from k3license.packs.places import rules_folder
from k3license.packs.positions import as_closed, position, position_block, position_ids
from k3license.packs.questions import questions
from k3license.packs.rule_files import rule, rule_files
from k3license.text.yaml_lines import TreePath

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_QUESTIONS = f"{COMMON}/questions.yaml"


class _Read:
    """What several packs take from the same files, once each is read."""

    def __init__(self) -> None:
        self.questions: Mapping[str, Question] | None = None
        self.positions: dict[str, Position] = {}


class UnknownLicense(LookupError):
    """There is no pack of that name; the message says which ones there are."""


def load_packs(*, vocabulary: Vocabulary, rules: "Traversable | None" = None) -> dict[str, Pack]:
    """Return all packs by their license, checked; raises PackErrors for the first that is not sound."""
    rules = rules or rules_folder()
    common = read_folder(rules, COMMON)
    read = _Read()
    found = {id: _loaded(PackFiles(rules, id, common), vocabulary, read) for id in known_licenses(rules)}
    # The trees have told what they know, and take more room than all that follows.
    parsed.cache_clear()
    return found


def load_pack(license_id: str, *, vocabulary: Vocabulary, rules: "Traversable | None" = None) -> Pack:
    """
    Return the pack of a license, checked.

    Raises PackErrors with everything that is wrong with its files, and UnknownLicense.
    """
    rules = rules or rules_folder()
    known = license_folders(rules)
    if license_id not in known:
        help = suggestion(license_id, known) or f"known are {', '.join(known)}"
        raise UnknownLicense(f"there are no rules for {quoted(license_id)}: {help}")
    return _loaded(PackFiles(rules, license_id), vocabulary, _Read())


def _loaded(files: PackFiles, vocabulary: Vocabulary, before: _Read) -> Pack:
    pack = _pack(files, vocabulary, before)
    if files.problems or pack is None:
        raise PackErrors(files.problems, files.sources)
    return pack


def _pack(files: PackFiles, vocabulary: Vocabulary, before: _Read) -> Pack | None:
    blocks = {}
    for name, path in (("license", f"{files.license_id}/{HEADER}"), ("questions", _QUESTIONS)):
        if path not in files:
            files.report(path, "no-file", "the file is missing")
        elif (tree := files.tree(path)) is not None:
            blocks[name] = Block(tree, files.problems, tree.data)
    found = rule_files(files)
    if len(blocks) < 2:
        return None
    front = header(blocks["license"], folder=files.license_id)
    if before.questions is None:
        before.questions = questions(blocks["questions"])
    asked = before.questions
    definitions = [file.id for file in found.values() if file.kind == "definition"]
    read = {id: rule(file, vocabulary=vocabulary, definitions=definitions) for id, file in found.items()}
    positions = _positions(files, front, blocks["license"], before.positions)
    if not files.problems:
        rule_blocks = {id: file.block for id, file in found.items()}
        Checks(front, read, {**rule_blocks, "license": blocks["license"]}, vocabulary).run(asked)
    requirements = {id: each for id, each in read.items() if isinstance(each, Requirement)}
    return Pack(
        header=front,
        requirements=tuple(requirements[id] for id in front.requirements if id in requirements),
        definitions={id: each for id, each in read.items() if isinstance(each, Definition)},
        exemptions={id: each for id, each in read.items() if isinstance(each, Exemption)},
        positions=positions,
        questions=asked,
        digest=files.digest(),
    )


def _positions(
    files: PackFiles, front: LicenseHeader, block: Block, before: dict[str, Position]
) -> dict[str, Position]:
    """Return the positions that the license names, the closed ones included; *before* has those of files read."""
    known = position_ids(files)
    places: dict[str, TreePath] = {id: ("closes", id) for id in front.closes}
    places |= {id: ("positions", index) for index, id in enumerate(front.positions)}
    found = {}
    for id, place in places.items():
        if id not in known:
            text = f"the position {quoted(id)} has no file"
            block.problem(place, "unknown-position", text, suggestion(id, known), at_key=True)
        if (own := position_block(files, id)) is None:
            continue
        closed, file = front.closes.get(id), own.tree.name
        if file not in before:
            before[file] = position(own, position_id=id)
        found[id] = as_closed(before[file], closed)
        if closed is not None and closed.reading not in found[id].readings:
            help = suggestion(closed.reading, found[id].readings)
            text = f"{quoted(closed.reading)} is not a reading of {quoted(id)}"
            block.problem(("closes", id, "reading"), "choice", text, help)
    return found
