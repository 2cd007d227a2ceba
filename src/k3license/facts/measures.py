"""Amounts that a license sets limits to: the revenue of a group, and the months of one product."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Final, Literal, NamedTuple, cast

from k3license.facts.membership import lists_leave_affiliates_open, stands_alone
from k3license.facts.money.accounts import Accounts, Whole
from k3license.facts.money.exchange import POLICIES, Policy
from k3license.facts.money.group_revenue import MoneyReadings, group_revenue
from k3license.facts.money.largest_total import LargestTotal, WindowTotal
from k3license.facts.money.members import OTHERS
from k3license.facts.money.open_facts import OpenFact
from k3license.facts.money.perimeter import Member
from k3license.facts.money.product import largest_month
from k3license.facts.money.windows import FirstUse, Windows, latest_complete_month, months_since_first_use
from k3license.facts.perimeter import coverage, members_of, offering_revenue, on_the_day
from k3license.facts.world import World
from k3license.model.bounds import Bound, number
from k3license.model.figures import Figures, Rates
from k3license.model.months import month_text
from k3license.model.ownership import EntityId
from k3license.model.ranges import EXACT, Range
from k3license.model.rules import Measure
from k3license.model.truth import Truth
from k3license.model.unknown import UNKNOWN, Unknown
from k3license.profile.records import OtherAffiliates

# An open amount is tried at both its ends when looking for the facts that settle an answer.
LOWEST: Final = "lowest"
HIGHEST: Final = "highest"

Others = Figures | Literal["none", "included"] | None


def exceeds(world: World, measure: Measure, offering_id: str) -> Truth:
    """
    Return whether *measure* crosses its limit, for every possible amount or for none.

    Amounts that no statement bounds are anything from zero up, so that the answer is unknown
    unless the rest decides it.
    """
    if measure.which == "everything" and measure.strict and _never_reaches(world, measure, offering_id):
        return Truth.NO
    amount = amount_of(world, measure, offering_id)
    truth = amount.exceeds(measure.limit) if measure.strict else measure.crossed_by(amount.range)
    if truth is not Truth.UNKNOWN or world.swept:
        return truth
    ends = _assumed_ends(world, measure, offering_id, amount)
    return _at_ends(amount, measure.limit, ends) if ends else truth


def amount_of(world: World, measure: Measure, offering_id: str) -> LargestTotal:
    """Return the largest total that *measure* compares with its limit."""
    if measure.which == "everything":
        return _revenue_of_group(world, measure, offering_id)
    return _month_of_product(world, measure, offering_id)


# The group


def _revenue_of_group(world: World, measure: Measure, offering_id: str) -> LargestTotal:
    members = members_of(world, world.case.offering(offering_id).operator)
    others = _others(world)
    readings = _money_readings(world, measure, members, others)
    first_use: FirstUse = None
    if readings.twelve_months == "since-first-use":
        first_use = _first_use(world, offering_id)
    return _revenue_of(world, measure, members, others, readings, first_use)


def _never_reaches(world: World, measure: Measure, offering_id: str) -> bool:
    """Return whether all that the group ever took is within the limit: then no window, rate or history matters."""
    members = members_of(world, world.case.offering(offering_id).operator)
    others = _others(world)
    figures = [member.figures for member in members] + [others if isinstance(others, Figures) else None]
    if any(each is not None and each.from_group is not None for each in figures):
        return False
    # Under these readings the most is counted; left out again is nothing that is below zero.
    most_ever = _revenue_of(world, measure, members, others, MoneyReadings(), None).most_ever
    return most_ever is not None and most_ever <= Bound(number(measure.limit))


def _revenue_of(
    world: World,
    measure: Measure,
    members: Sequence[Member],
    others: Others,
    readings: MoneyReadings,
    first_use: FirstUse,
) -> LargestTotal:
    key = ("group revenue", measure.currency, id(members), others, readings, first_use, world.case.as_of)
    contents = world.memory.contents
    if key not in contents:
        contents[key] = group_revenue(
            members,
            accounts=_accounts(world, measure.currency),
            others=others,
            readings=readings,
            consolidates=coverage(world, (member.entity for member in members)),
            first_use=first_use,
        )
    return cast(LargestTotal, contents[key])


def _accounts(world: World, currency: str | None) -> Accounts:
    contents = world.memory.contents
    key = ("accounts", currency, world.case.as_of)
    if key not in contents:
        contents[key] = Accounts(_rates(world), currency, world.case.as_of)
    return cast(Accounts, contents[key])


def _others(world: World) -> Others:
    """Return the revenue of affiliates that the profile does not list."""
    stated = world.case.profile.other_affiliates
    if isinstance(stated, OtherAffiliates):
        listed: Others = None if isinstance(stated.revenue, Unknown) else stated.revenue
        if isinstance(listed, Figures):
            listed = on_the_day(world.case, listed)
    elif isinstance(stated, Unknown):
        listed = "none" if world.fact("other_affiliates", Truth.UNKNOWN) is Truth.NO else None
    else:
        world.fact("other_affiliates", Truth.NO)
        listed = "none"
    if listed is not None and lists_leave_affiliates_open(world):
        world.value("listed_down_to", UNKNOWN, answers=())
        return None
    return listed


def _money_readings(world: World, measure: Measure, members: Sequence[Member], others: Others) -> MoneyReadings:
    """Return the readings that matter to these figures; what cannot matter is not asked for."""
    readings: dict[str, str] = {
        "twelve_months": world.reading("twelve-months"),
        "window_alignment": world.reading("window-alignment"),
    }
    if any(member.belongs.changes for member in members):
        readings["affiliate_history"] = world.reading("affiliate-history")
    figures = [member.figures for member in members] + [others if isinstance(others, Figures) else None]
    if _converted_at_varying_rates(world, measure, figures):
        readings["exchange"] = world.reading("exchange")
    if not (stands_alone(world) and others == "none"):
        readings["sales_inside_the_group"] = world.reading("sales-inside-the-group")
    return MoneyReadings(**readings)  # type: ignore[arg-type]


def _converted_at_varying_rates(world: World, measure: Measure, figures: Sequence[Figures | None]) -> bool:
    if not any(rates.periods for rates in _rates(world)):
        return False
    return any(currency not in (None, measure.currency) for each in figures for currency in _currencies(each))


def _currencies(figures: Figures | None) -> Iterator[str | None]:
    if figures is None:
        return
    for period in figures.periods:
        yield period.amount.currency
    for amount in (figures.each_month, figures.any_12_months):
        if amount is not None:
            yield amount.currency


def _rates(world: World) -> tuple[Rates, ...]:
    return tuple(world.case.profile.exchange_rates.values())


def _first_use(world: World, offering_id: str) -> FirstUse:
    stated = world.case.offering(offering_id).first_used
    answers: tuple[date | str, ...] = (date.min.replace(year=1900), "not-yet")
    first_used = world.value(f"offerings.{offering_id}.first_used", stated, answers=answers)
    return None if isinstance(first_used, Unknown) else first_used


# The product


class Product(NamedTuple):
    """Whose users and revenue are looked at, and whose revenue they are part of."""

    id: str
    parts_of: tuple[str, ...]


def product_of(world: World, offering_id: str) -> Product:
    """Return the whole product, or the feature alone (position `product-perimeter`)."""
    chain = [offering_id]
    while (whole := world.case.offering(chain[-1]).part_of) is not None:
        chain.append(whole)
    if len(chain) == 1 or world.reading("product-perimeter") == "feature":
        return Product(offering_id, tuple(chain[1:]))
    return Product(chain[-1], ())


def _month_of_product(world: World, measure: Measure, offering_id: str) -> LargestTotal:
    product = product_of(world, offering_id)
    offering = world.case.offering(product.id)
    windows = _counted_months(world, offering_id)
    policies: Sequence[Policy] = ("monthly",)
    wholes: list[Whole] = []
    if measure.quantity == "users":
        users = offering.monthly_active_users
        figures = None if isinstance(users, Unknown) else on_the_day(world.case, users)
    else:
        figures = offering_revenue(world.case, product.id)
        wholes = list(_wholes(world, product))
        involved = [figures, *(whole.figures for whole in wholes)]
        if _converted_at_varying_rates(world, measure, involved):
            policies = _policies(world.reading("exchange"))
    key = ("product month", product, measure.quantity, measure.currency, windows, policies, world.case.as_of)
    contents = world.memory.contents
    if key not in contents:
        contents[key] = largest_month(
            product.id,
            figures,
            accounts=_accounts(world, measure.currency),
            windows=windows,
            policies=policies,
            wholes=wholes,
        )
    return cast(LargestTotal, contents[key])


def _policies(exchange: str) -> Sequence[Policy]:
    return POLICIES if exchange == "highest-of-policies" else (cast(Policy, exchange),)


def _counted_months(world: World, offering_id: str) -> Windows:
    if world.reading("display-months") == "latest-month":
        return latest_complete_month(world.case.as_of)
    return months_since_first_use(first_use=_first_use(world, offering_id), as_of=world.case.as_of)


def _wholes(world: World, product: Product) -> Iterator[Whole]:
    """Yield what the product's revenue is part of: the products it belongs to, and its operator's revenue."""
    case = world.case
    for outer in product.parts_of:
        revenue = offering_revenue(case, outer)
        if revenue is not None:
            yield Whole(revenue)
    operator = case.offering(product.id).operator
    record = case.profile.entities.get(operator)
    if record is None or not isinstance(record.revenue, Figures):
        return
    yield Whole(on_the_day(case, record.revenue))


# What would settle an open amount


def _assumed_ends(world: World, measure: Measure, offering_id: str, amount: LargestTotal) -> Mapping[str, str]:
    """Ask for the facts that an open amount turns on; return the ends that this world assumes, by reporter."""
    ends: dict[str, str] = {}
    facts = amount.open_facts(measure.limit)
    without_figures = {fact.name for fact in facts if fact.about == "figures"}
    for fact in facts:
        path = _path_of(world, measure, offering_id, fact)
        if path is not None and fact.about == "sales-inside-the-group" and fact.name not in without_figures:
            path = f"{path}.from_group"
        if path is None:
            continue
        answer = world.value(path, cast(Unknown | str, UNKNOWN), answers=(LOWEST, HIGHEST))
        if isinstance(answer, str):
            ends[fact.name] = answer
    return ends


def _path_of(world: World, measure: Measure, offering_id: str, fact: OpenFact) -> str | None:
    """Return the profile path of an open fact; memberships are asked for by those who decide them."""
    if fact.about == "rate":
        pairs = [pair for pair in world.case.profile.exchange_rates if fact.name in pair]
        return f"exchange_rates.{pairs[0]}" if pairs else f"exchange_rates.{fact.name}/{measure.currency}"
    if measure.which != "everything":
        field = "monthly_active_users" if measure.quantity == "users" else "revenue"
        return f"offerings.{product_of(world, offering_id).id}.{field}"
    if fact.about not in ("figures", "sales-inside-the-group"):
        return None
    if fact.name == OTHERS:
        listed = isinstance(world.case.profile.other_affiliates, OtherAffiliates)
        return "other_affiliates.revenue" if listed else None
    return f"entities.{fact.name}.revenue"


def _at_ends(amount: LargestTotal, limit: Decimal, ends: Mapping[str, str]) -> Truth:
    """
    Return whether *amount* exceeds *limit* with some reporters at one of their ends.

    Window by window, which is enough to see what a fact can settle.
    """
    totals = [_total_at_ends(amount, window, ends) for window in amount.windows]
    if any(total.more_than(limit) is Truth.YES for total in totals):
        return Truth.YES
    return Truth.NO if all(total.more_than(limit) is Truth.NO for total in totals) else Truth.UNKNOWN


def _total_at_ends(amount: LargestTotal, window: WindowTotal, ends: Mapping[str, str]) -> Range:
    total = Range(Decimal(0), Decimal(0))
    for name, part, known in amount.contributions(window):
        end = ends.get(name)
        if end == LOWEST:
            low = part.low if part.low is not None else Decimal(0)
            part = Range(low, low)
        elif end == HIGHEST:
            # Without an end it can be made as large as it takes.
            high = part.high if part.high is not None else EXACT.multiply(Decimal(10) ** 30, Decimal(1))
            part = Range(high if known else min(part.low or Decimal(0), Decimal(0)), high)
        total = total + part
    return total


# For people


def figures_of(world: World, measure: Measure, offering_id: str) -> Mapping[str, str]:
    """Return the amount behind a measure as texts: what it is, when it was largest, and who adds what."""
    amount = amount_of(world, measure, offering_id)
    whole = amount.range_beside(measure.limit)
    found = {"amount": _range_text(whole, measure)}
    if not amount.windows:
        return found
    peak = amount.surest if whole.low else amount.largest
    first, last = peak.window
    months = month_text(last) if first == last else f"{month_text(first)} to {month_text(last)}"
    found["largest in"] = f"{months}: {_range_text(peak.total, measure)}"
    parts = amount.contributions(peak)
    if len(parts) > 1:
        for name, part, _ in parts:
            found[f"of it {_reporter(world, name)}"] = _range_text(part, measure)
    return found


def _reporter(world: World, name: str) -> str:
    if name == OTHERS:
        return "affiliates that are not listed"
    record = world.case.profile.entities.get(EntityId(name))
    return (record.name if record is not None else None) or name


def _range_text(amount: Range, measure: Measure) -> str:
    unit = "" if measure.currency is None else f"{measure.currency} "
    shown = amount.to_cents()
    if shown.exact:
        return f"{unit}{shown.low:,f}"
    low = f"{'over' if shown.low_open else 'at least'} {unit}{shown.low or Decimal(0):,f}"
    if shown.high is None:
        return f"{low}, no upper end known" if shown.low else "unknown"
    high = f"{'under' if shown.high_open else 'at most'} {unit}{shown.high:,f}"
    return f"{low} and {high}" if shown.low else high
