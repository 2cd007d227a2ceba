"""Assessments as JSON: `k3license.assessment/1`, the form that other programs read."""

import json
from typing import Any, Final

from k3license.model.assessment import (
    Assessment,
    Proof,
    RequirementAnswer,
    Run,
    UnderReadings,
)

FORMAT: Final = "k3license.assessment/1"
FORMAT_OF_SEVERAL: Final = "k3license.assessments/1"


def run_as_data(run: Run) -> dict[str, Any]:
    """Return *run* as plain data: texts, lists and mappings in a fixed order."""
    return {
        "format": FORMAT,
        "as_of": run.as_of.isoformat(),
        "engines": list(run.engines),
        "verdict": run.verdict.value,
        "assessments": [_assessment(each) for each in run.assessments],
        "readings": {license_id: dict(readings) for license_id, readings in run.readings.items()},
        "readings_not_evaluated": list(run.readings_not_evaluated),
        "warnings": [{"path": warning.path, "text": warning.says} for warning in run.warnings],
        "not_legal_advice": True,
    }


def as_json(data: dict[str, Any]) -> str:
    """Return plain data as JSON text that ends in a line break."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _assessment(each: Assessment) -> dict[str, Any]:
    return {
        "license": each.license,
        "licensee": each.licensee,
        "offering": each.offering,
        "verdict": each.verdict.value,
        "robust": each.robust,
        "not_assessed": list(each.not_assessed),
        "notes": list(each.notes),
        "requirements": [_requirement(answer) for answer in each.requirements],
    }


def _requirement(each: RequirementAnswer) -> dict[str, Any]:
    fulfilled = each.answer.fulfilled
    return {
        "id": each.id,
        "section": each.section,
        "title": each.title,
        "applies": each.answer.applies.value,
        "fulfilled": None if fulfilled is None else fulfilled.value,
        "robust": each.robust,
        "positions": list(each.positions),
        "exemptions": {name: truth.value for name, truth in each.exemptions.items()},
        "open_questions": [
            {
                "path": question.path,
                "question": question.question,
                "ask": question.of,
                "settles_with": question.settles_with,
            }
            for question in each.open_questions
        ],
        "findings": [{"kind": finding.kind, "text": finding.says} for finding in each.findings],
        "by_reading": [_under(under) for under in each.by_reading],
        "purposive": [_under(under) for under in each.purposive],
        "reasons": [_proof(proof) for proof in (each.proof, each.fulfilment, *each.exemption_proofs) if proof],
    }


def _under(under: UnderReadings) -> dict[str, Any]:
    fulfilled = under.answer.fulfilled
    return {
        "readings": dict(under.readings),
        "applies": under.answer.applies.value,
        "fulfilled": None if fulfilled is None else fulfilled.value,
    }


def _proof(proof: Proof) -> dict[str, Any]:
    data: dict[str, Any] = {"statement": proof.name, "says": proof.says, "truth": proof.truth.value}
    if proof.section is not None:
        data["section"] = proof.section
    if proof.relied_on:
        data["relied_on"] = list(proof.relied_on)
    if proof.figures:
        data["figures"] = dict(proof.figures)
    if proof.asked:
        data["positions"] = list(proof.asked)
    if proof.because:
        data["because"] = [_proof(step) for step in proof.because]
    return data
