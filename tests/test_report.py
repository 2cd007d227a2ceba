"""`k3license report`: the memo as a file, and what changed since an older profile."""

import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from k3license.cli.app import run
from tests.command_line import example, program

EXAMPLES = Path(__file__).parents[1] / "examples"
CHAIN = EXAMPLES / "three-entities.yaml"
AGREED = EXAMPLES / "large-host-with-agreement.yaml"
STARTUP = EXAMPLES / "startup-embedding.yaml"
LATE = EXAMPLES / "large-host-signed-late.yaml"


@lru_cache(maxsize=8)
def report(profile: Path, redline: Path | None = None) -> str:
    """Return the memo that the command writes to a file."""
    with TemporaryDirectory() as folder:
        output = Path(folder) / "memo.md"
        against = () if redline is None else ("--redline", str(redline))
        assert run(["report", str(profile), *against, "--output", str(output)]) == 0
        return output.read_text()


def sections(memo: str) -> list[str]:
    return re.findall(r"^## (.*)$", memo, re.MULTILINE)


def section(memo: str, title: str) -> str:
    """Return the section whose title begins with *title*."""
    found = re.search(rf"^## {title}.*?\n(.*?)(?=^## |\Z)", memo, re.DOTALL | re.MULTILINE)
    assert found is not None, title
    return found[1]


def test_the_conclusion_stands_first_and_says_what_to_do_by_when_and_who() -> None:
    memo = report(CHAIN)
    assert memo.startswith("# Translation drafts at the end of a chain\n\n**Conclusion:** action required")
    first = section(memo, "What to do").splitlines()[3]
    assert first == (
        "| **have a separate agreement with Moonshot AI** "
        "| before the commercial use begins; **overdue**: the use began on 2026-09-28 "
        "| Lower Languages Oy "
        "| Kimi K3 License, Section 2 (Draft translations) |"
    )


def test_a_memo_has_all_parts_in_their_order() -> None:
    assert sections(report(CHAIN)) == [
        "What to do",
        "Answers",
        "Facts relied on",
        "Clause by clause",
        "Readings and their effect",
        "Open questions",
        "What would change the result",
        "Headroom",
        "The same facts under Kimi K3 License, Kimi K2.6 License (Modified MIT)",
        "The group of Lower Languages Oy",
        "Agreements, late or missing",
        "What the licenses do not say",
        "Not legal advice",
    ]


def test_facts_come_with_their_evidence_and_its_age() -> None:
    facts = section(report(CHAIN), "Facts relied on")
    chart = "ownership chart, page 3, company secretary"
    assert f"| entities.upper.owns.middle | 60 | 18 | {chart} | 2026-10-01 | 60 |" in facts
    assert "| other\\_affiliates | none | 36 | none given | no date |  |" in facts


def test_the_group_is_a_picture_and_a_text() -> None:
    group = section(report(CHAIN), "The group of")
    assert '    n2["Upper Technologies AB (member)"]' in group
    assert '    n2 -->|"60 %"| n3' in group
    assert "- Upper Technologies AB: member\n    - Upper Technologies AB holds 60 % of Middle Industries AB\n" in group


def test_a_late_agreement_is_said_to_be_late_with_its_dates() -> None:
    memo = report(LATE)
    agreements = section(memo, "Agreements, late or missing")
    assert "**late**, and it leaves out the past; the agreement took effect on 2026-10" in agreements
    assert "| Rush K3 | 2026-10-06 | 2026-10-06 | 2027-10-05 | no | Contract RC-311 |" in agreements
    tasks = section(memo, "What to do")
    assert "| **have the time before the agreement covered, in writing** | at once | Rush Cloud PLC |" in tasks
    assert "before it ends on 2027-10-05" in tasks


def test_what_the_license_is_silent_on_is_said_and_not_filled_in() -> None:
    silent = section(report(CHAIN), "What the licenses do not say")
    assert "is silent on: price, revenue share, grace period, cure, termination, audit" in silent
    assert "no lawyer has reviewed them" in silent
    assert "What it asks and this memo does not answer: applicable-law." in silent


def test_open_questions_are_lists_for_those_who_know() -> None:
    questions = section(report(EXAMPLES / "first-draft.yaml"), "Open questions")
    assert "To: group controlling\n\n- **Q" in questions
    assert "Fact: `entities.overlook-holding.revenue`" in questions


def test_the_same_profile_gives_the_same_bytes(tmp_path: Path) -> None:
    # In processes of their own: nothing may hang on the order in which a set happens to be.
    for number in ("1", "2"):
        output = tmp_path / f"{number}.md"
        command = [sys.executable, "-m", "k3license", "report", str(AGREED), "--output", str(output)]
        subprocess.run(command, check=True, env={"PYTHONHASHSEED": number})
    assert (tmp_path / "1.md").read_bytes() == (tmp_path / "2.md").read_bytes()


def test_a_memo_without_a_name_is_called_after_its_file(tmp_path: Path) -> None:
    nameless = tmp_path / "small-host.yaml"
    nameless.write_text(re.sub(r"(?m)^name: .*\n", "", STARTUP.read_text()))
    assert report(nameless).startswith("# small-host\n")


def test_what_changed_since_an_older_profile_is_marked(tmp_path: Path) -> None:
    older = tmp_path / "older.yaml"
    older.write_text(
        CHAIN.read_text()
        .replace("as_of: 2026-11-30", "as_of: 2026-10-31")
        .replace("model_as_a_service: yes", "model_as_a_service: unknown")
        .replace("2025: 80M", "2025: 70M")
        .replace("2025-12..2026-11: 330M", "2025-11..2026-10: 320M")
    )
    memo = report(CHAIN, older)
    since = section(memo, "What changed since")
    assert "answered as of 2026-10-31: open questions. This one as of 2026-11-30: action required." in since
    assert "As of 2026-11-30, before: 2026-10-31.\n" in memo
    assert "| may apply (open), **not fulfilled** | applies, **not fulfilled** |" in since
    assert "| entities.middle.revenue.2025 | 70M | 80M |" in since
    assert "| entities.upper.model\\_as\\_a\\_service | unknown | yes |" in since
    assert "- Apart from the offerings listed, does Upper Technologies AB let outsiders" in since
    assert "| **have a separate agreement with Moonshot AI** **(new)** |" in section(memo, "What to do")
    assert "model\\_as\\_a\\_service **(changed)** | yes (before: unknown) |" in section(memo, "Facts relied on")
    answers = re.findall(r"^\*\*Answer:\*\* .*\(changed\).*$", memo, re.MULTILINE)
    assert answers == [
        "**Answer:** applies, **not fulfilled** **(changed)**, before: may apply (open), **not fulfilled**."
    ]


def test_against_itself_nothing_is_marked() -> None:
    memo = report(STARTUP, STARTUP)
    assert section(memo, "What changed since").rstrip().endswith("\n\nNo answer changed.")
    assert "**(new)**" not in memo
    assert "**(changed)**" not in memo


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("no-such-file.yaml",), "no-such-file.yaml"),
        ((CHAIN, "--redline", "no-such-file.yaml"), "no-such-file.yaml"),
        ((CHAIN, "--license", "kimi-k4"), "there is no 'kimi-k4'"),
    ],
)
def test_what_cannot_be_read_gives_no_memo(
    arguments: tuple[object, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["report", *map(str, arguments)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err


def test_only_memos_pay_for_templates() -> None:
    code = (
        "import sys; from k3license.cli.app import run;"
        f"run(['check', {str(STARTUP)!r}]); run(['explain', {str(STARTUP)!r}]);"
        "sys.exit('jinja2' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_a_license_that_nobody_has_read_leaves_one_thing_to_do(tmp_path: Path) -> None:
    unread = tmp_path / "unread.yaml"
    unread.write_text(
        "profile: 1\nas_of: 2026-11-30\nentities: {maker: {name: Maker}}\nmodels: {later: {license: unread}}\n"
        "offerings: {desk: {name: Desk, operator: maker, model: later}}\n"
    )
    memo = report(unread)
    assert "| answer Q1 | at once | legal counsel | the unread license of later (Desk) |" in memo
    assert "No license behind this memo has been read." in memo


def test_a_memo_is_the_same_whether_a_parser_was_needed_or_not(tmp_path: Path) -> None:
    profile, short, long = example("three-entities"), tmp_path / "short.md", tmp_path / "long.md"
    plain, parsed = program("report", profile), program("report", profile, "--engine", "both")
    assert plain == parsed
    told = [program("report", profile, "--output", short), program("report", profile, f"--output={long}")]
    assert [each.err for each in told] == [f"written to {short}\n", f"written to {long}\n"]
    assert short.read_text() == long.read_text() == plain.out
    missing = tmp_path / "nobody.yaml"
    assert program("report", missing) == program("report", missing, "--engine", "both")
