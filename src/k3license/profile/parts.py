"""Values with parts: everything that is wrong with them together, and where they stand."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from k3license.model.errors import NotUnderstood


class Placed(NamedTuple):
    """A value as written, and its path in the profile."""

    path: str
    value: object


class KeyNotUnderstood(NotUnderstood):
    """A key that cannot be read, whatever stands behind it."""


class SeveralNotUnderstood(ValueError):
    """All that cannot be read of one value."""

    def __init__(self, errors: list[NotUnderstood]) -> None:
        super().__init__("; ".join(error.text for error in errors))
        self.errors = errors


class Parts:
    """What could not be read of the parts of a value so far."""

    def __init__(self) -> None:
        self._errors: list[NotUnderstood] = []

    @contextmanager
    def at(self, *steps: str | int) -> Iterator[None]:
        """Note what is not understood of the part that *steps* lead to, and go on."""
        try:
            yield
        except NotUnderstood as error:
            self._note(error, steps)
        except SeveralNotUnderstood as several:
            for each in several.errors:
                self._note(each, steps)

    def check(self) -> None:
        """Raise SeveralNotUnderstood if anything was noted."""
        if self._errors:
            raise SeveralNotUnderstood(self._errors)

    def _note(self, error: NotUnderstood, steps: tuple[str | int, ...]) -> None:
        self._errors.append(type(error)(error.code, error.text, error.help, at=(*steps, *error.at)))
