"""
What an offering is: its models, the paths on which requests reach them, who is served, and whether it is
Model as a Service in the sense of section 2 of the Kimi K3 License.
"""

from dataclasses import dataclass
from typing import Any

from tests.reference.ownership import in_force
from tests.reference.scalars import NotComplete, day, is_none, is_open, listed, unwrapped, yes
from tests.reference.world import World

AUDIENCES = ("staff", "contractors", "affiliates", "customers", "public", "authorities", "others")
OUTPUTS = frozenset({"responses", "edited", "code", "scores", "decisions"})
COUNTED_OUTPUTS = {
    "everything-generated": OUTPUTS,
    "without-decisions": OUTPUTS - {"decisions"},
    "model-responses-only": frozenset({"responses"}),
}
EMBEDDED_KINDS = {
    "bounded-feature": {"fixed-feature"},
    "agent-shells-too": {"fixed-feature", "assistant", "agent"},
    "any-packaged-product": {"fixed-feature", "assistant", "agent", "general-chat", "builder"},
}


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


def is_language_model(world: World, offering: str) -> bool:
    """Only asked for model `other`; every other model here is one, and `none` is none."""
    if world.forced == offering:
        return True
    models = world.models(offering)
    if any(model != "other" for model in models):
        return True
    return bool(models) and yes(world.offerings[offering].get("language_model"), what=f"{offering}: language_model")


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
    # Another offering: its models, routes and copies, for this one's people.
    through = [p for p in paths(world, route, ever=ever) if p.route not in ("handing-on", "files")]
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


# Who is a third party


def is_third_party(world: World, operator: str, who: str) -> bool:
    """
    Customers, the public, others and unrelated entities always; contractors and affiliates (judged by more
    than half) by `third-party`; authorities by `compelled-disclosure`; staff never.
    """
    reading = world.readings["third-party"]
    if who in ("staff", operator):
        return False
    if who == "authorities":
        return world.readings["compelled-disclosure"] == "counted"
    if who == "contractors":
        return reading != "outside-the-group"
    if who == "affiliates":
        return reading == "separate-persons"
    if who in AUDIENCES:
        return True
    near = world.members(operator, when=world.as_of, affiliate="more-than-half")
    return who not in near or reading == "separate-persons"


def reaches_third_party(world: World, operator: str, audience: frozenset[str]) -> bool:
    return any(is_third_party(world, operator, who) for who in audience)


# Commercial


def stated_commercial(world: World, offering: str) -> bool | None:
    """Counsel's own answer, which overrides charged and purpose."""
    value = world.offerings[offering].get("commercial")
    return None if is_open(value) else yes(value, what=f"{offering}: commercial")


def _fact(world: World, offering: str, name: str) -> str:
    value = unwrapped(world.offerings[offering].get(name))
    if is_open(value):
        raise NotComplete(f"{offering}: {name}")
    return str(value)


def in_trade(world: World, offering: str) -> bool:
    """
    Paid, at cost, by advertising, or in production or evaluation; not free research or a free public task.
    """
    if _fact(world, offering, "charged") in ("paid", "at-cost", "advertising"):
        return True
    return _fact(world, offering, "purpose") in ("production", "evaluation")


def for_money(world: World, offering: str) -> bool:
    return _fact(world, offering, "charged") in ("paid", "at-cost")


def has_commercial_purpose(world: World, offering: str) -> bool:
    stated = stated_commercial(world, offering)
    if stated is not None:
        return stated
    if world.readings["commercial-purpose"] == "for-money":
        return for_money(world, offering)
    return in_trade(world, offering)


def is_commercial_product(world: World, offering: str) -> bool:
    """Offered beyond the operator's staff, and commercial in the sense of `commercial-product`."""
    operator = str(world.offerings[offering]["operator"])
    if not audience_of(world, offering) - {"staff", operator}:
        return False
    stated = stated_commercial(world, offering)
    if stated is not None:
        return stated
    if world.readings["commercial-product"] == "for-money-or-advertising":
        return for_money(world, offering) or _fact(world, offering, "charged") == "advertising"
    return in_trade(world, offering)


def is_business(world: World, offering: str) -> bool:
    """Any standing offer; or, under `paid-only`, one that is paid or at cost."""
    if world.readings["business"] == "any-standing-offer":
        return True
    stated = stated_commercial(world, offering)
    return for_money(world, offering) if stated is None else stated


# Model as a Service


def gives_access(world: World, offering: str) -> bool:
    """
    Inference or fine-tuning, hosted; or, unless `hosting-only`, delivered or operated for the copy's owner.
    """
    serves = unwrapped(world.offerings[offering].get("serves"))
    if is_open(serves):
        raise NotComplete(f"{offering}: serves")
    how = unwrapped(world.offerings[offering].get("access_by")) or "hosted"
    return bool(listed(serves)) and (how == "hosted" or world.readings["giving-access"] == "hosting-or-delivery")


def gives_meaningful_control(world: World, offering: str) -> bool:
    """
    `any-input`: over anything; `free-form`: task data alone is not enough; `beyond-prompts`: not prompts.
    """
    control = unwrapped(world.offerings[offering].get("they_control"))
    if not isinstance(control, dict) or is_open(control.get("inputs")):
        raise NotComplete(f"{offering}: they_control")
    inputs = unwrapped(control["inputs"])
    prompt = yes(control.get("system_prompt"), what=f"{offering}: system_prompt")
    parameters = yes(control.get("parameters"), what=f"{offering}: parameters")
    data = yes(control.get("training_data"), what=f"{offering}: training_data")
    if world.readings["meaningful-control"] == "beyond-prompts":
        return parameters or data
    if world.readings["meaningful-control"] == "free-form":
        return inputs == "free-form" or prompt or parameters or data
    return inputs != "none" or prompt or parameters or data


def is_embedded(world: World, offering: str) -> bool:
    """
    A kind of product that counts as specific features or harnesses, and no other channel; or counsel's
    answer.
    """
    stated = world.offerings[offering].get("embedded")
    if not is_open(stated):
        return yes(stated, what=f"{offering}: embedded")
    if _fact(world, offering, "kind") not in EMBEDDED_KINDS[world.readings["embedded-scope"]]:
        return False
    channels = unwrapped(world.offerings[offering].get("channels"))
    if is_open(channels):
        raise NotComplete(f"{offering}: channels")
    return not listed(channels)


def is_mere_relaying(world: World, offering: str) -> bool:
    """
    It relays, with nothing but routing and billing besides (or anything, if the inference is elsewhere),
    and every model is hosted by others: never by itself, and by an affiliate only under `any-other-person`.
    """
    operator = str(world.offerings[offering]["operator"])
    relay = unwrapped(world.offerings[offering].get("relay"))
    if is_open(relay):
        raise NotComplete(f"{offering}: relay")
    if relay in ("no", False):
        return False
    done = set() if relay in ("yes", True) else set(listed(relay))
    if world.readings["mere-relaying"] == "routing-and-billing" and not done <= {"routing", "billing"}:
        return False
    near = {operator}
    if world.readings["hosted-by-others"] == "outside-the-group":
        near = world.members(operator, when=world.as_of)
    hosting = [p for p in paths(world, offering) if p.route in ("self-hosted", "moonshot", "hosts", "inside")]
    return all(path.holder not in near for path in hosting)


def is_model_as_a_service(world: World, offering: str) -> bool:
    """
    Section 2: a third party is given access to inference or fine-tuning of a language model, in operation
    and as a business, so that it has meaningful control; neither embedded nor mere relaying. Counsel's own
    classification answers all of it, apart from whether the offering is in operation.
    """
    if not is_running(world, offering):
        return False
    stated = world.offerings[offering].get("model_as_a_service")
    if not is_open(stated):
        return yes(stated, what=f"{offering}: model_as_a_service")
    operator = str(world.offerings[offering]["operator"])
    return (
        is_language_model(world, offering)
        and reaches_third_party(world, operator, audience_of(world, offering))
        and is_business(world, offering)
        and gives_access(world, offering)
        and not is_embedded(world, offering)
        and gives_meaningful_control(world, offering)
        and not is_mere_relaying(world, offering)
    )


def is_counted_service(world: World, offering: str) -> bool:
    """Model as a Service of any model; under `kimi-k3-only`, of Kimi K3 or what derives from it."""
    if world.readings["maas-of"] == "kimi-k3-only" and world.forced != offering:
        lineage = {p.model for p in paths(world, offering)} | set(world.models(offering))
        if not any(kinship(world, model) for model in lineage):
            return False
    return is_model_as_a_service(world, offering)


def group_operates(world: World, licensee: str) -> frozenset[bool]:
    """
    Some member of the group operates such a business, by a listed offering or by its own statement. A
    statement does not say of which model, so under `kimi-k3-only` it leaves both truths.
    """
    members = world.members(licensee, when=world.as_of)
    for offering, block in world.offerings.items():
        if block["operator"] in members and is_counted_service(world, offering):
            return frozenset({True})
    statements = [_other_services(world, name) for name in sorted(members) if name in world.entities]
    others = unwrapped(world.profile.get("other_affiliates"))
    if isinstance(others, dict):
        statements.append(yes(others.get("model_as_a_service"), what="other_affiliates: model_as_a_service"))
    elif not is_none(others):
        raise NotComplete("other_affiliates")
    if not any(statements):
        return frozenset({False})
    return frozenset({True, False} if world.readings["maas-of"] == "kimi-k3-only" else {True})


def _other_services(world: World, name: str) -> bool:
    """`other_model_as_a_service: none` closes what no entity states; a stated yes stands."""
    stated = world.entities[name].get("model_as_a_service")
    if is_open(stated) and is_none(world.profile.get("other_model_as_a_service")):
        return False
    return yes(stated, what=f"{name}: model_as_a_service")
