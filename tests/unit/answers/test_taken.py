"""Which readings were taken and why, and what the answer is under the others."""

from k3license.answers.taken import Positions
from k3license.model.assessment import Applies, RequirementAnswer
from k3license.model.explanation import PositionTaken, Readings
from tests.unit.answers.uses import SMALL, example, only_use, read


def test_a_deciding_position_shows_the_answer_under_each_of_its_readings() -> None:
    readings = _readings_of("joint-venture-fifty-fifty", "separate-agreement")
    (deciding,) = [each for each in readings.deciding if each.taken.id == "affiliate"]
    applies = {each.reading: each.answer.applies for each in deciding.answers}
    assert applies["half-or-more"] is Applies.YES
    assert applies["more-than-half"] is Applies.NO
    assert [each.reading for each in deciding.answers if each.chosen] == ["half-or-more"]
    assert not readings.robust


def test_two_readings_that_change_the_answer_only_together_are_found() -> None:
    # An assistant on an own endpoint for staff and contractors, on a fine-tuned model.
    text = SMALL.replace("model: kimi-k3\n", "model: tuned\n").replace(
        "offerings:\n", "models: {tuned: {derived_from: kimi-k3, how: fine-tune}}\nofferings:\n"
    )
    text = text.replace("offered_to: [customers]", "offered_to: [contractors]").replace(
        "outputs_leave: [responses]", ""
    )
    text = text.replace("    relay: no\n", "    relay: no\n    outputs_leave: no\n").replace("2M", "150M")
    use = only_use(read(text))
    answer = _answer(use.assessment().requirements, "display-name")
    readings = Positions(use).readings(answer)
    assert answer.answer.applies is Applies.YES
    assert {frozenset(each.readings.items()) for each in readings.together} == {
        frozenset({("third-party", "outside-the-group"), ("exempt-derivatives", "internal-too")}),
        frozenset({("third-party", "outside-the-group"), ("exempt-derivatives", "derivatives-too")}),
    }


def test_readings_by_the_aim_of_the_clause_stand_apart() -> None:
    readings = _readings_of("subsidiary-of-a-model-api-group", "separate-agreement")
    assert {"gate-reach": "the-maas-offering-only"} in [dict(each.readings) for each in readings.purposive]
    assert "gate-reach" not in {each.taken.id for each in readings.deciding}


def test_a_default_is_called_cautious_or_usual() -> None:
    assert _taken(SMALL, "affiliate").default_is == "usual"
    assert _taken(SMALL, "embedded-scope").default_is == "cautious"


def test_a_choice_in_the_profile_tells_who_made_it_and_why() -> None:
    chosen = "positions:\n  affiliate: {reading: more-than-half, by: General Counsel, reason: our contracts say so}\n"
    taken = _taken(SMALL + chosen, "affiliate")
    assert (taken.reading, taken.chosen_by, taken.who, taken.reason) == (
        "more-than-half",
        "profile",
        "General Counsel",
        "our contracts say so",
    )


def test_a_confirmation_tells_when_and_where_it_was_given() -> None:
    entry = "{from: Moonshot AI, on: affiliate, says: more-than-half, date: 2026-10-02, document: DMS-1}"
    taken = _taken(f"{SMALL}confirmations: [{entry}]\n", "affiliate")
    assert (taken.chosen_by, taken.who, taken.reason) == ("confirmed", "Moonshot AI", "2026-10-02, DMS-1")


def test_whoever_must_decide_is_told_whom_to_ask_and_how_to_record_the_answer() -> None:
    use = only_use(example("joint-venture-fifty-fifty"))
    positions = Positions(use)
    answer = _answer(use.assessment().requirements, "separate-agreement")
    inquiry = positions.inquiry(positions.readings(answer))
    assert inquiry is not None
    assert inquiry.contact == "license@moonshot.ai"
    assert "affiliate" in inquiry.asks
    assert any("on: affiliate" in entry for entry in inquiry.confirmations)


def test_a_robust_answer_asks_nobody() -> None:
    use = only_use(read(SMALL))
    positions = Positions(use)
    readings = positions.readings(_answer(use.assessment().requirements, "display-name"))
    assert readings.robust
    assert positions.inquiry(readings) is None


def _readings_of(name: str, requirement: str) -> Readings:
    use = only_use(example(name))
    return Positions(use).readings(_answer(use.assessment().requirements, requirement))


def _answer(answers: tuple[RequirementAnswer, ...], requirement: str) -> RequirementAnswer:
    return next(each for each in answers if each.id == requirement)


def _taken(text: str, position: str) -> PositionTaken:
    return Positions(only_use(read(text))).taken(position)


def test_what_decides_between_a_fulfilled_duty_and_none_is_not_asked() -> None:
    use = only_use(read(SMALL))
    (notices,) = [each for each in use.assessment().requirements if each.id == "keep-notices"]
    readings = Positions(use).readings(notices)
    assert [each.taken.id for each in readings.deciding] == ["notice-copies"]
    assert Positions(use).inquiry(readings) is None
