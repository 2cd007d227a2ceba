"""Headroom: each amount beside its limit, and the month in which the limit would be crossed."""

from bisect import bisect_left
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Final

from k3license.answers.amounts import latest_known, peak, reporters
from k3license.answers.candidates import measures_in
from k3license.answers.cases import Cases
from k3license.answers.projection import Projection, first_month_ahead, last_planned_month, projected
from k3license.answers.proofs import measure_words
from k3license.answers.uses import Use
from k3license.facts.measures import amount_of, exceeds
from k3license.facts.money.largest_total import LargestTotal
from k3license.facts.world import World
from k3license.model.assessment import Answer
from k3license.model.headroom import Assumed, Headroom, Latest, Part, Trip
from k3license.model.months import Month, last_day, month_of
from k3license.model.ownership import change_points
from k3license.model.ranges import Range
from k3license.model.rules import Measure, Requirement
from k3license.model.series import FiguresContradict
from k3license.model.truth import Truth

# How many months after the day asked about a limit is looked for that growth would cross.
MONTHS_LOOKED_AHEAD: Final = 60
_HUNDRED: Final = Decimal(100)
_TENTH: Final = Decimal("0.1")
_POSSIBLE_AND_SURE: Final = ((Truth.YES, Truth.UNKNOWN), (Truth.YES,))
# Every window of months counts when one is looked for that crosses a limit later.
_EVERY_WINDOW: Final = {"twelve-months": "any-window", "display-months": "any-month-since-first-use"}


def headroom(use: Use, requirement: Requirement, *, growth: Decimal | None) -> tuple[Headroom, ...]:
    """
    Return each amount that *requirement* sets a limit to, in the order of the rule.

    With *growth* (percent a month), or months planned in the profile, each tells when its
    limit would be crossed: planned months count as planned, the others grow.
    """
    return tuple(_Measured(use, requirement, measure).headroom(growth) for measure in measures_in(requirement.when))


class _Measured:
    """One measure of one requirement."""

    def __init__(self, use: Use, requirement: Requirement, measure: Measure) -> None:
        self.use = use
        self.requirement = requirement
        self.measure = measure

    def headroom(self, growth: Decimal | None) -> Headroom:
        use, measure = self.use, self.measure
        amount = amount_of(use.world, measure, use.offering_id)
        window = peak(amount, limit=measure.limit)
        total = amount.range.to_cents()
        left = _less(measure.limit, total)
        crossed = exceeds(use.world, measure, use.offering_id)
        since, perhaps_earlier = self._since(amount) if crossed is Truth.YES else (None, False)
        return Headroom(
            requirement=self.requirement.id,
            measure=measure.id,
            says=measure_words(measure),
            limit=measure.limit,
            strict=measure.strict,
            currency=measure.currency,
            crossed=crossed,
            amount=total,
            first=None if window is None else window.window.first,
            last=None if window is None else window.window.last,
            total=None if window is None else window.total.to_cents(),
            parts=tuple(
                Part(name, path, adds.to_cents()) for name, path, adds in reporters(use.world, measure, use.offering_id)
            ),
            left=left,
            percent=_percent(left, measure.limit),
            since=since,
            perhaps_earlier=perhaps_earlier,
            latest=self._latest(amount),
            trip=None if crossed is Truth.YES else self._trip(growth),
        )

    def _since(self, amount: LargestTotal) -> tuple[Month | None, bool]:
        """Return the first month that surely crosses the limit, and whether an earlier one may have."""
        windows = amount.whole_windows
        crossed = [self.measure.crossed_by(each.total) for each in windows]
        if Truth.YES not in crossed:
            return None, False
        first = crossed.index(Truth.YES)
        before = crossed[:first]
        perhaps_earlier = Truth.UNKNOWN in before or (not before and not amount.starts_from_nothing)
        return windows[first].window.last, perhaps_earlier

    def _latest(self, amount: LargestTotal) -> Latest | None:
        found = latest_known(amount, as_of=self.use.case.as_of)
        return None if found is None else Latest(*found.window, found.total.to_cents())

    def _trip(self, growth: Decimal | None) -> Trip | None:
        use = self.use
        as_of = use.case.as_of
        until = last_planned_month(use.case.profile, as_of=as_of)
        if growth is not None:
            until = max(until or Month(0), Month(month_of(as_of) + MONTHS_LOOKED_AHEAD))
        if until is None:
            return None
        rate = growth or Decimal(0)
        carried = projected(use.case.profile, as_of=as_of, growth=rate, until=until)
        trip = Trip(rate, until, None, None, None, (), ())
        try:
            later = self._later(carried, until)
            amount = amount_of(self._every_window(later), self.measure, later.offering_id)
            involved = self._involved(later, amount)
            unknown = tuple(path for path in carried.unknown if path in involved)
            ahead = [each for each in amount.windows if each.window.last >= first_month_ahead(as_of)]
            if unknown and any(each.total.high is None for each in ahead):
                return trip._replace(unknown=unknown)
            months = [each.window.last for each in ahead]
            possible, sure = self._first_months(carried, amount, months)
            trip = trip._replace(possible=possible, sure=sure, assumed=self._needed(carried, involved, sure or until))
            month = sure or possible
            return trip if month is None else trip._replace(starts=self._starts(self._later(carried, month)))
        except FiguresContradict as error:
            # Plans and growth do not go together: nothing is said.
            return trip._replace(unknown=tuple(error.paths))

    def _later(self, carried: Projection, month: Month) -> Use:
        """Return the use at the end of a later month."""
        use = self.use
        options = use.cases.options._replace(as_of=last_day(month))
        cases = Cases(use.loaded._replace(profile=carried.profile), use.cases.catalog, options)
        return Use(cases, use.pack, use.offering_id)

    def _first_months(
        self, carried: Projection, amount: LargestTotal, months: Sequence[Month]
    ) -> tuple[Month | None, Month | None]:
        """Return the first of *months* by which the limit is not surely kept, and by which it surely is crossed."""
        use = self.use
        if not change_points(use.case.structure, after=use.case.as_of, until=last_day(months[-1])):
            # Every later month then is like the first, as more windows only add to the largest total.
            def by(month: Month) -> Truth:
                return self._crossed(amount.ending(months[0], month))

            places = [bisect_left(months, True, key=lambda month: by(month) in truths) for truths in _POSSIBLE_AND_SURE]
            possible, sure = (months[place] if place < len(months) else None for place in places)
            return possible, sure
        possible = sure = None
        for month in months:
            later = self._later(carried, month)
            truth = self._crossed(amount_of(self._every_window(later), self.measure, later.offering_id))
            if truth is not Truth.NO and possible is None:
                possible = month
            if truth is Truth.YES:
                return possible, month
        return possible, sure

    def _crossed(self, amount: LargestTotal) -> Truth:
        limit = self.measure.limit
        return amount.exceeds(limit) if self.measure.strict else self.measure.crossed_by(amount.range)

    def _needed(self, carried: Projection, involved: AbstractSet[str], last: Month) -> tuple[Assumed, ...]:
        """Return the figures of which months up to *last* had to be carried on."""
        return tuple(each for each in carried.assumed if each.path in involved and each.first <= last)

    def _involved(self, later: Use, amount: LargestTotal) -> AbstractSet[str]:
        """Return the paths of the figures that may add to the amount."""
        names = {share.name for each in amount.completions for share in each.largest.table.shares}
        if self.measure.which == "everything":
            return {f"entities.{name}.revenue" for name in names} | {"other_affiliates.revenue"}
        if self.measure.quantity == "users":
            return {f"offerings.{name}.monthly_active_users" for name in names}
        # A product makes no more than its operator.
        return {f"entities.{later.reported.operator}.revenue", *(f"offerings.{name}.revenue" for name in names)}

    def _every_window(self, later: Use) -> World:
        readings = {
            position: reading for position, reading in _EVERY_WINDOW.items() if position in later.world.readings
        }
        return later.world.with_readings(readings)

    def _starts(self, later: Use) -> Answer | None:
        answer = later.decided(self.requirement).answer
        return None if answer == self.use.decided(self.requirement).answer else answer


def _less(limit: Decimal, amount: Range) -> Range:
    """Return *limit* less *amount*."""
    low = None if amount.high is None else limit - amount.high
    high = None if amount.low is None else limit - amount.low
    return Range(low, high, low is not None and amount.high_open, high is not None and amount.low_open)


def _percent(left: Range, limit: Decimal) -> Range:
    """Return *left* in percent of *limit*: one number as near as tenths come, the ends of a range outward."""
    low, high = (ROUND_HALF_UP, ROUND_HALF_UP) if left.exact else (ROUND_FLOOR, ROUND_CEILING)

    def of_limit(end: Decimal | None, rounding: str) -> Decimal | None:
        return None if end is None else _to_tenths(end * _HUNDRED / limit, rounding)

    return Range(of_limit(left.low, low), of_limit(left.high, high), left.low_open, left.high_open)


def _to_tenths(percent: Decimal, rounding: str) -> Decimal:
    """
    Return *percent* to a tenth; what would then be zero, as if at the limit, to its first digit that is not.

    A rest that is not all of the limit is not rounded up to all of it.
    """
    tenths = percent.quantize(_TENTH, rounding)
    if percent < _HUNDRED <= tenths and rounding == ROUND_HALF_UP:
        return percent.quantize(_TENTH, ROUND_FLOOR)
    return tenths if tenths or not percent else percent.quantize(Decimal(1).scaleb(percent.adjusted()), rounding)
