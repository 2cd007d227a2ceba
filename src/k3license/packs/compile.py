"""From rules to ground programs: the form that both engines evaluate."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from k3license.model.program import Clause, Connective, Program
from k3license.model.rules import (
    Condition,
    Defined,
    Exemption,
    Group,
    Measure,
    Pack,
    Requirement,
    Rule,
    Statement,
    condition_text,
)

Part: TypeAlias = Condition | Rule

_KEPT = 256
_BESIDE = Statement("path_is_beside_the_product")
_ABOUT_THE_PRODUCT = Statement("used_for_the_product")


class Compiled(NamedTuple):
    """
    A program, and what its names stand for.

    *parts* has an entry for each leaf and head that a condition or a rule stands behind;
    of several names for one rule (`applies`, `exempt`) each leads to it.
    """

    program: Program
    parts: Mapping[str, Part]


@lru_cache(maxsize=_KEPT)
def service_program(pack: Pack, definition: str) -> Compiled:
    """
    Return the program that tells whether an offering is what *definition* describes.

    Its leaves are statements of a service, its last head is the definition's id.
    """
    building = _Building(pack)
    building.define(definition)
    return building.compiled()


@lru_cache(maxsize=_KEPT)
def use_program(pack: Pack, path_count: int, helping: int = 0, *, unnamed: bool = False) -> Compiled:
    """
    Return the program of a use with so many paths, for all requirements of the pack.

    Leaves: statements of the use, `this:<definition>`, `some_member:<definition>`, the ids of
    measures, and `path <i>:<statement>` with paths counted from 1.  Heads:
    `<requirement>:elements` and `<requirement>:applies`; `<exemption>` (every path) and
    `<exemption>:path <i>`; and for a requirement that an exemption lifts `<requirement>:exempt`,
    which holds where each path is covered by one exemption or another.

    After the use's own paths are numbered those of what its product was made with, *helping* in number.
    They concern requirements about what is used for a product, and there only unless they are beside it.
    *unnamed* adds a last one that stands for whatever nobody has named, and that no exemption is known to cover.

    With no path known, each exemption as a whole is a leaf, for the caller to say what
    holds of paths that nobody has named.
    """
    building = _Building(pack)
    for exemption in pack.exemptions.values():
        building.exempt(exemption, path_count, helping)
    for requirement in pack.requirements:
        about_it = _is_about_the_product(requirement.when)
        building.require(requirement, path_count, helping if about_it else 0, unnamed=unnamed and about_it)
    return building.compiled()


def _is_about_the_product(condition: Condition) -> bool:
    if isinstance(condition, Group):
        return any(_is_about_the_product(part) for part in condition.parts)
    return condition == _ABOUT_THE_PRODUCT


class _Building:
    """A program under construction; a condition that occurs twice becomes one head."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._leaves: dict[str, None] = {}
        self._clauses: dict[str, Clause] = {}
        self._parts: dict[str, Part] = {}

    def compiled(self) -> Compiled:
        return Compiled(Program(tuple(self._leaves), tuple(self._clauses.values())), self._parts)

    def define(self, definition: str) -> str:
        """Add a definition of the service looked at and return its head."""
        if definition not in self._clauses:
            rule = self._pack.definitions[definition]
            self._head(definition, Connective.ALL, self._all(rule.when, inside=True), rule)
        return definition

    def exempt(self, exemption: Exemption, path_count: int, helping: int) -> None:
        """Add an exemption: of each path, and of all of them."""
        if path_count == 0:
            self._leaf(exemption.id, exemption)
            return
        on_paths = []
        for number in range(1, path_count + helping + 1):
            head = f"{exemption.id}:path {number}"
            body = self._all(exemption.every_path, path=number)
            on_paths.append(self._head(head, Connective.ALL, body, exemption))
        self._head(exemption.id, Connective.ALL, on_paths[:path_count], exemption)

    def require(self, requirement: Requirement, path_count: int, helping: int, *, unnamed: bool) -> None:
        """Add a requirement: its elements, whether it is exempt, and whether it applies."""
        id = requirement.id
        applies = [self._head(f"{id}:elements", Connective.ALL, self._all(requirement.when), requirement)]
        lifting = [exemption.id for exemption in self._pack.lifting(id)]
        if lifting:
            exempt = self._exempt(requirement, lifting, path_count, helping, unnamed=unnamed)
            applies.append(self._head(f"not {exempt}", Connective.NOT, (exempt,), requirement))
        self._head(f"{id}:applies", Connective.ALL, applies, requirement)

    def _exempt(
        self, requirement: Requirement, lifting: Sequence[str], path_count: int, helping: int, *, unnamed: bool
    ) -> str:
        head = f"{requirement.id}:exempt"
        if path_count == 0:
            return self._head(head, Connective.ANY, lifting, requirement)
        covered = [
            self._head(
                f"{requirement.id}:path {number} exempt",
                Connective.ANY,
                [f"{exemption}:path {number}" for exemption in lifting] + self._beside(number, path_count),
                requirement,
            )
            for number in range(1, path_count + helping + 1)
        ]
        if unnamed:
            covered += self._beside(path_count + helping + 1, path_count)
        return self._head(head, Connective.ALL, covered, requirement)

    def _beside(self, number: int, path_count: int) -> list[str]:
        """Return the leaf that leaves a path out which is not the use's own."""
        return [] if number <= path_count else [self._leaf(f"path {number}:{_BESIDE.name}", _BESIDE)]

    def _all(self, condition: Condition, *, path: int | None = None, inside: bool = False) -> list[str]:
        """Return the names of the conditions that must all hold for *condition*."""
        if isinstance(condition, Group) and condition.connective is Connective.ALL:
            return [self._name(part, path, inside) for part in condition.parts]
        return [self._name(condition, path, inside)]

    def _name(self, condition: Condition, path: int | None, inside: bool) -> str:
        """Return the leaf or head of a condition; *inside* a definition others are spelled out."""
        name = condition_text(condition)
        if path is not None:
            name = f"path {path}:{name}"
        match condition:
            case Statement() | Measure():
                return self._leaf(name, condition)
            case Defined(definition, _):
                return self.define(definition) if inside else self._leaf(name, condition)
            case Group(connective, parts):
                body = [self._name(part, path, inside) for part in parts]
                return self._head(name, connective, body, condition)

    def _leaf(self, name: str, part: Part) -> str:
        self._leaves.setdefault(name)
        self._parts.setdefault(name, part)
        return name

    def _head(self, name: str, connective: Connective, body: Iterable[str], part: Part) -> str:
        if name not in self._clauses:
            self._clauses[name] = Clause(name, connective, tuple(dict.fromkeys(body)))
            self._parts[name] = part
        return name
