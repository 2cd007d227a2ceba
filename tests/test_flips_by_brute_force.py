"""
What would change a verdict, against trying every change of the table at every place where a random profile states it.

Nothing is asked here about which facts an answer relied on, and nothing is pruned: each change is written into the
profile as a person would, and the file is read and decided anew.  A change that does nothing alone is tried together
with others, some pairs of each profile.  What a fair comparison leaves out:

- Figures are made smaller where the report of limits says that they add to an amount that is not within its limit, the
  largest three; and larger where it is not over it, the operator's own or the product's.
- An end that has passed already is not moved.

K3LICENSE_SEARCH multiplies the number of profiles.
"""

import os
import random
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import date, timedelta
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest
import yaml

from k3license.answers.assess import Options
from k3license.answers.cases import Cases
from k3license.answers.flips import flips
from k3license.answers.uses import Use
from k3license.engine.agreement import Engines
from k3license.model.assessment import Verdict
from k3license.model.changes import Action
from k3license.model.errors import InputErrors, NotUnderstood
from k3license.model.headroom import Headroom
from k3license.model.rules import Pack
from k3license.model.series import FiguresContradict
from k3license.model.truth import Truth
from k3license.reading.profiles import load_profile
from tests.answering import Profile, all_headroom, as_yaml, catalog
from tests.reference.worlds import whole_world

PROFILES = 12 * int(os.environ.get("K3LICENSE_SEARCH", "1"))
PER_TEST = 3
# Of each profile so many pairs are tried, and as many of those found are tried again.
PAIRS = 20
# Larger profiles have too many places to try them all.
MOST_ENTITIES, MOST_OFFERINGS = 3, 2
MOST_REPORTERS = 3
ENDS = ("model-service-ended", "agreement-ended", "stake-given-up")

Table: TypeAlias = Mapping[str, Mapping[str, Any]]
Place: TypeAlias = tuple[str | int, ...]
# A path as people write it, and the new value.
Edit: TypeAlias = tuple[str, str]

TABLE: Table = yaml.load(
    (Path(__file__).parents[1] / "rules/common/changes.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader
)


class Try(NamedTuple):
    """A change of the table at one place, with what may change beside it."""

    id: str
    place: Place
    value: Any
    beside: tuple[tuple[Place, Any], ...] = ()

    @property
    def edit(self) -> Edit:
        return _path(self.place), _text(self.value)


@pytest.mark.parametrize("first", range(0, PROFILES, PER_TEST))
def test_trying_everything_finds_what_is_found(first: int) -> None:
    for seed in range(first, first + PER_TEST):
        rng = random.Random(seed)
        profile = _small_world(rng)
        wrong = list(disagreements_on(profile, rng))
        assert not wrong, "\n".join([f"seed {seed}", *wrong, as_yaml(profile)])


def disagreements_on(profile: Profile, rng: random.Random) -> Iterator[str]:
    """Yield what is found by the program and not by trying, or the other way round, of one use in *profile*."""
    offering_id, license = rng.choice(_uses(profile))
    use = _use(profile, offering_id, license)
    assessment = use.assessment()
    theirs = {frozenset(map(_edit_of, each.actions)): each.verdict for each in flips(use, assessment)}
    limits = all_headroom(use, growth=None)
    alone: dict[frozenset[Edit], Verdict] = {}
    idle: list[Try] = []
    for each in tries(profile, offering_id, use.pack, limits):
        fuller, after = _tried_alone(profile, each, offering_id, license)
        if after is assessment.verdict:
            idle.append(fuller)
        elif after is not None:
            alone[frozenset([each.edit])] = after
    yield from _differences({edits: after for edits, after in theirs.items() if len(edits) == 1}, alone)
    pairs = {edits: after for edits, after in theirs.items() if len(edits) == 2}
    enough = {edit for edits in alone for edit in edits}
    yield from (f"{sorted(edits)}: one alone does something" for edits in pairs if edits & enough)
    for one, other in _some_pairs(idle, pairs, rng):
        both = frozenset([one.edit, other.edit])
        after = _verdict(_with(profile, one, other), offering_id, license)
        together = {} if after in (None, assessment.verdict) else {both: after}
        yield from _differences({both: pairs[both]} if both in pairs else {}, together)


def _differences(theirs: Mapping[frozenset[Edit], Verdict], tried: Mapping[frozenset[Edit], Verdict]) -> Iterator[str]:
    for edits in theirs.keys() | tried.keys():
        if theirs.get(edits) is not tried.get(edits):
            yield f"{sorted(edits)}: found {theirs.get(edits)}, by trying {tried.get(edits)}"


def _some_pairs(
    idle: Sequence[Try], found: Mapping[frozenset[Edit], Verdict], rng: random.Random
) -> Iterator[tuple[Try, Try]]:
    """Yield pairs that the program found, and others."""
    every = [pair for pair in combinations(idle, 2) if pair[0].place != pair[1].place]
    yield from [pair for pair in every if frozenset(each.edit for each in pair) in found][:PAIRS]
    yield from rng.sample(every, min(PAIRS, len(every)))


# The table, at every place


def tries(profile: Profile, offering_id: str, pack: Pack, limits: Sequence[Headroom]) -> Sequence[Try]:
    """Return every change of the table at every place where *profile* states what it changes, in the table's order."""
    found: dict[Edit, Try] = {}
    for id, change in TABLE.items():
        for words in _words(change, profile, offering_id, pack, limits):
            for place in places(profile, change["field"]):
                if _is_about(change, place, profile, offering_id) and _is_counted(id, place, words):
                    each = _at(id, change, place, profile, words)
                    if each is not None:
                        found.setdefault(each.edit, each)
    return tuple(found.values())


def places(profile: Profile, field: str) -> Sequence[Place]:
    """Return the places of a field of the table, a star for each name or number."""
    found: list[Place] = [()]
    for step in field.split("."):
        found = [(*place, each) for place in found for each in (_parts(profile, place) if step == "*" else [step])]
    return found


def _parts(profile: Profile, place: Place) -> Sequence[str | int]:
    value = _stated(profile, place)
    if isinstance(value, dict):
        return list(value)
    return range(len(value)) if isinstance(value, list) else []


def _words(
    change: Mapping[str, Any], profile: Profile, offering_id: str, pack: Pack, limits: Sequence[Headroom]
) -> Iterator[dict[str, Any]]:
    """Yield the words to put in for each requirement; for each of its limits of that kind if the change has one."""
    as_of = date.fromisoformat(profile["as_of"])
    for requirement in pack.requirements:
        words: dict[str, Any] = {
            "offering": offering_id,
            "operator": profile["offerings"][offering_id]["operator"],
            "product": _product(profile, offering_id),
            "licensor": pack.header.licensor.id,
            "licensor_name": pack.header.licensor.name,
            "as_of": as_of.isoformat(),
            "day_before": (as_of - timedelta(days=1)).isoformat(),
            requirement.then.fulfilled_by.kind: requirement.then.fulfilled_by.value,
        }
        if "measure" not in change:
            yield words
            continue
        for limit in limits:
            if limit.requirement == requirement.id and _is_limit_of(change, limit):
                yield words | {"limit": f"{limit.limit:,f}", "currency": limit.currency or "", "of": limit}


def _product(profile: Profile, offering_id: str) -> str:
    """Return the product that limits of a product are about: the whole that it is part of, unless read otherwise."""
    whole: str | None = profile["offerings"][offering_id].get("part_of")
    feature = "product-perimeter: feature" in as_yaml({"positions": profile.get("positions")})
    return offering_id if whole is None or feature else _product(profile, whole)


def _is_limit_of(change: Mapping[str, Any], limit: Headroom) -> bool:
    quantity, field = change["measure"]["quantity"], change["field"].split(".")[0]
    everything = "affiliates" in limit.says
    return (quantity == "users") is (limit.currency is None) and everything is (field == "entities")


def _is_about(change: Mapping[str, Any], place: Place, profile: Profile, offering_id: str) -> bool:
    about: str = change.get("about", "anybody")
    if about == "licensee":
        return bool(place[1] == profile["offerings"][offering_id]["operator"])
    return about == "anybody" or (place[1] == offering_id) is (about == "this-offering")


def _is_counted(id: str, place: Place, words: Mapping[str, Any]) -> bool:
    """Return whether a change of figures is to be tried: all others are."""
    limit: Headroom | None = words.get("of")
    if limit is None:
        return True
    largest = sorted(limit.parts, key=lambda part: part.adds.low or 0, reverse=True)
    adding = [part.path for part in largest]
    if TABLE[id]["to"] == "none":
        return limit.crossed is not Truth.NO and _path(place) in adding[:MOST_REPORTERS]
    return limit.crossed is not Truth.YES and place[1] in (words["operator"], words["product"])


def _at(id: str, change: Mapping[str, Any], place: Place, profile: Profile, words: Mapping[str, Any]) -> Try | None:
    """Return the change at *place*, None where there is nothing to change: unknown facts are questions."""
    stated = _stated(profile, place)
    if stated is None:
        stated = change.get("if_absent")
    if stated in (None, "unknown"):
        return None
    try:
        value = _filled(change.get("to", change.get("add")), words)
    except KeyError:
        return None
    if "add" in change:
        listed = stated if isinstance(stated, list) else [] if stated == "none" else [stated]
        value = listed if value in listed else [*listed, value]
    if value == stated or (id in ENDS and stated != "none" and stated <= value):
        return None
    beside = (((*place[:2], field), new) for field, new in change.get("also", {}).items())
    return Try(id, place, value, tuple(each for each in beside if _stated(profile, each[0]) is not None))


def _filled(value: Any, words: Mapping[str, Any]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(part, words) for key, part in value.items()}
    if isinstance(value, list):
        return [_filled(part, words) for part in value]
    return value.format_map(words)


# Trying


def _tried_alone(profile: Profile, each: Try, offering_id: str, license: str) -> tuple[Try, Verdict | None]:
    """Return a change with as little beside it as makes a profile that does not contradict itself, and the verdict."""
    for size in range(len(each.beside) + 1):
        for beside in combinations(each.beside, size):
            fuller = each._replace(beside=beside)
            verdict = _verdict(_with(profile, fuller), offering_id, license)
            if verdict is not None:
                return fuller, verdict
    return each, None


def _verdict(profile: Profile, offering_id: str, license: str) -> Verdict | None:
    """Return the verdict, None for a profile that is refused."""
    try:
        return _use(profile, offering_id, license).verdict()
    except (InputErrors, NotUnderstood, FiguresContradict):
        return None


def _with(profile: Profile, *tried: Try) -> Profile:
    changed = deepcopy(profile)
    for each in tried:
        for place, value in ((each.place, each.value), *each.beside):
            _put(changed, place, value)
    return changed


def _put(profile: Profile, place: Place, value: Any) -> None:
    """Put a value at *place*, where short forms on the way are written out."""
    node: Any = profile
    for step, following in pairwise(place):
        inner = node.get(step) if isinstance(node, dict) else node[step]
        if isinstance(following, str) and not isinstance(inner, dict):
            inner = {"route": inner} if "access" in place else {"percent": inner} if "owns" in place else {}
        node[step] = inner
        node = inner
    node[place[-1]] = deepcopy(value)


def _stated(profile: Profile, place: Place) -> Any:
    node: Any = profile
    for step in place:
        if isinstance(node, list) and isinstance(step, int):
            node = node[step] if step < len(node) else None
        else:
            node = node.get(step) if isinstance(node, dict) else None
    return node


def _path(place: Place) -> str:
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in place)


def _edit_of(action: Action) -> Edit:
    first = action.changes[0]
    return first.path, _text(yaml.load(first.after, Loader=yaml.BaseLoader))


def _text(value: Any) -> str:
    text: str = yaml.safe_dump(value, sort_keys=True)
    return text


# Uses


def _small_world(rng: random.Random) -> Profile:
    while True:
        profile = whole_world(rng)
        small = len(profile["entities"]) <= MOST_ENTITIES and len(profile["offerings"]) <= MOST_OFFERINGS
        if small and _uses(profile):
            return profile


def _uses(profile: Profile) -> Sequence[tuple[str, str]]:
    return [(offering_id, pack.header.license) for offering_id, pack in _cases(profile).uses()]


def _use(profile: Profile, offering_id: str, license: str) -> Use:
    return Use(_cases(profile), catalog().packs[license], offering_id)


def _cases(profile: Profile) -> Cases:
    loaded = load_profile(as_yaml(profile).encode(), name="random", known=catalog().known)
    return Cases(loaded, catalog(), Options(engines=Engines.BUILTIN))
