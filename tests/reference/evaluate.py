"""
The answers: which requirement of a license applies to which offering, and is it fulfilled?

`answer` takes a completed profile (every fact that matters has one exact value). Each answer is a set of
outcomes with one member, or with two where even complete facts leave it open (README.md lists when).
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import product
from typing import Any, TypedDict

from tests.reference.money import dollars_in_month, first_month, group_exceeds, users_in_month
from tests.reference.scalars import (
    Month,
    NotComplete,
    Profile,
    complete_months,
    day,
    is_none,
    is_open,
    last_day,
    listed,
    month_of,
    unwrapped,
    yes,
)
from tests.reference.uses import (
    COUNTED_OUTPUTS,
    Path,
    copied_models,
    copies,
    copies_handed_to,
    copy_holder,
    counts_as_copy,
    group_operates,
    has_commercial_purpose,
    has_ended,
    holds_copy,
    is_commercial_product,
    is_counted_service,
    kinship,
    paths,
    reaches_third_party,
)
from tests.reference.world import LICENSOR, NAME_TO_SHOW, PURPOSIVE, READINGS, World

REVENUE_LIMIT = Fraction(20_000_000)
USER_LIMIT = Fraction(100_000_000)
INTERNAL, OFFICIAL = "internal-use", "official-or-certified-access"


class Answer(TypedDict):
    """One requirement of one offering; each set holds the outcomes that complete facts leave possible."""

    applies: frozenset[str]
    """no, exempt, yes."""
    fulfilled: frozenset[str | None]
    """yes and no where it applies, None where it does not."""
    exemptions: dict[str, frozenset[str]]
    """Whether each exemption covers every path; both truths where there is no path to judge."""
    late: frozenset[str]
    """Of the agreement that fulfils section 2: yes, no; empty where there is none."""
    covers_past_use: str | None
    """Of the same agreement."""


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


def requirements(world: World, offering: str) -> dict[str, Answer]:
    """Sections 1, 2 and 3 of the Kimi K3 License; notice and display of the Modified MIT licenses."""
    found = {"keep-notices": keep_notices(world, offering), "display-name": display_name(world, offering)}
    if world.license == "kimi-k3":
        found["separate-agreement"] = separate_agreement(world, offering)
    return found


def _answer(
    applies: Iterable[str], fulfilled: bool | None, exemptions: dict[str, frozenset[str]], **more: Any
) -> Answer:
    states = frozenset(applies)
    done: set[str | None] = set()
    if "yes" in states:
        done.add("yes" if fulfilled else "no")
    if states - {"yes"}:
        done.add(None)
    rest = {"late": frozenset(), "covers_past_use": None} | more
    return Answer(
        applies=states,
        fulfilled=frozenset(done),
        exemptions=exemptions,
        late=rest["late"],
        covers_past_use=rest["covers_past_use"],
    )


# Who uses what


def uses(world: World, offering: str) -> list[Path]:
    """
    The paths that are uses of the Software or a derivative by the operator: its model, derived from it, or
    a part of it by `software-part`. A finished product bought is the vendor's use.
    """
    found = []
    for path in paths(world, offering):
        if path.route == "inside" or not (world.forced == offering or kinship(world, path.model)):
            continue
        if path.route == "files" and world.readings["software-part"] == "the-model":
            continue
        found.append(path)
    return found


def tools(world: World, offering: str) -> list[str]:
    """The offerings it was made with, where `used-for` counts those."""
    if world.readings["used-for"] == "runs-in" or has_ended(world, offering):
        return []
    return [str(tool) for tool in listed(world.offerings[offering].get("made_with"))]


def is_bound(world: World, entity: str) -> bool:
    """
    A status of the entity. It obtained a copy of any part; or it is served by an affiliate's copy, by
    `copy-in-group`; or it calls what outsiders host, by `api-access`.
    """
    if holds_copy(world, entity):
        return True
    near = world.members(entity, when=world.as_of)
    for offering, block in world.offerings.items():
        if block["operator"] != entity:
            continue
        served = uses(world, offering)
        for tool in tools(world, offering):
            served += uses(world, tool)
        for path in served:
            if path.holder in near:
                if world.readings["copy-in-group"] == "binds-the-user":
                    return True
            elif world.readings["api-access"] == "is-use":
                return True
    return False


# Exemptions (section 4 of the Kimi K3 License)


def is_derivative(world: World, offering: str, path: Path) -> bool:
    return world.forced != offering and kinship(world, path.model) == "derivative"


def is_internal(world: World, offering: str, path: Path) -> bool:
    """
    4(a): nothing reaches third parties: it is not offered to them, no outputs of a counted kind leave, no
    copies are handed to them. For derivatives only under `internal-too` or `derivatives-too`.
    """
    if is_derivative(world, offering, path) and world.readings["exempt-derivatives"] == "software-only":
        return False
    operator = str(world.offerings[offering]["operator"])
    given = frozenset[str]()
    if any(counts_as_copy(world, offering, model) for model in copied_models(world, offering)):
        given = copies_handed_to(world, offering)
    return not (
        reaches_third_party(world, operator, path.audience)
        or path.outputs & COUNTED_OUTPUTS[world.readings["outputs"]]
        or reaches_third_party(world, operator, given)
    )


def is_official(world: World, offering: str, path: Path) -> bool:
    """
    4(b): it runs on the licensor's service or a certified host; by `accessed-through` also what is bought
    under their contract, or used with their client. Never for copies handed on; for derivatives by
    `derivatives-too`.
    """
    if is_derivative(world, offering, path) and world.readings["exempt-derivatives"] != "derivatives-too":
        return False
    if path.route == "handing-on":
        return False
    if path.route == "moonshot" or path.certified:
        return True
    reading = world.readings["accessed-through"]
    return (path.contract and reading != "servers-run-by-them") or (path.client and reading == "their-client-too")


def exemption(world: World, used: list[tuple[str, Path]]) -> tuple[bool, dict[str, frozenset[str]]]:
    """Exempt if every path is, by the one or the other; and for each of both whether it covers every path."""
    inside = [is_internal(world, offering, path) for offering, path in used]
    through = [is_official(world, offering, path) for offering, path in used]
    exempt = all(a or b for a, b in zip(inside, through, strict=True))
    states = {INTERNAL: _truth(all(inside)), OFFICIAL: _truth(all(through))}
    if not used:
        states = {INTERNAL: _truth(True, False), OFFICIAL: _truth(True, False)}
    return exempt, states


def _truth(*values: bool) -> frozenset[str]:
    return frozenset("yes" if value else "no" for value in values)


# Section 1: notices


def keep_notices(world: World, offering: str) -> Answer:
    """
    A copy of any part is held, or handed on (only the latter under `handed-on-only`). Fulfilled: the notice
    is kept, and handed on with the copies handed on. No exemption reaches this section.
    """
    operator = str(world.offerings[offering]["operator"])
    held = handed_on = False
    fulfilled = True
    for place in copy_places(world, offering):
        at_hand = copy_holder(world, place) == operator
        given = bool(copies_handed_to(world, place))
        if not (at_hand or given):
            continue
        held |= at_hand
        handed_on |= given
        block = copies(world, place) or {}
        fulfilled &= yes(block.get("notice_kept"), what=f"{place}: notice_kept")
        if given:
            fulfilled &= yes(block.get("notice_handed_on"), what=f"{place}: notice_handed_on")
    applies = handed_on if world.readings["notice-copies"] == "handed-on-only" else held or handed_on
    return _answer({"yes" if applies else "no"}, fulfilled, {})


def copy_places(world: World, offering: str) -> list[str]:
    """
    The offering, and others of the same operator that it reaches the model through, where they have copies.
    """
    places = [offering]
    for entry in listed(world.offerings[offering].get("access")):
        route = entry.get("route") if isinstance(entry, dict) else entry
        if route in world.offerings and not has_ended(world, offering):
            places += copy_places(world, str(route))
    operator = world.offerings[offering]["operator"]
    return [
        place
        for place in places
        if world.offerings[place]["operator"] == operator
        and not (world.is_planned(place) and world.begun != place)
        and has_copy(world, place)
    ]


def has_copy(world: World, offering: str) -> bool:
    """Copies of the license's software, of a derivative, or of single files of it."""
    parts = world.offerings[offering].get("uses_parts_of") or {}
    models = copied_models(world, offering)
    return any(counts_as_copy(world, offering, model) for model in models) or any(
        kinship(world, str(model)) for model in parts
    )


# Section 2: the separate agreement


def separate_agreement(world: World, offering: str) -> Answer:
    """
    The operator uses the Software, is bound, for a commercial purpose; its group operates a Model as a
    Service business and has revenue above the limit; unless exempt. The purposive reading of `gate-reach`
    binds only the offering that is such a service.
    """
    licensee = str(world.offerings[offering]["operator"])
    used = uses(world, offering)
    exempt, states = exemption(world, [(offering, path) for path in used])
    reached = (
        bool(used)
        and is_bound(world, licensee)
        and has_commercial_purpose(world, offering)
        and (world.readings["gate-reach"] == "any-commercial-use" or is_counted_service(world, offering))
    )
    gate = gate_met(world, licensee, offering) if reached else frozenset({False})
    applies = {("exempt" if exempt else "yes") if met else "no" for met in gate}
    fitting = [line for line in agreements(world) if is_fitting(world, offering, line)] if "yes" in applies else []
    if not fitting:
        return _answer(applies, False, states)
    lateness = [(is_late(world, offering, line), str(line.get("covers_past_use"))) for line in fitting]
    # Of several agreements the one that leaves least to say.
    late, past = min(lateness, key=lambda one: ("yes" in one[0] and one[1] != "yes", sorted(one[0])))
    return _answer(applies, True, states, late=late, covers_past_use=past)


def gate_met(world: World, licensee: str, offering: str) -> frozenset[bool]:
    """The group operates a Model as a Service business and its revenue exceeds the limit."""
    operates = group_operates(world, licensee)
    if operates == {False}:
        return operates
    exceeds = group_exceeds(world, licensee, offering, limit=REVENUE_LIMIT)
    return frozenset(a and b for a, b in product(operates, exceeds))


def agreements(world: World) -> list[dict[str, Any]]:
    value = unwrapped(world.profile.get("agreements"))
    if is_open(value):
        raise NotComplete("agreements")
    return listed(value)


def is_fitting(world: World, offering: str, line: dict[str, Any]) -> bool:
    """
    A separate agreement with the licensor, whose party is the Licensee or that extends to it, covering the
    offering and its models, in effect on the day (`expires` inclusive), with a document.
    """
    licensee = world.offerings[offering]["operator"]
    if line.get("with") != LICENSOR or line.get("kind") != "separate-agreement":
        return False
    if line.get("party") != licensee and licensee not in listed(line.get("extends_to")):
        return False
    covered = {str(name) for name in listed(line.get("covers"))}
    models_named = covered - set(world.offerings)
    used = {path.model for path in uses(world, offering)}
    if offering not in covered or (models_named and not used <= models_named):
        return False
    if is_open(line.get("effective_from")) or is_open(line.get("expires")):
        raise NotComplete("agreement: effective_from, expires")
    if day(line["effective_from"]) > world.as_of:
        return False
    if not is_none(line["expires"]) and day(line["expires"]) < world.as_of:
        return False
    if is_open(line.get("document")):
        raise NotComplete("agreement: document")
    return not is_none(line["document"])


def is_late(world: World, offering: str, line: dict[str, Any]) -> frozenset[str]:
    """
    Effective after the later of first use and the first month at whose end the gate was met. By month:
    within the month of a later first use, days and months disagree, and both truths stand.
    """
    began = world.first_use(offering)
    if began is None:
        return frozenset({"no"})
    effective = day(line["effective_from"])
    return frozenset(
        truth for month in first_months_of_gate(world, offering) for truth in _late_for(began, effective, month)
    )


def _late_for(began: date, effective: date, gate: Month) -> set[str]:
    due = max(month_of(began), gate)
    if month_of(effective) != due:
        return {"yes" if month_of(effective) > due else "no"}
    return {"no"} if gate == due or effective <= began else {"yes", "no"}


def first_months_of_gate(world: World, offering: str) -> set[Month]:
    """
    The months that can be the first at whose end the gate was met; several where a month leaves it open.
    """
    licensee = str(world.offerings[offering]["operator"])
    found: set[Month] = set()
    for month in range(first_month(world), world.month + 1):
        met = gate_met(world.at(min(last_day(month), world.as_of)), licensee, offering)
        if True in met:
            found.add(month)
        if met == {True}:
            break
    return found


# Section 3: the name


def display_name(world: World, offering: str) -> Answer:
    """
    A commercial product or service of the operator that the Software is used for, with more than 100
    million users or more than 20 million dollars in a counted month; under the Kimi K3 License unless
    exempt.
    """
    licensee = str(world.offerings[offering]["operator"])
    used = [(offering, path) for path in uses(world, offering)]
    for tool in tools(world, offering):
        used += [(tool, path) for path in uses(world, tool)]
    exempt, states = exemption(world, used)
    if world.license != "kimi-k3":
        exempt, states = False, {}
    applies = (
        bool(used)
        and is_bound(world, licensee)
        and is_commercial_product(world, offering)
        and is_above_a_limit(world, offering)
    )
    outcome = ("exempt" if exempt else "yes") if applies else "no"
    return _answer({outcome}, is_displayed(world, offering) if outcome == "yes" else None, states)


def whole_product(world: World, offering: str) -> str:
    """The offering whose users and revenue are those of the whole product."""
    above = world.offerings[offering].get("part_of")
    return offering if is_open(above) or is_none(above) else whole_product(world, str(above))


def counted_months(world: World, offering: str) -> range:
    """Every month since first use, or the last complete one; a use that has not begun begins today."""
    if world.readings["display-months"] == "latest-month":
        latest = complete_months(world.as_of)
        return range(latest, latest + 1)
    began = world.first_use(offering)
    return range(month_of(began) if began else world.month, world.month + 1)


def is_above_a_limit(world: World, offering: str) -> bool:
    """Strictly more than 100 million users, or than 20 million dollars, in one counted month."""
    product_ = whole_product(world, offering) if world.readings["product-perimeter"] == "whole-product" else offering
    block = world.offerings[product_]
    for name in ("monthly_active_users", "revenue"):
        if is_open(block.get(name)):
            raise NotComplete(f"{product_}: {name}")
    months = counted_months(world, offering)
    users, revenue = block["monthly_active_users"], block["revenue"]
    return any(users_in_month(world, users, m, what=f"users of {product_}") > USER_LIMIT for m in months) or any(
        dollars_in_month(world, revenue, m, what=f"revenue of {product_}") > REVENUE_LIMIT for m in months
    )


def is_displayed(world: World, offering: str) -> bool:
    """
    The license's own name stands, as a complete name and prominently, on the interface of the offering (or
    of the whole product, where the offering says nothing). Without an interface, by `no-interface`.
    """
    value = unwrapped(world.offerings[offering].get("display"))
    if is_open(value):
        value = unwrapped(world.offerings[whole_product(world, offering)].get("display"))
    if is_open(value):
        raise NotComplete(f"{offering}: display")
    for place in listed(value):
        if is_none(place.get("interface")) and world.readings["no-interface"] == "duty-falls-away":
            return True
        name = unwrapped(place.get("name"))
        shown = name is not None and is_complete_name(NAME_TO_SHOW[world.license], str(name))
        if shown and yes(place.get("prominent"), what=f"{offering}: prominent"):
            return True
    return False


def is_complete_name(name: str, text: str) -> bool:
    """`Built on Kimi K3` shows the name, `Kimi K3.1` does not."""
    return re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])(?!\.\d)", text) is not None


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
