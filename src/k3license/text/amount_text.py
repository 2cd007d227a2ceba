"""Amounts, distances and percentages as people read them."""

from decimal import Decimal

from k3license.model.ranges import Range


def amount_text(amount: Range, currency: str | None) -> str:
    """Return an amount with its bounds: `USD 1,503,000 to 3,316,250`, `over USD 5,000,000`, `unknown`."""
    unit = "" if currency is None else f"{currency} "
    return _bounded(amount, before=unit, after="")


def percent_text(amount: Range) -> str:
    """Return percentages with their bounds: `83.4 to 92.5 %`."""
    return _bounded(amount, before="", after=" %")


def distance_text(left: Range, percent: Range, currency: str | None) -> str:
    """Return how far an amount is from its limit: below it, above it, or on either side."""
    if left.high is not None and left.high < 0:
        return f"{amount_text(_turned(left), currency)} above the limit ({percent_text(_turned(percent))} of it)"
    if left.low is not None and left.low >= 0:
        return f"{amount_text(left, currency)} below the limit ({percent_text(percent)} of it)"
    above = "any amount" if left.low is None else amount_text(_exactly(-left.low), currency)
    below = "any amount" if left.high is None else amount_text(_exactly(left.high), currency)
    return f"from {below} below the limit to {above} above it"


def _bounded(amount: Range, *, before: str, after: str) -> str:
    low = None if amount.low is None else f"{amount.low:,f}"
    high = None if amount.high is None else f"{amount.high:,f}"
    if low is None and high is None:
        return "unknown"
    if low is None or (amount.low == 0 and amount.high is not None and amount.high > 0):
        return f"{'under' if amount.high_open else 'at most'} {before}{high}{after}"
    if high is None:
        return "unknown" if amount.low == 0 else f"{'over' if amount.low_open else 'at least'} {before}{low}{after}"
    if amount.exact:
        return f"{before}{low}{after}"
    return f"{'over ' if amount.low_open else ''}{before}{low} to {'under ' if amount.high_open else ''}{high}{after}"


def _turned(amount: Range) -> Range:
    low = None if amount.high is None else -amount.high
    high = None if amount.low is None else -amount.low
    return Range(low, high, amount.high_open, amount.low_open)


def _exactly(number: Decimal) -> Range:
    return Range(number, number)
