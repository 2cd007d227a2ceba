"""Which question is asked for a fact."""

from pathlib import Path

import pytest

from k3license.model.rules import Pack
from k3license.packs.loader import load_pack
from k3license.packs.questions import covers, question_for
from tests.unit.packs.mini import VOCABULARY, write_pack


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    more = (
        "agreements: {",
        "entities.*: {ask: What is known of it?, of: somebody}\n"
        "entities.*.revenue.*: {ask: Revenue of this period?, of: controlling}\n"
        "agreements: {",
    )
    return load_pack("mini", vocabulary=VOCABULARY, rules=write_pack(tmp_path, {"common/questions.yaml": more}))


@pytest.mark.parametrize(
    ("path", "ask"),
    [
        ("entities.example-jv.revenue", "What revenue has it?"),
        ("entities.example-jv.revenue.2025", "Revenue of this period?"),
        ("entities.example-jv.kind", "What is known of it?"),
        ("agreements", "Which agreements are there?"),
    ],
)
def test_the_question_with_the_most_words_of_the_path_is_asked(pack: Pack, path: str, ask: str) -> None:
    question = question_for(pack, path)
    assert question is not None
    assert question.ask == ask


def test_the_question_of_the_rule_itself_goes_first(pack: Pack) -> None:
    question = question_for(pack, "entities.example-jv.revenue", rule=pack.requirements[0])
    assert question is not None
    assert question.ask == "Revenue of all?"


def test_there_may_be_no_question(pack: Pack) -> None:
    assert question_for(pack, "listed_down_to") is None


@pytest.mark.parametrize(
    ("field", "path", "fits"),
    [
        ("agreements", "agreements", True),
        ("agreements", "agreements.1", False),
        ("models.*", "models.kimi-k2.6", True),
        ("models.*", "models.", False),
        ("models.*.license", "models.kimi-k2.6.license", True),
        ("models.*.license", "models.license", False),
        ("offerings.*.access.*.for", "offerings.desk.access.2.for", True),
        ("offerings.*.access.*.for", "offerings.desk.access.for", False),
        ("offerings.*.access.*.for", "offerings.access.for", False),
    ],
)
def test_a_star_stands_for_any_name_even_one_with_dots_and_never_for_nothing(field: str, path: str, fits: bool) -> None:
    assert covers(field, path) is fits
