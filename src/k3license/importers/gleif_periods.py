"""When a relationship held, from the periods and the status of its record."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from k3license.importers.cells import register_day, register_limit
from k3license.importers.found import Limit
from k3license.importers.gleif_columns import UPDATED, RegisterTable
from k3license.model.errors import NotUnderstood

RELATION_STATUS: Final = "Relationship.RelationshipStatus"
REGISTRATION_STATUS: Final = "Registration.RegistrationStatus"
_REGISTERED: Final = "Registration.InitialRegistrationDate"
_SLOTS: Final = range(1, 6)
_ENDED: Final = frozenset({"RETIRED"})


class Span(NamedTuple):
    """A time from *start* until before *end*; *sure* is False where it may also not have held."""

    start: Limit
    end: Limit
    sure: bool = True


def spans(table: RegisterTable, cells: Sequence[str]) -> list[Span]:
    """
    Return when a relationship held.

    Only periods of the relationship itself count, whichever slot they stand in: others are
    those of accounts and documents.  A lapsed registration ends nothing; a relationship
    that is inactive or retired had ended when its record was last updated.  An end is the
    last day of a period.  Raises NotUnderstood.
    """
    registered = register_day(table.cell(cells, _REGISTERED))
    updated = register_day(table.cell(cells, UPDATED))
    status = table.cell(cells, RELATION_STATUS).upper()
    ended = status == "INACTIVE" or table.cell(cells, REGISTRATION_STATUS).upper() in _ENDED
    active = status == "ACTIVE" and not ended
    found: list[Span] = []
    for start, last, dated in _periods(table, cells) or [(None, None, False)]:
        end = last + timedelta(days=1) if last is not None and last.year < date.max.year else None
        sure = dated
        if not dated and registered is not None and (active if end is None else registered < end):
            # It held when it was registered; since when is not known.
            found.append(Span(None, registered, sure=False))
            start, sure = registered, True
        if end is not None:
            found.append(Span(start, end, sure))
            if active and updated is not None and end <= updated:
                # The record says both that it ended and, later, that it is active.
                found.append(Span(end, None, sure=False))
        elif active:
            found.append(Span(start, None, sure))
        elif ended and updated is not None:
            found.append(Span(start, updated, sure=False))
        else:
            found.append(Span(start, None, sure=False))
    return [span for span in found if _lasts(span)]


def _periods(table: RegisterTable, cells: Sequence[str]) -> list[tuple[date | None, date | None, bool]]:
    """Return the periods of the relationship: first day, last day, and whether a first day is written."""
    periods = []
    for slot in _SLOTS:
        prefix = f"Relationship.Period.{slot}"
        if table.cell(cells, f"{prefix}.periodType").upper() == "RELATIONSHIP_PERIOD":
            written = table.cell(cells, f"{prefix}.startDate")
            last = register_limit(table.cell(cells, f"{prefix}.endDate"))
            start = register_limit(written)
            if start is not None and last is not None and last < start:
                text = f"the relationship ends on {last}, before its beginning on {start}"
                raise NotUnderstood("dates", text, "compare the record with the register")
            periods.append((start, last, bool(written)))
    return periods


def _lasts(span: Span) -> bool:
    return not (isinstance(span.start, date) and isinstance(span.end, date) and span.start >= span.end)
