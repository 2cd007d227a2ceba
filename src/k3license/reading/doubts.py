"""What keeps nobody from answering but should be looked at, and identifiers that are none."""

import re
from datetime import date
from decimal import Decimal
from typing import Final

from k3license.model.errors import quoted
from k3license.model.figures import Figures
from k3license.model.ownership import Holding
from k3license.model.ranges import total
from k3license.model.truth import Truth
from k3license.model.unknown import Unknown
from k3license.profile.records import Offering, Profile
from k3license.reading.findings import Findings
from k3license.reading.layout import FactPath
from k3license.reading.structure import structure_of

_LEI: Final = re.compile("[0-9A-Z]{18}[0-9]{2}")
_HUNDRED: Final = Decimal(100)
_NOTHING: Final = Decimal(0)


def check_doubts(profile: Profile, findings: Findings) -> None:
    """Warn of what is probably a slip, and find an error in a LEI that cannot be one."""
    for id, entity in profile.entities.items():
        if entity.lei is not None:
            _check_lei(entity.lei, ("entities", id, "lei"), findings)
    for offering_id, offering in profile.offerings.items():
        _check_charges(offering_id, offering, profile, findings)
        _check_makers(offering_id, offering, profile, findings)
    _check_uncounted(profile, findings)
    _check_teachers(profile, findings)
    _check_totals(profile, findings)


def check_digits_hold(lei: str) -> bool:
    """Return whether the check digits of a legal entity identifier hold (ISO 7064, mod 97-10)."""
    return int("".join(str(int(character, 36)) for character in lei)) % 97 == 1


def _check_lei(lei: str, path: FactPath, findings: Findings) -> None:
    if not _LEI.fullmatch(lei):
        found = f"{quoted(lei)} is not a LEI: 18 letters or digits and 2 check digits"
        meant = re.sub(r"[\s.-]", "", lei).upper()
        help = f"write {meant}" if _LEI.fullmatch(meant) else f"it has {len(meant)} characters" * (len(meant) != 20)
        findings.error(path, "lei", found, help)
    elif not check_digits_hold(lei):
        # Some registered identifiers fail, so that this cannot be an error.
        found = f"the check digits of {lei} do not hold"
        findings.warn(path, "lei", found, "compare it with the register: one character may be wrong")


def _check_charges(id: str, offering: Offering, profile: Profile, findings: Findings) -> None:
    """Warn of a free product with revenue or in one that is not free, and of revenue from what staff alone may use."""
    if (
        offering.offered_to == frozenset({"staff"})
        and offering.charged in ("paid", "at-cost")
        and _has_revenue(offering)
    ):
        found = f"{quoted(id)} is offered to staff only, and revenue of it is stated"
        help = "if clients pay for what staff make with it, add that service as an offering, made_with this one"
        findings.warn(("offerings", id, "offered_to"), "staff-only", found, help)
    if offering.charged != "free" or offering.commercial is not Truth.UNKNOWN:
        return
    path = ("offerings", id, "charged")
    if _has_revenue(offering):
        found = f"{quoted(id)} is said to be free, and revenue of it is stated"
        findings.warn(path, "free", found, "free is what nobody pays for, now or later: else write paid")
    whole = offering.part_of
    if whole is not None and profile.offerings[whole].charged in ("paid", "at-cost", "advertising"):
        found = f"{quoted(id)} is free, as a part of {quoted(whole)}, which is not"
        help = "if whoever pays for the whole pays for this part too, write what the whole is charged"
        findings.warn(path, "free", found, help)


def _check_makers(id: str, offering: Offering, profile: Profile, findings: Findings) -> None:
    """Warn of a product in use that is said to be made with what nobody has used yet."""
    in_use = isinstance(offering.first_used, date) and offering.first_used <= profile.as_of
    if isinstance(offering.made_with, Unknown) or not in_use:
        return
    for maker in offering.made_with:
        named = profile.offerings.get(maker)
        if named is not None and named.first_used == "not-yet":
            found = f"{quoted(id)} is in use, and {maker} is not yet: it has not helped to make it so far"
            findings.warn(
                ("offerings", id, "made_with"), "not-counted", found, "give the day on which it was first used"
            )


def _has_revenue(offering: Offering) -> bool:
    return isinstance(offering.revenue, Figures) and _makes_something(offering.revenue)


def _makes_something(revenue: Figures) -> bool:
    amounts = [*(each.amount for each in revenue.periods), revenue.each_month, revenue.any_12_months]
    return any(each is not None and each.range.more_than(_NOTHING) is Truth.YES for each in amounts)


def _check_uncounted(profile: Profile, findings: Findings) -> None:
    """Warn of what is kept with the group although no reading of "affiliate" looks at it."""
    kept = (
        ("joint_control", profile.joint_control, "an agreement to control jointly"),
        ("options", profile.options, "votes that could be obtained"),
    )
    for key, stated, what in kept:
        if stated:
            help = "if somebody decides alone, state it under control; ask counsel whether it matters"
            findings.warn((key,), "not-counted", f"{what}: kept, but no reading of affiliate counts it", help)


def _check_teachers(profile: Profile, findings: Findings) -> None:
    """Warn of a model trained on the outputs of another that nothing in the file runs."""
    run: set[str | None] = set()
    for offering in profile.offerings.values():
        run.update(offering.model)
        run.update(() if isinstance(offering.access, Unknown) else (each.model for each in offering.access))
    for id, model in profile.models.items():
        for index, teacher in enumerate(model.trained_on_outputs_of):
            if teacher not in run:
                found = f"{quoted(id)} learned from {teacher}, but no offering shows where {teacher} ran"
                help = f"that run is a use of {teacher} of its own: add it to offerings"
                findings.warn(("models", id, "trained_on_outputs_of", index), "teacher", found, help)


def _check_totals(profile: Profile, findings: Findings) -> None:
    """Warn of entities of which more than the whole is held at some time."""
    of: dict[str, list[Holding]] = {}
    for holding in structure_of(profile).holdings:
        # Shares of a company in itself are often left out of the percentages of others.
        if holding.owner != holding.owned:
            of.setdefault(holding.owned, []).append(holding)
    for owned, holdings in of.items():
        for day in sorted({holding.start or date.min for holding in holdings}):
            held = [each for each in holdings if (each.start or date.min) <= day < (each.end or date.max)]
            shares = total(each.percent for each in held).more_than(_HUNDRED)
            votes = total(each.votes for each in held).more_than(_HUNDRED)
            if Truth.YES in (shares, votes):
                when = "" if day == date.min else f" on {day}"
                found = f"more than 100 percent of {owned} is held{when}"
                help = "is one holding stated for shares, votes and indirect stakes, or long sold?"
                findings.warn(findings.path_of(held[-1].path), "over-100", found, help)
                break
