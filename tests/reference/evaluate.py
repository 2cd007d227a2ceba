"""
The answers: which requirement of a license applies to which offering, and is it fulfilled?

`answer` takes a completed profile (every fact that matters has one exact value). Each answer is a set of
outcomes with one member, or with two where even complete facts leave it open (README.md lists when).
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from tests.reference.paths import copied_models, kinship, paths
from tests.reference.scalars import Profile, listed, unwrapped
from tests.reference.sections import Answer, requirements
from tests.reference.world import PURPOSIVE, READINGS, World

Answers = dict[str, dict[str, Answer]]


def answer(profile: Profile, *, license: str, positions: dict[str, str], forced: bool = False) -> Answers:
    """
    Answer every requirement of *license* for each assessed offering that has to do with its model (with
    *forced*, for all assessed offerings, as if they used it). Raises NotComplete where a fact that matters
    is missing.
    """
    world = World.of(profile, license=license, positions=positions)
    found: Answers = {}
    for offering, block in world.offerings.items():
        licensee = unwrapped(profile.get("licensee"))
        if licensee is not None and block["operator"] != licensee:
            continue
        here = replace(
            world,
            begun=offering if world.is_planned(offering) else None,
            forced=offering if forced else None,
        )
        if forced or has_to_do_with(here, offering):
            found[offering] = requirements(here, offering)
    return found


def has_to_do_with(world: World, offering: str) -> bool:
    """Whether the license's model stands behind the offering in any way, under any reading."""
    wide = replace(world, readings=world.readings | {"distilled": "is-derivative"})
    block = world.offerings[offering]
    models = {path.model for path in paths(wide, offering, ever=True)} | set(world.models(offering))
    models |= set(copied_models(wide, offering)) | set(block.get("uses_parts_of") or {})
    if any(kinship(wide, model) for model in models):
        return True
    return any(has_to_do_with(wide, tool) for tool in listed(block.get("made_with")))


# The verdict


def verdicts(answers: dict[str, Answer]) -> frozenset[str]:
    """The verdict of one offering, for every combination of outcomes that complete facts leave possible."""
    names = sorted(answers)
    found = set()
    for outcomes in product(*(_outcomes(answers[name]) for name in names)):
        found.add(verdict(outcomes))
    return frozenset(found)


Outcome = tuple[str, str | None, bool | None]


def _outcomes(one: Answer) -> list[Outcome]:
    """Each applies with its fulfilled, and whether a late agreement leaves the past uncovered."""
    found: list[Outcome] = []
    for applies in sorted(one["applies"]):
        if applies != "yes":
            found.append((applies, None, False))
            continue
        (fulfilled,) = one["fulfilled"] - {None}
        for late in sorted(one["late"]) or ["no"]:
            uncovered = None if one["covers_past_use"] not in ("yes", "no") else one["covers_past_use"] == "no"
            found.append((applies, fulfilled, uncovered if late == "yes" else False))
    return found


def verdict(outcomes: Iterable[Outcome]) -> str:
    """
    The first that fits: something applies and is not fulfilled (or a late agreement does not cover the
    past); a late agreement of which that is not known; something applies, all fulfilled; nothing applies.
    """
    known = list(outcomes)
    if any(applies == "yes" and (fulfilled == "no" or uncovered) for applies, fulfilled, uncovered in known):
        return "action-required"
    if any(uncovered is None for _, _, uncovered in known):
        return "open-questions"
    return "conditions-met" if any(applies == "yes" for applies, _, _ in known) else "clear"


def worst(found: Iterable[str]) -> str:
    """The run's verdict is the worst."""
    order = ["action-required", "open-questions", "conditions-met", "clear"]
    return min(found, key=order.index)


# Robustness


def is_robust(
    profile: Profile,
    *,
    license: str,
    positions: dict[str, str],
    offering: str,
    requirement: str,
    vary: list[str],
) -> bool:
    """
    Whether applies and fulfilled are the same under every combination of the literal and arguable readings
    of the positions named; brute force, so name few.
    """
    choices = [[r for r in READINGS[p] if (p, r) not in PURPOSIVE] for p in vary]
    seen = set()
    for combination in product(*choices):
        chosen = positions | dict(zip(vary, combination, strict=True))
        one = answer(profile, license=license, positions=chosen)[offering][requirement]
        seen.add((one["applies"], one["fulfilled"]))
    return len(seen) == 1 and all(len(applies) == 1 for applies, _ in seen)
