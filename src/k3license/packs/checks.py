"""What holds between the parts of a pack: names that exist, positions that are asked, no cycles."""

from collections.abc import Iterator, Mapping

from k3license.model.errors import nearest_word, quoted, suggestion
from k3license.model.rules import (
    Condition,
    Defined,
    Definition,
    Exemption,
    Group,
    LicenseHeader,
    Measure,
    Question,
    Requirement,
    Rule,
    Statement,
    Term,
    Vocabulary,
)
from k3license.packs.blocks import Block
from k3license.packs.questions import covers


class Checks:
    """
    The checks of one pack whose rules could each be read.

    *blocks* hold the YAML of each rule and, as "license", of the header: the problems are
    noted there.
    """

    def __init__(
        self,
        header: LicenseHeader,
        rules: Mapping[str, Rule],
        blocks: Mapping[str, Block],
        vocabulary: Vocabulary,
    ) -> None:
        self._header = header
        self._rules = rules
        self._blocks = blocks
        self._vocabulary = vocabulary

    def run(self, questions: Mapping[str, Question]) -> None:
        """Note every problem between the parts of the pack."""
        self._requirements_are_listed()
        self._exemptions_lift_requirements()
        if self._definitions_form_a_cycle():
            return
        for rule in self._rules.values():
            self._turns_on_what_is_asked(rule)
            self._fields_have_questions(rule, questions)
        self._positions_are_asked()

    def _requirements_are_listed(self) -> None:
        header = self._blocks["license"]
        requirements = {id for id, rule in self._rules.items() if isinstance(rule, Requirement)}
        missing = requirements - set(self._header.requirements)
        for index, id in enumerate(self._header.requirements):
            if id not in requirements:
                meant = nearest_word(id, missing)
                missing -= {meant}
                help = f'did you mean "{meant}"?' if meant else "add its file"
                text = f"no requirement is called {quoted(id)}"
                header.problem(("requirements", index), "unknown-requirement", text, help)
        for id in sorted(missing):
            text = f"the requirement {quoted(id)} is not listed"
            header.problem("requirements", "missing", text, "add it in the order of the license", at_key=True)

    def _exemptions_lift_requirements(self) -> None:
        for id, rule in self._rules.items():
            for index, lifted in enumerate(rule.lifts if isinstance(rule, Exemption) else ()):
                if not isinstance(self._rules.get(lifted), Requirement):
                    text = f"no requirement is called {quoted(lifted)}"
                    help = suggestion(lifted, self._header.requirements)
                    self._blocks[id].problem(("lifts", index), "unknown-requirement", text, help)

    def _definitions_form_a_cycle(self) -> bool:
        uses = {id: _definitions_in(rule) for id, rule in self._rules.items() if isinstance(rule, Definition)}
        done: set[str] = set()
        for start in uses:
            chain: list[str] = []
            if _leads_back(start, uses, chain, done):
                text = f"the definition leads back to itself: {' -> '.join(chain)}"
                self._blocks[chain[-1]].problem("when", "cycle", text)
                return True
        return False

    def _turns_on_what_is_asked(self, rule: Rule) -> None:
        closed = self._header.closes.keys()
        asked = self._term(rule).positions - closed
        missing = asked - set(rule.turns_on)
        block = self._blocks[rule.id]
        for index, position in enumerate(rule.turns_on):
            if position not in asked and position not in closed:
                meant = nearest_word(position, missing)
                missing -= {meant}
                help = f'did you mean "{meant}"?' if meant else "delete it"
                text = f"nothing in this rule asks {quoted(position)}"
                block.problem(("turns_on", index), "turns-on", text, help)
        for position in sorted(missing):
            text = f"{quoted(position)} is asked by this rule, but not listed"
            block.problem("turns_on", "turns-on", text, f"add {position}", at_key=True)

    def _fields_have_questions(self, rule: Rule, questions: Mapping[str, Question]) -> None:
        fields = self._term(rule).fields
        block = self._blocks[rule.id]
        for field in sorted(fields):
            own = field.rpartition(".")[2] in rule.if_missing
            if not (own or field in questions or any(covers(each, field) for each in questions)):
                text = f"no question asks for {field}, which this rule may need"
                block.problem("rule", "no-question", text, "add one to common/questions.yaml")
        for key in rule.if_missing:
            if not any(field.rpartition(".")[2] == key for field in fields):
                names = {field.rpartition(".")[2] for field in fields}
                text = f"this rule does not need {quoted(key)}"
                block.problem(("if_missing", key), "unknown-field", text, suggestion(key, names), at_key=True)

    def _positions_are_asked(self) -> None:
        header = self._blocks["license"]
        asked = frozenset[str]().union(*(self._term(rule).positions for rule in self._rules.values()))
        for index, position in enumerate(self._header.positions):
            if position not in asked:
                text = f"no rule of this license asks {quoted(position)}"
                help = suggestion(position, asked - set(self._header.positions)) or "delete it"
                header.problem(("positions", index), "unknown-position", text, help)
        for position in sorted(asked - set(self._header.positions) - self._header.closes.keys()):
            text = f"{quoted(position)} is asked by a rule, but not listed"
            header.problem("positions", "missing", text, f"add {position}", at_key=True)

    def _term(self, rule: Rule) -> Term:
        """Return everything that the rule may ask, its definitions and its fulfilment included."""
        terms = [self._term_of(each) for each in atoms(_condition(rule))]
        if isinstance(rule, Requirement):
            terms.append(self._vocabulary.fulfilled[rule.then.fulfilled_by.kind])
        return _joined(terms)

    def _term_of(self, atom: Statement | Defined | Measure) -> Term:
        match atom:
            case Statement(name):
                return self._vocabulary.statements[name]
            case Measure():
                return self._vocabulary.measured(atom)
            case Defined(definition, of):
                inside = self._term(self._rules[definition])
                return _joined((inside, self._vocabulary.some_member)) if of == "some-member" else inside


def atoms(condition: Condition) -> Iterator[Statement | Defined | Measure]:
    """Yield the conditions that are made of no others, in reading order."""
    if isinstance(condition, Group):
        for part in condition.parts:
            yield from atoms(part)
    else:
        yield condition


def _condition(rule: Rule) -> Condition:
    return rule.every_path if isinstance(rule, Exemption) else rule.when


def _definitions_in(rule: Rule) -> list[str]:
    return [each.definition for each in atoms(_condition(rule)) if isinstance(each, Defined)]


def _joined(terms: "list[Term] | tuple[Term, ...]") -> Term:
    positions = frozenset[str]().union(*(term.positions for term in terms))
    return Term(positions, frozenset[str]().union(*(term.fields for term in terms)))


def _leads_back(start: str, uses: Mapping[str, list[str]], chain: list[str], done: set[str]) -> bool:
    """Return whether a definition uses one that is on the way to it; *chain* then shows how."""
    if start in chain:
        chain.append(start)
        return True
    if start in done:
        return False
    chain.append(start)
    for used in uses.get(start, ()):
        if _leads_back(used, uses, chain, done):
            return True
    done.add(chain.pop())
    return False
