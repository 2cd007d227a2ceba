"""Stand-ins for the C module: each wraps the real one and changes one thing."""

from enum import Enum

from k3license.engine.durable import EngineModule


class Lie(Enum):
    """What goes wrong; each is something that the real module can do or was seen to do."""

    LOST_BEGINNING = "the fact that begins the session is lost"
    LOST_FACT = "a fact is lost and reported as taken"
    UNHANDLED = "a fact is reported as seen by no rule"
    DUPLICATE = "a fact is reported as known already"
    OTHER_STATE = "a fact is reported to be in another state"
    EXPLOSION = "asserting a fact raises the module's error"
    OUT_OF_MEMORY = "asserting a fact runs out of memory"
    LOST_FIRING = "a firing is swallowed"
    NO_ACTION = "there is nothing to start"
    ENDED_EARLY = "the chain ends before its time"
    REPEATED_FIRING = "a firing is reported in place of the next"
    ENDLESS_FIRING = "a firing is reported again and again, as long as the ruleset lives"
    WRONG_BEGINNING = "the session begins with another rule"
    WRONG_RULE = "a firing is reported of another rule"
    WRONG_FACTS = "a firing is reported with other facts"
    EXTRA_FIRING = "a rule is reported to fire that did not"
    KEPT_STATE = "a state is not deleted and said to be"
    FAILED_DELETE = "deleting a state raises the module's error"
    FAILED_RULESET = "creating the ruleset raises the module's error"


def fact_of(rail: int) -> str:
    return f'{{"sid":"s","id":"{rail}","k":"{rail}"}}'


class HonestModule:
    """The real module, counting its rulesets."""

    def __init__(self, real: EngineModule) -> None:
        self.real = real
        self.created = 0
        self.deleted = 0

    def create_ruleset(self, name: str, definition: str, /) -> int:
        self.created += 1
        return self.real.create_ruleset(name, definition)

    def delete_ruleset(self, ruleset: int, /) -> object:
        self.deleted += 1
        return self.real.delete_ruleset(ruleset)

    def assert_fact(self, ruleset: int, fact: str, /) -> tuple[int, int]:
        return self.real.assert_fact(ruleset, fact)

    def get_state(self, ruleset: int, session: str, /) -> str:
        return self.real.get_state(ruleset, session)

    def start_action_for_state(self, ruleset: int, state: int, /) -> tuple[str, str] | None:
        return self.real.start_action_for_state(ruleset, state)

    def complete_and_start_action(self, ruleset: int, state: int, /) -> str | None:
        return self.real.complete_and_start_action(ruleset, state)

    def delete_state(self, ruleset: int, session: str, /) -> object:
        return self.real.delete_state(ruleset, session)


class InterruptedModule(HonestModule):
    """The real module, interrupted by the user in the middle of its first session."""

    interrupted = False

    def complete_and_start_action(self, ruleset: int, state: int, /) -> str | None:
        if not self.interrupted:
            self.interrupted = True
            raise KeyboardInterrupt
        return super().complete_and_start_action(ruleset, state)


class BrokenModule(HonestModule):
    """The real module, unable to finish any session."""

    def delete_state(self, ruleset: int, session: str, /) -> object:
        super().delete_state(ruleset, session)
        raise RuntimeError("Could not delete state, error code: 309")


class LyingModule(HonestModule):
    """
    Tells *lie* at its *occasion*-th opportunity and is honest from then on; *told* says whether it has.

    Opportunities are counted per kind of lie, from 0.
    """

    def __init__(self, real: EngineModule, lie: Lie, occasion: int) -> None:
        super().__init__(real)
        self._lie = lie
        self._countdown = occasion
        self._previous = ""
        self._stuck_in: int | None = None
        self.told = False

    def _tells(self, *lies: Lie) -> bool:
        if self._lie not in lies or self.told:
            return False
        self.told = self._countdown == 0
        self._countdown -= 1
        return self.told

    def create_ruleset(self, name: str, definition: str, /) -> int:
        if self._tells(Lie.FAILED_RULESET):
            raise RuntimeError("Could not create ruleset, error code: 106")
        return super().create_ruleset(name, definition)

    def assert_fact(self, ruleset: int, fact: str, /) -> tuple[int, int]:
        if fact == fact_of(0):
            return (0, 1) if self._tells(Lie.LOST_BEGINNING) else self.real.assert_fact(ruleset, fact)
        if self._tells(Lie.LOST_FACT):
            return (0, 1)
        if self._tells(Lie.EXPLOSION):
            raise RuntimeError("Could not assert fact, error code: 303")
        if self._tells(Lie.OUT_OF_MEMORY):
            raise MemoryError
        code, state = self.real.assert_fact(ruleset, fact)
        if self._tells(Lie.UNHANDLED):
            return (1, state)
        if self._tells(Lie.DUPLICATE):
            return (2, state)
        return (code, state + 1) if self._tells(Lie.OTHER_STATE) else (code, state)

    def start_action_for_state(self, ruleset: int, state: int, /) -> tuple[str, str] | None:
        if self._tells(Lie.NO_ACTION):
            return None
        started = self.real.start_action_for_state(ruleset, state)
        if started is not None and started[1].startswith('{"r0"'):
            return (started[0], f'{{"r1":{{"m_0":{fact_of(1)}}}}}') if self._tells(Lie.WRONG_BEGINNING) else started
        if started is None:
            return None
        firing = self._retold(started[1], ruleset, state)
        return None if firing is None else (started[0], firing)

    def complete_and_start_action(self, ruleset: int, state: int, /) -> str | None:
        if ruleset == self._stuck_in:
            return self._previous
        firing = self.real.complete_and_start_action(ruleset, state)
        if firing is not None:
            return self._retold(firing, ruleset, state)
        return f'{{"r1":{{"m_0":{fact_of(1)}}}}}' if self._tells(Lie.EXTRA_FIRING) else None

    def _retold(self, firing: str, ruleset: int, state: int) -> str | None:
        previous, self._previous = self._previous, firing
        if self._tells(Lie.LOST_FIRING):
            return self.real.complete_and_start_action(ruleset, state)
        if self._tells(Lie.ENDED_EARLY):
            return None
        if previous and self._tells(Lie.REPEATED_FIRING):
            return previous
        if self._tells(Lie.ENDLESS_FIRING):
            self._stuck_in = ruleset
        if self._tells(Lie.WRONG_RULE):
            number = int(firing[3 : firing.index('"', 3)])
            return firing.replace(f'"r{number}"', f'"r{number + 1}"')
        if self._tells(Lie.WRONG_FACTS):
            return firing.replace('"k":"', '"k":"1', 1)
        return firing

    def delete_state(self, ruleset: int, session: str, /) -> object:
        if self._tells(Lie.KEPT_STATE):
            return None
        deleted = self.real.delete_state(ruleset, session)
        if self._tells(Lie.FAILED_DELETE):
            raise RuntimeError("Could not delete state, error code: 309")
        return deleted
