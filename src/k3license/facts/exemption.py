"""What the exemptions ask of each way in which a use reaches the model."""

from k3license.facts.audience import POSSIBLE_AUDIENCES, offered_to, offered_yet, reaches_third_parties
from k3license.facts.copies import handed_on, recipients
from k3license.facts.model_use import Relation, made_with, part_counts_as_software, relation
from k3license.facts.ways import Host, Way
from k3license.facts.world import World
from k3license.model.truth import Truth, all_of, any_of, negation, truth_of
from k3license.model.unknown import UNKNOWN, Unknown

# "responses, edited, code, scores, decisions": what leaves, and what each reading counts of it.
COUNTED_OUTPUTS = {
    "everything-generated": {"responses", "edited", "code", "scores", "decisions"},
    "without-decisions": {"responses", "edited", "code", "scores"},
    "model-responses-only": {"responses"},
}
OF_SOME_KIND = "yes"


def _if_in_force(way: Way, harmful: Truth) -> Truth:
    """Return what keeps a way from being exempt; a way that may not exist cannot surely do so."""
    return harmful if way.in_force is Truth.YES else all_of((harmful, Truth.UNKNOWN))


def path_reaches_third_parties(world: World, way: Way) -> Truth:
    """
    Return whether the model is offered to third parties on this way.

    Who they are is judged as for a service.  The way's own audience (`for`) comes first.
    """
    if way.host is Host.HANDED_ON:
        return Truth.NO
    access = way.own_access
    operator = world.case.offering(way.offering).operator
    if access is not None and access.audience is not None:
        audience = world.value(f"{way.path}.for", access.audience, answers=POSSIBLE_AUDIENCES)
    else:
        audience = offered_to(world, way.offering)
    reached = reaches_third_parties(world, audience, of=operator)
    if reached is not Truth.NO:
        reached = all_of((reached, offered_yet(world, way.offering)))
    return _if_in_force(way, reached)


def path_lets_outputs_out(world: World, way: Way) -> Truth:
    """Return whether outputs of a kind that counts (position `outputs`) leave on this way, also indirectly."""
    if way.host is Host.HANDED_ON:
        return Truth.NO
    access = way.own_access
    answers: tuple[frozenset[str], ...] = (frozenset(), frozenset({"responses"}))
    if access is not None and access.outputs_leave is not None:
        leaving = world.value(f"{way.path}.outputs_leave", access.outputs_leave, answers=answers)
    else:
        stated = world.case.offering(way.offering).outputs_leave
        leaving = world.value(f"offerings.{way.offering}.outputs_leave", stated, answers=answers)
    return _if_in_force(way, _counted(world, leaving))


def _counted(world: World, leaving: frozenset[str] | Unknown) -> Truth:
    if leaving is UNKNOWN:
        return Truth.UNKNOWN
    assert isinstance(leaving, frozenset)
    if not leaving:
        return Truth.NO
    reading = world.reading("outputs")
    counted = truth_of(bool(leaving & COUNTED_OUTPUTS[reading]))
    if OF_SOME_KIND in leaving and counted is Truth.NO:
        # Something leaves and nobody says what: under the widest reading every kind counts.
        return Truth.YES if reading == "everything-generated" else Truth.UNKNOWN
    return counted


def path_hands_on_copies(world: World, way: Way) -> Truth:
    """Return whether this way is the handing on of copies to third parties."""
    if way.host is not Host.HANDED_ON:
        return Truth.NO
    operator = world.case.offering(way.offering).operator
    return reaches_third_parties(world, recipients(world, way.offering), of=operator)


def path_runs_with_licensor_or_partner(world: World, way: Way) -> Truth:
    """
    Return whether the Software is accessed through the licensor's official products or a certified partner.

    `servers-run-by-them`: their servers alone; `their-contract`: also what is bought from
    the licensor; `their-client-too`: also what is used with the licensor's client.  A host
    whose certification nobody has shown is unknown.
    """
    if way.host is Host.HANDED_ON:
        return negation(handed_on(world, way.offering))
    world.cite(way.path)
    if way.host is Host.PARTS:
        # Where the parts alone are not the Software, nothing of it is reached on this way.
        return negation(part_counts_as_software(world))
    if way.host is Host.VENDOR:
        return Truth.NO
    if way.host is Host.UNKNOWN:
        world.value(way.path, UNKNOWN, answers=())
        return Truth.UNKNOWN
    if way.host is Host.LICENSOR:
        return Truth.YES
    access = way.access
    assert access is not None
    official = Truth.NO
    if way.host is Host.OTHERS:
        official = world.fact(f"{way.access_path}.certified", access.certified)
    if official is not Truth.YES and world.reading("accessed-through") != "servers-run-by-them":
        official = any_of((official, _through(world, way, "contract", access.contract)))
    if official is not Truth.YES and world.reading("accessed-through") == "their-client-too":
        official = any_of((official, _through(world, way, "client", access.client)))
    return official if way.in_force is Truth.YES else any_of((official, Truth.UNKNOWN))


def _through(world: World, way: Way, key: str, stated: str | None) -> Truth:
    """Return whether the contract, or the client, of a way is the licensor's; of an own copy it is only as stated."""
    if stated is None and way.host is not Host.OWN_COPY:
        return world.fact(f"{way.access_path}.{key}", Truth.UNKNOWN)
    return truth_of(stated == world.case.licensor)


def path_runs_the_software_itself(world: World, way: Way) -> Truth:
    """
    Return whether every related model on this way is the licensed one itself, not a derivative.

    No way where copies are handed on to nobody: nothing keeps it from being covered.
    """
    itself = _is_itself(world, way)
    if way.host is Host.HANDED_ON and itself is not Truth.YES:
        return any_of((negation(handed_on(world, way.offering)), itself))
    return itself


def _is_itself(world: World, way: Way) -> Truth:
    related = [relation(world.case, model) for model in way.models]
    kinds = [kind for kind in related if kind is not None]
    if Relation.DERIVATIVE in kinds:
        return Truth.NO
    if Relation.DISTILLED in kinds:
        # Where a distilled model is no derivative, nothing of the Software runs on this way at all.
        return truth_of(world.reading("distilled") == "is-not")
    return Truth.YES


def path_is_beside_the_product(world: World, way: Way) -> Truth:
    """
    Return whether a way of what the product was made with does not count (position `used-for`).

    Nor does a way that is none because it was made with nothing: unknown where nobody says.
    """
    if world.reading("used-for") == "runs-in":
        return Truth.YES
    if way.host is not Host.MAKERS:
        return Truth.NO
    return Truth.UNKNOWN if made_with(world, way.offering) is UNKNOWN else Truth.YES


def internal_use_covers_derivatives(world: World, _way: Way) -> Truth:
    """Return whether internal use of derivatives is exempt too (position `exempt-derivatives`)."""
    return truth_of(world.reading("exempt-derivatives") != "software-only")


def official_access_covers_derivatives(world: World, _way: Way) -> Truth:
    """Return whether official access to derivatives is exempt too (position `exempt-derivatives`)."""
    return truth_of(world.reading("exempt-derivatives") == "derivatives-too")
