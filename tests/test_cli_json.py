"""The JSON report: every key of it is described by its schema, and the keys others rely on are there."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.command_line import EXAMPLES, ROOT, example, ran

SCHEMA = ROOT / "schemas" / "assessment-1.json"


def strict(schema: Any) -> Any:
    """Return the schema with unknown keys refused, so that no key of the report goes undescribed."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: strict(value) for key, value in schema.items()}
    if schema.get("type") == "object" and "required" in schema and "additionalProperties" not in schema:
        found["unevaluatedProperties"] = False
    return found


@cache
def validator() -> Draft202012Validator:
    schema = json.loads(SCHEMA.read_text())
    Draft202012Validator.check_schema(schema)
    closed = strict(schema)
    # A run is also part of a run of a named profile: only the whole is closed.
    whole = closed["$defs"]["run"].pop("unevaluatedProperties")
    closed["$defs"]["runOfProfile"]["unevaluatedProperties"] = whole
    closed["$defs"]["runOfProfile"]["allOf"][1].pop("unevaluatedProperties")
    closed["oneOf"][0]["unevaluatedProperties"] = whole
    return Draft202012Validator(closed, format_checker=Draft202012Validator.FORMAT_CHECKER)


def problems(report: Any) -> Iterator[str]:
    for error in validator().iter_errors(report):
        yield f"{error.json_path}: {error.message[:200]}"


@pytest.mark.parametrize("profile", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_example_gives_what_the_schema_describes(profile: Path) -> None:
    assert not list(problems(json.loads(ran("check", profile, "--format", "json").out)))


def test_several_profiles_give_what_the_schema_describes() -> None:
    found = ran("check", example("startup-embedding"), "nobody.yaml", "--format", "json")
    assert not list(problems(json.loads(found.out)))


def test_a_checkpoint_that_nobody_has_read_gives_what_the_schema_describes(tmp_path: Path) -> None:
    profile = tmp_path / "unread.yaml"
    profile.write_text(
        "profile: 1\nas_of: 2026-11-30\nentities: {mill: {}}\n"
        "models: {kimi-k9: {license: unread}}\n"
        "offerings: {helper: {operator: mill, model: kimi-k9}}\n"
    )
    report = json.loads(ran("check", profile, "--format", "json").out)
    assert not list(problems(report))
    [assessment] = report["assessments"]
    assert (assessment["license"], assessment["verdict"]) == ("unread", "open-questions")
    assert [(each["id"], each["applies"]) for each in assessment["requirements"]] == [("read-license", "unknown")]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"verdict": "fine"}, "$"),
        ({"surprise": 1}, "$"),
        ({"engines": []}, "$"),
        ({"assessments": []}, "$"),
    ],
)
def test_the_schema_refuses_what_is_not_a_report(change: dict[str, object], place: str) -> None:
    report = json.loads(ran("check", example("startup-embedding"), "--format", "json").out)
    assert [each.split(":")[0] for each in problems(report | change)] == [place]


def test_the_keys_that_others_rely_on_are_there() -> None:
    report = json.loads(ran("check", example("three-entities"), "--format", "json").out)
    assert report.keys() >= {"format", "as_of", "engines", "verdict", "assessments"}
    assert report["format"] == "k3license.assessment/1"
    [assessment] = report["assessments"]
    assert assessment.keys() >= {
        "license",
        "licensee",
        "offering",
        "verdict",
        "robust",
        "not_assessed",
        "requirements",
    }
    ids = ["keep-notices", "separate-agreement", "display-name"]
    assert [each["id"] for each in assessment["requirements"]] == ids
    for requirement in assessment["requirements"]:
        assert requirement.keys() >= {
            "id",
            "section",
            "applies",
            "fulfilled",
            "robust",
            "positions",
            "exemptions",
            "open_questions",
            "findings",
        }
    [_, agreement, display] = assessment["requirements"]
    assert agreement["exemptions"].keys() == display["exemptions"].keys()
    assert agreement["exemptions"].keys() == {"internal-use", "official-or-certified-access"}


def test_an_open_question_names_a_field_of_the_profile_and_asks_in_words() -> None:
    report = json.loads(ran("check", example("first-draft"), "--format", "json").out)
    questions = [
        question
        for assessment in report["assessments"]
        for requirement in assessment["requirements"]
        for question in requirement["open_questions"]
    ]
    assert questions
    for question in questions:
        assert question["path"].split(".")[0] in {"entities", "offerings", "agreements", "other_affiliates", "models"}
        assert "?" in question["question"]
