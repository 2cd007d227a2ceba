"""Readings as text: the deciding positions as a table, and whom to ask."""

from collections.abc import Iterator, Mapping
from typing import Final

from k3license.model.explanation import Inquiry, PositionTaken, Readings
from k3license.writers.columns import row, wrapped
from k3license.writers.text_report import answer_text

_WIDTHS: Final = (36, 36)


def readings_lines(readings: Readings, inquiry: Inquiry | None) -> Iterator[str]:
    """Yield whether the answer holds under every reading, and the table of those that decide."""
    yield ""
    if readings.robust:
        yield "  Readings: robust, the answer is the same under every one"
    else:
        yield from wrapped("Readings: the answer turns on how the text is read", 2)
    for each in readings.deciding:
        yield from wrapped(f"{each.taken.id}: {each.taken.asks}", 4, hang=2)
        for other in each.answers:
            mark = "*" if other.chosen else " "
            yield from row((f"{mark} {other.reading}", answer_text(other.answer)), _WIDTHS, indent=6)
            if other.if_open is not None:
                yield from wrapped(f"to settle it, {other.if_open}", 10, hang=2)
        yield from wrapped(f"* in force: {choice_text(each.taken)}", 6, hang=2)
    for under in readings.together:
        yield from wrapped(f"only together, {_choices(under.readings)}: {answer_text(under.answer)}", 4, hang=2)
    for under in readings.purposive:
        text = f"by the aim of the clause alone, {_choices(under.readings)}: {answer_text(under.answer)}"
        yield from wrapped(text, 4, hang=2)
    if inquiry is not None:
        yield from _inquiry(inquiry)


def _inquiry(inquiry: Inquiry) -> Iterator[str]:
    where = "" if inquiry.contact is None else f" at {inquiry.contact}"
    yield from wrapped(f"Ask {inquiry.licensor} in writing{where}. An answer is recorded under `confirmations`:", 4)
    for entry in inquiry.confirmations:
        yield from wrapped(f"- {entry}", 6, hang=2)


def choice_text(taken: PositionTaken) -> str:
    """Return why a reading is the one in force."""
    if taken.chosen_by == "default":
        return f"{taken.default_is} default"
    if taken.chosen_by == "text":
        return f"decided by the text, {taken.reason}"
    if taken.chosen_by == "confirmed":
        return f"confirmed by {taken.who} in writing" + (f": {taken.reason}" if taken.reason else "")
    if taken.chosen_by == "command line":
        return "chosen on the command line"
    if taken.who is None and taken.reason is None:
        return "chosen in the profile"
    who = "counsel's choice" if taken.who is None else f"counsel's choice, by {taken.who}"
    return who + (f': "{taken.reason}"' if taken.reason else "")


def _choices(readings: Mapping[str, str]) -> str:
    return " and ".join(f"{position} = {reading}" for position, reading in readings.items())
