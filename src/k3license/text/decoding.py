"""Bytes into text: what is no text, or holds characters that nobody can see, is refused with its place."""

import re
from typing import Final

from k3license.model.errors import InputErrors, Place, Problem

_MEGABYTE: Final = 1_000_000

# What people pick by mistake instead of a text file, by its first bytes.
_OTHER_FILES: Final = (
    (b"PK\x03\x04", "a Word, Excel or ZIP file"),
    (b"%PDF", "a PDF file"),
    (b"\xd0\xcf\x11\xe0", "an old Word or Excel file"),
    (b"{\\rtf", "an RTF file"),
)

# One problem for each kind of character, at its first place: a pasted text may hold hundreds.
_CHARACTERS: Final = (
    (
        "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]",
        "control-character",
        "a control character (U+{0:04X})",
        "delete it; it usually comes with text copied from Word or a PDF",
    ),
    (
        "[\x85\u2028\u2029]",
        "line-separator",
        "an unusual line separator (U+{0:04X}), which some programs read as a new line and others do not",
        "put an ordinary line break or a space there",
    ),
    (
        "[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]",
        "text-direction",
        "an invisible character (U+{0:04X}) that turns the direction of the text",
        "delete it",
    ),
    (
        "[\xad\u200b\u2060\ufeff]",
        "invisible-character",
        "an invisible character (U+{0:04X})",
        "delete it; it usually comes with text copied from a web page",
    ),
    (
        "(?m)^ *([\xa0\u2000-\u200a\u202f\u3000])",
        "no-break-space",
        "the line is indented with a space of an unusual kind (U+{0:04X})",
        "use ordinary spaces",
    ),
)


def decode(data: bytes, *, name: str, max_bytes: int = _MEGABYTE) -> str:
    """
    Return the text of a file, with a line feed at the end of each line.

    UTF-8 and, with a byte order mark, UTF-16 are read.  Raises InputErrors with every
    kind of character that is refused.
    """
    if len(data) > max_bytes:
        raise _not_read(name, "too-large", f"the file is larger than {max_bytes:,} bytes", "is it the right file?")
    for start, kind in _OTHER_FILES:
        if data.startswith(start):
            raise _not_read(name, "not-text", f"this is {kind}, not a text", "give a plain text file (YAML or JSON)")
    text = _with_line_feeds(_decoded(data, name))
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    problems = []
    for pattern, code, found, help in _CHARACTERS:
        if match := re.search(pattern, text):
            at = match.start(match.lastindex or 0)
            problems.append(Problem(place_at(text, at, name), code, "", found.format(ord(text[at])), help))
    if problems:
        raise InputErrors(problems, {name: text.split("\n")})
    return text


def place_at(text: str, index: int, name: str, width: int = 1) -> Place:
    """Return the place of the character at *index* of a text whose lines end in line feeds."""
    return Place(name, text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index), width)


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes, name: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise _not_read(name, "encoding", "the file is broken UTF-16 text", "save it as UTF-8") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The decoder counts from behind the mark that it has skipped.
        raise _not_utf8(data.removeprefix(b"\xef\xbb\xbf"), error.start, name) from None
    if "\0" in text[:4]:
        raise _not_read(
            name, "encoding", "the file looks like UTF-16 text without a byte order mark", "save it as UTF-8"
        )
    return text


def _not_utf8(data: bytes, at: int, name: str) -> InputErrors:
    before = _with_line_feeds(data[:at].decode("utf-8"))
    byte = data[at : at + 1]
    probable = byte.decode("cp1252", errors="ignore")
    found = f"the byte 0x{byte.hex().upper()} is not UTF-8"
    if probable:
        found += f', probably "{probable}" saved as Windows-1252'
    lines = _with_line_feeds(data.decode("cp1252", errors="replace")).split("\n")
    problem = Problem(place_at(before, len(before), name), "encoding", "", found, "save the file as UTF-8")
    return InputErrors([problem], {name: lines})


def _not_read(name: str, code: str, text: str, help: str) -> InputErrors:
    return InputErrors([Problem(Place(name), code, "", text, help)])
