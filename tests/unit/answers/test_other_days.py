"""What was due on an earlier day of use is told, whatever has changed since, and what later days bring."""

import pytest

from k3license.model.assessment import Assessment, Verdict
from tests.unit.answers.uses import only_use, read

GATEWAY = """
profile: 1
as_of: 2026-11-30
licensee: relay
entities:
  relay: {name: Relay GmbH, kind: company, model_as_a_service: no, revenue: {currency: USD, 2025: 60M}}
  sister: {name: Sister AG, kind: company, model_as_a_service: no, revenue: {currency: USD, 2025: 3M}, OWNS}
other_affiliates: none
listed_down_to: 20
other_model_as_a_service: none
offerings:
  desk:
    name: Desk
    operator: relay
    model: kimi-k3
    kind: raw-api
    charged: paid
    purpose: production
    offered_to: [customers]
    serves: [inference]
    they_control: {inputs: free-form, system_prompt: yes, parameters: yes, training_data: no}
    relay: no
    outputs_leave: [responses]
    copies: {of: kimi-k3, notice_kept: yes}
    first_used: 2026-08-01
    monthly_active_users: 1k
    revenue: {each_month: at most USD 90k}
    ACCESS
agreements: none
"""
OWN_COPY = "access: [self-hosted]"
MOVED = "access: [{route: self-hosted, until: 2026-11-20}, {route: moonshot, from: 2026-11-20}]"
MISSED = "on 2026-11-19 separate-agreement applied and was not fulfilled: what has changed since does not undo that"


def assessment_of(text: str) -> Assessment:
    return only_use(read(text)).assessment()


def gateway(access: str, owns: str = "owns: none") -> str:
    return GATEWAY.replace("ACCESS", access).replace("OWNS", owns)


@pytest.mark.parametrize("access", [MOVED, f"offered_until: 2026-11-20\n    {OWN_COPY}"])
def test_a_route_or_an_offering_that_has_ended_leaves_what_was_due(access: str) -> None:
    found = assessment_of(gateway(access))
    assert found.verdict is Verdict.CONDITIONS_MET
    assert MISSED in found.notes


def test_a_sister_that_was_sold_leaves_what_was_due() -> None:
    text = gateway(OWN_COPY).replace("kind: raw-api", "kind: fixed-feature\n    channels: none")
    text = text.replace(
        "name: Sister AG, kind: company, model_as_a_service: no", "kind: company, model_as_a_service: yes"
    )
    sold = text.replace("owns: none", "owns: {relay: {percent: 80, until: 2026-11-20}}")
    found = assessment_of(sold)
    assert found.verdict is Verdict.CONDITIONS_MET
    assert MISSED in found.notes


@pytest.mark.parametrize(
    "access",
    [
        OWN_COPY,
        # Ended before the use began, or on a way that nothing was due for.
        "access: [self-hosted, {route: moonshot, until: 2026-07-01}]",
        "access: [{route: moonshot, until: 2026-11-20}, {hosts: [Host], certified: yes, from: 2026-11-20}]",
    ],
)
def test_nothing_is_told_where_nothing_was_due_or_it_still_is(access: str) -> None:
    text = gateway(access)
    assert not [note for note in assessment_of(text).notes if "not fulfilled" in note]


def test_nothing_is_told_of_days_before_a_first_use_that_nobody_knows() -> None:
    text = gateway(MOVED).replace("first_used: 2026-08-01", "first_used: unknown")
    assert not [note for note in assessment_of(text).notes if "not fulfilled" in note]


AGREEMENT = (
    "{with: Moonshot AI, kind: separate-agreement, party: relay, covers: [desk], covers_past_use: no, document: D, "
)


def with_agreements(*terms: str) -> str:
    lines = "".join(f"\n  - {AGREEMENT}{each}}}" for each in terms)
    return gateway(OWN_COPY).replace("agreements: none", f"agreements:{lines}")


def told(text: str) -> list[str]:
    return [note for note in assessment_of(text).notes if "separate-agreement" in note]


def test_the_weeks_between_two_agreements_are_not_covered() -> None:
    text = with_agreements(
        "signed: 2026-07-01, effective_from: 2026-07-01, expires: 2026-09-30",
        "signed: 2026-10-20, effective_from: 2026-10-20, expires: none",
    )
    assert assessment_of(text).verdict is Verdict.CONDITIONS_MET
    missed = "applied and was not fulfilled: what has changed since does not undo that"
    assert told(text) == [f"on 2026-10-19 separate-agreement {missed}"]


def test_the_days_of_the_first_month_before_an_agreement_are_not_covered() -> None:
    (note,) = told(with_agreements("signed: 2026-08-20, effective_from: 2026-08-20, expires: none"))
    assert note.startswith("on 2026-08-19 separate-agreement applied and was not fulfilled")


def test_an_agreement_before_the_use_leaves_no_days_and_a_late_one_has_its_own_finding() -> None:
    assert not told(with_agreements("signed: 2026-07-20, effective_from: 2026-07-20, expires: none"))
    late = with_agreements("signed: 2026-10-20, effective_from: 2026-10-20, expires: none")
    assert not told(late)
    assert assessment_of(late).verdict is Verdict.ACTION_REQUIRED


def test_the_day_on_which_an_agreement_ends_or_begins_is_told_ahead() -> None:
    missing = "separate-agreement applies and is not fulfilled, as things are stated today"
    ends = with_agreements("signed: 2026-07-20, effective_from: 2026-07-20, expires: 2027-01-31")
    assert told(ends) == [f"from 2027-02-01 on {missing}"]
    begins = with_agreements("signed: 2026-11-20, effective_from: 2026-12-05, expires: none")
    assert told(begins) == ["from 2026-12-05 on separate-agreement is no longer missing, as things are stated today"]


def test_the_day_on_which_a_model_business_joins_the_group_is_told_ahead() -> None:
    text = gateway(OWN_COPY).replace("kind: raw-api", "kind: fixed-feature\n    channels: none")
    text = text.replace("Sister AG, kind: company, model_as_a_service: no", "S, kind: company, model_as_a_service: yes")
    bought = text.replace("owns: none", "owns: {relay: {percent: 80, from: 2026-12-15}}")
    assert assessment_of(bought).verdict is Verdict.CONDITIONS_MET
    (note,) = told(bought)
    assert note.startswith("from 2026-12-15 on separate-agreement applies and is not fulfilled")


def test_an_agreement_that_covers_the_past_leaves_nothing_to_settle() -> None:
    text = with_agreements("signed: 2026-08-20, effective_from: 2026-08-20, expires: none")
    assert not told(text.replace("covers_past_use: no", "covers_past_use: yes"))


def test_dates_of_others_do_not_crowd_out_those_of_the_use() -> None:
    text = with_agreements("signed: 2026-08-20, effective_from: 2026-08-20, expires: 2027-10-05")
    names = ["one", "two", "three", "four"]
    sold = "".join(
        f"  {name}: {{kind: fund, owns: {{sister: {{percent: 5, until: DATE{number}}}}}}}\n"
        for number, name in enumerate(names)
    )
    for when in ("2026-10-1", "2027-01-1"):
        dated = sold
        for number in range(4):
            dated = dated.replace(f"DATE{number}", f"{when}{number}")
        crowded = text.replace("other_affiliates: none", f"{dated}other_affiliates: none")
        assert [note.split(" ")[1] for note in told(crowded)] == ["2026-08-19", "2027-10-06"]
