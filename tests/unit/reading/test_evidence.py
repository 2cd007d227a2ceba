"""The nearest source backs a fact, and every fact has a place in the file."""

from collections.abc import Iterator
from datetime import date

import pytest

from k3license.model.figures import Figures
from k3license.model.ownership import EntityId
from k3license.reading.layout import FactPath, fact_path, path_text
from k3license.text.walking import TextTree
from tests.unit.reading.samples import read

TEXT = """
source: intake form
sources:
  mail-1: {document: vendor's e-mail, by: account manager, as_of: 2026-11-12}
  accounts: annual accounts 2025
entities:
  source: register
  holding:
    owns: {maker: 100, venture: {percent: {value: 50, source: accounts, as_of: 2026-01-31}, votes: 51}}
    revenue: {source: accounts, currency: EUR, 2025: 14M, 2026-01..2026-03: [1M, {value: 2M, by: controller}, 3M]}
  maker: {model_as_a_service: {value: no, source: mail-1}}
  venture:
offerings:
  desk:
    operator: maker
    model: [kimi-k3]
    access:
      - self-hosted
      - {hosts: [Host One], certified: {value: unknown, source: mail-1, by: counsel}}
agreements:
  value:
    - {with: Moonshot AI, covers: [desk, kimi-k2.6]}
  source: contract file
  as_of: 2026-09
"""
LOADED = read(TEXT)


@pytest.mark.parametrize(
    ("path", "source", "document", "by", "as_of"),
    [
        ("entities.maker.model_as_a_service", "mail-1", "vendor's e-mail", "account manager", date(2026, 11, 12)),
        ("entities.maker.kind", "register", None, None, None),
        ("entities.holding.owns.maker", "register", None, None, None),
        ("entities.holding.owns.venture.percent", "accounts", "annual accounts 2025", None, date(2026, 1, 31)),
        ("entities.holding.owns.venture.votes", "register", None, None, None),
        ("entities.holding.revenue", "accounts", "annual accounts 2025", None, None),
        ("entities.holding.revenue.2025", "accounts", "annual accounts 2025", None, None),
        (
            "entities.holding.revenue.2026-01..2026-03.2",
            "accounts",
            "annual accounts 2025",
            "controller",
            None,
        ),
        ("offerings.desk.access.2.certified", "mail-1", "vendor's e-mail", "counsel", date(2026, 11, 12)),
        ("offerings.desk.access.1", "intake form", None, None, None),
        ("agreements.1.covers", "contract file", None, None, date(2026, 9, 1)),
        ("agreements", "contract file", None, None, date(2026, 9, 1)),
        ("other_affiliates", "intake form", None, None, None),
    ],
)
def test_the_nearest_source_backs_a_fact(
    path: str, source: str, document: str | None, by: str | None, as_of: date | None
) -> None:
    found = LOADED.provenance[path]
    assert (found.source, found.document, found.by, found.as_of) == (source, document, by, as_of)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("entities.holding.owns.venture.percent", "50,"),
        ("entities.holding.revenue.2025", "14M"),
        ("entities.holding.revenue.2026-01..2026-03.1", "1M"),
        ("entities.holding.revenue.2026-01..2026-03.2", "2M"),
        ("offerings.desk.access.1", "self-hosted"),
        ("offerings.desk.access.2.hosts", "[Host One]"),
        ("offerings.desk.access.2.certified", "unknown"),
        ("agreements.1.covers.2", "kimi-k2.6"),
        ("agreements.1.covers.kimi-k2.6", "kimi-k2.6"),
        ("as_of", "2026-11-30"),
    ],
)
def test_a_fact_stands_where_its_value_is_written(path: str, text: str) -> None:
    found = LOADED.provenance[path]
    line = f"profile: 1\nas_of: 2026-11-30\n{TEXT}".splitlines()[found.line - 1]
    assert line[found.column - 1 :].startswith(text)


def test_a_fact_that_is_not_there_stands_where_its_block_begins() -> None:
    assert LOADED.position_of("offerings.desk.monthly_active_users") == LOADED.position_of("offerings.desk.name")
    assert LOADED.position_of("offerings.desk.kind") == (17, 5)
    assert LOADED.position_of("entities.venture.revenue") == (14, 11)


def test_facts_are_ranked_in_the_order_of_the_file() -> None:
    paths = ["agreements.1.document", "offerings.desk.access.2.certified", "offerings.desk.kind", "entities.maker.kind"]
    assert sorted(paths, key=LOADED.position_of) == paths[::-1]


def test_an_id_with_dots_is_told_from_a_path_by_the_file() -> None:
    loaded = read("entities: {a: {}, a.b: {model_as_a_service: no}}\n")
    assert loaded.provenance["entities.a.b.model_as_a_service"].column == 45


def facts(value: TextTree, path: FactPath = ()) -> Iterator[FactPath]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, below in value.items():
            yield from facts(below, (*path, key))
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from facts(below, (*path, index))


@pytest.mark.parametrize("path", list(facts(dict(LOADED.statements))), ids=path_text)
def test_the_path_of_every_fact_leads_back_to_it(path: FactPath) -> None:
    assert fact_path(LOADED.tree, path_text(path)) == path


def test_a_source_of_an_entity_does_not_become_an_entity() -> None:
    assert list(LOADED.profile.entities) == ["holding", "maker", "venture"]


def test_figures_know_the_path_of_each_of_their_statements() -> None:
    revenue = LOADED.profile.entities[EntityId("holding")].revenue
    assert isinstance(revenue, Figures)
    assert [figure.path for figure in revenue.periods] == [
        "entities.holding.revenue.2025",
        "entities.holding.revenue.2026-01..2026-03.1",
        "entities.holding.revenue.2026-01..2026-03.2",
        "entities.holding.revenue.2026-01..2026-03.3",
    ]


def test_a_source_that_is_nearly_one_of_the_list_is_a_warning() -> None:
    loaded = read("sources: {mail-1: a, letter: b}\nentities:\n  maker: {kind: {value: company, source: mail-l}}\n")
    [warning] = loaded.warnings
    assert (warning.code, warning.place.line, warning.place.column) == ("unknown-source", 5, 42)
    assert warning.help == 'did you mean "mail-1"?'


def test_a_source_in_words_is_no_warning() -> None:
    assert read("sources: {mail-1: a}\nentities: {maker: {source: mail of 1 May}}\n").warnings == ()


def test_a_stretch_of_months_is_one_step_of_a_path_whether_it_is_stated_or_not() -> None:
    loaded = read("entities: {a: {revenue: {currency: USD, 2026-09: 1M}}}\n")
    for months in ("2026-09..2026-11", "2026-07..2026-08"):
        assert fact_path(loaded.tree, f"entities.a.revenue.{months}") == ("entities", "a", "revenue", months)
