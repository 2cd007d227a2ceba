"""Changes to facts, and what the answers are with and without them."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from k3license.model.assessment import Answer, Run, Verdict

About: TypeAlias = Literal["anybody", "licensee", "this-offering", "other-offerings"]
Who: TypeAlias = Literal["licensee", "owner", "others", "nobody"]


class PossibleChange(NamedTuple):
    """
    A kind of change that may be tried.

    *field* is a field of a profile with a star for each name or place, *value* what it is to be
    or, if it *adds*, an item that is put into its list; both may have words in braces to put in.
    *also* are other facts of the same block with the values that they then have, where they contradict it.
    *about* restricts what it is tried on, *if_absent* is what a field means that is left out
    (None: unknown), *measure* the quantity and scope of a limit that the requirement must have.
    *who* can bring it about, and it *says* what to do or what would have to be so.
    """

    id: str
    field: str
    value: Any
    adds: bool
    also: Mapping[str, Any]
    about: About
    if_absent: str | None
    measure: tuple[str, str] | None
    who: Who
    says: str


class Change(NamedTuple):
    """One fact by its path, as written before and after; *before* is None where nothing was stated."""

    path: str
    before: str | None
    after: str


class WhatIf(NamedTuple):
    """
    The same profile assessed twice; *after* is None where nothing is left to assess.

    *notes* say of changes why they may do less than expected.
    """

    changes: tuple[Change, ...]
    before: Run
    after: Run | None
    notes: tuple[str, ...] = ()


class Action(NamedTuple):
    """A change in words, and in the profile; *who* can bring it about: "licensee", "others" or "nobody"."""

    id: str
    says: str
    who: str
    changes: tuple[Change, ...]


class Flip(NamedTuple):
    """
    A smallest set of changes that leads to another answer: none of them does without the others.

    *verdict* is that of the offering with the changes made, *answers* are those to the
    requirements that then differ; *who* can bring all of it about, and whether it makes things *better*
    (not worse).
    """

    actions: tuple[Action, ...]
    who: str
    better: bool
    verdict: Verdict
    answers: Mapping[str, Answer]
