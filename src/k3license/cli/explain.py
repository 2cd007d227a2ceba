"""`k3license explain`."""

import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Final

from k3license.answers.cases import Cases, Options
from k3license.answers.explain import explain
from k3license.cli.answering import give_out, require_one_of
from k3license.cli.exits import UsageError
from k3license.cli.profiles import catalog
from k3license.model.explanation import Explanation
from k3license.reading.profiles import LoadedProfile
from k3license.writers.explain_json import explanations_as_data
from k3license.writers.explain_text import explanations_text
from k3license.writers.json_report import as_json

Explanations = tuple[Explanation, ...]

# Every output format of this command: its name, and what writes it.
FORMATS: Final[dict[str, Callable[[Explanations], str]]] = {
    "text": explanations_text,
    "json": lambda found: as_json(explanations_as_data(found)),
}
_GROWTH: Final = re.compile(r"([+-]?\d{1,3}(?:\.\d{1,4})?)\s*%(?:\s*/\s*month)?")


def show_explanation(
    profile: Path,
    options: Options,
    *,
    offering: str | None,
    requirement: str | None,
    flip: bool,
    growth: str | None,
    format: str,
    output: Path | None,
) -> int:
    """Give out why the answers are what they are, and return the exit code."""
    rate = None if growth is None else growth_from(growth)
    if requirement is not None:
        require_one_of("--requirement", requirement, catalog().known.requirements)

    def answer(loaded: LoadedProfile) -> Explanations:
        if offering is not None:
            require_one_of("--offering", offering, loaded.profile.offerings)
        return explain(
            Cases(loaded, catalog(), options),
            offering=offering,
            requirement=requirement,
            with_flips=flip,
            growth=rate,
        )

    return give_out(profile, options, answer, formats=FORMATS, format=format, output=output)


def growth_from(text: str) -> Decimal:
    """Return percent a month; UsageError for anything but `3%/month`."""
    found = _GROWTH.fullmatch(text.strip())
    if found is None or Decimal(found[1]) <= -100:
        raise UsageError(f"--growth: {text!r} is not understood; write 3%/month")
    return Decimal(found[1])
