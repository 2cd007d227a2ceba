"""Reasons as a tree: each step in plain words, with its facts, figures, section and positions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from k3license.answers.amounts import rates_relied_on, reporters
from k3license.answers.assessor import Assessor, Leaf
from k3license.answers.exact import elements_of
from k3license.engine.derivation import Derivation
from k3license.facts.measures import figures_of
from k3license.facts.membership import group, links_to
from k3license.facts.world import Settled, World
from k3license.model.assessment import Proof
from k3license.model.ownership import EntityId
from k3license.model.program import Clause, Connective, Program
from k3license.model.rules import Definition, Exemption, Measure, Requirement, Statement
from k3license.model.truth import Truth
from k3license.packs.compile import Compiled, service_program

_CONNECTED = {Connective.ALL: "all of these", Connective.ANY: "any of these", Connective.NOT: "not so"}


class Prover(NamedTuple):
    """Tells why an assessor concluded what it did in *world*; *words* are the words for statements."""

    assessor: Assessor
    world: World
    words: Mapping[str, str]

    def elements(self, requirement: Requirement) -> Proof:
        """Return why the elements of *requirement* hold together, or do not, or are open."""
        says = f"the conditions of section {requirement.source.section} are met"
        proof = self._use(elements_of(requirement))
        return Proof(elements_of(requirement), says, proof.truth, proof.because, section=requirement.source.section)

    def exemption(self, exemption: Exemption) -> Proof:
        """Return why *exemption* covers every way, or does not, or is open."""
        proof = self._use(exemption.id)
        says = f"{exemption.title}: every way in which the model is reached is covered"
        return Proof(exemption.id, says, proof.truth, proof.because, section=exemption.source.section)

    def fulfilment(self, requirement: Requirement) -> Proof:
        """Return what fulfils *requirement*, or is missing."""
        leaf = self.assessor.fulfilment_leaf(requirement)
        return self._leaf(f"{requirement.id} fulfilled", f"this is done: {requirement.then.must}", leaf)

    def _use(self, name: str) -> Proof:
        compiled = self.assessor.compiled
        return self._step(name, compiled, self.assessor.conclude(self.world), self._use_leaf)

    def _step(self, name: str, compiled: Compiled, derivation: Derivation, leaf_proof: Callable[[str], Proof]) -> Proof:
        clause = _clause(compiled.program, name)
        if clause is None:
            return leaf_proof(name)
        because = tuple(self._step(part, compiled, derivation, leaf_proof) for part in clause.body)
        says = self._says(name, compiled, clause)
        refutes = clause.connective is Connective.NOT
        joins = not refutes and says == _CONNECTED[clause.connective]
        return Proof(name, says, derivation.truth[name], because, refutes=refutes, joins=joins)

    def _says(self, name: str, compiled: Compiled, clause: Clause) -> str:
        part = compiled.parts.get(name)
        if isinstance(part, Exemption) and ":path " in name:
            number = int(name.rpartition(" ")[2])
            return f"{part.title} by this route ({self._route(number)})"
        if isinstance(part, Definition | Exemption):
            return part.title
        return _CONNECTED[clause.connective]

    def _use_leaf(self, name: str) -> Proof:
        assessor = self.assessor
        leaf = assessor.leaves[name]
        part = assessor.compiled.parts[name]
        if name.startswith("some_member:"):
            return self._some_member(assessor.pack.definitions[name.removeprefix("some_member:")], leaf)
        if name.startswith("this:"):
            definition = assessor.pack.definitions[name.removeprefix("this:")]
            return self._service(definition, assessor.offering_id)
        if isinstance(part, Measure):
            proof = self._leaf(name, measure_words(part), leaf)
            figures = figures_of(self.world, part, assessor.offering_id)
            stated = [each.path for each in reporters(self.world, part, assessor.offering_id)]
            rates = rates_relied_on(self.world, part, assessor.offering_id)
            relied_on = tuple(dict.fromkeys((*stated, *rates, *proof.relied_on)))
            return Proof(name, proof.says, proof.truth, (), relied_on, figures, asked=proof.asked)
        if name.startswith("path "):
            number, statement = name.removeprefix("path ").split(":", 1)
            return self._leaf(name, self._words(statement, assessor.offering_id, self._route(int(number))), leaf)
        assert isinstance(part, Statement)
        return self._leaf(name, self._words(part.name, assessor.offering_id), leaf)

    def _some_member(self, definition: Definition, leaf: Leaf) -> Proof:
        assessor, world = self.assessor, self.world
        others = tuple(group(world, assessor.operator))
        program, leaves = assessor.group_program(definition, others)
        truths = {name: world.settle(each.key, each.compute) for name, each in leaves.items()}
        derivation = assessor.evaluate(program, truths)
        steps = [self._member(definition, entity, leaves, derivation) for entity in (assessor.operator, *others)]
        unlisted = self._leaf("unlisted", "an affiliate that the profile does not list runs one", leaves["unlisted"])
        says = f"the licensee or an affiliate runs one: {definition.title}"
        overall = self._leaf(f"some_member:{definition.id}", says, leaf)
        if overall.truth is Truth.NO:
            steps += self._outside(definition, {assessor.operator, *others})
        shown = tuple(step for step in (*steps, unlisted) if step.truth is overall.truth) or (unlisted,)
        return Proof(overall.name, says, overall.truth, shown, section=definition.source.section, asked=overall.asked)

    def _outside(self, definition: Definition, inside: AbstractSet[EntityId]) -> Iterator[Proof]:
        """Yield, of those that run one, that they are no affiliates: an answer of no rests on their holdings too."""
        case = self.assessor.case
        for entity in (each for each in case.profile.entities if each not in inside):
            shown_by = tuple(self._shown_to_run_one(definition, entity))
            if shown_by:
                holdings = tuple(each.path for each in case.structure.holdings if entity in (each.owner, each.owned))
                says = f"{self._entity(entity)}, which runs one, is an affiliate"
                yield Proof(f"member {entity}", says, Truth.NO, (), (*shown_by, *holdings))

    def _shown_to_run_one(self, definition: Definition, entity: EntityId) -> Iterator[str]:
        """Yield the facts that show that *entity* runs one: what it says of itself, or what its offerings are."""
        case = self.assessor.case
        if case.profile.entities[entity].model_as_a_service is Truth.YES:
            yield f"entities.{entity}.model_as_a_service"
        for offering_id in case.offerings_of.get(entity, ()):
            service = self._service(definition, offering_id)
            if service.truth is Truth.YES:
                yield from dict.fromkeys(path for step in steps(service) for path in step.relied_on)

    def _member(
        self, definition: Definition, entity: EntityId, leaves: Mapping[str, Leaf], derivation: Derivation
    ) -> Proof:
        assessor = self.assessor
        steps = []
        head = f"has {entity}"
        if entity != assessor.operator:
            head = f"counts {entity}"
            steps.append(self._membership(entity, leaves[f"member {entity}"]))
        for offering_id in assessor.case.offerings_of.get(entity, ()):
            steps.append(self._service(definition, offering_id))
        said = leaves[f"says {entity}"]
        steps.append(self._leaf(f"says {entity}", f"{self._entity(entity)} runs one beside what is listed", said))
        says = f"{self._entity(entity)} runs one"
        return Proof(head, says, derivation.truth[head], tuple(steps))

    def _membership(self, entity: EntityId, leaf: Leaf) -> Proof:
        from k3license.answers.ownership_words import step_words  # noqa: PLC0415

        member = self._leaf(f"member {entity}", f"{self._entity(entity)} is an affiliate", leaf)
        links = tuple(
            Proof(f"{member.name} link {number}", step_words(step, self._entity), member.truth, (), step.paths)
            for number, step in enumerate(links_to(self.world, entity, of=self.assessor.operator), start=1)
        )
        return member._replace(because=links)

    def _service(self, definition: Definition, offering_id: str) -> Proof:
        assessor, world = self.assessor, self.world
        whole = assessor.service_leaf(definition, offering_id)
        truth = world.settle(whole.key, whole.compute)
        says = f"{self._offering(offering_id)} counts as: {definition.title}"
        section = definition.source.section
        if assessor.is_classified(definition, offering_id):
            stated = self._leaf(f"stated {offering_id}", "as the profile itself classifies it", whole)
            return Proof(f"{definition.id} {offering_id}", says, truth, (stated,), section=section)
        compiled = service_program(assessor.pack, definition.id)
        leaves = assessor.service_leaves(definition, offering_id)
        truths = {name: world.settle(each.key, each.compute) for name, each in leaves.items()}
        derivation = assessor.evaluate(compiled.program, truths)

        def leaf_proof(name: str) -> Proof:
            return self._leaf(name, self._words(name, offering_id), leaves[name])

        inner = self._step(definition.id, compiled, derivation, leaf_proof)
        return Proof(f"{definition.id} {offering_id}", says, truth, inner.because, section=section)

    def _leaf(self, name: str, says: str, leaf: Leaf) -> Proof:
        settled = self.world.explain(leaf.key, leaf.compute)
        assert isinstance(settled.value, Truth)
        return Proof(name, says, settled.value, (), _paths(settled), asked=_positions(settled))

    def _words(self, statement: str, offering_id: str, route: str = "") -> str:
        offering = self.assessor.case.offering(offering_id)
        return self.words[statement].format(
            offering=self._offering(offering_id), operator=self._entity(offering.operator), route=route
        )

    def _offering(self, offering_id: str) -> str:
        return self.assessor.case.offering(offering_id).name or offering_id

    def _entity(self, entity: EntityId) -> str:
        record = self.assessor.case.profile.entities.get(entity)
        return (record.name if record is not None else None) or entity

    def _route(self, number: int) -> str:
        way = self.assessor.ways[number - 1]
        hosts = ", ".join(way.access.hosts) if way.access is not None else ""
        return hosts or way.host.value


def _clause(program: Program, name: str) -> Clause | None:
    return next((clause for clause in program.clauses if clause.head == name), None)


def _paths(settled: Settled) -> tuple[str, ...]:
    return tuple(path for path in settled.relied_on if not path.startswith("member of "))


def _positions(settled: Settled) -> tuple[str, ...]:
    return tuple(question.name for question in settled.asked if question.about == "reading")


def measure_words(measure: Measure) -> str:
    """Return what a measure says, with its limit, in words."""
    limit = f"{measure.limit:,}" if measure.currency is None else f"{measure.currency} {measure.limit:,}"
    crossed = f"{'more than' if measure.strict else 'at least'} {limit}"
    whose = "the licensee and its affiliates" if measure.whose == "licensee-and-affiliates" else "the licensee"
    which = {
        "everything": "all business",
        "this-offering": "this product or service",
        "offerings-with-the-model": "the products and services on the model",
    }[measure.which]
    window = {
        "month": "in a month",
        "preceding-month": "in the preceding month",
        "12-months": "over some 12 consecutive months",
        "year": "in a year",
        "month-before": "in the month before the day that the license names",
    }[measure.window]
    whole = f"of {which}" if measure.quantity == "users" else f"of {whose} from {which}"
    return f"{measure.quantity} {whole}, {window}: {crossed}"


def steps(proof: Proof) -> Iterable[Proof]:
    """Yield *proof* and every step below it."""
    yield proof
    for step in proof.because:
        yield from steps(step)
