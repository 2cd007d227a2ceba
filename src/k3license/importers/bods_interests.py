"""The 23 kinds of interest of the standard: what each means for a profile."""

from collections.abc import Mapping
from decimal import Decimal
from enum import Enum
from typing import Final, NamedTuple

from k3license.importers.found import ANYTHING
from k3license.importers.json_values import Block, Values
from k3license.model.errors import quoted
from k3license.model.ranges import Range

_HALF: Final = Decimal(50)
_WHOLE: Final = Decimal(100)


class Meaning(Enum):
    """What a profile can say of an interest."""

    SHARES = "a share of the capital"
    VOTES = "a share of the votes"
    ANY_STAKE = "a stake of which nothing is known"
    BOARD = "control, if it is more than half of the board"
    CONTROL = "control"
    PERHAPS = "perhaps control"
    NOTHING = "nothing that a profile asks for"


class Kind(NamedTuple):
    """A kind of interest: its meaning, and how to call it; for NOTHING, why."""

    meaning: Meaning
    words: str


_OFFICE = Kind(Meaning.NOTHING, "an office in the company is no control by itself")
_ECONOMIC = Kind(Meaning.NOTHING, "a right to profit or assets without shares is neither a share nor control")

KINDS: Final[Mapping[str, Kind]] = {
    "shareholding": Kind(Meaning.SHARES, "shares"),
    "votingRights": Kind(Meaning.VOTES, "votes"),
    "appointmentOfBoard": Kind(Meaning.BOARD, "right to appoint the board"),
    "otherInfluenceOrControl": Kind(Meaning.PERHAPS, "other influence or control"),
    "seniorManagingOfficial": _OFFICE,
    "settlor": Kind(Meaning.PERHAPS, "settlor"),
    "trustee": Kind(Meaning.PERHAPS, "trustee"),
    "protector": Kind(Meaning.PERHAPS, "protector"),
    "beneficiaryOfLegalArrangement": _ECONOMIC,
    "rightsToSurplusAssetsOnDissolution": _ECONOMIC,
    "rightsToProfitOrIncome": _ECONOMIC,
    "rightsGrantedByContract": Kind(Meaning.PERHAPS, "rights by contract"),
    "conditionalRightsGrantedByContract": Kind(
        Meaning.NOTHING, "a right under a condition is none yet; if it can be exercised, write it under options"
    ),
    "controlViaCompanyRulesOrArticles": Kind(Meaning.CONTROL, "company rules or articles"),
    "controlByLegalFramework": Kind(Meaning.CONTROL, "legal framework"),
    "boardMember": _OFFICE,
    "boardChair": _OFFICE,
    "unknownInterest": Kind(Meaning.ANY_STAKE, "unknown interest"),
    "unpublishedInterest": Kind(Meaning.ANY_STAKE, "unpublished interest"),
    "enjoymentAndUseOfAssets": _ECONOMIC,
    "rightToProfitOrIncomeFromAssets": _ECONOMIC,
    "nominee": Kind(Meaning.NOTHING, "a nominee acts for the nominator, who is taken as the one in control"),
    "nominator": Kind(Meaning.CONTROL, "nominator"),
}


def share_of(interest: Block, values: Values, path: str) -> Range:
    """Return the share of an interest in percent, unknown where none is stated; what cannot be is reported."""
    share = values.block(interest, "share", path)
    where = f"{path}.share"
    bounds = {key: values.number(share, key, where) for key in _BOUNDS}
    for key, bound in bounds.items():
        if bound is not None and not 0 <= bound <= _WHOLE:
            found = f"{quoted(f'{bound:f}')} is not a percentage"
            values.report.error(values.place, "share", found, "write a number from 0 to 100", path=f"{where}.{key}")
            return ANYTHING
    known = ANYTHING
    for key, bound in bounds.items():
        if bound is not None:
            known = known.intersection(_BOUNDS[key](bound))
    if known.empty:
        text = ", ".join(f"{key} {bound:f}" for key, bound in bounds.items() if bound is not None)
        values.report.error(values.place, "share", f"no share is all of this: {text}", path=where)
        return ANYTHING
    return known


_BOUNDS: Final = {
    "exact": lambda bound: Range(bound, bound),
    "minimum": lambda bound: Range(bound, None),
    "exclusiveMinimum": lambda bound: Range(bound, None, low_open=True),
    "maximum": lambda bound: Range(None, bound),
    "exclusiveMaximum": lambda bound: Range(None, bound, high_open=True),
}


def board_control(share: Range) -> str | None:
    """
    Return what a right to appoint such a share of the board is called: a majority, or half.

    None where it may be less than half, "" where it surely is.
    """
    assert share.low is not None
    if share.low > _HALF or (share.low == _HALF and share.low_open):
        return "board majority"
    if share.exact and share.low == _HALF:
        return "board half"
    less = share.high is not None and (share.high < _HALF or (share.high == _HALF and share.high_open))
    return "" if less else None
