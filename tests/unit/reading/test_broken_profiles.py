"""What is wrong with a profile is said once, at its place, with what would work, and all at once."""

from pathlib import Path

import pytest
import yaml

from k3license.model.errors import InputErrors
from k3license.reading.profiles import load_profile
from tests.unit.reading.samples import KNOWN, read

CASES = yaml.load((Path(__file__).parent / "broken_profiles.yaml").read_bytes(), yaml.BaseLoader)


def found_in(text: str) -> str:
    with pytest.raises(InputErrors) as raised:
        read(text)
    lines = []
    for problem in raised.value.problems:
        place = problem.place
        lines.append(f"{place.line}:{place.column} {problem.code} {problem.path}: {problem.text}\n")
        lines += [f"  help: {problem.help}\n"] if problem.help else []
    return "".join(lines)


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_a_broken_profile_is_refused_with_what_would_work(case: dict[str, str]) -> None:
    assert found_in(case["profile"]) == case["found"]


def test_what_is_wrong_comes_together_in_the_order_of_the_file() -> None:
    text = """
licensee: makr
entities:
  maker: {kind: compny, revenue: {2025: 5M}, owns: {venture: 120}}
  venture: {model_as_a_service: maybe}
offerings:
  desk: {operator: maker, model: kimi-k33, copies: none, access: [self-hosted]}
"""
    codes = [line.split()[1] for line in found_in(text).splitlines() if not line.startswith(" ")]
    assert codes == [
        "unknown-entity",
        "word",
        "currency",
        "amount",
        "answer",
        "unknown-model",
        "contradiction",
    ]


def test_names_are_checked_although_the_block_they_name_cannot_be_read() -> None:
    text = "licensee: maker\nentities:\n  maker: company\n"
    assert [line for line in found_in(text).splitlines() if "shape" not in line and "help" not in line] == []


def test_a_profile_without_its_first_lines_is_told_of_both_and_of_the_rest() -> None:
    with pytest.raises(InputErrors) as raised:
        load_profile(b"licensee: maker\nentities: {makers: {}}\n", name="p", known=KNOWN)
    assert [problem.path for problem in raised.value.problems] == ["profile", "as_of", "licensee"]


def test_a_version_that_is_not_known_is_refused() -> None:
    with pytest.raises(InputErrors, match='"2" is not a version of the format known here'):
        load_profile(b"profile: 2\nas_of: 2026-11-30\n", name="p", known=KNOWN)


def test_a_file_that_is_not_there_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputErrors, match="there is no such file"):
        load_profile(tmp_path / "profile.yaml", known=KNOWN)


def test_a_file_above_the_limit_is_refused_and_read_with_a_higher_one() -> None:
    data = b"profile: 1\nas_of: 2026-11-30\n#" + b" " * 100
    with pytest.raises(InputErrors, match="larger than 100 bytes"):
        load_profile(data, name="p", known=KNOWN, size_limit=100)
    assert load_profile(data, name="p", known=KNOWN, size_limit=200).profile.profile == "1"
