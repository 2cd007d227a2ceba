"""What people write instead of an amount of the grammar, and what they probably mean."""

import re
from typing import Final

from k3license.text.currencies import CURRENCIES, SLIPS

_SYMBOLS: Final = r"(?i)(US\$|[$€£¥]|\b(?:dollars?|euros?|rmb)\b)"
_EXPONENT: Final = r"\b([0-9]+(?:\.[0-9]+)?)[eE]\+?([0-9]{1,2})\b"

# What may stand behind the digits of an amount.
UNITS: Final = (
    "(?i:k|m|mn|mln|mio[.]?|bn|bil|b|mrd[.]?|tsd[.]?|(thousand|million|billion|dollar|euro)s?|rmb|percent|[$€£¥%])"
    "|[A-Z]{3}"
)
_DECIMAL_COMMA: Final = r",[0-9]{1,2}(?![0-9,])|(?<![0-9])0,[0-9]"

# Applied in this order; the reason completes a sentence that begins with what was written.
_REWRITES: Final = (
    (r"(?i)^(?:n/?a|n\.a\.|\?+|tbd|tbc|unk|not known|open|-+)$", "unknown", "says nothing certain"),
    (r"(?i)^(?:nil|zero|no|nothing)$", "none", "is not a number"),
    (r"^\((.*)\)$", r"-\1", "is in brackets: a loss has a minus"),
    (
        r"(?i)(?<=[0-9])\s*(?:millions?|mio\.?|mln|mn|mm|m)\b",
        "M",
        "writes millions otherwise than with M",
    ),
    (r"(?i)(?<=[0-9])\s*(?:billions?|bn|bil|mrd\.?|b)\b", "bn", "writes billions otherwise than with bn"),
    (r"(?i)(?<=[0-9])\s*(?:thousands?|tsd\.?|k)\b", "k", "writes thousands otherwise than with k"),
    (r"^([A-Z]{3})(?=-?[0-9])", r"\1 ", "has no space after its currency"),
    (r"^-([A-Z]{3}) ?(?=[0-9])", r"\1 -", "has its minus before the currency"),
    (r"(?i)^(?:no |not )(?:more than|over) ", "at most ", 'says "at most" in other words'),
    (r"(?i)^(?:no |not )(?:less than|under) ", "at least ", 'says "at least" in other words'),
    (r"(?i)^(?:>=|≥|min\.?|minimum|from|at least)\s*", "at least ", 'says "at least" in other words'),
    (r"(?i)^(?:<=|≤|up to|max\.?|maximum|at most)\s*", "at most ", 'says "at most" in other words'),
    (r"(?i)^(?:>|more than|greater than|above|over|exceeds)\s*", "over ", 'says "over" in other words'),
    (r"(?i)^(?:<|less than|below|under)\s*", "under ", 'says "under" in other words'),
    (r"(?<=[0-9kMn])\s*\+$", "", "ends in a plus"),
    (r"(?i)^between (.*) and (.*)$", r"\1 to \2", 'says "to" in other words'),
    (r"(?<=[0-9kMn])\s*(?:-|–|—|\.\.+)\s*(?=[A-Z0-9])", " to ", 'is a range without "to"'),
    (
        r"^(at least |at most |over |under |)(.*[0-9](?:k|M|bn)?) ?([A-Z]{3})$",
        r"\1\3 \2",
        "has its currency behind",
    ),
    (r"(?<=[0-9])['’ ](?=[0-9]{3}(?:[^0-9]|$))", ",", "parts its thousands otherwise than with commas"),
    (
        r"\b([0-9]{1,3})\.([0-9]{3})\.([0-9]{3}),([0-9]{1,2})(?![0-9])",
        r"\1,\2,\3.\4",
        "has a comma before its decimals",
    ),
    (r"\b([0-9]{1,3})\.([0-9]{3}),([0-9]{1,2})(?![0-9])", r"\1,\2.\3", "has a comma before its decimals"),
    (r"\b([0-9]{1,3})\.([0-9]{3})\.([0-9]{3})\b", r"\1,\2,\3", "parts its thousands with dots"),
    (r"(?<=[0-9]),([0-9]{1,2})(?![0-9,])", r".\1", "has a comma before its decimals"),
    (r"(?<![0-9])\.(?=[0-9])", "0.", "begins with a dot"),
    (r"(?<=[0-9])\.(?![0-9])", "", "ends in a dot"),
    (r"^\+", "", "begins with a plus"),
)


def corrected(text: str, *, percent: bool) -> tuple[str, str]:
    """
    Return what is unusual about a text and how it would read without.

    The second is the text itself, and the first empty, where nothing is recognized.
    """
    reason = ""
    for change, said in (
        (_with_codes, "has a sign or word for its currency"),
        (_written_out, "has an exponent"),
    ):
        changed = change(text)
        reason = reason or said * (changed != text)
        text = changed
    if percent and (without := re.sub(r"(?i)\s*(?:%|percent|per cent)", "", text)) != text:
        reason, text = reason or "has a percent sign", without
    ends_in_plus = text.endswith("+")
    for pattern, replacement, said in _REWRITES:
        changed = re.sub(pattern, replacement, text)
        reason = reason or said * (changed != text)
        text = changed
    return reason, f"at least {text}" if ends_in_plus else text


def without_commas(text: str) -> tuple[str, str]:
    """
    Return an amount with commas as it is probably meant, written without them, and what to write instead.

    A comma before one or two digits, or behind a zero, is one before decimals; one alone before three may be.
    """
    _, meant = corrected(text, percent=True)
    meant = re.sub(r"(?<![0-9])0,(?=[0-9])", "0.", meant).replace(",", "_")
    short = re.sub(r"(?<=[0-9])_000_000$", "M", re.sub(r"(?<=[0-9])_000_000_000$", "bn", meant))
    write = f"write {meant}" if short == meant else f"write {short} or {meant}"
    if re.search(_DECIMAL_COMMA, text):
        return meant, f"a decimal comma? {write}"
    return meant, write if text.count(",") > 1 else f"{write}, or a dot if the comma parts decimals"


def _with_codes(text: str) -> str:
    """Return the text with codes for the signs, words and small letters that name its currency."""

    def code(match: re.Match[str]) -> str:
        return f" {SLIPS[match[0].upper()]} "

    if re.search(_SYMBOLS, text):
        text = re.sub(r" +", " ", re.sub(_SYMBOLS, code, text)).strip()
    return re.sub(r"\b[A-Za-z]{3}\b", lambda match: _upper(match[0]), text)


def _upper(word: str) -> str:
    return word.upper() if word.upper() in CURRENCIES else word


def _written_out(text: str) -> str:
    return re.sub(_EXPONENT, lambda match: _shifted(match[1], int(match[2])), text)


def _shifted(digits: str, exponent: int) -> str:
    """Return digits times ten to the exponent, written out."""
    whole, _, fraction = digits.partition(".")
    shifted = (whole + fraction.ljust(exponent, "0")[:exponent]).lstrip("0") or "0"
    rest = fraction[exponent:]
    return f"{shifted}.{rest}" if rest else shifted
