"""Other people's text in memos: it says what it says, and does nothing."""

import re
from functools import lru_cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from k3license.memo.escape import code, label, markdown, one_line
from k3license.memo.markdown import markdown_of
from k3license.memo.memo import memo_of
from tests.unit.memo.materials import material_of, profile_with
from tests.unit.memo.read_markdown import kinds, pictures, plain, shape, tokens

HOSTILE = (
    "| a | b |",
    "`code` ``more``",
    "<script>alert(1)</script><!-- -->",
    "[click](javascript:x) ![picture](x) [ref]",
    "*stars* **more** _lines_ __more__ ~~gone~~",
    "# heading",
    "\n\n# heading\n\n- item\n\n    code\n\n| a |\n|---|\n",
    "- item",
    "1. item",
    "2) item",
    "+ item",
    "> quote",
    "=== ---",
    "&amp; &#35; &lt;b&gt;",
    "\\ \\* \\",
    "```mermaid",
    "https://example.com www.example.com a@example.com",
    "$x$ {{ memo.name }} {% raw %} {#",
    '"] --> evil["',
    "%%{init: {}}%%",
    "#quot; #35;",
    "end",
    "\u202eright to left\u202c \u2066x\u2069 \u200b",
    "tab\there",
)


@given(st.text() | st.text(alphabet="\\`*_{}[]()<>#+-.!|~&$@:=1) \n\tab"))
@example("1. x")
@example("- x")
@example("www.a")
@example("\\")
@example("*a")
def test_text_reads_in_any_place_as_it_was_written(text: str) -> None:
    written = markdown(text)
    assert plain(written) == one_line(text)
    for place in ("{}", "- {}", "# {}", "- a\n    - {}"):
        assert kinds(place.format(written or "x")) == kinds(place.format("x"))
    row = "| {} | b |\n|---|---|\n| {} | c |"
    assert kinds(row.format(written, written)) == kinds(row.format("x", "x"))


@given(st.text(min_size=1) | st.text(alphabet="` a|", min_size=1))
def test_code_reads_as_it_was_written(text: str) -> None:
    if not one_line(text):
        return
    (span,) = [token for token in tokens(f"- a {code(text)} b") if token.type == "code_inline"]
    assert span.content == one_line(text)


@given(st.text() | st.text(alphabet='"#<>`%{}[]\\&\n-;ab'))
def test_a_label_stays_inside_its_quotes(text: str) -> None:
    written = label(text)
    assert not re.search(r'["<>`{}\\\n]|%%', written)
    assert re.sub(r"#(\w+);", _named, written) == one_line(text)


def _named(found: re.Match[str]) -> str:
    names = {
        "amp": "&",
        "num": "#",
        "quot": '"',
        "lt": "<",
        "gt": ">",
        "grave": "`",
        "lbrace": "{",
        "rbrace": "}",
        "bsol": "\\",
        "percnt": "%",
    }
    return names[found[1]]


@lru_cache(maxsize=2)
def tame(*, looking_ahead: bool = False) -> str:
    return markdown_of(memo_of(material_of(profile_with("tame"), looking_ahead=looking_ahead)))


@pytest.mark.parametrize("text", HOSTILE)
def test_a_memo_shows_what_people_wrote_and_keeps_its_shape(text: str) -> None:
    written = markdown_of(memo_of(material_of(profile_with(text))))
    assert shape(written) == shape(tame())
    assert [each.count("\n") for each in pictures(written)] == [each.count("\n") for each in pictures(tame())]
    for what in ("name", "maker", "holding", "venture", "desk", "document", "who", "counsel", "reason", "contract"):
        assert markdown(f"{text} {what}") in written, what


def test_what_would_change_the_result_and_other_licenses_keep_their_shape_too() -> None:
    hostile = profile_with(" ".join(HOSTILE))
    written = markdown_of(memo_of(material_of(hostile, looking_ahead=True)))
    assert shape(written) == shape(tame(looking_ahead=True))
