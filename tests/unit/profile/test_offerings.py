"""Every fact of an offering in its short and its long form, and what absent becomes."""

from datetime import date
from typing import Any

import pytest

from k3license.model.truth import Truth
from k3license.model.unknown import UNKNOWN
from k3license.profile.records import Access, Copies, Display, Offering, TheyControl
from tests.unit.profile.samples import access, offering


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("name", "Support desk", "Support desk"),
        ("model", "kimi-k3", ("kimi-k3",)),
        ("model", "[b, a]", ("b", "a")),
        ("model", "none", ()),
        ("made_with", "desk", ("desk",)),
        ("made_with", "none", ()),
        ("made_with", "unknown", UNKNOWN),
        ("uses_parts_of", "{kimi-k3: [code, tokenizer], a: code}", {"kimi-k3": ("code", "tokenizer"), "a": ("code",)}),
        ("uses_parts_of", "none", {}),
        ("part_of", "suite", "suite"),
        ("kind", "fixed-feature", "fixed-feature"),
        ("kind", "unknown", UNKNOWN),
        ("channels", "none", frozenset()),
        ("channels", "[api]", frozenset({"api"})),
        ("channels", "unknown", UNKNOWN),
        ("language_model", "yes", Truth.YES),
        ("charged", "at-cost", "at-cost"),
        ("purpose", "public-task", "public-task"),
        ("commercial", "no", Truth.NO),
        ("offered_to", "[staff, customers]", frozenset({"staff", "customers"})),
        ("offered_to", "staff", frozenset({"staff"})),
        ("offered_to", "none", frozenset()),
        ("offered_from", "2026-09-01", date(2026, 9, 1)),
        ("offered_from", "2026-09", date(2026, 9, 1)),
        ("offered_from", "unknown", UNKNOWN),
        ("offered_until", "none", None),
        ("serves", "[inference]", frozenset({"inference"})),
        ("serves", "[]", frozenset()),
        ("access_by", "operated-for-owner", "operated-for-owner"),
        (
            "they_control",
            "none",
            TheyControl(inputs="none", system_prompt=Truth.NO, parameters=Truth.NO, training_data=Truth.NO),
        ),
        ("they_control", "unknown", TheyControl()),
        ("they_control", "{inputs: task-data, parameters: no}", TheyControl(inputs="task-data", parameters=Truth.NO)),
        ("relay", "no", None),
        ("relay", "yes", frozenset()),
        ("relay", "unknown", UNKNOWN),
        ("relay", "[routing, caching]", frozenset({"routing", "caching"})),
        ("relay", "routing", frozenset({"routing"})),
        ("embedded", "unknown", Truth.UNKNOWN),
        ("model_as_a_service", "no", Truth.NO),
        ("outputs_leave", "no", frozenset()),
        ("outputs_leave", "yes", frozenset({"yes"})),
        ("outputs_leave", "[edited, code]", frozenset({"edited", "code"})),
        ("access", "none", ()),
        ("access", "unknown", UNKNOWN),
        ("access", "self-hosted", (Access(route="self-hosted"),)),
        ("copies", "none", "none"),
        ("copies", "unknown", UNKNOWN),
        ("copies", "{}", Copies()),
        ("first_used", "2026-09-01", date(2026, 9, 1)),
        ("first_used", "not-yet", "not-yet"),
        ("first_used", "unknown", UNKNOWN),
        ("display", "none", ()),
        ("display", "unknown", UNKNOWN),
        ("display", "{name: Kimi K3, prominent: yes}", (Display(name="Kimi K3", prominent=Truth.YES),)),
        ("display", "[{name: A, where: web}, {name: B}]", (Display(name="A", where="web"), Display(name="B"))),
        ("display", "{interface: none}", (Display(interface="none"),)),
        ("revenue", "unknown", UNKNOWN),
        ("monthly_active_users", "unknown", UNKNOWN),
    ],
)
def test_a_fact_of_an_offering_is_read(key: str, text: str, value: object) -> None:
    assert getattr(offering(f"{key}: {text}"), key) == value


def test_what_an_offering_does_not_say_is_unknown_and_never_no() -> None:
    silent = offering("name: Desk")
    unknown = ("made_with", "kind", "channels", "charged", "purpose", "offered_to", "serves", "relay", "outputs_leave")
    more = ("access", "copies", "first_used", "monthly_active_users", "revenue", "display")
    assert {key: getattr(silent, key) for key in (*unknown, *more)} == dict.fromkeys((*unknown, *more), UNKNOWN)
    answers = ("language_model", "commercial", "embedded", "model_as_a_service")
    assert {key: getattr(silent, key) for key in answers} == dict.fromkeys(answers, Truth.UNKNOWN)
    assert (silent.access_by, silent.offered_from, silent.offered_until) == ("hosted", None, None)
    assert silent.they_control == TheyControl()


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("moonshot", Access(route="moonshot")),
        ("{route: self-hosted, model: a}", Access(route="self-hosted", model="a")),
        ("{hosts: [One, Two], certified: no}", Access(route="hosts", hosts=("One", "Two"), certified=Truth.NO)),
        ("{hosts: One, contract: moonshot}", Access(route="hosts", hosts=("One",), contract="moonshot")),
        ("{hosts: unknown, client: moonshot}", Access(route="hosts", client="moonshot")),
        ("{inside: vendor product}", Access(route="inside", vendor="vendor product")),
        ("{route: a, for: [customers]}", Access(route="a", audience=frozenset({"customers"}))),
        ("{route: a, outputs_leave: no}", Access(route="a", outputs_leave=frozenset())),
        ("{route: a, outputs_leave: unknown}", Access(route="a", outputs_leave=UNKNOWN)),
        ("{route: a, from: 2026-09, until: none}", Access(route="a", start=date(2026, 9, 1))),
        ("{route: a, from: unknown, until: 2026-10-01}", Access(route="a", start=UNKNOWN, end=date(2026, 10, 1))),
    ],
)
def test_a_way_to_the_model_is_read_in_its_short_and_its_long_form(text: str, way: Access) -> None:
    assert access(text) == way


def test_stated_copies_are_complete_but_for_the_answers() -> None:
    copies = offering("copies: {of: kimi-k3, parts: [weights], notice_kept: yes}").copies
    assert copies == Copies(of=frozenset({"kimi-k3"}), parts=frozenset({"weights"}), notice_kept=Truth.YES)
    assert isinstance(copies, Copies)
    assert (copies.distributed_to, copies.belongs_to, copies.notice_handed_on) == (frozenset(), None, Truth.UNKNOWN)


def test_records_can_be_written_in_python_with_the_values_themselves() -> None:
    made = Offering(
        operator="maker",
        model=("m",),
        offered_to=frozenset({"staff"}),
        access=(Access(route="a", start=date(2026, 1, 1)),),
        copies="none",
    )
    assert made == offering("offered_to: staff\n    access: [{route: a, from: 2026-01-01}]\n    copies: none")


def test_what_a_record_says_cannot_be_changed() -> None:
    made: Any = offering("name: Desk")
    with pytest.raises(ValueError, match="frozen"):
        made.name = "Other"
