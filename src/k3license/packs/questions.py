"""Questions: what to ask, and whom, for each field of a profile that an answer may need."""

from collections.abc import Mapping

from k3license.model.rules import Pack, Question, Rule
from k3license.packs.blocks import Block


def questions(block: Block) -> Mapping[str, Question]:
    """Return the questions by field, a star for each name or place; problems are added to the block's."""
    return {field: _question(block.block(field)) for field in block.data}


def _question(block: Block) -> Question:
    block.keys(("ask", "of"))
    return Question(block.text("ask"), block.text("of"))


def question_for(pack: Pack, path: str, *, rule: Rule | None = None) -> Question | None:
    """
    Return what to ask about the fact at *path* ("entities.example-jv.revenue").

    A question that *rule* itself has for the field goes first; among the others the one
    whose field has the most words in common with the path.  None if there is none.
    """
    if rule is not None and (own := rule.if_missing.get(path.rpartition(".")[2])) is not None:
        return own
    fitting = [field for field in pack.questions if covers(field, path)]
    if not fitting:
        return None
    return pack.questions[max(fitting, key=lambda field: len(field.replace("*", "")))]


def covers(field: str, path: str) -> bool:
    """
    Return whether *field*, with a star for any name or place in a list, stands for *path*.

    An id may have dots in it, so a star stands for those as well, but not for nothing.
    """
    start, *pieces = field.split("*")
    if not pieces:
        return field == path
    if not path.startswith(start):
        return False
    at = len(start)
    for piece in pieces[:-1]:
        found = path.find(piece, at + 1)
        if found < 0:
            return False
        at = found + len(piece)
    return path.endswith(pieces[-1]) and len(path) - len(pieces[-1]) > at
