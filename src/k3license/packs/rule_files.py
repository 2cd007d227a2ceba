"""Rule files: a definition, a requirement or an exemption each, possibly taken over from common."""

import re
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from k3license.model.errors import quoted, suggestion
from k3license.model.rules import (
    Definition,
    Duty,
    Exemption,
    Fulfilment,
    Question,
    Requirement,
    Rule,
    Scope,
    Source,
    StatedAs,
    Vocabulary,
)
from k3license.model.truth import Truth
from k3license.packs.blocks import Block
from k3license.packs.conditions import ConditionReader
from k3license.packs.files import COMMON, HEADER, PackFiles
from k3license.text.walking import TextTree

_COMMON_KEYS: Final = ("rule", "kind", "title", "source", "in_plain_words", "turns_on")
_KEYS: Final = {
    "definition": ((*_COMMON_KEYS, "about", "when"), ("unless", "stated_as", "if_missing")),
    "requirement": ((*_COMMON_KEYS, "binds", "when", "then"), ("unless", "if_missing")),
    "exemption": ((*_COMMON_KEYS, "lifts", "every_path"), ("if_missing",)),
}
# Statements are written with underscores, so that no rule can be taken for one.
_ID: Final = re.compile(r"[a-z0-9][a-z0-9.-]*")
_PLACEHOLDER: Final = re.compile(r"<([a-z][a-z0-9_-]*)>")


class RuleFile(NamedTuple):
    """A rule as YAML: its id, its kind, and the block that it is to be read from."""

    id: str
    kind: str
    block: Block


def rule_files(files: PackFiles) -> Mapping[str, RuleFile]:
    """Return the rules of the license by id, the shared ones filled in."""
    found = {}
    for path in files.below(files.license_id):
        rule_id = path.rpartition("/")[2].removesuffix(".yaml")
        if path.endswith(f"/{HEADER}"):
            continue
        if (block := _block(files, path, rule_id)) is None:
            continue
        kind = block.choice("kind", _KEYS)
        if "kind" not in block.data:
            block.problem("kind", "missing", '"kind" is missing', f"add one of {', '.join(_KEYS)}")
        elif block.data["kind"] == kind:
            found[rule_id] = RuleFile(rule_id, kind, block)
    return found


def _block(files: PackFiles, path: str, rule_id: str) -> Block | None:
    tree = files.tree(path)
    if tree is None:
        return None
    block = Block(tree, files.problems, tree.data)
    if not _ID.fullmatch(rule_id):
        files.report(path, "id", f"{quoted(rule_id)} cannot be a rule's id", "use small letters, digits and -")
    if block.text("rule") not in ("", rule_id):
        block.problem("rule", "id", f"{quoted(block.text('rule'))} is not the file's name", f"write {rule_id}")
    if "like" not in tree.data:
        if path not in files.with_cases:
            files.report(path, "no-cases", "the rule has no cases", f"add {rule_id}.cases.yaml beside it")
        return block
    block.keys(("rule", "like", "with"))
    shared_path = f"{COMMON}/rules/{block.text('like')}.yaml"
    if shared_path not in files:
        shared = [each.rpartition("/")[2].removesuffix(".yaml") for each in files.below(f"{COMMON}/rules")]
        help = suggestion(block.text("like"), shared)
        block.problem("like", "no-file", f"there is no rule {quoted(block.text('like'))} in {COMMON}/rules", help)
        return None
    if shared_path not in files.with_cases:
        files.report(shared_path, "no-cases", "the rule has no cases", "add them beside it")
    shared_tree = files.tree(shared_path)
    if shared_tree is None:
        return None
    words = {key: block.block("with").text(key) for key in block.block("with").data}
    used: set[str] = set()
    data = {key: _filled(value, words, used) for key, value in shared_tree.data.items()}
    for word in words.keys() - used:
        block.problem(("with", word), "unused", f"the shared rule does not say <{word}>", at_key=True)
    for word in sorted(used - words.keys()):
        block.problem("with", "missing", f"the shared rule says <{word}>", f"add {word}: and the words for it")
    return Block(shared_tree, files.problems, {**data, "rule": rule_id})


def _filled(value: TextTree, words: Mapping[str, str], used: set[str]) -> TextTree:
    """Return the value with words for the placeholders, noting which ones it has."""
    if isinstance(value, dict):
        return {key: _filled(each, words, used) for key, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, words, used) for each in value]
    if value is None or "<" not in value:
        return value
    used.update(_PLACEHOLDER.findall(value))
    return _PLACEHOLDER.sub(lambda match: words.get(match[1], match[0]), value)


def rule(file: RuleFile, *, vocabulary: Vocabulary, definitions: Collection[str]) -> Rule:
    """Return the rule of a file; what is wrong with it is added to its block's problems."""
    file.block.keys(*_KEYS[file.kind])
    if file.kind == "definition":
        return _definition(file, vocabulary, definitions)
    if file.kind == "requirement":
        return _requirement(file, vocabulary, definitions)
    return _exemption(file, vocabulary, definitions)


def _definition(file: RuleFile, vocabulary: Vocabulary, definitions: Collection[str]) -> Definition:
    block = file.block
    block.choice("about", ("service",))
    return Definition(
        id=file.id,
        title=block.text("title"),
        source=_source(block.block("source")),
        in_plain_words=block.text("in_plain_words"),
        when=ConditionReader(block, vocabulary, definitions, Scope.SERVICE).all_of("when", unless="unless"),
        stated_as=_stated_as(block.block("stated_as"), vocabulary) if "stated_as" in block.data else None,
        turns_on=block.texts("turns_on"),
        if_missing=_if_missing(block),
        file=block.tree.name,
    )


def _requirement(file: RuleFile, vocabulary: Vocabulary, definitions: Collection[str]) -> Requirement:
    block = file.block
    return Requirement(
        id=file.id,
        title=block.text("title"),
        source=_source(block.block("source")),
        in_plain_words=block.text("in_plain_words"),
        binds=block.choice("binds", ("commercial-use", "any-use", "distribution")),
        when=ConditionReader(block, vocabulary, definitions, Scope.USE).all_of("when", unless="unless"),
        then=_duty(block.block("then")),
        turns_on=block.texts("turns_on"),
        if_missing=_if_missing(block),
        file=block.tree.name,
    )


def _exemption(file: RuleFile, vocabulary: Vocabulary, definitions: Collection[str]) -> Exemption:
    block = file.block
    return Exemption(
        id=file.id,
        title=block.text("title"),
        source=_source(block.block("source")),
        in_plain_words=block.text("in_plain_words"),
        lifts=block.texts("lifts"),
        every_path=ConditionReader(block, vocabulary, definitions, Scope.PATH).all_of("every_path"),
        turns_on=block.texts("turns_on"),
        if_missing=_if_missing(block),
        file=block.tree.name,
    )


def _source(block: Block) -> Source:
    block.keys(("section",), ("paragraph", "words"))
    return Source(block.text("section"), block.text_or_none("paragraph"), block.texts("words"))


def _stated_as(block: Block, vocabulary: Vocabulary) -> StatedAs:
    block.keys(("field", "takes"))
    field = block.choice("field", sorted(vocabulary.stated_fields))
    truths = {truth.value: truth for truth in (Truth.YES, Truth.NO)}
    taken = block.texts("takes")
    for index, answer in enumerate(taken):
        if answer not in truths:
            block.problem(("takes", index), "choice", f"{quoted(answer)} is neither yes nor no")
    return StatedAs(field, frozenset(truths[answer] for answer in taken if answer in truths))


def _duty(block: Block) -> Duty:
    block.keys(("consequence", "must", "who", "by", "fulfilled_by"))
    return Duty(
        consequence=block.choice("consequence", ("duty", "gate", "no-rights")),
        must=block.text("must"),
        who=block.text("who"),
        by=block.text("by"),
        fulfilled_by=_fulfilment(block.block("fulfilled_by")),
    )


def _fulfilment(block: Block) -> Fulfilment:
    block.keys((), ("agreement", "display", "notices"))
    if block.data.keys() >= {"agreement"}:
        return Fulfilment("agreement", block.text("agreement"))
    if block.data.keys() >= {"display"}:
        return Fulfilment("display", block.text("display"))
    if not block.data:
        block.problem(
            (), "missing", "nothing fulfils it", "write {agreement: KIND}, {display: NAME} or {notices: kept}"
        )
    return Fulfilment("notices", block.choice("notices", ("kept",)))


def _if_missing(block: Block) -> Mapping[str, Question]:
    found = {}
    for field, each in block.blocks("if_missing").items():
        each.keys(("ask", "of"))
        found[field] = Question(each.text("ask"), each.text("of"))
    return found
