"""Messages: what stands in them, and what a hostile text cannot do to them."""

import pytest

from k3license.model.errors import InputErrors, PackErrors, Place, Problem, quoted, render, suggestion


def problem(line: int, column: int = 1, *, file: str = "p.yaml", width: int = 1) -> Problem:
    return Problem(Place(file, line, column, width), "code", "", "something is wrong")


def test_problems_are_sorted_by_file_line_and_column() -> None:
    given = [problem(10), problem(9, 2), problem(9, 1), problem(1, file="a.yaml")]
    errors = InputErrors(given)
    assert [(each.place.file, each.place.line, each.place.column) for each in errors.problems] == [
        ("a.yaml", 1, 1),
        ("p.yaml", 9, 1),
        ("p.yaml", 9, 2),
        ("p.yaml", 10, 1),
    ]


def test_a_problem_with_a_whole_file_has_no_line() -> None:
    assert render(Problem(Place("p.yaml"), "empty", "", "the file is empty", "write it"), ()) == (
        "p.yaml: error[empty]: the file is empty\n = help: write it"
    )


def test_the_caret_of_a_long_line_stays_under_its_place() -> None:
    line = "x" * 300 + "HERE" + "y" * 300
    shown = render(problem(1, 301, width=4), [line]).splitlines()
    start = shown[3].index("^")
    assert shown[3].count("^") == 4
    assert shown[2][start : start + 4] == "HERE"
    assert len(shown[2]) < 120


def test_the_caret_stays_on_the_line_even_where_the_place_lies_behind_its_end() -> None:
    shown = render(problem(1, 6, width=9), ["short"]).splitlines()
    assert shown[3] == "  |      ^"


def test_a_terminal_is_never_given_what_it_would_obey() -> None:
    shown = render(problem(1), ["\x1b[2Jgone\u202e"])
    assert "1 | ?[2Jgone?" in shown
    assert quoted("\x1b[2J\nnext") == '"?[2J?next"'


def test_a_long_text_is_quoted_in_part() -> None:
    assert quoted("x" * 100) == '"' + "x" * 57 + '..."'


@pytest.mark.parametrize(
    ("word", "meant"),
    [("fjord-sgp", "fjord-sg"), ("Fjord_SG", "fjord-sg"), ("fjord sg", "fjord-sg"), ("jord", "fjord")],
)
def test_the_nearest_known_word_is_suggested(word: str, meant: str) -> None:
    assert suggestion(word, ["fjord", "fjord-sg", "drives"]) == f'did you mean "{meant}"?'


def test_nothing_is_suggested_where_nothing_is_near() -> None:
    assert suggestion("xyz", ["fjord", "drives"]) == ""


def test_errors_of_a_pack_are_not_taken_for_errors_of_what_somebody_gave() -> None:
    assert not issubclass(PackErrors, InputErrors)
    assert not issubclass(InputErrors, PackErrors)
