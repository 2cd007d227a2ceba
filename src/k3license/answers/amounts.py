"""The amounts behind measures: who adds what to the window that decides, and where it is stated."""

from datetime import date
from decimal import Decimal
from typing import Final, NamedTuple

from k3license.facts.measures import amount_of, product_of
from k3license.facts.money.largest_total import LargestTotal, WindowTotal
from k3license.facts.money.members import OTHERS
from k3license.facts.money.windows import latest_complete_month
from k3license.facts.world import World
from k3license.model.ownership import EntityId
from k3license.model.ranges import Range
from k3license.model.rules import Measure

_FIELDS: Final = {"users": "monthly_active_users", "revenue": "revenue"}


class Reporter(NamedTuple):
    """Who adds to an amount: its name, the path of its figures, and what it adds to the window that decides."""

    name: str
    path: str
    adds: Range


def peak(amount: LargestTotal, *, limit: Decimal) -> WindowTotal | None:
    """
    Return the window that surely makes most, or may where nothing is sure; None if no window counts.

    *limit* is what the amount is compared with: no sharper range is looked for than its answer needs.
    """
    if not amount.windows:
        return None
    return amount.surest if amount.range_beside(limit).low else amount.largest


def latest_known(amount: LargestTotal, *, as_of: date) -> WindowTotal | None:
    """Return the latest window that is complete on *as_of* and of which anything is known, None if there is none."""
    complete = latest_complete_month(as_of).last_end
    told = (each for each in reversed(amount.windows) if each.window.last <= complete)
    return next((each for each in told if each.total.low or each.total.high is not None), None)


def reporters(world: World, measure: Measure, offering_id: str) -> tuple[Reporter, ...]:
    """Return who adds to the deciding window of *measure*; who surely adds nothing is left out."""
    amount = amount_of(world, measure, offering_id)
    window = peak(amount, limit=measure.limit)
    if window is None:
        return ()
    return tuple(
        Reporter(_name(world, each.name), path, each.amount)
        for each in amount.contributions(window)
        if (path := _path(world, measure, each.name)) is not None
    )


def own_figures(world: World, measure: Measure, offering_id: str) -> str:
    """Return the path of the figures that the operator, or the product, itself adds to *measure*."""
    if measure.which == "everything":
        return f"entities.{world.case.offering(offering_id).operator}.revenue"
    return f"offerings.{product_of(world, offering_id).id}.{_FIELDS[measure.quantity]}"


def rates_relied_on(world: World, measure: Measure, offering_id: str) -> tuple[str, ...]:
    """Return the paths of the exchange rates of what *measure* converts."""
    shares = {
        share for each in amount_of(world, measure, offering_id).completions for share in each.largest.table.shares
    }
    converted = {share.series.currency for share in shares} - {measure.currency, None}
    pairs = world.case.profile.exchange_rates
    return tuple(f"exchange_rates.{pair}" for pair in pairs if converted & set(pair.split("/")))


def _name(world: World, reporter: str) -> str:
    if reporter == OTHERS:
        return "other affiliates"
    profile = world.case.profile
    entity, offering = profile.entities.get(EntityId(reporter)), profile.offerings.get(reporter)
    name = entity.name if entity is not None else offering.name if offering is not None else None
    return name or reporter


def _path(world: World, measure: Measure, reporter: str) -> str | None:
    profile = world.case.profile
    if measure.which == "everything":
        if reporter == OTHERS:
            return "other_affiliates"
        return f"entities.{reporter}.revenue" if reporter in profile.entities else None
    return f"offerings.{reporter}.{_FIELDS[measure.quantity]}" if reporter in profile.offerings else None
