"""Statements of the Beneficial Ownership Data Standard 0.4, put together by the records they are versions of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from k3license.importers.found import Found, SourceId
from k3license.importers.json_items import Json, json_items
from k3license.importers.json_values import Block, Values
from k3license.model.errors import InputErrors, Place, nearest_word, quoted

ENTITY: Final = "entity"
PERSON: Final = "person"
RELATIONSHIP: Final = "relationship"
CLOSED: Final = "closed"
DETAILS: Final = "recordDetails"
_TYPES: Final = (ENTITY, PERSON, RELATIONSHIP)
_STATUSES: Final = ("new", "updated", CLOSED)


@dataclass(frozen=True)
class Version:
    """What one statement says of a record; *day* and *time* are when it was stated."""

    record: str
    type: str
    status: str
    day: date | None
    time: str
    details: Block
    values: Values
    source: SourceId


@dataclass(frozen=True)
class Record:
    """The newest version of a record, and the one before it."""

    latest: Version
    before: Version | None

    @property
    def closed(self) -> bool:
        """Whether the newest statement ends the record."""
        return self.latest.status == CLOSED


def records_of(paths: Sequence[Path], found: Found) -> dict[str, Record]:
    """Return the records of some files by their ids; what cannot be read is reported."""
    versions: dict[str, list[Version]] = {}
    for path in paths:
        source = found.source(path.name, stem=path.stem)
        publishers: set[str] = set()
        try:
            for place, item in json_items(path):
                found.sources[source].rows += 1
                version = _version(item, Values(place, found.report), source, publishers)
                if version is not None:
                    versions.setdefault(version.record, []).append(version)
                    found.sources[source].speaks_on(version.day)
        except InputErrors as error:
            found.report.take(error)
        found.sources[source].by = publishers.pop() if len(publishers) == 1 else None
    return {id: _record(each) for id, each in versions.items()}


def _version(item: Json, values: Values, source: SourceId, publishers: set[str]) -> Version | None:
    if not isinstance(item, dict):
        values.wrong(item, "a statement", "")
        return None
    publication = values.block(item, "publicationDetails", "")
    version = values.text(publication, "bodsVersion", "publicationDetails")
    if "statementType" in item or (version is not None and not f"{version}.".startswith("0.4.")):
        found = f"the statements are of version {version or '0.3 or older'} of the standard"
        values.report.error(Place(values.place.file), "version", found, "version 0.4 is read: convert them first")
        return None
    if name := values.text(values.block(publication, "publisher", "publicationDetails"), "name", "publisher"):
        publishers.add(name)
    record = values.text(item, "recordId", "")
    type = _word(values, item, "recordType", _TYPES)
    status = _word(values, item, "recordStatus", _STATUSES) if item.get("recordStatus") is not None else "new"
    if record is None and item.get("recordId") is None:
        values.report.error(values.place, "missing", "recordId is missing", "every statement is of a record")
    stated = values.text(item, "statementDate", "") or values.text(publication, "publicationDate", "publicationDetails")
    day = values.day({"date": stated}, "date", "statementDate")
    if record is None or type is None or status is None:
        return None
    return Version(record, type, status, day, _time(stated), values.block(item, DETAILS, ""), values, source)


def _word(values: Values, item: Block, key: str, words: Sequence[str]) -> str | None:
    text = values.text(item, key, "")
    if text in words:
        return text
    if text is not None:
        nearest = nearest_word(text, words)
        help = f'did you mean "{nearest}"?' if nearest else f"known are {', '.join(words)}"
        values.report.error(values.place, "word", f"{quoted(text)} is not known here", help, path=key)
    elif item.get(key) is None:
        values.report.error(values.place, "missing", f"{key} is missing", f"write one of {', '.join(words)}")
    return None


def _time(text: str | None) -> str:
    """Return the moment of a date with a time, such that later ones sort behind; "" for a day alone."""
    try:
        moment = datetime.fromisoformat(text or "")
    except ValueError:
        return ""
    if len(text or "") <= len("2026-11-30"):
        return ""
    return (moment if moment.tzinfo is None else moment.astimezone(UTC)).replace(tzinfo=None).isoformat()


def _record(versions: list[Version]) -> Record:
    timed = all(version.time for version in versions)

    def order(version: Version) -> tuple[str, int]:
        moment = version.time if timed else str(version.day or "")
        return moment, _STATUSES.index(version.status)

    ordered = sorted(versions, key=order)
    latest = ordered[-1]
    rivals = [each for each in ordered if order(each) == order(latest)]
    if any(each.details != latest.details or each.type != latest.type for each in rivals):
        places = " and ".join(sorted({str(each.values.place) for each in rivals}))
        found = f"two statements of record {latest.record}, both the newest, say different things ({places})"
        latest.values.report.error(latest.values.place, "contradiction", found, "keep the one that holds")
    earlier = [each for each in ordered if order(each) < order(latest) and each.status != CLOSED]
    return Record(latest, earlier[-1] if earlier else None)


def described(records: Iterable[Record]) -> frozenset[str]:
    """Return the ids of the entities and persons among *records*."""
    return frozenset(each.latest.record for each in records if each.latest.type != RELATIONSHIP)
