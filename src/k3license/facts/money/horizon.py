"""How far back months have to be looked at."""

from collections.abc import Sequence

from k3license.facts.money.exchange import Exchange
from k3license.facts.money.history import History
from k3license.facts.money.windows import Windows
from k3license.model.months import Month
from k3license.model.series import YEAR, Series


def first_month(
    series: Sequence[Series], histories: Sequence[History], *, exchange: Exchange, windows: Windows
) -> Month:
    """Return the first month worth looking at: every window further back is like one that is seen, or less."""
    firsts: list[int] = [each.first for each in series]
    firsts += [each.changes[0][0] - YEAR - 1 for each in histories if each.changes]
    quoted = exchange.first_quoted()
    if quoted is not None and not all(exchange.is_same(each.currency) for each in series):
        firsts.append(quoted - YEAR - 1)
    start = min(firsts, default=windows.last_end)
    begun = [each.since for each in series if each.since is not None]
    if begun and len(begun) == len(series):
        start = max(start, min(begun))
    if windows.first_end is not None:
        start = max(start, windows.first_end - windows.length)
    return Month(min(start, windows.last_end))
