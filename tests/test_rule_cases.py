"""Every case that stands beside a rule, with the answer that the rule must give."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from k3license.engine.builtin import evaluate
from k3license.engine.derivation import Derivation
from k3license.facts.vocabulary import VOCABULARY
from k3license.model.errors import NotUnderstood
from k3license.model.ranges import exactly
from k3license.model.rules import Measure, Pack, Rule
from k3license.model.truth import Truth
from k3license.packs.compile import Compiled, service_program, use_program
from k3license.packs.headers import known_licenses
from k3license.packs.loader import load_pack
from k3license.text.amounts import AmountKind, parse_amount
from k3license.text.walking import TextTree
from k3license.text.yaml_lines import read_tree_file

RULES = Path(__file__).parents[1] / "rules"
PACKS = {id: load_pack(id, vocabulary=VOCABULARY) for id in known_licenses()}
CASE_KEYS = {"case", "given", "paths", "applies", "holds", "exempt", "asks_for"}


@dataclass(frozen=True)
class Case:
    """One case of a rule as written; *given* has what holds in every case put in."""

    pack: Pack
    rule: str
    case: str
    given: Mapping[str, TextTree]
    paths: tuple[Mapping[str, TextTree], ...]
    expected: Mapping[str, str]
    asks_for: frozenset[str] | None


def packs_with(path: Path, rule: str) -> list[Pack]:
    """Return the packs that the cases of a file are about: one, or all that share a rule of common."""
    if path.parent.name in PACKS:
        return [PACKS[path.parent.name]]
    shared = f"rules/common/rules/{path.name.removesuffix('.cases.yaml')}.yaml"
    return [pack for pack in PACKS.values() if any(each.id == rule and each.file == shared for each in rules_of(pack))]


def rules_of(pack: Pack) -> list[Rule]:
    return [*pack.requirements, *pack.definitions.values(), *pack.exemptions.values()]


def entries(value: TextTree) -> dict[str, TextTree]:
    assert isinstance(value, dict), value
    return value


def cases_of(path: Path) -> Iterator[Case]:
    data = read_tree_file(path).data
    assert data.keys() <= {"rule", "given_in_every_case", "cases"}, path
    rule, cases = data["rule"], data["cases"]
    assert isinstance(rule, str), path
    assert isinstance(cases, list), path
    always = entries(data.get("given_in_every_case", {}))
    for pack in packs_with(path, rule):
        for case in map(entries, cases):
            assert case.keys() <= CASE_KEYS, case
            asks_for = case.get("asks_for")
            paths = case.get("paths", [])
            assert isinstance(paths, list)
            yield Case(
                pack=pack,
                rule=rule,
                case=str(case["case"]),
                given={} if paths else {**always, **entries(case.get("given", {}))},
                paths=tuple({**always, **entries(each)} for each in paths),
                expected={key: str(case[key]) for key in ("applies", "holds", "exempt") if key in case},
                asks_for=frozenset(map(str, asks_for)) if isinstance(asks_for, list) else None,
            )


FILES = sorted(RULES.rglob("*.cases.yaml"))
CASES = [case for path in FILES for case in cases_of(path)]


def truth(value: TextTree) -> Truth:
    assert isinstance(value, str), value
    return Truth(value)


def leaves_of_use(case: Case, compiled: Compiled) -> dict[str, Truth]:
    """Return the truth of every leaf: what the case gives, and unknown for the rest."""
    leaves = dict.fromkeys(compiled.program.leaves, Truth.UNKNOWN)
    for name, value in case.given.items():
        if name == "some_member":
            given = {f"some_member:{each}": truth(said) for each, said in entries(value).items()}
        elif name in case.pack.definitions:
            given = {f"this:{name}": truth(value)}
        elif name in ("revenue", "users"):
            given = measured(case, compiled, name, value)
        else:
            given = {name: truth(value)}
        assert given.keys() <= leaves.keys(), f"{name} is not asked by {case.pack.header.license}"
        leaves |= given
    for number, path in enumerate(case.paths, start=1):
        for name, value in path.items():
            assert f"path {number}:{name}" in leaves, f"{name} is not asked of a path"
            leaves[f"path {number}:{name}"] = truth(value)
    return leaves


def measured(case: Case, compiled: Compiled, quantity: str, value: TextTree) -> dict[str, Truth]:
    """Return what an amount does to each limit of the rule on that quantity."""
    kind = AmountKind.COUNT if quantity == "users" else AmountKind.MONEY
    amount = parse_amount(value, kind=kind, currency_required=kind is AmountKind.MONEY)
    measures = [
        part
        for part in compiled.parts.values()
        if isinstance(part, Measure) and part.quantity == quantity and case.rule in part.id.split(":")
    ]
    assert measures, f"{case.rule} has no limit on {quantity}"
    assert all(amount.currency in (None, measure.currency) for measure in measures)
    return {measure.id: measure.crossed_by(amount.range) for measure in measures}


def requirement_answer(case: Case, derivation: Derivation) -> str:
    """Return the answer: an element that fails beats an exemption, and that beats an open element."""
    elements = derivation.truth[f"{case.rule}:elements"]
    exempt = derivation.truth.get(f"{case.rule}:exempt")
    if elements is not Truth.NO and exempt is Truth.YES:
        return "exempt"
    return derivation.truth[f"{case.rule}:applies"].value


def compiled_for(case: Case) -> Compiled:
    if case.rule in case.pack.definitions:
        return service_program(case.pack, case.rule)
    return use_program(case.pack, len(case.paths))


def answer(case: Case, compiled: Compiled, leaves: Mapping[str, Truth]) -> dict[str, str]:
    derivation = evaluate(compiled.program, leaves)
    if case.rule in case.pack.definitions:
        return {"holds": derivation.truth[case.rule].value}
    if case.rule in case.pack.exemptions:
        return {"exempt": derivation.truth[case.rule].value}
    return {"applies": requirement_answer(case, derivation)}


def name_in_cases(leaf: str, compiled: Compiled) -> str:
    part = compiled.parts[leaf]
    return part.quantity if isinstance(part, Measure) else leaf.removeprefix("this:")


def settling(case: Case, compiled: Compiled, leaves: Mapping[str, Truth]) -> set[str]:
    """Return the names of the open leaves of which each could settle the answer alone."""
    found = set()
    for leaf in [leaf for leaf, value in leaves.items() if value is Truth.UNKNOWN]:
        answers = [answer(case, compiled, {**leaves, leaf: value}) for value in (Truth.YES, Truth.NO)]
        if any("unknown" not in each.values() for each in answers):
            found.add(name_in_cases(leaf, compiled))
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.pack.header.license}/{case.rule}: {case.case}")
def test_the_rule_answers_its_case(case: Case) -> None:
    compiled = compiled_for(case)
    leaves = leaves_of_use(case, compiled)
    assert answer(case, compiled, leaves) == dict(case.expected)
    if case.asks_for is not None:
        assert settling(case, compiled, leaves) == case.asks_for


def test_every_rule_of_every_pack_is_tried_by_a_case() -> None:
    tried = {(case.pack.header.license, case.rule) for case in CASES}
    for id, pack in PACKS.items():
        for rule in rules_of(pack):
            assert (id, rule.id) in tried


@pytest.mark.parametrize("id", sorted(PACKS))
def test_each_limit_is_tried_below_at_and_above_it_and_with_the_amount_unknown(id: str) -> None:
    for requirement in PACKS[id].requirements:
        compiled = use_program(PACKS[id], 0)
        cases = [case for case in CASES if case.pack is PACKS[id] and case.rule == requirement.id]
        for measure in (part for part in compiled.parts.values() if isinstance(part, Measure)):
            if requirement.id not in measure.id.split(":"):
                continue
            kind = AmountKind.COUNT if measure.quantity == "users" else AmountKind.MONEY
            given = [parse_amount(case.given[measure.quantity], kind=kind).range for case in cases]
            assert exactly(measure.limit) in given
            lows = [amount.low for amount in given if amount.exact and amount.low is not None]
            assert min(lows) < measure.limit < max(lows)
            assert any(measure.crossed_by(amount) is Truth.UNKNOWN for amount in given)


def test_an_amount_of_another_currency_in_a_case_is_refused() -> None:
    case = next(case for case in CASES if case.rule == "separate-agreement")
    with pytest.raises(AssertionError):
        measured(case, compiled_for(case), "revenue", "EUR 20M")
    with pytest.raises(NotUnderstood):
        measured(case, compiled_for(case), "revenue", "20M")
