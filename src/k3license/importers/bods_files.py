"""Beneficial ownership statements (BODS 0.4) in JSON: entities, persons and what they hold."""

import re
from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import Final

from k3license.importers.bods_records import (
    DETAILS,
    ENTITY,
    PERSON,
    RELATIONSHIP,
    Record,
    Version,
    described,
    records_of,
)
from k3license.importers.bods_relations import Relation
from k3license.importers.found import Found
from k3license.importers.ids import record_id
from k3license.importers.json_values import Block
from k3license.model.errors import quoted
from k3license.model.ownership import EntityId

_KINDS: Final = {"registeredEntity": "company", "legalEntity": "company", "state": "state"}
_STATE_BODIES: Final = frozenset({"governmentDepartment", "stateAgency"})
_NOT_IDENTIFIED: Final = frozenset({"anonymousEntity", "unknownEntity"})
_LEI_SCHEME: Final = "XI-LEI"
_LEI: Final = re.compile("[0-9A-Z]{18}[0-9]{2}")


class BodsFiles:
    """The records of one import."""

    def __init__(self, paths: Sequence[Path], found: Found) -> None:
        self._found = found
        self._records = records_of(paths, found)
        self._described = described(self._records.values())

    def links(self) -> Iterator[tuple[str, str]]:
        """Give out who has an interest in whom."""
        for relation in self._relations():
            if ends := relation.ends(self._described):
                yield ends

    def read(self, inside: Container[str] | None, beside: Container[str]) -> None:
        """Read all records (*inside* None), or those of entities inside a neighborhood and of holders beside it."""
        for record in self._records.values():
            id = record_id(record.latest.record)
            if record.latest.type != RELATIONSHIP and (inside is None or id in inside or id in beside):
                self._read(id, record)
        for relation in self._relations():
            ends = relation.ends(self._described)
            if ends is not None and (inside is None or ends[1] in inside):
                relation.read(*ends, self._records)

    def _relations(self) -> Iterator[Relation]:
        return (Relation(each, self._found) for each in self._records.values() if each.latest.type == RELATIONSHIP)

    def _read(self, id: EntityId, record: Record) -> None:
        version = record.latest
        values = version.values
        self._found.entity(id, values.place)
        if id != version.record:
            self._found.comments.add(f"{id}: the record {version.record}")
        if version.type == PERSON:
            facts = {"name": _name_of(version), "kind": "person"}
        else:
            facts = self._facts_of_entity(id, version)
        for key, text in facts.items():
            if text:
                self._found.say(id, key, text, version.source, values.place)
        if record.closed and version.type == ENTITY and "dissolved" not in self._found.entities[id]:
            why = "whether the entity itself has ended is not said"
            self._found.report.not_mapped(values.place, f"{id}: its record was closed", why)

    def _facts_of_entity(self, id: EntityId, version: Version) -> dict[str, str | None]:
        values, details = version.values, version.details
        type = values.block(details, "entityType", DETAILS)
        dissolved = values.limit(details, "dissolutionDate", DETAILS)
        return {
            "name": values.text(details, "name", DETAILS),
            "kind": self._kind(id, type, version),
            "jurisdiction": values.text(values.block(details, "jurisdiction", DETAILS), "code", "jurisdiction"),
            "lei": self._lei(id, version),
            "dissolved": dissolved.isoformat() if dissolved else None,
        }

    def _kind(self, id: EntityId, type: Block, version: Version) -> str | None:
        word = version.values.text(type, "type", f"{DETAILS}.entityType") or "no type"
        subtype = version.values.text(type, "subtype", f"{DETAILS}.entityType")
        if word == "stateBody" and subtype in _STATE_BODIES:
            return "state"
        if word not in _KINDS and word not in _NOT_IDENTIFIED:
            what = f"{id}: {word}{f', {subtype}' if subtype else ''}"
            why = "it may be a company, a fund or part of a state, so its kind is left open"
            self._found.report.not_mapped(version.values.place, what, why)
        return _KINDS.get(word)

    def _lei(self, id: EntityId, version: Version) -> str | None:
        for identifier, path in version.values.blocks(version.details, "identifiers", DETAILS):
            if version.values.text(identifier, "scheme", path) == _LEI_SCHEME:
                lei = version.values.text(identifier, "id", path)
                if lei and _LEI.fullmatch(lei):
                    return lei
                what = f"{id}: the LEI {quoted(lei or '')}"
                self._found.report.not_mapped(version.values.place, what, "it has not the form of a LEI")
        return None


def _name_of(version: Version) -> str | None:
    """Return the first full name of a person, or the parts of it; nothing else about persons is taken."""
    for name, path in version.values.blocks(version.details, "names", DETAILS):
        if full := version.values.text(name, "fullName", path):
            return full
        parts = [version.values.text(name, key, path) for key in ("givenName", "familyName")]
        if any(parts):
            return " ".join(filter(None, parts))
    return None


def bods_files(paths: Sequence[Path], found: Found) -> BodsFiles:
    """Return the records of files of statements."""
    return BodsFiles(paths, found)
