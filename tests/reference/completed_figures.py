"""Choosing rates, revenue and users of a completion, in agreement with what is said and with one another."""

from fractions import Fraction
from typing import Any

from tests.reference.blur import CENT, cents, money, months_list
from tests.reference.choices import (
    START,
)
from tests.reference.completed_facts import Facts
from tests.reference.money import rate
from tests.reference.months import MODES, ZERO, Values, filled, first_stated, stated_month
from tests.reference.ownership import Ownership
from tests.reference.scalars import (
    Amount,
    Month,
    amount,
    day,
    is_none,
    is_open,
    listed,
    month_key,
    month_of,
    periods,
    unwrapped,
)
from tests.reference.world import World

LIMITS = [Fraction(20_000_000), Fraction(20_000_000) + CENT, Fraction(20_000_000) - CENT]
USER_LIMITS = [Fraction(n) for n in (99_999_999, 100_000_000, 100_000_001)]


class Figures(Facts):
    """The amounts of an attempt, once its facts are chosen."""

    def choose_figures(self) -> bool:
        """Choose all of them; False where this attempt found none that agree."""
        self._rates()
        return self._revenues()

    def _rates(self) -> None:
        """Every rate exact, from the January of the first year that matters."""
        first = min(START - 12, *(self._start(e.get("revenue")) or START for e in self.profile["entities"].values()))
        months = range(first - first % 12 - 12, self.last + 1)
        needed = {str(b["currency"]) for b in self._blocks() if not is_open(b.get("currency"))}
        needed |= {c for b in self._blocks() for c in _currencies(b)}
        stated = {k: v for k, v in (self.profile.get("exchange_rates") or {}).items() if "/" in k}
        rates: dict[str, Any] = {}
        for currency in sorted(needed | {pair.replace("USD", "").strip("/") for pair in stated}):
            if currency == "USD":
                continue
            pair = f"{currency}/USD" if f"{currency}/USD" in stated or currency == "EUR" else f"USD/{currency}"
            block = stated.get(pair)
            if block is not None and amount_or_none(block) is not None:
                said = [amount(block)] * len(months)
                same = said[0].is_exact or self.rng.random() < 0.5
            else:
                said = [(stated_month(block, m) if block else None) or Amount(None, None) for m in months]
                same = False
            usual = Fraction("1.1") if pair == "EUR/USD" else Fraction(150)
            wide = self.rng.choice([Fraction(1), Fraction(1), Fraction(1, 10), Fraction(10)])
            values = [self._rate(one, usual * wide) for one in said]
            values = [values[0]] * len(values) if same else values
            rates[pair] = {f"{month_key(months[0])}..{month_key(months[-1])}": [money(v) for v in values]}
        self.profile["exchange_rates"] = rates

    def _rate(self, said: Amount, usual: Fraction) -> Fraction:
        step = Fraction(1, 10_000)
        low = None if said.low is None else said.low + (step if said.low_open else ZERO)
        high = None if said.high is None else said.high - (step if said.high_open else ZERO)
        if low is None or low <= 0:
            low = min(usual, high) if high is not None else usual
        return self.rng.choice([low, high if high is not None else low])

    def _blocks(self) -> list[dict[str, Any]]:
        found = [entity.get("revenue") for entity in self.profile["entities"].values()]
        found += [offering.get("revenue") for offering in (self.profile.get("offerings") or {}).values()]
        others = self.profile.get("other_affiliates")
        found += [others.get("revenue")] if isinstance(others, dict) else []
        return [block for block in found if isinstance(block, dict)]

    # Revenue and users

    def _start(self, block: Any) -> Month | None:
        """The first month of a block's history, where it says so."""
        if isinstance(block, dict) and not is_open(block.get("trading_since")):
            return month_of(day(block["trading_since"]))
        return None

    def _revenues(self) -> bool:
        """
        Entities from the widest consolidated ones down, then their offerings, never above their operator.
        """
        ownership = Ownership(self.profile).on(self.as_of)
        self.least = self._leasts()
        entities = self.profile["entities"]
        order = sorted(entities, key=lambda name: (-self._width(name, ownership), name))
        months: dict[str, Values] = {}
        for name in order:
            block = entities[name].get("revenue")
            if is_none(block):
                months[name] = {}
                continue
            block = dict(block) if isinstance(block, dict) else {}
            block.setdefault("currency", self._currency(name))
            values = self._entity_months(name, block, months)
            if values is None:
                return False
            months[name] = values
            entities[name]["revenue"] = self._exact_block(block, values)
        return self._offering_figures(months)

    def _width(self, name: str, ownership: Any) -> int:
        block = self.profile["entities"][name].get("revenue")
        covers = isinstance(block, dict) and unwrapped(block.get("covers")) == "consolidated"
        return len(ownership.controlled({name})) if covers else -1

    def _currency(self, name: str) -> str:
        """Of an entity that states none: that of its offerings, else dollars."""
        for block in (self.profile.get("offerings") or {}).values():
            if block["operator"] == name and isinstance(block.get("revenue"), dict):
                for currency in [block["revenue"].get("currency"), *_currencies(block["revenue"])]:
                    if currency:
                        return str(currency)
        return "USD"

    def _entity_months(self, name: str, block: dict[str, Any], months: dict[str, Values]) -> Values | None:
        start = self._start(block)
        if start is None:
            earliest = min(first_stated(block) or START, START)
            start = earliest - self.rng.choice([0, 0, 4, 13])
        floor: Values = {}
        for offering in self._counted_offerings(name):
            for month in range(start, self.last + 1):
                floor[month] = floor.get(month, ZERO) + self.least[offering].get(month, ZERO)
        ceiling = self._room_in_consolidated(name, block, months)
        hot = [self._in_dollars(limit, block["currency"]) for limit in LIMITS]
        return filled(
            block,
            start=start,
            as_of=self.as_of,
            floor=self._covered_floor(name, block, floor, start),
            ceiling=ceiling,
            rng=self.rng,
            mode=self.mode if self.rng.random() < 0.7 else "mixed",
            hot=hot,
        )

    def _counted_offerings(self, name: str) -> list[str]:
        """Offerings whose revenue is part of the entity's, a whole product once."""
        offerings = (self.profile.get("offerings") or {}).items()
        return [n for n, block in offerings if block["operator"] == name and is_open(block.get("part_of"))]

    def _leasts(self) -> dict[str, Values]:
        """What each offering has at least in a month: what is stated of it, and of what is a part of it."""
        offerings = self.profile.get("offerings") or {}
        found: dict[str, Values] = {}
        for name in sorted(offerings, key=lambda n: is_open(offerings[n].get("part_of"))):
            revenue = offerings[name].get("revenue")
            own = found.setdefault(name, {})
            for month in range(START - 24, self.last + 1) if isinstance(revenue, dict) else []:
                own[month] = max(own.get(month, ZERO), _lowest(stated_month(revenue, month)))
            whole = offerings[name].get("part_of")
            for month, value in own.items() if whole else []:
                above = found.setdefault(whole, {})
                above[month] = max(above.get(month, ZERO), value)
        return found

    def _covered(self, name: str, block: dict[str, Any]) -> set[str]:
        if unwrapped(block.get("covers")) != "consolidated":
            return set()
        held = Ownership(self.profile).on(self.as_of).controlled({name})
        return (held - set(listed(block.get("not_in")))) & set(self.profile["entities"])

    def _covered_floor(self, name: str, block: dict[str, Any], floor: Values, start: Month) -> Values:
        """A consolidated figure is at least what the companies inside state for themselves."""
        found = dict(floor)
        for other in self._covered(name, block):
            inner = self.profile["entities"][other].get("revenue")
            for month in range(start, self.last + 1) if isinstance(inner, dict) else []:
                least = max(_lowest(stated_month(inner, month)), ZERO)
                value = self._converted(least, _currency_in(inner), block["currency"], month) if least else ZERO
                found[month] = found.get(month, ZERO) + cents(value)
        return found

    def _room_in_consolidated(self, name: str, block: dict[str, Any], months: dict[str, Values]) -> Values:
        """A company inside a consolidated figure has, where it does not say, what the others leave of it."""
        found: Values = {}
        for other in months:
            outer = self.profile["entities"][other].get("revenue")
            if not isinstance(outer, dict) or name not in self._covered(other, outer):
                continue
            inside = self._covered(other, outer) - {name}
            part = self.rng.choice([Fraction(1), Fraction(1), Fraction(1, 2)])
            for month, value in months[other].items():
                if stated_month(block, month) is None:
                    taken = sum((self._least(one, month, outer["currency"], months) for one in inside), ZERO)
                    room = max(value - taken, ZERO) * part
                    share = cents(self._converted(room, outer["currency"], block["currency"], month))
                    found[month] = min(found.get(month, share), share)
        return found

    def _least(self, name: str, month: Month, currency: str, months: dict[str, Values]) -> Fraction:
        """What a company's month is, or is stated to be at least, in another currency."""
        block = self.profile["entities"][name].get("revenue")
        if not isinstance(block, dict):
            return ZERO
        value = months[name].get(month, ZERO) if name in months else _lowest(stated_month(block, month))
        return self._converted(max(value, ZERO), _currency_in(block), currency, month)

    def _world(self) -> World:
        return World(
            profile=self.profile,
            license="kimi-k3",
            as_of=self.as_of,
            readings={},
            ownership=Ownership(self.profile),
        )

    def _converted(self, value: Fraction, source: str, target: str, month: Month) -> Fraction:
        if source == target:
            return value
        world = self._world()
        dollars = value * rate(world, source, month=month, policy="monthly", closing=month)
        return dollars / rate(world, target, month=month, policy="monthly", closing=month)

    def _in_dollars(self, limit: Fraction, currency: str) -> Fraction:
        """The amount of another currency that is worth so many dollars at the latest rate, in whole cents."""
        return cents(self._converted(limit, "USD", currency, self.last))

    def _exact_block(self, block: dict[str, Any], values: Values) -> dict[str, Any]:
        """
        The block with every month exact; a stated bound of the best twelve months stays a fact of the
        world.
        """
        start = min(values)
        listing = [values[m] for m in sorted(values)]
        done = {k: v for k, v in block.items() if k in ("currency", "covers", "not_in", "any_12_months")}
        if is_open(done.get("any_12_months")):
            done.pop("any_12_months", None)
        done |= {"trading_since": month_key(start)} | months_list(start, listing)
        inside = self._inside(block.get("from_group"), values)
        return done | {"from_group": inside if isinstance(inside, str) else months_list(start, inside)}

    def _inside(self, said: Any, values: Values) -> str | list[Fraction]:
        """
        Sales inside the group by month: as stated, or a part of each month within what a year of them
        allows.
        """
        if is_none(said):
            return "none"
        months = sorted(values)
        if isinstance(said, dict) and any(True for _ in periods(said)):
            found = [stated_month(said, m) for m in months]
            return [one.low if one is not None and one.low is not None else ZERO for one in found]
        top = amount(said).high
        part = self.rng.choice([Fraction(0), Fraction(1, 10), Fraction(1)])
        amounts = [cents(max(values[m], ZERO) * part) for m in months]
        if top is not None:
            each = cents(max(top - CENT, ZERO) / 13)
            amounts = [min(one, each) for one in amounts]
        return amounts

    def _offering_figures(self, months: dict[str, Values]) -> bool:
        """Each month of an offering within what its operator has left for it; users as they are said."""
        offerings = self.profile.get("offerings") or {}
        left = {name: {m: max(v, ZERO) for m, v in values.items()} for name, values in months.items()}
        for name, values in left.items():
            for offering in self._counted_offerings(name):
                for m in values:
                    values[m] -= self.least[offering].get(m, ZERO)
        for name in sorted(offerings, key=lambda n: not is_open(offerings[n].get("part_of"))):
            if not self._figures(offerings, name, left):
                return False
        return True

    def _figures(self, offerings: dict[str, Any], name: str, left: dict[str, Values]) -> bool:
        block = offerings[name]
        began = self.as_of if block["first_used"] == "not-yet" else min(day(block["first_used"]), self.as_of)
        start = min(START, month_of(began))
        operator = block["operator"]
        revenue = dict(block["revenue"]) if isinstance(block.get("revenue"), dict) else {}
        currency = str(
            revenue.get("currency") or next(iter(_currencies(revenue)), None) or self._own_currency(operator)
        )
        if not is_none(block.get("revenue")):
            whole = block.get("part_of")
            least = self.least[name]
            room = self._listed_months(offerings[whole]["revenue"], start) if whole else left.get(operator, {})
            top = {m: room.get(m, ZERO) + (ZERO if whole else least.get(m, ZERO)) for m in range(start, self.last + 1)}
            values = self._offering_months(revenue, least, top, currency)
            if values is None:
                return False
            for m, value in values.items() if not whole else []:
                room[m] = room.get(m, ZERO) - (value - least.get(m, ZERO))
            block["revenue"] = {"currency": currency} | months_list(start, [values[m] for m in sorted(values)])
        users = block.get("monthly_active_users")
        if is_none(users):
            return True
        said_of_users = users if isinstance(users, dict) else {} if is_open(users) else {"each_month": users}
        counts = filled(
            said_of_users,
            start=start,
            as_of=self.as_of,
            floor={},
            ceiling={},
            rng=self.rng,
            mode="mixed",
            hot=USER_LIMITS,
            step=Fraction(1),
        )
        if counts is None:
            return False
        block["monthly_active_users"] = months_list(start, [counts[m] for m in sorted(counts)])
        return True

    def _own_currency(self, operator: str) -> str:
        block = self.profile["entities"][operator].get("revenue")
        return str(block["currency"]) if isinstance(block, dict) else "USD"

    def _listed_months(self, block: Any, start: Month) -> Values:
        found: Values = {}
        for month in range(start, self.last + 1) if isinstance(block, dict) else []:
            found[month] = _lowest(stated_month(block, month))
        return found

    def _offering_months(self, block: dict[str, Any], least: Values, top: Values, currency: str) -> Values | None:
        start = min(top)
        return filled(
            block,
            start=start,
            as_of=self.as_of,
            floor={m: value for m, value in least.items() if value and m >= start},
            ceiling={m: max(value, least.get(m, ZERO)) for m, value in top.items()},
            rng=self.rng,
            mode=self.rng.choice(MODES),
            hot=[self._in_dollars(limit, currency) for limit in LIMITS],
        )


def amount_or_none(block: object) -> Amount | None:
    """The one amount that holds for every month, where a block is not keyed by months."""
    return (
        None if isinstance(unwrapped(block), dict) and any(True for _ in periods(unwrapped(block))) else amount(block)
    )


def _lowest(said: Amount | None) -> Fraction:
    """The least cent amount that a statement allows; nothing said, or no lower end: zero."""
    if said is None or said.low is None:
        return ZERO
    return said.low + (CENT if said.low_open else ZERO)


def _currencies(block: dict[str, Any]) -> list[str]:
    """Currencies that the amounts of a block name themselves."""
    found = []
    for value in block.values():
        for one in listed(value):
            words = str(one).split()
            found += [word for word in words if len(word) == 3 and word.isalpha() and word.isupper()]
    return found


def _currency_in(block: dict[str, Any]) -> str:
    return str(block.get("currency") or next(iter(_currencies(block)), "USD"))
