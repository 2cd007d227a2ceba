"""Text of other people in Markdown and in pictures: it says what it says, and does nothing."""

import re
from typing import Final

from k3license.model.errors import visible

# Whatever Markdown, its tables, its links or a math extension would take for more than a character.
_SPECIAL: Final = re.compile(r"[\\`*_{}\[\]<>#|~&$@]|:(?=//)|(?<=\bwww)\.", re.IGNORECASE)
# At the beginning of a line these make lists, headings and rules.
_AT_START: Final = re.compile(r"^([-+=]|\d+(?=[.)]))")
# Labels of pictures: what ends them, begins another node or is taken for a directive, by the names that HTML gives.
_IN_LABELS: Final = {
    "&": "#amp;",
    "#": "#num;",
    '"': "#quot;",
    "<": "#lt;",
    ">": "#gt;",
    "`": "#grave;",
    "{": "#lbrace;",
    "}": "#rbrace;",
    "\\": "#bsol;",
}
_LABEL_SPECIAL: Final = re.compile("[" + re.escape("".join(_IN_LABELS)) + "]|%(?=%)")
_PERCENT: Final = "#percnt;"


def one_line(text: str) -> str:
    """Return *text* on one line, with what cannot be seen replaced."""
    return visible(" ".join(text.split()))


def markdown(text: str) -> str:
    """Return *text* for any place inside a line, list item or table cell of Markdown."""
    escaped = _SPECIAL.sub(lambda found: f"\\{found[0]}", one_line(text))
    return _AT_START.sub(_escaped_start, escaped)


def _escaped_start(found: re.Match[str]) -> str:
    mark = found[1]
    return f"{mark}\\" if mark[0].isdigit() else f"\\{mark}"


def code(text: str) -> str:
    """Return *text* as a code span of Markdown, for places outside of tables."""
    shown = one_line(text)
    fence = "`" * (max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    inner = f" {shown} " if shown[:1] in ("`", "") or shown[-1:] == "`" else shown
    return f"{fence}{inner}{fence}"


def label(text: str) -> str:
    """Return *text* as the inside of a quoted label of a Mermaid picture."""
    return _LABEL_SPECIAL.sub(lambda found: _IN_LABELS.get(found[0], _PERCENT), one_line(text))
