"""Facts replaced without touching the file: the same checks as for a file that says so."""

from pathlib import Path

import pytest

from k3license.answers.catalog import load_catalog
from k3license.model.errors import InputErrors, NotUnderstood
from k3license.reading.edits import Edit, parse_edit
from k3license.reading.profiles import LoadedProfile, changed_profile, load_profile
from tests.unit.reading.samples import KNOWN

PROFILE = """\
profile: 1
as_of: 2026-11-30
licensee: maker
entities:
  maker:
    owns: [works, shop]
    revenue: {value: {currency: EUR, 2025: 4M}, source: annual report}
  works: {}
  shop: {model_as_a_service: no}
offerings:
  desk:
    operator: maker
    model: kimi-k3
    access: self-hosted
    offered_to: {value: [customers], source: product sheet}
other_affiliates: none
agreements: none
"""


@pytest.mark.parametrize(
    ("edits", "replaced"),
    [
        (["offerings.desk.access=[moonshot]"], [("access: self-hosted", "access: [moonshot]")]),
        (["offerings.desk.access.1=moonshot"], [("access: self-hosted", "access: [moonshot]")]),
        (["offerings.desk.access.2=moonshot"], [("access: self-hosted", "access: [self-hosted, moonshot]")]),
        (
            ["offerings.desk.access.1.from=2026-12-01"],
            [("access: self-hosted", "access: [{route: self-hosted, from: 2026-12-01}]")],
        ),
        (["entities.maker.revenue.2025=5M"], [("2025: 4M", "2025: 5M")]),
        (["entities.works.revenue.2025=USD 5M"], [("works: {}", "works: {revenue: {2025: USD 5M}}")]),
        (["entities.maker.owns.shop=40"], [("owns: [works, shop]", "owns: {works: 100, shop: 40}")]),
        (
            ["entities.maker.owns.shop.until=2026-10-01"],
            [("owns: [works, shop]", "owns: {works: 100, shop: {percent: 100, until: 2026-10-01}}")],
        ),
        (["other_affiliates.count=3"], [("other_affiliates: none", "other_affiliates: {count: 3}")]),
        (["agreements.1.party=maker"], [("agreements: none", "agreements: [{party: maker}]")]),
        (
            ["offerings.desk.kind=agent", "as_of=2026-12-31"],
            [("    operator", "    kind: agent\n    operator"), ("as_of: 2026-11-30", "as_of: 2026-12-31")],
        ),
    ],
)
def test_a_changed_profile_is_the_one_that_a_changed_file_states(
    edits: list[str], replaced: list[tuple[str, str]]
) -> None:
    text = PROFILE
    for old, new in replaced:
        assert old in text
        text = text.replace(old, new)
    assert _changed(*edits).profile == _read(text).profile


def test_the_profile_that_was_read_stays_as_it_is() -> None:
    loaded = _read(PROFILE)
    before = loaded.profile.model_copy(deep=True)
    changed_profile(loaded, [parse_edit("offerings.desk.model=other")], known=KNOWN)
    assert loaded.profile == before


def test_evidence_beside_an_old_value_says_nothing_of_the_new_one() -> None:
    changed = _changed("offerings.desk.offered_to=[staff]")
    assert changed.provenance["offerings.desk.offered_to"].source is None


def test_figures_keep_the_source_of_their_block_when_one_of_them_changes() -> None:
    changed = _changed("entities.maker.revenue.2026-01=300k")
    assert changed.provenance["entities.maker.revenue.2026-01"].source == "annual report"


def test_places_are_those_of_the_file() -> None:
    assert _changed("offerings.desk.access=[moonshot]").provenance["offerings.desk.access"].line == 14


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ("offerings.desk.kind=gadget", 'offerings.desk.kind: "gadget" is not known here'),
        ("offerings.desk.kinds=agent", 'did you mean "kind"?'),
        ("entities.maker.owns.nobody=30", '"nobody" is not known as an entity'),
        ("offerings.desk.access.1.certified=yes", "certified is said of hosts"),
    ],
)
def test_a_change_is_checked_like_the_file(edit: str, said: str) -> None:
    with pytest.raises(InputErrors) as raised:
        _changed(edit)
    assert len(raised.value.problems) == 1
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ("offerings.desk.access.3=moonshot", "there are only 1 items here"),
        ("offerings.desk.operator.name=M", '"name" would be a part of a single value'),
        ("offerings.desk.offered_to.staff=no", '"staff" would be a part of a list'),
    ],
)
def test_a_change_without_a_place_is_refused(edit: str, said: str) -> None:
    with pytest.raises(NotUnderstood) as raised:
        _changed(edit)
    assert said in raised.value.text


@pytest.mark.parametrize("text", ["offerings.desk.kind", "=agent", "offerings.desk.kind=", ""])
def test_a_change_needs_a_path_and_a_value(text: str) -> None:
    with pytest.raises(NotUnderstood):
        parse_edit(text)


def test_the_value_of_a_change_is_read_like_a_file() -> None:
    assert parse_edit("a.b={with: X, covers: [y]}") == Edit("a.b", {"with": "X", "covers": ["y"]})
    assert parse_edit("a.b=1,200,000") == Edit("a.b", "1,200,000")
    with pytest.raises(InputErrors):
        parse_edit("a.b=[x")


def test_every_example_stays_the_same_when_a_fact_is_replaced_by_itself() -> None:
    known = load_catalog().known
    for path in sorted((Path(__file__).parents[3] / "examples").glob("*.yaml")):
        loaded = load_profile(path, known=known)
        same = [Edit(f"offerings.{id}.operator", each.operator) for id, each in loaded.profile.offerings.items()]
        assert changed_profile(loaded, same, known=known).profile == loaded.profile


def _read(text: str) -> LoadedProfile:
    return load_profile(text.encode(), name="profile.yaml", known=KNOWN)


def _changed(*edits: str) -> LoadedProfile:
    return changed_profile(_read(PROFILE), [parse_edit(each) for each in edits], known=KNOWN)
