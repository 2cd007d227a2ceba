"""One license applied to one offering: leaves settled by facts, conclusions drawn by an engine."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import date
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from k3license.answers.conclusions import Evaluate
from k3license.engine.derivation import Derivation
from k3license.facts import agreements, copies, display, measures
from k3license.facts.case import Case
from k3license.facts.membership import group, lists_leave_affiliates_open
from k3license.facts.statements import OF_PATH, OF_SERVICE, OF_USE
from k3license.facts.ways import Host, Way, helping_ways, licensed_ways
from k3license.facts.world import World
from k3license.model.ownership import EntityId
from k3license.model.program import Clause, Connective, Program, restricted
from k3license.model.rules import Definition, Measure, Pack, Requirement
from k3license.model.truth import Truth, all_of, any_of
from k3license.model.unknown import UNKNOWN, Unknown
from k3license.packs.compile import Compiled, service_program, use_program
from k3license.profile.records import OtherAffiliates

# Circumstances that counsel's own classification of a service leaves open.
BESIDE_CLASSIFICATION = ("in_operation", "of_a_model_that_counts")


UNLISTED = "unlisted"
SOME_MEMBER = "some member"


@lru_cache(maxsize=64)
def members_program(entities: tuple[tuple[EntityId, tuple[str, ...]], ...]) -> Program:
    """
    Return the program that looks for a member with a service.

    *entities* are the licensee first, then the others, each with the leaves that say so of it.
    """
    leaves = [UNLISTED]
    clauses: list[Clause] = []
    found = [UNLISTED]
    for number, (entity, services) in enumerate(entities):
        leaves += services
        has = f"has {entity}"
        clauses.append(Clause(has, Connective.ANY, services))
        if number == 0:
            found.append(has)
            continue
        leaves.append(f"member {entity}")
        clauses.append(Clause(f"counts {entity}", Connective.ALL, (f"member {entity}", has)))
        found.append(f"counts {entity}")
    clauses.append(Clause(SOME_MEMBER, Connective.ANY, tuple(found)))
    return Program(tuple(leaves), tuple(clauses))


class Leaf(NamedTuple):
    """A leaf of a program: the key that it is remembered under, and what computes it."""

    key: Hashable
    compute: Callable[[World], Truth]


class Assessor:
    """
    *pack* applied to the offering *offering_id* of *case*, with *evaluate* drawing conclusions.

    What it computes is remembered in the worlds it is given, under keys that do not name
    the engine: reported answers are drawn first, and with both engines.
    """

    def __init__(self, pack: Pack, case: Case, offering_id: str, evaluate: Evaluate) -> None:
        self.pack = pack
        self.case = case
        self.offering_id = offering_id
        self.evaluate = evaluate

    @property
    def operator(self) -> EntityId:
        return self.case.offering(self.offering_id).operator

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """The ways that exemptions must cover, in the order of the program's path numbers: those of makers last."""
        return (*self._own_ways, *helping_ways(self.case, self.offering_id))

    @cached_property
    def _own_ways(self) -> tuple[Way, ...]:
        return licensed_ways(self.case, self.offering_id)

    @cached_property
    def compiled(self) -> Compiled:
        own, unnamed = len(self._own_ways), any(way.host is Host.MAKERS for way in self.ways)
        return use_program(self.pack, own, len(self.ways) - own - unnamed, unnamed=unnamed)

    @cached_property
    def leaves(self) -> Mapping[str, Leaf]:
        """Each leaf of the compiled use by its name."""
        return {name: self._leaf(name) for name in self.compiled.program.leaves}

    def conclude(self, world: World) -> Derivation:
        """Return what follows, for every requirement and exemption, in *world*."""
        truths = {name: world.settle(leaf.key, leaf.compute) for name, leaf in self.leaves.items()}
        return self.evaluate(self.compiled.program, truths)

    def open_facts_asked(self, world: World, requirement: Requirement) -> tuple[str, ...]:
        """Return the open facts that any leaf of *requirement* asked for, in the order asked."""
        found: dict[str, None] = {}
        for name in self.leaves_of(requirement):
            leaf = self.leaves[name]
            found |= dict.fromkeys(world.explain(leaf.key, leaf.compute).open_facts)
        return tuple(found)

    def leaves_of(self, requirement: Requirement) -> tuple[str, ...]:
        """Return the leaves that elements and exemptions of *requirement* depend on."""
        heads = (f"{requirement.id}:elements", f"{requirement.id}:exempt")
        return tuple(name for name in restricted(self.compiled.program, heads).leaves if name in self.leaves)

    # Leaves, by what the compiler calls them.

    def _leaf(self, name: str) -> Leaf:
        if name.startswith("some_member:"):
            return self.some_member_leaf(self.pack.definitions[name.removeprefix("some_member:")])
        if name.startswith("this:"):
            definition = self.pack.definitions[name.removeprefix("this:")]
            return self.service_leaf(definition, self.offering_id)
        part = self.compiled.parts[name]
        if isinstance(part, Measure):
            return self.measure_leaf(part)
        if name.startswith("path "):
            number, statement = name.removeprefix("path ").split(":", 1)
            return self._way_leaf(statement, int(number))
        return self._use_leaf(name)

    def _use_leaf(self, statement: str) -> Leaf:
        settle, offering_id = OF_USE[statement].settle, self.offering_id
        return Leaf((statement, offering_id), lambda world: settle(world, offering_id))

    def _way_leaf(self, statement: str, number: int) -> Leaf:
        settle, way = OF_PATH[statement].settle, self.ways[number - 1]
        return Leaf((statement, self.offering_id, number), lambda world: settle(world, way))

    def measure_leaf(self, measure: Measure) -> Leaf:
        """Return the leaf that says whether *measure* crosses its limit."""
        return Leaf(
            ("measure", measure, self.offering_id),
            lambda world: measures.exceeds(world, measure, self.offering_id),
        )

    # Services: what an offering is as a business of its operator.

    def _as_if_begun(self, offering_id: str) -> bool:
        # Only the use that is assessed is looked at as if it began today.
        return offering_id == self.offering_id and self.case.offering(offering_id).first_used == "not-yet"

    def _may_not_have_begun(self, offering_id: str) -> bool:
        """Return whether an offering that is not offered yet may be a use that has not begun either."""
        offering = self.case.offering(offering_id)
        late = isinstance(offering.offered_from, date) and offering.offered_from > self.case.as_of
        return late and offering_id == self.offering_id and isinstance(offering.first_used, Unknown)

    def service_leaf(self, definition: Definition, offering_id: str) -> Leaf:
        """Return the leaf that says whether *definition* holds for an offering as a service."""
        begun = self._as_if_begun(offering_id), self._may_not_have_begun(offering_id)
        key = ("definition", definition.id, offering_id, begun)
        return Leaf(key, lambda world: self._service(world, definition, offering_id))

    def service_leaves(self, definition: Definition, offering_id: str) -> Mapping[str, Leaf]:
        """Return the statements that *definition* combines, for one offering."""
        program = service_program(self.pack, definition.id).program
        return {name: self._statement_of_service(name, offering_id) for name in program.leaves}

    def _statement_of_service(self, name: str, offering_id: str) -> Leaf:
        if name == "in_operation" and self._as_if_begun(offering_id):
            return Leaf((name, "as if begun", offering_id), lambda _world: Truth.YES)
        settle = OF_SERVICE[name].settle
        if name == "in_operation" and self._may_not_have_begun(offering_id):
            return Leaf(
                (name, "perhaps as if begun", offering_id), lambda world: _unless_no(settle(world, offering_id))
            )
        return Leaf((name, offering_id), lambda world: settle(world, offering_id))

    def _service(self, world: World, definition: Definition, offering_id: str) -> Truth:
        leaves = self.service_leaves(definition, offering_id)
        stated = self._classified(world, definition, offering_id)
        if stated is not Truth.UNKNOWN:
            beside = [leaves[name] for name in BESIDE_CLASSIFICATION if name in leaves]
            return all_of((stated, *(world.settle(leaf.key, leaf.compute) for leaf in beside)))
        truths = {name: world.settle(leaf.key, leaf.compute) for name, leaf in leaves.items()}
        program = service_program(self.pack, definition.id).program
        return self.evaluate(program, truths).truth[definition.id]

    def is_classified(self, definition: Definition, offering_id: str) -> bool:
        """Return whether counsel has classified the offering in a way that the definition takes over."""
        stated = self.case.offering(offering_id).model_as_a_service
        return stated is not Truth.UNKNOWN and _takes_over(definition, stated)

    def _classified(self, world: World, definition: Definition, offering_id: str) -> Truth:
        """Return counsel's own classification of the offering, as far as the definition takes it over."""
        if not self.is_classified(definition, offering_id):
            return Truth.UNKNOWN
        stated = self.case.offering(offering_id).model_as_a_service
        return world.fact(f"offerings.{offering_id}.model_as_a_service", stated)

    # The group: whether some member operates such a service.

    def some_member_leaf(self, definition: Definition) -> Leaf:
        """Return the leaf that says whether the licensee or an affiliate operates such a service."""
        key = (
            "some member",
            definition.id,
            self.operator,
            self._as_if_begun(self.offering_id) and self.offering_id,
            self._may_not_have_begun(self.offering_id) and self.offering_id,
        )
        return Leaf(key, lambda world: self._some_member(world, definition))

    def _some_member(self, world: World, definition: Definition) -> Truth:
        program, leaves = self.group_program(definition, tuple(group(world, self.operator)))
        truths = {name: world.settle(leaf.key, leaf.compute) for name, leaf in leaves.items()}
        return self.evaluate(program, truths).truth[SOME_MEMBER]

    def group_program(self, definition: Definition, others: Iterable[EntityId]) -> tuple[Program, Mapping[str, Leaf]]:
        """Return the program that looks for a member, among *others* too, with such a service, and its leaves."""
        entities = (self.operator, *others)
        services = {entity: self._services_of(definition, entity) for entity in entities}
        leaves: dict[str, Leaf] = {UNLISTED: self._unlisted_leaf(definition)}
        for entity in entities:
            leaves.update(services[entity])
            if entity != self.operator:
                leaves[f"member {entity}"] = self._member_leaf(entity)
        return members_program(tuple((entity, tuple(services[entity])) for entity in entities)), leaves

    def _member_leaf(self, entity: EntityId) -> Leaf:
        operator = self.operator

        def member(world: World) -> Truth:
            return group(world, operator).get(entity, Truth.NO)

        return Leaf(("member", operator, entity), member)

    def _services_of(self, definition: Definition, entity: EntityId) -> Mapping[str, Leaf]:
        leaves = {
            f"service {offering_id}": self.service_leaf(definition, offering_id)
            for offering_id in self.case.offerings_of.get(entity, ())
        }
        leaves[f"says {entity}"] = Leaf(
            ("says", definition.id, entity), lambda world: self._says(world, definition, entity)
        )
        return leaves

    def _says(self, world: World, definition: Definition, entity: EntityId) -> Truth:
        """Return whether the entity itself is said to have such a service beyond its listed offerings."""
        record = self.case.profile.entities.get(entity)
        stated = Truth.UNKNOWN if record is None else record.model_as_a_service
        path = f"entities.{entity}.model_as_a_service"
        if stated is Truth.UNKNOWN and self.case.profile.other_model_as_a_service is Truth.NO:
            return world.fact("other_model_as_a_service", Truth.NO)
        return self._of_any_model(world, definition, world.fact(path, stated))

    def _of_any_model(self, world: World, definition: Definition, stated: Truth) -> Truth:
        """Return what a general statement is worth: it does not say which model is served."""
        if stated is not Truth.UNKNOWN and not _takes_over(definition, stated):
            return Truth.UNKNOWN
        if stated is Truth.YES and "of_a_model_that_counts" in service_program(self.pack, definition.id).program.leaves:
            return stated if world.reading("maas-of") == "any-model" else Truth.UNKNOWN
        return stated

    def _unlisted_leaf(self, definition: Definition) -> Leaf:
        return Leaf(("unlisted", definition.id), lambda world: self._unlisted(world, definition))

    def _unlisted(self, world: World, definition: Definition) -> Truth:
        """Return whether an affiliate that the profile does not list operates such a service."""
        others = self.case.profile.other_affiliates
        if isinstance(others, Unknown):
            said = world.fact("other_affiliates", Truth.UNKNOWN)
        elif isinstance(others, OtherAffiliates):
            said = world.fact("other_affiliates.model_as_a_service", others.model_as_a_service)
            said = self._of_any_model(world, definition, said)
        else:
            said = world.fact("other_affiliates", Truth.NO)
        if said is not Truth.YES and lists_leave_affiliates_open(world):
            world.value("listed_down_to", UNKNOWN, answers=())
            return any_of((said, Truth.UNKNOWN))
        return said

    # What fulfils a requirement.

    def fulfilment_leaf(self, requirement: Requirement) -> Leaf:
        """Return the leaf that says whether *requirement* is fulfilled for the offering."""
        kind, value = requirement.then.fulfilled_by
        key = ("fulfilled", requirement.id, self.offering_id)
        if kind == "agreement":
            return Leaf(key, partial(agreements.agreement_in_force, offering_id=self.offering_id, kind=value))
        if kind == "display":
            return Leaf(key, partial(display.name_displayed, offering_id=self.offering_id, name=value))
        return Leaf(key, partial(copies.notices_kept, offering_id=self.offering_id))


def _unless_no(truth: Truth) -> Truth:
    return Truth.UNKNOWN if truth is Truth.NO else truth


def _takes_over(definition: Definition, stated: Truth) -> bool:
    """Return whether the profile's own answer *stated* is one that the definition's words allow to take over."""
    return definition.stated_as is not None and stated in definition.stated_as.takes
