"""
What an operator's uses are, whether it is bound by the license, and what section 4 of the Kimi K3 License
exempts.
"""

from tests.reference.paths import (
    OUTPUTS,
    Path,
    copied_models,
    copies_handed_to,
    counts_as_copy,
    has_ended,
    holds_copy,
    kinship,
    paths,
)
from tests.reference.scalars import listed
from tests.reference.services import reaches_third_party
from tests.reference.world import World

INTERNAL, OFFICIAL = "internal-use", "official-or-certified-access"
COUNTED_OUTPUTS = {
    "everything-generated": OUTPUTS,
    "without-decisions": OUTPUTS - {"decisions"},
    "model-responses-only": frozenset({"responses"}),
}


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
