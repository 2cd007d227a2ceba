"""The written cases under all readings, common owners and options that they name."""

import pytest

from k3license.facts.group.members import members
from k3license.model.truth import Truth
from tests.unit.facts.group.structures import EVERYTHING_LISTED, L, Question, questions, structure


@pytest.mark.parametrize("question", list(questions()), ids=lambda question: question.id)
def test_the_group_is_as_the_case_says(question: Question) -> None:
    group = members(
        structure(question.case),
        L,
        as_of=question.day,
        reading=question.reading,
        common_owner=question.common_owner,
        listed_down_to=EVERYTHING_LISTED,
        options=question.options,
    )
    sure = frozenset(entity for entity, member in group.truths.items() if member is Truth.YES)
    assert (len(sure) if isinstance(question.sure, int) else sure) == question.sure
    assert group.truths.keys() - sure == question.perhaps
