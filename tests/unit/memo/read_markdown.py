"""Markdown as readers see it: its tokens, and the plain text of each block."""

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

_READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
# What templates may make of their own words, and of values that stand in code spans.
_BREAK = "<br>"


def tokens(text: str) -> Iterator[Token]:
    """Yield all tokens of a Markdown text, those inside of others too."""
    for token in _READER.parse(text):
        yield token
        yield from token.children or ()


def plain(text: str) -> str:
    """Return what a reader sees of one line of Markdown, without any markup."""
    return "".join(token.content for token in _READER.parseInline(text)[0].children or ())


def kinds(text: str) -> list[str]:
    """Return the kinds of all tokens, in order, text aside: what the text does rather than says."""
    return [token.type for token in tokens(text) if token.type != "text"]


def shape(text: str) -> list[str]:
    """Return the kinds of tokens with the level of headings; words in cells and paragraphs do not matter to it."""
    return [
        f"{token.type} {token.tag} {token.content if token.type == 'html_inline' else ''}"
        for token in tokens(text)
        if token.type != "text"
    ]


def pictures(text: str) -> list[str]:
    """Return the contents of all Mermaid pictures."""
    return re.findall(r"^```mermaid\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
