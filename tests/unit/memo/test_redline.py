"""A memo compared with an older profile: what is marked, and what is listed as changed."""

from k3license.answers.cases import Options
from k3license.cli.profiles import catalog
from k3license.cli.report import material
from k3license.engine.agreement import Engines
from k3license.memo.memo import Memo, memo_of
from k3license.memo.redline import redlined
from k3license.memo.since import FactRow
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


def against(*changes: tuple[str, str]) -> Memo:
    """Return the memo of the profile, compared with one in which the changes are not made yet."""
    before = NOW
    for now, older in changes:
        assert before.count(now) == 1, now
        before = before.replace(now, older)
    loaded, older_loaded = (load_profile(text.encode(), name="x", known=catalog().known) for text in (NOW, before))
    memo, older_memo = (
        memo_of(material(each, Options(engines=Engines.BUILTIN), name="x", looking_ahead=False))
        for each in (loaded, older_loaded)
    )
    return redlined(memo, older_memo, loaded=loaded, older_loaded=older_loaded)


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
