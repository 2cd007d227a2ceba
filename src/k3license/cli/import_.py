"""`k3license import`."""

import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from k3license.cli import exits
from k3license.cli.output import emit
from k3license.cli.profiles import catalog
from k3license.importers.formats import FORMATS
from k3license.importers.imports import Imported, import_files
from k3license.model.errors import InputErrors, NotUnderstood, Problem, render, suggestion
from k3license.text.periods import parse_date


def import_profile(
    format: str,
    files: Sequence[Path],
    *,
    root: str | None,
    as_of: str | None,
    revenue: Sequence[Path],
    output: Path | None,
) -> int:
    """Write the profile that *files* state, say what could not be mapped, and return the exit code."""
    if format not in FORMATS:
        hint = suggestion(format, FORMATS)
        known = "\n".join(f"  {name:6} {each.what}" for name, each in FORMATS.items())
        raise exits.UsageError(f"import: there is no format {format!r}; {hint or 'known are:'}\n{known}")
    if output is not None and output.resolve() in {path.resolve() for path in (*files, *revenue)}:
        raise exits.UsageError(f"--output: {output} is one of the files to be read; write to another one")
    try:
        imported = import_files(
            FORMATS[format],
            files,
            root=root,
            as_of=None if as_of is None else _day(as_of),
            revenue=revenue,
            known=catalog().known,
        )
    except InputErrors as errors:
        print(errors, file=sys.stderr)
        print("Nothing was written.", file=sys.stderr)
        return exits.INPUT_ERROR
    emit(imported.text, output)
    for line in _said(imported, output):
        print(line, file=sys.stderr)
    return exits.CLEAR


def _day(text: str) -> date:
    try:
        return parse_date(text)
    except NotUnderstood as error:
        raise exits.UsageError(f"--as-of: {error.text}; {error.help}") from error


def _said(imported: Imported, output: Path | None) -> list[str]:
    found, report = imported.found, imported.report
    counts = {
        "entities": len(found.entities),
        "holdings": len(found.holdings),
        "statements of control": len(found.control),
        "figures of revenue": len(found.figures),
    }
    held = ", ".join(f"{what}: {count:,}" for what, count in counts.items() if count)
    said = [f"{output or 'The profile'} holds {held or 'nothing'}."]
    said += [f"{source.document}: {source.rows:,} rows or statements read" for source in found.sources.values()]
    said += report.remarks
    said += [_warning(each) for each in report.warnings]
    if report.unmapped:
        said.append(f"{len(report.unmapped):,} statements could not be mapped:")
    said += [f"  {each.place}: {each.what}: {each.why}" for each in sorted(report.unmapped)]
    said.append("What has to be filled in by hand, offerings first of all, stands at the end of the profile.")
    return said


def _warning(problem: Problem) -> str:
    return render(problem, ()).replace(": error[", ": warning[", 1)
