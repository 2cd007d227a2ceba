"""Which reading of each open position is in force, who chose it, and which ones are swept."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from k3license.model.rules import LicenseHeader, Pack
from k3license.profile.records import Profile

SWEPT_STRENGTHS = ("literal", "arguable")


class Chosen(NamedTuple):
    """
    The reading in force for a position.

    *by* is "default", "text" (the license decides it), "confirmed" (by the licensor),
    "profile" or "command line".
    """

    reading: str
    by: str


def chosen_readings(pack: Pack, profile: Profile, on_command_line: Mapping[str, str]) -> Mapping[str, Chosen]:
    """
    Return the reading in force for every position of *pack*.

    A text that decides the question comes first, then what the licensor confirmed, then
    the command line, the profile's choice for this license, its choice for all, the default.
    *on_command_line* has position ids, or `license/position` for one license.
    """
    license_id = pack.header.license
    for_license = profile.license_positions.get(license_id, {})
    found = {}
    for id, position in pack.positions.items():
        confirmed = _confirmed(pack.header, profile, id)
        if position.closed_by is not None:
            found[id] = Chosen(position.default, "text")
        elif confirmed is not None:
            found[id] = Chosen(confirmed, "confirmed")
        elif f"{license_id}/{id}" in on_command_line:
            found[id] = Chosen(on_command_line[f"{license_id}/{id}"], "command line")
        elif id in on_command_line:
            found[id] = Chosen(on_command_line[id], "command line")
        elif id in for_license:
            found[id] = Chosen(for_license[id].reading, "profile")
        elif id in profile.positions:
            found[id] = Chosen(profile.positions[id].reading, "profile")
        else:
            found[id] = Chosen(position.default, "default")
    return found


def _confirmed(header: LicenseHeader, profile: Profile, position: str) -> str | None:
    licensor = {header.licensor.id.casefold(), header.licensor.name.casefold()}
    for entry in profile.confirmations:
        about = entry.license in (None, header.license) and entry.party.casefold() in licensor
        if about and entry.on == position:
            return entry.says
    return None


def swept_readings(pack: Pack, chosen: Mapping[str, Chosen]) -> Mapping[str, Sequence[str]]:
    """Return for each position the readings that a robust answer must hold under: literal and arguable ones."""
    found = {}
    for id, position in pack.positions.items():
        choice = chosen[id]
        if choice.by in ("text", "confirmed"):
            found[id] = [choice.reading]
            continue
        found[id] = [
            reading
            for reading, about in position.readings.items()
            if about.strength in SWEPT_STRENGTHS or reading == choice.reading
        ]
    return found


def purposive_readings(pack: Pack, chosen: Mapping[str, Chosen]) -> Sequence[tuple[str, str]]:
    """Return the purposive readings (position, reading) that could be chosen and are not."""
    return [
        (id, reading)
        for id, position in pack.positions.items()
        if chosen[id].by not in ("text", "confirmed")
        for reading, about in position.readings.items()
        if about.strength not in SWEPT_STRENGTHS and reading != chosen[id].reading
    ]
