"""A memo compared with that of an older profile: what is new or changed is marked."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from typing import Final, NamedTuple

from k3license.answers.cited import cited
from k3license.memo.clauses import Clause, UseShown
from k3license.memo.facts import FactShown
from k3license.memo.group import GroupShown, MemberShown
from k3license.memo.memo import Conclusion, Memo
from k3license.memo.questions import Addressee
from k3license.memo.shown import For, Mark, UseId, quoted_fact
from k3license.memo.since import AmountRow, AnswerRow, AnswerTold, DayRow, FactRow, Since, TaskRow
from k3license.memo.tasks import Task
from k3license.model.errors import NotUnderstood
from k3license.reading.layout import fact_path, path_text, way_to
from k3license.reading.profiles import LoadedProfile
from k3license.text.flow import flow_text
from k3license.text.periods import parse_date
from k3license.text.walking import TextTree

# What a profile says of itself, and not of the world.
_NOT_FACTS: Final = ("profile", "name", "as_of", "sources")
# Keys of days on which something begins or is over, and of the last day on which something holds.
_TURNS: Final = frozenset(
    {"from", "until", "effective_from", "offered_from", "offered_until", "first_used", "dissolved"}
)
_LAST_DAY: Final = "expires"
# Words that may stand for a whole block or list.
_FOR_ALL: Final = ("none", "unknown")

Statements = Mapping[str, str]
# An answer by offering, license and requirement.
AnswerId = tuple[UseId, str]


def redlined(memo: Memo, older: Memo, *, loaded: LoadedProfile, older_loaded: LoadedProfile) -> Memo:
    """Return *memo* with marks on what *older* does not say or says otherwise."""
    return memo._replace(
        since=_since(memo, older, loaded, older_loaded),
        tasks=tuple(_marked_tasks(memo, older)),
        conclusions=tuple(_marked_conclusions(memo, older)),
        facts=tuple(_marked_facts(memo, loaded, older_loaded)),
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
        days=tuple(_days(_statements(loaded), after=older.as_of, until=memo.as_of)),
        ended=tuple(_ended_tasks(memo, older)),
        answers=tuple(_answer_rows(memo, older)),
        facts=tuple(_fact_rows(older_loaded, loaded)),
        settled=tuple(question for path, question in before.items() if path not in after),
        asked=tuple(question for path, question in after.items() if path not in before),
        amounts=tuple(_amount_rows(memo, older)),
    )


# The rows of what changed


def _days(stated: Statements, *, after: date, until: date) -> Iterator[DayRow]:
    """Yield the days stated on which something began or was over, after one day and not after the other."""
    found = [(day, DayRow(path, stated[path])) for path in stated for day in _turn(path, stated[path])]
    yield from (row for day, row in sorted(found) if after < day <= until)


def _turn(path: str, stated: str) -> Iterator[date]:
    """Yield the first day that a fact makes different, if it is a day."""
    key = path.rpartition(".")[2]
    if key not in _TURNS and key != _LAST_DAY:
        return
    try:
        day = parse_date(stated)
    except NotUnderstood:
        return
    yield day + timedelta(days=1) if key == _LAST_DAY else day


def _ended_tasks(memo: Memo, older: Memo) -> Iterator[TaskRow]:
    """Yield what was to be done and is no longer, save answers, whose questions are listed, and what came to be due."""
    going_on = {(task.what, task.who) for task in memo.tasks if task.kind in ("keep", "renew")}
    open_still = {(task.what, task.who) for task in memo.tasks if task.kind == "do"} | going_on
    for task in older.tasks:
        same = (task.what, task.who)
        if task.kind == "answer" or (task.kind in ("prepare", "keep", "renew") and same in open_still):
            continue
        now = {
            of for each in memo.tasks if (each.kind, each.what, each.who) == (task.kind, *same) for of in each.purposes
        }
        purposes = tuple(of for of in task.purposes if of not in now)
        if purposes:
            done = task.kind == "do" and same in going_on
            yield TaskRow(task._replace(purposes=purposes), "done" if done else "gone")


def _answer_rows(memo: Memo, older: Memo) -> Iterator[AnswerRow]:
    before, after = _answers(older), _answers(memo)
    for id in dict.fromkeys((*after, *before)):
        old, new = before.get(id), after.get(id)
        use, clause = new or old  # type: ignore[misc]  # one of them is there
        row = AnswerRow(For(use.offering, use.license, clause.section, clause.title), _told(old), _told(new))
        if row.before != row.after:
            yield row


def _told(found: tuple[UseShown, Clause] | None) -> AnswerTold | None:
    return None if found is None else AnswerTold(found[1].answer, found[1].findings)


def _answers(memo: Memo) -> Mapping[AnswerId, tuple[UseShown, Clause]]:
    return {(use.id, clause.id): (use, clause) for use in memo.uses for clause in use.clauses}


def _fact_rows(older: LoadedProfile, loaded: LoadedProfile) -> Iterator[FactRow]:
    for path in dict.fromkeys(_smallest_facts(older, loaded)):
        old, new = _said(older, path), _said(loaded, path)
        if not old.says_the_same_as(new):
            yield FactRow(path, old.quoted, new.quoted)


def _smallest_facts(older: LoadedProfile, loaded: LoadedProfile) -> Iterator[str]:
    """Yield the paths of all facts; of what one profile states in parts, those of its parts in both."""
    for path in (*_statements(loaded), *_statements(older)):
        old, new = older.provenance.stated(path), loaded.provenance.stated(path)
        if _parts(old):
            yield from _items(path, new, beside=old)
        elif _parts(new):
            yield from _items(path, old, beside=new)
        else:
            yield path


def _items(path: str, node: TextTree, *, beside: TextTree) -> Iterator[str]:
    """Yield the paths of single texts in a list that another profile states in parts: by id *beside* a block."""
    stated = dict(_parts(beside))
    for number, item in enumerate(node if isinstance(node, list) else (), start=1):
        key = item if isinstance(beside, dict) and isinstance(item, str) else str(number)
        if not _parts(stated.get(key)):
            yield f"{path}.{key}"


class _Said(NamedTuple):
    """What a profile states of a fact (empty for nothing), and the path of the short form that says it, if one does."""

    text: str
    short_form: str

    @property
    def quoted(self) -> str:
        text = quoted_fact(self.text)
        return f"{self.short_form}: {text}" if self.short_form else text

    def says_the_same_as(self, other: "_Said") -> bool:
        """Return whether both state the same: not so if a word stands for more than the fact in one of them."""
        if self.short_form != other.short_form and self.text in _FOR_ALL:
            return False
        return self.text == other.text


def _said(loaded: LoadedProfile, path: str) -> _Said:
    stated = loaded.provenance.stated(path)
    if stated is None:
        return _Said("", "")
    passed, rest = way_to(loaded.tree, fact_path(loaded.tree, path))
    # A wrapper of evidence is no step of a path.
    steps = tuple(step for step in passed[-1].at if step != "value")
    return _Said(flow_text(stated), path_text(steps) if rest else "")


def _statements(loaded: LoadedProfile) -> Statements:
    """Return every fact that the file states, by its path, without its evidence."""
    stated = loaded.provenance.stated("")
    assert isinstance(stated, dict)
    facts: TextTree = {key: value for key, value in stated.items() if key not in _NOT_FACTS}
    return dict(_leaves("", facts))


def _leaves(path: str, node: TextTree) -> Iterator[tuple[str, str]]:
    parts = _parts(node)
    for key, part in parts:
        yield from _leaves(f"{path}.{key}" if path else key, part)
    if not parts:
        yield path, flow_text(node)


def _parts(node: TextTree) -> list[tuple[str, TextTree]]:
    """Return the parts of a statement by their keys or numbers; none of a list of single texts, which is one fact."""
    if isinstance(node, dict):
        return list(node.items())
    if isinstance(node, list) and any(isinstance(part, dict | list) for part in node):
        return [(str(number), part) for number, part in enumerate(node, start=1)]
    return []


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


def _marked_facts(memo: Memo, loaded: LoadedProfile, older_loaded: LoadedProfile) -> Iterator[FactShown]:
    for fact in memo.facts:
        before = cited(older_loaded.provenance, fact.path)
        backed = (before.document or before.source or "", before.by or "", before.as_of)
        said = _said(older_loaded, fact.path)
        if before.stated is None:
            yield fact._replace(mark="new")
        elif not said.says_the_same_as(_said(loaded, fact.path)):
            yield fact._replace(before=said.quoted, mark="changed")
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
    if answer != clause.answer:
        return clause._replace(before=answer, mark="changed")
    return clause if before[1].findings == clause.findings else clause._replace(mark="changed")


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
