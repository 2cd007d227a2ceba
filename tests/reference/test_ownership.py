"""Worked ownership graphs: whom the four readings of "affiliate" count as affiliates of L."""

from datetime import date

import pytest

from tests.reference.ownership import Ownership
from tests.reference.scalars import Profile

READINGS = ("more-than-half", "half-or-more", "multiplied-ownership", "significant-influence")

# What it shows; holdings as "owner owned percent [votes]"; affiliates of L under each of the readings above.
GRAPHS: list[tuple[str, str, tuple[str, str, str, str]]] = [
    ("direct majority", "L A 60", ("A", "A", "A", "A")),
    ("half and half", "L J 50, Q J 50", ("", "J", "", "J")),
    ("a share over half", "L A 50.0001, L B 49.9999", ("A", "A", "A", "A B")),
    ("pyramid with a product below half", "L A 60, A B 60, B C 60", ("A B C", "A B C", "A", "A B C")),
    ("product falls at the third step", "L A 100, A B 51, B C 51", ("A B C", "A B C", "A B", "A B C")),
    ("joint stake of two subsidiaries", "L A 60, L B 60, A C 30, B C 30", ("A B C", "A B C", "A B", "A B C")),
    ("own stake completes it", "L C 10, L A 51, A C 41", ("A C", "A C", "A", "A C")),
    ("a route that does not qualify", "L A 50, L B 25, A C 25, B C 25", ("", "A", "", "A B")),
    ("wholly owned by a quarter holding", "L A 25, A B 100", ("", "", "", "A B")),
    ("cross-holding lifts the product", "L A 41, L B 41, A B 20, B A 20", ("", "", "A B", "A B")),
    ("ring of majorities", "L B 60, B C 60, C L 60", ("B C", "B C", "B C", "B C")),
    ("loop out of reach", "L A 30, B A 60, A B 60", ("", "", "", "A B")),
    ("most shares and few votes", "L A 80 10", ("", "", "A", "")),
    (
        "grandparent over two minority parents",
        "G P 60, G R 60, P L 30, R L 30, R Z 100",
        ("G P R Z", "G P R Z", "", "G P R Z"),
    ),
    ("fifths do not chain", "L A 20, A B 20", ("", "", "", "A")),
    ("just under a fifth", "L A 19.99, L B 20", ("", "", "", "B")),
    ("two associates of one investor", "P L 30, P X 30, P Q 100", ("", "", "", "P Q")),
    ("an associate with another majority owner", "L A 25, Q A 75", ("", "", "", "A")),
    ("minority shareholder of a subsidiary", "L A 70, M A 30, M N 100", ("A", "A", "A", "A")),
    ("own shares of the licensee", "P L 46, L L 10", ("P", "P", "P", "P")),
    ("shares held by a subsidiary count", "P L 45, L S 100, S L 20", ("S", "S", "P S", "P S")),
    ("a stake that comes back is not counted twice", "L A 45, A L 30", ("", "", "", "A")),
    ("a late arrival", "L T 30, L B 51, B D 51, D T 25", ("B D T", "B D T", "B", "B D T")),
    (
        "decimals that add up to exactly half",
        "L S 100, L U 100, L V 100, L W 100, S T 12.27, U T 11.26, V T 14.84, W T 11.63",
        ("S U V W", "S T U V W", "S U V W", "S T U V W"),
    ),
    ("two classes of one holder", "L A 30, L A 25", ("A", "A", "A", "A")),
]


def graph(holdings: str) -> Profile:
    lines = []
    for text in holdings.split(", "):
        owner, owned, percent, *votes = text.split()
        lines.append({"owner": owner, "owned": owned, "percent": percent} | ({"votes": votes[0]} if votes else {}))
    names = {name for line in lines for name in (line["owner"], line["owned"])}
    return {"entities": {name: {"kind": "company"} for name in sorted(names | {"L"})}, "ownership": lines}


@pytest.mark.parametrize(("holdings", "affiliates"), [g[1:] for g in GRAPHS], ids=[g[0] for g in GRAPHS])
def test_affiliates_of_a_graph(holdings: str, affiliates: tuple[str, ...]) -> None:
    day = Ownership(graph(holdings)).on(date(2026, 11, 30))
    found = [sorted(day.group("L", affiliate=r, common_owner="not-states") - {"L"}) for r in READINGS]
    assert found == [names.split() for names in affiliates]


def test_a_holding_counts_from_its_first_day_and_not_on_its_last() -> None:
    case = graph("L A 100")
    case["ownership"][0] |= {"from": "2025-01-01", "until": "2026-01-01"}
    ownership = Ownership(case)
    for day, expected in ((date(2024, 12, 31), set()), (date(2025, 1, 1), {"A"}), (date(2026, 1, 1), set())):
        assert ownership.on(day).controlled({"L"}) == expected


def test_a_chain_of_a_hundred_levels_is_followed_to_its_end() -> None:
    links = ", ".join(f"N{n} N{n + 1} 51" for n in range(100)).replace("N0 ", "L ")
    day = Ownership(graph(links)).on(date(2026, 1, 1))
    assert len(day.controlled({"L"})) == 100
