"""Reasons name every fact that they rest on, of those outside the group and of exchange rates too."""

from k3license.answers.proofs import steps
from k3license.model.assessment import Proof
from tests.unit.answers.uses import SMALL, only_use, read


def reasons(text: str, requirement: str) -> list[Proof]:
    (found,) = [each for each in only_use(read(text)).assessment().requirements if each.id == requirement]
    assert found.proof is not None
    return list(steps(found.proof))


def test_who_runs_a_service_and_is_no_affiliate_is_named_with_its_holdings() -> None:
    sister = "  cloud: {name: Cloud AG, kind: company, model_as_a_service: yes, owns: {maker: 49}}\nother_affiliates"
    found = reasons(SMALL.replace("other_affiliates", sister), "separate-agreement")
    (outside,) = [step for step in found if step.says == "Cloud AG, which runs one, is an affiliate"]
    assert outside.truth.value == "no"
    assert outside.relied_on == ("entities.cloud.model_as_a_service", "entities.cloud.owns.maker")


def test_a_service_that_only_an_offering_shows_is_named_by_the_facts_of_that_offering() -> None:
    sister = "  cloud: {name: Cloud AG, kind: company, owns: {maker: 49}}\nother_affiliates"
    service = """offerings:
  cloud-api:
    operator: cloud
    model: other
    language_model: yes
    kind: raw-api
    channels: none
    charged: paid
    purpose: production
    offered_to: [customers]
    offered_from: 2026-01-01
    serves: [inference]
    they_control: {inputs: free-form, system_prompt: yes, parameters: yes, training_data: no}
    relay: no
    access: [self-hosted]
    copies: {notice_kept: yes}
"""
    text = SMALL.replace("other_affiliates", sister).replace("offerings:\n", service)
    (outside,) = [step for step in reasons(text, "separate-agreement") if step.says.startswith("Cloud AG, which")]
    assert {"offerings.cloud-api.offered_to", "entities.cloud.owns.maker"} <= set(outside.relied_on)
    assert "entities.cloud.model_as_a_service" not in outside.relied_on


def test_who_runs_no_service_is_not_named() -> None:
    sister = "  cloud: {name: Cloud AG, kind: company, model_as_a_service: no, owns: {maker: 49}}\nother_affiliates"
    found = reasons(SMALL.replace("other_affiliates", sister), "separate-agreement")
    assert not [step for step in found if step.says.startswith("Cloud AG")]


def test_an_amount_relies_on_the_rates_that_convert_it() -> None:
    euros = SMALL.replace("USD", "EUR").replace("as_of:", "exchange_rates: {EUR/USD: 1.05, GBP/CHF: 1.1}\nas_of:", 1)
    relied_on = {path for step in reasons(euros, "display-name") for path in step.relied_on}
    assert "exchange_rates.EUR/USD" in relied_on
    assert "exchange_rates.GBP/CHF" not in relied_on


def test_that_those_who_are_handed_copies_are_bound_too_is_noted_where_any_are() -> None:
    handed = SMALL.replace("notice_kept: yes", "notice_kept: yes, distributed_to: [customers], notice_handed_on: yes")
    noted = [note for note in only_use(read(handed)).assessment().notes if note.startswith("whoever is handed a copy")]
    assert len(noted) == 1
    assert not only_use(read(SMALL)).assessment().notes
