"""Amounts: what they may be, and the hint for what could be read in two ways."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from k3license.model.amounts import NONE, UNKNOWN, Amount
from k3license.model.errors import NotUnderstood
from k3license.model.ranges import Range, exactly
from k3license.text.amounts import AmountKind, parse_amount, parse_currency
from k3license.text.walking import TextTree

MONEY, COUNT, PERCENT, RATE = AmountKind
MILLION = Decimal(1_000_000)


def between(low: int | str | None, high: int | str | None, *, over: bool = False, under: bool = False) -> Range:
    lower, upper = (None if bound is None else Decimal(bound) for bound in (low, high))
    return Range(lower, upper, low_open=over, high_open=under)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("USD 20M", Amount(exactly(20 * MILLION), "USD")),
        ("1,200,000", Amount(exactly(1_200_000))),
        ("1_200_000", Amount(exactly(1_200_000))),
        ("1_200k", Amount(exactly(1_200_000))),
        ("EUR 1.5bn", Amount(exactly(1_500 * MILLION), "EUR")),
        ("USD 20,000,000.01", Amount(exactly("20000000.01"), "USD")),
        ("1,200.500", Amount(exactly("1200.5"))),
        ("at least USD 3k", Amount(between(3000, None), "USD")),
        ("at most USD 240k", Amount(between(None, 240_000), "USD")),
        ("over 20M", Amount(between(20_000_000, None, over=True))),
        ("under 18M", Amount(between(None, 18_000_000, under=True))),
        ("USD 18M to 36M", Amount(between(18_000_000, 36_000_000), "USD")),
        ("USD 18M to USD 36M", Amount(between(18_000_000, 36_000_000), "USD")),
        ("900k to 1.1M", Amount(between(900_000, 1_100_000))),
        ("0 to 30M", Amount(between(0, 30_000_000))),
        ("USD -1.2M", Amount(exactly(-1_200_000), "USD")),
        ("−5", Amount(exactly(-5))),
        ("BGN 4M", Amount(exactly(4_000_000), "BGN")),
        ("unknown", UNKNOWN),
        ("none", NONE),
    ],
)
def test_an_amount_of_money_is_read_exactly(text: str, amount: Amount) -> None:
    assert parse_amount(text, kind=MONEY) == amount


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("1.200.000", "write 1,200,000"),
        ("1.200", "write 1,200 or 1.20"),
        ("KWD 1.234", "write 1,234 or 1.2340"),
        ("$20M", "write USD 20M"),
        ("€ 20M", "write EUR 20M"),
        ("20M USD", "write USD 20M"),
        ("20M€", "write EUR 20M"),
        ("10M to 30M EUR", "write EUR 10M to 30M"),
        ("usd 20M", "write USD 20M"),
        ("USD20M", "write USD 20M"),
        ("-USD 5", "write USD -5"),
        ("EURO 20M", "write EUR 20M"),
        ("RMB 5M", "write CNY"),
        ("XYZ 5M", "write a code of ISO 4217: USD, EUR, CNY"),
        ("about 4M", "write a range that surely holds it: 3.5M to 4.5M"),
        ("~4M", "write a range that surely holds it: 3.5M to 4.5M"),
        ("ca. 4M", "write a range that surely holds it: 3.5M to 4.5M"),
        ("10 to 30M", "write 10M to 30M"),
        ("30M to 10M", "write 10M to 30M"),
        ("10M-30M", "write 10M to 30M"),
        ("10M – 30M", "write 10M to 30M"),
        ("between 10M and 30M", "write 10M to 30M"),
        ("over 10M to 20M", "write one of them"),
        ("USD 10M to EUR 30M", "write both ends in the same currency"),
        ("20 MM", "write 20M"),
        ("20 million", "write 20M"),
        ("$17.5 million", "write USD 17.5M"),
        ("20m", "write 20M"),
        ("20 M", "write 20M"),
        ("20K", "write 20k"),
        ("2 billion", "write 2bn"),
        ("2 Mrd", "write 2bn"),
        ("> 20M", "write over 20M"),
        (">=20M", "write at least 20M"),
        ("more than USD 5M", "write over USD 5M"),
        ("not more than 5M", "write at most 5M"),
        ("up to 5M", "write at most 5M"),
        ("20M+", "write at least 20M"),
        ("(1.2M)", "write -1.2M"),
        ("17,5M", "write 17.5M"),
        ("1.200,50", "write 1,200.50"),
        ("1'200'000", "write 1,200,000"),
        ("1 200 000", "write 1,200,000"),
        ("1e3", "write 1000"),
        ("1.2e7", "write 12000000"),
        ("0123", "write 123"),
        (".5", "write 0.5"),
        ("n/a", "write unknown"),
        ("nil", "write none"),
        ("51%", "write USD 12M, at least EUR 1,200,000, USD 10M to 15M, unknown or none"),
        ("twenty", "write USD 12M, at least EUR 1,200,000, USD 10M to 15M, unknown or none"),
        ("9" * 31, "write USD 12M, at least EUR 1,200,000, USD 10M to 15M, unknown or none"),
        ("", "write USD 12M, at least EUR 1,200,000, USD 10M to 15M, unknown or none"),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused_with_what_to_write(text: str, help: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        parse_amount(text, kind=MONEY)
    assert refused.value.help == help


@pytest.mark.parametrize(
    ("kind", "text", "known"),
    [
        (COUNT, "1.1M", exactly(1_100_000)),
        (COUNT, "under 5", between(0, 5, under=True)),
        (COUNT, "at least 5", between(5, None)),
        (PERCENT, "50.01", exactly("50.01")),
        (PERCENT, "over 50", between(50, 100, over=True)),
        (PERCENT, "under 25", between(0, 25, under=True)),
        (PERCENT, "33.333", exactly("33.333")),
        (RATE, "1.085", exactly("1.085")),
        (RATE, "under 2", between(0, 2, over=True, under=True)),
        (RATE, "140 to 162", between(140, 162)),
    ],
)
def test_a_count_percentage_or_rate_keeps_to_what_it_can_be(kind: AmountKind, text: str, known: Range) -> None:
    assert parse_amount(text, kind=kind) == Amount(known)


@pytest.mark.parametrize("kind", AmountKind)
def test_unknown_has_no_bounds_and_none_is_an_exact_zero_of_every_kind(kind: AmountKind) -> None:
    assert parse_amount("unknown", kind=kind).unknown
    none = parse_amount("none", kind=kind)
    assert none.none
    assert none.range == exactly(0)
    assert not none.unknown


@pytest.mark.parametrize(
    ("kind", "text", "help"),
    [
        (COUNT, "1.5", "write 1.2M, at least 1,200,000, 1M to 2M, unknown or none"),
        (COUNT, "-5", "write 1.2M, at least 1,200,000, 1M to 2M, unknown or none"),
        (COUNT, "USD 5", "write 1.2M, at least 1,200,000, 1M to 2M, unknown or none"),
        (COUNT, "1.200", "write 1,200 or 1.20"),
        (PERCENT, "51%", "write 51"),
        (PERCENT, "over 50 percent", "write over 50"),
        (PERCENT, "50,1", "write 50.1"),
        (PERCENT, "101", "write 50, over 50, 25 to 50 or unknown"),
        (PERCENT, "over 100", "write 50, over 50, 25 to 50 or unknown"),
        (RATE, "1,085", "write 1085 or 1.085"),
        (RATE, "1,08", "write 1.08"),
        (RATE, "0", "write 1.08, 140 to 162 or unknown"),
        (RATE, "EUR 1.08", "write 1.08, 140 to 162 or unknown"),
    ],
)
def test_what_a_count_percentage_or_rate_cannot_be_is_refused(kind: AmountKind, text: str, help: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        parse_amount(text, kind=kind)
    assert refused.value.help == help


def test_a_currency_can_be_required_except_of_zero() -> None:
    with pytest.raises(NotUnderstood) as refused:
        parse_amount("over 20M", kind=MONEY, currency_required=True)
    assert refused.value.help == "write over USD 20M, or the code that fits"
    assert parse_amount("0", kind=MONEY, currency_required=True) == Amount(exactly(0))
    assert parse_amount("none", kind=MONEY, currency_required=True) == NONE


def test_the_long_form_joins_its_bounds() -> None:
    block: TextTree = {"at_least": "USD 5M", "less_than": "6M"}
    assert parse_amount(block, kind=MONEY) == Amount(between(5_000_000, 6_000_000, under=True), "USD")
    assert parse_amount({"more_than": "50"}, kind=PERCENT) == Amount(between(50, 100, over=True))


@pytest.mark.parametrize(
    ("block", "at", "help"),
    [
        ({"atleast": "5"}, ("atleast",), 'did you mean "at_least"?'),
        ({"at_least": "5 to 6"}, ("at_least",), "write at_least: USD 12M"),
        ({"at_least": None}, ("at_least",), "write at_least: USD 12M"),
        ({"at_least": "USD 5", "at_most": "EUR 6"}, ("at_most",), "write both in the same"),
        ({"at_least": "1", "more_than": "2"}, ("more_than",), "keep one"),
        ({"more_than": "1.200"}, ("more_than",), "write 1,200 or 1.20"),
    ],
)
def test_a_slip_in_the_long_form_is_shown_at_its_key(
    block: dict[str, str | None], at: tuple[str, ...], help: str
) -> None:
    with pytest.raises(NotUnderstood) as refused:
        parse_amount(dict(block), kind=MONEY)
    assert (refused.value.at, refused.value.help) == (at, help)


def test_bounds_that_leave_no_number_are_refused() -> None:
    with pytest.raises(NotUnderstood, match="no number lies within both bounds"):
        parse_amount({"at_least": "6", "at_most": "5"}, kind=MONEY)
    with pytest.raises(NotUnderstood, match="cannot be a number"):
        parse_amount("under 0", kind=COUNT)


@given(st.text(max_size=20) | st.from_regex(r"[$€]?[0-9.,_ ]{1,12}(k|M|bn|%|e3| USD| to 5)?", fullmatch=True))
def test_no_text_gives_anything_but_an_amount_or_a_hint(text: str) -> None:
    for kind in AmountKind:
        found: Amount | NotUnderstood
        try:
            found = parse_amount(text, kind=kind)
        except NotUnderstood as refused:
            found = refused
        assert found.help if isinstance(found, NotUnderstood) else not found.range.empty


@given(st.decimals(min_value=0, max_value=10**15, allow_nan=False, allow_infinity=False, places=2))
def test_two_decimals_survive_however_large_the_number(value: Decimal) -> None:
    assert parse_amount(f"USD {value:,}", kind=MONEY).range == exactly(value)


def test_the_codes_are_those_of_the_standard() -> None:
    standard = pytest.importorskip("iso4217").Currency
    codes = {currency.code for currency in standard}
    funds_metals_and_tests = {
        *("BOV", "CHE", "CHW", "CLF", "COU", "MXV", "USN", "UYI", "UYW"),
        *(code for code in codes if code.startswith("X") and code not in ("XAF", "XCD", "XCG", "XOF", "XPF")),
    }
    for code in codes - funds_metals_and_tests:
        assert parse_currency(code) == code
    for code in funds_metals_and_tests:
        with pytest.raises(NotUnderstood):
            parse_currency(code)
