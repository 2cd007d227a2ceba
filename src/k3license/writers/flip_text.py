"""What would change an answer, as text: first what the licensee can do."""

from collections.abc import Iterator, Sequence

from k3license.model.changes import Flip
from k3license.writers.columns import titled, wrapped
from k3license.writers.text_report import answer_text


def flip_lines(flips: Sequence[Flip], *, licensee: str, now: str) -> Iterator[str]:
    """Yield the smallest sets of changes, those for the better first, by who can bring them about."""
    yield from titled(f"What would lead to another answer than: {now}")
    if not flips:
        yield from wrapped("No one or two changes to the facts relied on, as far as such changes are known here.", 2)
        return
    yield from wrapped("A change counts from the day on which it is made: what was due before stays due.", 2)
    number = 0
    for better in (True, False):
        for who, words in _who(licensee, better).items():
            group = [flip for flip in flips if flip.better is better and flip.who == who]
            if group:
                yield from wrapped(words, 2)
            for flip in group:
                number += 1
                yield from _flip(number, flip)


def _who(licensee: str, better: bool) -> dict[str, str]:
    if better:
        return {
            "licensee": f"What {licensee} can do:",
            "others": "What others would have to do:",
            "nobody": "What would have to be otherwise, and nobody can change:",
        }
    return {
        "licensee": f"What {licensee} must not do, unless this is wanted:",
        "others": "What others could do:",
        "nobody": "What would also change it:",
    }


def _flip(number: int, flip: Flip) -> Iterator[str]:
    start = f"{number}."
    for action in flip.actions:
        yield from wrapped(f"{start:<3} {action.says}", 4, hang=4)
        start = "and"
    yield from wrapped(f"-> {flip.verdict.value}", 8)
    for id, answer in flip.answers.items():
        yield from wrapped(f"{id}: {answer_text(answer)}", 11, hang=2)
    for action in flip.actions:
        for change in action.changes:
            yield from wrapped(f"--set '{change.path}={change.after}'", 8, hang=2)
