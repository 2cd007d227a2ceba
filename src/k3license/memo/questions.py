"""The open questions, as lists to send to those who know."""

from collections.abc import Iterable
from typing import NamedTuple

from k3license.memo.material import Material
from k3license.memo.shown import For, Mark, section_words
from k3license.model.assessment import OpenQuestion
from k3license.model.explanation import Explanation, RequirementExplained


class QuestionShown(NamedTuple):
    """
    A question, the fact that it asks for, and what the answer is needed for.

    *ref* is how the memo calls it; *alone*: the answer can settle something by itself.
    """

    ref: str
    question: str
    path: str
    alone: bool
    purposes: tuple[For, ...]
    mark: Mark = ""


class Addressee(NamedTuple):
    """All questions for the same people, the most decisive first."""

    of: str
    questions: tuple[QuestionShown, ...]


class _Asked(NamedTuple):
    """A question as often as it is asked."""

    question: OpenQuestion
    purpose: For


def addressees(material: Material) -> tuple[Addressee, ...]:
    """Return every question once, by whom to ask; those come first who can settle more alone."""
    asked = [
        _Asked(question, purpose(use, requirement))
        for use, requirement in material.answers()
        for question in requirement.answer.open_questions
    ]
    asked.sort(key=lambda each: each.question.settles_with)
    found: dict[str, dict[tuple[str, str], list[_Asked]]] = {}
    for each in asked:
        found.setdefault(each.question.of, {}).setdefault((each.question.path, each.question.question), []).append(each)
    shown = []
    number = 0
    for of, questions in found.items():
        numbered = []
        for same in questions.values():
            number += 1
            numbered.append(_question(number, same))
        shown.append(Addressee(of, tuple(numbered)))
    return tuple(shown)


def purpose(use: Explanation, requirement: RequirementExplained) -> For:
    """Return what something about a requirement is for."""
    answer = requirement.answer
    return For(use.offering_name, use.license_title, section_words(answer.section), answer.title)


def _question(number: int, same: Iterable[_Asked]) -> QuestionShown:
    asked = list(same)
    first = asked[0].question
    return QuestionShown(
        ref=f"Q{number}",
        question=first.question,
        path=first.path,
        alone=any(each.question.settles_with == 1 for each in asked),
        purposes=tuple(dict.fromkeys(each.purpose for each in asked)),
    )
