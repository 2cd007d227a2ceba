"""A profile carried on after its day: months that it plans as planned, each other growing from the month before it."""

from collections.abc import Callable, Iterator
from datetime import date
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Final, NamedTuple

from k3license.model.amounts import Amount
from k3license.model.figures import Figures, PeriodFigure, Rates
from k3license.model.headroom import Assumed
from k3license.model.months import Month, last_day, month_of
from k3license.model.ranges import Range
from k3license.model.series import currency_of, series_up_to
from k3license.profile.records import OtherAffiliates, Profile

_CENT: Final = Decimal("0.01")
_YEAR: Final = 12


class Projection(NamedTuple):
    """
    *profile* with months up to *until* for every figure, and what was assumed of each.

    *growth* is in percent a month.  A month that the profile plans stays as planned, and growth goes on
    from the last of them (of a longer period, from its average month).  Exchange rates stay at the last one
    quoted.
    """

    profile: Profile
    assumed: tuple[Assumed, ...]
    unknown: tuple[str, ...]


def projected(profile: Profile, *, as_of: date, growth: Decimal, until: Month) -> Projection:
    """Return the profile carried on from *as_of* to *until*; figures that are not known cannot be."""
    walk = _Walk(as_of, growth, until)
    entities = {
        id: entity.model_copy(
            update={"revenue": walk.carried(entity.revenue, entity.name or id, f"entities.{id}.revenue")}
        )
        for id, entity in profile.entities.items()
    }
    offerings = {
        id: offering.model_copy(
            update={
                field: walk.carried(getattr(offering, field), offering.name or id, f"offerings.{id}.{field}")
                for field in ("revenue", "monthly_active_users")
            }
        )
        for id, offering in profile.offerings.items()
    }
    # What is carried on holds on the last day, also in the month that *as_of* parts.
    update: dict[str, object] = {"as_of": last_day(until), "entities": entities, "offerings": offerings}
    others = profile.other_affiliates
    if isinstance(others, OtherAffiliates):
        revenue = walk.carried(others.revenue, "other affiliates", "other_affiliates.revenue")
        update["other_affiliates"] = others.model_copy(update={"revenue": revenue})
    update["exchange_rates"] = {
        pair: _rates_held(rates, as_of, until) for pair, rates in profile.exchange_rates.items()
    }
    return Projection(profile.model_copy(update=update), tuple(walk.assumed), tuple(walk.unknown))


def first_month_ahead(as_of: date) -> Month:
    """Return the first month that is not over on *as_of*: its figure ends on that day, so that it is carried on."""
    return Month(month_of(as_of) + (as_of == last_day(month_of(as_of))))


def last_planned_month(profile: Profile, *, as_of: date) -> Month | None:
    """Return the last month after *as_of* for which the profile states a figure, or None."""
    months = [each.last for figures in _all_figures(profile) for each in figures.periods if each.last > month_of(as_of)]
    return max(months, default=None)


def _all_figures(profile: Profile) -> Iterator[Figures]:
    found: list[object] = [entity.revenue for entity in profile.entities.values()]
    for offering in profile.offerings.values():
        found += [offering.revenue, offering.monthly_active_users]
    if isinstance(profile.other_affiliates, OtherAffiliates):
        found.append(profile.other_affiliates.revenue)
    yield from (figures for figures in found if isinstance(figures, Figures))


class _Walk:
    """Carries on one figure after the other."""

    def __init__(self, as_of: date, growth: Decimal, until: Month) -> None:
        self.as_of = as_of
        self.until = until
        self.factor = 1 + growth / 100
        self.begin = first_month_ahead(as_of)
        self.assumed: list[Assumed] = []
        self.unknown: list[str] = []

    def carried(self, figures: object, name: str, path: str) -> object:
        if not isinstance(figures, Figures):
            self.unknown.append(path)
            return figures
        base = self._base(figures)
        if base is None:
            self.unknown.append(path)
            return figures
        currency = currency_of(figures)
        kept = tuple(each for each in figures.periods if not self._is_part_of_open_month(each))
        planned = {month: _average(each) for each in kept for month in self._months_of(each)}
        months = []
        value = base
        for number in range(self.begin, self.until + 1):
            value = planned[number] if number in planned else _times(value, self.factor)
            if number not in planned:
                amount = Amount(value, currency)
                months.append(PeriodFigure(Month(number), Month(number), amount, path))
        if months:
            self.assumed.append(Assumed(name, path, base, currency, months[0].last))
        return _without_best_year(figures._replace(periods=(*kept, *months)), Month(self.begin - 1), currency)

    def _is_part_of_open_month(self, each: PeriodFigure) -> bool:
        return each.first == each.last == self.begin and self.begin == month_of(self.as_of)

    def _months_of(self, each: PeriodFigure) -> range:
        first = self.begin if each.first is None else max(each.first, self.begin)
        return range(first, each.last + 1)

    def _base(self, figures: Figures) -> Range | None:
        """Return what the last month before those carried on makes; of a longer period its average month."""
        before = Month(self.begin - 1)
        series = series_up_to(figures, as_of=last_day(before))
        if before in series.stated:
            return series.stated[before]
        if figures.each_month is not None:
            return series.otherwise
        totals = [each for each in series.totals if each.first is not None and each.range.low is not None]
        if totals:
            latest = max(totals, key=lambda each: each.last)
            assert latest.first is not None
            return _divided(latest.range, latest.last - latest.first + 1)
        if series.best_year is not None:
            return _divided(series.best_year, _YEAR)
        return None


def _average(each: PeriodFigure) -> Range:
    """Return what a month of a stated period makes on average; of one without a beginning nothing is known."""
    return Range() if each.first is None else _divided(each.amount.range, each.last - each.first + 1)


def _without_best_year(figures: Figures, before: Month, currency: str | None) -> Figures:
    """
    Return *figures* without "the highest twelve months so far", which says nothing of later ones.

    The latest twelve months are taken to be at most these; alone, they came in evenly.
    """
    best = figures.any_12_months
    if best is None:
        return figures
    months = figures.periods
    evenly = Amount(_divided(best.range, _YEAR), currency)
    start = Month(before - _YEAR + 1)
    if any(each.last <= before for each in figures.periods):
        at_most = Amount(Range(None, best.range.high, False, best.range.high_open), currency)
        months += (PeriodFigure(start, before, at_most, figures.path),)
    else:
        months += tuple(PeriodFigure(Month(m), Month(m), evenly, figures.path) for m in range(start, before + 1))
    return figures._replace(periods=months, any_12_months=None)


def _rates_held(rates: Rates, as_of: date, until: Month) -> Rates:
    if not rates.periods:
        return rates
    last = max(rates.periods, key=lambda each: each.last)
    if last.last >= until:
        return rates
    later = PeriodFigure(Month(max(last.last, month_of(as_of)) + 1), until, last.amount, last.path)
    return rates._replace(periods=(*rates.periods, later))


def _times(value: Range, factor: Decimal) -> Range:
    return _rounded(value, lambda end: end * factor)


def _divided(value: Range, by: int) -> Range:
    return _rounded(value, lambda end: end / by)


def _rounded(value: Range, of: Callable[[Decimal], Decimal]) -> Range:
    low = None if value.low is None else of(value.low).quantize(_CENT, ROUND_FLOOR)
    high = None if value.high is None else of(value.high).quantize(_CENT, ROUND_CEILING)
    return Range(low, high)
