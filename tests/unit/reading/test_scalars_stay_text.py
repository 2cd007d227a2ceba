"""Nothing changes its meaning by how YAML reads it: every text stays as it is until a field gives it a type."""

import pytest

from k3license.model.errors import InputErrors
from k3license.model.ranges import exactly
from k3license.model.truth import Truth
from k3license.reading.profiles import load_profile
from k3license.text import yaml_lines
from k3license.text.parsers import PARSER, PureParser
from tests.unit.reading.samples import KNOWN, read


@pytest.fixture(params=[PARSER, PureParser], ids=["fast", "pure"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test with both parsers of YAML."""
    monkeypatch.setattr(yaml_lines, "PARSER", request.param)


@pytest.mark.parametrize(
    "text", ["NO", "no", "on", "0123", "12:30", "1e3", "1.10", "1_000", "2026-11-30", "=", "0x1F", ".5"]
)
def test_a_name_stays_what_was_written(text: str) -> None:
    _, entity = read(f"entities: {{a: {{name: {text}, jurisdiction: {text}}}}}\n").profile.entities.popitem()
    assert (entity.name, entity.jurisdiction) == (text, text)


@pytest.mark.parametrize("id", ["on", "off", "true", "null-and-void"])
def test_an_id_that_looks_like_an_answer_stays_an_id(id: str) -> None:
    assert list(read(f"entities: {{{id}: {{}}}}\n").profile.entities) == [id]


def test_no_is_never_an_id_since_it_stands_beside_ids_elsewhere() -> None:
    with pytest.raises(InputErrors, match='"no" has a meaning of its own'):
        read("entities: {no: {}}\n")


@pytest.mark.parametrize("id", ["0123", "2025", "1e3", "12.30", "kimi-k2.6-ours"])
def test_an_id_keeps_its_zeros_and_dots(id: str) -> None:
    assert list(read(f"entities: {{{id}: {{}}}}\n").profile.entities) == [id]


def test_the_same_word_is_a_country_an_answer_and_a_document() -> None:
    profile = read("""
entities: {a: {jurisdiction: NO, model_as_a_service: no}}
agreements:
  - {document: no, covers_past_use: no}
""").profile
    _, entity = profile.entities.popitem()
    assert (entity.jurisdiction, entity.model_as_a_service) == ("NO", Truth.NO)
    assert isinstance(profile.agreements, tuple)
    assert (profile.agreements[0].document, profile.agreements[0].covers_past_use) == ("no", Truth.NO)


@pytest.mark.parametrize("text", ["50", '"50"', "'50'", "50.0"])
def test_a_number_is_exact_with_and_without_quotes(text: str) -> None:
    profile = read(f"entities: {{a: {{owns: {{b: {text}}}}}, b: {{}}}}\n").profile
    assert [stake.percent for entity in profile.entities.values() for stake in entity.owns.values()] == [exactly(50)]


def test_a_number_too_fine_for_floating_point_is_exact() -> None:
    profile = read("listed_down_to: 9.007199254740993\n").profile
    assert profile.listed_down_to.range == exactly("9.007199254740993")


def test_json_is_read_like_yaml() -> None:
    json = b'{"profile": 1, "as_of": "2026-11-30", "entities": {"a": {"owns": {"b": 50.5}}, "b": {}}}'
    yaml = read("entities: {a: {owns: {b: 50.5}}, b: {}}\n")
    assert load_profile(json, name="p", known=KNOWN).profile == yaml.profile
