"""Files that cannot be read as they are: each with the place, the code and the hint that a person gets."""

from typing import Any, NamedTuple

import pytest

from k3license.model.errors import InputErrors
from k3license.text import yaml_lines
from k3license.text.parsers import PARSER, PureParser
from k3license.text.yaml_lines import read_tree

QUOTE = "put the whole text in double quotes"
ALIGN = "give all keys of a block the same indentation, and all items of a list a dash"
CLOSE = "put a text that holds commas, colons or brackets in quotes"
KEEP_ONE = "keep one; most YAML readers would silently use the last"
DEEPER = "align it with the other keys of its block, or leave the value of the key above empty"
WEB = "delete it; it usually comes with text copied from a web page"
WORD = "delete it; it usually comes with text copied from Word or a PDF"
OVER = 'write "over" or "at least" before the amount'
KEY = "write `key: value`"
PLAIN = "give a plain text file (YAML or JSON)"
ESCAPE = "use single quotes, or write the backslash twice"
MISSING = "write a value, or put a text that begins with a bracket or comma in quotes"


def written_out(sign: str) -> str:
    return f"write it out; a text that begins with {sign} needs quotes"


class Broken(NamedTuple):
    """Line and column count from 1; 0 and 0 are the file as a whole."""

    what: str
    data: bytes
    line: int
    column: int
    code: str
    help: str


BROKEN = (
    # nothing to read
    Broken("an empty file", b"", 0, 0, "empty", "copy one of the examples and change it"),
    Broken("only comments", b"# nothing yet\n", 0, 0, "empty", "copy one of the examples and change it"),
    Broken("only white space", b"\n   \n", 0, 0, "empty", "copy one of the examples and change it"),
    Broken("a list on top", b"- name: Fjord\n", 1, 1, "not-a-block", "write lines of the form `key: value`"),
    Broken("a single text", b"Fjord Group\n", 1, 1, "not-a-block", "write lines of the form `key: value`"),
    Broken("one key, no space", b"name:Fjord\n", 1, 1, "not-a-block", "write lines of the form `key: value`"),
    Broken("two documents", b"a: 1\n---\nb: 2\n", 2, 1, "two-documents", "keep one; delete the line ---"),
    # keys
    Broken("a key twice", b"name: A\nkind: x\nname: B\n", 3, 1, "duplicate-key", KEEP_ONE),
    Broken("a key twice below", b"e:\n  fjord: {}\n  fjord: {}\n", 3, 3, "duplicate-key", KEEP_ONE),
    Broken("a key twice, once quoted", b'name: A\n"name": B\n', 2, 1, "duplicate-key", KEEP_ONE),
    Broken("a key twice as on Windows", b"a: 1\r\nb: 2\r\na: 3\r\n", 3, 1, "duplicate-key", KEEP_ONE),
    Broken("a key twice as on old Macs", b"a: 1\ra: 2\r", 2, 1, "duplicate-key", KEEP_ONE),
    Broken("a key twice in JSON", b'{"a": 1, "a": 2}', 1, 10, "duplicate-key", KEEP_ONE),
    Broken("a list as a key", b"? [a, b]\n: c\n", 1, 3, "key", KEY),
    Broken("a merge key", b"a: 1\n<<: {b: 2}\n", 2, 1, "merge", "write the keys out"),
    Broken("no space in braces", b"owns: {fjord:100}\n", 1, 8, "colon", KEY),
    Broken("no space after a colon", b"name: A\nkind:company\nlei: x\n", 2, 1, "syntax", KEY),
    Broken(
        "no colon at the end of a block",
        b"name: Fjord\nkind\n",
        2,
        1,
        "syntax",
        "write `key: value`; continued text needs deeper indentation",
    ),
    Broken("no colon before a key", b"name\nkind: company\n", 2, 5, "syntax", KEY),
    # blocks that do not fit together
    Broken("a second colon", b"name: Fjord: the group\n", 1, 12, "syntax", QUOTE),
    Broken("a key too deep", b"name: Fjord\n  kind: company\n", 2, 7, "syntax", DEEPER),
    Broken("a key between two blocks", b"e:\n    a:\n      n: A\n   b:\n", 4, 4, "syntax", ALIGN),
    Broken("a list after a key", b"name: Fjord\n- b\n", 2, 1, "syntax", ALIGN),
    Broken("a key after a list", b"owns:\n  - fjord\n  drives: 50\n", 3, 3, "syntax", ALIGN),
    Broken("text after braces", b"{a: b} c\n", 1, 8, "syntax", ALIGN),
    Broken(
        "a list on the line of its key",
        b"owns: - fjord\n",
        1,
        7,
        "syntax",
        "put each item on a line of its own, or write [a, b]",
    ),
    # quotes and brackets
    Broken("text after a quote", b'name: "Fjord" Group\n', 1, 15, "syntax", QUOTE),
    Broken("an apostrophe inside quotes", b"name: 'Fjord's group'\n", 1, 14, "syntax", QUOTE),
    Broken(
        "a quote never closed",
        b'name: "Fjord\nkind: company\n',
        1,
        7,
        "syntax",
        "close it, or double a quote that belongs to the text",
    ),
    Broken("a bracket never closed", b"to: [staff, customers\nkind: x\n", 2, 5, "syntax", CLOSE),
    Broken("a brace never closed", b"owns: {fjord: 100\nkind: x\n", 2, 5, "syntax", CLOSE),
    Broken("a brace closed by a bracket", b"owns: {fjord: 100]\n", 1, 18, "syntax", CLOSE),
    Broken("a closing bracket as a value", b"note: ]\n", 1, 7, "syntax", MISSING),
    Broken("a comma as a value", b"note: , and so on\n", 1, 7, "syntax", MISSING),
    Broken("no key in braces", b"a: {: b}\n", 1, 5, "syntax", MISSING),
    Broken("a path of Windows", b'document: "C:\\Users\\f"\n', 1, 11, "syntax", ESCAPE),
    Broken("an unknown escape", b'document: "a\\qb"\n', 1, 11, "syntax", ESCAPE),
    # signs that mean something to YAML
    Broken("an at sign", b"owner: @fjord\n", 1, 8, "syntax", "put the text in quotes"),
    Broken("a backtick", b"name: `fjord`\n", 1, 7, "syntax", "put the text in quotes"),
    Broken("a percent sign in front", b"percent: %50\n", 1, 10, "syntax", "put the text in quotes"),
    Broken("a text between stars", b"name: *important*\n", 1, 7, "syntax", "put the text in quotes"),
    Broken("an alias", b"a: 1\nb: *a\n", 2, 4, "alias", written_out("*")),
    Broken("a merged alias", b"a: {}\nb:\n  <<: *a\n", 3, 7, "alias", written_out("*")),
    Broken("an anchor", b"a: &x 1\nb: 2\n", 1, 4, "alias", written_out("&")),
    Broken("a tag", b"name: !important yes\n", 1, 7, "tag", written_out("!")),
    Broken("a tag of Python", b"a: !!python/object/apply:os.system [ls]\n", 1, 4, "tag", written_out("!")),
    Broken("a tag of a type", b"a: !!str 1\n", 1, 4, "tag", written_out("!")),
    Broken("a tag right after a quote", b'{"a":!x 1}\n', 1, 6, "tag", written_out("!")),
    Broken("a greater sign", b"revenue: > 20M\n", 1, 10, "syntax", OVER),
    Broken("a greater sign and a currency", b"revenue:\n  2025: >USD 20M\n", 2, 9, "syntax", OVER),
    Broken("text after a bar", b"note: |a\n  b\n", 1, 7, "syntax", "begin the text on the next line, indented"),
    # commas in amounts
    Broken(
        "commas in braces",
        b"revenue: {2025: 20,500, 2026: 3M}\n",
        1,
        20,
        "comma",
        "write 20_500, or a dot if the comma parts decimals",
    ),
    Broken(
        "a decimal comma in braces",
        b"revenue: {2025: 20,5M, 2026: 3M}\n",
        1,
        20,
        "comma",
        "a decimal comma? write 20.5M",
    ),
    Broken(
        "a decimal comma behind a zero",
        b"rates: {2025: 0,925}\n",
        1,
        17,
        "comma",
        "a decimal comma? write 0.925",
    ),
    Broken(
        "commas and words in braces",
        b"revenue: {2025: 170,000,000 dollars}\n",
        1,
        21,
        "comma",
        "write USD 170M or USD 170_000_000",
    ),
    Broken(
        "dots and a comma in braces",
        b"revenue: {2025: 1.170.000,50 EUR}\n",
        1,
        27,
        "comma",
        "a decimal comma? write EUR 1_170_000.50",
    ),
    Broken(
        "a decimal comma in brackets",
        b"2026-01..2026-02: [20,5M, 1.3M]\n",
        1,
        23,
        "comma",
        "put a space after the comma between two, or quotes around one",
    ),
    Broken(
        "commas in brackets",
        b"2026-01..2026-02: [1,200, 1,300]\n",
        1,
        22,
        "comma",
        "put a space after the comma between two, or quotes around one",
    ),
    # characters that nobody sees
    Broken("a tab in front", b"e:\n\tfjord: {}\n", 2, 1, "tab", "use two spaces for each level"),
    Broken("a tab after spaces", b"e:\n  \tfjord: {}\n", 2, 3, "tab", "use two spaces for each level"),
    Broken("a tab after the colon", b"name:\tFjord\n", 1, 6, "tab", "use a space"),
    Broken("a tab before a comment", b"name: Fjord\t# ours\n", 1, 12, "tab", "use a space"),
    Broken("a no-break space", "a: 1\nkind:\u00a0company\nb: 2\n".encode(), 2, 1, "syntax", "use ordinary spaces"),
    Broken("no-break indentation", "e:\n\u00a0 a: {}\n".encode(), 2, 1, "no-break-space", "use ordinary spaces"),
    Broken(
        "a hidden line",
        "name: Fjord\u2028hidden: yes\n".encode(),
        1,
        12,
        "line-separator",
        "put an ordinary line break or a space there",
    ),
    Broken(
        "a next-line character",
        "name: Fjord\u0085hidden: yes\n".encode(),
        1,
        12,
        "line-separator",
        "put an ordinary line break or a space there",
    ),
    Broken("text turned around", "name: Fjord \u202egpj\n".encode(), 1, 13, "text-direction", "delete it"),
    Broken("a zero-width space", "e:\n  fj\u200bord: {}\n".encode(), 2, 5, "invisible-character", WEB),
    Broken("a byte order mark inside", "a: 1\nb: \ufeff2\n".encode(), 2, 4, "invisible-character", WEB),
    Broken("a line break of Word", b"note: first\x0bsecond\n", 1, 12, "control-character", WORD),
    Broken("colors for a terminal", b"name: \x1b[31mred\n", 1, 7, "control-character", WORD),
    # bytes that are no text
    Broken("Windows-1252", "name: Grønn\n".encode("cp1252"), 1, 9, "encoding", "save the file as UTF-8"),
    Broken(
        "Windows-1252 behind a mark",
        b"\xef\xbb\xbfa: 1\nname: Gr\xf8nn\n",
        2,
        9,
        "encoding",
        "save the file as UTF-8",
    ),
    Broken("a byte that is no letter", b"name: \x81\n", 1, 7, "encoding", "save the file as UTF-8"),
    Broken("UTF-16 without a mark", "name: A\n".encode("utf-16-le"), 0, 0, "encoding", "save it as UTF-8"),
    Broken("UTF-16 cut short", b"\xff\xfea\x00:", 0, 0, "encoding", "save it as UTF-8"),
    Broken("a Word file", b"PK\x03\x04\x14\x00word/document.xml", 0, 0, "not-text", PLAIN),
    Broken("an old Excel file", b"\xd0\xcf\x11\xe0\xa1\xb1", 0, 0, "not-text", PLAIN),
    Broken("a PDF file", b"%PDF-1.7\n%\xe2\xe3", 0, 0, "not-text", PLAIN),
    Broken("an RTF file", b"{\\rtf1\\ansi}", 0, 0, "not-text", PLAIN),
    # more than anybody writes
    Broken("brackets without end", b"a: " + b"[" * 5_000, 1, 43, "too-deep", ""),
    Broken("braces forty-one deep", b"{a: " * 41 + b"1" + b"}" * 41, 1, 161, "too-deep", ""),
    Broken("dashes without end", b"a:\n" + b"- " * 5_000 + b"x\n", 2, 79, "too-deep", ""),
    Broken("too many bytes", b"a: b\n" * 200_001, 0, 0, "too-large", "is it the right file?"),
)


@pytest.mark.parametrize("parser", [PARSER, PureParser], ids=["fast", "pure"])
@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.what)
def test_a_broken_file_is_refused_at_its_place_with_a_hint(
    broken: Broken, parser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yaml_lines, "PARSER", parser)
    with pytest.raises(InputErrors) as refused:
        read_tree(broken.data, name="profile.yaml")
    (problem,) = refused.value.problems
    assert (problem.place.line, problem.place.column) == (broken.line, broken.column)
    assert (problem.code, problem.help) == (broken.code, broken.help)
    assert problem.place.file == "profile.yaml"


def test_more_values_than_anybody_writes_are_refused() -> None:
    with pytest.raises(InputErrors, match="more than 100,000 values"):
        read_tree(b"a: [" + b"b, " * 100_001 + b"b]\n", name="profile.yaml")


def codes_and_lines(data: bytes) -> list[tuple[str, int]]:
    with pytest.raises(InputErrors) as refused:
        read_tree(data, name="profile.yaml")
    return [(problem.code, problem.place.line) for problem in refused.value.problems]


def test_both_lines_of_a_key_given_twice_are_named() -> None:
    with pytest.raises(InputErrors, match=r'"name" is given twice in the same block \(first on line 1\)'):
        read_tree(b"name: A\nkind: x\nname: B\n", name="profile.yaml")


def test_all_problems_of_a_file_come_at_once_and_in_the_order_of_its_lines() -> None:
    data = b"a: 1\nb: {c: 1,000}\na: 2\nd:\n  <<: {}\n  e: 1\n  e: 2\n"
    assert codes_and_lines(data) == [("comma", 2), ("duplicate-key", 3), ("merge", 5), ("duplicate-key", 7)]


def test_each_kind_of_unseen_character_is_named_once() -> None:
    data = "a: \u200b\u200b\nb: \x07\nc: \u2028\nd: \x07\n".encode()
    assert codes_and_lines(data) == [("invisible-character", 1), ("control-character", 2), ("line-separator", 3)]


def test_an_amount_cut_into_three_by_commas_is_not_called_a_key_given_twice() -> None:
    assert codes_and_lines(b"revenue: {2025: USD 20,000,000}\n") == [("comma", 1)]


def test_a_file_full_of_anchors_is_not_answered_with_as_many_problems() -> None:
    data = b"".join(b"k%d: &a%d 1\n" % (number, number) for number in range(1_000))
    assert len(codes_and_lines(data)) == 20


def test_aliases_that_would_grow_without_bounds_are_never_followed() -> None:
    levels = [b"a0: &a0 [x, x]\n"]
    levels += [b"a%d: &a%d [%s]\n" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 9)) for n in range(1, 12)]
    assert {code for code, _ in codes_and_lines(b"".join(levels))} == {"alias"}
