"""
Laws of group membership, on small structures drawn at random.

A short search by default; `K3LICENSE_SEARCH=50 pytest tests/properties/test_group.py`
tries fifty times as many examples.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from itertools import combinations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from k3license.facts.group.members import NOTHING_ASSUMED, Group, members
from k3license.model.ownership import ControlFact, EntityId, EntityKind, Holder, Holding, Structure
from k3license.model.ranges import ANY, Range, exactly
from k3license.model.truth import Truth
from tests.properties.plain_groups import PlainGroups

SEARCH = int(os.environ.get("K3LICENSE_SEARCH", "1"))
NAMES = tuple(EntityId(name) for name in "LABCDE")
L = NAMES[0]
DAY = date(2026, 6, 30)
CONTROL = ("more-than-half", "half-or-more")
READINGS = (*CONTROL, "multiplied-ownership", "significant-influence")
COMMON_OWNERS = ("not-states", "anyone", "companies-only")
PERCENTAGES = ("0", "5", "10", "19.99", "20", "25", "30", "40", "45", "49.99", "50", "50.01", "55", "60", "75", "100")
BY = ("board majority", "contract", "board half", "de facto")


def search(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return settings(
        max_examples=examples * SEARCH,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


def group(
    structure: Structure,
    reading: str,
    common_owner: str = "not-states",
    assumed: Mapping[EntityId, bool] = NOTHING_ASSUMED,
) -> Group:
    return members(
        structure,
        L,
        as_of=DAY,
        reading=reading,
        common_owner=common_owner,
        listed_down_to=Decimal(0),
        assumed=assumed,
    )


def sure(found: Group) -> set[EntityId]:
    return {entity for entity, member in found.truths.items() if member is Truth.YES}


def possible(found: Group) -> set[EntityId]:
    return set(found.truths)


def _stakes(draw: st.DrawFn, owned: EntityId, *, with_votes: bool) -> list[Holding]:
    """Holdings in one entity that come to no more than the whole, in shares and in votes."""
    holdings: list[Holding] = []
    for owner in draw(st.lists(st.sampled_from(NAMES), max_size=3)):
        percent = Decimal(draw(st.sampled_from(PERCENTAGES)))
        votes = Decimal(draw(st.sampled_from(PERCENTAGES))) if with_votes and draw(st.booleans()) else percent
        so_far = [sum(Decimal(h.percent.low or 0) for h in holdings), sum(Decimal(h.votes.low or 0) for h in holdings)]
        if so_far[0] + percent <= 100 and so_far[1] + votes <= 100:
            path = f"{owner}>{owned}#{len(holdings)}"
            holdings.append(Holding(owner, owned, exactly(percent), exactly(votes), path))
    return holdings


@st.composite
def structures(draw: st.DrawFn, *, facts: bool = True, kinds: bool = True, with_votes: bool = True) -> Structure:
    """Fully known structures without contradictions: nobody holds shares in a person or a state."""
    kind = st.sampled_from((EntityKind.COMPANY, EntityKind.COMPANY, EntityKind.FUND, *EntityKind))
    holders = {name: Holder(name, draw(kind) if kinds else EntityKind.COMPANY) for name in NAMES}
    heldable = [n for n, h in holders.items() if h.kind in (EntityKind.COMPANY, EntityKind.FUND)]
    holdings = [h for name in heldable for h in _stakes(draw, name, with_votes=with_votes)]
    control, pools = [], []
    if facts and heldable:
        pairs = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(heldable), st.sampled_from(BY)), max_size=2)
        control = [
            ControlFact(x, y, by, f"control[{number}]") for number, (x, y, by) in enumerate(draw(pairs)) if x != y
        ]
        pools = draw(st.lists(st.lists(st.sampled_from(NAMES), min_size=2, max_size=3, unique=True), max_size=1))
    return Structure(holders, tuple(holdings), tuple(control), tuple(tuple(pool) for pool in pools))


@st.composite
def blurred(draw: st.DrawFn, structure: Structure) -> Structure:
    """The same with some percentages known within bounds only, some kinds missing, and facts that may have ended."""
    holdings = []
    for holding in structure.holdings:
        percent, votes = holding.percent, holding.votes
        if draw(st.integers(0, 2)) == 0:
            percent = draw(around(holding.percent))
            votes = percent if holding.votes == holding.percent else draw(around(holding.votes))
        holdings.append(holding._replace(percent=percent, votes=votes))
    kindless = draw(st.sets(st.sampled_from(NAMES), max_size=3))
    control = [fact._replace(perhaps=draw(st.booleans())) for fact in structure.control]
    return structure._replace(
        holders={e: h._replace(kind=None) if e in kindless else h for e, h in structure.holders.items()},
        holdings=tuple(holdings),
        control=tuple(control),
    )


@st.composite
def around(draw: st.DrawFn, share: Range) -> Range:
    """A range that the share lies in."""
    if draw(st.booleans()):
        return ANY
    assert share.low is not None
    off = st.sampled_from((Decimal(0), Decimal(5), Decimal("10.01"), Decimal(30)))
    low, high = max(Decimal(0), share.low - draw(off)), min(Decimal(100), share.low + draw(off))
    open_low, open_high = draw(st.booleans()), draw(st.booleans())
    return Range(low, high, open_low and low < share.low, open_high and high > share.low)


@search(120)
@given(structures(), st.sampled_from(COMMON_OWNERS))
def test_every_reading_is_its_definition_swept_to_the_end(structure: Structure, common_owner: str) -> None:
    plain = PlainGroups(structure, common_owner)
    for reading in READINGS:
        found = group(structure, reading, common_owner)
        assert plain.group(L, reading) == sure(found) == possible(found), reading


@search(60)
@given(structures().flatmap(lambda known: st.tuples(blurred(known), st.permutations(known.holdings))), st.data())
def test_the_order_of_a_file_never_matters(drawn: tuple[Structure, list[Holding]], data: st.DataObject) -> None:
    structure, order = drawn
    place = {holding.path: number for number, holding in enumerate(order)}
    shuffled = structure._replace(
        holdings=tuple(sorted(structure.holdings, key=lambda holding: place[holding.path])),
        holders=dict(data.draw(st.permutations(list(structure.holders.items())))),
        control=structure.control[::-1],
    )
    for reading in READINGS:
        assert group(structure, reading).truths == group(shuffled, reading).truths


@st.composite
def known_and_blurred(draw: st.DrawFn) -> tuple[Structure, Structure]:
    known = draw(structures())
    partly = draw(blurred(known))
    in_force = [fact for fact in partly.control if not fact.perhaps or draw(st.booleans())]
    return known._replace(control=tuple(in_force)), partly


@search(100)
@given(known_and_blurred(), st.sampled_from(COMMON_OWNERS), st.data())
def test_what_is_sure_or_ruled_out_holds_however_the_unknown_turns_out(
    drawn: tuple[Structure, Structure], common_owner: str, data: st.DataObject
) -> None:
    known, partly = drawn
    for reading in READINGS:
        truth = PlainGroups(known, common_owner).group(L, reading)
        found = group(partly, reading, common_owner)
        assert sure(found) <= truth <= possible(found)
        # Told the memberships one by one, it stays right and ends at the truth.
        narrowed = found
        for told in _prefixes(data.draw(st.permutations(sorted(possible(found) - sure(found))))):
            before, narrowed = (
                narrowed,
                group(partly, reading, common_owner, assumed={entity: entity in truth for entity in told}),
            )
            assert sure(before) <= sure(narrowed) <= truth <= possible(narrowed) <= possible(before)
        assert sure(narrowed) == truth == possible(narrowed)


def _prefixes(entities: list[EntityId]) -> Iterator[list[EntityId]]:
    return (entities[:end] for end in range(1, len(entities) + 1))


@search(60)
@given(known_and_blurred(), st.sampled_from(READINGS[:3]), st.data())
def test_assumptions_reach_both_ends_and_settle_everything_between(
    drawn: tuple[Structure, Structure], reading: str, data: st.DataObject
) -> None:
    _, partly = drawn
    found = group(partly, reading)
    open_ones = sorted(possible(found) - sure(found))
    assume(open_ones)
    smallest = group(partly, reading, assumed=dict.fromkeys(open_ones, False))
    largest = group(partly, reading, assumed=dict.fromkeys(open_ones, True))
    assert sure(smallest) == possible(smallest) == sure(found)
    assert sure(largest) == possible(largest) == possible(found)
    any_way = {entity: data.draw(st.booleans()) for entity in open_ones}
    settled = group(partly, reading, assumed=any_way)
    assert sure(found) <= sure(settled) == possible(settled) <= possible(found)


@search(60)
@given(structures(with_votes=False), st.sampled_from(COMMON_OWNERS), st.data())
def test_one_unknown_stake_leaves_open_just_what_its_values_decide(
    known: Structure, common_owner: str, data: st.DataObject
) -> None:
    assume(known.holdings)
    place = data.draw(st.integers(0, len(known.holdings) - 1))
    stake = known.holdings[place]
    share = data.draw(around(stake.percent))
    others = _others(known, stake)
    values = [value for value in _values(share, others) if value + sum(others) <= 100]
    for reading in READINGS:
        groups = [PlainGroups(_with(known, place, exactly(value)), common_owner).group(L, reading) for value in values]
        found = group(_with(known, place, share), reading, common_owner)
        assert sure(found) == set.intersection(*groups)
        assert possible(found) == set.union(*groups)


def _with(structure: Structure, place: int, share: Range) -> Structure:
    holdings = list(structure.holdings)
    holdings[place] = holdings[place]._replace(percent=share, votes=share)
    return structure._replace(holdings=tuple(holdings))


def _others(structure: Structure, stake: Holding) -> list[Decimal]:
    return [h.percent.low or Decimal(0) for h in structure.holdings if h.owned == stake.owned and h != stake]


def _values(share: Range, others: list[Decimal]) -> list[Decimal]:
    """
    Values of the share: its ends, every fifth percent, and a little beside each.

    Beside those, what makes some of the other stakes half or a fifth of all that is not own shares.
    """
    low, high = share.low or Decimal(0), Decimal(100) if share.high is None else share.high
    little = Decimal("0.0001")
    some = {sum(chosen, Decimal(0)) for size in range(len(others) + 1) for chosen in combinations(others, size)}
    marks = [low, high, *(Decimal(mark) for mark in range(0, 101, 5)), *map(Decimal, ("19.99", "49.99", "50.01"))]
    marks += [100 - times * held for held in some for times in (1, 2, 5)]
    near = {value for mark in marks for value in (mark - little, mark, mark + little)}
    return sorted(
        v
        for v in near
        if (low < v or (low == v and not share.low_open)) and (v < high or (v == high and not share.high_open))
    )


@search(80)
@given(structures(), st.sampled_from(CONTROL), st.data())
def test_another_holding_or_control_fact_never_removes_a_member(
    structure: Structure, reading: str, data: st.DataObject
) -> None:
    heldable = [e for e, h in structure.holders.items() if h.kind in (EntityKind.COMPANY, EntityKind.FUND)]
    assume(heldable)
    owner, owned = data.draw(st.sampled_from(NAMES)), data.draw(st.sampled_from(heldable))
    assume(owner != owned)
    if data.draw(st.booleans()):
        larger = structure._replace(control=(*structure.control, ControlFact(owner, owned, "contract", "new")))
    else:
        room = 100 - sum((h.votes.low or Decimal(0) for h in structure.holdings if h.owned == owned), Decimal(0))
        stake = exactly(data.draw(st.sampled_from([p for p in PERCENTAGES if Decimal(p) <= room])))
        larger = structure._replace(holdings=(*structure.holdings, Holding(owner, owned, stake, stake, "new")))
    assert sure(group(structure, reading)) <= sure(group(larger, reading))


@search(80)
@given(structures(facts=False, kinds=False, with_votes=False))
def test_by_majorities_alone_all_groups_are_found_by_merging(structure: Structure) -> None:
    """Merge whoever holds a majority with what it holds, again and again: the parts are everybody's groups."""
    assume(not any(holding.owner == holding.owned for holding in structure.holdings))
    for licensee, merged in _merged(structure).items():
        found = members(structure, licensee, as_of=DAY, reading="more-than-half", common_owner="anyone")
        assert {licensee} | sure(found) == merged


def _merged(structure: Structure) -> dict[EntityId, set[EntityId]]:
    parts: dict[EntityId, set[EntityId]] = {name: {name} for name in NAMES}  # by the head of each
    while True:
        for head, part in parts.items():
            for below in parts.keys() - {head}:
                held = sum(
                    (h.votes.low or Decimal(0) for h in structure.holdings if h.owner in part and h.owned == below),
                    Decimal(0),
                )
                if held > 50:
                    break
            else:
                continue
            break
        else:
            return {name: part for part in parts.values() for name in part}
        part |= parts.pop(below)


@pytest.mark.parametrize("reading", READINGS)
@search(25)
@given(known_and_blurred())
def test_every_membership_comes_with_reasons(reading: str, drawn: tuple[Structure, Structure]) -> None:
    _, partly = drawn
    for entity, membership in group(partly, reading).items():
        assert membership.entity == entity
        if membership.member is Truth.YES:
            assert membership.because
            assert membership.lacks is None
            assert not membership.open_paths
        else:
            assert membership.lacks
            assert set(membership.open_paths) <= _unknown_facts(partly)
            assert membership.open_paths


def _unknown_facts(structure: Structure) -> set[str]:
    ranges = {holding.path for holding in structure.holdings if not (holding.percent.exact and holding.votes.exact)}
    kinds = {f"entities.{entity}.kind" for entity, holder in structure.holders.items() if holder.kind is None}
    return ranges | kinds | {fact.path for fact in structure.control if fact.perhaps}
