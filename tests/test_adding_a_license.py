"""The license that docs/how-to/add-a-license.md adds: its files are a pack, its cases hold, and it answers."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from k3license.answers.assess import assess
from k3license.answers.cases import Options
from k3license.answers.catalog import Catalog, load_catalog
from k3license.engine.agreement import Engines
from k3license.facts.vocabulary import VOCABULARY
from k3license.model.assessment import Answer, Applies
from k3license.model.errors import PackErrors
from k3license.model.rules import Pack
from k3license.model.truth import Truth
from k3license.packs.loader import load_pack
from k3license.reading.profiles import load_profile
from k3license.text.yaml_lines import read_tree_file
from tests.test_rule_cases import Case, answer, compiled_for, entries, leaves_of_use

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "how-to" / "add-a-license.md"
ADDED = "glm-5.3"
EXAMPLE = "examples/large-group-on-glm.yaml"


def files_on_the_page() -> dict[str, str]:
    """Return the files that the page shows, by their path."""
    blocks = re.findall(r"^```yaml\n# (\S+)\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    return dict(blocks)


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "rules", folder / "rules")
    for path, text in files_on_the_page().items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)
    return folder / "rules"


@pytest.fixture(scope="module")
def pack(rules: Path) -> Pack:
    return load_pack(ADDED, vocabulary=VOCABULARY, rules=rules)


def cases(rules: Path, pack: Pack) -> Iterator[Case]:
    for path in sorted((rules / ADDED).glob("*.cases.yaml")):
        data = read_tree_file(path).data
        listed = data["cases"]
        assert isinstance(listed, list)
        for case in map(entries, listed):
            yield Case(
                pack=pack,
                rule=str(data["rule"]),
                case=str(case["case"]),
                given={**entries(data.get("given_in_every_case", {})), **entries(case["given"])},
                paths=(),
                expected={key: str(case[key]) for key in ("applies", "holds") if key in case},
                asks_for=None,
            )


def test_the_files_of_the_page_are_a_sound_pack(pack: Pack) -> None:
    assert [requirement.id for requirement in pack.requirements] == ["keep-notices", "security-review"]
    assert pack.exemptions == {}


def test_its_cases_hold(rules: Path, pack: Pack) -> None:
    found = list(cases(rules, pack))
    assert {case.rule for case in found} == {"keep-notices", "security-review", "model-as-a-service"}
    for case in found:
        compiled = compiled_for(case)
        assert answer(case, compiled, leaves_of_use(case, compiled)) == dict(case.expected), case.case


def answers(pack: Pack, text: str) -> dict[str, Answer]:
    catalog = Catalog({**load_catalog().packs, ADDED: pack})
    loaded = load_profile(text.encode(), name=EXAMPLE, known=catalog.known)
    run = assess(loaded, catalog, Options(engines=Engines.BOTH))
    (assessment,) = run.assessments
    assert assessment.license == ADDED
    return {each.id: each.answer for each in assessment.requirements}


REVIEWED = "agreements: [{with: Z.AI, kind: security-review, party: desk-ltd, covers: [desk], document: Review 7, "


@pytest.mark.parametrize(
    ("now", "then", "expected"),
    [
        ("", "", Answer(Applies.YES, Truth.NO)),
        ("2025: 14bn", "any_12_months: 9bn", Answer(Applies.NO, None)),
        ("2025: 14bn", "any_12_months: unknown", Answer(Applies.UNKNOWN, Truth.NO)),
        ("[customers]", "[staff]", Answer(Applies.YES, Truth.NO)),
        (
            "agreements: none",
            f"{REVIEWED}signed: 2026-08-01, effective_from: 2026-08-01, expires: none}}]",
            Answer(Applies.YES, Truth.YES),
        ),
    ],
    ids=["as on the page", "a smaller group", "figures unknown", "staff alone are not exempt", "reviewed in time"],
)
def test_it_answers(pack: Pack, now: str, then: str, expected: Answer) -> None:
    found = answers(pack, files_on_the_page()[EXAMPLE].replace(now, then))
    assert found["security-review"] == expected
    assert found["keep-notices"] == Answer(Applies.YES, Truth.YES)


def test_a_word_misspelt_in_it_is_told_with_its_place(rules: Path, tmp_path: Path) -> None:
    broken = shutil.copytree(rules, tmp_path / "rules")
    rule = broken / ADDED / "security-review.yaml"
    rule.write_text(rule.read_text().replace("- commercial_purpose", "- comercial_purpose"))
    with pytest.raises(PackErrors) as caught:
        load_pack(ADDED, vocabulary=VOCABULARY, rules=broken)
    assert 'did you mean "commercial_purpose"?' in str(caught.value)
    assert f"rules/{ADDED}/security-review.yaml:" in str(caught.value)
