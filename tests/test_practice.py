"""Cases from practice: profiles with the answers that the license texts support (tests/cases/README.md)."""

from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from k3license.answers.assess import NothingToAssess, Options, assess
from k3license.answers.catalog import Catalog, load_catalog
from k3license.answers.groups import group_report
from k3license.cli.check import CODES
from k3license.engine.agreement import Engines
from k3license.model.assessment import Assessment, RequirementAnswer, Run
from k3license.model.errors import InputErrors
from k3license.model.ownership import EntityId
from k3license.reading.profiles import LoadedProfile, load_profile

CASES = Path(__file__).parent / "cases"
EXAMPLES = Path(__file__).parents[1] / "examples"
Case = dict[str, Any]
# What an offering's expectations may hold beside its requirements.
OF_THE_OFFERING = {"verdict", "robust", "not_assessed"}


@lru_cache(maxsize=1)
def catalog() -> Catalog:
    return load_catalog()


def _cases() -> Iterator[Any]:
    for path in sorted([*CASES.glob("practice/*.yaml"), CASES / "examples.yaml"]):
        if not path.exists():
            continue
        found = yaml.load(path.read_bytes(), yaml.BaseLoader)
        for number, case in enumerate(found if isinstance(found, list) else [found]):
            for variant, expected in enumerate([case, *case.get("also", [])]):
                name = f"{path.stem}-{number}" + (f"-also-{variant}" if variant else "")
                marks = []
                if "known_gap" in case or "known_gap" in expected:
                    reason = case.get("known_gap") or expected["known_gap"]
                    marks.append(pytest.mark.xfail(reason=reason, strict=True))
                yield pytest.param(case, expected, id=name, marks=marks)


@pytest.mark.parametrize(("case", "expected"), list(_cases()))
def test_the_answer_is_what_the_license_text_supports(case: Case, expected: Case) -> None:
    if "error" in expected:
        with pytest.raises((InputErrors, NothingToAssess)) as raised:
            assess(_loaded(case), catalog(), _options(expected))
        assert expected["error"].casefold() in str(raised.value).casefold()
        return
    loaded = _loaded(case)
    for entity, member in expected.get("group", {}).items():
        assert (entity, _membership(loaded, expected, entity)) == (entity, member)
    if "expect" not in expected:
        assert "group" in expected, "a case must expect something"
        return
    run = assess(loaded, catalog(), _options(expected))
    if "exit_code" in expected:
        assert CODES[run.verdict] == int(expected["exit_code"])
    for license_id, offerings in expected["expect"].items():
        for offering_id, answers in offerings.items():
            _compare(_assessment(run, license_id, offering_id), answers)


def _loaded(case: Case) -> LoadedProfile:
    known = catalog().known
    if "example" in case:
        return load_profile(EXAMPLES / f"{case['example']}.yaml", known=known)
    content = yaml.safe_dump(case["profile"], sort_keys=False, allow_unicode=True).encode()
    return load_profile(content, name="case", known=known)


def _options(expected: Case) -> Options:
    as_of = expected.get("as_of")
    return Options(
        as_of=None if as_of is None else date.fromisoformat(as_of),
        license=expected.get("license"),
        positions=expected.get("positions", {}),
        engines=Engines.BOTH,
    )


def _membership(loaded: LoadedProfile, expected: Case, entity: str) -> str:
    licensee = loaded.profile.licensee
    assert licensee is not None
    report = group_report(loaded, catalog(), _options(expected), licensee=licensee)
    membership = report.members.get(EntityId(entity))
    return "no" if membership is None else membership.member.value


def _assessment(run: Run, license_id: str, offering_id: str) -> Assessment:
    found = [each for each in run.assessments if (each.license, each.offering) == (license_id, offering_id)]
    assert found, f"no assessment of {offering_id} under {license_id}"
    return found[0]


def _compare(assessment: Assessment, expected: Mapping[str, Any]) -> None:
    answers = {answer.id: answer for answer in assessment.requirements}
    got: dict[str, Any] = {}
    for name, wanted in expected.items():
        if name == "verdict":
            got[name] = assessment.verdict.value
        elif name == "robust":
            got[name] = "true" if assessment.robust else "false"
        elif name == "not_assessed":
            got[name] = list(assessment.not_assessed)
        else:
            got[name] = {key: _found(answers[name], key, value) for key, value in wanted.items()}
    assert got == dict(expected)


def _found(answer: RequirementAnswer, key: str, wanted: Any) -> Any:
    """Return what the answer says for *key*, in the form in which the case says it."""
    if key == "applies":
        return answer.answer.applies.value
    if key == "fulfilled":
        return "null" if answer.answer.fulfilled is None else answer.answer.fulfilled.value
    if key == "robust":
        return "true" if answer.robust else "false"
    if key == "exemptions":
        return {name: answer.exemptions[name].value for name in wanted}
    reported = {
        "positions": list(answer.positions),
        "findings": [finding.kind for finding in answer.findings],
        "open_questions": [question.path for question in answer.open_questions],
    }[key]
    if not wanted:
        return reported
    return [each for each in wanted if any(path.startswith(each) for path in reported)]
