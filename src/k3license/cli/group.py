"""`k3license group`."""

import sys
from datetime import date
from pathlib import Path

from k3license.answers.assess import Options
from k3license.answers.groups import group_report
from k3license.cli import exits
from k3license.cli.output import emit
from k3license.cli.profiles import catalog, read, require_known
from k3license.model.errors import InputErrors
from k3license.model.ownership import EntityId
from k3license.writers.group_report import group_as_data, group_as_text
from k3license.writers.json_report import as_json


def show_group(
    profile: Path,
    options: Options,
    *,
    licensee: str | None,
    between: tuple[date, date] | None,
    format: str,
    output: Path | None,
) -> int:
    """Give out the group of the licensee and return the exit code."""
    if format not in ("text", "json"):
        raise exits.UsageError(f"--format: {format!r} is not one of text, json")
    require_known(options)
    try:
        loaded = read(profile)
    except InputErrors as error:
        print(error, file=sys.stderr)
        return exits.INPUT_ERROR
    whose = licensee or loaded.profile.licensee
    if whose is None:
        raise exits.UsageError(f"{profile}: names no licensee; add --licensee ID")
    if whose not in loaded.profile.entities:
        known = ", ".join(loaded.profile.entities)
        raise exits.UsageError(f"--licensee: no entity has the id {whose!r}; known: {known}")
    report = group_report(loaded, catalog(), options, licensee=EntityId(whose), between=between)
    emit(as_json(group_as_data(report)) if format == "json" else group_as_text(report), output)
    return exits.CLEAR
