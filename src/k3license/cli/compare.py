"""`k3license compare`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from k3license.answers.cases import Cases, Options
from k3license.answers.comparison import compare
from k3license.cli.answering import give_out, require_one_of
from k3license.cli.exits import UsageError
from k3license.cli.profiles import catalog
from k3license.model.comparison import Comparison
from k3license.packs.compared import compared_licenses
from k3license.reading.profiles import LoadedProfile
from k3license.writers.compare_report import comparison_as_data, comparison_as_text
from k3license.writers.json_report import as_json

# Every output format of this command: its name, and what writes it.
FORMATS: Final[dict[str, Callable[[Comparison], str]]] = {
    "text": comparison_as_text,
    "json": lambda found: as_json(comparison_as_data(found)),
}


def show_comparison(
    profile: Path,
    options: Options,
    *,
    licenses: Sequence[str],
    offering: str | None,
    format: str,
    output: Path | None,
) -> int:
    """Give out the same facts under several licenses, and return the exit code."""
    chosen = tuple(dict.fromkeys(licenses)) or compared_licenses()
    for license_id in chosen:
        require_one_of("--license", license_id, catalog().packs)
    if len(chosen) < 2:
        raise UsageError("--license: a comparison needs two licenses; give the option twice, or not at all")

    def answer(loaded: LoadedProfile) -> Comparison:
        if offering is not None:
            require_one_of("--offering", offering, loaded.profile.offerings)
        return compare(Cases(loaded, catalog(), options), licenses=chosen, offering=offering)

    return give_out(profile, options, answer, formats=FORMATS, format=format, output=output)
