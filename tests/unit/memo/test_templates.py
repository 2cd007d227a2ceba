"""Templates: they say what the record holds, through filters, and have no numbers or names of their own."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from jinja2 import StrictUndefined, UndefinedError, nodes

import k3license.memo
from k3license.cli.profiles import catalog
from k3license.memo.markdown import environment
from k3license.reading.profiles import load_profile
from tests.unit.memo.materials import EXAMPLES

FOLDER = Path(k3license.memo.__file__).with_name("templates")
NAMES = sorted(path.name for path in FOLDER.glob("*.j2"))
# Each makes text of other people harmless in one place; the last only counts levels of a list.
FILTERS = {"md", "code", "label", "indent_to"}


def tree(name: str) -> nodes.Template:
    return environment().parse((FOLDER / name).read_text())


def values(template: nodes.Template) -> Iterator[nodes.Expr]:
    """Yield every expression whose value a template writes."""
    for output in template.find_all(nodes.Output):
        yield from (each for each in output.nodes if not isinstance(each, nodes.TemplateData))


def is_safe(value: nodes.Expr) -> bool:
    """Return whether a value is escaped, is made by a macro of escaped ones, or is the templates' own words."""
    match value:
        case nodes.Filter():
            return value.name in FILTERS
        case nodes.Call():
            return isinstance(value.node, nodes.Name)
        case nodes.Getitem():
            return isinstance(value.node, nodes.Name) and value.node.name.isupper()
        case nodes.Const():
            return True
        case nodes.Or():
            return is_safe(value.left) and is_safe(value.right)
    return False


def own_words(template: nodes.Template) -> Iterator[str]:
    """Yield all text that a template itself brings along."""
    for data in template.find_all(nodes.TemplateData):
        yield data.data
    for const in template.find_all(nodes.Const):
        if isinstance(const.value, str):
            yield const.value


@pytest.mark.parametrize("name", NAMES)
def test_every_value_goes_through_a_filter(name: str) -> None:
    assert [value for value in values(tree(name)) if not is_safe(value)] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_call_is_of_a_macro_of_the_templates(name: str) -> None:
    macros = {macro.name for each in NAMES for macro in tree(each).find_all(nodes.Macro)}
    called = [call.node for call in tree(name).find_all(nodes.Call)]
    assert {each.name for each in called if isinstance(each, nodes.Name)} <= macros
    assert all(isinstance(each, nodes.Name) for each in called)


@pytest.mark.parametrize("name", NAMES)
def test_no_template_has_a_number_of_its_own(name: str) -> None:
    assert [words for words in own_words(tree(name)) if re.search(r"\d", words) and words not in NAMES] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_template_has_a_name_of_its_own(name: str) -> None:
    words = " ".join(own_words(tree(name))).casefold()
    assert [each for each in known_names() if re.search(rf"\b{re.escape(each.casefold())}\b", words)] == []


@lru_cache(maxsize=1)
def known_names() -> set[str]:
    """Return the names of licenses, licensors, models and positions, and of everybody in the examples."""
    found: set[str] = set()
    for pack in catalog().packs.values():
        header = pack.header
        found |= {header.license, header.title, header.licensor.id, header.licensor.name, *header.models}
        found |= {model.name for model in header.models.values()}
        found |= {*header.requirements, *(each for each in header.positions if "-" in each)}
    for path in EXAMPLES.glob("*.yaml"):
        profile = load_profile(path, known=catalog().known).profile
        found |= {each.name for each in profile.entities.values() if each.name}
        found |= {each.name for each in profile.offerings.values() if each.name}
    return found


def test_what_a_record_does_not_have_is_an_error() -> None:
    assert environment().undefined is StrictUndefined
    with pytest.raises(UndefinedError):
        environment().from_string("{{ memo.fee|md }}").render(memo=object())


def test_nothing_reaches_a_template_but_the_memo() -> None:
    allowed = {"memo", "range", "dict", "lipsum", "cycler", "joiner", "namespace"}
    assert set(environment().globals) <= allowed
