"""Relationships of the standard as stakes and control: parties, interests, and when they ended."""

from collections.abc import Collection, Iterator, Mapping
from datetime import date
from typing import Final, NamedTuple

from k3license.importers.bods_interests import KINDS, Meaning, board_control, share_of
from k3license.importers.bods_records import DETAILS, Record
from k3license.importers.cells import check_order
from k3license.importers.found import ANYTHING, ControlFound, Found, HoldingFound, Limit
from k3license.importers.ids import record_id
from k3license.importers.json_values import Block, Values
from k3license.model.errors import NotUnderstood, nearest_word, quoted
from k3license.model.ownership import EntityId
from k3license.model.ranges import Range

_NOBODY: Final = "noBeneficialOwners"
_SUBJECT: Final = "subject"
_PARTY: Final = "interestedParty"
_UNSPECIFIED: Final = {
    _SUBJECT: ("unknown-entity", "An entity that is not specified"),
    _PARTY: ("unknown-party", "A party that is not specified"),
}
# Among more names than these the nearest is not searched for.
_MOST_NAMES: Final = 5_000


class Span(NamedTuple):
    """A time from *start* until before *end*; *sure* is False where the interest may have ended already."""

    start: Limit
    end: Limit
    sure: bool


class Relation:
    """One relationship record: its two ends, and what it states."""

    def __init__(self, record: Record, found: Found) -> None:
        self._record = record
        self._found = found
        self._details = record.latest.details
        self.values: Values = record.latest.values

    def ends(self, described: Collection[str]) -> tuple[EntityId, EntityId] | None:
        """Return the party and the subject; ends that are no record of the files are reported."""
        party, subject = self._end(_PARTY, described), self._end(_SUBJECT, described)
        return None if party is None or subject is None else (party, subject)

    def _end(self, key: str, described: Collection[str]) -> EntityId | None:
        value = self._details.get(key)
        record = self._record.latest.record
        if isinstance(value, dict):
            return record_id(f"{_UNSPECIFIED[key][0]}-{record}")
        name = self.values.text(self._details, key, DETAILS)
        if name is None:
            if value is None or value == "":
                found = f"{key} is missing in the relationship {record}"
                self.values.report.error(self.values.place, "missing", found, path=DETAILS)
            return None
        if name not in described:
            nearest = nearest_word(name, described) if len(described) <= _MOST_NAMES else None
            help = f'did you mean "{nearest}"?' if nearest else "add the statement that describes it"
            found = f"{quoted(name)} is no entity and no person of the files"
            self.values.report.error(self.values.place, "unknown-entity", found, help, path=f"{DETAILS}.{key}")
            return None
        return record_id(name)

    def read(self, party: EntityId, subject: EntityId, records: Mapping[str, Record]) -> None:
        """Enter what the relationship states of the two."""
        interests = list(self.values.blocks(self._details, "interests", DETAILS))
        reason = self._enter_unspecified(party, subject)
        if reason == _NOBODY and not interests:
            said = f"{subject}: nobody has to be disclosed as its beneficial owner ({_NOBODY})"
            self._found.comments.add(said)
            return
        for key, id in ((_PARTY, party), (_SUBJECT, subject)):
            if isinstance(self._details.get(key), dict):
                self._found.say(id, "name", _UNSPECIFIED[key][1], self._record.latest.source, self.values.place)
        stakes: dict[Span, list[tuple[Range | None, Range | None]]] = {}
        for interest, path in interests or [({}, DETAILS)]:
            kind = self._kind(interest, path) if interests else "unknownInterest"
            if kind is not None and not self._is_summary(interest, kind, party, subject, records):
                self._enter(kind, interest, path, party, subject, stakes)
        for span, shares in stakes.items():
            for percent, votes in _merged(shares):
                self._hold(party, subject, span, percent, votes)

    def _enter_unspecified(self, party: EntityId, subject: EntityId) -> str | None:
        """Note why an end is not specified, and return the reason of the party."""
        reasons: dict[str, str | None] = {}
        for key, id in ((_PARTY, party), (_SUBJECT, subject)):
            value = self._details.get(key)
            if isinstance(value, dict):
                reasons[key] = self.values.text(value, "reason", f"{DETAILS}.{key}") or "no reason is given"
                if reasons[key] != _NOBODY:
                    self._found.comments.add(f"{id}: {reasons[key]}")
        return reasons.get(_PARTY)

    def _kind(self, interest: Block, path: str) -> str | None:
        type = self.values.text(interest, "type", path)
        if type is None:
            return "unknownInterest" if interest.get("type") is None else None
        if type in KINDS:
            return type
        nearest = nearest_word(type, KINDS)
        help = f'did you mean "{nearest}"?' if nearest else "the 23 kinds are those of version 0.4"
        found = f"{quoted(type)} is no kind of interest"
        self.values.report.error(self.values.place, "word", found, help, path=f"{path}.type")
        return None

    def _is_summary(
        self, interest: Block, kind: str, party: EntityId, subject: EntityId, records: Mapping[str, Record]
    ) -> bool:
        """Return whether an interest only sums up records that are read themselves."""
        if interest.get("directOrIndirect") != "indirect":
            return False
        components = self.values.texts(self._details, "componentRecords", DETAILS)
        if not components or not all(each in records for each in components):
            return False
        why = "an indirect interest sums up its component records, which are read instead"
        self._found.report.not_mapped(self.values.place, f"{party} {kind} in {subject}", why)
        return True

    def _enter(
        self,
        kind: str,
        interest: Block,
        path: str,
        party: EntityId,
        subject: EntityId,
        stakes: dict[Span, list[tuple[Range | None, Range | None]]],
    ) -> None:
        meaning, words = KINDS[kind]
        share = share_of(interest, self.values, path)
        if meaning is Meaning.NOTHING:
            self._found.report.not_mapped(self.values.place, f"{party} {kind} in {subject}", words)
            return
        if meaning in (Meaning.SHARES, Meaning.VOTES) and interest.get("directOrIndirect") == "indirect":
            why = "an indirect interest without its component records: who holds the share is open"
            self._found.report.not_mapped(self.values.place, f"the share of {party} {kind} in {subject}", why)
            share = ANYTHING
        if meaning is Meaning.BOARD:
            called = board_control(share)
            if called == "":
                why = "less than half of a board is no control"
                self._found.report.not_mapped(self.values.place, f"{party} {kind} in {subject}", why)
                return
            meaning, words = (Meaning.CONTROL, called) if called else (Meaning.PERHAPS, words)
        for span in self._spans(interest, path):
            percent = share if span.sure else _at_most(share)
            if meaning is Meaning.SHARES:
                stakes.setdefault(span, []).append((percent, None))
            elif meaning is Meaning.VOTES:
                stakes.setdefault(span, []).append((None, percent))
            elif meaning is Meaning.ANY_STAKE:
                stakes.setdefault(span, []).append((ANYTHING, None))
            else:
                source = self._record.latest.source
                control = ControlFound(party, subject, words, span.start, span.end, source, self.values.place)
                if meaning is Meaning.CONTROL and span.sure:
                    self._found.rule(control)
                else:
                    self._found.perhaps_rule(control)

    def _spans(self, interest: Block, path: str) -> Iterator[Span]:
        """Give out when an interest held: its end is the first day on which it no longer does."""
        start = self.values.limit(interest, "startDate", path)
        end = self.values.limit(interest, "endDate", path)
        try:
            check_order(start, end)
        except NotUnderstood as error:
            self.values.report.not_understood(self.values.place, error, path=f"{path}.endDate")
            return
        if end is not None or not self._record.closed:
            yield Span(start, end, sure=True)
            return
        # Closed without an end: it ended after it was last stated and before the day of the closing.
        closed = self._record.latest.day
        stated = self._last_stated(interest)
        if stated is not None and (start is None or start < stated):
            yield Span(start, stated, sure=True)
            start = stated
        if closed is None or start is None or start < closed:
            yield Span(start, closed or "unknown", sure=False)

    def _last_stated(self, interest: Block) -> date | None:
        """Return the day of the last statement before the closing that holds the same interest."""
        before = self._record.before
        if before is None:
            return None
        same = any(each == interest for each, _ in before.values.blocks(before.details, "interests", DETAILS))
        return before.day if same else None

    def _hold(self, party: EntityId, subject: EntityId, span: Span, percent: Range | None, votes: Range | None) -> None:
        source = self._record.latest.source
        stake = ANYTHING if percent is None else percent
        place = self.values.place
        self._found.hold(HoldingFound(party, subject, stake, votes, span.start, span.end, source, place))


def _merged(
    shares: list[tuple[Range | None, Range | None]],
) -> list[tuple[Range | None, Range | None]]:
    """Return one stake for one share of the capital and one of the votes, and each alone where there are more."""
    percents = [percent for percent, _ in shares if percent is not None]
    votes = [votes for _, votes in shares if votes is not None]
    if len(percents) == 1 and len(votes) == 1:
        return [(percents[0], votes[0])]
    return shares


def _at_most(share: Range) -> Range:
    return Range(ANYTHING.low, share.high, high_open=share.high_open)
