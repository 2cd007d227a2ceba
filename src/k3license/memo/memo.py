"""The memo: all that it says of one profile, as one record."""

from datetime import date
from typing import NamedTuple

from k3license.answers.verdicts import worst
from k3license.memo.agreements import AgreementsShown, agreements_shown
from k3license.memo.clauses import UseShown, uses_shown
from k3license.memo.comparison import ComparisonShown, comparison_shown
from k3license.memo.facts import FactShown, facts_shown, refs_of
from k3license.memo.flips import FlipsOf, flips_shown
from k3license.memo.group import GroupShown, group_shown
from k3license.memo.licenses import LicenseShown, licenses_shown
from k3license.memo.limits import LimitShown, limits_shown
from k3license.memo.material import Material
from k3license.memo.questions import Addressee, addressees
from k3license.memo.readings import Effect, PositionShown, ToConfirm, effects_shown, positions_shown, to_confirm
from k3license.memo.reasons import Reason, reasons_shown
from k3license.memo.shown import Mark, UseId
from k3license.memo.since import Since
from k3license.memo.tasks import Task, tasks_of
from k3license.model.explanation import Explanation


class Conclusion(NamedTuple):
    """The verdict for an offering under a license; *before* is that of an older profile, if it differs."""

    id: UseId
    offering: str
    licensee: str
    license: str
    verdict: str
    robust: bool
    notes: tuple[str, ...]
    before: str = ""
    mark: Mark = ""


class Memo(NamedTuple):
    """
    All that a memo says of one profile, in the order in which it says it.

    *since* is None where there is no older profile to compare with.
    """

    name: str
    as_of: date
    licensees: tuple[str, ...]
    engines: tuple[str, ...]
    verdict: str
    reasons: tuple[Reason, ...]
    tasks: tuple[Task, ...]
    conclusions: tuple[Conclusion, ...]
    since: Since | None
    facts: tuple[FactShown, ...]
    doubts: tuple[tuple[int, str], ...]
    uses: tuple[UseShown, ...]
    positions: tuple[PositionShown, ...]
    effects: tuple[Effect, ...]
    confirm: tuple[ToConfirm, ...]
    addressees: tuple[Addressee, ...]
    flips: tuple[FlipsOf, ...]
    limits: tuple[LimitShown, ...]
    comparison: ComparisonShown | None
    groups: tuple[GroupShown, ...]
    agreements: AgreementsShown
    licenses: tuple[LicenseShown, ...]


def memo_of(material: Material) -> Memo:
    """Return the memo of one profile, which has at least one use."""
    facts = facts_shown(material)
    refs = refs_of(facts)
    asked = addressees(material)
    explanations = material.explanations
    limits = limits_shown(material)
    return Memo(
        name=material.name,
        as_of=explanations[0].as_of,
        licensees=tuple(dict.fromkeys(each.licensee_name for each in explanations)),
        engines=explanations[0].engines,
        verdict=worst(each.verdict for each in explanations).value,
        reasons=reasons_shown(material, limits),
        tasks=tasks_of(material, asked),
        conclusions=tuple(_conclusion(each) for each in explanations),
        since=None,
        facts=facts,
        doubts=tuple((problem.place.line, problem.text) for problem in material.loaded.warnings),
        uses=uses_shown(material, refs),
        positions=positions_shown(material),
        effects=effects_shown(material),
        confirm=to_confirm(material),
        addressees=asked,
        flips=flips_shown(material),
        limits=limits,
        comparison=None if material.comparison is None else comparison_shown(material.comparison, refs),
        groups=tuple(group_shown(report, refs) for report in material.groups),
        agreements=agreements_shown(material),
        licenses=licenses_shown(material),
    )


def _conclusion(each: Explanation) -> Conclusion:
    return Conclusion(
        id=(each.offering, each.license),
        offering=each.offering_name,
        licensee=each.licensee_name,
        license=each.license_title,
        verdict=each.verdict.value,
        robust=each.robust,
        notes=each.notes,
    )
