"""
A ground program as Horn rules over rails, the form that forward chaining can run.

Each name has two rails: "may be true" and "may be false".  Yes is the first alone, no the
second alone, unknown both.  Negation then only swaps rails, and nothing is ever retracted:
the rules have one least fixpoint, and the firings that reach it are the explanation.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Final, NamedTuple

from k3license.engine.errors import ProgramRefused
from k3license.engine.programs import OncePerProgram, misfit, require_well_formed
from k3license.model.program import Clause, Connective, Program
from k3license.model.truth import Truth

# Bounds of durable_rules 2.0.28 with a margin; docs/decisions/0003-two-engines.md says what lies beyond.
WIDEST_BODY: Final = 15
MOST_RULES: Final = 4_000
WIDEST_FAN_OUT: Final = 250
# Beyond 511 it never returns; it also tries them one by one for each fact, so fewer are faster.
MOST_TESTS: Final = 240
MOST_RAILS: Final = 100_000

SESSION: Final = "s"
BEGIN: Final = 0


class Rule(NamedTuple):
    """The rail *head* follows from all rails of *body* (none of them twice)."""

    head: int
    body: tuple[int, ...]


class Step(NamedTuple):
    """
    A rule that is narrow enough to run.

    *proves* is the number of the rule of the program that its firing fires; None if it only
    derives a helper rail, which stands for a stretch of a wide body.
    """

    head: int
    body: tuple[int, ...]
    proves: int | None


class Stage:
    """Steps that keep every bound of one ruleset; stages run one after the other."""

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self.steps = steps

    @cached_property
    def observed(self) -> frozenset[int]:
        """The rails on which some step waits."""
        return frozenset(rail for step in self.steps for rail in step.body)


class HornProgram(NamedTuple):
    """
    *rules* say what the program says, in an order in which each rail is complete before it is used.

    Rails are numbered by the place of their name in *names*: see may_be_true, may_be_false.
    *stages* are the rules as they run.
    """

    program: Program
    names: tuple[str, ...]
    rules: tuple[Rule, ...]
    stages: tuple[Stage, ...]


class Firings(NamedTuple):
    """The rails that the leaves gave, and the numbers of the program's rules that fired, in order."""

    base: tuple[int, ...]
    fired: tuple[int, ...]


def may_be_true(place: int) -> int:
    """Return the rail that says that the name at *place* may be true."""
    return 2 * place + 1


def may_be_false(place: int) -> int:
    """Return the rail that says that the name at *place* may be false."""
    return 2 * place + 2


def place_of(rail: int) -> int:
    """Return the place of the name of which the rail speaks."""
    return (rail - 1) // 2


def opposite(rail: int) -> int:
    """Return the other rail of the same name."""
    return rail + 1 if rail % 2 else rail - 1


@OncePerProgram
def horn_program(program: Program) -> HornProgram:
    """Return the Horn form of a program; ProgramRefused if it is malformed or beyond a bound."""
    require_well_formed(program)
    names = (*program.leaves, *program.heads)
    places = {name: place for place, name in enumerate(names)}
    rules = tuple(rule for clause in program.clauses for rule in _rules(clause, places))
    steps = tuple(_steps(rules, first_helper=2 * len(names) + 1))
    highest = max((step.head for step in steps), default=2 * len(names))
    if highest > MOST_RAILS:
        raise ProgramRefused(f"the program needs {highest} rails; {MOST_RAILS} are the most")
    # Rounded up, so that programs of about one size are proven together.
    _prove_codes_distinct(1 << highest.bit_length())
    return HornProgram(program, names, rules, _stages(steps))


def base_rails(horn: HornProgram, leaves: Mapping[str, Truth]) -> tuple[int, ...]:
    """Return the rails that the leaves give; LeavesMisfit unless they are exactly those of the program."""
    given = horn.program.leaves
    if len(leaves) != len(given) or any(name not in leaves for name in given):
        raise misfit(horn.program, leaves)
    rails: list[int] = []
    for place, name in enumerate(given):
        if leaves[name] is not Truth.NO:
            rails.append(may_be_true(place))
        if leaves[name] is not Truth.YES:
            rails.append(may_be_false(place))
    return tuple(rails)


def _rules(clause: Clause, places: Mapping[str, int]) -> list[Rule]:
    """Return the rules of both rails of a clause: one needs all of the body, the other any."""
    head = places[clause.head]
    # A fact never matches two conditions of one rule, so a name said twice would stop it for good.
    body = [places[name] for name in dict.fromkeys(clause.body)]
    true_rails = tuple(map(may_be_true, body))
    false_rails = tuple(map(may_be_false, body))
    match clause.connective:
        case Connective.ALL:
            return [
                Rule(may_be_true(head), true_rails),
                *(Rule(may_be_false(head), (rail,)) for rail in false_rails),
            ]
        case Connective.ANY:
            return [
                Rule(may_be_false(head), false_rails),
                *(Rule(may_be_true(head), (rail,)) for rail in true_rails),
            ]
        case Connective.NOT:
            return [Rule(may_be_true(head), false_rails), Rule(may_be_false(head), true_rails)]


def _steps(rules: Iterable[Rule], *, first_helper: int) -> Iterator[Step]:
    """Return the rules with wide bodies cut: helper rails stand for their stretches, as often as needed."""
    helper = first_helper
    for number, rule in enumerate(rules):
        body = rule.body
        while len(body) > WIDEST_BODY:
            helpers: list[int] = []
            for start in range(0, len(body), WIDEST_BODY):
                yield Step(helper, body[start : start + WIDEST_BODY], None)
                helpers.append(helper)
                helper += 1
            body = tuple(helpers)
        yield Step(rule.head, body, number)


def _stages(steps: Iterable[Step]) -> tuple[Stage, ...]:
    """
    Return the steps in as few stretches as keep the bounds of one ruleset.

    A rail is complete before a step waits for it, so a stage can take all rails of
    the stages before it as given.
    """
    stages: list[Stage] = []
    current: list[Step] = []
    uses: Counter[int] = Counter()
    for step in steps:
        # One rule and one test more are those of the fact that begins each session.
        if current and (
            len(current) + 1 == MOST_RULES
            or len(uses) + 1 + sum(rail not in uses for rail in step.body) > MOST_TESTS
            or any(uses[rail] == WIDEST_FAN_OUT for rail in step.body)
        ):
            stages.append(Stage(tuple(current)))
            current = []
            uses = Counter()
        current.append(step)
        uses.update(step.body)
    if current:
        stages.append(Stage(tuple(current)))
    return tuple(stages)


@cache
def _prove_codes_distinct(count: int) -> None:
    prove_ids_distinct([*map(str, range(count)), f"sid-{SESSION}"])


def prove_ids_distinct(ids: Sequence[str]) -> None:
    """
    Raise ProgramRefused if two of the ASCII *ids* share the 32 bits by which the engine knows a fact.

    It compares FNV-1a hashes and never the text: of two facts that share one, the second is lost.
    """
    seen: dict[int, str] = {}
    for each in ids:
        hashed = 0x811C9DC5
        for byte in each.encode("ascii"):
            hashed = (hashed ^ byte) * 0x01000193 & 0xFFFFFFFF
        if hashed in seen:
            raise ProgramRefused(f"two fact ids share their 32-bit hash: {seen[hashed]} and {each}")
        seen[hashed] = each
