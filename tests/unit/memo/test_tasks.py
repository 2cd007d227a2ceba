"""What to do: the conclusion of a memo, by when and who."""

import pytest

from k3license.memo.memo import memo_of
from k3license.memo.tasks import Task, When
from tests.unit.memo.materials import example_memo, material_of

GATEWAY = """\
profile: 1
as_of: 2026-11-30
licensee: relay
entities:
  relay: {name: Relay GmbH, kind: company, model_as_a_service: yes, revenue: {currency: USD, 2025: 90M}}
other_affiliates: none
other_model_as_a_service: none
offerings:
  desk: {name: Desk, operator: relay, model: kimi-k3, kind: fixed-feature, channels: none, charged: paid,
         purpose: production, offered_to: [customers], access: [self-hosted], first_used: FIRST,
         copies: {of: kimi-k3, notice_kept: yes}, monthly_active_users: 4k, revenue: {each_month: at most USD 1M}}
agreements: AGREEMENTS
"""


def tasks(*, first_used: str = "2026-08-01", agreements: str = "none") -> dict[str, Task]:
    """Return the tasks by their kind; each kind occurs once here."""
    found = memo_of(material_of(GATEWAY.replace("FIRST", first_used).replace("AGREEMENTS", agreements))).tasks
    assert len({task.kind for task in found}) == len(found)
    return {task.kind: task for task in found}


@pytest.mark.parametrize(
    ("first_used", "when"),
    [
        ("2026-08-01", When("before the commercial use begins", "2026-08-01", "overdue")),
        ("2026-11-30", When("before the commercial use begins", "2026-11-30", "overdue")),
        ("2027-02-01", When("before the commercial use begins", "2027-02-01", "planned")),
        ("not-yet", When("before the commercial use begins", "", "not-begun")),
        ("unknown", When("before the commercial use begins", "", "not-known")),
    ],
)
def test_a_duty_before_the_use_is_overdue_once_the_use_has_begun(first_used: str, when: When) -> None:
    missing = tasks(first_used=first_used)["do"]
    assert (missing.what, missing.who) == ("have a separate agreement with Moonshot AI", "Relay GmbH")
    assert missing.when == when


def test_a_duty_that_goes_on_is_never_overdue() -> None:
    kept = tasks()["keep"]
    assert kept.when == When("", "", "")


AGREED = "[{with: Moonshot AI, kind: separate-agreement, party: relay, covers: [desk], document: D-1, "


def test_an_agreement_in_force_is_renewed_before_its_last_day() -> None:
    agreement = AGREED + "signed: 2026-07-01, effective_from: 2026-07-01, expires: 2027-06-30}]"
    found = tasks(agreements=agreement)
    assert found["renew"].when == When("", "2027-06-30", "")
    assert "do" not in found


def test_an_agreement_without_an_end_is_kept() -> None:
    agreement = AGREED + "signed: 2026-07-01, effective_from: 2026-07-01, expires: none}]"
    found = memo_of(material_of(GATEWAY.replace("FIRST", "2026-08-01").replace("AGREEMENTS", agreement))).tasks
    assert [task.what for task in found if task.kind == "keep"] == [
        "keep the copyright line and the permission notice in every copy",
        "have a separate agreement with Moonshot AI",
    ]


def test_an_agreement_that_leaves_out_the_past_is_to_be_cured() -> None:
    late = AGREED + "signed: 2026-09-10, effective_from: 2026-09-10, expires: none, covers_past_use: no}]"
    assert tasks_kinds(late)[0] == "cure"


def test_an_agreement_of_which_it_is_open_whether_it_covers_the_past_is_asked_about() -> None:
    late = AGREED + "signed: 2026-09-10, effective_from: 2026-09-10, expires: none}]"
    assert tasks_kinds(late)[:2] == ["settle-past", "answer"]


def tasks_kinds(agreements: str) -> list[str]:
    text = GATEWAY.replace("FIRST", "2026-08-01").replace("AGREEMENTS", agreements)
    return [task.kind for task in memo_of(material_of(text)).tasks]


def test_questions_for_the_same_people_are_one_task() -> None:
    memo = example_memo("first-draft")
    answering = [task for task in memo.tasks if task.kind == "answer"]
    assert [task.who for task in answering] == [each.of for each in memo.addressees]
    assert [task.refs for task in answering] == [
        tuple(question.ref for question in each.questions) for each in memo.addressees
    ]
    asked = [question.path for each in memo.addressees for question in each.questions]
    assert len(set(asked)) == len(asked)


def test_what_is_the_same_for_two_offerings_is_said_once() -> None:
    second = "  form: {name: Form, operator: relay, model: kimi-k3, kind: fixed-feature, channels: none, charged: paid,"
    text = GATEWAY.replace("FIRST", "2026-08-01").replace("AGREEMENTS", "none")
    desk, _ = text.partition("offerings:\n")[2].split("agreements:")
    both = desk + second + desk.partition("charged: paid,")[2]
    found = memo_of(material_of(text.replace(desk, both))).tasks
    (missing,) = [task for task in found if task.kind == "do"]
    assert [each.offering for each in missing.purposes] == ["Desk", "Form"]


def test_where_nothing_has_to_be_done_under_any_reading_nobody_is_asked_about_one() -> None:
    memo = example_memo("gateway-relaying-to-the-licensor")
    assert memo.verdict == "clear"
    assert not memo.conclusions[0].robust
    assert memo.tasks == ()
