"""Text in columns for a screen of 80 characters, without color."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

WIDTH: Final = 80
_GAP: Final = "  "


def wrapped(text: str, indent: int = 0, *, hang: int = 0) -> list[str]:
    """Return *text* in lines of at most 80 columns, the later ones indented by *hang* more."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_on_hyphens=False,
    )


def row(cells: Sequence[str], widths: Sequence[int], *, indent: int = 0) -> Iterator[str]:
    """Yield the lines of one row, each cell wrapped to its width."""
    columns = [textwrap.wrap(cell, width) or [""] for cell, width in zip(cells, widths, strict=True)]
    for parts in zip_longest(*columns, fillvalue=""):
        line = _GAP.join(f"{part:<{width}}" for part, width in zip(parts, widths, strict=True))
        yield (" " * indent + line).rstrip()


def titled(title: str, line: str = "-") -> list[str]:
    """Return *title* with a line under it."""
    lines = wrapped(title)
    return [*lines, line * max(len(each) for each in lines)]
