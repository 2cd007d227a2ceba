"""`k3license whatif`: the answers before and after a change, and the file as it was."""

import json
from pathlib import Path
from typing import Any

import pytest

from k3license.cli.app import run

EXAMPLES = Path(__file__).parents[1] / "examples"
BANK = EXAMPLES / "bank-staff-assistant.yaml"
GATEWAY = EXAMPLES / "gateway-with-own-gpus-as-fallback.yaml"
STAKE = """\
profile: 1
as_of: 2026-11-30
licensee: maker
entities:
  top: {owns: {maker: 100, venture: {percent: 50, votes: 50}}}
  maker:
  venture: {model_as_a_service: yes}
offerings:
  desk: {operator: maker, model: kimi-k3}
"""


def test_moving_the_fallback_to_the_official_service_lifts_the_gate(capsys: pytest.CaptureFixture[str]) -> None:
    changed = _whatif(GATEWAY, "offerings.gateway.access=[moonshot]", capsys=capsys)
    assert _applies(changed["before"], "separate-agreement") == "yes"
    assert _applies(changed["after"], "separate-agreement") == "exempt"
    assert changed["changes"] == [
        {
            "path": "offerings.gateway.access",
            "before": "[moonshot, {route: self-hosted, from: 2026-10-15}]",
            "after": "[moonshot]",
        }
    ]


def test_letting_contractors_in_ends_internal_use(capsys: pytest.CaptureFixture[str]) -> None:
    changed = _whatif(BANK, "offerings.rule-book-assistant.offered_to=[staff, contractors]", capsys=capsys)
    assert (changed["before"]["verdict"], changed["after"]["verdict"]) == ("conditions-met", "action-required")


def test_several_changes_are_made_together(capsys: pytest.CaptureFixture[str]) -> None:
    changed = _whatif(
        GATEWAY,
        "offerings.gateway.access=[moonshot]",
        "offerings.gateway.relay=[routing]",
        capsys=capsys,
    )
    # It then merely relays: no Model as a Service is left, and no exemption is needed.
    assert _applies(changed["after"], "separate-agreement") == "no"


def test_the_file_is_left_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    before = BANK.read_bytes(), BANK.stat().st_mtime_ns
    _whatif(BANK, "as_of=2026-12-31", capsys=capsys)
    assert (BANK.read_bytes(), BANK.stat().st_mtime_ns) == before


@pytest.mark.parametrize(
    ("changes", "noted"),
    [
        (["percent=49"], True),
        (["percent=49", "votes=49"], False),
        (["votes=49"], False),
        ([], False),
    ],
)
def test_votes_beside_a_changed_share_are_pointed_out(
    changes: list[str], noted: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = tmp_path / "profile.yaml"
    profile.write_text(STAKE)
    edits = [f"entities.top.owns.venture.{each}" for each in changes] or ["entities.top.owns.venture=49"]
    note = "entities.top.owns.venture.votes is stated too (50), and votes decide on control: change both"
    assert _whatif(profile, *edits, capsys=capsys)["notes"] == [note] * noted


def test_a_note_stands_below_the_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile = tmp_path / "profile.yaml"
    profile.write_text(STAKE)
    assert run(["whatif", str(profile), "--set", "entities.top.owns.venture.percent=49"]) == 0
    assert "  note: entities.top.owns.venture.votes is stated too (50)" in capsys.readouterr().out


def test_an_answer_is_given_also_where_nothing_is_left_to_assess(capsys: pytest.CaptureFixture[str]) -> None:
    changed = _whatif(BANK, "offerings.rule-book-assistant.model=other", capsys=capsys)
    assert changed["after"] is None
    assert run(["whatif", str(BANK), "--set", "offerings.rule-book-assistant.model=other"]) == 0
    assert "not assessed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("offerings.rule-book-assistant.kind=gadget", '"gadget" is not known here'),
        ("offerings.rule-book-assistant.knd=agent", 'did you mean "kind"?'),
        ("offerings.rule-book-assistant", "is not PATH=VALUE"),
        ("offerings.rule-book-assistant.access.7=moonshot", "there are only 1 items here"),
    ],
)
def test_a_change_that_cannot_be_made_is_an_input_error(
    change: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["whatif", str(BANK), "--set", change]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err


def test_the_text_fits_a_screen_and_marks_what_differs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["whatif", str(BANK), "--set", "offerings.rule-book-assistant.offered_to=[customers]"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(len(line) for line in lines) <= 80
    assert any(line.startswith("* verdict ") for line in lines)
    assert any(line.startswith("  keep-notices ") for line in lines)


def _whatif(profile: Path, *changes: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    arguments = [word for change in changes for word in ("--set", change)]
    assert run(["whatif", str(profile), *arguments, "--format", "json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def _applies(run_data: dict[str, Any], requirement: str) -> object:
    requirements = run_data["assessments"][0]["requirements"]
    return next(each["applies"] for each in requirements if each["id"] == requirement)
