"""A part of a tree as one line of text, the way a profile writes it inside braces."""

import re
from typing import Final

from k3license.text.walking import TextTree

# What ends a plain text inside { } or [ ], or makes it something else.
_NEEDS_QUOTES: Final = re.compile(r"""[,\[\]{}"]|: |:$| #|^[\s#&*!|>'%@`?-]|\s$|^(~|null|Null|NULL)?$""")


def flow_text(value: TextTree) -> str:
    """Return *value* as YAML on one line; nothing at all gives an empty text."""
    if value is None:
        return ""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(key)}: {flow_text(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow_text(part) for part in value) + "]"
    return _text(value)


def _text(text: str) -> str:
    if not _NEEDS_QUOTES.search(text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
