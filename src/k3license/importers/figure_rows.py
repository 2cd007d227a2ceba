"""Rows of revenue as figures."""

import re
from collections.abc import Sequence

from k3license.importers.found import FigureFound
from k3license.importers.own_tables import OwnTable
from k3license.importers.report import Report
from k3license.model.errors import NotUnderstood, Place, quoted
from k3license.model.months import Period
from k3license.model.ownership import EntityId
from k3license.text.amounts import AmountKind, parse_amount, parse_currency
from k3license.text.periods import parse_month, parse_period


def figure_of(
    row: Sequence[str], table: OwnTable, entity: EntityId, source: str, place: Place, report: Report
) -> FigureFound | None:
    """Return the figure that a row states; what cannot be read is reported."""
    period = amount = currency = None
    covers = table.cell(row, "covers") or None
    try:
        period = _period(table.cell(row, "month"))
    except NotUnderstood as error:
        report.not_understood(place, error, path="month")
    try:
        amount, currency = _amount(table.cell(row, "amount"), table.cell(row, "currency"))
    except NotUnderstood as error:
        report.not_understood(place, error, path="amount")
    if covers not in (None, "own", "consolidated"):
        report.error(place, "word", f"{quoted(covers)} is not known here", "write own or consolidated", path="covers")
    if period is None or amount is None:
        return None
    return FigureFound(entity, period, amount, currency, covers, source, place)


def _period(text: str) -> Period:
    """Return a year, quarter or month; a day stands for its month."""
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        month = parse_month(text)
        return Period(month, month)
    return parse_period(text)


def _amount(text: str, code: str) -> tuple[str, str | None]:
    """Return an amount without its currency, and the currency."""
    if not text:
        raise NotUnderstood("empty", "nothing is written here", "write a number, none or unknown")
    stated = parse_amount(text, kind=AmountKind.MONEY)
    currency = parse_currency(code) if code else stated.currency
    if stated.currency not in (None, currency):
        found = f"{quoted(text)} is in {stated.currency}, the row in {currency}"
        raise NotUnderstood("currency", found, "keep one of the two currencies")
    if stated.none or stated.unknown:
        return text, None
    if currency is None:
        raise NotUnderstood("currency", f"{quoted(text)} has no currency", "add a column currency: USD, EUR")
    return re.sub(rf"\b{currency} ", "", " ".join(text.split())), currency
