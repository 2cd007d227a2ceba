"""
Who is served, whether it is commercial, and whether it is Model as a Service (section 2 of the Kimi K3
License).
"""

from tests.reference.paths import audience_of, is_running, kinship, paths
from tests.reference.scalars import NotComplete, is_none, is_open, listed, unwrapped, yes
from tests.reference.world import World

AUDIENCES = ("staff", "contractors", "affiliates", "customers", "public", "authorities", "others")
EMBEDDED_KINDS = {
    "bounded-feature": {"fixed-feature"},
    "agent-shells-too": {"fixed-feature", "assistant", "agent"},
    "any-packaged-product": {"fixed-feature", "assistant", "agent", "general-chat", "builder"},
}


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


def is_language_model(world: World, offering: str) -> bool:
    """Only asked for model `other`; every other model here is one, and `none` is none."""
    if world.forced == offering:
        return True
    models = world.models(offering)
    if any(model != "other" for model in models):
        return True
    return bool(models) and yes(world.offerings[offering].get("language_model"), what=f"{offering}: language_model")


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
