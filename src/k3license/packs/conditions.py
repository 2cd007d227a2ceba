"""Conditions: from the YAML of `when`, `unless` and `every_path` to records."""

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Final, Literal, get_args

from k3license.model.errors import NotUnderstood, quoted, suggestion
from k3license.model.program import Connective
from k3license.model.rules import Condition, Defined, Group, Measure, Scope, Statement, Vocabulary
from k3license.packs.blocks import Block
from k3license.text.amounts import AmountKind, parse_amount
from k3license.text.periods import parse_date
from k3license.text.walking import TextTree
from k3license.text.yaml_lines import TreePath

_CONNECTIVES: Final = {"not": Connective.NOT, "all": Connective.ALL, "any": Connective.ANY}
_FORMS: Final = (*_CONNECTIVES, "some_member", "measure")
_LIMIT: Final = re.compile(r"(more than|at least) (.+)")
_MONTH_BEFORE: Final = "month-before"
_MEASURE_KEYS: Final = ("quantity", "whose", "which", "window", "combine", "limit")

Quantity = Literal["revenue", "users"]
Whose = Literal["licensee", "licensee-and-affiliates"]
Which = Literal["everything", "this-offering", "offerings-with-the-model"]
Window = Literal["month", "preceding-month", "12-months", "year", "month-before"]
Combine = Literal["sum", "each"]
_WINDOWS: Final[tuple[Window, ...]] = ("month", "preceding-month", "12-months", "year")
_KINDS: Final[Mapping[Quantity, AmountKind]] = {"revenue": AmountKind.MONEY, "users": AmountKind.COUNT}


class ConditionReader:
    """Reads the conditions of one rule, whose statements must be of *scope*."""

    def __init__(self, block: Block, vocabulary: Vocabulary, definitions: Collection[str], scope: Scope) -> None:
        self._block = block
        self._vocabulary = vocabulary
        self._definitions = definitions
        self._scope = scope
        self._rule = block.text("rule")
        self._measures = 0

    def all_of(self, key: str, *, unless: str | None = None) -> Condition:
        """Return that all of the list under *key* holds, and none of the list under *unless*."""
        holding = list(self._list(key))
        failing = list(self._list(unless)) if unless is not None and unless in self._block.data else []
        parts = (*holding, *(Group(Connective.NOT, (part,)) for part in failing))
        if len(parts) == 1:
            return parts[0]
        return Group(Connective.ALL, parts)

    def _list(self, key: str) -> Iterator[Condition]:
        value = self._block.data.get(key)
        if not isinstance(value, list) or not value:
            if key in self._block.data:
                self._block.problem(key, "list", "a list of conditions is expected here", "write [a, b]")
            return
        for index, item in enumerate(value):
            if (condition := self._condition(item, (key, index))) is not None:
                yield condition

    def _condition(self, value: TextTree, path: TreePath) -> Condition | None:
        if isinstance(value, str):
            return self._named(value, path)
        if not isinstance(value, dict) or len(value) != 1:
            help = f"write a name, or one of {', '.join(_FORMS)} with what follows it"
            self._block.problem(path, "condition", "this is not a condition", help)
            return None
        ((form, inner),) = value.items()
        path = (*path, form)
        if form in _CONNECTIVES:
            return self._group(_CONNECTIVES[form], inner, path)
        if form == "some_member":
            return self._of_some_member(inner, path)
        if form == "measure":
            return self._measure(inner, path)
        help = suggestion(form, _FORMS) or f"forms are {', '.join(_FORMS)}"
        self._block.problem(path, "condition", f"{quoted(form)} is not a form of condition", help, at_key=True)
        return None

    def _named(self, name: str, path: TreePath) -> Condition | None:
        if name in self._definitions and self._scope is not Scope.PATH:
            return Defined(name, "this-offering")
        term = self._vocabulary.statements.get(name)
        if term is not None and term.scope is self._scope:
            return Statement(name)
        of_scope = [each for each, known in self._vocabulary.statements.items() if known.scope is self._scope]
        if term is not None:
            text = f"{quoted(name)} speaks of a {term.scope.value}, but this rule of a {self._scope.value}"
            self._block.problem(path, "unknown-statement", text, f"known here: {', '.join(of_scope)}")
            return None
        help = suggestion(name, (*of_scope, *self._definitions)) or "the statements stand in the rule language's page"
        self._block.problem(path, "unknown-statement", f"no statement or definition is called {quoted(name)}", help)
        return None

    def _group(self, connective: Connective, value: TextTree, path: TreePath) -> Condition | None:
        if connective is Connective.NOT:
            part = self._condition(value, path)
            return None if part is None else Group(connective, (part,))
        if not isinstance(value, list) or not value:
            self._block.problem(path, "list", "a list of conditions is expected here", "write [a, b]")
            return None
        found = [self._condition(item, (*path, index)) for index, item in enumerate(value)]
        parts = tuple(part for part in found if part is not None)
        return parts[0] if len(parts) == 1 else Group(connective, parts) if parts else None

    def _of_some_member(self, value: TextTree, path: TreePath) -> Condition | None:
        if self._scope is not Scope.USE:
            self._block.problem(path, "condition", "only a requirement can ask about the group", at_key=True)
            return None
        if not isinstance(value, str) or value not in self._definitions:
            text = f"no definition is called {quoted(value)}" if isinstance(value, str) else "a name is expected here"
            help = suggestion(value, self._definitions) if isinstance(value, str) else ""
            self._block.problem(path, "unknown-definition", text, help)
            return None
        return Defined(value, "some-member")

    def _measure(self, value: TextTree, path: TreePath) -> Condition | None:
        if self._scope is not Scope.USE:
            self._block.problem(path, "condition", "only a requirement can measure", at_key=True)
            return None
        if not isinstance(value, dict):
            self._block.problem(path, "block", "a block is expected here", f"write {{{': , '.join(_MEASURE_KEYS)}: }}")
            return None
        block = Block(self._block.tree, self._block.problems, value, (*self._block.path, *path))
        before_reading = len(block.problems)
        block.keys(_MEASURE_KEYS)
        self._measures += 1
        quantity: Quantity = block.choice("quantity", get_args(Quantity))
        window, before = self._window(block)
        limit = self._limit(block, quantity)
        whose: Whose = block.choice("whose", get_args(Whose))
        which: Which = block.choice("which", get_args(Which))
        combine: Combine = block.choice("combine", get_args(Combine))
        if limit is None or len(block.problems) > before_reading:
            return None
        id = f"measure:{self._rule}:{self._measures}"
        measure = Measure(id, quantity, whose, which, window, before, combine, *limit)
        try:
            self._vocabulary.measured(measure)
        except NotUnderstood as error:
            block.problem("quantity", error.code, error.text, error.help)
        return measure

    def _window(self, block: Block) -> tuple[Window, date | None]:
        text = block.data.get("window")
        if isinstance(text, str) and text.startswith(_MONTH_BEFORE):
            try:
                return _MONTH_BEFORE, parse_date(text.removeprefix(_MONTH_BEFORE))
            except NotUnderstood as error:
                block.problem("window", error.code, error.text, error.help)
                return _MONTH_BEFORE, None
        return block.choice("window", _WINDOWS), None

    def _limit(self, block: Block, quantity: Quantity) -> tuple[bool, Decimal, str | None] | None:
        text = block.text("limit")
        if not text:
            return None
        match = _LIMIT.fullmatch(text)
        if match is None:
            help = "write more than USD 12M, or at least 5M"
            block.problem("limit", "limit", f"{quoted(text)} is not a limit", help)
            return None
        kind = _KINDS[quantity]
        try:
            amount = parse_amount(match[2], kind=kind, currency_required=kind is AmountKind.MONEY)
        except NotUnderstood as error:
            block.problem("limit", error.code, error.text, error.help)
            return None
        if not amount.range.exact or amount.range.low is None:
            block.problem("limit", "limit", f"{quoted(match[2])} is not one number", "write one number")
            return None
        return match[1] == "more than", amount.range.low, amount.currency
