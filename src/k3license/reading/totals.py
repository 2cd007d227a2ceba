"""Figures that overlap have to agree: months with quarters and years, and all with the bounds on them."""

from dataclasses import replace
from datetime import date
from itertools import combinations, pairwise
from typing import Final

from k3license.model.amounts import Amount
from k3license.model.figures import Figures, PeriodFigure, Rates
from k3license.model.months import last_day, month_of
from k3license.model.ranges import NON_NEGATIVE, ZERO, Range
from k3license.reading.sums import NOTHING, Contradiction, Limit, limits_of, most_from, multiple

_YEAR: Final = 12


def contradictions_in(figures: Figures, *, as_of: date) -> list[tuple[str, ...]]:
    """
    Return the paths of statements that cannot all be true, a group for each contradiction.

    The last of a group is the one to be looked at first.  Statements of months after
    *as_of* count too; a total around the unfinished month of *as_of* is an upper bound
    only.  Exact: what is not returned can be true.  Amounts in different currencies do
    not contradict each other.
    """
    found: dict[tuple[str, ...], None] = {}
    for currency in _currencies(figures) if _may_contradict(figures) else ():
        rest = figures
        while paths := _contradiction(rest, currency, as_of):
            found[paths] = None
            rest = _without(rest, paths[-1])
    return list(found)


def most_of(figures: Figures, period: PeriodFigure, *, as_of: date) -> Range:
    """
    Return the sums that the months of *period* cannot exceed, in the currency of *period*.

    Raises Contradiction.
    """
    if period.first is None:
        return Range()
    end = period.last + 1
    limits = _limits(figures, period.amount.currency, as_of, {int(period.first), end})
    bound = most_from(period.first, limits).get(end)
    return Range() if bound is None else Range(None, bound[0], False, bound[1] < 0)


def contradictory_rates(rates: Rates) -> list[tuple[str, ...]]:
    """Return the paths of rates for the same month that cannot both be true."""
    return [
        (one.path, other.path)
        for one, other in combinations(rates.periods, 2)
        if _overlap(one, other) and one.amount.range.intersection(other.amount.range).empty
    ]


def _contradiction(figures: Figures, currency: str | None, as_of: date) -> tuple[str, ...]:
    limits = _limits(figures, currency, as_of, set())
    try:
        most_from(None, limits)
        highest = _in_currency(figures.any_12_months, currency)
        if highest is not None and not _reached(highest, limits, as_of):
            return (f"{figures.path}.any_12_months",)
    except Contradiction as contradiction:
        order = {figure.path: index for index, figure in enumerate(figures.periods)}
        return tuple(sorted(contradiction.paths, key=lambda path: order.get(path, -1)))
    return ()


def _reached(highest: Range, limits: list[Limit], as_of: date) -> bool:
    """Return whether some twelve months up to *as_of* can be as much as *highest* is at least."""
    if highest.low is None:
        return True
    wanted = (highest.low, int(highest.low_open))
    end = month_of(as_of) + 1
    for start in range(min(min(limit[:2]) for limit in limits) + 1, end - _YEAR + 1):
        bound = most_from(start, limits).get(start + _YEAR)
        if bound is None or bound >= wanted:
            return True
    return False


def _limits(figures: Figures, currency: str | None, as_of: date, nodes: set[int]) -> list[Limit]:
    """Return what is known of sums up to the beginnings of months; *nodes* are more of those to look at."""
    this_month = month_of(as_of)
    highest = _in_currency(figures.any_12_months, currency)
    every_month = _in_currency(figures.each_month, currency)
    nodes |= {end for each in figures.periods for end in (each.first, each.last + 1) if end is not None}
    nodes.add(this_month + 1)
    if figures.trading_since is not None:
        nodes.add(figures.trading_since)
    if highest is not None:
        # Twelve months more, so that the windows before all statements are among them.
        nodes |= set(range(min(nodes) - _YEAR, this_month + 2))
    beginning = min(nodes)
    since_ever = beginning - 1
    limits = [Limit(beginning, since_ever, NOTHING, None)]
    since_path = f"{figures.path}.trading_since"
    if figures.trading_since is not None:
        limits.append(Limit(since_ever, beginning, NOTHING, since_path))
    for start, end in pairwise(sorted(nodes)):
        around = [each for each in figures.periods if (each.first or start) <= start and each.last + 1 >= end]
        if figures.trading_since is not None and end <= figures.trading_since:
            limits += limits_of(start, end, ZERO, since_path)
        elif not any(_may_be_negative(each) for each in around):
            limits.append(Limit(end, start, NOTHING, None))
        if every_month is not None and not around and start <= this_month:
            limits += limits_of(start, end, multiple(every_month, end - start), f"{figures.path}.each_month")
    for each in figures.periods:
        total = _in_currency(each.amount, currency)
        if total is not None:
            if _is_plan(each, as_of):
                total = Range(None, total.high, False, total.high_open)
            start = since_ever if each.first is None else each.first
            limits += limits_of(start, each.last + 1, total, each.path)
    if highest is not None:
        upper = Range(None, highest.high, False, highest.high_open)
        for start in range(beginning, this_month + 2 - _YEAR):
            limits += limits_of(start, start + _YEAR, upper, f"{figures.path}.any_12_months")
    return limits


def _may_be_negative(figure: PeriodFigure) -> bool:
    """Return whether months in it can be below zero: a month that is stated, or a total below zero."""
    stated = figure.amount.range
    if figure.amount.unknown:
        return False
    return (
        figure.first == figure.last
        or (stated.low is not None and stated.low < 0)
        or stated.intersection(NON_NEGATIVE).empty
    )


def _is_plan(figure: PeriodFigure, as_of: date) -> bool:
    """Return whether a total has the month of *as_of* in it, of which a part is still to come."""
    this_month = month_of(as_of)
    around = (figure.first is None or figure.first <= this_month) and figure.last >= this_month
    return around and figure.first != figure.last and as_of != last_day(this_month)


def _in_currency(amount: Amount | None, currency: str | None) -> Range | None:
    """Return what is said in one currency; none is zero in each."""
    if amount is None or amount.unknown or not (amount.none or amount.currency == currency):
        return None
    return amount.range


def _currencies(figures: Figures) -> list[str | None]:
    amounts = [each.amount for each in figures.periods]
    amounts += [each for each in (figures.each_month, figures.any_12_months) if each is not None]
    found = {each.currency for each in amounts if not (each.none or each.unknown)}
    return sorted(found, key=str) or [None]


def _may_contradict(figures: Figures) -> bool:
    if figures.any_12_months is not None or figures.trading_since is not None:
        return True
    ordered = sorted(figures.periods, key=lambda each: (each.first or 0, each.last))
    return any(_overlap(one, other) for one, other in pairwise(ordered))


def _overlap(one: PeriodFigure, other: PeriodFigure) -> bool:
    return (one.first or 0) <= other.last and (other.first or 0) <= one.last


def _without(figures: Figures, path: str) -> Figures:
    bound = path.removeprefix(f"{figures.path}.")
    return replace(
        figures,
        periods=tuple(each for each in figures.periods if each.path != path),
        any_12_months=None if bound == "any_12_months" else figures.any_12_months,
        each_month=None if bound == "each_month" else figures.each_month,
        trading_since=None if bound == "trading_since" else figures.trading_since,
    )
