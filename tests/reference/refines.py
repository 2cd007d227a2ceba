"""Whether a completed profile is a world of which everything is true that a partial one says."""

from fractions import Fraction
from typing import Any

from tests.reference.months import agrees, stated_month
from tests.reference.scalars import (
    Month,
    Profile,
    amount,
    day,
    is_none,
    is_open,
    month_key,
    month_of,
    period,
    periods,
    unwrapped,
)

ZERO = Fraction(0)
AMOUNTS = {"percent", "votes", "owns"}
MONTHLY = {"revenue", "monthly_active_users"}
ABOUT_THE_FILE = {"listed_down_to", "name", "exchange_rates"}


def violations(partial: Profile, done: Profile) -> list[str]:
    """What *done* contradicts, one line each; none: it is a legal completion."""
    as_of = day(partial["as_of"])
    found = _unlike(partial, done, "", as_of=as_of)
    for pair, rates in (partial.get("exchange_rates") or {}).items():
        if "/" in pair:
            found += _rates(rates, (done.get("exchange_rates") or {}).get(pair), pair)
    found += _more_than_the_operator(done)
    return found


def _unlike(said: Any, is_now: Any, path: str, **more: Any) -> list[str]:
    """Compare stated values one by one; what is open may be anything."""
    said, is_now = unwrapped(said), unwrapped(is_now)
    if is_open(said):
        return []
    key = path.rsplit(".", 1)[-1]
    if key in MONTHLY:
        return _months(said, is_now, path, **more)
    if key in AMOUNTS or path.rsplit(".", 2)[-2:-1] == ["owns"]:
        if isinstance(said, dict):
            return [line for name in said for line in _unlike(said[name], is_now.get(name), f"{path}.{name}", **more)]
        if isinstance(said, str) and not amount(said).holds(amount(is_now).low or ZERO):
            return [f"{path}: {is_now} is not {said}"]
        return []
    if isinstance(said, dict) and isinstance(is_now, dict):
        return [
            line
            for name, value in said.items()
            if name not in ABOUT_THE_FILE or path.endswith("display")
            for line in _unlike(value, is_now.get(name), f"{path}.{name}", **more)
        ]
    if isinstance(said, list) and isinstance(is_now, list) and key != "ownership":
        if len(said) != len(is_now):
            return [f"{path}: {is_now} is not {said}"]
        pairs = enumerate(zip(said, is_now, strict=True))
        return [line for place, (a, b) in pairs for line in _unlike(a, b, f"{path}[{place}]", **more)]
    if isinstance(said, list) and isinstance(is_now, list):
        pairs = enumerate(zip(said, is_now, strict=False))
        return [line for place, (a, b) in pairs for line in _unlike(a, b, f"{path}[{place}]", **more)]
    return [] if said == is_now else [f"{path}: {is_now} is not {said}"]


def exact_months(block: dict[str, Any]) -> dict[Month, Fraction]:
    """The listed months of a completed block."""
    found: dict[Month, Fraction] = {}
    for stretch, values in periods(block):
        assert stretch.first is not None
        for place, value in enumerate(values):
            found[stretch.first + place] = amount(value).low or ZERO
    return found


def _months(said: Any, is_now: Any, path: str, **more: Any) -> list[str]:
    if said in ("none", "included") or is_none(is_now) or is_now == "included":
        return [] if said == is_now else [f"{path}: {is_now} is not {said}"]
    block = said if isinstance(said, dict) else {"each_month": said}
    values = exact_months(is_now)
    found = [] if agrees(values, block, as_of=more["as_of"]) else [f"{path}: the months do not agree"]
    for name in ("currency", "covers", "not_in"):
        if not is_open(block.get(name)) and block[name] != is_now.get(name):
            found.append(f"{path}.{name}: {is_now.get(name)} is not {block[name]}")
    if not is_open(block.get("trading_since")) and month_of(day(is_now["trading_since"])) != month_of(
        day(block["trading_since"])
    ):
        found.append(f"{path}.trading_since")
    return found + _inside(block.get("from_group"), is_now, path)


def _inside(said: Any, is_now: dict[str, Any], path: str) -> list[str]:
    if is_open(said):
        return []
    inside = {} if is_none(is_now["from_group"]) else exact_months(is_now["from_group"])
    if isinstance(said, dict) and any(period(key) for key in said):
        wrong = [m for m, value in inside.items() if not (stated_month(said, m) or amount(None)).holds(value)]
        return [f"{path}.from_group in {month_key(m)}" for m in wrong]
    top = amount(said)
    years = [sum((inside.get(m, ZERO) for m in range(end - 11, end + 1)), ZERO) for end in inside]
    return [f"{path}.from_group: {y} is not {said}" for y in years if not top.holds(y)]


def _rates(said: Any, is_now: Any, pair: str) -> list[str]:
    said = unwrapped(said)
    if is_open(said):
        return []
    wrong = []
    values = exact_months(is_now) if isinstance(is_now, dict) else {0: amount(is_now).low or ZERO}
    for month, value in values.items():
        stated = stated_month(said, month) if isinstance(said, dict) else amount(said)
        if stated is not None and not stated.holds(value):
            wrong.append(f"exchange_rates.{pair} in {month_key(month)}")
    return wrong


def _more_than_the_operator(done: Profile) -> list[str]:
    """
    An offering's monthly revenue is never more than its operator's, negative months aside, nor that of a
    part more than that of the whole product.
    """
    found = []
    for name, block in (done.get("offerings") or {}).items():
        whole = (done["offerings"].get(block.get("part_of")) or {}).get("revenue")
        if isinstance(whole, dict) and isinstance(block.get("revenue"), dict):
            of_whole = exact_months(whole)
            part = exact_months(block["revenue"])
            found += [f"{name} in {month_key(m)}" for m, value in part.items() if value > of_whole.get(m, ZERO)]
    for name, entity in done["entities"].items():
        offered: dict[Month, Fraction] = {}
        for block in (done.get("offerings") or {}).values():
            if block["operator"] == name and "part_of" not in block and isinstance(block.get("revenue"), dict):
                for month, value in exact_months(block["revenue"]).items():
                    offered[month] = offered.get(month, ZERO) + value
        own = exact_months(entity["revenue"]) if isinstance(entity.get("revenue"), dict) else {}
        for month, value in offered.items():
            if value > own.get(month, ZERO) >= 0:
                found.append(f"{name} has less revenue than its offerings in {month_key(month)}")
    return found
