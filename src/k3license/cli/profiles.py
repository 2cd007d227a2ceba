"""Reading profiles for commands: the catalog, the file, and choices that must exist."""

import sys
from functools import lru_cache
from pathlib import Path

from k3license.answers.assess import Options
from k3license.answers.catalog import Catalog, load_catalog
from k3license.cli.exits import UsageError
from k3license.model.errors import InputErrors, suggestion
from k3license.reading.profiles import LoadedProfile, load_profile


@lru_cache(maxsize=1)
def catalog() -> Catalog:
    """Return the packs, read once."""
    return load_catalog()


def read(path: Path) -> LoadedProfile:
    """Return the profile in *path* (`-` is standard input); InputErrors with everything wrong with it."""
    known = catalog().known
    if str(path) == "-":
        return load_profile(sys.stdin.buffer.read(), name="standard input", known=known)
    return load_profile(path, name=str(path), known=known)


def require_known(options: Options) -> None:
    """Raise UsageError for a license, position or reading on the command line that does not exist."""
    packs = catalog().packs
    if options.license is not None and options.license not in packs:
        raise UsageError(_unknown("--license", options.license, packs))
    positions = catalog().known.positions
    for name, reading in (options.positions or {}).items():
        license_id, slash, position = name.rpartition("/")
        if slash and license_id not in packs:
            raise UsageError(_unknown("--position", license_id, packs))
        if position not in positions:
            raise UsageError(_unknown("--position", position, positions))
        if reading not in positions[position]:
            raise UsageError(_unknown(f"--position {position}", reading, positions[position]))


def _unknown(option: str, found: str, known: object) -> str:
    words = list(known)  # type: ignore[call-overload]
    hint = suggestion(found, words) or f"known: {', '.join(words)}"
    return f"{option}: there is no {found!r}; {hint}"


__all__ = ["InputErrors", "catalog", "read", "require_known"]
