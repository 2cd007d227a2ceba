"""`k3license explain`: reasons with their lines, readings, limits and changes, on a screen and as data."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from k3license.cli.app import run
from tests.unit.answers.uses import SMALL

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


PLANNED = SMALL.replace(
    "2026-01..2026-11: [1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M]",
    "2026-01..2026-11: [1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M]\n"
    "      2026-12..2027-06: [1M, 2.1M, 2.6M, 2.5M, 2.5M, 2.5M, 2.5M]",
)


def test_when_a_limit_will_be_crossed_is_told_with_the_month_in_which_it_may_be(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    # Twelve months to May make 19.2M and to June 20.7M; thirteen to May make 20.2M, to April 18.7M.
    profile = tmp_path / "profile.yaml"
    profile.write_text(PLANNED)
    asked = ["explain", str(profile), "--requirement", "separate-agreement", "--growth", "4%/month"]
    assert run(asked) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "crossed in 2027-06, perhaps already in 2027-05 (with the months planned)" in text
    assert "carried on from there" not in text
    trip = _requirement(profile, "separate-agreement", "--growth", "4%/month", capsys=capsys)["limits"][0]["trip"]
    assert (trip["possible"], trip["sure"], trip["assumed"]) == ("2027-05", "2027-06", [])


def test_what_had_to_be_assumed_is_told_with_the_month_from_which_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    profile = tmp_path / "profile.yaml"
    profile.write_text(SMALL)
    asked = ["explain", str(profile), "--requirement", "separate-agreement", "--growth", "4%/month"]
    assert run(asked) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "(at 4 % growth a month; months that the profile plans as planned)" in text
    assert "assumed of Maker Ltd: USD 1,000,000 a month, carried on from there" in text
    trip = _requirement(profile, "separate-agreement", "--growth", "4%/month", capsys=capsys)["limits"][0]["trip"]
    assert [(each["path"], each["first"]) for each in trip["assumed"]] == [("entities.maker.revenue", "2026-12")]


def test_a_limit_crossed_once_is_told_with_the_latest_amount(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    profile = tmp_path / "profile.yaml"
    profile.write_text(SMALL.replace("users: 2M", "users: {2026-08..2026-11: [88M, 120M, 97M, 96M]}"))
    assert run(["explain", str(profile), "--requirement", "display-name"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "more than 100,000,000: first crossed in 2026-09 amount: 120,000,000" in text
    assert "largest in 2026-09: 120,000,000 latest: 96,000,000 in 2026-11 distance: 20,000,000 above" in text
    users = _requirement(profile, "display-name", capsys=capsys)["limits"][0]
    assert (users["crossed_since"], users["perhaps_crossed_earlier"]) == ("2026-09", False)
    latest = {"first": "2026-11", "last": "2026-11", "total": {"low": "96000000", "high": "96000000"}}
    assert users["latest"] == latest


def test_of_a_total_the_month_is_told_by_which_it_crossed_the_limit(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    profile = tmp_path / "profile.yaml"
    profile.write_text(re.sub(r"(?m)^ +2025-01.*\n +2026-01.*\n", "      2025-12..2026-11: 36M\n", SMALL))
    assert run(["explain", str(profile), "--requirement", "separate-agreement"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "more than USD 20,000,000: crossed in 2026-11 at the latest amount:" in text
    (limit,) = _requirement(profile, "separate-agreement", capsys=capsys)["limits"]
    assert (limit["crossed_since"], limit["perhaps_crossed_earlier"]) == ("2026-11", True)


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
