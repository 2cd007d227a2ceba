"""
The only door to durable_rules: its C module, driven step by step and believed in nothing.

Used as its own Python layer uses it, it can crash, hang, lose derivations or fire rules that
do not apply.  Hence only codes cross this border, each session holds one state that is deleted
at its end, each reply must be the one expected to the byte, and the firings must prove
their result.  Why each of these: docs/decisions/0003-two-engines.md.
"""

import json
from collections import OrderedDict
from collections.abc import Mapping
from functools import cache, lru_cache
from threading import Lock
from typing import Final, NamedTuple, Protocol

from k3license.engine.certificate import certified
from k3license.engine.errors import EngineFailure, EngineUnavailable
from k3license.engine.horn import BEGIN, SESSION, Firings, HornProgram, Stage, Step, base_rails
from k3license.model.truth import Truth

_MOST_RULESETS: Final = 64
_MOST_FAILURES: Final = 3
_STATE: Final = 1  # Where C keeps the one state that a ruleset ever holds at a time.
# The answer to a fact that some rule awaits; a 1 in front would say that none does, a 2 that its id is known.
_TAKEN: Final = (0, _STATE)


class EngineModule(Protocol):
    """The functions of the C module that the adapter calls, and no other."""

    def create_ruleset(self, name: str, definition: str, /) -> int: ...
    def delete_ruleset(self, ruleset: int, /) -> object: ...
    def assert_fact(self, ruleset: int, fact: str, /) -> tuple[int, int]: ...
    def get_state(self, ruleset: int, session: str, /) -> str: ...
    def start_action_for_state(self, ruleset: int, state: int, /) -> tuple[str, str] | None: ...
    def complete_and_start_action(self, ruleset: int, state: int, /) -> str | None: ...
    def delete_state(self, ruleset: int, session: str, /) -> object: ...


class _Ruleset(NamedTuple):
    """A ruleset in C by its *handle*; *replies* are all it may say, with the place of the step that fires."""

    handle: int
    replies: Mapping[str, int]


class DurableEngine:
    """
    Forward chaining over one C module; thread-safe, one session at a time.

    After a failure its rulesets are left alone, at the price of their memory, since the C
    side may be in any state; after three failures the engine refuses all work.
    """

    def __init__(self, module: EngineModule) -> None:
        self._module = module
        self._rulesets: OrderedDict[str, _Ruleset] = OrderedDict()
        self._failures = 0
        self._lock = Lock()

    def run(self, horn: HornProgram, leaves: Mapping[str, Truth]) -> Firings:
        """
        Return the certified firings of all rules that apply.

        LeavesMisfit if *leaves* are not those of the program; EngineFailure if the C module
        does anything unexpected, however small.
        """
        base = base_rails(horn, leaves)
        with self._lock:
            if self._failures >= _MOST_FAILURES:
                raise EngineFailure(
                    f"durable_rules failed {self._failures} times in this process and is not used again"
                )
            try:
                holding = dict.fromkeys(base)
                steps = [step for stage in horn.stages for step in self._session(stage, holding)]
                firings = Firings(base, tuple(step.proves for step in steps if step.proves is not None))
                certified(horn.rules, base=base, fired=firings.fired)
            except BaseException as error:
                for stage in horn.stages:
                    self._rulesets.pop(_definition(stage), None)
                if not isinstance(error, Exception):
                    raise
                self._failures += 1
                if isinstance(error, EngineFailure):
                    raise
                raise EngineFailure(f"durable_rules: {type(error).__name__}: {error}") from error
            return firings

    def _session(self, stage: Stage, holding: dict[int, None]) -> list[Step]:
        """Run one stage over the rails that hold, add those it derives, and return the steps that fired."""
        ruleset = self._ruleset(stage)
        handle = ruleset.handle
        self._begin(handle)
        for rail in holding:
            if rail in stage.observed:
                self._assert(handle, rail)
        fired: dict[int, Step] = {}
        started = self._module.start_action_for_state(handle, _STATE)
        reply = started[1] if started else None
        while reply is not None:
            place = ruleset.replies.get(reply)
            if place is None or place in fired:
                raise EngineFailure(f"durable_rules fired what it may not: {reply[:200]}")
            step = fired[place] = stage.steps[place]
            if step.head not in holding:
                holding[step.head] = None
                if step.head in stage.observed:
                    self._assert(handle, step.head)
            reply = self._module.complete_and_start_action(handle, _STATE)
        self._module.delete_state(handle, SESSION)
        return list(fired.values())

    def _begin(self, handle: int) -> None:
        """Open a session by a rule that fires first: a state in which none did cannot be deleted safely."""
        self._assert(handle, BEGIN)
        # Fails for a state that was never born, where the next call would bring the process down.
        self._module.get_state(handle, SESSION)
        started = self._module.start_action_for_state(handle, _STATE)
        if started is None or started[1] != _reply(BEGIN, (BEGIN,)):
            raise EngineFailure("durable_rules did not begin its session")
        if self._module.complete_and_start_action(handle, _STATE) is not None:
            raise EngineFailure("durable_rules fired a rule before it had a fact")

    def _assert(self, handle: int, rail: int) -> None:
        answer = self._module.assert_fact(handle, _fact(rail))
        if answer != _TAKEN:
            raise EngineFailure(f"durable_rules answered {answer} to a fact that some rule awaits")

    def _ruleset(self, stage: Stage) -> _Ruleset:
        """Return the ruleset of all stages of this shape; many, and the one not used longest goes."""
        definition = _definition(stage)
        known = self._rulesets.get(definition)
        if known is None:
            handle = self._module.create_ruleset(SESSION, definition)
            replies = {_reply(place + 1, step.body): place for place, step in enumerate(stage.steps)}
            known = self._rulesets[definition] = _Ruleset(handle, replies)
            if len(self._rulesets) > _MOST_RULESETS:
                _, oldest = self._rulesets.popitem(last=False)
                self._module.delete_ruleset(oldest.handle)
        self._rulesets.move_to_end(definition)
        return known


def available() -> bool:
    """Return whether durable_rules can be imported here; only the first call tries."""
    return _shared() is not None


def shared_engine() -> DurableEngine:
    """Return the engine of this process; EngineUnavailable where durable_rules cannot be imported."""
    engine = _shared()
    if engine is None:
        raise EngineUnavailable("the engine durable needs durable-rules, which cannot be imported here")
    return engine


@cache
def _shared() -> DurableEngine | None:
    try:
        # Here and not at the top: start-up must not pay for it, and its absence is no error.
        import durable_rules_engine  # noqa: PLC0415
    except ImportError:
        return None
    return DurableEngine(durable_rules_engine)


@lru_cache(maxsize=256)
def _definition(stage: Stage) -> str:
    """Return the stage in the engine's JSON form: each rule waits for the facts of its body."""
    bodies = [(BEGIN,), *(step.body for step in stage.steps)]
    return json.dumps(
        {
            f"r{number}": {"all": [{f"m_{place}": {"k": str(rail)}} for place, rail in enumerate(body)]}
            for number, body in enumerate(bodies)
        }
    )


def _fact(rail: int) -> str:
    return f'{{"sid":"{SESSION}","id":"{rail}","k":"{rail}"}}'


def _reply(number: int, body: tuple[int, ...]) -> str:
    """Return the one way in which the engine may say that a rule fired: with just the facts of its body."""
    matched = ",".join(f'"m_{place}":{_fact(rail)}' for place, rail in enumerate(body))
    return f'{{"r{number}":{{{matched}}}}}'
