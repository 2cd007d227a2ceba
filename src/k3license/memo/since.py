"""What changed since an older profile, as records."""

from datetime import date
from typing import Literal, NamedTuple, TypeAlias

from k3license.memo.shown import Answered, For
from k3license.memo.tasks import Task

# Whether what was to be done is done and goes on as a duty, or is no longer asked for.
Ended: TypeAlias = Literal["done", "gone"]


class FactRow(NamedTuple):
    """
    A fact as the older profile states it and as this one does; empty where one says nothing.

    Where a word stands for a whole block or list, as in `agreements: none`, it comes with its path.
    """

    path: str
    before: str
    after: str


class AnswerTold(NamedTuple):
    """An answer with what was found beside it, such as a late agreement."""

    answer: Answered
    findings: tuple[str, ...]


class AnswerRow(NamedTuple):
    """An answer before and after; None where the use is in one of the profiles alone."""

    of: For
    before: AnswerTold | None
    after: AnswerTold | None


class TaskRow(NamedTuple):
    """A task of the older memo that this one does not have; its purposes are those that it is no longer for."""

    task: Task
    ended: Ended


class DayRow(NamedTuple):
    """A day as the profile states it of a fact, that has come since the older day asked about."""

    path: str
    stated: str


class AmountRow(NamedTuple):
    """An amount beside its limit before and after; empty where it is in one of the profiles alone."""

    of: For
    says: str
    before: str
    after: str


class Since(NamedTuple):
    """
    What changed since the older profile *name*, answered as of *as_of* with the verdict *before*.

    *days* have come since then: they change answers although no fact was changed.
    """

    name: str
    as_of: date
    before: str
    days: tuple[DayRow, ...]
    ended: tuple[TaskRow, ...]
    answers: tuple[AnswerRow, ...]
    facts: tuple[FactRow, ...]
    settled: tuple[str, ...]
    asked: tuple[str, ...]
    amounts: tuple[AmountRow, ...]
