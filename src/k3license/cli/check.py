"""`k3license check`."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from k3license.answers.assess import NothingToAssess, Options, assess
from k3license.cli import exits
from k3license.cli.ending import ended
from k3license.cli.output import emit
from k3license.cli.profiles import catalog, read, require_known
from k3license.engine.errors import EngineUnavailable
from k3license.model.assessment import Run, Verdict
from k3license.model.errors import InputErrors
from k3license.writers.text_report import text_of

CODES: Final = {
    Verdict.CLEAR: exits.CLEAR,
    Verdict.CONDITIONS_MET: exits.CLEAR,
    Verdict.ACTION_REQUIRED: exits.ACTION_REQUIRED,
    Verdict.OPEN_QUESTIONS: exits.OPEN_QUESTIONS,
}


def check_without_options(profiles: Sequence[str]) -> int:
    """Do what `k3license check` does with these words alone, and return the exit code."""
    return ended(lambda: check_profiles([Path(each) for each in profiles], Options(), format="text", output=None))


def check_profiles(profiles: Sequence[Path], options: Options, *, format: str, output: Path | None) -> int:
    """Check *profiles* one after the other, give out one report, and return the exit code."""
    report = _report(format)
    require_known(options)
    runs: list[tuple[Path, Run | None]] = []
    codes = []
    for path in profiles:
        run, code = _checked(path, options)
        runs.append((path, run))
        codes.append(code)
    if any(run is not None for _, run in runs):
        emit(report(runs), output)
    return next(code for code in exits.PRECEDENCE if code in codes)


def _checked(path: Path, options: Options) -> tuple[Run | None, int]:
    try:
        run = assess(read(path), catalog(), options)
    except InputErrors as error:
        print(error, file=sys.stderr)
    except NothingToAssess as error:
        print(f"{path}: {error}", file=sys.stderr)
    except EngineUnavailable as error:
        raise exits.UsageError(f"--engine: {error}") from error
    else:
        return run, CODES[run.verdict]
    return None, exits.INPUT_ERROR


Runs = Sequence[tuple[Path, Run | None]]


def _text(runs: Runs) -> str:
    several = len(runs) > 1
    return "\n".join(text_of(run, name=str(path) if several else None) for path, run in runs if run is not None)


def _json(runs: Runs) -> str:
    from k3license.writers.json_report import FORMAT_OF_SEVERAL, as_json, run_as_data  # noqa: PLC0415

    if len(runs) == 1 and runs[0][1] is not None:
        return as_json(run_as_data(runs[0][1]))
    results: list[dict[str, Any]] = []
    for path, run in runs:
        result: dict[str, Any] = {"profile": str(path)}
        results.append(result | ({"error": True} if run is None else run_as_data(run)))
    return as_json({"format": FORMAT_OF_SEVERAL, "profiles": results})


# Every output format of this command: its name, and what writes it.
FORMATS: Final[dict[str, Callable[[Runs], str]]] = {"text": _text, "json": _json}


def _report(format: str) -> Callable[[Runs], str]:
    if format not in FORMATS:
        raise exits.UsageError(f"--format: {format!r} is not one of {', '.join(FORMATS)}")
    return FORMATS[format]
