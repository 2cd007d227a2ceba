"""What would change the result: the smallest sets of changes to facts, by who can bring them about."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from k3license.memo.material import Material
from k3license.memo.shown import Answered, answered
from k3license.model.changes import Flip

_WHO_FIRST: Final = ("licensee", "others", "nobody")


class FlipShown(NamedTuple):
    """A smallest set of changes, what follows, and the facts as a profile would then state them."""

    actions: tuple[str, ...]
    verdict: str
    answers: tuple[tuple[str, Answered], ...]
    written: tuple[str, ...]


class FlipGroup(NamedTuple):
    """Changes for the better or not that the licensee, others or nobody can bring about."""

    better: bool
    who: str
    flips: tuple[FlipShown, ...]


class FlipsOf(NamedTuple):
    """What would lead to another verdict on one use; no groups where nothing tried does."""

    offering: str
    licensee: str
    license: str
    verdict: str
    groups: tuple[FlipGroup, ...]


def flips_shown(material: Material) -> tuple[FlipsOf, ...]:
    """Return the changes that lead to another verdict, for each use for which they were looked for."""
    return tuple(
        FlipsOf(
            offering=use.offering_name,
            licensee=use.licensee_name,
            license=use.license_title,
            verdict=use.verdict.value,
            groups=tuple(_groups(use.flips)),
        )
        for use in material.explanations
        if use.flips is not None
    )


def _groups(flips: Sequence[Flip]) -> Iterator[FlipGroup]:
    """Yield the changes for the better first, and those first that the licensee can bring about."""
    for better in (True, False):
        for who in _WHO_FIRST:
            same = tuple(_shown(flip) for flip in flips if flip.better is better and flip.who == who)
            if same:
                yield FlipGroup(better, who, same)


def _shown(flip: Flip) -> FlipShown:
    return FlipShown(
        actions=tuple(action.says for action in flip.actions),
        verdict=flip.verdict.value,
        answers=tuple((id, answered(answer)) for id, answer in flip.answers.items()),
        written=tuple(f"{change.path}={change.after}" for action in flip.actions for change in action.changes),
    )
