"""The page docs/reference/positions.md, made from the positions in rules/."""

from collections.abc import Iterator, Mapping
from itertools import chain

from k3license.answers.catalog import load_catalog
from k3license.memo.escape import markdown
from k3license.memo.shown import section_words
from k3license.model.rules import Pack, Position, Rule

_START = """\
# Positions: where the texts are open

This page is made from `rules/` by `make reports`: correct it there. A position is a question that a license leaves
open. The reading marked as default is in force unless the profile chooses another one, with the reason for it:

```yaml
positions:
  affiliate: {reading: more-than-half, by: General Counsel, reason: "framework contracts of the group say so"}
```

*Literal* readings keep to the words, *arguable* ones have words or practice on their side, and *purposive* ones rest on
the aim of the clause alone. A *cautious* default is the reading under which more is owed, a *usual* one is what most
would expect although a stricter reading exists. What readings do to an answer, memos and `k3license explain` show.
"""


def positions_page() -> str:
    """Return the page: every position of every license, in alphabetical order."""
    return "\n".join([_START, *_lines(load_catalog().packs)])


def _lines(packs: Mapping[str, Pack]) -> Iterator[str]:
    ids = sorted({id for pack in packs.values() for id in pack.positions})
    for id in ids:
        with_it = [pack for pack in packs.values() if id in pack.positions]
        # A license that closes a position knows one reading alone: the words of all stand in any other.
        fullest = max(with_it, key=lambda pack: len(pack.positions[id].readings))
        yield from _position(fullest.positions[id], with_it)


def _position(position: Position, packs: list[Pack]) -> Iterator[str]:
    yield f"## {position.id}\n"
    yield f"**{markdown(position.asks)}** {markdown(position.why_open)}\n"
    yield "| reading | in plain words | strength | for | against |"
    yield "|---|---|---|---|---|"
    for id, reading in position.readings.items():
        default = f"; {position.default_is} default" if id == position.default else ""
        strength = f"{reading.strength}{default}"
        cells = (reading.in_plain_words, strength, reading.reasons_for, reading.reasons_against)
        yield f"| `{id}` | {' | '.join(markdown(cell) for cell in cells)} |"
    yield ""
    for pack in packs:
        yield f"- {markdown(pack.header.title)}: {_asked_by(position.id, pack)}"
    yield ""


def _asked_by(id: str, pack: Pack) -> str:
    closed = pack.positions[id].closed_by
    if closed is not None:
        return f"decided by its text ({section_words(closed)}): `{pack.positions[id].default}`"
    rules: Iterator[Rule] = chain(pack.requirements, pack.definitions.values(), pack.exemptions.values())
    found = [f"{section_words(rule.source.section)} (`{rule.id}`)" for rule in rules if id in rule.turns_on]
    return "; ".join(found)
