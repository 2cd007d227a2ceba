"""Numbers as people write them: exact, as a range, or as a total of several months."""

import random
from datetime import date
from fractions import Fraction
from typing import Any

from tests.reference.scalars import Month, complete_months, month_key, month_of, period

CENT = Fraction(1, 100)


def money(value: Fraction) -> str:
    """A plain decimal without rounding; at most four places."""
    text = f"{int(value * 10_000):d}"
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    digits = digits.rjust(5, "0")
    whole, rest = digits[:-4], digits[-4:].rstrip("0")
    if len(rest) == 3:
        rest += "0"
    if len(rest) == 1:
        rest += "0"
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


def spoken(value: Fraction, rng: random.Random) -> str:
    """The same amount as people like to write it."""
    if value >= 1_000_000 and value % 100_000 == 0 and rng.random() < 0.3:
        return f"{money(value / 1_000_000)}M"
    if value >= 1_000 and value % 1_000 == 0 and rng.random() < 0.3:
        return f"{money(value / 1_000)}k"
    if value.denominator == 1 and rng.random() < 0.3:
        return f"{int(value):_}"
    return money(value)


def cents(value: Fraction) -> Fraction:
    """Rounded down to cents."""
    return Fraction(int(value * 100), 100)


def months_list(start: Month, values: list[Fraction]) -> dict[str, Any]:
    """One list that gives each month from *start* on its value."""
    return {f"{month_key(start)}..{month_key(start + len(values) - 1)}": [money(value) for value in values]}


def blurred_amount(value: Fraction, rng: random.Random, *, step: Fraction = CENT) -> str:
    """An amount that holds *value*: exact, a range, open to one side, strict, or unknown."""
    if value < 0:
        return money(value)
    low = max(value - rng.choice([Fraction(0), step, abs(value) / 4]) // step * step, Fraction(0))
    high = value + rng.choice([Fraction(0), step, abs(value) / 4, Fraction(1_000_000)]) // step * step
    return rng.choice(
        [
            spoken(value, rng),
            spoken(value, rng),
            f"{spoken(low, rng)} to {spoken(high, rng)}",
            f"at most {spoken(high, rng)}",
            f"at least {spoken(low, rng)}",
            f"under {spoken(high + step, rng)}",
            f"over {money(low - step)}" if low >= step else f"at least {money(low)}",
            "unknown",
        ]
    )


def blurred_revenue(block: Any, rng: random.Random, *, haze: float, as_of: date, totals: bool = True) -> Any:
    """Months as they are, month by month blurred, or as totals of quarters, years and stretches."""
    if block == "none" or rng.random() > haze * 1.5:
        return block
    (key,) = (key for key in block if ".." in key)
    stretch = period(key)
    assert stretch is not None
    assert stretch.first is not None
    first, last = stretch.first, stretch.last
    values = {first + place: Fraction(value) for place, value in enumerate(block[key])}
    rest = {name: value for name, value in block.items() if name != key}
    if "from_group" in rest and rng.random() < haze:
        rest["from_group"] = _blurred_inside(rest["from_group"], rng)
        if rng.random() < 0.3:
            del rest["from_group"]
    if "trading_since" in rest and rng.random() < haze / 2:
        del rest["trading_since"]
    if not totals:
        if rng.random() < 0.4 and complete_months(as_of) == month_of(as_of):
            top = max(values.values())
            text = rng.choice([f"at most {block['currency']} {money(top)}", "unknown"])
            return {"each_month": text}
        return rest | {key: _blurred_list(values, rng, as_of)}
    if min(values.values()) < 0:
        return rest | {key: _blurred_list(values, rng, as_of)}
    said: dict[str, Any] = {}
    for year in range(first // 12, last // 12 + 1):
        start, end = max(12 * year, first), min(12 * year + 11, last)
        said |= _blurred_stretch(values, start, end, rng, as_of)
    if rng.random() < 0.12:
        said = _blurred_history(values, rng, as_of)
    best = max(
        sum((values.get(m, Fraction(0)) for m in range(e - 11, e + 1)), Fraction(0)) for e in range(first, last + 1)
    )
    if rng.random() < 0.4:
        high = best + rng.choice([Fraction(0), CENT, best / 10, Fraction(1_000_000)]) // CENT * CENT
        said["any_12_months"] = rng.choice(
            [
                f"at most {money(high)}",
                f"under {money(high + CENT)}",
                f"{money(cents(best * 9 / 10))} to {money(high)}",
            ]
        )
        if rng.random() < 0.4:
            said = {"any_12_months": said["any_12_months"]}
    return rest | said


def _blurred_list(values: dict[Month, Fraction], rng: random.Random, as_of: date) -> list[str]:
    """Month by month; a month of as_of that is not over keeps its figure, which counts as given."""
    over = complete_months(as_of)
    return [blurred_amount(value, rng) if month <= over else money(value) for month, value in values.items()]


def _blurred_stretch(
    values: dict[Month, Fraction], start: Month, end: Month, rng: random.Random, as_of: date
) -> dict[str, Any]:
    """The months of one calendar year, said in one of several ways."""
    inside = range(start, end + 1)
    total = sum((values[m] for m in inside), Fraction(0))
    running = end > complete_months(as_of)
    draw = rng.random()
    if draw < 0.3:
        return {f"{month_key(start)}..{month_key(end)}": _blurred_list({m: values[m] for m in inside}, rng, as_of)}
    if running or (draw < 0.4 and end % 12 != 11):
        # A total of a year that is not over is a plan, an upper bound.
        plan = total + rng.choice([Fraction(0), CENT, Fraction(5_000_000)])
        stated = {month_key(end): money(values[end])} if running else {}
        return {str(start // 12): money(plan)} | stated
    if draw < 0.4:
        return {}
    if draw < 0.7:
        key = str(start // 12) if end - start == 11 else f"{month_key(start)}..{month_key(end)}"
        return {key: _known_or_range(total, rng)}
    said: dict[str, Any] = {}
    for quarter in range(4):
        first = start // 12 * 12 + 3 * quarter
        if first >= start and first + 2 <= end:
            name = f"{start // 12}-Q{quarter + 1}"
            said[name] = _known_or_range(sum((values[m] for m in range(first, first + 3)), Fraction(0)), rng)
            if rng.random() < 0.3:
                said[month_key(first)] = _known_or_range(values[first], rng)
    if end - start == 11 and rng.random() < 0.5:
        said[str(start // 12)] = _known_or_range(total, rng)
    return said


def _blurred_history(values: dict[Month, Fraction], rng: random.Random, as_of: date) -> dict[str, Any]:
    """One total for all complete months, from their first or from wherever the history begins."""
    over = [month for month in values if month <= complete_months(as_of)]
    begin = month_key(over[0]) if rng.random() < 0.5 else ""
    said = {f"{begin}..{month_key(over[-1])}": _known_or_range(sum((values[m] for m in over), Fraction(0)), rng)}
    return said | {month_key(m): money(value) for m, value in values.items() if m not in over}


def _known_or_range(value: Fraction, rng: random.Random) -> str:
    text = blurred_amount(value, rng)
    return money(value) if text == "unknown" and rng.random() < 0.7 else text


def _blurred_inside(block: Any, rng: random.Random) -> Any:
    """Sales inside the group: a bound per twelve months, or unknown."""
    if block == "none":
        return rng.choice(["none", "under 1", "unknown"])
    (values,) = block.values()
    total = sum((Fraction(value) for value in values), Fraction(0))
    return rng.choice([f"at most {money(total)}", f"under {money(total + 1)}", "unknown"])
