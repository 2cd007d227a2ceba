"""`k3license compare`: two licenses side by side."""

import json
from pathlib import Path

import pytest

from k3license.cli.app import run

EXAMPLES = Path(__file__).parents[1] / "examples"
HYBRID = EXAMPLES / "hybrid-hosting.yaml"


def test_the_usual_licenses_stand_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", str(HYBRID), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["format"] == "k3license.comparison/1"
    assert found["licenses"] == ["kimi-k3", "kimi-k2.6"]
    (offering,) = [each for each in found["offerings"] if each["offering"] == "companion"]
    gate = next(each for each in offering["requirements"] if each["id"] == "separate-agreement")
    assert gate["answers"]["kimi-k2.6"] is None
    assert gate["contrasts"][0]["stricter"] == "kimi-k3"


def test_three_licenses_still_fit_a_screen(capsys: pytest.CaptureFixture[str]) -> None:
    licenses = ["--license", "kimi-k3", "--license", "kimi-k2.6", "--license", "kimi-k2.7-code"]
    assert run(["compare", str(HYBRID), "--offering", "companion", *licenses]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(len(line) for line in lines) <= 80
    assert "kimi-k2.7-code: no such clause" in " ".join(lines)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--license", "kimi-k3"], "a comparison needs two licenses"),
        (["--license", "kimi-k3", "--license", "kimi-k4"], "there is no 'kimi-k4'"),
        (["--offering", "companions"], 'did you mean "companion"?'),
    ],
)
def test_what_cannot_be_compared_is_a_usage_error(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["compare", str(HYBRID), *arguments]) == 2
    assert said in capsys.readouterr().err
