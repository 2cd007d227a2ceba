"""How figures are read: percentages, numbers, and what is said of months, quarters and years."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import partial
from typing import Any, Final, Literal

from k3license.model.amounts import NONE, Amount
from k3license.model.errors import NotUnderstood, quoted, suggestion
from k3license.model.figures import Figures, PeriodFigure, Rates
from k3license.model.months import Month, Period
from k3license.model.ranges import ZERO, Range
from k3license.model.unknown import UNKNOWN, Unknown
from k3license.profile.fields import one_of, shape_error, text_value, texts
from k3license.profile.parts import KeyNotUnderstood, Parts, Placed
from k3license.text.amounts import AmountKind, parse_amount, parse_currency
from k3license.text.periods import parse_month, parse_period

_WHOLE: Final = Range(Decimal(0), Decimal(100))
_BOUNDS: Final = frozenset({"at_least", "at_most", "more_than", "less_than"})
_SALES_KEYS: Final = ("currency", "each_month", "any_12_months", "trading_since")
_REVENUE_KEYS: Final = (*_SALES_KEYS, "covers", "not_in", "from_group")
_USERS_KEYS: Final = ("each_month", "trading_since")
_PAIR_HELP: Final = "write EUR/USD for dollars per euro"

_covers: Final = one_of("own", "consolidated", unknown=False)


def percentage(value: object) -> Range:
    """Return a percentage between 0 and 100; unknown is all of that."""
    return _amount(value, AmountKind.PERCENT).range.intersection(_WHOLE)


def exact_percentage(value: object) -> Amount:
    """Return one percentage, without bounds."""
    amount = _amount(value, AmountKind.PERCENT)
    if not amount.range.exact:
        raise NotUnderstood("amount", "one percentage is expected here", "write 50, or 20")
    return amount


def count(value: object) -> Range | Unknown:
    """Return a number of things, or unknown."""
    amount = _amount(value, AmountKind.COUNT)
    return UNKNOWN if amount.unknown else amount.range


def revenue(value: object) -> Figures | Unknown:
    """
    Return what is stated of a revenue, in the currency of its block unless an amount has its own.

    `none` is zero in every month.  An amount without a period is refused: it could be that
    of a month or of a year.
    """
    path, stated = _placed(value)
    if isinstance(stated, str) and stated not in ("none", "unknown"):
        parse_amount(stated, kind=AmountKind.MONEY)
        help = f"write {{each_month: {stated}}}, {{any_12_months: {stated}}} or {{2025: {stated}}}"
        raise NotUnderstood("period", f"{quoted(stated)} does not say of which months it is", help)
    return _figures(stated, path, AmountKind.MONEY, _REVENUE_KEYS)


def group_revenue(value: object) -> Figures | Literal["included"] | Unknown:
    """Return the revenue of affiliates that are not listed: `included` elsewhere in the file, or figures."""
    return "included" if _placed(value).value == "included" else revenue(value)


def users(value: object) -> Figures | Unknown:
    """
    Return numbers of users by month; one amount is that of every month.

    A total over several months is refused: the same person may be in each of them.
    """
    path, stated = _placed(value)
    return _figures(stated, path, AmountKind.COUNT, _USERS_KEYS)


def rates(value: object) -> dict[str, Rates]:
    """Return exchange rates by pair; a rate for a period is that of each of its months."""
    if not isinstance(value, dict):
        raise shape_error(value, wanted="a block of keys")
    parts = Parts()
    found: dict[str, Rates] = {}
    for pair, stated in value.items():
        with parts.at(pair):
            each = _rates_of_pair(pair, stated)
            if f"{each.quote}/{each.base}" in found:
                what = f"the rates of {each.base} and {each.quote} are given both ways"
                raise KeyNotUnderstood("pair", what, f"keep {each.quote}/{each.base}, or this one")
            found[pair] = each
    parts.check()
    return found


def _rates_of_pair(pair: str, stated: object) -> Rates:
    base, slash, quote = pair.partition("/")
    try:
        parse_currency(base)
        parse_currency(quote if slash else "")
    except NotUnderstood as error:
        help = error.help if slash else _PAIR_HELP
        raise KeyNotUnderstood("pair", f"{quoted(pair)} is not a pair of currencies", help) from None
    if base == quote:
        raise KeyNotUnderstood("pair", f"{quoted(pair)} names one currency twice", _PAIR_HELP)
    if not isinstance(stated, dict) or stated.keys() <= _BOUNDS:
        return Rates(base, quote, every_month=_amount(stated, AmountKind.RATE))
    figures = _block(stated, f"exchange_rates.{pair}", AmountKind.RATE, ("each_month",))
    return Rates(base, quote, figures.periods, figures.each_month)


def _figures(value: object, path: str, kind: AmountKind, keys: tuple[str, ...]) -> Figures | Unknown:
    if value == "unknown":
        return UNKNOWN
    if isinstance(value, dict) and (not value or not value.keys() <= _BOUNDS):
        return _block(value, path, kind, keys)
    return Figures(each_month=_amount(value, kind), path=path)


def _block(
    value: Mapping[str, object],
    path: str,
    kind: AmountKind,
    keys: tuple[str, ...],
    currency: str | None = None,
) -> Figures:
    parts = Parts()
    without_currency: list[tuple[str | int, ...]] = []
    currency_is_read = True
    if "currency" in keys and "currency" in value:
        currency_is_read = False
        with parts.at("currency"):
            currency = parse_currency(text_value(value["currency"]))
            currency_is_read = True

    def amount(key: str, stated: object, *at: int) -> Amount:
        read = _amount(stated, kind, currency)
        if kind is AmountKind.MONEY and read.currency is None and not (read.none or read.unknown):
            without_currency.append((key, *at))
        return read

    facts: dict[str, Any] = {}
    periods: list[PeriodFigure] = []
    for key, stated in value.items():
        with parts.at(key):
            if key not in keys:
                periods += _of_period(_period(key, keys), stated, f"{path}.{key}", kind, partial(amount, key))
            elif key in ("each_month", "any_12_months"):
                facts[key] = amount(key, stated)
            elif key == "trading_since":
                facts[key] = parse_month(text_value(stated))
            elif key == "covers":
                facts[key] = _covers(stated)
            elif key == "not_in":
                facts[key] = frozenset(texts(stated))
            elif key == "from_group":
                facts[key] = _from_group(stated, f"{path}.{key}", currency)
    if without_currency and currency_is_read:
        with parts.at(*without_currency[0]):
            help = "write the currency once in this block (currency: USD), or before the amount"
            raise NotUnderstood("currency", "an amount of money without a currency", help)
    parts.check()
    return Figures(periods=tuple(periods), path=path, **facts)


def _period(key: str, keys: tuple[str, ...]) -> Period:
    try:
        return parse_period(key)
    except NotUnderstood as error:
        meant = suggestion(key, keys)
        if any(map(str.isdigit, key)) and not meant:
            raise KeyNotUnderstood(error.code, error.text, error.help) from None
        help = meant or f"write a period (2025, 2025-Q4, 2025-12) or {', '.join(keys)}"
        found = f"{quoted(key)} is neither a period nor a key of this block"
        raise KeyNotUnderstood("unknown-key", found, help) from None


def _of_period(
    period: Period, stated: object, path: str, kind: AmountKind, amount: Callable[..., Amount]
) -> list[PeriodFigure]:
    """Return the figure of a period, or that of each of its months from a list."""
    if isinstance(stated, list):
        if period.first is None or len(stated) != len(period.months):
            months = "no beginning" if period.first is None else f"{len(period.months)} months"
            found = f"a list of {len(stated)} for a period with {months}"
            raise NotUnderstood("list", found, "write one value for each month")
        return _of_months(period, stated, path, amount)
    read = amount(stated)
    several = period.first is None or period.first < period.last
    if several and kind is AmountKind.COUNT and not read.unknown and not read.none:
        help = "write a list with one value for each month"
        raise NotUnderstood("users", "numbers of users cannot be added up over several months", help)
    return [PeriodFigure(period.first, period.last, read, path)]


def _of_months(period: Period, stated: list[object], path: str, amount: Callable[..., Amount]) -> list[PeriodFigure]:
    parts = Parts()
    found = []
    for index, (month, each) in enumerate(zip(period.months, stated, strict=True)):
        with parts.at(index):
            read = amount(each, index)
            found.append(PeriodFigure(Month(month), Month(month), read, f"{path}.{index + 1}"))
    parts.check()
    return found


def _from_group(stated: object, path: str, currency: str | None) -> Amount | Figures | None:
    if stated == "unknown":
        return None
    if isinstance(stated, dict) and not stated.keys() <= _BOUNDS:
        return _block(stated, path, AmountKind.MONEY, _SALES_KEYS, currency)
    amount = _amount(stated, AmountKind.MONEY, currency)
    if amount.currency is None and not amount.none:
        raise NotUnderstood("currency", "an amount of money without a currency", "write USD before the amount")
    return amount


def _amount(value: object, kind: AmountKind, currency: str | None = None) -> Amount:
    """Return an amount, in *currency* if it names none; zero without one is zero in each."""
    if not isinstance(value, str | dict | list):
        raise NotUnderstood("amount", "no amount is given")
    amount = parse_amount(value, kind=kind)
    if kind is not AmountKind.MONEY or amount.unknown or amount.none:
        return amount
    if amount.currency is None:
        return NONE if amount.range == ZERO and currency is None else amount._replace(currency=currency)
    if currency not in (None, amount.currency):
        found = f"the amount is in {amount.currency}, the block in {currency}"
        raise NotUnderstood("currency", found, "keep one of the two currencies")
    return amount


def _placed(value: object) -> Placed:
    return value if isinstance(value, Placed) else Placed("", value)
