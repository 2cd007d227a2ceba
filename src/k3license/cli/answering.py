"""What commands that answer about one profile have in common: read it, answer, write, say what is wrong."""

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from k3license.answers.assess import NothingToAssess, Options
from k3license.cli import exits
from k3license.cli.exits import UsageError
from k3license.cli.output import emit
from k3license.cli.profiles import read, require_known
from k3license.engine.errors import EngineUnavailable
from k3license.model.errors import InputErrors, suggestion
from k3license.reading.profiles import LoadedProfile

Answer = TypeVar("Answer")


def give_out(
    profile: Path,
    options: Options,
    answer: Callable[[LoadedProfile], Answer],
    *,
    formats: Mapping[str, Callable[[Answer], str]],
    format: str,
    output: Path | None,
) -> int:
    """
    Write what *answer* finds about *profile*, and return the exit code: 0 if there was an answer.

    2, with the reason on the error stream, for a profile that cannot be read or has nothing
    to assess; UsageError for a format, license or position that does not exist.
    """
    if format not in formats:
        raise UsageError(f"--format: {format!r} is not one of {', '.join(formats)}")
    require_known(options)
    try:
        found = answer(read(profile))
    except InputErrors as error:
        print(error, file=sys.stderr)
        return exits.INPUT_ERROR
    except NothingToAssess as error:
        print(f"{profile}: {error}", file=sys.stderr)
        return exits.INPUT_ERROR
    except EngineUnavailable as error:
        raise UsageError(f"--engine: {error}") from error
    emit(formats[format](found), output)
    return exits.CLEAR


def require_one_of(option: str, chosen: str, known: Iterable[str]) -> None:
    """Raise UsageError, with what was probably meant, for a word that is none of *known*."""
    words = sorted(known)
    if chosen not in words:
        hint = suggestion(chosen, words) or f"known: {', '.join(words)}"
        raise UsageError(f"{option}: there is no {chosen!r}; {hint}")
