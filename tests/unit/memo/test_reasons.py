"""Why the conclusion is what it is: a sentence for each answer that asks for something or is open."""

from k3license.memo.reasons import Reason
from tests.unit.memo.materials import example_memo


def reasons(name: str) -> dict[str, Reason]:
    """Return the reasons of an example by section; each section occurs once here."""
    found = example_memo(name).reasons
    assert len({each.of.section for each in found}) == len(found)
    return {each.of.section: each for each in found}


def test_what_is_missing_is_told_with_the_limit_that_was_crossed_and_the_readings_it_turns_on() -> None:
    (missing,) = reasons("three-entities").values()
    assert (missing.of.section, missing.answer.applies, missing.answer.fulfilled) == ("Section 2", "yes", "no")
    (limit,) = missing.limits
    assert (limit.crossed, limit.amount, limit.months) == ("yes", "at least USD 390,000,000", "2025-01..2025-12")
    assert "Which entities are the licensee's affiliates?" in missing.turns_on


def test_a_late_agreement_is_a_reason_though_it_is_in_force() -> None:
    late = reasons("large-host-signed-late")["Section 2"]
    assert late.answer.fulfilled == "yes"
    assert late.findings[0].startswith("the agreement took effect on 2026-10-06, after the duty arose")


def test_where_all_is_settled_there_is_nothing_to_tell() -> None:
    assert example_memo("large-host-with-agreement").reasons == ()
