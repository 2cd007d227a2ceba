"""Positions: the questions that a text leaves open, with their readings."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, get_args

from k3license.model.errors import PackErrors
from k3license.model.rules import Closed, DefaultIs, Position, PositionTexts, Reading, ReadingTexts, Strength
from k3license.packs.blocks import Block
from k3license.packs.files import COMMON, PackFiles
from k3license.packs.places import rules_folder

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_KEYS: Final = ("position", "asks", "why_open", "default", "default_is", "readings")
_READING_KEYS: Final = ("in_plain_words", "strength", "for", "against")


def load_position_texts(
    license_id: str, position_ids: Iterable[str], *, rules: "Traversable | None" = None
) -> Mapping[str, PositionTexts]:
    """
    Return the words of the positions of a pack, for people to read.

    Raises PackErrors if one of them has no file, or one that cannot be read.
    """
    files = PackFiles(rules or rules_folder(), license_id)
    found = {}
    for position_id in position_ids:
        block = position_block(files, position_id)
        if block is None:
            files.report(f"{COMMON}/positions/{position_id}.yaml", "no-file", "the file is missing")
        else:
            readings = {id: _reading_texts(each) for id, each in block.blocks("readings").items()}
            found[position_id] = PositionTexts(block.text("asks"), block.text("why_open"), readings)
    if files.problems:
        raise PackErrors(files.problems, files.sources)
    return found


def position_block(files: PackFiles, position_id: str) -> Block | None:
    """Return the block of a position's file, the license's own or the one in common; None without one."""
    for folder in _folders(files):
        path = f"{folder}/{position_id}.yaml"
        if path in files and (tree := files.tree(path)) is not None:
            return Block(tree, files.problems, tree.data)
    return None


def position_ids(files: PackFiles) -> set[str]:
    """Return the positions that have a file, whether it can be read or not."""
    return {path.rpartition("/")[2].removesuffix(".yaml") for folder in _folders(files) for path in files.below(folder)}


def _folders(files: PackFiles) -> tuple[str, str]:
    return f"{files.license_id}/positions", f"{COMMON}/positions"


def position(block: Block, *, position_id: str, closed: Closed | None) -> Position:
    """
    Return a position without its words; of one that the license closes only that reading.

    What is wrong with it is added to the block's problems.
    """
    block.keys(_KEYS)
    if block.text("position") not in ("", position_id):
        block.problem("position", "id", "this is not the file's name", f"write {position_id}")
    readings = {id: _reading(each, id) for id, each in block.blocks("readings").items()}
    for key in ("asks", "why_open"):
        block.text(key)
    default_is: DefaultIs = block.choice("default_is", get_args(DefaultIs))
    if not readings:
        return Position(position_id, block.text("default"), default_is, readings)
    default = block.choice("default", readings)
    if default != next(iter(readings)):
        block.problem("default", "default", "the default is not the first reading", "move it to the front")
    if closed is None or closed.reading not in readings:
        return Position(position_id, default, default_is, readings)
    kept = {closed.reading: readings[closed.reading]}
    return Position(position_id, closed.reading, default_is, kept, closed.section)


def _reading(block: Block, reading_id: str) -> Reading:
    block.keys(_READING_KEYS, ("does",))
    for key in ("in_plain_words", "for", "against"):
        block.text(key)
    strength: Strength = block.choice("strength", get_args(Strength))
    return Reading(strength, block.text_or_none("does") or reading_id)


def _reading_texts(block: Block) -> ReadingTexts:
    return ReadingTexts(block.text("in_plain_words"), block.text("for"), block.text("against"))
