"""A memo compared with an older profile: what is marked, and what is listed as changed."""

from k3license.answers.cases import Options
from k3license.cli.profiles import catalog
from k3license.cli.report import material
from k3license.engine.agreement import Engines
from k3license.memo.memo import Memo, memo_of
from k3license.memo.redline import redlined
from k3license.memo.since import DayRow, FactRow, Since
from k3license.reading.profiles import load_profile

NOW = """\
profile: 1
name: Now
as_of: 2026-11-30
licensee: maker
sources: {mail: {document: "e-mail", as_of: 2026-11-12}}
entities:
  top: {name: Top, kind: company, owns: {maker: 80, sister: 100}, model_as_a_service: no, revenue: none}
  sister: {name: Sister, kind: company, source: mail, model_as_a_service: yes, revenue: {currency: USD, 2025: 9M}}
  maker: {name: Maker, kind: company, model_as_a_service: no, revenue: {currency: USD, 2025: 30M}}
other_affiliates: none
offerings:
  desk: {name: Desk, operator: maker, model: kimi-k3, kind: fixed-feature, channels: none, charged: paid,
         purpose: production, offered_to: [customers], access: [self-hosted, {hosts: [Host], certified: no}],
         first_used: 2026-08-01, copies: {of: kimi-k3, notice_kept: yes}, monthly_active_users: 4k,
         revenue: {each_month: at most USD 1M}}
agreements: none
"""
NO_AGREEMENT = "agreements: none\n"
AGREED = """\
agreements:
  - {with: Moonshot AI, kind: separate-agreement, party: maker, covers: [desk], signed: 2026-10-01,
     effective_from: 2026-10-01, expires: none, covers_past_use: no, document: D-1}
"""


SIGNED = (AGREED, NO_AGREEMENT)


def against(*changes: tuple[str, str], text: str = NOW, agreements: str = NO_AGREEMENT) -> Memo:
    """Return the memo of the profile, compared with one in which the changes are not made yet."""
    text = text.replace(NO_AGREEMENT, agreements)
    before = text
    for now, older in changes:
        assert before.count(now) == 1, now
        before = before.replace(now, older)
    loaded, older_loaded = (load_profile(each.encode(), name="x", known=catalog().known) for each in (text, before))
    memo, older_memo = (
        memo_of(material(each, Options(engines=Engines.BUILTIN), name="x", looking_ahead=False))
        for each in (loaded, older_loaded)
    )
    return redlined(memo, older_memo, loaded=loaded, older_loaded=older_loaded)


def since(*changes: tuple[str, str], text: str = NOW, agreements: str = NO_AGREEMENT) -> Since:
    """Return what the same memo lists as changed."""
    found = against(*changes, text=text, agreements=agreements).since
    assert found is not None
    return found


def marks(memo: Memo) -> set[str]:
    """Return every mark in the memo."""
    found: set[str] = {task.mark for task in memo.tasks} | {each.mark for each in memo.conclusions}
    found |= {fact.mark for fact in memo.facts} | {clause.mark for use in memo.uses for clause in use.clauses}
    found |= {question.mark for each in memo.addressees for question in each.questions}
    return found | {member.mark for group in memo.groups for member in group.members}


def test_without_a_change_nothing_is_marked() -> None:
    memo = against()
    assert marks(memo) == {""}
    assert memo.since is not None
    assert {part for part in memo.since if isinstance(part, tuple)} == {()}


def test_a_changed_fact_shows_what_it_was() -> None:
    memo = against(("2025: 9M", "2025: 7M"))
    assert memo.since is not None
    assert memo.since.facts == (FactRow("entities.sister.revenue.2025", "7M", "9M"),)
    (fact,) = [fact for fact in memo.facts if fact.mark]
    assert (fact.path, fact.mark, fact.before) == (
        "entities.sister.revenue",
        "changed",
        "{currency: USD, 2025: 7M}",
    )
    (row,) = memo.since.amounts
    assert (row.before, row.after) == ("at least USD 37,000,000", "at least USD 39,000,000")


def test_a_fact_that_nobody_had_stated_is_new() -> None:
    memo = against(("2025: 9M}", "2025: unknown}"), ("agreements: none\n", ""))
    assert {fact.path: fact.mark for fact in memo.facts if fact.mark} == {
        "entities.sister.revenue": "changed",
        "agreements": "new",
    }


def test_newer_evidence_for_the_same_fact_is_marked_too() -> None:
    memo = against(("as_of: 2026-11-12", "as_of: 2026-05-12"))
    assert {fact.path for fact in memo.facts if fact.mark == "changed"} == {
        "entities.sister.model_as_a_service",
        "entities.sister.revenue",
    }
    assert {fact.before for fact in memo.facts} == {""}


def test_a_changed_answer_is_marked_with_what_it_was() -> None:
    memo = against(("model_as_a_service: yes", "model_as_a_service: no"))
    (use,) = memo.uses
    changed = {clause.id: clause.before for clause in use.clauses if clause.mark}
    assert changed == {"separate-agreement": ("no", "")}
    (conclusion,) = memo.conclusions
    assert (conclusion.before, conclusion.mark) == ("conditions-met", "changed")
    assert [task.kind for task in memo.tasks if task.mark == "new"] == ["do"]


def test_a_settled_question_is_listed_and_a_new_one_is_marked() -> None:
    memo = against(("model_as_a_service: yes", "model_as_a_service: unknown"))
    assert memo.since is not None
    assert len(memo.since.settled) == 1
    assert memo.since.asked == ()


def test_who_joined_and_who_left_the_group_is_marked() -> None:
    (group,) = against(
        ("sister: 100}", "other: 100}"),
        ("  sister: {name: Sister", "  other: {kind: company}\n  sister: {name: Sister"),
    ).groups
    assert {member.name: member.mark for member in group.members} == {"Top": "", "Sister": "new"}
    assert group.left == ("other",)


def test_an_agreement_stated_in_place_of_none_is_told_part_by_part_alike_in_both_tables() -> None:
    memo = against(SIGNED, agreements=AGREED)
    rows = since(SIGNED, agreements=AGREED).facts
    assert rows[0] == FactRow("agreements.1.with", "agreements: none", "Moonshot AI")
    # Not the same none: that of an agreement says that it has no end.
    assert FactRow("agreements.1.expires", "agreements: none", "none") in rows
    assert "agreements" not in {row.path for row in rows}
    of_agreements = [(fact.before, fact.mark) for fact in memo.facts if fact.path.startswith("agreements")]
    assert len(of_agreements) > 1
    assert set(of_agreements) == {("agreements: none", "changed")}


def test_an_agreement_that_is_gone_is_told_part_by_part() -> None:
    rows = since((NO_AGREEMENT, AGREED)).facts
    assert rows[0] == FactRow("agreements.1.with", "Moonshot AI", "agreements: none")


def test_a_share_written_in_another_form_is_no_change() -> None:
    assert since(("maker: 80,", "maker: {percent: 80, votes: 80},")).facts == ()
    assert since(("maker: 80,", "maker: {percent: 80, from: 2020-01-01},")).facts == (
        FactRow("entities.top.owns.maker.from", "2020-01-01", "entities.top.owns.maker: 80"),
    )


def test_lists_written_in_another_form_are_compared_item_by_item() -> None:
    access = "access: [self-hosted, {hosts: [Host], certified: no}]"
    assert since((access, "access: [self-hosted, moonshot, moonshot]")).facts == (
        FactRow("offerings.desk.access.2.hosts", "offerings.desk.access.2: moonshot", "[Host]"),
        FactRow("offerings.desk.access.2.certified", "offerings.desk.access.2: moonshot", "no"),
        FactRow("offerings.desk.access.3", "moonshot", ""),
    )
    held = "owns: {maker: 80, sister: 100}"
    assert since((held, "owns: [maker, sister]")).facts == (
        FactRow("entities.top.owns.maker", "maker", "80"),
        FactRow("entities.top.owns.sister", "sister", "100"),
    )


def test_a_changed_answer_comes_with_what_was_found_beside_it() -> None:
    (row,) = since(SIGNED, agreements=AGREED).answers
    assert row.before == (("yes", "no"), ())
    assert row.after is not None
    assert row.after.answer == ("yes", "yes")
    (late,) = row.after.findings
    assert late.startswith("the agreement took effect on 2026-10-01, after the duty arose")
    assert late.endswith("leaves out the past")


def test_a_finding_that_is_gone_is_a_change_also_where_the_answer_stays() -> None:
    for_the_past = AGREED.replace("covers_past_use: no", "covers_past_use: yes")
    change = ("covers_past_use: yes", "covers_past_use: no")
    found = since(change, agreements=for_the_past)
    (row,) = found.answers
    assert row.before is not None
    assert row.after == (row.before.answer, ())
    assert [(each.task.kind, each.ended) for each in found.ended] == [("cure", "gone")]
    (use,) = against(change, agreements=for_the_past).uses
    assert [(clause.id, clause.before) for clause in use.clauses if clause.mark] == [("separate-agreement", None)]


def test_a_task_that_is_done_is_listed() -> None:
    ended = [(row.task.what, row.ended) for row in since(SIGNED, agreements=AGREED).ended if row.task.kind == "do"]
    assert ended == [("have a separate agreement with Moonshot AI", "done")]


def test_a_duty_that_is_no_longer_kept_has_not_ended() -> None:
    assert "keep" not in {row.task.kind for row in since((NO_AGREEMENT, AGREED)).ended}


def test_a_task_of_a_clause_that_no_longer_applies_is_not_asked_for_any_more() -> None:
    alone = NOW.replace("owns: {maker: 80, sister: 100}", "owns: {maker: 80}")
    ended = since(("owns: {maker: 80}", "owns: {maker: 80, sister: 100}"), text=alone).ended
    assert [row.ended for row in ended if row.task.kind == "do"] == ["gone"]


def test_days_that_have_come_in_between_are_listed() -> None:
    found = since(("as_of: 2026-11-30", "as_of: 2026-07-31"))
    assert found.as_of.isoformat() == "2026-07-31"
    assert found.days == (DayRow("offerings.desk.first_used", "2026-08-01"),)
    assert since(("as_of: 2026-11-30", "as_of: 2026-08-01")).days == ()


def test_the_last_day_of_an_agreement_has_come_once_it_is_over() -> None:
    ended = AGREED.replace("expires: none", "expires: 2026-11-29")
    assert since(("as_of: 2026-11-30", "as_of: 2026-11-29"), agreements=ended).days == (
        DayRow("agreements.1.expires", "2026-11-29"),
    )
    ended = AGREED.replace("expires: none", "expires: 2026-11-30")
    assert since(("as_of: 2026-11-30", "as_of: 2026-11-29"), agreements=ended).days == ()
