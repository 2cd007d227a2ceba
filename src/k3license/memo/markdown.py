"""The memo as Markdown: templates that only say what the record holds."""

# Jinja2 is imported by this module alone, and this module when a memo is written: no other command pays for it.
import pkgutil
import re
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Final

from jinja2 import Environment, FunctionLoader, StrictUndefined

from k3license.memo.compiled import KeptTemplates
from k3license.memo.escape import code, label, markdown
from k3license.memo.memo import Memo

_FOLDER: Final = "templates"
_TEMPLATE: Final = "memo.md.j2"
_INDENT: Final = "    "
# What is left out leaves empty lines behind.
_GAPS: Final = re.compile(r"\n{3,}")


def markdown_of(memo: Memo) -> str:
    """Return the memo as Markdown; the same memo gives the same text."""
    written = environment().get_template(_TEMPLATE).render(memo=memo)
    return _GAPS.sub("\n\n", written)


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Return the templates with the filters through which every value has to go."""
    made = Environment(
        loader=FunctionLoader(_source),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        bytecode_cache=KeptTemplates(Path(__file__).with_name(_FOLDER)),
    )
    made.filters |= {"md": _md, "code": code, "label": label, "indent_to": _indent}
    return made


def _source(name: str) -> str | None:
    data = pkgutil.get_data(__package__, f"{_FOLDER}/{name}")
    return None if data is None else data.decode()


def _md(value: str | int | date) -> str:
    """Return a text, a number or a day for any place inside a line of Markdown."""
    return markdown(str(value))


def _indent(level: int) -> str:
    """Return what puts an item of a list below the one above it."""
    return _INDENT * level
