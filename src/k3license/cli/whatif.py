"""`k3license whatif`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from k3license.answers.assess import Options
from k3license.answers.whatif import what_if
from k3license.cli.answering import give_out
from k3license.cli.exits import UsageError
from k3license.cli.profiles import catalog
from k3license.model.changes import WhatIf
from k3license.model.errors import NotUnderstood
from k3license.reading.edits import parse_edit
from k3license.reading.profiles import LoadedProfile
from k3license.writers.json_report import as_json
from k3license.writers.whatif_report import whatif_as_data, whatif_as_text

# Every output format of this command: its name, and what writes it.
FORMATS: Final[dict[str, Callable[[WhatIf], str]]] = {
    "text": whatif_as_text,
    "json": lambda found: as_json(whatif_as_data(found)),
}


def show_what_if(profile: Path, options: Options, *, changes: Sequence[str], format: str, output: Path | None) -> int:
    """Give out the answers with and without *changes* and return the exit code; the file stays as it is."""

    def answer(loaded: LoadedProfile) -> WhatIf:
        try:
            return what_if(loaded, catalog(), options, [parse_edit(each) for each in changes])
        except NotUnderstood as error:
            raise UsageError(f"--set: {error.text}; {error.help}") from error

    return give_out(profile, options, answer, formats=FORMATS, format=format, output=output)
