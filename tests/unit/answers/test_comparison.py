"""The same facts under two licenses: where each is stricter, by which clause and which fact."""

import pytest

from k3license.answers.cases import Cases
from k3license.answers.comparison import compare
from k3license.answers.explain import explain
from k3license.model.assessment import Applies, Verdict
from k3license.model.comparison import ComparedOffering, ComparedRequirement, Contrast
from tests.unit.answers.uses import BUILTIN, SMALL, catalog, example, read

K3, K26 = "kimi-k3", "kimi-k2.6"
# More users than the limit, all of them on the licensor's own service.
LARGE_ON_THE_OFFICIAL_SERVICE = (
    SMALL.replace("2M", "150M")
    .replace("access: [self-hosted]", "access: [moonshot]")
    .replace("copies: {of: kimi-k3, notice_kept: yes}", "copies: none")
)


def test_without_exemptions_the_older_license_is_stricter() -> None:
    compared = _compared(LARGE_ON_THE_OFFICIAL_SERVICE)
    assert compared.verdicts == (Verdict.CLEAR, Verdict.ACTION_REQUIRED)
    contrast = _contrast(compared, "display-name")
    assert (contrast.difference, contrast.stricter) == ("exemption", K26)
    assert [(clause.license, clause.section) for clause in contrast.clauses] == [(K3, "4")]
    assert [(fact.path, fact.stated) for fact in contrast.facts] == [("offerings.desk.access.1", "moonshot")]


def test_the_agreement_is_asked_for_by_the_newer_license_alone() -> None:
    loaded = example("subsidiary-of-a-model-api-group")
    found = compare(Cases(loaded, catalog(), BUILTIN), licenses=(K3, K26))
    contrast = _contrast(found.offerings[0], "separate-agreement")
    assert (contrast.difference, contrast.stricter) == ("clause", K3)
    assert "entities.cumulus-group.model_as_a_service" in [fact.path for fact in contrast.facts]


def test_each_license_asks_for_its_own_name() -> None:
    shown = SMALL.replace("2M", "150M").replace("display: none", "display: {name: Kimi K2.6, prominent: yes}")
    contrast = _contrast(_compared(shown), "display-name")
    assert (contrast.difference, contrast.stricter) == ("fulfilment", K3)
    assert ['show "Kimi K3"' in clause.says for clause in contrast.clauses] == [True, False]
    assert "offerings.desk.display.name" in [fact.path for fact in contrast.facts]


def test_a_condition_that_one_reading_changes_is_named_as_such() -> None:
    text = SMALL.replace("2M", "150M").replace("charged: paid", "charged: free")
    chosen = "positions:\n  kimi-k2.6: {commercial-product: for-money-or-advertising}\n"
    compared = _compared(text + chosen)
    assert [_applies(compared, side) for side in (0, 1)] == [Applies.YES, Applies.NO]
    contrast = _contrast(compared, "display-name")
    assert (contrast.difference, contrast.stricter) == ("condition", K3)


def test_answers_that_agree_by_the_same_clause_are_no_difference() -> None:
    contrast = _contrast(_compared(SMALL), "keep-notices")
    assert contrast == Contrast(K26, None, None, (), ())


def test_a_clause_that_asks_for_nothing_here_makes_neither_stricter() -> None:
    contrast = _contrast(_compared(SMALL), "separate-agreement")
    assert (contrast.difference, contrast.stricter) == (None, None)
    assert {clause.license for clause in contrast.clauses} == {K3}


@pytest.mark.parametrize("name", ["hybrid-hosting", "first-draft", "acquired-mid-window"])
def test_what_was_found_before_changes_nothing(name: str) -> None:
    fresh, used = (Cases(example(name), catalog(), BUILTIN) for _ in range(2))
    explain(used, with_flips=True)
    assert compare(used, licenses=(K3, K26)) == compare(fresh, licenses=(K3, K26))


def _compared(text: str) -> ComparedOffering:
    (offering,) = compare(Cases(read(text), catalog(), BUILTIN), licenses=(K3, K26)).offerings
    return offering


def _requirement(compared: ComparedOffering, requirement: str) -> ComparedRequirement:
    return next(each for each in compared.requirements if each.id == requirement)


def _contrast(compared: ComparedOffering, requirement: str) -> Contrast:
    (contrast,) = _requirement(compared, requirement).contrasts
    return contrast


def _applies(compared: ComparedOffering, side: int) -> Applies:
    answer = _requirement(compared, "display-name").sides[side].answer
    assert answer is not None
    return answer.answer.applies
