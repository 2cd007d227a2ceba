"""What to do: the conclusion of a memo, by when and who."""

import pytest

from k3license.memo.markdown import markdown_of
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


def test_a_duty_that_goes_on_is_overdue_only_where_it_is_missed() -> None:
    kept = tasks()["keep"]
    assert kept.when == When("", "", "")
    stripped = GATEWAY.replace("notice_kept: yes", "notice_kept: no").replace("FIRST", "2026-08-01")
    (notice,) = [
        task for task in memo_of(material_of(stripped.replace("AGREEMENTS", "none"))).tasks if "notice" in task.what
    ]
    assert (notice.kind, notice.when.day, notice.when.timing) == ("do", "2026-08-01", "overdue")


def monthly(figures: str) -> str:
    """Return the profile of a host whose months are known, and which has no agreement."""
    months = f"{{currency: USD, trading_since: 2025-01, {figures}}}"
    stated = GATEWAY.replace("{currency: USD, 2025: 90M}", months).replace("FIRST", "2026-03-01")
    return stated.replace("AGREEMENTS", "none")


CROSSING = "2025-01..2026-02: [" + ", ".join(["1.5M"] * 14) + "], 2026-03..2026-11: [" + ", ".join(["2M"] * 9) + "]"


def missing(profile: str) -> When:
    """Return when the agreement that is missing is due."""
    (found,) = [task for task in memo_of(material_of(profile)).tasks if task.kind == "do"]
    return found.when


def test_where_the_limit_was_crossed_after_the_use_began_both_are_told() -> None:
    by = "before the commercial use begins"
    # To June eight months of 1.5M and four of 2M: 20M, and more to July.
    assert missing(monthly(CROSSING)) == When(by, "2026-03-01", "overdue", crossed="2026-07")
    before = monthly(CROSSING.replace("1.5M", "2M"))
    assert missing(before) == When(by, "2026-03-01", "overdue")
    planned = monthly(CROSSING).replace("first_used: 2026-03-01", "first_used: 2027-03-01")
    assert missing(planned) == When(by, "2027-03-01", "planned")


def test_a_total_that_does_not_say_when_the_limit_was_crossed_says_at_the_latest() -> None:
    total = monthly("2025-12..2026-11: 24M")
    assert missing(total) == When(
        "before the commercial use begins", "2026-03-01", "overdue", at_latest=True, crossed="2026-11"
    )


def test_the_words_for_what_came_after_the_use_began() -> None:
    memo = markdown_of(memo_of(material_of(monthly(CROSSING))))
    assert "**overdue**: the use began on 2026-03-01, the limit was first crossed in 2026-07 |" in memo
    memo = markdown_of(memo_of(material_of(monthly("2025-12..2026-11: 24M"))))
    assert "**overdue**: the use began on 2026-03-01, the limit was crossed in 2026-11 at the latest |" in memo


@pytest.mark.parametrize(
    ("dates", "ended", "begins"),
    [
        ("signed: 2026-02-01, effective_from: 2026-02-01, expires: 2026-11-29", "2026-11-29", ""),
        ("signed: 2026-11-20, effective_from: 2026-12-05, expires: none", "", "2026-12-05"),
    ],
)
def test_an_agreement_that_has_ended_or_begins_later_is_told(dates: str, ended: str, begins: str) -> None:
    memo = memo_of(material_of(with_agreement(AGREED + dates + "}]")))
    assert memo.tasks[0].when == When(
        "before the commercial use begins", "2026-08-01", "overdue", ended=ended, begins=begins
    )
    assert [(need.state, need.dates) for need in memo.agreements.needs] == [("missing", (ended, begins))]
    said = f"the agreement {f'ended on {ended}' if ended else f'begins on {begins}'}"
    written = markdown_of(memo)
    assert f"; **overdue**: the use began on 2026-08-01, {said} |" in written
    assert f": **missing**, {said}" in written


@pytest.mark.parametrize(
    ("stated", "instead"),
    [
        ("kind: separate-agreement", "kind: order-form"),
        ("party: relay", "party: host"),
        ("covers: [desk]", "covers: []"),
        ("with: Moonshot AI", "with: Somebody"),
        ("document: D-1", "document: none"),
        ("2026-02-01, expires: 2026-11-29", "2026-02-01, expires: none"),
    ],
)
def test_nothing_is_told_of_an_agreement_for_something_else_or_in_force(stated: str, instead: str) -> None:
    agreement = AGREED + "signed: 2026-02-01, effective_from: 2026-02-01, expires: 2026-11-29}]"
    assert agreement.count(stated) == 1
    profile = with_agreement(agreement.replace(stated, instead)).replace(
        "entities:\n", "entities:\n  host: {kind: company}\n"
    )
    memo = memo_of(material_of(profile))
    assert {(need.dates.ended, need.dates.begins) for need in memo.agreements.needs} == {("", "")}


def with_agreement(agreements: str) -> str:
    return GATEWAY.replace("FIRST", "2026-08-01").replace("AGREEMENTS", agreements)


DISPLAYED = "from the first month above a limit"


def test_a_duty_from_a_month_on_tells_the_first_month_above_the_limit() -> None:
    users = "{2026-08..2026-11: [90M, 120M, 97M, 96M]}"
    large = GATEWAY.replace("FIRST", "2026-08-01").replace("AGREEMENTS", "none").replace("4k", users)
    memo = memo_of(material_of(large.replace("purpose: production", "purpose: production, display: none")))
    (shown,) = [task for task in memo.tasks if task.when.by == DISPLAYED]
    assert shown.when == When(DISPLAYED, "2026-09", "above")
    assert f"| {DISPLAYED}; **overdue**: first above it in 2026-09 |" in markdown_of(memo)


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


SIGNED = (
    "{with: Moonshot AI, kind: separate-agreement, party: relay, covers: [desk], signed: 2026-07-01, document: D, "
    "covers_past_use: no, effective_from: FROM, expires: UNTIL}"
)


def agreed(*spans: tuple[str, str]) -> str:
    return "[" + ", ".join(SIGNED.replace("FROM", start).replace("UNTIL", end) for start, end in spans) + "]"


def test_what_was_missed_between_two_agreements_is_to_be_settled() -> None:
    between = agreed(("2026-07-01", "2026-09-30"), ("2026-10-20", "none"))
    found = memo_of(material_of(GATEWAY.replace("FIRST", "2026-08-01").replace("AGREEMENTS", between))).tasks
    settle = found[0]
    assert (settle.kind, settle.what, settle.refs) == ("settle-missed", "Moonshot AI", ("2026-10-19",))
    assert not [task for task in found if task.kind == "do"]


def test_an_agreement_is_prepared_before_the_day_from_which_it_is_asked_for() -> None:
    joins = GATEWAY.replace("model_as_a_service: yes", "model_as_a_service: no").replace("FIRST", "2026-08-01")
    top = "  top: {kind: company, model_as_a_service: yes, owns: {relay: {percent: 80, from: 2026-12-15}}}\nother_affil"
    joins = joins.replace("AGREEMENTS", "none").replace("other_affil", top, 1)
    found = memo_of(material_of(joins)).tasks
    (prepare,) = [task for task in found if task.kind == "prepare"]
    assert (prepare.what, prepare.when.day) == ("have a separate agreement with Moonshot AI", "2026-12-15")


def test_an_agreement_is_prepared_before_the_month_in_which_the_plan_crosses_the_limit() -> None:
    plan = "2026-01..2026-11: [" + ", ".join(["1.5M"] * 11) + "], 2026-12..2027-05: [" + ", ".join(["2M"] * 6) + "]"
    found = memo_of(material_of(monthly(plan).replace("trading_since: 2025-01", "trading_since: 2026-01"))).tasks
    (prepare,) = [task for task in found if task.kind == "prepare"]
    # Twelve months to January: eleven of 1.5M or so and two of 2M may do, on some days; to February they may surely.
    assert prepare.when.day in ("2027-01", "2027-02")
    assert not [task for task in found if task.kind == "do"]
