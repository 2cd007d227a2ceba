"""
One flat verdict with its full proof, beside the same decision in zen-engine with tracing on.

Both are given the same statements as words and hand back the answer to every rule of the license
with what it rests on: ours as a proof, theirs as a trace.  Turning words into what each engine
reads is included; parsing rules is not, for either.
"""

import json
import random
import time
from collections.abc import Callable, Mapping
from typing import Any

import zen

from k3license.answers.catalog import load_catalog
from k3license.engine import builtin
from k3license.engine.derivation import Derivation
from k3license.model.program import Clause, Connective, Program
from k3license.model.truth import Truth
from k3license.packs.compile import use_program

WORDS = ("yes", "no", "unknown")
TRUTHS = {truth.value: truth for truth in Truth}
CASES = 200
ROUNDS = 15


def rows() -> list[tuple[str, str, str, str]]:
    """Return one row: decision, compared with, ratio, limit.  Both must agree in every answer."""
    pack = max(load_catalog().packs.values(), key=lambda each: len(each.positions))
    program = use_program(pack, 1).program
    dice = random.Random(7)
    cases = [{leaf: dice.choice(WORDS) for leaf in program.leaves} for _ in range(CASES)]
    ours, theirs = _ours(program), _theirs(program)
    for case in cases:
        truth = ours(case).truth
        answered = theirs(case)["result"]
        assert {head: truth[head].value for head in program.heads} == {
            head: answered[name] for head, name in _names(program).items() if head in program.heads
        }
    times = _least_times({"ours": ours, "theirs": theirs}, cases)
    about = f"verdict with proof, {len(program.clauses)} rules"
    return [(about, "zen-engine, traced", f"{times['ours'] / times['theirs']:.2f}", "1.00")]


def _ours(program: Program) -> Callable[[Mapping[str, str]], Derivation]:
    return lambda words: builtin.evaluate(program, {name: TRUTHS[word] for name, word in words.items()})


def _theirs(program: Program) -> Callable[[Mapping[str, str]], Any]:
    decision = zen.ZenEngine().create_decision(json.dumps(_graph(program)))
    names = _names(program)
    return lambda words: decision.evaluate({names[name]: word for name, word in words.items()}, {"trace": True})


def _names(program: Program) -> dict[str, str]:
    """Return names that their expressions can use."""
    return {name: f"s{number}" for number, name in enumerate((*program.leaves, *program.heads))}


def _graph(program: Program) -> dict[str, Any]:
    names = _names(program)
    heads = set(program.heads)
    terms = {name: f"$.{short}" if name in heads else short for name, short in names.items()}
    expressions = [
        {"id": str(number), "key": names[clause.head], "value": _expression(clause, terms)}
        for number, clause in enumerate(program.clauses)
    ]
    kinds = {"in": "inputNode", "rules": "expressionNode", "out": "outputNode"}
    nodes: list[dict[str, Any]] = [
        {"id": id, "type": kind, "name": id, "position": {"x": 0, "y": 0}} for id, kind in kinds.items()
    ]
    nodes[1]["content"] = {"expressions": expressions}
    edges = [
        {"id": f"{start}-{end}", "sourceId": start, "targetId": end, "type": "edge"}
        for start, end in (("in", "rules"), ("rules", "out"))
    ]
    return {"nodes": nodes, "edges": edges}


def _expression(clause: Clause, terms: Mapping[str, str]) -> str:
    body = [terms[name] for name in dict.fromkeys(clause.body)]
    if clause.connective is Connective.NOT:
        return f"{body[0]} == 'yes' ? 'no' : ({body[0]} == 'no' ? 'yes' : 'unknown')"
    decisive, other = ("no", "yes") if clause.connective is Connective.ALL else ("yes", "no")
    some = " or ".join(f"{each} == '{decisive}'" for each in body)
    every = " and ".join(f"{each} == '{other}'" for each in body)
    return f"({some}) ? '{decisive}' : (({every}) ? '{other}' : 'unknown')"


def _least_times(
    ways: Mapping[str, Callable[[Mapping[str, str]], object]], cases: list[dict[str, str]]
) -> dict[str, float]:
    least = dict.fromkeys(ways, float("inf"))
    for _ in range(ROUNDS):
        for name, decide in ways.items():
            began = time.process_time()
            for case in cases:
                decide(case)
            least[name] = min(least[name], time.process_time() - began)
    return least
