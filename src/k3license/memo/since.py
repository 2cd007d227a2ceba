"""What changed since an older profile, as records."""

from datetime import date
from typing import NamedTuple

from k3license.memo.shown import Answered, For


class FactRow(NamedTuple):
    """A fact as the older profile states it and as this one does; empty where one says nothing."""

    path: str
    before: str
    after: str


class AnswerRow(NamedTuple):
    """An answer before and after; None where the use is in one of the profiles alone."""

    of: For
    before: Answered | None
    after: Answered | None


class AmountRow(NamedTuple):
    """An amount beside its limit before and after; empty where it is in one of the profiles alone."""

    of: For
    says: str
    before: str
    after: str


class Since(NamedTuple):
    """What changed since the older profile *name*, answered as of *as_of* with the verdict *before*."""

    name: str
    as_of: date
    before: str
    answers: tuple[AnswerRow, ...]
    facts: tuple[FactRow, ...]
    settled: tuple[str, ...]
    asked: tuple[str, ...]
    amounts: tuple[AmountRow, ...]
