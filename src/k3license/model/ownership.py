"""
Who holds and controls whom: the plain records that membership of a group is computed from.

Named tuples, since all of these are made at each start (docs/decisions/0006-lazy-imports.md).
"""

from collections.abc import Mapping
from datetime import date
from enum import Enum
from typing import NamedTuple, NewType

from k3license.model.ranges import Range
from k3license.model.truth import Truth

EntityId = NewType("EntityId", str)


class EntityKind(Enum):
    """What an entity is, as far as a reading of "affiliate" can ask."""

    COMPANY = "company"
    PERSON = "person"
    FUND = "fund"
    STATE = "state"


class Holder(NamedTuple):
    """
    An entity of the structure.

    *kind* None is unknown: it may be any of them.  *dissolved* is the first day on
    which it no longer exists.  *branch_of* names the entity whose legal person it is.
    """

    id: EntityId
    kind: EntityKind | None = None
    dissolved: date | None = None
    branch_of: EntityId | None = None


class Holding(NamedTuple):
    """
    A stake of *owner* in *owned*, in percent of the whole (50 is half).

    *percent* is the economic share, *votes* the share of the votes; a range, unbounded
    where unknown (between 0 and 100).  In force from *start* (inclusive; None: always)
    until *end* (exclusive; None: no end).  *held_for* is the principal of a nominee.
    """

    owner: EntityId
    owned: EntityId
    percent: Range
    votes: Range
    path: str
    start: date | None = None
    end: date | None = None
    held_for: EntityId | None = None


class ControlFact(NamedTuple):
    """
    A declared fact by which *controller* controls *controlled* without (or beside) a stake.

    *perhaps* is a fact of which it is not known whether it holds (a date is unknown).
    """

    controller: EntityId
    controlled: EntityId
    by: str
    path: str
    start: date | None = None
    end: date | None = None
    perhaps: bool = False


class VotingOption(NamedTuple):
    """Votes (in percent of the whole) that *holder* could obtain in *target*; *exercisable* now or not."""

    holder: EntityId
    target: EntityId
    votes: Range
    path: str
    exercisable: bool = True


class JointControl(NamedTuple):
    """An agreement by which *parties* decide on *controlled* only together."""

    controlled: EntityId
    parties: tuple[EntityId, ...]
    path: str


class FundManagement(NamedTuple):
    """*manager* manages the fund *managed*; by itself not control."""

    manager: EntityId
    managed: EntityId
    path: str


class Structure(NamedTuple):
    """All that a profile says about holdings and control, in file order."""

    holders: Mapping[EntityId, Holder]
    holdings: tuple[Holding, ...] = ()
    control: tuple[ControlFact, ...] = ()
    acting_together: tuple[tuple[EntityId, ...], ...] = ()
    joint_control: tuple[JointControl, ...] = ()
    options: tuple[VotingOption, ...] = ()
    fund_management: tuple[FundManagement, ...] = ()


class Step(NamedTuple):
    """
    One link of the reason for a membership.

    *holders* together hold *held* (percent of the countable votes, or the economic
    product where the reading multiplies) in *target*, or one of them controls it *by*
    a declared fact.  *paths* are the profile paths relied on, *since* the first day.
    """

    holders: tuple[EntityId, ...]
    target: EntityId
    held: Range | None
    by: str | None
    paths: tuple[str, ...]
    since: date | None = None


class Membership(NamedTuple):
    """
    Whether an entity belongs to the licensee's group on a day, and why.

    *because* is the shortest chain of steps that makes it a member (yes), or that
    would (unknown).  *lacks* says in words what is missing for an entity that is not
    surely one.  *open_paths* are the profile paths of the unknown facts on which an
    unknown membership turns, in file order.
    """

    entity: EntityId
    member: Truth
    because: tuple[Step, ...] = ()
    lacks: str | None = None
    open_paths: tuple[str, ...] = ()


def change_points(structure: Structure, *, after: date, until: date) -> list[date]:
    """Return the days after *after*, up to and including *until*, from which anything is different."""
    dates = [
        day for stated in (structure.holdings, structure.control) for each in stated for day in (each.start, each.end)
    ]
    dates += [holder.dissolved for holder in structure.holders.values()]
    return sorted({day for day in dates if day is not None and after < day <= until})
