"""An import: files of one format read, parted from what cannot matter, written and read back."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Final

from k3license.importers.closing_lines import closing_lines
from k3license.importers.contradictions import check_contradictions
from k3license.importers.csv_files import read_revenue
from k3license.importers.formats import Format
from k3license.importers.found import Found
from k3license.importers.neighborhood import neighborhood
from k3license.importers.profile_text import ProfileText
from k3license.importers.report import Report
from k3license.model.errors import InputErrors, NotUnderstood, Place, Problem, nearest_word, quoted
from k3license.model.ownership import EntityId
from k3license.reading.known import KnownModels
from k3license.reading.profiles import load_profile

_MOST_BYTES: Final = 1_000_000
# Among more names than these the nearest is not searched for.
_MOST_NAMES: Final = 5_000
_MOST_LINKS: Final = 10_000


@dataclass(frozen=True)
class Imported:
    """A profile's text, and what there is to say of it."""

    text: str
    found: Found

    @property
    def report(self) -> Report:
        return self.found.report


def import_files(
    format: Format,
    paths: Sequence[Path],
    *,
    root: str | None,
    as_of: date | None,
    revenue: Sequence[Path],
    known: KnownModels,
) -> Imported:
    """
    Return the profile that files state, with *root* as its licensee and only what can matter for it.

    Without *as_of* it is of the newest day on which a file says anything.  The text is one
    that `load_profile` reads.  Raises InputErrors with everything that is wrong, by file and row.
    """
    found = Found(Report())
    licensee = _read(format, paths, found, root=root, revenue=revenue)
    check_contradictions(found)
    day = as_of or max((each.as_of for each in found.sources.values() if each.as_of), default=None)
    if day is None:
        found.report.error(
            Place("--as-of"), "missing", "the files carry no date of their own", "add --as-of 2026-11-30"
        )
    text = ProfileText(found, as_of=day or date(2000, 1, 1), licensee=licensee, day_of_files=as_of is None)
    text.add(*closing_lines(found, licensee=licensee, known=known))
    _check(text, found.report, known)
    found.report.check()
    return Imported("\n".join(text.lines) + "\n", found)


def _read(
    format: Format, paths: Sequence[Path], found: Found, *, root: str | None, revenue: Sequence[Path]
) -> EntityId | None:
    """Read all files; return the id of the licensee."""
    try:
        source = format.open(paths, found)
        if root is None:
            source.read(None, frozenset())
            read_revenue(revenue, found, id_for=format.id_for, all_are_known=True)
            return None
        licensee = format.id_for(root)
        inside, beside = neighborhood(licensee, source.links())
        source.read(inside, beside)
        read_revenue(revenue, found, id_for=format.id_for, all_are_known=False)
    except NotUnderstood as error:
        found.report.not_understood(Place("--root"), error)
    except InputErrors as error:
        found.report.take(error)
    else:
        if licensee in found.entities:
            return licensee
        _report_no_root(licensee, source.links(), found.report)
    return None


def _report_no_root(root: EntityId, links: Iterator[tuple[str, str]], report: Report) -> None:
    names = {id for link in islice(links, _MOST_LINKS) for id in link}
    nearest = nearest_word(root, names) if len(names) <= _MOST_NAMES else None
    help = f'did you mean "{nearest}"?' if nearest else "write the id as the files do"
    report.error(Place("--root"), "unknown-entity", f"no row names {quoted(root)}", help)


def _check(text: ProfileText, report: Report, known: KnownModels) -> None:
    """Read the profile as everybody will; what is wrong with it is wrong in the row that it comes from."""
    content = "\n".join(text.lines).encode(errors="replace")
    if len(content) > _MOST_BYTES and report.problems:
        return
    if len(content) > _MOST_BYTES:
        found = f"the profile would have {len(content):,} bytes, and {_MOST_BYTES:,} are the most that is read"
        help = "name one licensee with --root ID: only what matters for its affiliates is taken then"
        report.error(Place("--output"), "too-large", found, help)
        return
    try:
        warnings = load_profile(content, name="--output", known=known).warnings
    except InputErrors as error:
        # What was found wrong with a row may come out again, in other words.
        known_rows = {problem.place for problem in report.problems if problem.place.line}
        found_now = [_from_row(problem, text) for problem in error.problems]
        report.take(InputErrors(problem for problem in found_now if problem.place not in known_rows))
    else:
        report.warnings += [_from_row(problem, text) for problem in warnings]


def _from_row(problem: Problem, text: ProfileText) -> Problem:
    """Return a problem of the profile at the row that its line comes from, as far as it comes from one."""

    def place_of(line: str) -> str:
        place = text.place_of(int(line))
        return str(place) if place else f"line {line}"

    place = text.place_of(problem.place.line) or problem.place
    found, help = (
        re.sub(r"\bline (\d+)", lambda match: place_of(match[1]), each) for each in (problem.text, problem.help)
    )
    return problem._replace(place=place, text=found, help=help)
