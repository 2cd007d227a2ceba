"""What files state of entities, holdings, control and revenue, each with where it stands."""

import re
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Final, Literal, NamedTuple, TypeAlias

from k3license.importers.ids import record_id
from k3license.importers.report import Report
from k3license.model.errors import InputErrors, Place, Problem, quoted
from k3license.model.months import Period
from k3license.model.ownership import EntityId
from k3license.model.ranges import Range

# None: no limit in time; UNKNOWN_DAY: there is one that nobody knows.
Limit: TypeAlias = date | Literal["unknown"] | None
SourceId: TypeAlias = str

ANYTHING: Final = Range(Decimal(0), Decimal(100))
# More than a profile can hold: a file of millions is not read to its end for nothing.
_MOST_ENTITIES: Final = 50_000


class Fact(NamedTuple):
    """One thing said of an entity."""

    text: str
    source: SourceId
    place: Place


class HoldingFound(NamedTuple):
    """A stake in percent, in force from *start* until before *end*; *votes* None: as *percent*."""

    owner: EntityId
    owned: EntityId
    percent: Range
    votes: Range | None
    start: Limit
    end: Limit
    source: SourceId
    place: Place
    share_class: str | None = None
    nominee_for: EntityId | None = None


class ControlFound(NamedTuple):
    """Declared control, in force from *start* until before *end*."""

    controller: EntityId
    controlled: EntityId
    by: str
    start: Limit
    end: Limit
    source: SourceId
    place: Place


class FigureFound(NamedTuple):
    """Revenue of an entity in a period, as written; *covers* None: of the entity alone."""

    entity: EntityId
    period: Period
    amount: str
    currency: str | None
    covers: str | None
    source: SourceId
    place: Place


@dataclass
class SourceFound:
    """A file, who made it, the newest day on which it says anything, and how many rows it has."""

    document: str
    by: str | None = None
    as_of: date | None = None
    rows: int = 0

    def speaks_on(self, day: date | None) -> None:
        """Note a day on which the file says something."""
        if day is not None and (self.as_of is None or day > self.as_of):
            self.as_of = day


@dataclass
class Found:
    """
    All that was read.  Entities are keyed by id; of a fact stated twice the first counts.

    *comments* are lines for the end of the profile: what is known and has no field.
    """

    report: Report
    sources: dict[SourceId, SourceFound] = field(default_factory=dict)
    entities: dict[EntityId, dict[str, Fact]] = field(default_factory=dict)
    places: dict[EntityId, Place] = field(default_factory=dict)
    holdings: list[HoldingFound] = field(default_factory=list)
    control: list[ControlFound] = field(default_factory=list)
    figures: list[FigureFound] = field(default_factory=list)
    comments: set[str] = field(default_factory=set)

    def source(self, document: str, *, stem: str, by: str | None = None) -> SourceId:
        """Enter a file, called after its *stem* or the next name like it that is free; return its id."""
        base = unique = record_id(re.sub(r"\W+", "-", stem).strip("-")[:40] or "file")
        number = 1
        while unique in self.sources:
            number += 1
            unique = EntityId(f"{base}-{number}")
        self.sources[unique] = SourceFound(document, by)
        return unique

    def entity(self, id: EntityId, place: Place) -> None:
        """Enter an entity, unless it is there."""
        if id not in self.entities:
            self.entities[id] = {}
            self.places[id] = place
            if len(self.entities) > _MOST_ENTITIES:
                text = f"more than {_MOST_ENTITIES:,} entities are more than a profile can hold"
                help = "name one licensee with --root ID: only what matters for its affiliates is taken then"
                raise InputErrors([*self.report.problems, Problem(place, "too-many", "", text, help)])

    def say(self, id: EntityId, key: str, text: str, source: SourceId, place: Place) -> None:
        """Enter a fact of an entity; one that contradicts an earlier one is an error."""
        self.entity(id, place)
        known = self.entities[id].setdefault(key, Fact(text, source, place))
        if known.text != text:
            found = f"{quoted(text)} for {id}, but {quoted(known.text)} in {known.place}"
            self.report.error(place, "contradiction", found, "correct one of them", path=key)

    def hold(self, holding: HoldingFound) -> None:
        """Enter a stake and its ends."""
        for id in (holding.owner, holding.owned, holding.nominee_for):
            if id is not None:
                self.entity(id, holding.place)
        self.holdings.append(holding)

    def rule(self, control: ControlFound) -> None:
        """Enter declared control and its ends."""
        self.entity(control.controller, control.place)
        self.entity(control.controlled, control.place)
        self.control.append(control)

    def perhaps_rule(self, control: ControlFound) -> None:
        """
        Enter control of which it is not known whether it holds between its two days.

        A profile says so by a day that nobody knows: with an end, the beginning is taken as
        unknown (so that it is open before, too), else the end.
        """
        start, end = control.start, control.end
        if isinstance(end, date) or start is None:
            start = "unknown"
        else:
            end = "unknown"
        self.rule(control._replace(by=f"perhaps {control.by}", start=start, end=end))
