"""How an engine refuses: every case in which there is no answer, and never a wrong one."""

from collections.abc import Mapping

from k3license.model.truth import Truth


class EngineError(Exception):
    """No answer was derived."""


class ProgramRefused(EngineError):
    """A program that no engine may run: malformed, or larger than a bound, which the message names."""


class LeavesMisfit(EngineError, LookupError):
    """The facts given are not those of the program: a mistake of the caller, not of a profile."""


class EngineUnavailable(EngineError):
    """An engine was asked for by name that this Python cannot import: a usage error."""


class EngineFailure(EngineError):
    """The forward-chaining engine did anything but what its adapter expects, or has done so too often."""


class CertificateRefused(EngineFailure):
    """The firings do not prove their result: one has no ground, or one is missing."""


class EnginesDisagree(EngineError):
    """
    The two engines answer differently.

    *answers* holds each head at issue with the answers of the forward-chaining and of
    the built-in engine, in this order; they may be equal where only the reasons differ.
    """

    def __init__(self, answers: Mapping[str, tuple[Truth, Truth]]) -> None:
        self.answers = dict(answers)
        heads = "; ".join(
            f"{head}: durable says {durable.value}, builtin says {builtin.value}"
            for head, (durable, builtin) in self.answers.items()
        )
        super().__init__(f"the two engines disagree, so there is no answer ({heads})")
