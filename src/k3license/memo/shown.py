"""What all parts of a memo share: answers as words, what something is for, and marks of a redline."""

from typing import Final, Literal, NamedTuple, TypeAlias

from k3license.model.assessment import Answer

# In a memo that is compared with an older profile; else empty.
Mark: TypeAlias = Literal["", "new", "changed"]
# An offering and a license, by their ids.
UseId: TypeAlias = tuple[str, str]

_LONGEST_QUOTE: Final = 90


class Answered(NamedTuple):
    """An answer in the words of the JSON report; *fulfilled* is empty where nothing has to be."""

    applies: str
    fulfilled: str


class For(NamedTuple):
    """What something is for: an offering and a license by name, and a requirement by its section and title."""

    offering: str
    license: str
    section: str
    title: str


def answered(answer: Answer) -> Answered:
    """Return an answer as words."""
    return Answered(answer.applies.value, "" if answer.fulfilled is None else answer.fulfilled.value)


def section_words(section: str) -> str:
    """Return how a place in a license is called: `Section 2`, `Notice`; empty for none."""
    if section[:1].isdigit():
        return f"Section {section}"
    return "" if section == "-" else section.capitalize()


def quoted_fact(stated: str | None) -> str:
    """Return what a profile states, cut short where it is long; empty for nothing."""
    if stated is None:
        return ""
    return stated if len(stated) <= _LONGEST_QUOTE else stated[: _LONGEST_QUOTE - 3] + "..."
