"""Options of commands, from the words on the command line."""

from collections.abc import Iterable
from datetime import date

from k3license.answers.assess import Options
from k3license.cli.exits import UsageError
from k3license.engine.agreement import Engines
from k3license.model.errors import NotUnderstood
from k3license.text.periods import parse_date


def options_from(*, as_of: str | None, license: str | None, positions: Iterable[str], engine: str) -> Options:
    """Return the options; UsageError says which word is not understood and what would be."""
    return Options(
        as_of=None if as_of is None else _day(as_of),
        license=license,
        positions=dict(_assignment(each) for each in positions),
        engines=_engines(engine),
    )


def days_between(words: tuple[str, str] | None) -> tuple[date, date] | None:
    """Return the two days of --changes; UsageError unless the first comes before the second."""
    if words is None:
        return None
    start, end = (_day(word, option="--changes") for word in words)
    if start >= end:
        raise UsageError(f"--changes: {start} does not come before {end}; write the earlier day first")
    return start, end


def _day(text: str, *, option: str = "--as-of") -> date:
    try:
        return parse_date(text)
    except NotUnderstood as error:
        raise UsageError(f"{option}: {error.text}; {error.help}") from error


def _assignment(text: str) -> tuple[str, str]:
    name, sign, reading = text.partition("=")
    if not sign or not name or not reading:
        raise UsageError(f"--position: {text!r} is not NAME=READING; write affiliate=more-than-half")
    return name, reading


def _engines(text: str) -> Engines:
    try:
        return Engines(text)
    except ValueError:
        known = ", ".join(each.value for each in Engines)
        raise UsageError(f"--engine: {text!r} is not one of {known}") from None
