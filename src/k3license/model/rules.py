"""
Rule packs as records: conditions, rules, positions, and the vocabulary they are written in.

Named tuples rather than dataclasses: all of these are made at each start, and a class of
this kind is made seven times faster.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Literal, NamedTuple, TypeAlias

from k3license.model.program import Connective
from k3license.model.ranges import Range
from k3license.model.truth import Truth


class Scope(Enum):
    """What a statement speaks of."""

    USE = "use"
    SERVICE = "service"
    PATH = "path"


class Statement(NamedTuple):
    """Holds if the statement of that name does, of the use, the service or the path looked at."""

    name: str


class Defined(NamedTuple):
    """Holds if the offering itself, or some offering of the group, is what *definition* describes."""

    definition: str
    of: Literal["this-offering", "some-member"]


class Measure(NamedTuple):
    """
    Holds if an amount is over *limit* (*strict*) or at least *limit*.

    *id* names the measure among all of its pack; *before* is the day of the window
    `month-before`; *currency* is None for numbers of users.
    """

    id: str
    quantity: Literal["revenue", "users"]
    whose: Literal["licensee", "licensee-and-affiliates"]
    which: Literal["everything", "this-offering", "offerings-with-the-model"]
    window: Literal["month", "preceding-month", "12-months", "year", "month-before"]
    before: date | None
    combine: Literal["sum", "each"]
    strict: bool
    limit: Decimal
    currency: str | None

    def crossed_by(self, amount: Range) -> Truth:
        """Return whether *amount*, in the currency of the limit, crosses the limit."""
        return amount.more_than(self.limit) if self.strict else amount.at_least(self.limit)


class Group(NamedTuple):
    """All, any or not (of one) of its parts."""

    connective: Connective
    parts: "tuple[Condition, ...]"


Condition: TypeAlias = Statement | Defined | Measure | Group


class Source(NamedTuple):
    """Where the license says it, and the operative words relied on."""

    section: str
    paragraph: str | None
    words: tuple[str, ...]


class Question(NamedTuple):
    """What to ask, and whom; {name} stands for the entity or offering asked about, {hosts} for those on a route."""

    ask: str
    of: str


class StatedAs(NamedTuple):
    """The field of a profile that may answer a definition itself, and the answers taken over."""

    field: str
    takes: frozenset[Truth]


class Definition(NamedTuple):
    """What a word of the license means, of one offering as a business of its operator."""

    id: str
    title: str
    source: Source
    in_plain_words: str
    when: Condition
    stated_as: StatedAs | None
    turns_on: tuple[str, ...]
    if_missing: Mapping[str, Question]
    file: str


class Fulfilment(NamedTuple):
    """What fulfils a requirement: an agreement of that kind, a name displayed, or notices that are kept."""

    kind: Literal["agreement", "display", "notices"]
    value: str


class Duty(NamedTuple):
    """What a requirement asks, of whom and by when."""

    consequence: Literal["duty", "gate", "no-rights"]
    must: str
    who: str
    by: str
    fulfilled_by: Fulfilment


class Requirement(NamedTuple):
    """What the license asks of a use for which all of *when* holds and no exemption does."""

    id: str
    title: str
    source: Source
    in_plain_words: str
    binds: Literal["commercial-use", "any-use", "distribution"]
    when: Condition
    then: Duty
    turns_on: tuple[str, ...]
    if_missing: Mapping[str, Question]
    file: str


class Exemption(NamedTuple):
    """What lifts requirements from a path for which all of *every_path* holds."""

    id: str
    title: str
    source: Source
    in_plain_words: str
    lifts: tuple[str, ...]
    every_path: Condition
    turns_on: tuple[str, ...]
    if_missing: Mapping[str, Question]
    file: str


Rule: TypeAlias = Definition | Requirement | Exemption


Strength: TypeAlias = Literal["literal", "arguable", "purposive"]
DefaultIs: TypeAlias = Literal["cautious", "usual"]


class Reading(NamedTuple):
    """
    One way to read an open place; *does* names its effect.

    *if_open* are the facts that this reading alone asks for, in words: what to state where the answer
    under it is open.
    """

    strength: Strength
    does: str
    in_plain_words: str
    reasons_for: str
    reasons_against: str
    if_open: str | None


class Position(NamedTuple):
    """
    A question that the text leaves open.

    *closed_by* is the section that decides it, for one that a license itself decides:
    then its only reading is the default.
    """

    id: str
    asks: str
    why_open: str
    default: str
    default_is: DefaultIs
    readings: Mapping[str, Reading]
    closed_by: str | None = None


class Licensor(NamedTuple):
    """Who gives the license; *contact* is None where the text names none."""

    id: str
    name: str
    contact: str | None


class LicensedModel(NamedTuple):
    """A model published under the license; *released* is None if the day is not known."""

    name: str
    released: date | None


class LicenseText(NamedTuple):
    """A file of the license and its SHA-256, in hexadecimal."""

    file: str
    sha256: str


class Closed(NamedTuple):
    """The reading that the text itself gives, and the section that does."""

    reading: str
    section: str


class LicenseHeader(NamedTuple):
    """What stands at the front of a pack; *reviewed_by* is None until somebody has."""

    license: str
    title: str
    licensor: Licensor
    models: Mapping[str, LicensedModel]
    texts: tuple[LicenseText, ...]
    status: Literal["draft", "reviewed"]
    written_by: str
    reviewed_by: str | None
    requirements: tuple[str, ...]
    not_assessed: tuple[str, ...]
    silent_on: tuple[str, ...]
    positions: tuple[str, ...]
    closes: Mapping[str, Closed]


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """
    One license as rules, checked; two packs are equal only if they are the same object.

    *requirements* stand in the order of the license, *questions* by field of a profile,
    *digest* is the SHA-256 of the files it was read from.
    """

    header: LicenseHeader
    requirements: tuple[Requirement, ...]
    definitions: Mapping[str, Definition]
    exemptions: Mapping[str, Exemption]
    positions: Mapping[str, Position]
    questions: Mapping[str, Question]
    digest: str

    def lifting(self, requirement: str) -> tuple[Exemption, ...]:
        """Return the exemptions that lift *requirement*."""
        return tuple(each for each in self.exemptions.values() if requirement in each.lifts)


class Term(NamedTuple):
    """What settling something may ask: positions by id, and fields of a profile (a star for each name)."""

    positions: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    scope: Scope = Scope.USE


class Vocabulary(NamedTuple):
    """
    What the rules of a pack can speak of.

    *measured* tells what a measure may ask, and raises NotUnderstood for one that nobody
    can measure; *fulfilled* has an entry for each kind of fulfilment, *stated_fields* are
    the fields in which a profile can answer a definition itself.
    """

    statements: Mapping[str, Term]
    measured: Callable[[Measure], Term]
    some_member: Term
    fulfilled: Mapping[str, Term]
    stated_fields: frozenset[str]


def condition_text(condition: Condition) -> str:
    """Return a condition in one line; equal conditions have equal texts."""
    match condition:
        case Statement(name):
            return name
        case Defined(definition, "this-offering"):
            return f"this:{definition}"
        case Defined(definition, _):
            return f"some_member:{definition}"
        case Measure():
            return condition.id
        case Group(Connective.NOT, (part,)):
            return f"not {condition_text(part)}"
        case Group(connective, parts):
            return f"{connective.value}({', '.join(condition_text(part) for part in parts)})"
