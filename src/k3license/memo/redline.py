"""A memo compared with that of an older profile: what is new or changed is marked."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from k3license.answers.cited import cited
from k3license.memo.clauses import Clause, UseShown
from k3license.memo.facts import FactShown
from k3license.memo.group import GroupShown, MemberShown
from k3license.memo.memo import Conclusion, Memo
from k3license.memo.questions import Addressee
from k3license.memo.shown import For, Mark, UseId, quoted_fact
from k3license.memo.since import AmountRow, AnswerRow, FactRow, Since
from k3license.memo.tasks import Task
from k3license.reading.profiles import LoadedProfile
from k3license.text.flow import flow_text
from k3license.text.walking import TextTree

# What a profile says of itself, and not of the world.
_NOT_FACTS: Final = ("profile", "name", "as_of", "sources")

Statements = Mapping[str, str]
# An answer by offering, license and requirement.
AnswerId = tuple[UseId, str]


def redlined(memo: Memo, older: Memo, *, loaded: LoadedProfile, older_loaded: LoadedProfile) -> Memo:
    """Return *memo* with marks on what *older* does not say or says otherwise."""
    return memo._replace(
        since=_since(memo, older, loaded, older_loaded),
        tasks=tuple(_marked_tasks(memo, older)),
        conclusions=tuple(_marked_conclusions(memo, older)),
        facts=tuple(_marked_facts(memo, older_loaded)),
        uses=tuple(_marked_use(each, _answers(older)) for each in memo.uses),
        addressees=tuple(_marked_questions(each, _questions(older)) for each in memo.addressees),
        groups=tuple(_marked_group(each, older.groups) for each in memo.groups),
    )


def _since(memo: Memo, older: Memo, loaded: LoadedProfile, older_loaded: LoadedProfile) -> Since:
    before, after = _questions(older), _questions(memo)
    return Since(
        name=older.name,
        as_of=older.as_of,
        before=older.verdict,
        answers=tuple(_answer_rows(memo, older)),
        facts=tuple(_fact_rows(_statements(older_loaded), _statements(loaded))),
        settled=tuple(question for path, question in before.items() if path not in after),
        asked=tuple(question for path, question in after.items() if path not in before),
        amounts=tuple(_amount_rows(memo, older)),
    )


# The rows of what changed


def _answer_rows(memo: Memo, older: Memo) -> Iterator[AnswerRow]:
    before, after = _answers(older), _answers(memo)
    for id in dict.fromkeys((*after, *before)):
        old, new = before.get(id), after.get(id)
        if old is None or new is None or old[1].answer != new[1].answer:
            use, clause = new or old  # type: ignore[misc]  # one of them is there
            yield AnswerRow(
                of=For(use.offering, use.license, clause.section, clause.title),
                before=None if old is None else old[1].answer,
                after=None if new is None else new[1].answer,
            )


def _answers(memo: Memo) -> Mapping[AnswerId, tuple[UseShown, Clause]]:
    return {(use.id, clause.id): (use, clause) for use in memo.uses for clause in use.clauses}


def _fact_rows(before: Statements, after: Statements) -> Iterator[FactRow]:
    for path in dict.fromkeys((*after, *before)):
        if before.get(path) != after.get(path):
            yield FactRow(path, quoted_fact(before.get(path)), quoted_fact(after.get(path)))


def _statements(loaded: LoadedProfile) -> Statements:
    """Return every fact that the file states, by its path, without its evidence."""
    stated = loaded.provenance.stated("")
    assert isinstance(stated, dict)
    facts: TextTree = {key: value for key, value in stated.items() if key not in _NOT_FACTS}
    return dict(_leaves("", facts))


def _leaves(path: str, node: TextTree) -> Iterator[tuple[str, str]]:
    if isinstance(node, dict) and node:
        for key, part in node.items():
            yield from _leaves(f"{path}.{key}" if path else key, part)
    elif isinstance(node, list) and any(isinstance(part, dict | list) for part in node):
        for number, part in enumerate(node, start=1):
            yield from _leaves(f"{path}.{number}", part)
    else:
        yield path, flow_text(node)


def _amount_rows(memo: Memo, older: Memo) -> Iterator[AmountRow]:
    before = {(limit.use, limit.says): limit.amount for limit in older.limits}
    for limit in memo.limits:
        amount = before.get((limit.use, limit.says), limit.amount)
        if amount != limit.amount:
            yield AmountRow(limit.of, limit.says, amount, limit.amount)


def _questions(memo: Memo) -> Mapping[str, str]:
    return {question.path: question.question for each in memo.addressees for question in each.questions}


# Marks


def _new_unless(known: bool) -> Mark:
    return "" if known else "new"


def _marked_tasks(memo: Memo, older: Memo) -> Iterator[Task]:
    known = {(task.kind, task.what, task.who) for task in older.tasks}
    for task in memo.tasks:
        yield task._replace(mark=_new_unless((task.kind, task.what, task.who) in known))


def _marked_conclusions(memo: Memo, older: Memo) -> Iterator[Conclusion]:
    verdicts = {each.id: each.verdict for each in older.conclusions}
    for each in memo.conclusions:
        before = verdicts.get(each.id, "")
        if before == each.verdict:
            yield each
        else:
            yield each._replace(before=before, mark="changed" if before else "new")


def _marked_facts(memo: Memo, older_loaded: LoadedProfile) -> Iterator[FactShown]:
    provenance = older_loaded.provenance
    for fact in memo.facts:
        before = cited(provenance, fact.path)
        backed = (before.document or before.source or "", before.by or "", before.as_of)
        stated = quoted_fact(before.stated)
        if before.stated is None:
            yield fact._replace(mark="new")
        elif stated != fact.stated:
            yield fact._replace(before=stated, mark="changed")
        elif backed != (fact.source, fact.by, fact.dated):
            yield fact._replace(mark="changed")
        else:
            yield fact


def _marked_use(use: UseShown, before: Mapping[AnswerId, tuple[UseShown, Clause]]) -> UseShown:
    clauses = (_marked_clause(clause, before.get((use.id, clause.id))) for clause in use.clauses)
    return use._replace(clauses=tuple(clauses))


def _marked_clause(clause: Clause, before: tuple[UseShown, Clause] | None) -> Clause:
    if before is None:
        return clause._replace(mark="new")
    answer = before[1].answer
    return clause if answer == clause.answer else clause._replace(before=answer, mark="changed")


def _marked_questions(each: Addressee, before: Statements) -> Addressee:
    questions = (question._replace(mark=_new_unless(question.path in before)) for question in each.questions)
    return each._replace(questions=tuple(questions))


def _marked_group(group: GroupShown, older: Iterable[GroupShown]) -> GroupShown:
    before = next((each for each in older if each.id == group.id), None)
    if before is None:
        return group
    states = {member.name: member.state for member in before.members}
    names = {member.name for member in group.members}
    return group._replace(
        members=tuple(_marked_member(member, states.get(member.name)) for member in group.members),
        left=tuple(member.name for member in before.members if member.name not in names),
    )


def _marked_member(member: MemberShown, before: str | None) -> MemberShown:
    if before == member.state:
        return member
    return member._replace(mark="new" if before is None else "changed")
