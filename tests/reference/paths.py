"""The models of an offering, the paths on which requests reach them, and whose copies those run on."""

from dataclasses import dataclass, replace
from typing import Any

from tests.reference.ownership import in_force
from tests.reference.scalars import NotComplete, day, is_none, is_open, listed, unwrapped, yes
from tests.reference.world import World

OUTPUTS = frozenset({"responses", "edited", "code", "scores", "decisions"})


# Models


def kinship(world: World, model: str) -> str | None:
    """
    Whether a model is the license's own ("itself"), derived from it in any number of steps ("derivative"), or
    neither. Trained on its outputs: a derivative under `distilled: is-derivative`.
    """
    if model == world.license:
        return "itself"
    block = (world.profile.get("models") or {}).get(model) or {}
    parents = listed(block.get("derived_from"))
    if world.readings["distilled"] == "is-derivative":
        parents = parents + listed(block.get("trained_on_outputs_of"))
    return "derivative" if any(kinship(world, parent) for parent in parents) else None


# Time


def has_ended(world: World, offering: str) -> bool:
    """An offering is over from `offered_until` on."""
    ends = world.offerings[offering].get("offered_until")
    return not (is_open(ends) or is_none(ends)) and day(ends) <= world.as_of


def is_running(world: World, offering: str) -> bool:
    """Whether it is offered on the day; a planned one only where it is answered as if it began that day."""
    if has_ended(world, offering):
        return False
    if world.is_planned(offering):
        return world.begun == offering
    starts = world.offerings[offering].get("offered_from")
    return is_open(starts) or day(starts) <= world.as_of


# Paths


@dataclass(frozen=True)
class Path:
    """
    One way on which a use reaches a model. Handing on copies is such a way, and so is using files alone.
    """

    model: str
    route: str
    """self-hosted, moonshot, hosts, inside, handing-on or files."""
    holder: str | None
    """Whose copy it runs on, where it is an entity's own."""
    audience: frozenset[str]
    outputs: frozenset[str]
    certified: bool = False
    contract: bool = False
    client: bool = False


def outputs_leaving(value: object, *, what: str) -> frozenset[str]:
    """What people outside get: nothing, named kinds, or all kinds where only `yes` is said."""
    value = unwrapped(value)
    if value in ("no", False) or is_none(value):
        return frozenset()
    if value in ("yes", True):
        return OUTPUTS
    if not isinstance(value, list | tuple) or not set(value) <= OUTPUTS:
        raise NotComplete(f"{what}: outputs_leave")
    return frozenset(value)


def audience_of(world: World, offering: str) -> frozenset[str]:
    """To whom the offering is offered on the day."""
    if not is_running(world, offering):
        return frozenset()
    value = unwrapped(world.offerings[offering].get("offered_to"))
    if is_open(value):
        raise NotComplete(f"{offering}: offered_to")
    return frozenset(str(who) for who in listed(value))


def copy_holder(world: World, offering: str) -> str:
    """`belongs_to` says whose copy it is; without it the operator's."""
    copies = unwrapped(world.offerings[offering].get("copies"))
    owner = copies.get("belongs_to") if isinstance(copies, dict) else None
    return str(world.offerings[offering]["operator"] if is_open(owner) else unwrapped(owner))


def paths(world: World, offering: str, *, ever: bool = False) -> list[Path]:
    """
    Every path of an offering in force on the day (or, with *ever*, in force at some time up to it),
    whatever the model. An offering that has ended has none in force; one that is planned has none unless
    taken as begun.
    """
    block = world.offerings[offering]
    if has_ended(world, offering) and not ever:
        return []
    if world.is_planned(offering) and world.begun != offering:
        return []
    found: list[Path] = []
    access = unwrapped(block.get("access"))
    if is_open(access) and world.models(offering):
        raise NotComplete(f"{offering}: access")
    for entry in listed(access):
        found += _paths_of_entry(world, offering, entry, ever=ever)
    found += _files_and_copies(world, offering)
    if world.forced == offering:
        found = [Path(**{**vars(path), "model": world.license}) for path in found]
    return found


def _paths_of_entry(world: World, offering: str, entry: Any, *, ever: bool) -> list[Path]:
    block = world.offerings[offering]
    details: dict[str, Any] = entry if isinstance(entry, dict) else {"route": entry}
    if not is_open(details.get("from")) and day(details["from"]) > world.as_of:
        return []
    if not ever and not in_force(details, world.as_of):
        return []
    audience = audience_of(world, offering)
    if not is_open(details.get("for")):
        audience &= frozenset(str(who) for who in listed(details["for"]))
    leaves = details["outputs_leave"] if not is_open(details.get("outputs_leave")) else block.get("outputs_leave")
    outputs = outputs_leaving(leaves, what=offering)
    marks = {"contract": details.get("contract") == "moonshot", "client": details.get("client") == "moonshot"}
    models = listed(details["model"]) if "model" in details else world.models(offering)
    if "hosts" in details:
        proof = yes(details.get("certified"), what=f"{offering}: certified")
        return [Path(str(m), "hosts", None, audience, outputs, proof, **marks) for m in models]
    if "inside" in details:
        return [Path(str(m), "inside", None, audience, outputs, **marks) for m in models]
    route = str(details["route"])
    if route == "moonshot":
        return [Path(str(m), route, None, audience, outputs, **marks) for m in models]
    if route == "self-hosted":
        holder = copy_holder(world, offering)
        return [Path(str(m), route, holder, audience, outputs, **marks) for m in models]
    # Another offering: its models, routes and copies, for this one's people. A use takes its route along:
    # whoever calls a planned platform today, or is looked at as if, calls it as if it had begun too.
    taken = replace(world, begun=route) if world.is_planned(route) else world
    through = [p for p in paths(taken, route, ever=ever) if p.route not in ("handing-on", "files")]
    return [Path(**{**vars(p), "audience": audience, "outputs": outputs}) for p in through]


def _files_and_copies(world: World, offering: str) -> list[Path]:
    block = world.offerings[offering]
    operator = str(block["operator"])
    audience = audience_of(world, offering)
    outputs = outputs_leaving(block.get("outputs_leave"), what=offering)
    found = []
    for model in block.get("uses_parts_of") or {}:
        found.append(Path(str(model), "files", operator, audience, outputs))
    given_to = copies_handed_to(world, offering)
    if given_to:
        for model in copied_models(world, offering):
            found.append(Path(model, "handing-on", copy_holder(world, offering), given_to, frozenset()))
    return found


# Copies


def copies(world: World, offering: str) -> dict[str, Any] | None:
    """The block on the copies of an offering; None where there are none."""
    value = unwrapped(world.offerings[offering].get("copies"))
    if is_open(value):
        raise NotComplete(f"{offering}: copies")
    return None if is_none(value) else dict(value)


def copied_models(world: World, offering: str) -> list[str]:
    """`of`, or without it the models on the self-hosted paths."""
    block = copies(world, offering)
    if block is None:
        return []
    if not is_open(block.get("of")):
        return [str(model) for model in listed(block["of"])]
    found: list[str] = []
    for entry in listed(world.offerings[offering].get("access")):
        details = entry if isinstance(entry, dict) else {"route": entry}
        if details.get("route") == "self-hosted":
            found += listed(details["model"]) if "model" in details else world.models(offering)
    return found


def copies_handed_to(world: World, offering: str) -> frozenset[str]:
    """Whom copies are handed on to; a complete block without `distributed_to` hands none on."""
    block = copies(world, offering)
    given = frozenset(str(who) for who in listed((block or {}).get("distributed_to")))
    return given - {"staff"}


def counts_as_copy(world: World, offering: str, model: str) -> bool:
    """Whether a copy of the model is one of the license's software, or of what is derived from it."""
    return world.forced == offering or kinship(world, model) is not None


def holds_copy(world: World, entity: str) -> bool:
    """
    The entity obtained a copy of any part: on a route or in a block of any offering, or by `holds_copy`.
    """
    held = world.entities[entity].get("holds_copy")
    if is_open(held):
        raise NotComplete(f"{entity}: holds_copy")
    if any(kinship(world, str(model)) for model in listed(held)):
        return True
    for offering in world.offerings:
        if world.is_planned(offering) and world.begun != offering:
            continue
        if copy_holder(world, offering) == entity:
            models = copied_models(world, offering)
            if any(counts_as_copy(world, offering, model) for model in models):
                return True
        if world.offerings[offering]["operator"] != entity and copy_holder(world, offering) != entity:
            continue
        own = [p for p in paths(world, offering, ever=True) if p.route in ("self-hosted", "files")]
        if any(p.holder == entity and counts_as_copy(world, offering, p.model) for p in own):
            return True
    return False
