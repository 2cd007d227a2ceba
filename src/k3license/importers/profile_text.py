"""A profile in its short form, from what was found: the same text for the same facts, in whatever order they came."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final

from k3license.importers.figure_text import revenue_lines
from k3license.importers.found import Fact, FigureFound, Found, HoldingFound, SourceId
from k3license.importers.yaml_text import Pairs, fits, flow, limits, scalar, share
from k3license.model.errors import Place
from k3license.model.ownership import EntityId

# The facts of an entity, in the order in which people expect them.
_FACTS: Final[tuple[str, ...]] = (
    "name",
    "kind",
    "jurisdiction",
    "lei",
    "dissolved",
    "branch_of",
    "managed_by",
    "model_as_a_service",
)


class ProfileText:
    """
    The lines of a profile, and which row of which file each of them comes from.

    *day_of_files*: nobody stated the day, it is the newest in the files.
    """

    def __init__(self, found: Found, *, as_of: date, licensee: EntityId | None, day_of_files: bool = False) -> None:
        self.lines: list[str] = []
        self._places: list[Place | None] = []
        self._found = found
        # With one file, its id stands once for all.
        self._sources = sorted(found.sources)
        self._top = self._sources[0] if len(self._sources) == 1 else None
        self._write_head(as_of, licensee, day_of_files=day_of_files)
        self._write_entities(licensee)
        self._write_ownership()
        self._write_control()

    def place_of(self, line: int) -> Place | None:
        """Return the row that a line (from 1) comes from, if it comes from one."""
        return self._places[line - 1] if 0 < line <= len(self._places) else None

    def add(self, *lines: str, place: Place | None = None) -> None:
        """Add lines that come from one place."""
        self.lines += lines
        self._places += [place] * len(lines)

    def _write_head(self, as_of: date, licensee: EntityId | None, *, day_of_files: bool) -> None:
        self.add("profile: 1")
        if licensee is not None and (name := self._found.entities[licensee].get("name")):
            self.add(f"name: {scalar(f'Group of {name.text}')}", place=name.place)
        newest = "  # the newest day in the files: write the day that you ask about" * day_of_files
        self.add(f"as_of: {as_of}{newest}")
        if licensee is not None:
            self.add(f"licensee: {scalar(licensee)}")
        if self._sources:
            self.add("sources:")
        for id in self._sources:
            source = self._found.sources[id]
            pairs = [("document", scalar(source.document))]
            pairs += [("by", scalar(source.by))] if source.by else []
            pairs += [("as_of", source.as_of.isoformat())] if source.as_of else []
            self.add(f"  {scalar(id)}: {flow(pairs)}")
        if self._top is not None:
            self.add(f"source: {scalar(self._top)}")

    def _write_entities(self, licensee: EntityId | None) -> None:
        stakes: dict[EntityId, list[HoldingFound]] = defaultdict(list)
        for holding in self._short:
            stakes[holding.owner].append(holding)
        figures: dict[EntityId, list[FigureFound]] = defaultdict(list)
        for figure in self._found.figures:
            figures[figure.entity].append(figure)
        self.add("", "entities:" if self._found.entities else "entities: {}")
        for id in sorted(self._found.entities, key=lambda id: (id != licensee, id)):
            self._write_entity(id, sorted(stakes[id], key=_order), figures[id])

    def _write_entity(self, id: EntityId, stakes: Sequence[HoldingFound], figures: Sequence[FigureFound]) -> None:
        facts = [(key, self._found.entities[id][key]) for key in _FACTS if key in self._found.entities[id]]
        said = [fact.source for _, fact in facts]
        said = said or [stake.source for stake in stakes] or [figure.source for figure in figures]
        source = self._top or _most(said)
        scalars: Pairs = [(key, self._fact(fact, source)) for key, fact in facts]
        if source is not None and source != self._top:
            scalars.append(("source", scalar(source)))
        place = self._found.places[id]
        line = f"  {scalar(id)}: {flow(scalars)}"
        if not stakes and not figures and fits(line):
            self.add(line, place=place)
            return
        self.add(f"  {scalar(id)}:", place=place)
        for (key, text), fact_place in zip(scalars, [*(fact.place for _, fact in facts), place], strict=False):
            self.add(f"    {key}: {text}", place=fact_place)
        self._write_stakes(stakes, source)
        for text, line_place in revenue_lines(figures, source):
            self.add(f"    {text}", place=line_place)

    def _write_stakes(self, stakes: Sequence[HoldingFound], source: SourceId | None) -> None:
        if not stakes:
            return
        common = _most([each.source for each in stakes])
        pairs = [("source", scalar(common))] if common != source and common is not None else []
        texts = [(scalar(each.owned), self._stake(each, common)) for each in stakes]
        line = f"    owns: {flow([*pairs, *texts])}"
        if fits(line) and len(stakes) < 5:
            self.add(line, place=stakes[0].place)
            return
        self.add("    owns:", *(f"      {key}: {text}" for key, text in pairs))
        for (owned, text), each in zip(texts, stakes, strict=True):
            self.add(f"      {owned}: {text}", place=each.place)

    def _stake(self, stake: HoldingFound, source: SourceId | None) -> str:
        more = [*_votes(stake), *limits(stake.start, stake.end)]
        if stake.source != source:
            more.append(("source", scalar(stake.source)))
        percent = share(stake.percent)
        return flow([("percent", percent), *more]) if more else percent

    def _fact(self, fact: Fact, source: SourceId | None) -> str:
        text = scalar(fact.text)
        return text if fact.source == source else flow([("value", text), ("source", scalar(fact.source))])

    def _write_ownership(self) -> None:
        short = set(self._short)
        rest = [each for each in self._holdings if each not in short]
        if rest:
            self.add("", "ownership:")
        for each in sorted(rest, key=_order):
            pairs = [("owner", scalar(each.owner)), ("owned", scalar(each.owned))]
            pairs += [("nominee_for", scalar(each.nominee_for))] if each.nominee_for else []
            pairs += [("class", scalar(each.share_class))] if each.share_class else []
            pairs += [("percent", share(each.percent)), *_votes(each), *limits(each.start, each.end)]
            self.add(f"  - {flow([*pairs, *self._source(each.source)])}", place=each.place)

    def _write_control(self) -> None:
        control = {each._replace(place=Place("")): each for each in self._found.control}
        if control:
            self.add("", "control:")
        for each in sorted(control.values(), key=lambda each: tuple(map(str, each[:6]))):
            pairs = [("controller", scalar(each.controller)), ("controlled", scalar(each.controlled))]
            pairs += [("by", scalar(each.by)), *limits(each.start, each.end), *self._source(each.source)]
            self.add(f"  - {flow(pairs)}", place=each.place)

    def _source(self, source: SourceId) -> Pairs:
        return [] if source == self._top else [("source", scalar(source))]

    @property
    def _holdings(self) -> Iterable[HoldingFound]:
        """The stakes, one that is stated several times in the same words once."""
        return {each._replace(place=Place("")): each for each in self._found.holdings}.values()

    @property
    def _short(self) -> list[HoldingFound]:
        """The stakes that can stand with their owner: plain ones, one for each entity held."""
        times = Counter((each.owner, each.owned) for each in self._holdings)
        return [
            each
            for each in self._holdings
            if times[each.owner, each.owned] == 1
            and each.share_class is None
            and each.nominee_for is None
            and each.owner != each.owned
        ]


def _order(stake: HoldingFound) -> tuple[str, ...]:
    return tuple(map(str, (stake.owned, stake.owner, stake.start, stake.end, *stake[2:4], *stake[8:])))


def _votes(stake: HoldingFound) -> Pairs:
    return [] if stake.votes in (None, stake.percent) else [("votes", share(stake.votes))]


def _most(sources: Sequence[SourceId]) -> SourceId | None:
    """Return the source that is named most often, of several the first by name."""
    counted = Counter(sources)
    return min(counted, key=lambda id: (-counted[id], id), default=None)
