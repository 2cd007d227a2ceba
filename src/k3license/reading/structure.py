"""Who holds and controls whom, from the short and the long forms of a profile."""

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from k3license.model.ownership import (
    ControlFact,
    EntityId,
    EntityKind,
    FundManagement,
    Holder,
    Holding,
    JointControl,
    Structure,
    VotingOption,
)
from k3license.model.ranges import ZERO, Range
from k3license.model.truth import Truth
from k3license.model.unknown import Unknown
from k3license.profile.records import HoldingRecord, Profile, Stake

_WHOLE: Final = Range(Decimal(0), Decimal(100))
# Owner, owned, class of shares, principal, and the share where that alone tells two classes apart.
_Identity: TypeAlias = tuple[EntityId, EntityId, str | None, EntityId | None, tuple[Range, Range | None] | None]


class Stated(NamedTuple):
    """One statement of a stake, and its path."""

    record: Stake | HoldingRecord
    path: str

    @property
    def sure(self) -> bool:
        """True if it is known when the statement holds."""
        return not isinstance(self.record.start, Unknown) and not isinstance(self.record.end, Unknown)

    def holds(self, start: date, end: date) -> bool:
        """Return whether it holds from *start* until *end*; an unknown date rules nothing out."""
        first, last = _known(self.record.start, date.min), _known(self.record.end, date.max)
        return first <= start and end <= last


def structure_of(profile: Profile) -> Structure:
    """
    Return the holdings and the control facts of a profile.

    The same stake stated twice counts once.  Of a stake with an unknown date it is
    unknown whether it holds, so it may be nothing; control with an unknown date is like
    votes between none and all, and an option that may not be exercisable may give none.
    """
    control = _control(profile)
    return Structure(
        holders={
            id: Holder(
                id,
                None if isinstance(entity.kind, Unknown) else EntityKind(entity.kind),
                entity.dissolved,
                entity.branch_of,
            )
            for id, entity in profile.entities.items()
        },
        holdings=tuple(_holdings(profile)),
        control=control,
        acting_together=profile.acting_together,
        joint_control=tuple(
            JointControl(each.controlled, each.parties, f"joint_control.{number}")
            for number, each in enumerate(profile.joint_control, start=1)
        ),
        options=tuple(
            VotingOption(
                each.holder,
                each.target,
                _perhaps(each.votes) if each.exercisable is Truth.UNKNOWN else each.votes,
                f"options.{number}",
                each.exercisable is not Truth.NO,
            )
            for number, each in enumerate(profile.options, start=1)
        ),
        fund_management=tuple(
            FundManagement(entity.managed_by, id, f"entities.{id}.managed_by")
            for id, entity in profile.entities.items()
            if entity.managed_by is not None
        ),
    )


def contradictory_stakes(profile: Profile) -> list[tuple[Stated, Stated]]:
    """Return each statement of a stake that an earlier one of the same stake contradicts, after that one."""
    found = []
    for statements in stakes(profile).values():
        for index, later in enumerate(statements):
            for earlier in statements[:index]:
                if earlier.sure and later.sure and _contradict(earlier, later):
                    found.append((earlier, later))
                    break
    return found


def stakes(profile: Profile) -> dict[_Identity, list[Stated]]:
    """
    Return all statements of each stake, in the order of the file's blocks.

    Two different shares of one holder in the long form are two stakes, as of two classes
    of shares; not so beside a short form, which is of all of them, or within a named class.
    """
    found: dict[_Identity, list[Stated]] = {}
    for owner, entity in profile.entities.items():
        for owned, stake in entity.owns.items():
            stated = Stated(stake, f"entities.{owner}.owns.{owned}")
            found.setdefault((owner, owned, None, None, None), []).append(stated)
    for number, record in enumerate(profile.ownership, start=1):
        stake_of = (record.owner, record.owned, record.share_class, record.nominee_for)
        by_share = record.share_class is None and (*stake_of, None) not in found
        identity = (*stake_of, (record.percent, record.votes) if by_share else None)
        found.setdefault(identity, []).append(Stated(record, f"ownership.{number}"))
    return found


def _holdings(profile: Profile) -> Iterable[Holding]:
    for (owner, owned, _, principal, _), statements in stakes(profile).items():
        days = {date.min, date.max}
        for record, _ in statements:
            days |= {_known(record.start, date.min), _known(record.end, date.max)}
        last: Holding | None = None
        for start, end in pairwise(sorted(days)):
            inside = [each for each in statements if each.holds(start, end)]
            if not inside:
                continue
            percent, votes = _together(inside)
            since = None if start == date.min else start
            until = None if end == date.max else end
            if last is not None and (last.end, last.percent, last.votes) == (since, percent, votes):
                last = last._replace(end=until)
                continue
            if last is not None:
                yield last
            last = Holding(owner, owned, percent, votes, inside[0].path, since, until, principal)
        if last is not None:
            yield last


def _together(statements: Sequence[Stated]) -> tuple[Range, Range]:
    """Return percentage and votes of a stake while all of *statements* may hold."""
    sure = [each.record for each in statements if each.sure]
    if sure:
        percent = _common([each.percent for each in sure])
        votes = [each.votes for each in sure if each.votes is not None]
        return percent, _common(votes) if votes else percent
    percent, votes_too = ZERO, ZERO
    for record, _ in statements:
        percent = percent.hull(record.percent)
        votes_too = votes_too.hull(record.percent if record.votes is None else record.votes)
    return percent, votes_too


def _common(ranges: Sequence[Range]) -> Range:
    result = _WHOLE
    for each in ranges:
        result = result.intersection(each)
    return result


def _contradict(one: Stated, other: Stated) -> bool:
    start = max(_known(one.record.start, date.min), _known(other.record.start, date.min))
    end = min(_known(one.record.end, date.max), _known(other.record.end, date.max))
    if start >= end:
        return False
    if one.record.percent.intersection(other.record.percent).empty:
        return True
    both = one.record.votes, other.record.votes
    return both[0] is not None and both[1] is not None and both[0].intersection(both[1]).empty


def _control(profile: Profile) -> tuple[ControlFact, ...]:
    """Return the control facts; one of which a date is unknown holds perhaps, between the dates that are known."""
    return tuple(
        ControlFact(
            record.controller,
            record.controlled,
            record.by,
            f"control.{number}",
            None if isinstance(record.start, Unknown) else record.start,
            None if isinstance(record.end, Unknown) else record.end,
            isinstance(record.start, Unknown) or isinstance(record.end, Unknown),
        )
        for number, record in enumerate(profile.control, start=1)
    )


def _perhaps(votes: Range) -> Range:
    return ZERO.hull(votes)


def _known(day: date | Unknown | None, otherwise: date) -> date:
    return day if isinstance(day, date) else otherwise
