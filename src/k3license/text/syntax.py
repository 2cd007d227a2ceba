"""What YAML itself cannot read, or reads as something else than people mean, in plain words."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import yaml

from k3license.model.errors import InputErrors, Place, Problem
from k3license.text.parsers import PureParser

# Where a token can begin; what is found here may still be part of a text.
_SHARING: Final = re.compile(r"(?:^|[\s\[\]{},:?-])(?:[&*]\S|!)")
_ENOUGH: Final = 20
_IN_QUOTES: Final = "put the whole text in double quotes"


def refused_tabs(text: str, lines: Sequence[str], name: str) -> str:
    """Return the text; tabs are spaces in JSON and refused elsewhere, where YAML readers disagree on them."""
    if "\t" not in text:
        return text
    if text.lstrip().startswith(("{", "[")):
        return text.replace("\t", " ")
    with_tabs = [number for number, line in enumerate(lines, 1) if "\t" in line]
    line = lines[with_tabs[0] - 1]
    column = line.index("\t") + 1
    indenting = not line[: column - 1].strip()
    found = "a tab is used for indentation" if indenting else "a tab stands here"
    if len(with_tabs) > 1:
        found += f" (tabs are on {len(with_tabs)} lines)"
    help = "use two spaces for each level" if indenting else "use a space"
    raise _errors(Place(name, with_tabs[0], column), "tab", found, help, lines)


def refuse_shared_and_tagged(text: str, lines: Sequence[str], name: str, parser: Any) -> None:
    """
    Raise InputErrors for the anchors, aliases and tags of a text.

    Aliases let a small text grow without bounds, and nobody sees what a tag does.
    """
    if not (any(sign in text for sign in "&*!") and _SHARING.search(text)):
        return
    problems: list[Problem] = []
    try:
        for event in yaml.parse(text, Loader=parser):
            for code, what, sign in _sharing(event):
                place = _place(name, event.start_mark)
                help = f"write it out; a text that begins with {sign} needs quotes"
                problems.append(Problem(place, code, "", f"{what} is not accepted", help))
            if len(problems) >= _ENOUGH:
                break
    except yaml.YAMLError:
        # What breaks here breaks again when the text is composed, and is reported then.
        pass
    if problems:
        raise InputErrors(problems, {name: lines})


def _sharing(event: yaml.Event) -> list[tuple[str, str, str]]:
    if isinstance(event, yaml.AliasEvent):
        return [("alias", "an alias (*)", "*")]
    if not isinstance(event, yaml.NodeEvent):
        return []
    found = []
    if event.anchor is not None:
        found.append(("alias", "an anchor (&)", "&"))
    if getattr(event, "tag", None) is not None:
        found.append(("tag", "a tag (!)", "!"))
    return found


def syntax_errors(text: str, lines: Sequence[str], name: str, error: Exception, max_depth: int) -> InputErrors:
    """Return what a person needs to know of an error of the YAML parser."""
    if isinstance(error, RecursionError) or "nesting" in str(error):
        place = _place_too_deep(text, name, max_depth)
        return _errors(place, "too-deep", f"blocks are nested more than {max_depth} deep", "", lines)
    if not isinstance(error, yaml.MarkedYAMLError):
        return _errors(Place(name), "syntax", "this is not YAML", "", lines)
    problem, context = str(error.problem or ""), str(error.context or "")
    if "single document" in context:
        place = _place(name, error.problem_mark)
        return _errors(place, "two-documents", "a second document begins here", "keep one; delete the line ---", lines)
    for pattern, at_context, explain in _EXPLANATIONS:
        if re.search(pattern, f"{context}: {problem}"):
            mark = error.context_mark if at_context and error.context_mark else error.problem_mark
            place = _place(name, mark)
            line, above = (
                lines[number] if 0 <= number < len(lines) else "" for number in (place.line - 1, place.line - 2)
            )
            began = error.context_mark.line + 1 if error.context_mark else None
            found, help = explain(_Broken(line, above, place.column, began))
            return _errors(place, "syntax", found, help, lines)
    return _errors(_place(name, error.problem_mark), "syntax", f"YAML cannot read this: {problem}", "", lines)


def _place_too_deep(text: str, name: str, max_depth: int) -> Place:
    depth = 0
    pure: Any = PureParser
    # The C parser looks so far ahead that it stops before it says where the blocks begin.
    for event in yaml.parse(text, Loader=pure):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > max_depth:
                return _place(name, event.start_mark)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
    return Place(name)


def _place(name: str, mark: Any) -> Place:
    return Place(name) if mark is None else Place(name, mark.line + 1, mark.column + 1)


def _errors(place: Place, code: str, text: str, help: str, lines: Sequence[str]) -> InputErrors:
    return InputErrors([Problem(place, code, "", text, help)], {place.file: lines})


class _Broken(NamedTuple):
    """The line at fault, the one above it, the column (from 1), and on which line the block began."""

    line: str
    above: str
    column: int
    began: int | None

    @property
    def before(self) -> str:
        return self.line[: self.column - 1]


_Explain: TypeAlias = Callable[[_Broken], tuple[str, str]]


def _second_colon(broken: _Broken) -> tuple[str, str]:
    if re.search(r":\s", broken.before):
        return "a second colon with a space after it stands in one value", _IN_QUOTES
    if _indentation(broken.line) <= _indentation(broken.above):
        return "the line above has no colon after its key", "write `key: value`"
    return (
        "the line is indented deeper than the line above allows",
        "align it with the other keys of its block, or leave the value of the key above empty",
    )


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def _unclosed(broken: _Broken) -> tuple[str, str]:
    opened = f" of the bracket on line {broken.began}" if broken.began else ""
    return (
        f"a comma or the end{opened} is missing before this",
        "put a text that holds commas, colons or brackets in quotes",
    )


def _misplaced(broken: _Broken) -> tuple[str, str]:
    if broken.before.rstrip().endswith(('"', "'")):
        return "text stands after a closing quote", _IN_QUOTES
    began = f" (it begins on line {broken.began})" if broken.began else ""
    return (
        f"this does not belong to the block above{began}",
        "give all keys of a block the same indentation, and all items of a list a dash",
    )


def _no_colon(broken: _Broken) -> tuple[str, str]:
    if re.search("[\xa0\u2000-\u200a\u202f\u3000]", broken.line):
        return "the line holds a space of an unusual kind", "use ordinary spaces"
    if re.match(r"\s*(- )?[\w.-]+:\S", broken.line):
        return "there is no space after the colon", "write `key: value`"
    return "there is no colon after the key", "write `key: value`; continued text needs deeper indentation"


def _bad_start(broken: _Broken) -> tuple[str, str]:
    return (
        f'a text cannot begin with "{broken.line[broken.column - 1 : broken.column]}" here',
        "put the text in quotes",
    )


def _block_text(broken: _Broken) -> tuple[str, str]:
    if re.search(r":\s*>=?\s*[A-Z]*\s*[0-9]", broken.line):
        return 'YAML reads ">" as the start of a longer text', 'write "over" or "at least" before the amount'
    return "text stands on the line of | or >", "begin the text on the next line, indented"


def _said(text: str, help: str) -> _Explain:
    def explain(_broken: _Broken) -> tuple[str, str]:
        return text, help

    return explain


# Both parsers of PyYAML word their messages differently.  True: the place is where the thing began.
_EXPLANATIONS: Final[tuple[tuple[str, bool, _Explain], ...]] = (
    (
        "quoted scalar: found unexpected (end|document)",
        True,
        _said(
            "the quote that opens here is never closed",
            "close it, or double a quote that belongs to the text",
        ),
    ),
    (
        "scalar: (found unknown escape|did not find expected hex|expected escape)",
        True,
        _said("a backslash is special in double quotes", "use single quotes, or write the backslash twice"),
    ),
    ("mapping values are not allowed", False, _second_colon),
    (
        "sequence entries are not allowed",
        False,
        _said("a list begins on the line of its key", "put each item on a line of its own, or write [a, b]"),
    ),
    ("scanning an? (alias|anchor|tag)|parsing a tag", True, _bad_start),
    ("cannot start any token|scanning a directive", False, _bad_start),
    ("scanning a block scalar", True, _block_text),
    ("simple key: could not find expected", True, _no_colon),
    ("flow (mapping|sequence)", False, _unclosed),
    (
        "expected the node content|did not find expected node content",
        False,
        _said(
            "a value is missing here",
            "write a value, or put a text that begins with a bracket or comma in quotes",
        ),
    ),
    ("block (mapping|collection|sequence)|<?document start>?", False, _misplaced),
)
