"""With a root, a profile of what can matter gives the same group as a profile of everything."""

import tempfile
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from k3license.importers.imports import Imported
from k3license.importers.neighborhood import neighborhood
from tests.unit.importers.files import SEARCH, group, imported, profile_of, table

ROOT = "e0"
PERCENT = st.sampled_from(["100", "60", "50", "40", "25 to 50", "over 50", "20", "unknown"])
ENTITY = st.integers(0, 9).map("e{}".format)
HOLDINGS = st.dictionaries(st.tuples(ENTITY, ENTITY), PERCENT, min_size=1, max_size=16)
CONTROL = st.sets(st.tuples(ENTITY, ENTITY), max_size=3)
BRANCHES = st.dictionaries(ENTITY, ENTITY, max_size=2).map(
    lambda found: {one: other for one, other in found.items() if one != other and other not in found}
)
READINGS = ("more-than-half", "half-or-more", "multiplied-ownership")


def test_ancestors_and_all_that_they_hold_are_inside_and_other_holders_beside() -> None:
    links = [("top", "root"), ("top", "sister"), ("sister", "niece"), ("stranger", "niece"), ("far", "stranger")]
    inside, beside = neighborhood("root", links)
    assert inside == {"top", "root", "sister", "niece"}
    assert beside == {"stranger"}


def test_rings_and_long_chains_in_any_order_end() -> None:
    chain = list(pairwise(f"n{number:05}" for number in range(5_000)))
    assert len(neighborhood("n04999", [*chain, ("n04999", "n00000")])[0]) == 5_000
    assert len(neighborhood("n04999", reversed(chain))[0]) == 5_000


@settings(max_examples=60 * SEARCH, deadline=None)
@given(HOLDINGS, CONTROL, BRANCHES)
def test_the_group_is_the_same_whether_all_or_only_what_can_matter_is_taken(
    holdings: dict[tuple[str, str], str], control: set[tuple[str, str]], branches: dict[str, str]
) -> None:
    files = {
        "entities.csv": table(("id", "branch_of"), *((f"e{n}", branches.get(f"e{n}", "")) for n in range(10))),
        "holdings.csv": table(("owner", "owned", "percent"), *((*pair, share) for pair, share in holdings.items())),
        "control.csv": table(("controller", "controlled", "by"), *((*pair, "contract") for pair in control)),
    }
    with tempfile.TemporaryDirectory() as folder:
        whole = imported("csv", Path(folder), files)
        part = imported("csv", Path(folder), files, root=ROOT)
    assert profile_of(part).licensee == ROOT
    assert profile_of(part).entities.keys() <= profile_of(whole).entities.keys()
    for reading in READINGS:
        of_part = group(part, ROOT, reading=reading, listed_down_to=Decimal(0))
        assert of_part == group(whole, ROOT, reading=reading, listed_down_to=Decimal(0)), reading
        _nothing_else_is_decided(part, whole, reading)


def _nothing_else_is_decided(part: Imported, whole: Imported, reading: str) -> None:
    """
    Check groups under a list that leaves small holdings out: the part decides nothing that the whole does not.

    Who else holds an outsider stands in the whole file alone, and with it how much of the
    outsider could be held without being listed: that may stay open in the part.  Whom the part
    leaves out can be held or hold by such a holding only, as anybody who stands in no file.
    By multiplied shares such a holding leads further through the outsiders' own shares and
    rings, which the part leaves out too: there, only who is surely inside is the same.
    """
    of_part, of_whole = group(part, ROOT, reading=reading), group(whole, ROOT, reading=reading)
    assert {entity for entity, member in of_part.items() if member == "yes"} == {
        entity for entity, member in of_whole.items() if member == "yes"
    }
    if reading != "multiplied-ownership":
        assert of_whole.keys() & profile_of(part).entities.keys() <= of_part.keys()
