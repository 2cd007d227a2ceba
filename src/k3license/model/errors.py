"""What is wrong with a file: each problem with its place, all of them at once."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final, NamedTuple

_WIDEST_LINE: Final = 100
_LONGEST_QUOTE: Final = 60
# What a terminal may obey and an eye may miss: controls, line separators, directions, zero widths.
_UNSEEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]"
)


class Place(NamedTuple):
    """
    A stretch of *width* characters in a file; lines and columns count from 1.

    Line 0 is the whole file, column 0 the whole line (or row of a table).
    """

    file: str
    line: int = 0
    column: int = 0
    width: int = 1

    def __str__(self) -> str:
        numbers = (self.line, self.column) if self.column else (self.line,)
        return ":".join((self.file, *map(str, numbers))) if self.line else self.file


class Problem(NamedTuple):
    """
    One thing wrong at one place.

    *code* is stable and can be looked up, *path* says where in the meaning of the file
    ("entities[2].country"; empty for the text as such), *text* what was found,
    *help* what would work (may be empty).
    """

    place: Place
    code: str
    path: str
    text: str
    help: str = ""

    def __str__(self) -> str:
        path = f"{self.path}: " if self.path else ""
        return f"{self.place}: error[{self.code}]: {path}{self.text}"


class NotUnderstood(ValueError):
    """
    A value that cannot be read, raised by parsers that do not know its place.

    *at* leads from the value to the part at fault, for values with parts.
    """

    def __init__(self, code: str, text: str, help: str = "", *, at: tuple[str | int, ...] = ()) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.help = help
        self.at = at


class FileErrors(Exception):
    """
    All problems of the files read, sorted by file, line and column.

    *sources* holds the lines of each file by its name, to show them with a caret.
    """

    kind: ClassVar[str] = "a file"

    def __init__(self, problems: Iterable[Problem], sources: Mapping[str, Sequence[str]] | None = None) -> None:
        by_place = sorted(problems, key=lambda problem: (problem.place.file, problem.place.line, problem.place.column))
        self.problems: tuple[Problem, ...] = tuple(by_place)
        self.sources: Mapping[str, Sequence[str]] = sources or {}
        super().__init__(f"{len(self.problems)} problem{'s' * (len(self.problems) != 1)} in {self.kind}")

    def rendered(self) -> str:
        """Return all problems as people read them, with an empty line between two."""
        return "\n\n".join(render(problem, self.sources.get(problem.place.file, ())) for problem in self.problems)

    def __str__(self) -> str:
        return self.rendered()


class InputErrors(FileErrors):
    """What somebody gave to be assessed cannot be read: a profile, a table, a register."""

    kind = "the input"


class PackErrors(FileErrors):
    """A rule pack is malformed: nobody who is assessed can be at fault."""

    kind = "a rule pack"


def render(problem: Problem, source_lines: Sequence[str]) -> str:
    """Return the problem, the source line with a caret under the place, and the help."""
    shown = [str(problem)]
    line, column = problem.place.line, problem.place.column
    if 0 < line <= len(source_lines):
        source = visible(source_lines[line - 1])
        start = max(0, min(column - _WIDEST_LINE // 2, len(source) - _WIDEST_LINE))
        stretch = source[start : start + _WIDEST_LINE]
        offset = max(0, column - 1 - start)
        carets = "^" * max(1, min(problem.place.width, len(stretch) - offset))
        gutter = len(str(line))
        shown += [f"{'':{gutter}} |", f"{line} | {stretch}", f"{'':{gutter}} | {'':{offset}}{carets}"]
    if problem.help:
        shown.append(f"{'':{len(str(line or ''))}} = help: {problem.help}")
    return "\n".join(shown)


def visible(text: str) -> str:
    """Return the text with each character that cannot be seen, or that a terminal obeys, as one `?`."""
    return _UNSEEN.sub("?", text.replace("\t", " "))


def quoted(text: str) -> str:
    """Return somebody's text in quotes on one line, shortened in the middle of nowhere if it is long."""
    seen = visible(text)
    return f'"{seen}"' if len(seen) <= _LONGEST_QUOTE else f'"{seen[: _LONGEST_QUOTE - 3]}..."'


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return `did you mean "x"?` for the known word nearest to *word*, or nothing if none is near."""
    nearest = nearest_word(word, known)
    return f'did you mean "{nearest}"?' if nearest else ""


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that somebody who wrote *word* probably meant, if one is near enough."""
    # Only whoever has made a mistake waits for this import.
    from difflib import get_close_matches  # noqa: PLC0415

    by_shape = {_shape(each): each for each in known}
    found = get_close_matches(_shape(word), by_shape, n=1, cutoff=0.7)
    return by_shape[found[0]] if found else None


def _shape(word: str) -> str:
    return re.sub(r"[\s_-]+", "-", word.strip()).casefold()
