"""The two parsers of PyYAML, told to find out nothing about types: every scalar is a text here."""

from typing import Any

import yaml
from yaml.composer import Composer
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner


class _Untyped:
    """Answers what the parsers ask about types, so that they spend no time on it."""

    def descend_resolver(self, current_node: object, current_index: object) -> None:
        """Keep no account of where the parser is."""

    def ascend_resolver(self) -> None:
        """Keep no account of where the parser is."""

    def resolve(self, *_node: object) -> str:
        """Return no type."""
        return ""


class PureParser(Reader, Scanner, Parser, Composer, _Untyped):
    """PyYAML's own parser, in Python: slower, and there on every platform."""

    def __init__(self, stream: str) -> None:
        Reader.__init__(self, stream)
        Scanner.__init__(self)
        Parser.__init__(self)
        Composer.__init__(self)


def _fastest() -> Any:
    if not yaml.__with_libyaml__:
        return PureParser

    class FastParser(yaml.cyaml.CParser, _Untyped):  # type: ignore[name-defined,misc]
        """The parser of libyaml, about eight times faster; wheels of PyYAML have it."""

    return FastParser


PARSER: Any = _fastest()
