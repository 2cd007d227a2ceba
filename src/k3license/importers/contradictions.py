"""Rows that cannot both be true: two shares of one holding, two figures of one month."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date

from k3license.importers.found import FigureFound, Found, HoldingFound, Limit
from k3license.model.errors import Place


def check_contradictions(found: Found) -> None:
    """Find an error in every row that an earlier one contradicts, naming both."""
    stakes: dict[tuple[str, ...], list[HoldingFound]] = defaultdict(list)
    for holding in found.holdings:
        key = (holding.owner, holding.owned, holding.share_class or "", holding.nominee_for or "")
        stakes[key].append(holding)
    for (owner, owned, *_), statements in stakes.items():
        for later, earlier in _first_pairs(sorted(statements, key=_place_of)):
            text = f"another share of {owner} in {owned} is stated in {earlier.place}, for the same time"
            help = "correct one, part them by from and until, or name the class of shares of each"
            found.report.error(later.place, "contradiction", text, help)
    _check_figures(found)


def _first_pairs(statements: Sequence[HoldingFound]) -> list[tuple[HoldingFound, HoldingFound]]:
    """Return each statement that contradicts an earlier one, with that one."""
    pairs = []
    for index, later in enumerate(statements):
        earlier = next((each for each in statements[:index] if _contradict(each, later)), None)
        if earlier is not None:
            pairs.append((later, earlier))
    return pairs


def _contradict(one: HoldingFound, other: HoldingFound) -> bool:
    if "unknown" in (one.start, one.end, other.start, other.end):
        return False
    start = max(_day(one.start, date.min), _day(other.start, date.min))
    end = min(_day(one.end, date.max), _day(other.end, date.max))
    if start >= end:
        return False
    if one.percent.intersection(other.percent).empty:
        return True
    return one.votes is not None and other.votes is not None and one.votes.intersection(other.votes).empty


def _check_figures(found: Found) -> None:
    first: dict[tuple[str, str], FigureFound] = {}
    for figure in sorted(found.figures, key=_place_of):
        known = first.setdefault((figure.entity, str(figure.period)), figure)
        if known is not figure:
            text = f"a second figure of {figure.entity} for {figure.period}; the first is in {known.place}"
            found.report.error(figure.place, "contradiction", text, "add them up if both count, else take one out")
        covers = first.setdefault((figure.entity, "covers"), figure)
        if covers.covers != figure.covers:
            text = f"covers is {figure.covers or 'empty'}, but {covers.covers or 'empty'} in {covers.place}"
            found.report.error(
                figure.place, "contradiction", text, "figures of one entity cover the same", path="covers"
            )


def _place_of(stated: HoldingFound | FigureFound) -> Place:
    return stated.place


def _day(limit: Limit, otherwise: date) -> date:
    return limit if isinstance(limit, date) else otherwise
