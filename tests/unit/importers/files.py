"""Files for the tests of importers, written to a folder, and short ways to import and to ask."""

import csv
import io
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path

from k3license.facts.group.members import HALF_LISTED, members
from k3license.importers.formats import FORMATS
from k3license.importers.imports import Imported, import_files
from k3license.model.errors import InputErrors
from k3license.model.ownership import EntityId
from k3license.profile.records import Entity, Profile, Stake
from k3license.reading.profiles import load_profile
from k3license.reading.structure import structure_of
from tests.unit.reading.samples import KNOWN

# K3LICENSE_SEARCH multiplies the number of examples.
SEARCH = int(os.environ.get("K3LICENSE_SEARCH", "1"))
DAY = date(2026, 11, 30)

# Registered at the register of legal entities; their check digits hold.
HOLDING = "529900T8BM49AURSDO55"
MIDDLE = "ZZG38T0MDR3QY1ETUA76"
LOWEST = "010CMKZ3VON21WF2ZD45"
OTHER = "3C7474T6CDKPR9K6YT90"

DIRECT = "IS_DIRECTLY_CONSOLIDATED_BY"
ULTIMATE = "IS_ULTIMATELY_CONSOLIDATED_BY"
NO_TIME = ("", "", "")


def written(folder: Path, files: Mapping[str, str | bytes]) -> list[Path]:
    """Return the paths of files with these contents."""
    paths = []
    for name, content in files.items():
        path = folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        paths.append(path)
    return paths


def imported(
    format: str,
    folder: Path,
    files: Mapping[str, str | bytes],
    *,
    root: str | None = None,
    as_of: date | None = DAY,
    revenue: Mapping[str, str] | None = None,
) -> Imported:
    """Return what an import makes of files."""
    paths, figures = written(folder, files), written(folder, revenue or {})
    return import_files(FORMATS[format], paths, root=root, as_of=as_of, revenue=figures, known=KNOWN)


def refused(
    format: str,
    folder: Path,
    files: Mapping[str, str | bytes],
    *,
    root: str | None = None,
    as_of: date | None = DAY,
    revenue: Mapping[str, str] | None = None,
) -> list[str]:
    """Return the problems of files that cannot be imported, each on one line with its help."""
    try:
        imported(format, folder, files, root=root, as_of=as_of, revenue=revenue)
    except InputErrors as errors:
        prefix = f"{folder}/"
        return [f"{problem} ({problem.help})".replace(prefix, "") for problem in errors.problems]
    raise AssertionError("the files were imported")


def profile_of(result: Imported) -> Profile:
    """Return the profile that an import wrote, read back."""
    return load_profile(result.text.encode(), known=KNOWN).profile


def entity_of(result: Imported, id: str) -> Entity:
    """Return an entity of the profile that an import wrote."""
    return profile_of(result).entities[EntityId(id)]


def stake_of(result: Imported, owner: str, owned: str) -> Stake:
    """Return a stake that stands with its owner."""
    return entity_of(result, owner).owns[EntityId(owned)]


def group(
    result: Imported,
    licensee: str,
    *,
    on: date = DAY,
    reading: str = "more-than-half",
    listed_down_to: Decimal = HALF_LISTED,
) -> dict[str, str]:
    """Return the members and possible members of a group, by the profile that an import wrote."""
    found = members(
        structure_of(profile_of(result)),
        EntityId(licensee),
        as_of=on,
        reading=reading,
        common_owner="anyone",
        listed_down_to=listed_down_to,
    )
    return {entity: truth.value for entity, truth in found.truths.items()}


def table(*rows: Sequence[str]) -> str:
    """Return rows as CSV."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue()


RELATION_COLUMNS = (
    "Relationship.StartNode.NodeID",
    "Relationship.StartNode.NodeIDType",
    "Relationship.EndNode.NodeID",
    "Relationship.EndNode.NodeIDType",
    "Relationship.RelationshipType",
    "Relationship.RelationshipStatus",
    *(f"Relationship.Period.{slot}.{part}" for slot in range(1, 6) for part in ("startDate", "endDate", "periodType")),
    "Relationship.Quantifiers.1.MeasurementMethod",
    "Relationship.Quantifiers.1.QuantifierAmount",
    "Relationship.Quantifiers.1.QuantifierUnits",
    "Registration.InitialRegistrationDate",
    "Registration.LastUpdateDate",
    "Registration.RegistrationStatus",
)


def relation(
    child: str,
    type: str,
    parent: str,
    *periods: tuple[str, str, str],
    status: str = "ACTIVE",
    registration: str = "PUBLISHED",
    registered: str = "2015-05-05T10:00:00.000Z",
    updated: str = "2026-06-30T08:00:00.000Z",
    amount: str = "",
) -> list[str]:
    """Return a row of the golden copy of relationships."""
    slots = [*periods, *[NO_TIME] * (5 - len(periods))]
    measured = ("ACCOUNTING_CONSOLIDATION", amount, "PERCENTAGE") if amount else NO_TIME
    ends = (child, "LEI", parent, "LEI", type, status)
    return [*ends, *(part for slot in slots for part in slot), *measured, registered, updated, registration]


def lasting(start: str, end: str = "") -> tuple[str, str, str]:
    """Return a period of the relationship itself."""
    return (start and f"{start}T00:00:00.000Z", end and f"{end}T00:00:00.000Z", "RELATIONSHIP_PERIOD")


def relations(*rows: Sequence[str]) -> str:
    """Return a golden copy of relationships."""
    return table(RELATION_COLUMNS, *rows)


def exceptions(*rows: Sequence[str]) -> str:
    """Return a golden copy of reporting exceptions: LEI, direct or ultimate, reason."""
    full = [(lei, f"{which}_ACCOUNTING_CONSOLIDATION_PARENT", reason) for lei, which, reason in rows]
    return table(("LEI", "Exception.Category", "Exception.Reason.1"), *full)


def statement(record: str, type: str, details: Mapping[str, object], **more: str) -> dict[str, object]:
    """Return a statement of version 0.4, new and of 2026 unless *more* says otherwise."""
    return {
        "statementId": f"statement-of-{record}",
        "declarationSubject": record,
        "statementDate": "2026-01-15",
        "publicationDetails": {"publicationDate": "2026-01-15", "bodsVersion": "0.4", "publisher": {"name": "R"}},
        "recordId": record,
        "recordStatus": "new",
        "recordType": type,
        "recordDetails": {"isComponent": False, **details},
        **more,
    }


def company(record: str, **details: object) -> dict[str, object]:
    """Return a statement of a registered entity."""
    return statement(record, "entity", {"entityType": {"type": "registeredEntity"}, "name": record, **details})


def interest(
    party: object, subject: object, *interests: Mapping[str, object], record: str = "", **more: str
) -> dict[str, object]:
    """Return a statement of a relationship."""
    details = {"subject": subject, "interestedParty": party, "interests": list(interests)}
    return statement(record or f"{party}-in-{subject}", "relationship", details, **more)


def statements(items: Iterable[object]) -> str:
    """Return statements as JSON."""
    return json.dumps(list(items))
