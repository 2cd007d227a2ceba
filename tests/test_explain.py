"""`k3license explain`: reasons with their lines, readings, limits and changes, on a screen and as data."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from k3license.cli.app import run

EXAMPLES = Path(__file__).parents[1] / "examples"
SUBSIDIARY = EXAMPLES / "subsidiary-of-a-model-api-group.yaml"
STARTUP = EXAMPLES / "startup-embedding.yaml"


def test_each_step_leads_to_the_line_that_states_it(capsys: pytest.CaptureFixture[str]) -> None:
    lines = SUBSIDIARY.read_text().splitlines()
    why = _requirement(SUBSIDIARY, "separate-agreement", capsys=capsys)["why"]
    facts = {fact["path"]: fact for step in _steps(why) for fact in step.get("facts", ())}
    business = facts["entities.cumulus-group.model_as_a_service"]
    assert "model_as_a_service: yes" in lines[business["line"] - 1]
    assert business["stated"] == "yes"
    assert (business["document"], business["by"]) == ("annual report of the owner", "legal")
    stake = facts["entities.cumulus-group.owns.slotwise"]
    assert "slotwise: 62" in lines[stake["line"] - 1]


def test_each_step_has_a_section_and_what_decides_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    why = _requirement(SUBSIDIARY, "separate-agreement", capsys=capsys)["why"]
    steps = list(_steps(why))
    assert {step["section"] for step in steps} == {"2"}
    assert all(step["decides"] for step in why["because"])


def test_what_does_not_apply_shows_each_failed_condition_and_its_distance(capsys: pytest.CaptureFixture[str]) -> None:
    found = _requirement(STARTUP, "separate-agreement", capsys=capsys)
    assert [failed["statement"] for failed in found["failed"]] == [
        "some_member:model-as-a-service",
        "measure:separate-agreement:1",
    ]
    (limit,) = found["limits"]
    assert found["failed"][1]["limits"] == [limit["measure"]]
    assert limit["crossed"] == "no"
    assert limit["left_percent"]["low"] == "83.4"
    assert limit["window"] == {"first": "2025-12", "last": "2026-11"}


def test_changes_are_given_on_request_with_what_the_licensee_can_do_first(capsys: pytest.CaptureFixture[str]) -> None:
    found = _explained(SUBSIDIARY, "--flip", capsys=capsys)
    assert "flips" not in _explained(SUBSIDIARY, capsys=capsys)
    acting = [flip["can_act"] for flip in found["flips"]]
    assert acting == sorted(acting, reverse=True)
    assert found["flips_of"] == "verdict"
    assert found["flips"][0]["actions"][0]["changes"][0]["path"] == "agreements"


def test_growth_gives_the_month_in_which_a_limit_would_be_crossed(capsys: pytest.CaptureFixture[str]) -> None:
    small_host = EXAMPLES / "small-model-host.yaml"
    found = _requirement(small_host, "separate-agreement", "--growth", "3%/month", capsys=capsys)
    trip = found["limits"][0]["trip"]
    assert trip["growth_percent"] == "3"
    assert trip["then"] == {"applies": "yes", "fulfilled": "no"}
    assert trip["possible"] <= trip["sure"]


def test_counsels_choice_appears_with_its_reason(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    profile = tmp_path / "profile.yaml"
    chosen = "\npositions:\n  affiliate: {reading: more-than-half, by: General Counsel, reason: our contracts say so}\n"
    profile.write_text(SUBSIDIARY.read_text() + chosen)
    assert run(["explain", str(profile), "--requirement", "separate-agreement"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert 'affiliate = more-than-half (counsel\'s choice, by General Counsel: "our contracts say so")' in text


@pytest.mark.parametrize(
    "name",
    ["startup-embedding", "hybrid-hosting", "coding-tool-with-public-sdk", "k2-6-above-the-limits", "router-appliance"],
)
def test_the_text_fits_a_screen_of_eighty_columns(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", str(EXAMPLES / f"{name}.yaml"), "--flip", "--growth", "2%/month"]) == 0
    printed = capsys.readouterr().out
    assert max(len(line) for line in printed.splitlines()) <= 80
    assert "\x1b" not in printed


def test_an_unread_license_is_explained_by_what_to_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    profile = tmp_path / "profile.yaml"
    text = (EXAMPLES / "startup-embedding.yaml").read_text().replace("model: kimi-k3\n", "model: newer\n")
    profile.write_text(text.replace("offerings:\n", "models: {newer: unread}\nofferings:\n", 1))
    assert run(["explain", str(profile), "--flip"]) == 0
    assert "Read the license file of this checkpoint" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--offering", "clause-comparision"], 'did you mean "clause-comparison"?'),
        (["--requirement", "display"], "--requirement: there is no 'display'"),
        (["--growth", "fast"], "write 3%/month"),
        (["--growth=-100%"], "is not understood"),
        (["--format", "pdf"], "'pdf' is not one of text, json"),
        (["--position", "affiliate=all"], "there is no 'all'"),
    ],
)
def test_what_cannot_be_explained_is_a_usage_error(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["explain", str(STARTUP), *arguments]) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert printed.out == ""


def _explained(profile: Path, *arguments: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert run(["explain", str(profile), *arguments, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["format"] == "k3license.explanation/1"
    explained: dict[str, Any] = found["explanations"][0]
    return explained


def _requirement(
    profile: Path, requirement: str, *arguments: str, capsys: pytest.CaptureFixture[str]
) -> dict[str, Any]:
    (found,) = _explained(profile, "--requirement", requirement, *arguments, capsys=capsys)["requirements"]
    requirement_data: dict[str, Any] = found
    return requirement_data


def _steps(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield step
    for each in step.get("because", ()):
        yield from _steps(each)
