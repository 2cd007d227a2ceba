"""Positions: the questions that a text leaves open, with their readings."""

from typing import Final, get_args

from k3license.model.rules import Closed, DefaultIs, Position, Reading, Strength
from k3license.packs.blocks import Block
from k3license.packs.files import COMMON, PackFiles

_KEYS: Final = ("position", "asks", "why_open", "default", "default_is", "readings")
_READING_KEYS: Final = ("in_plain_words", "strength", "for", "against")


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


def position(block: Block, *, position_id: str) -> Position:
    """Return a position with all its readings; what is wrong with it is added to the block's problems."""
    block.keys(_KEYS)
    if block.text("position") not in ("", position_id):
        block.problem("position", "id", "this is not the file's name", f"write {position_id}")
    readings = {id: _reading(each, id) for id, each in block.blocks("readings").items()}
    found = Position(
        id=position_id,
        asks=block.text("asks"),
        why_open=block.text("why_open"),
        default=block.choice("default", readings) if readings else block.text("default"),
        default_is=block.choice("default_is", get_args(DefaultIs)),
        readings=readings,
    )
    if readings and found.default != next(iter(readings)):
        block.problem("default", "default", "the default is not the first reading", "move it to the front")
    return found


def as_closed(found: Position, closed: Closed | None) -> Position:
    """Return a position as a license reads it: of one that it closes only that reading."""
    if closed is None or closed.reading not in found.readings:
        return found
    kept = {closed.reading: found.readings[closed.reading]}
    return found._replace(default=closed.reading, readings=kept, closed_by=closed.section)


def _reading(block: Block, reading_id: str) -> Reading:
    block.keys(_READING_KEYS, ("does", "if_open"))
    return Reading(
        strength=block.choice("strength", get_args(Strength)),
        does=block.text_or_none("does") or reading_id,
        in_plain_words=block.text("in_plain_words"),
        reasons_for=block.text("for"),
        reasons_against=block.text("against"),
        if_open=block.text_or_none("if_open"),
    )
