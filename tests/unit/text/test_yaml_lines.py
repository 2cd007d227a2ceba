"""YAML as text with places: what stays as it was written, and where each part stands."""

import codecs
from pathlib import Path
from typing import Any

import pytest

from k3license.model.errors import InputErrors, Place, Problem
from k3license.text import yaml_lines
from k3license.text.parsers import PARSER, PureParser
from k3license.text.yaml_lines import read_tree, read_tree_file

PROFILE = b"""\
# Support desk
name: Fjord
entities:
  fjord:
    country: NO
    owns: {fjord-sg: 100, drives: 50}
  fjord-sg:
offerings:
  - id: desk
    kind: assistant
  - kind: "agent"
"""


@pytest.fixture(params=[PARSER, PureParser], ids=["fast", "pure"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(yaml_lines, "PARSER", request.param)
    return request.param


@pytest.mark.parametrize(
    "text",
    ["NO", "yes", "on", "off", "1_000", "0123", "12:30", "1e3", "1.10", "9007199254740993", "2026-02-30", "="],
)
def test_a_value_stays_the_text_that_somebody_wrote(text: str) -> None:
    assert read_tree(f"value: {text}\n".encode(), name="p").data == {"value": text}


@pytest.mark.parametrize("nothing", ["", "~", "null", "Null", "NULL", " # a comment"])
def test_only_an_unquoted_nothing_is_nothing(nothing: str) -> None:
    assert read_tree(f"value: {nothing}\n".encode(), name="p").data == {"value": None}


def test_a_quoted_nothing_is_a_text() -> None:
    assert read_tree(b"a: ''\nb: \"null\"\nc: '~'\n", name="p").data == {"a": "", "b": "null", "c": "~"}


@pytest.mark.parametrize("key", ["on", "no", "2025", "2025-Q4", "2025-01..2026-03", "..2026-03", "null", "kimi-k2.6"])
def test_a_key_stays_the_text_that_somebody_wrote(key: str) -> None:
    assert read_tree(f"{key}: 1\n".encode(), name="p").data == {key: "1"}


@pytest.mark.parametrize(
    "data",
    [
        "name: Grønn\nkind: x\n".encode(),
        codecs.BOM_UTF8 + "name: Grønn\nkind: x\n".encode(),
        "name: Grønn\nkind: x\n".encode("utf-16"),
        codecs.BOM_UTF16_BE + "name: Grønn\nkind: x\n".encode("utf-16-be"),
        "name: Grønn\r\nkind: x\r\n".encode(),
        '{"name": "Grønn", "kind": "x"}'.encode(),
        b'{\n\t"name":\t"Gr\\u00f8nn",\n\t"kind": "x"\n}\n',
        "---\nname: Grønn\nkind: x\n...\n".encode(),
        "%YAML 1.2\n---\nname: Grønn\nkind: x\n".encode(),
    ],
    ids=["UTF-8", "with a mark", "UTF-16", "UTF-16 big", "Windows", "JSON", "JSON with tabs", "dashes", "YAML 1.2"],
)
def test_the_same_profile_reads_alike_however_it_was_saved(data: bytes) -> None:
    assert read_tree(data, name="p").data == {"name": "Grønn", "kind": "x"}


@pytest.mark.parametrize("sign", ["R&D", "A & B", "5 * 3", "Yes!", "a*b", "2025-*", "Wow !"])
def test_signs_inside_a_text_are_not_taken_for_anchors_aliases_or_tags(sign: str) -> None:
    assert read_tree(f"name: Fjord {sign}\n".encode(), name="p").data == {"name": f"Fjord {sign}"}


@pytest.mark.parametrize("items", ["1, 200", "1.2M,1.3M", "1000,200", "a,200", "'1',200", "2,300 to 400"])
def test_lists_of_which_nobody_can_take_two_items_for_one_number_are_read(items: str) -> None:
    assert len(read_tree(f"months: [{items}]\n".encode(), name="p").data["months"] or ()) == 2


@pytest.mark.parametrize(
    ("path", "line", "column", "width"),
    [
        (("name",), 2, 7, 5),
        (("entities", "fjord", "country"), 5, 14, 2),
        (("entities", "fjord", "owns", "drives"), 6, 35, 2),
        (("entities", "fjord"), 5, 5, 7),
        (("entities", "fjord", "owns"), 6, 12, 8),
        (("offerings", 1, "kind"), 11, 11, 7),
        (("offerings", 1), 11, 5, 4),
    ],
)
def test_a_value_is_found_at_its_line_and_column(
    path: tuple[str | int, ...], line: int, column: int, width: int
) -> None:
    assert read_tree(PROFILE, name="p").place(path) == Place("p", line, column, width)


def test_a_key_is_found_at_its_own_place() -> None:
    tree = read_tree(PROFILE, name="p")
    assert tree.place(("entities", "fjord", "country"), key=True) == Place("p", 5, 5, 7)


def test_what_is_missing_is_shown_at_the_first_key_of_the_block_that_lacks_it() -> None:
    tree = read_tree(PROFILE, name="p")
    assert tree.place(("offerings", 0, "operator")) == Place("p", 9, 5, 2)
    assert tree.place(("entities", "fjord", "lei")) == Place("p", 5, 5, 7)


def test_an_empty_value_is_shown_at_its_key() -> None:
    assert read_tree(PROFILE, name="p").place(("entities", "fjord-sg")) == Place("p", 7, 3, 8)


def test_list_items_are_counted_from_one_or_called_by_their_id() -> None:
    tree = read_tree(PROFILE, name="p")
    assert tree.path_text(("offerings", 0, "kind")) == "offerings[desk].kind"
    assert tree.path_text(("offerings", 1, "kind")) == "offerings[2].kind"


def test_a_problem_shows_the_line_with_a_caret_and_the_help() -> None:
    tree = read_tree(PROFILE, name="profile.yaml")
    problem = tree.problem(("entities", "fjord", "country"), "country", '"NO" is taken', "write SE")
    assert str(InputErrors([problem], tree.sources)) == (
        'profile.yaml:5:14: error[country]: entities.fjord.country: "NO" is taken\n'
        "  |\n"
        "5 |     country: NO\n"
        "  |              ^^\n"
        "  = help: write SE"
    )


def test_what_does_not_stop_the_reading_can_be_collected_with_findings_of_ones_own() -> None:
    problems: list[Problem] = []
    tree = read_tree(b"a: 1\nb: 2\na: 3\n", name="p", problems=problems)
    assert tree.data == {"a": "1", "b": "2"}
    assert [problem.code for problem in problems] == ["duplicate-key"]


def test_a_folder_a_missing_file_and_a_name_that_cannot_be_are_refused(tmp_path: Path) -> None:
    for path, code in ((tmp_path, "folder"), (tmp_path / "none.yaml", "no-file"), (Path("a\0b"), "not-opened")):
        with pytest.raises(InputErrors) as refused:
            read_tree_file(path)
        (problem,) = refused.value.problems
        assert problem.code == code
        assert problem.place == Place(str(path))


def test_a_file_is_read_up_to_the_limit_that_is_passed_in(tmp_path: Path) -> None:
    path = tmp_path / "profile.yaml"
    path.write_bytes(b"a: b\n" * 2)
    with pytest.raises(InputErrors, match="larger than 9 bytes"):
        read_tree_file(path, max_bytes=9)
    path.write_bytes(b"name: abc\n")
    assert read_tree_file(path, max_bytes=10).data == {"name": "abc"}
