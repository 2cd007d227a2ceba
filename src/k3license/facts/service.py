"""What an offering is as a service: whom it gives access to a language model, and with what control."""

from collections.abc import Sequence

from k3license.facts.audience import offered_to, reaches_third_parties
from k3license.facts.dates import begun
from k3license.facts.membership import is_member
from k3license.facts.model_use import not_over, runs_on_software
from k3license.facts.ways import Host, Way, ways
from k3license.facts.world import World
from k3license.model.ownership import EntityId
from k3license.model.truth import Truth, all_of, any_of, negation, truth_of
from k3license.model.unknown import UNKNOWN, Unknown

KINDS = ("fixed-feature", "assistant", "agent", "general-chat", "builder", "task-api", "raw-api")
EMBEDDED_KINDS = {
    "bounded-feature": {"fixed-feature"},
    "agent-shells-too": {"fixed-feature", "assistant", "agent"},
    "any-packaged-product": {"fixed-feature", "assistant", "agent", "general-chat", "builder"},
}
# What a relay may do besides passing on and still be a mere one under `routing-and-billing`.
ROUTING_AND_BILLING = {"routing", "billing"}


def in_operation(world: World, offering_id: str) -> Truth:
    """Return whether the offering is offered on the day asked about (left out: as long as the file looks back)."""
    offering = world.case.offering(offering_id)
    start = world.value(f"offerings.{offering_id}.offered_from", offering.offered_from, answers=())
    return all_of((begun(start, world.case.as_of), not_over(world, offering_id)))


def serves_a_language_model(world: World, offering_id: str) -> Truth:
    """Return whether what the offering runs is a language model; models of known licenses are."""
    offering = world.case.offering(offering_id)
    world.cite(f"offerings.{offering_id}.model")
    if not offering.model:
        return Truth.NO
    if any(_known_language_model(world, model) for model in offering.model):
        return Truth.YES
    return world.fact(f"offerings.{offering_id}.language_model", offering.language_model)


def _known_language_model(world: World, model: str) -> bool:
    """Return whether *model* is known to be a language model: only `other` and what comes of it has to be asked."""
    if model in world.case.language_models:
        return True
    record = world.case.profile.models.get(model)
    if record is None:
        return False
    origins = (*record.derived_from, *record.trained_on_outputs_of)
    return record.license is not None or any(_known_language_model(world, origin) for origin in origins)


def of_a_model_that_counts(world: World, offering_id: str) -> Truth:
    """Return whether services of this model count: of any model, or of the licensed one alone (`maas-of`)."""
    if world.reading("maas-of") == "any-model":
        return Truth.YES
    return runs_on_software(world, offering_id)


def offered_to_a_third_party(world: World, offering_id: str) -> Truth:
    """Return whether anybody the offering is offered to is a third party to its operator."""
    operator = world.case.offering(offering_id).operator
    return reaches_third_parties(world, offered_to(world, offering_id), of=operator)


def gives_access(world: World, offering_id: str) -> Truth:
    """
    Return whether the offering gives access to inference or fine-tuning, not to results alone.

    Delivering a copy, or operating the owner's, counts unless `giving-access: hosting-only`.
    """
    offering = world.case.offering(offering_id)
    serves = world.value(
        f"offerings.{offering_id}.serves", offering.serves, answers=(frozenset(), frozenset({"inference"}))
    )
    access = Truth.UNKNOWN if serves is UNKNOWN else truth_of(bool(serves))
    if access is Truth.NO or offering.access_by == "hosted":
        return access
    return all_of((access, truth_of(world.reading("giving-access") == "hosting-or-delivery")))


def gives_meaningful_control(world: World, offering_id: str) -> Truth:
    """
    Return whether they control the inputs, parameters or training data in a meaningful way.

    `any-input`: anything they choose; `free-form`: free text, the system prompt,
    parameters or training data; `beyond-prompts`: parameters or training data alone.
    """
    control = world.case.offering(offering_id).they_control
    path = f"offerings.{offering_id}.they_control"
    reading = world.reading("meaningful-control")
    strong = any_of(
        (
            world.fact(f"{path}.parameters", control.parameters),
            world.fact(f"{path}.training_data", control.training_data),
        )
    )
    if reading == "beyond-prompts" or strong is Truth.YES:
        return strong
    inputs = world.value(f"{path}.inputs", control.inputs, answers=("none", "task-data", "free-form"))
    if inputs is UNKNOWN:
        typed = Truth.UNKNOWN
    else:
        typed = truth_of(inputs == "free-form" or (reading == "any-input" and inputs == "task-data"))
    return any_of((strong, typed, world.fact(f"{path}.system_prompt", control.system_prompt)))


def solely_embedded(world: World, offering_id: str) -> Truth:
    """
    Return whether the model is solely embedded within specific features or harnesses.

    Counsel's own answer comes first; else the kind decides by `embedded-scope`, and any
    other channel to the same model ends "solely".
    """
    offering = world.case.offering(offering_id)
    path = f"offerings.{offering_id}"
    if offering.embedded is not Truth.UNKNOWN:
        return world.fact(f"{path}.embedded", offering.embedded)
    kind = world.value(f"{path}.kind", offering.kind, answers=KINDS)
    channels = world.value(f"{path}.channels", offering.channels, answers=(frozenset(), frozenset({"another channel"})))
    alone = Truth.UNKNOWN if channels is UNKNOWN else truth_of(not channels)
    if alone is Truth.NO:
        return alone
    if kind is UNKNOWN:
        return Truth.UNKNOWN
    return all_of((alone, truth_of(kind in EMBEDDED_KINDS[world.reading("embedded-scope")])))


def merely_relays(world: World, offering_id: str) -> Truth:
    """
    Return whether the offering merely relays requests to models hosted by others.

    The own hardware is never others (also rented); every way in force must be relayed.
    """
    offering = world.case.offering(offering_id)
    found = ways(world.case, offering_id)
    elsewhere = all_of(_hosted_by_others(world, way, offering_id) for way in found)
    if elsewhere is Truth.NO:
        return elsewhere
    return all_of((elsewhere, _only_passes_on(world, offering_id, offering.relay)))


def _only_passes_on(world: World, offering_id: str, stated: frozenset[str] | Unknown | None) -> Truth:
    relay = world.value(f"offerings.{offering_id}.relay", stated, answers=(None, frozenset(), frozenset({"rewriting"})))
    if relay is UNKNOWN:
        return Truth.UNKNOWN
    if relay is None:
        return Truth.NO
    assert isinstance(relay, frozenset)
    if relay <= ROUTING_AND_BILLING:
        return Truth.YES
    return truth_of(world.reading("mere-relaying") == "inference-elsewhere")


def _hosted_by_others(world: World, way: Way, offering_id: str) -> Truth:
    operator = world.case.offering(offering_id).operator
    world.cite(way.path)
    if way.host is Host.OWN_COPY:
        assert way.runs_it is not None
        others = _is_other(world, [way.runs_it], operator)
    elif way.host is Host.UNKNOWN:
        world.value(way.path, UNKNOWN, answers=())
        return Truth.UNKNOWN
    else:
        hosts = way.access.hosts if way.access is not None else ()
        others = _is_other(world, hosts, operator)
    # A way that may not be in force can only make the answer less sure.
    return others if way.in_force is Truth.YES else any_of((others, Truth.UNKNOWN))


def _is_other(world: World, hosts: Sequence[str], operator: EntityId) -> Truth:
    listed = [EntityId(host) for host in hosts if host in world.case.profile.entities]
    if operator in listed:
        return Truth.NO
    if not listed or world.reading("hosted-by-others") == "any-other-person":
        return Truth.YES
    return negation(any_of(is_member(world, host, of=operator) for host in listed))
