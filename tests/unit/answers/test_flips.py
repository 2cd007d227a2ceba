"""What would change an answer: every set really does, none is larger than needed, and none is missed."""

from collections.abc import Sequence
from itertools import combinations

import pytest

from k3license.answers import flips as searching
from k3license.answers.candidates import candidates
from k3license.answers.flips import flips
from k3license.answers.uses import Use
from k3license.answers.whatif import what_if
from k3license.engine.agreement import Engines
from k3license.model.assessment import Applies, Verdict
from k3license.model.changes import Action, Flip
from k3license.model.errors import InputErrors
from k3license.model.series import FiguresContradict
from k3license.model.truth import Truth
from k3license.packs.changes import possible_changes
from k3license.reading.edits import Edit, parse_edit
from k3license.reading.profiles import LoadedProfile, changed_profile
from k3license.reading.validation import keys_at
from tests.unit.answers.uses import BUILTIN, SMALL, catalog, example, only_use, read


def test_a_gated_subsidiary_signs_moves_the_route_or_waits_for_its_owner() -> None:
    found = _flips(example("subsidiary-of-a-model-api-group"))
    assert [(flip.who, _ids(flip)) for flip in found] == [
        ("licensee", ["sign-agreement"]),
        ("licensee", ["official-route"]),
        ("licensee", ["staff-only"]),
        ("others", ["model-business-ended"]),
        ("others", ["stake-given-up"]),
        ("nobody", ["smaller-group"]),
    ]


def test_two_duties_need_two_changes_unless_one_route_settles_both() -> None:
    found = _flips(example("hybrid-hosting"))
    better = [_ids(flip) for flip in found if flip.verdict is Verdict.CONDITIONS_MET and flip.who == "licensee"]
    assert ["official-route"] in better
    assert ["sign-agreement", "name-shown"] in better
    assert ["sign-agreement"] not in better
    assert ["name-shown"] not in better


def test_a_late_agreement_is_mended_by_extending_it_to_the_past() -> None:
    assert ["agreement-for-the-past"] in [_ids(flip) for flip in _flips(example("large-host-signed-late"))]


def test_an_agreement_that_has_ended_is_renewed_and_what_is_over_is_not_ended_again() -> None:
    agreement = (
        "{with: Moonshot AI, kind: separate-agreement, party: maker, covers: [desk], signed: 2026-07-01, document: D, "
        "effective_from: 2026-07-01, expires: 2026-10-31, covers_past_use: no}"
    )
    text = SMALL.replace("model_as_a_service: no", "model_as_a_service: yes").replace("1M, 1M, 1M", "9M, 9M, 9M")
    found = _flips(read(text.replace("agreements: none", f"agreements: [{agreement}]")))
    assert ["agreement-renewed"] in [_ids(flip) for flip in found]
    sold = "  top: {kind: company, owns: {maker: {percent: 80, until: 2025-03-01}}}\nother_affiliates"
    found = _flips(read(text.replace("other_affiliates", sold)))
    assert not [flip for flip in found if "stake-given-up" in _ids(flip)]


def test_the_holding_behind_an_amount_and_a_figure_of_nothing_can_change_too() -> None:
    held = "model_as_a_service: yes\n    owns: {sub: 60}"
    sub = (
        "  sub: {kind: company, revenue: {currency: USD, each_month: 1250k, trading_since: 2025-01}}\nother_affiliates"
    )
    text = SMALL.replace("model_as_a_service: no", held).replace("other_affiliates", sub)
    text = text.replace("agreements: none", "agreements: none\npositions: {affiliate-history: whole-window}")
    assert ["stake-given-up"] in [_ids(flip) for flip in _flips(read(text))]
    nothing = SMALL.replace("monthly_active_users: 2M", "monthly_active_users: 0")
    assert ["more-users"] in [_ids(flip) for flip in _flips(read(nothing))]


def test_a_fact_that_matters_only_after_a_first_change_is_found_with_it() -> None:
    unnamed = SMALL.replace("display: none", "display: {name: Kimi K3, prominent: yes}")
    assert ["more-users", "name-removed"] in [_ids(flip) for flip in _flips(read(unnamed))]


@pytest.mark.parametrize("id", ["access", "owns"])
def test_an_offering_may_be_called_like_a_field(id: str) -> None:
    text = SMALL.replace("  desk:", f"  {id}:").replace("monthly_active_users: 2M", "monthly_active_users: 0")
    assert ["more-users"] in [_ids(flip) for flip in _flips(read(text))]


@pytest.mark.parametrize("name", ["hybrid-hosting", "large-host-signed-late"])
def test_one_engine_finds_what_both_do(name: str) -> None:
    use = only_use(example(name), BUILTIN._replace(engines=Engines.BOTH))
    assessment = use.assessment()
    assert flips(use, assessment, with_all_engines=False) == flips(use, assessment)


def test_internal_use_ends_when_outputs_leave_or_customers_come() -> None:
    found = _flips(example("bank-staff-assistant"), requirement="separate-agreement")
    assert {tuple(_ids(flip)) for flip in found if not flip.better} == {("outputs-let-out",), ("offered-to-customers",)}
    assert all(flip.answers["separate-agreement"].applies is Applies.YES for flip in found if not flip.better)


def test_leaving_the_official_service_takes_the_copies_along() -> None:
    (flip,) = _flips(example("gateway-relaying-to-the-licensor"))
    assert [change.path for change in flip.actions[0].changes] == [
        "offerings.gateway.access.1",
        "offerings.gateway.copies",
        "offerings.gateway.relay",
    ]
    assert flip.verdict is Verdict.ACTION_REQUIRED


def test_an_unknown_fact_is_a_question_and_no_change() -> None:
    unknown = SMALL.replace("    outputs_leave: [responses]\n", "").replace("agreements: none\n", "")
    use = only_use(read(unknown))
    tried = {edit.path for each in candidates(use, use.assessment().requirements) for edit in each.edits}
    assert "offerings.desk.outputs_leave" not in tried
    assert "agreements" not in tried
    assert "offerings.desk.kind" in tried


def test_the_answer_to_one_requirement_can_be_asked_about_alone() -> None:
    found = _flips(read(SMALL), requirement="display-name")
    assert [_ids(flip) for flip in found] == [["more-users"]]
    assert found[0].answers["display-name"].fulfilled is Truth.NO


@pytest.mark.parametrize(
    "name",
    [
        "coding-tool-on-a-tuned-model",
        "hybrid-hosting",
        "k2-6-above-the-limits",
        "large-host-signed-late",
        "startup-embedding",
    ],
)
def test_each_set_leads_to_the_verdict_it_says_and_no_part_of_it_to_another(name: str) -> None:
    loaded = example(name)
    before = only_use(loaded).verdict()
    found = _flips(loaded)
    assert found
    for flip in found:
        assert _verdict_with(loaded, flip.actions) is flip.verdict
        assert flip.verdict is not before
        for action in flip.actions if len(flip.actions) > 1 else ():
            assert _verdict_with(loaded, [action]) is before


@pytest.mark.parametrize("name", ["coding-tool-on-a-tuned-model", "hybrid-hosting", "k2-6-above-the-limits"])
def test_no_pair_is_missed_that_trying_all_of_them_finds(name: str) -> None:
    use = only_use(example(name))
    assessment = use.assessment()
    search = searching._Search(use, assessment, None)
    tried = candidates(use, assessment.requirements)
    idle = [each for each in tried if _goal(use, each.edits) is assessment.verdict]
    pairs = {
        frozenset((one.edits[0].path, other.edits[0].path))
        for one, other in combinations(idle, 2)
        if one.edits[0].path != other.edits[0].path
        and _goal(use, (*one.edits, *other.edits)) not in (assessment.verdict, None)
    }
    found = [each for each, _ in search._smallest(tried) if len(each) == 2]
    assert {frozenset(candidate.edits[0].path for candidate in each) for each in found} == pairs


def test_every_possible_change_is_about_a_field_of_a_profile() -> None:
    for change in possible_changes():
        path = tuple(0 if step == "*" and before in _LISTS else step for before, step in _steps(change.field))
        assert path[-1] in (0, *keys_at(path[:-1])), change.id


_LISTS = ("access", "agreements")


def _steps(field: str) -> list[tuple[str, str]]:
    steps = field.split(".")
    return list(zip(["", *steps], steps, strict=False))


def _flips(loaded: LoadedProfile, requirement: str | None = None) -> tuple[Flip, ...]:
    use = only_use(loaded)
    return flips(use, use.assessment(), requirement=requirement)


def _ids(flip: Flip) -> list[str]:
    return [action.id for action in flip.actions]


def _verdict_with(loaded: LoadedProfile, actions: Sequence[Action]) -> Verdict:
    edits = [parse_edit(f"{change.path}={change.after}") for action in actions for change in action.changes]
    after = what_if(loaded, catalog(), BUILTIN, edits).after
    assert after is not None
    return after.verdict


def _goal(use: Use, edits: Sequence[Edit]) -> Verdict | None:
    """Return the verdict with *edits* made, None where they contradict the rest."""
    try:
        return only_use(changed_profile(use.loaded, edits, known=catalog().known)).verdict()
    except (InputErrors, FiguresContradict):
        return None
