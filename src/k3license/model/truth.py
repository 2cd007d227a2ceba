"""Three answers, never two: strong Kleene logic over yes, no and unknown."""

from collections.abc import Iterable
from enum import Enum


class Truth(Enum):
    """The state of a statement; unknown means that the facts given do not decide it."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        # `if truth:` would read unknown as one of the two answers.
        raise TypeError("a three-valued answer has no truth value; compare it with Truth.YES or Truth.NO")


def truth_of(value: bool) -> Truth:
    """Return the truth of a fact that is known."""
    return Truth.YES if value else Truth.NO


def negation(truth: Truth) -> Truth:
    """Return no for yes, yes for no, and unknown for unknown."""
    if truth is Truth.UNKNOWN:
        return truth
    return Truth.NO if truth is Truth.YES else Truth.YES


def all_of(truths: Iterable[Truth]) -> Truth:
    """Return no if any is no, else unknown if any is unknown, else yes (also for none at all)."""
    result = Truth.YES
    for truth in truths:
        if truth is Truth.NO:
            return truth
        if truth is Truth.UNKNOWN:
            result = truth
    return result


def any_of(truths: Iterable[Truth]) -> Truth:
    """Return yes if any is yes, else unknown if any is unknown, else no (also for none at all)."""
    result = Truth.NO
    for truth in truths:
        if truth is Truth.YES:
            return truth
        if truth is Truth.UNKNOWN:
            result = truth
    return result
