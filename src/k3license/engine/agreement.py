"""Both engines on one program: the same answers for the same reasons, or no answer."""

from collections.abc import Mapping
from enum import Enum

from k3license.engine import builtin, durable
from k3license.engine.derivation import Derivation
from k3license.engine.durable import DurableEngine
from k3license.engine.errors import EnginesDisagree
from k3license.engine.firings import derivation
from k3license.engine.horn import horn_program
from k3license.model.program import Program
from k3license.model.truth import Truth


class Engines(Enum):
    """
    Which engines are asked; the default is BOTH.

    Where durable_rules cannot be imported BOTH means the built-in engine alone: see resolve.
    """

    BOTH = "both"
    DURABLE = "durable"
    BUILTIN = "builtin"


def engines_available() -> tuple[str, ...]:
    """Return the names of the engines that this Python can run."""
    return ("durable", "builtin") if durable.available() else ("builtin",)


def resolve(requested: Engines) -> tuple[str, ...]:
    """
    Return the names of the engines that will answer, for the report to say.

    EngineUnavailable if DURABLE was asked for and cannot be imported; with BOTH whoever
    asked decides whether ("builtin",) is good enough.
    """
    if requested is Engines.BUILTIN:
        return ("builtin",)
    if requested is Engines.BOTH:
        return engines_available()
    durable.shared_engine()
    return ("durable",)


def decide(program: Program, leaves: Mapping[str, Truth], *, engines: Engines = Engines.BOTH) -> Derivation:
    """
    Return what the engines that `resolve(engines)` names derive.

    ProgramRefused and LeavesMisfit say what is wrong with the call, EngineUnavailable that
    DURABLE cannot be imported.  EngineFailure and EnginesDisagree mean that there is no
    answer: nobody falls back to one engine.
    """
    names = resolve(engines)
    if names == ("builtin",):
        return builtin.evaluate(program, leaves)
    chaining = durable.shared_engine()
    return chained(program, leaves, chaining) if names == ("durable",) else agreed(program, leaves, chaining)


def chained(program: Program, leaves: Mapping[str, Truth], chaining: DurableEngine) -> Derivation:
    """Return what forward chaining alone derives, read from its certified firings."""
    horn = horn_program(program)
    return derivation(horn, chaining.run(horn, leaves))


def agreed(program: Program, leaves: Mapping[str, Truth], chaining: DurableEngine) -> Derivation:
    """Return what both engines derive; EnginesDisagree unless all heads agree in truth and deciding names."""
    direct = builtin.evaluate(program, leaves)
    forward = chained(program, leaves, chaining)
    if forward != direct:
        raise EnginesDisagree(
            {
                head: (forward.truth[head], direct.truth[head])
                for head in program.heads
                if (forward.truth[head], forward.deciding[head]) != (direct.truth[head], direct.deciding[head])
            }
        )
    return forward
