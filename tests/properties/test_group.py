"""Laws of group membership, on small structures drawn at random."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from k3license.facts.group.members import NOTHING_ASSUMED, Group, members
from k3license.model.ownership import ControlFact, EntityId, EntityKind, Holder, Holding, Structure
from k3license.model.ranges import exactly
from k3license.model.truth import Truth
from tests.properties.plain_groups import PlainGroups

NAMES = tuple(EntityId(name) for name in "LABCDE")
L = NAMES[0]
DAY = date(2026, 6, 30)
CONTROL = ("more-than-half", "half-or-more")
READINGS = (*CONTROL, "multiplied-ownership", "significant-influence")
COMMON_OWNERS = ("not-states", "anyone", "companies-only")
PERCENTAGES = ("0", "5", "10", "19.99", "20", "25", "30", "40", "45", "49.99", "50", "50.01", "55", "60", "75", "100")
BY = ("board majority", "contract", "board half", "de facto")


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


def test_every_reading_agrees_with_its_definition_swept_to_the_end() -> None:
    @settings(max_examples=1500, deadline=None)
    @given(structures(), st.sampled_from(COMMON_OWNERS))
    def check(structure: Structure, common_owner: str) -> None:
        plain = PlainGroups(structure, common_owner)
        for reading in READINGS:
            found = group(structure, reading, common_owner)
            assert plain.group(L, reading) == sure(found) == possible(found), reading

    check()
