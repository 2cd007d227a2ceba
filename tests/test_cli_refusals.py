"""Input that cannot be used: one clear message with its place, code 2, and nothing on standard output."""

import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.command_line import Ran, example, ran

PROFILE = """\
profile: 1
as_of: 2026-11-30
licensee: mill
entities:
  holding:
    owns: {mill: 60}
  mill:
    revenue: {currency: USD, 2026-01..2026-03: [1M, 2M, 3M]}
offerings:
  helper:
    operator: mill
    model: kimi-k3
    offered_to: [staff]
    offered_from: 2026-02-01
    access: [self-hosted]
"""
CHANGES = {
    "an operator that is no entity": (
        ("operator: mill", "operator: mil"),
        '11:15: error[unknown-entity]: offerings.helper.operator: "mil" is not known as an entity',
        'did you mean "mill"?',
    ),
    "a model that nobody knows": (
        ("model: kimi-k3", "model: kimi-k33"),
        '12:12: error[unknown-model]: offerings.helper.model.kimi-k33: "kimi-k33" is not known as a model',
        'did you mean "kimi-k3"?',
    ),
    "a key that does not exist": (
        ("offered_to:", "offered_too:"),
        '13:5: error[unknown-key]: offerings.helper.offered_too: no key is called "offered_too" here',
        'did you mean "offered_to"?',
    ),
    "a quarter that its months contradict": (
        ("[1M, 2M, 3M]}", "[1M, 2M, 3M], 2026-Q1: 7M}"),
        "8:71: error[figures]: entities.mill.revenue.2026-Q1: this cannot be true together with entities.mill.",
        "one of them is wrong, or is of other months",
    ),
    "more than all of a company": (
        ("{mill: 60}", "{mill: 160}"),
        '6:18: error[amount]: entities.holding.owns.mill.percent: "160" cannot be a percentage',
        "write 50, over 50, 25 to 50 or unknown",
    ),
    "an end before the beginning": (
        ("offered_from: 2026-02-01", "offered_from: 2026-02-01\n    offered_until: 2026-01-01"),
        "15:20: error[dates]: offerings.helper.offered_until: ",
        "",
    ),
    "a word where a number belongs": (
        ("[1M, 2M, 3M]", "[1M, some, 3M]"),
        '8:53: error[amount]: entities.mill.revenue.2026-01..2026-03.2: "some" is not an amount of money',
        "",
    ),
    "a day that no month has": (
        ("as_of: 2026-11-30", "as_of: 2026-11-31"),
        '2:8: error[date]: as_of: "2026-11-31" is not a day',
        "November 2026 has 30 days",
    ),
    "a second document": (
        ("profile: 1", "profile: 1\n---\nprofile: 1"),
        "2:1: error[two-documents]: a second document",
        "keep one",
    ),
    "a key given twice": (
        ("licensee: mill", "licensee: mill\nlicensee: holding"),
        '4:1: error[duplicate-key]: "licensee" is given twice in the same block (first on line 3)',
        "keep one; most YAML readers would silently use the last",
    ),
    "nothing that uses a model with a license": (
        (
            "model: kimi-k3\n    offered_to: [staff]\n    offered_from: 2026-02-01\n    access: [self-hosted]",
            "model: none",
        ),
        " nothing to assess: no offering of the licensee uses a model whose license is known or unread",
        "",
    ),
}


def refused(path: Path) -> str:
    """Return the message with which a profile is refused, without its path."""
    found = ran("check", path)
    assert (found.code, found.out) == (2, "")
    assert "Traceback" not in found.err
    assert "internal error" not in found.err
    assert found.err.startswith(f"{path}:")
    return found.err.removeprefix(f"{path}:")


def test_the_profile_of_these_tests_can_be_used(tmp_path: Path) -> None:
    profile = tmp_path / "profile.yaml"
    profile.write_text(PROFILE)
    assert (ran("check", profile).code, ran("check", profile).err) == (3, "")


@pytest.mark.parametrize("name", CHANGES)
def test_it_is_refused_with_one_message_at_its_place(name: str, tmp_path: Path) -> None:
    (before, after), message, help = CHANGES[name]
    profile = tmp_path / "profile.yaml"
    assert before in PROFILE
    profile.write_text(PROFILE.replace(before, after))
    said = refused(profile)
    assert said.startswith(message)
    assert help in said
    assert said.count("error[") <= 1


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    profile = tmp_path / "profile.yaml"
    profile.write_text(PROFILE.replace("model: kimi-k3", "model: kimi-k33").replace("{mill: 60}", "{mill: 160}"))
    assert refused(profile).count("error[") == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", " error[empty]: the file is empty"),
        (b"# only a comment\n", " error[empty]: the file is empty"),
        (b"- a\n- b\n", "1:1: error[not-a-block]: the file holds a list"),
        (b"PK\x03\x04\x14\x00\x06\x00", " error[not-text]: this is a Word, Excel or ZIP file"),
        (b"%PDF-1.7\n", " error[not-text]: this is a PDF file"),
        (b"name: Z\xfcrich\n", "1:8: error[encoding]: "),
        (b"a: " + b"[" * 2000, "1:"),
    ],
    ids=["empty", "comment", "list", "word", "pdf", "latin-1", "brackets"],
)
def test_what_is_no_profile_at_all_is_recognized(content: bytes, message: str, tmp_path: Path) -> None:
    profile = tmp_path / "profile.yaml"
    profile.write_bytes(content)
    said = refused(profile)
    assert said.startswith(message)
    assert said.count("error[") == 1


def test_a_real_word_file_is_recognized(tmp_path: Path) -> None:
    document = tmp_path / "profile.docx"
    with zipfile.ZipFile(document, "w") as archive:
        archive.writestr("word/document.xml", "<w:document/>")
    assert refused(document).startswith(" error[not-text]: this is a Word, Excel or ZIP file")


def test_a_folder_and_a_missing_file_are_told_apart(tmp_path: Path) -> None:
    assert refused(tmp_path) == " error[folder]: this is a folder, not a file\n"
    assert refused(tmp_path / "nobody.yaml") == " error[no-file]: there is no such file\n"


def test_a_file_that_cannot_be_read_is_named_with_the_reason() -> None:
    assert refused(Path("/proc/self/mem")) == " error[not-opened]: the file cannot be opened: Input/output error\n"


def test_a_file_of_a_hundred_megabytes_is_refused_at_once(tmp_path: Path) -> None:
    profile = tmp_path / "profile.yaml"
    with profile.open("wb") as file:
        file.truncate(100_000_000)
    began = time.process_time()
    assert refused(profile).startswith(" error[too-large]: the file is larger than 1,000,000 bytes")
    assert time.process_time() - began < 1


def test_a_report_stays_as_it_was_where_the_profile_is_refused(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    report.write_text("of last week")
    profile = tmp_path / "profile.yaml"
    profile.write_text(PROFILE.replace("operator: mill", "operator: mil"))
    for options in ((), ("--format", "json")):
        assert ran("check", profile, "--output", report, *options).code == 2
    assert report.read_text() == "of last week"
    assert sorted(tmp_path.iterdir()) == [profile, report]


def test_a_message_shows_no_character_that_a_terminal_would_obey(tmp_path: Path) -> None:
    profile = tmp_path / "profile.yaml"
    profile.write_text(PROFILE.replace("operator: mill", 'operator: "mi\\e[31ml"'))
    assert "\x1b" not in refused(profile)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Return the profile with a stretch of it overwritten by anything."""
    text = PROFILE.encode()
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 12)))
    return text[:start] + draw(st.binary(max_size=12) | st.text(max_size=8).map(str.encode)) + text[end:]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=200) | damaged())
def test_bytes_of_any_kind_are_answered_or_refused(content: bytes, tmp_path: Path) -> None:
    profile = tmp_path / "profile.yaml"
    profile.write_bytes(content)
    found = ran("check", profile)
    assert found.code in (0, 1, 2, 3), found.err
    assert (found.out == "") is (found.code == 2)
    assert (found.err == "") is (found.code != 2)
    assert "Traceback" not in found.err


def test_an_option_cannot_smuggle_in_a_traceback() -> None:
    for value in ("\x00", "é" * 300, "=", "a=b=c", "--", "2026-02-30", "0000-00-00", "9999-12-31"):
        for option in ("--as-of", "--license", "--position", "--engine", "--format"):
            found = ran("check", example("startup-embedding"), option, value)
            assert found.code in (0, 1, 2, 3), (option, value, found)
            assert found.code != 2 or found == Ran(2, "", found.err)
