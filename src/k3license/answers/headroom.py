"""Headroom: each amount beside its limit, and the month in which the limit would be crossed."""

from collections.abc import Iterator, Sequence
from decimal import ROUND_DOWN, Decimal
from typing import Final

from k3license.answers.amounts import peak, reporters
from k3license.answers.candidates import measures_in
from k3license.answers.cases import Cases
from k3license.answers.projection import Projection, last_planned_month, projected
from k3license.answers.proofs import measure_words
from k3license.answers.uses import Use
from k3license.facts.measures import amount_of, exceeds
from k3license.facts.money.largest_total import LargestTotal, WindowTotal
from k3license.facts.world import World
from k3license.model.assessment import Answer
from k3license.model.headroom import Headroom, Part, Trip
from k3license.model.months import Month, last_day, month_of
from k3license.model.ranges import Range
from k3license.model.rules import Measure, Requirement
from k3license.model.series import FiguresContradict
from k3license.model.truth import Truth

# How many months after the day asked about a limit is looked for that growth would cross.
MONTHS_LOOKED_AHEAD: Final = 60
_HUNDRED: Final = Decimal(100)
_TENTH: Final = Decimal("0.1")
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
            since=self._since(amount) if crossed is Truth.YES else None,
            trip=None if crossed is Truth.YES else self._trip(growth),
        )

    def _since(self, amount: LargestTotal) -> Month | None:
        surely = (each for each in amount.windows if self.measure.crossed_by(each.total) is Truth.YES)
        return next((each.window.last for each in surely), None)

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
            assumed = [each for each in carried.assumed if each.path in self._involved(later)]
            unknown = [path for path in carried.unknown if path in self._involved(later)]
            trip = trip._replace(assumed=tuple(assumed))
            windows = self._later_windows(later)
            if unknown and any(each.total.high is None for each in windows):
                return trip._replace(unknown=tuple(unknown))
            crossed = [(each.window.last, self.measure.crossed_by(each.total)) for each in windows]
            possible = next((month for month, truth in crossed if truth is not Truth.NO), None)
            sure = next((month for month, truth in crossed if truth is Truth.YES), None)
            trip = trip._replace(possible=possible, sure=sure)
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

    def _involved(self, later: Use) -> set[str]:
        """Return the paths of the figures that may add to the amount."""
        amount = amount_of(self._every_window(later), self.measure, later.offering_id)
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

    def _later_windows(self, later: Use) -> Sequence[WindowTotal]:
        today = month_of(self.use.case.as_of)
        amount = amount_of(self._every_window(later), self.measure, later.offering_id)
        return [each for each in amount.windows if each.window.last > today]

    def _starts(self, later: Use) -> Answer | None:
        answer = later.decided(self.requirement).answer
        return None if answer == self.use.decided(self.requirement).answer else answer


def _less(limit: Decimal, amount: Range) -> Range:
    """Return *limit* less *amount*."""
    low = None if amount.high is None else limit - amount.high
    high = None if amount.low is None else limit - amount.low
    return Range(low, high, low is not None and amount.high_open, high is not None and amount.low_open)


def _percent(left: Range, limit: Decimal) -> Range:
    def of_limit(end: Decimal | None) -> Decimal | None:
        return None if end is None else (end * _HUNDRED / limit).quantize(_TENTH, ROUND_DOWN)

    return Range(of_limit(left.low), of_limit(left.high), left.low_open, left.high_open)


def all_headroom(use: Use, *, growth: Decimal | None) -> Sequence[Headroom]:
    """Return the amounts beside their limits for every requirement of the license."""
    return tuple(_each(use, growth))


def _each(use: Use, growth: Decimal | None) -> Iterator[Headroom]:
    for requirement in use.pack.requirements:
        yield from headroom(use, requirement, growth=growth)
