"""
The month in which a limit is crossed, against adding up month by month.

Random small groups with exact monthly figures go on growing evenly, some with months that they plan, looked at on the
last day of a month or inside one.  The adding up is done here with fractions and shares nothing with the program.  A
month that is planned stays as planned, and growth goes on from it.  K3LICENSE_SEARCH multiplies the number of profiles.
"""

import calendar
import os
import random
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

import pytest

from k3license.answers.assess import Options
from k3license.answers.cases import Cases
from k3license.answers.uses import Use
from k3license.engine.agreement import Engines
from k3license.model.assessment import Answer, Applies
from k3license.model.headroom import Trip
from k3license.model.truth import Truth
from k3license.reading.profiles import load_profile
from tests.answering import Profile, all_headroom, as_yaml, catalog

PROFILES = 150 * int(os.environ.get("K3LICENSE_SEARCH", "1"))
PER_TEST = 25
GROWTH = ("0", "0.25", "1", "3", "5.5", "12.3456", "40", "-2")
RATES = ("1.05", "1.1", "1.0833")
# A requirement, and the currency of its limit: none for users.
Key = tuple[str, str | None]
GROUP: Key = ("separate-agreement", "USD")
USERS: Key = ("display-name", None)
PRODUCT: Key = ("display-name", "USD")
LIMITS = {GROUP: 20_000_000, USERS: 100_000_000, PRODUCT: 20_000_000}
LOOKED_AHEAD = 60
# Months are counted from year 0, as they are added up here; the first figures are those of January 2025.
START = 2025 * 12
# The program rounds each month outward to cents: nearer to a limit than this it may say "possible" only.
NEAR = 10

Months = dict[int, Fraction]


class Figure(NamedTuple):
    """Amounts by month: those so far, and those planned."""

    so_far: Months
    planned: Months

    def carried(self, begin: int, until: int, growth: Fraction) -> Months:
        """All months to *until*: from *begin* on as planned, and otherwise grown from the month before."""
        months = {month: value for month, value in self.so_far.items() if month < begin}
        value = months[begin - 1]
        for month in range(begin, until + 1):
            value = self.planned.get(month, value * (1 + growth / 100))
            months[month] = value
        return months


class Situation(NamedTuple):
    """
    A maker of one product, perhaps with a parent that reports in euros.

    *sells_access*: the product is a Model as a Service; *shows_name*: it shows the name that section 3 asks for;
    *calendar_months*: a run of twelve months begins with a month, not on any day.
    """

    as_of: date
    growth: str | None
    maker: Figure
    parent: Figure | None
    rates: Months
    product: Figure
    users: Figure
    sells_access: bool
    shows_name: bool
    calendar_months: bool

    @property
    def today(self) -> int:
        return self.as_of.year * 12 + self.as_of.month - 1

    @property
    def begin(self) -> int:
        """The first month that is carried on: the next one, or that of the day if it is not over."""
        return self.today + (self.as_of.day == _days_of(self.today))

    @property
    def until(self) -> int | None:
        """The last month looked at; None if there is nothing to look at."""
        figures = [each for each in (self.maker, self.parent, self.product, self.users) if each is not None]
        planned = list(chain.from_iterable(each.planned for each in figures))
        return max([*planned, *([] if self.growth is None else [self.today + LOOKED_AHEAD])], default=None)


class Amount(NamedTuple):
    """Months beside a limit: as known today, and carried on; so many months together make *least* and *most*."""

    limit: int
    situation: Situation
    known: Months
    carried: Months
    least: int
    most: int

    def crossed_today(self) -> Truth:
        if any(_ending(self.known, month, self.least) > self.limit for month in self.known):
            return Truth.YES
        maybe = any(_ending(self.known, month, self.most) > self.limit for month in self.known)
        return Truth.UNKNOWN if maybe else Truth.NO

    def first_over(self, length: int) -> int | None:
        """Return the first month ahead with which so many months exceed the limit."""
        ahead = range(self.situation.begin, max(self.carried) + 1)
        return next((month for month in ahead if _ending(self.carried, month, length) > self.limit), None)

    def is_near(self) -> bool:
        """Return whether some months come so near to the limit, without being at it, that cents decide."""
        totals = (_ending(self.carried, month, length) for month in self.carried for length in (self.least, self.most))
        return any(0 < abs(total - self.limit) < NEAR for total in totals)


def _ending(months: Months, last: int, length: int) -> Fraction:
    """Return what so many months make that end with *last*."""
    return sum((months.get(month, Fraction(0)) for month in range(last - length + 1, last + 1)), Fraction(0))


@pytest.mark.parametrize("first", range(0, PROFILES, PER_TEST))
def test_a_limit_is_crossed_in_the_month_in_which_adding_up_crosses_it(first: int) -> None:
    for seed in range(first, first + PER_TEST):
        situation = random_situation(random.Random(seed))
        wrong = list(disagreements_on(situation))
        assert not wrong, "\n".join([f"seed {seed}, growth {situation.growth}", *wrong, as_yaml(written(situation))])


def disagreements_on(situation: Situation) -> Iterator[str]:
    """Yield what the program says otherwise than adding up does."""
    use = use_of(situation)
    growth = None if situation.growth is None else Decimal(situation.growth)
    found = {(each.requirement, each.currency): each for each in all_headroom(use, growth=growth)}
    amounts = amounts_of(situation)
    today = {key: amounts[key].crossed_today() for key in LIMITS}
    for key, each in found.items():
        if today[key] is not each.crossed:
            yield f"{key}: crossed today is {each.crossed}, by adding up {today[key]}"
        elif today[key] is Truth.YES or situation.until is None:
            if each.trip is not None:
                yield f"{key}: nothing is to be said of later months, and {each.trip} is"
        elif each.trip is None or each.trip.unknown:
            yield f"{key}: nothing is said of later months: {each.trip}"
        elif not amounts[key].is_near():
            yield from _differences(situation, key, each.trip, amounts[key], today)


def _differences(
    situation: Situation, key: Key, ours: Trip, amount: Amount, today: Mapping[Key, Truth]
) -> Iterator[str]:
    if ours.until != situation.until:
        yield f"{key}: looked ahead to {ours.until}, not to {situation.until}"
    sure, possible = amount.first_over(amount.least), amount.first_over(amount.most)
    if (ours.sure, ours.possible) != (sure, possible):
        yield f"{key}: crossed in {ours.sure}, maybe in {ours.possible}; by adding up in {sure}, maybe in {possible}"
    starts = starting(situation, key, sure=sure, possible=possible, today=today)
    if ours.starts != starts:
        yield f"{key}: then the answer is {ours.starts}, and should be {starts}"


def starting(
    situation: Situation, key: Key, *, sure: int | None, possible: int | None, today: Mapping[Key, Truth]
) -> Answer | None:
    """Return what the requirement is answered once its limit is crossed, or else may be; None if that is as today."""
    crossed = Truth.YES if sure is not None else Truth.UNKNOWN if possible is not None else Truth.NO
    # Either of the limits of a product is enough: no other answer if the other one is crossed already.
    before = max((today[other] for other in today if other[0] == key[0]), key=CERTAINTY.index)
    if CERTAINTY.index(crossed) <= CERTAINTY.index(before):
        return None
    applies = Applies.YES if crossed is Truth.YES else Applies.UNKNOWN
    if key[0] == "separate-agreement":
        return Answer(applies, Truth.NO) if situation.sells_access else None
    return Answer(applies, Truth.YES if situation.shows_name else Truth.NO)


CERTAINTY = (Truth.NO, Truth.UNKNOWN, Truth.YES)


# Adding up


def amounts_of(situation: Situation) -> Mapping[Key, Amount]:
    """Return the amounts beside each limit: twelve months of the whole group, one month of the product."""
    until = situation.until or situation.today
    last_quoted = situation.rates[situation.today]

    def of_group(months_of: Callable[[Figure], Months]) -> Months:
        group = months_of(situation.maker)
        for month, value in (months_of(situation.parent) if situation.parent else {}).items():
            group[month] += value * situation.rates.get(month, last_quoted)
        return group

    def carried(figure: Figure) -> Months:
        return figure.carried(situation.begin, until, Fraction(situation.growth or 0))

    def known(figure: Figure) -> Months:
        return dict(figure.so_far)

    # A run of twelve months that may begin on any day lies in thirteen: as much as they make, it may make.
    longest = 12 if situation.calendar_months else 13
    return {
        GROUP: Amount(LIMITS[GROUP], situation, of_group(known), of_group(carried), 12, longest),
        USERS: Amount(LIMITS[USERS], situation, known(situation.users), carried(situation.users), 1, 1),
        PRODUCT: Amount(LIMITS[PRODUCT], situation, known(situation.product), carried(situation.product), 1, 1),
    }


# Random situations


def random_situation(rng: random.Random) -> Situation:
    today = START + rng.randrange(12, 24)
    year, month = today // 12, today % 12 + 1
    as_of = date(year, month, _days_of(today) if rng.random() < 0.6 else rng.randrange(1, 28))
    growth = rng.choice([None, *GROWTH])
    planned = rng.randrange(1, 25) if rng.random() < 0.4 or growth is None else 0
    product = _figure(rng, today, planned if rng.random() < 0.5 else 0, (0, 50_000, 900_000, 9_000_000, 19_000_000))
    return Situation(
        as_of=as_of,
        growth=growth,
        maker=_beside(product, _figure(rng, today, planned, (0, 100_000, 700_000, 1_300_000))),
        parent=_figure(rng, today, 0, (0, 100_000, 600_000)) if rng.random() < 0.4 else None,
        rates={m: Fraction(rng.choice(RATES)) for m in range(START, today + 1)},
        product=product,
        users=_figure(rng, today, planned if rng.random() < 0.5 else 0, (0, 10, 2_000_000, 60_000_000, 99_999_999)),
        sells_access=rng.random() < 0.6,
        shows_name=rng.random() < 0.5,
        calendar_months=rng.random() < 0.5,
    )


def _figure(rng: random.Random, today: int, planned: int, around: tuple[int, ...]) -> Figure:
    base = rng.choice(around)
    so_far = {m: Fraction(int(base * rng.choice((1, 1, 1, 0.5, 1.01)))) for m in range(START, today + 1)}
    plan = {today + n: Fraction(int(base * rng.choice((0.5, 1, 1.2, 3)))) for n in range(1, planned + 1)}
    return Figure(so_far, plan)


def _beside(product: Figure, rest: Figure) -> Figure:
    """Return the revenue of whoever sells *product* and makes *rest* besides: planned wherever both are."""
    so_far = {m: product.so_far[m] + value for m, value in rest.so_far.items()}
    top = max(chain(product.so_far.values(), product.planned.values()))
    return Figure(so_far, {m: top * 2 + value for m, value in rest.planned.items()} if product.planned else {})


def written(situation: Situation) -> Profile:
    """Return the situation as a profile."""
    maker: Profile = {"kind": "company", "model_as_a_service": "no", "revenue": _money(situation.maker, "USD")}
    entities = {"maker": maker}
    if situation.parent is not None:
        revenue = _money(situation.parent, "EUR")
        owner = {"kind": "company", "model_as_a_service": "no", "owns": {"maker": "100"}, "revenue": revenue}
        entities["parent"] = owner
    months = sorted(situation.rates)
    rates = {f"{_key(months[0])}..{_key(months[-1])}": [f"{float(situation.rates[m])}" for m in months]}
    shown = {"name": "Kimi K3", "prominent": "yes"} if situation.shows_name else "none"
    access = {"kind": "raw-api" if situation.sells_access else "fixed-feature", "display": shown}
    return {
        "profile": "1",
        "as_of": situation.as_of.isoformat(),
        "licensee": "maker",
        "entities": entities,
        "exchange_rates": {"EUR/USD": rates},
        "other_affiliates": "none",
        "offerings": {
            "desk": {
                **access,
                **OFFERED,
                "monthly_active_users": _listed(situation.users),
                "revenue": {"currency": "USD", **_listed(situation.product)},
            }
        },
        "agreements": "none",
        "positions": {
            "window-alignment": "calendar-months" if situation.calendar_months else "any-day",
            "exchange": "monthly",
        },
    }


OFFERED: Mapping[str, object] = {
    "operator": "maker",
    "model": "kimi-k3",
    "channels": "none",
    "charged": "paid",
    "purpose": "production",
    "offered_to": ["customers"],
    "serves": ["inference"],
    "they_control": {"inputs": "free-form", "system_prompt": "yes", "parameters": "yes", "training_data": "no"},
    "relay": "no",
    "outputs_leave": ["responses"],
    "access": ["self-hosted"],
    "copies": {"of": "kimi-k3", "notice_kept": "yes"},
    "first_used": "2025-01-01",
}


def _money(figure: Figure, currency: str) -> Profile:
    return {"currency": currency, "trading_since": _key(START), **_listed(figure), "from_group": "none"}


def _listed(figure: Figure) -> Profile:
    months = {**figure.so_far, **figure.planned}
    return {f"{_key(min(months))}..{_key(max(months))}": [f"{months[m]}" for m in sorted(months)]}


def _days_of(month: int) -> int:
    return calendar.monthrange(month // 12, month % 12 + 1)[1]


def _key(month: int) -> str:
    return f"{month // 12}-{month % 12 + 1:02d}"


def use_of(situation: Situation) -> Use:
    loaded = load_profile(as_yaml(written(situation)).encode(), name="random", known=catalog().known)
    cases = Cases(loaded, catalog(), Options(engines=Engines.BUILTIN))
    ((offering_id, pack),) = cases.uses()
    return Use(cases, pack, offering_id)
