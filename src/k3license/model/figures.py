"""Figures over calendar months, as stated: what months, quarters and years say, unmixed and unguessed."""

from typing import Literal, NamedTuple

from k3license.model.amounts import Amount
from k3license.model.months import Month
from k3license.model.ownership import EntityId


class PeriodFigure(NamedTuple):
    """
    The total of the months *first* to *last*, both inclusive; *first* None: since ever.

    A list with a value per month is one figure for each month.
    """

    first: Month | None
    last: Month
    amount: Amount
    path: str


class Figures(NamedTuple):
    """
    All that is stated of a revenue or of a number of users.

    *each_month* bounds every month that no period states; *any_12_months* is the highest
    total of twelve consecutive months so far; months before *trading_since* are zero.
    *covers* and *not_in* say what a revenue covers; *from_group* is the part of it from
    sales to members of the group: None unknown, an amount per 12 months, or figures.
    """

    periods: tuple[PeriodFigure, ...] = ()
    each_month: Amount | None = None
    any_12_months: Amount | None = None
    trading_since: Month | None = None
    covers: Literal["own", "consolidated"] = "own"
    not_in: frozenset[EntityId] = frozenset()
    from_group: "Amount | Figures | None" = None
    path: str = ""


class Rates(NamedTuple):
    """
    Exchange rates of one pair "AAA/BBB": units of BBB for one AAA, as quoted.

    *periods* hold a rate for each month of a period (not a total); *every_month* holds
    for months that no period states.
    """

    base: str
    quote: str
    periods: tuple[PeriodFigure, ...] = ()
    every_month: Amount | None = None
