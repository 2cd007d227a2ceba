"""The readings behind an answer: which were taken and why, and what the answer is under the others."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from k3license.answers.uses import Use
from k3license.answers.verdicts import DONE, asked_for
from k3license.model.assessment import Answer, Applies, RequirementAnswer, UnderReadings
from k3license.model.explanation import DecidingPosition, Inquiry, PositionTaken, ReadingAnswer, Readings
from k3license.profile.records import Confirmation, PositionChoice

# Sets of other readings that change an answer only together are looked for up to this size.
LARGEST_SET = 3


@dataclass(frozen=True)
class Positions:
    """The open questions of one license, as one use was read."""

    use: Use

    def taken(self, position: str) -> PositionTaken:
        """Return the reading in force, and why it is."""
        chosen, about = self.use.chosen[position], self.use.pack.positions[position]
        reading = about.readings[chosen.reading]
        who, reason = self._why(position, chosen.by)
        return PositionTaken(
            id=position,
            asks=about.asks,
            reading=chosen.reading,
            in_plain_words=reading.in_plain_words,
            strength=reading.strength,
            chosen_by=chosen.by,
            default_is=about.default_is,
            who=who,
            reason=reason,
        )

    def _why(self, position: str, chosen_by: str) -> tuple[str | None, str | None]:
        if chosen_by == "text":
            return None, f"section {self.use.pack.positions[position].closed_by}"
        if chosen_by == "confirmed" and (entry := self._confirmation(position)) is not None:
            document = ", ".join(str(part) for part in (entry.date, entry.document) if part is not None)
            return self.use.pack.header.licensor.name, document or None
        if chosen_by == "profile" and (choice := self._choice(position)) is not None:
            return choice.by, choice.reason
        return None, None

    def _choice(self, position: str) -> PositionChoice | None:
        profile = self.use.loaded.profile
        own = profile.license_positions.get(self.use.pack.header.license, {})
        return own.get(position) or profile.positions.get(position)

    def _confirmation(self, position: str) -> Confirmation | None:
        return next((each for each in self.use.loaded.profile.confirmations if each.on == position), None)

    def readings(self, answer: RequirementAnswer) -> Readings:
        """Return the answer under every reading that its derivation touches, the deciding ones as a table."""
        found = answer.by_reading
        deciding = tuple(self._deciding(found, answer.positions))
        return Readings(
            robust=answer.robust,
            deciding=deciding,
            together=tuple(self._together(found, answer)),
            combinations=found,
            purposive=answer.purposive,
        )

    def _deciding(self, found: Sequence[UnderReadings], positions: Iterable[str]) -> Iterator[DecidingPosition]:
        for position in positions:
            tried = dict.fromkeys(under.readings[position] for under in found if position in under.readings)
            answers = tuple(self._under(found, position, reading) for reading in tried)
            if len({each.answer for each in answers}) > 1:
                yield DecidingPosition(self.taken(position), answers)

    def _under(self, found: Iterable[UnderReadings], position: str, reading: str) -> ReadingAnswer:
        about = self.use.pack.positions[position].readings[reading]
        answer = self._answer_under(found, {position: reading})
        return ReadingAnswer(
            reading=reading,
            in_plain_words=about.in_plain_words,
            strength=about.strength,
            chosen=reading == self.use.chosen[position].reading,
            answer=answer,
            if_open=about.if_open if answer.applies is Applies.UNKNOWN else None,
        )

    def _answer_under(self, found: Iterable[UnderReadings], readings: Mapping[str, str]) -> Answer:
        """Return the answer with some readings, and all others as chosen."""

        def fits(under: UnderReadings) -> bool:
            return all(
                reading == readings.get(position, self.use.chosen[position].reading)
                for position, reading in under.readings.items()
            )

        return next(under.answer for under in found if fits(under))

    def _together(self, found: Sequence[UnderReadings], answer: RequirementAnswer) -> Iterator[UnderReadings]:
        """Yield the smallest sets of other readings that change the answer only together."""
        others = {
            (position, reading): None
            for under in found
            for position, reading in under.readings.items()
            if reading != self.use.chosen[position].reading
        }
        seen: list[frozenset[tuple[str, str]]] = [
            frozenset([each]) for each in others if self._answer_under(found, dict([each])) != answer.answer
        ]
        for size in range(2, LARGEST_SET + 1):
            for chosen in combinations(others, size):
                each = frozenset(chosen)
                if len({position for position, _ in chosen}) < size or any(smaller <= each for smaller in seen):
                    continue
                other = self._answer_under(found, dict(chosen))
                if other != answer.answer:
                    seen.append(each)
                    yield UnderReadings(dict(chosen), other)

    def inquiry(self, readings: Readings) -> Inquiry | None:
        """
        Return whom to ask in writing about what decides, and the entries that record an answer; None for nothing.

        Not asked about is what decides between duties that are fulfilled and no duties: nothing would have to be done.
        """
        deciding = [each for each in readings.deciding if any(asked_for(one.answer) > DONE for one in each.answers)]
        together = [under for under in readings.together if asked_for(under.answer) > DONE]
        asked = dict.fromkeys(each.taken.id for each in deciding)
        asked |= dict.fromkeys(position for under in together for position in under.readings)
        if not asked:
            return None
        licensor = self.use.pack.header.licensor
        return Inquiry(
            licensor=licensor.name,
            contact=licensor.contact,
            asks={position: self.use.pack.positions[position].asks for position in asked},
            confirmations=tuple(
                f"{{from: {licensor.name}, on: {position}, says: READING, date: DATE, document: ID}}"
                for position in asked
            ),
        )
