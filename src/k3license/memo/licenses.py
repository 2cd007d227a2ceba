"""The licenses behind a memo: who wrote the rules from which text, and on what it is silent."""

from typing import NamedTuple

from k3license.memo.material import Material
from k3license.model.rules import LicenseHeader


class LicenseShown(NamedTuple):
    """A license as the rules know it; *texts* are files and their SHA-256, *reviewed_by* is empty for nobody."""

    title: str
    licensor: str
    contact: str
    status: str
    written_by: str
    reviewed_by: str
    silent_on: tuple[str, ...]
    not_assessed: tuple[str, ...]
    texts: tuple[tuple[str, str], ...]


def licenses_shown(material: Material) -> tuple[LicenseShown, ...]:
    """Return the licenses that uses were assessed under."""
    return tuple(_shown(pack.header) for pack in material.licenses())


def _shown(header: LicenseHeader) -> LicenseShown:
    return LicenseShown(
        title=header.title,
        licensor=header.licensor.name,
        contact=header.licensor.contact or "",
        status=header.status,
        written_by=header.written_by,
        reviewed_by=header.reviewed_by or "",
        silent_on=header.silent_on,
        not_assessed=header.not_assessed,
        texts=tuple((text.file, text.sha256) for text in header.texts),
    )
