"""The three requirements: notices, the separate agreement, the name."""

import re
from collections.abc import Iterable
from datetime import date
from fractions import Fraction
from itertools import product
from typing import Any, TypedDict

from tests.reference.exemptions import exemption, is_bound, tools, uses
from tests.reference.group_revenue import first_month, group_exceeds
from tests.reference.money import dollars_in_month, users_in_month
from tests.reference.paths import (
    copied_models,
    copies,
    copies_handed_to,
    copy_holder,
    counts_as_copy,
    has_ended,
    kinship,
)
from tests.reference.scalars import (
    Month,
    NotComplete,
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
from tests.reference.services import group_operates, has_commercial_purpose, is_commercial_product, is_counted_service
from tests.reference.world import LICENSOR, NAME_TO_SHOW, World

REVENUE_LIMIT = Fraction(20_000_000)
USER_LIMIT = Fraction(100_000_000)


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
            # A use takes its route along, also one that is only planned.
            places += copy_places(world, str(route))
    operator = world.offerings[offering]["operator"]
    return [place for place in places if world.offerings[place]["operator"] == operator and has_copy(world, place)]


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
