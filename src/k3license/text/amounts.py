"""
Amounts as people write them: USD 12M, at least 1,200,000, 10M to 30M.

Money, numbers of people, percentages and rates share one grammar,
`[at least | at most | over | under] [CUR] NUMBER[k|M|bn]` and `NUMBER to NUMBER`; what
could be read in two ways is refused with a hint.  So is 1e3: spreadsheets write large
figures that way after rounding them.
"""

import re
from decimal import Decimal
from enum import Enum
from typing import Final

from k3license.model.amounts import NONE, UNKNOWN, Amount
from k3license.model.errors import NotUnderstood, quoted, suggestion
from k3license.model.ranges import ANY, NON_NEGATIVE, Range, exactly
from k3license.text.currencies import CURRENCIES, SLIPS, WITHDRAWN
from k3license.text.slips import corrected
from k3license.text.walking import TextTree


class AmountKind(Enum):
    """What a number counts; the value says how to call one in a message."""

    MONEY = "an amount of money"
    COUNT = "a number"
    PERCENT = "a percentage"
    RATE = "a rate"


# What a number of the kind can be, whatever is known of it.
_POSSIBLE: Final = {
    AmountKind.MONEY: ANY,
    AmountKind.COUNT: NON_NEGATIVE,
    AmountKind.PERCENT: Range(Decimal(0), Decimal(100)),
    AmountKind.RATE: Range(Decimal(0), None, low_open=True),
}
_HELP: Final = {
    AmountKind.MONEY: "write USD 12M, at least EUR 1,200,000, USD 10M to 15M, unknown or none",
    AmountKind.COUNT: "write 1.2M, at least 1,200,000, 1M to 2M, unknown or none",
    AmountKind.PERCENT: "write 50, over 50, 25 to 50 or unknown",
    AmountKind.RATE: "write 1.08, 140 to 162 or unknown",
}
_NUMBER: Final = r"-?[0-9][0-9,_]*(?:\.[0-9]+)?(?:k|M|bn)?"
_AMOUNT: Final = re.compile(
    rf"(?:(?P<bound>at least|at most|over|under) )?(?:(?P<currency>[A-Z]{{3}}) )?(?P<number>{_NUMBER})"
    rf"(?: to (?:(?P<currency_too>[A-Z]{{3}}) )?(?P<high>{_NUMBER}))?"
)
_PARTS: Final = re.compile(r"(?P<sign>-?)(?P<whole>[0-9][0-9,_]*)(?:\.(?P<fraction>[0-9]+))?(?P<suffix>k|M|bn)?")
_GROUPED: Final = r"[0-9]{1,3}(?:(?P<mark>[,_])[0-9]{3})(?:(?P=mark)[0-9]{3})*"
_FACTORS: Final = {"k": Decimal(1_000), "M": Decimal(1_000_000), "bn": Decimal(1_000_000_000)}
_BOUND_WORDS: Final = {
    "at_least": "at least",
    "at_most": "at most",
    "more_than": "over",
    "less_than": "under",
}
_MOST_DIGITS: Final = 30
_ABOUT: Final = r"(?i)[~≈]|(about|approx|around|circa|ca\b|c\. |roughly|nearly|almost|some )"


def parse_amount(value: TextTree, *, kind: AmountKind, currency_required: bool = False) -> Amount:
    """
    Return the amount that a text, or a block {at_least, at_most, more_than, less_than}, states.

    "over" and "under" exclude their bound, "at least" and "at most" include it.  `unknown`
    gives a range without bounds, `none` an exact zero marked so.  A bounded count, percentage
    or rate also keeps to what such a number can be: 0 and more, 0 to 100, over 0.
    Only money carries a currency; with *currency_required* it has to (zero need not).
    Raises NotUnderstood with a hint; its `at` leads into a block.
    """
    if isinstance(value, dict):
        return _amount_of_block(value, kind=kind, currency_required=currency_required)
    if not isinstance(value, str) or not value.strip():
        found = "a list stands where one amount is expected" if isinstance(value, list) else "no amount is given"
        raise NotUnderstood("amount", found, _HELP[kind])
    text = re.sub(r"\s+", " ", value.strip()).replace("\N{MINUS SIGN}", "-")
    if text == "unknown":
        return UNKNOWN
    if text == "none":
        return NONE
    try:
        return _amount_of_text(text, kind=kind, currency_required=currency_required)
    except _OutsideGrammar as error:
        raise _with_hint(text, error, kind) from None


class _OutsideGrammar(NotUnderstood):
    """A text that is not of the grammar, so that it is worth guessing what is meant."""


def _amount_of_text(text: str, *, kind: AmountKind, currency_required: bool) -> Amount:
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise _OutsideGrammar("amount", f"{quoted(text)} is not {kind.value}", _HELP[kind])
    currency = _currency(match["currency"], text, kind)
    low = _number(match["number"], text, kind)
    if match["high"] is None:
        stated = _bounded(match["bound"], low)
    else:
        stated = _between(match, low, _number(match["high"], text, kind), text)
        currency_too = _currency(match["currency_too"], text, kind)
        if currency_too not in (None, currency):
            raise NotUnderstood("amount", f"{quoted(text)} has two currencies", "write both ends in the same currency")
    if currency is None and currency_required and stated != exactly(0):
        before, after = text[: match.start("number")], text[match.start("number") :]
        help = f"write {before}USD {after}, or the code that fits"
        raise NotUnderstood("currency", f"{quoted(text)} has no currency", help)
    return Amount(_possible(stated, text, kind), currency)


def _between(match: re.Match[str], low: Decimal, high: Decimal, text: str) -> Range:
    low_text, high_text = match["number"], match["high"]
    if match["bound"]:
        raise NotUnderstood("amount", f'{quoted(text)} has both "{match["bound"]}" and "to"', "write one of them")
    suffix = high_text.lstrip("-0123456789,_.")
    if suffix and low_text[-1].isdigit() and abs(low) < 1000 and low != 0:
        found = f"{quoted(text)} leaves open whether {low_text} means {low_text}{suffix}"
        raise NotUnderstood("amount", found, f"write {low_text}{suffix} to {high_text}")
    if low > high:
        raise NotUnderstood("amount", f"{quoted(text)} runs backwards", f"write {high_text} to {low_text}")
    return Range(low, high)


def _bounded(bound: str | None, number: Decimal) -> Range:
    match bound:
        case "at least":
            return Range(number, None)
        case "over":
            return Range(number, None, low_open=True)
        case "at most":
            return Range(None, number)
        case "under":
            return Range(None, number, high_open=True)
        case _:
            return exactly(number)


def _possible(stated: Range, text: str, kind: AmountKind) -> Range:
    if kind is AmountKind.MONEY:
        return stated
    result = stated.intersection(_POSSIBLE[kind])
    ends = [end for end in (stated.low, stated.high) if end is not None]
    if result.empty or any(_POSSIBLE[kind].intersection(exactly(end)).empty and end != 0 for end in ends):
        raise NotUnderstood("amount", f"{quoted(text)} cannot be {kind.value}", _HELP[kind])
    return result


def _number(written: str, text: str, kind: AmountKind) -> Decimal:
    """Return the exact value of one number, without rounding; *text* is what surrounds it."""
    match = _PARTS.fullmatch(written)
    if match is None:
        raise _OutsideGrammar("amount", f"{quoted(text)} is not {kind.value}", _HELP[kind])
    whole, fraction, suffix = match["whole"], match["fraction"], match["suffix"]
    grouped = "," in whole or "_" in whole
    digits = whole.replace(",", "").replace("_", "")
    if grouped and not re.fullmatch(_GROUPED, whole):
        raise _OutsideGrammar("amount", f"{quoted(written)} is not parted into groups of three digits", _HELP[kind])
    if kind is AmountKind.RATE and re.fullmatch(r"[0-9]{1,3},[0-9]{3}", written):
        readings = f"{digits} or {digits[:-3]}.{digits[-3:]}"
        raise NotUnderstood("amount", f"{quoted(written)} may mean {readings}", f"write {readings}")
    if len(digits) > 1 and digits.startswith("0"):
        raise NotUnderstood("amount", f"{quoted(written)} begins with a zero", f"write {digits.lstrip('0') or '0'}")
    if len(digits) + len(fraction or "") > _MOST_DIGITS:
        raise NotUnderstood("amount", f"{quoted(written)} has more than {_MOST_DIGITS} digits", _HELP[kind])
    if fraction and len(fraction) == 3 and not (suffix or grouped) and kind in (AmountKind.MONEY, AmountKind.COUNT):
        found = f"{quoted(written)} may mean {digits}{fraction} or {digits}.{fraction.rstrip('0') or '0'}"
        cents = fraction[:2] if fraction.endswith("0") else f"{fraction}0"
        raise NotUnderstood("amount", found, f"write {digits},{fraction} or {digits}.{cents}")
    value = Decimal(f"{match['sign']}{digits}.{fraction}" if fraction else f"{match['sign']}{digits}")
    value = value * _FACTORS[suffix] if suffix else value
    if kind is AmountKind.COUNT and value != value.to_integral_value():
        raise NotUnderstood("amount", f"{quoted(written)} is not a whole number", _HELP[kind])
    return value


def _currency(code: str | None, text: str, kind: AmountKind) -> str | None:
    if code is None:
        return None
    if kind is not AmountKind.MONEY:
        raise NotUnderstood("currency", f"{quoted(text)} has a currency, but {kind.value} is expected", _HELP[kind])
    return parse_currency(code)


def parse_currency(code: str) -> str:
    """
    Return a currency's code of three capitals.

    Raises NotUnderstood with a hint.
    """
    if code in CURRENCIES or code in WITHDRAWN:
        return code
    upper = code.strip().upper()
    slip = upper if upper in CURRENCIES else SLIPS.get(upper)
    help = f"write {slip}" if slip else suggestion(upper, CURRENCIES) or "write a code of ISO 4217: USD, EUR, CNY"
    raise NotUnderstood("currency", f"{quoted(code)} is not a currency", help)


def _amount_of_block(block: dict[str, TextTree], *, kind: AmountKind, currency_required: bool) -> Amount:
    if not block:
        raise NotUnderstood("amount", "no amount is given", _HELP[kind])
    known = ANY
    currency: str | None = None
    for key, written in block.items():
        if key not in _BOUND_WORDS:
            help = suggestion(key, _BOUND_WORDS) or f"an amount has {', '.join(_BOUND_WORDS)}"
            raise NotUnderstood("unknown-key", f"{quoted(key)} does not belong to an amount", help, at=(key,))
        if not isinstance(written, str) or not re.match(r"([A-Z]{3} )?-?[0-9]\S*$", written):
            raise NotUnderstood("amount", "one number is expected here", f"write {key}: USD 12M", at=(key,))
        text = f"{_BOUND_WORDS[key]} {written}"
        try:
            bound = _amount_of_text(text, kind=kind, currency_required=currency_required)
        except NotUnderstood as error:
            raise NotUnderstood(error.code, error.text, error.help, at=(key,)) from None
        if currency is not None and bound.currency is not None and bound.currency != currency:
            raise NotUnderstood("amount", "the bounds have two currencies", "write both in the same", at=(key,))
        currency = currency or bound.currency
        known = known.intersection(bound.range)
    for strict, inclusive in (("more_than", "at_least"), ("less_than", "at_most")):
        if strict in block and inclusive in block:
            raise NotUnderstood("amount", f"{strict} and {inclusive} are both given", "keep one", at=(strict,))
    if known.empty:
        raise NotUnderstood("amount", "no number lies within both bounds", _HELP[kind], at=(next(iter(block)),))
    return Amount(known, currency)


def _with_hint(text: str, error: NotUnderstood, kind: AmountKind) -> NotUnderstood:
    if re.match(_ABOUT, text):
        help = "write a range that surely holds it: 3.5M to 4.5M"
        return NotUnderstood("amount", f"{quoted(text)} does not say between what it lies", help)
    reason, candidate = corrected(text, percent=kind is AmountKind.PERCENT)
    if not reason:
        return error
    try:
        if candidate not in ("unknown", "none"):
            _amount_of_text(candidate, kind=kind, currency_required=False)
    except NotUnderstood as remaining:
        # With the slip put right, what is still wrong says more than the whole grammar.
        help = remaining.help
    else:
        help = f"write {candidate}"
    return NotUnderstood("amount", f"{quoted(text)} {reason}", help)
