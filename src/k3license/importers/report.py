"""What an import has to say beside the profile: what is wrong, what could not be mapped, what to look at."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from k3license.model.errors import InputErrors, NotUnderstood, Place, Problem

# Of the same kind: a wrong column is wrong in a million rows.
_MOST_PROBLEMS: Final = 50


class Unmapped(NamedTuple):
    """
    A statement of a file that a profile cannot hold.

    *what* was stated, without its place (the profile quotes it, whatever the order of
    rows), and *why* it is not in the profile.
    """

    place: Place
    what: str
    why: str


class Report:
    """Collects what is found while files are read; nothing is written if *problems* are left."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self.unmapped: list[Unmapped] = []
        self.remarks: list[str] = []
        self._seen: set[Problem] = set()
        self._counted: Counter[tuple[str, str, str]] = Counter()

    def error(self, place: Place, code: str, text: str, help: str = "", *, path: str = "") -> None:
        """Note what keeps the profile from being written; the same, found twice, counts once."""
        problem = Problem(place, code, path, text, help)
        if problem in self._seen:
            return
        kind = (place.file, code, path)
        self._counted[kind] += 1
        if self._counted[kind] <= _MOST_PROBLEMS:
            self._seen.add(problem)
            self.problems.append(problem)

    def take(self, errors: InputErrors) -> None:
        """Note what kept a file from being read on."""
        for problem in errors.problems:
            self.error(problem.place, problem.code, problem.text, problem.help, path=problem.path)

    def not_understood(self, place: Place, error: NotUnderstood, *, path: str = "") -> None:
        """Note a value that could not be read."""
        self.error(place, error.code, error.text, error.help, path=path)

    def warn(self, place: Place, code: str, text: str, help: str = "", *, path: str = "") -> None:
        """Note what keeps nobody from using the profile, but should be looked at."""
        self.warnings.append(Problem(place, code, path, text, help))

    def not_mapped(self, place: Place, what: str, why: str) -> None:
        """Note a statement that the profile leaves out."""
        self.unmapped.append(Unmapped(place, what, why))

    def remark(self, text: str) -> None:
        """Note what was done with many rows at once."""
        self.remarks.append(text)

    def all_problems(self) -> Sequence[Problem]:
        """Return the errors, and one for each kind of which not all are listed."""
        more = [
            Problem(Place(file), code, path, f"{count - _MOST_PROBLEMS:,} more rows with this problem")
            for (file, code, path), count in self._counted.items()
            if count > _MOST_PROBLEMS
        ]
        return [*self.problems, *more]

    def check(self) -> None:
        """Raise InputErrors with all that was found wrong, if anything was."""
        if self.problems:
            raise InputErrors(self.all_problems())
