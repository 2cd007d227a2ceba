"""Every word and every number of a memo is one of the answers, of the profile, of the rules, or of a template."""

import re
from collections.abc import Iterator

import pytest

from k3license.memo.markdown import markdown_of
from k3license.writers.compare_report import comparison_as_text
from k3license.writers.explain_json import explanations_as_data
from k3license.writers.explain_text import explanations_text
from k3license.writers.group_report import group_as_text
from k3license.writers.json_report import as_json
from tests.unit.memo.materials import EXAMPLES, example_material, example_memo
from tests.unit.memo.test_templates import NAMES, own_words, tree

SHOWN = (
    "three-entities",
    "large-host-signed-late",
    "first-draft",
    "k2-6-above-the-limits",
    "joint-venture-fifty-fifty",
    "coding-tool-with-public-sdk",
)
RULES = EXAMPLES.parent / "rules"
# How a memo calls facts, questions and entities in a picture.
_REF = re.compile(r"\b[FQn]\d+\b")
# A number with its separators, or a word with its hyphens.
_WORD = re.compile(r"\d+(?:[,.]\d+)*|[^\W\d_]+(?:[-'][^\W\d_]+)*")


def words(text: str) -> set[str]:
    """Return words and numbers; a number reads alike with and without commas between its thousands."""
    plain = re.sub(r"\\(?=[^\w\s])", "", text)
    return {word.replace(",", "").casefold() for word in _WORD.findall(plain)}


def data_of(name: str) -> Iterator[str]:
    """Yield everything that the answers to an example say, its profile, and what the rules say of its licenses."""
    material = example_material(name)
    yield (EXAMPLES / f"{name}.yaml").read_text()
    yield explanations_text(material.explanations)
    yield as_json(explanations_as_data(material.explanations))
    if material.comparison is not None:
        yield comparison_as_text(material.comparison)
    yield from (group_as_text(group) for group in material.groups)
    for pack in material.licenses():
        yield (RULES / pack.header.license / "license.yaml").read_text()
        yield from (requirement.then.by for requirement in pack.requirements)


def ages(name: str) -> set[str]:
    """Return how many days old evidence can be: the one thing that a memo computes."""
    material = example_material(name)
    dates = {source.as_of for source in material.loaded.profile.sources.values() if source.as_of is not None}
    return {str((material.explanations[0].as_of - each).days) for each in dates}


@pytest.mark.parametrize("name", SHOWN)
def test_every_number_and_every_word_comes_from_the_answers_or_a_template(name: str) -> None:
    known = set().union(*(words(text) for text in data_of(name)))
    own = set().union(*(words(text) for template in NAMES for text in own_words(tree(template))))
    written = _REF.sub("", markdown_of(example_memo(name)))
    assert words(written) - known - own - ages(name) == set()


@pytest.mark.parametrize("name", SHOWN)
def test_references_lead_to_what_they_name(name: str) -> None:
    memo = example_memo(name)
    defined = [fact.ref for fact in memo.facts]
    defined += [question.ref for each in memo.addressees for question in each.questions]
    drawn = [node.id for group in memo.groups for node in group.nodes]
    assert len(set(defined)) == len(defined)
    cited = set(_REF.findall(markdown_of(memo)))
    assert cited - set(drawn) == set(defined)
    assert {end for group in memo.groups for edge in group.edges for end in (edge.holder, edge.target)} <= set(drawn)


def test_another_number_would_be_noticed() -> None:
    memo = example_memo("three-entities")
    limit = memo.limits[0]._replace(amount="USD 123,456")
    written = markdown_of(memo._replace(limits=(limit, *memo.limits[1:])))
    assert "123456" in words(written)
    assert "123456" not in set().union(*(words(text) for text in data_of("three-entities")))
