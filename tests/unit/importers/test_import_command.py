"""`k3license import` as people use it: the profile in a file, what to look at on the screen, an exit code."""

import re
from pathlib import Path

import pytest

from k3license.cli.app import run
from k3license.importers import found
from tests.unit.importers.files import DIRECT, HOLDING, LOWEST, exceptions, lasting, relation, relations, written

HOLDINGS = "owner,owned,percent\nExample SE,Example GmbH,60\n"


def started(*arguments: object) -> int:
    return run(["import", *map(str, arguments)])


def test_a_profile_is_written_and_what_could_not_be_mapped_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = relation(LOWEST, DIRECT, HOLDING, lasting("2018-02-06")), relation(LOWEST, "IS_FEEDER_TO", HOLDING)
    files = written(tmp_path, {"rr.csv": relations(*rows), "repex.csv": exceptions((HOLDING, "DIRECT", "NON_PUBLIC"))})
    profile = tmp_path / "profile.yaml"
    assert started("gleif", *files, "--root", LOWEST, "--output", profile) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert f"{profile} holds entities: 3, holdings: 1, statements of control: 1." in err
    assert "rr.csv: 2 rows or statements read" in err
    assert f"{files[0]}:3: {LOWEST} IS_FEEDER_TO {HOLDING}: relationships of funds are no control" in err
    assert run(["group", str(profile), "--position", "affiliate=more-than-half"]) == 0
    group = capsys.readouterr().out
    assert re.search(f"member +{HOLDING}", group)
    assert re.search("open +A parent that is not reported", group)


def test_without_an_output_the_profile_goes_to_the_screen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [file] = written(tmp_path, {"holdings.csv": HOLDINGS})
    assert started("csv", file, "--as-of", "2026-11") == 0
    assert capsys.readouterr().out.startswith("profile: 1\nas_of: 2026-11-01\n")


def test_a_skeleton_of_what_is_missing_is_a_profile_once_its_signs_are_taken_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [file] = written(tmp_path, {"holdings.csv": HOLDINGS})
    profile = tmp_path / "profile.yaml"
    assert started("csv", file, "--as-of", "2026-11-30", "--root", "Example GmbH", "--output", profile) == 0
    written_text = profile.read_text()
    head, skeleton = written_text.split("#\n")
    profile.write_text(head + skeleton.replace("# ", "", 1).replace("\n# ", "\n"))
    capsys.readouterr()
    assert run(["check", str(profile), "--engine", "builtin"]) == 3
    assert "first-offering" in capsys.readouterr().out


def test_nothing_is_written_if_anything_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [file] = written(tmp_path, {"holdings.csv": "owner,owned,percent\na,b,60\na,b,40\n"})
    profile = tmp_path / "profile.yaml"
    profile.write_text("what was there")
    assert started("csv", file, "--as-of", "2026-11-30", "--output", profile) == 2
    assert profile.read_text() == "what was there"
    assert "holdings.csv:3: error[contradiction]" in capsys.readouterr().err


def test_a_root_that_no_row_names_is_refused_with_the_nearest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [file] = written(tmp_path, {"holdings.csv": "owner,owned,percent\nalpha,beta,60\n"})
    assert started("csv", file, "--as-of", "2026-11-30", "--root", "alhpa") == 2
    assert 'no row names "alhpa"\n = help: did you mean "alpha"?' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["xls"], "there is no format 'xls'; did you mean \"xlsx\"?"),
        (["csv", "--as-of", "30.11.2026"], "--as-of:"),
        (["csv", "--output", "holdings.csv"], "is one of the files to be read"),
    ],
    ids=["an unknown format", "a day that is none", "an output over an input"],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    said: str,
) -> None:
    written(tmp_path, {"holdings.csv": HOLDINGS})
    monkeypatch.chdir(tmp_path)
    format, *options = arguments
    assert started(format, "holdings.csv", *options) == 2
    assert said in capsys.readouterr().err


def test_a_file_of_more_entities_than_a_profile_can_hold_asks_for_a_root(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(found, "_MOST_ENTITIES", 100)
    rows = "".join(f"owner,owned-{number},60\n" for number in range(200))
    [file] = written(tmp_path, {"holdings.csv": f"owner,owned,percent\n{rows}"})
    assert started("csv", file, "--as-of", "2026-11-30") == 2
    assert "name one licensee with --root ID" in capsys.readouterr().err
