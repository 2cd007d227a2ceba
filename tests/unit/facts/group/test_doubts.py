"""Holdings that cannot all be right."""

from typing import Any

from k3license.facts.group.doubts import Doubt, doubts
from k3license.model.ownership import EntityId
from tests.unit.facts.group.structures import DAY, structure


def found(case: dict[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    return [(doubt.about, doubt.entities) for doubt in doubts(structure(case), DAY)]


def test_sound_holdings_raise_no_doubt() -> None:
    assert found({"owns": {"L": {"A": 60}, "Q": {"A": 40}, "A": {"B": "over 50 to under 75"}}}) == []


def test_stakes_of_more_than_the_whole_are_named_with_all_holders_and_paths() -> None:
    assert doubts(structure({"owns": {"L": {"A": 45}, "Q": {"A": 50.5}, "A": {"A": 5}}}), DAY) == (
        Doubt(
            "more-than-the-whole",
            (EntityId("A"), EntityId("L"), EntityId("Q")),
            "the votes listed in A come to 100.5 %",
            ("entities.L.owns.A", "entities.Q.owns.A", "entities.A.owns.A"),
        ),
    )


def test_bands_whose_least_is_already_more_than_the_whole_are_doubtful() -> None:
    assert found({"owns": {"L": {"A": "over 25 to 50"}, "Q": {"A": "75 to 100"}}}) == [
        ("more-than-the-whole", ("A", "L", "Q"))
    ]
    assert found({"owns": {"L": {"A": "25 to 50"}, "Q": {"A": "75 to 100"}}}) == []


def test_shares_are_looked_at_apart_from_votes() -> None:
    case = {"owns": {"L": {"A": {"percent": 60, "votes": 10}}, "Q": {"A": {"percent": 60, "votes": 10}}}}
    assert found(case) == [("more-than-the-whole", ("A", "L", "Q"))]


def test_two_majorities_are_a_doubt_of_their_own() -> None:
    assert found({"owns": {"L": {"A": 60}, "Q": {"A": 60}}}) == [
        ("two-majorities", ("A", "L", "Q")),
        ("more-than-the-whole", ("A", "L", "Q")),
    ]


def test_a_ring_is_named_once_with_the_holdings_in_it() -> None:
    rings = doubts(structure({"owns": {"A": {"B": 60}, "B": {"C": 60}, "C": {"A": 60, "D": 10}, "L": {"A": 10}}}), DAY)
    (ring,) = rings
    assert ring.about == "ring"
    assert set(ring.entities) == {"A", "B", "C"}
    assert set(ring.paths) == {"entities.A.owns.B", "entities.B.owns.C", "entities.C.owns.A"}


def test_shares_in_a_person_are_doubtful() -> None:
    assert found({"kinds": {"P": "person"}, "owns": {"L": {"P": 10}}}) == [("held-person", ("P",))]


def test_an_owner_that_the_file_does_not_describe_is_doubtful() -> None:
    described = structure({"owns": {"ghost": {"A": 10}}})
    holders = {entity: holder for entity, holder in described.holders.items() if entity != "ghost"}
    (doubt,) = doubts(described._replace(holders=holders), DAY)
    assert (doubt.about, doubt.entities, doubt.paths) == ("unknown-owner", ("ghost",), ("entities.ghost.owns.A",))
