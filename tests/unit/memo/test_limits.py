"""Headroom in a memo: what is crossed since when and with what effect, and when it will be."""

import re

import pytest

from k3license.memo.limits import LimitShown
from k3license.memo.markdown import markdown_of
from k3license.memo.memo import Memo, memo_of
from tests.unit.memo.materials import material_of

HOST = """\
profile: 1
as_of: 2026-11-30
licensee: host
entities:
  host: {name: Host Ltd, kind: company, model_as_a_service: no, revenue: {currency: USD, trading_since: 2025-12,
         2025-12..2026-11: [1M, 1M, 1M, 1.5M, 1.5M, 1.5M, 1.5M, 1.5M, 1.5M, 1.5M, 1.5M, 1.5M], PLANS}}
other_affiliates: none
offerings:
  desk: {name: Desk, operator: host, model: kimi-k3, kind: KIND, channels: none, charged: paid, purpose: production,
         offered_to: [customers], serves: [inference], access: [self-hosted], first_used: 2026-08-01,
         they_control: {inputs: free-form, system_prompt: yes, parameters: yes, training_data: no},
         copies: {of: kimi-k3, notice_kept: yes}, monthly_active_users: {2026-08..2026-11: [4k, 120M, 97M, 96M]},
         revenue: {each_month: at most USD 1M}, display: none}
agreements: none
"""
PLANS = "2026-12..2027-05: [1.8M, 1.8M, 1.8M, 2.5M, 2.5M, 2.5M]"


def memo(*, kind: str = "raw-api", plans: str = PLANS) -> Memo:
    return memo_of(material_of(HOST.replace("PLANS", plans).replace("KIND", kind)))


def limits(found: Memo) -> tuple[LimitShown, LimitShown, LimitShown]:
    group, users, revenue = found.limits
    return group, users, revenue


def rows(found: Memo) -> list[str]:
    section = markdown_of(found).partition("## Headroom")[2]
    return re.findall(r"^\\| Kimi K3 License, Section .*$", section, re.MULTILINE)[:3]


def test_when_a_limit_will_be_crossed_is_told_with_the_month_in_which_it_may_be() -> None:
    found = memo()
    trip = limits(found)[0].trip
    assert trip is not None
    # Twelve months to March make 19.4M and to April 20.4M; thirteen to March make 20.9M, to February 18.9M.
    assert (trip.possible, trip.sure) == ("2027-03", "2027-04")
    assert "; with the months planned crossed in 2027-04, perhaps already in 2027-03; then: applies" in rows(found)[0]


def test_where_both_months_are_the_same_one_is_told() -> None:
    row = rows(memo(plans="2026-12..2027-01: [1.8M, 30M]"))[0]
    assert "; with the months planned crossed in 2027-01; then: applies" in row


def test_where_it_may_be_crossed_and_never_surely_is_the_first_month_is_told() -> None:
    row = rows(memo(plans="2026-12..2027-03: [1.8M, 1.8M, 1.8M, 2.5M]"))[0]
    assert "; with the months planned it may be crossed from 2027-03 on; then: may apply (open)" in row


def test_a_limit_crossed_once_is_told_with_the_latest_amount() -> None:
    found = memo()
    users = limits(found)[1]
    assert (users.crossed, users.since, users.latest, users.latest_in) == ("yes", "2026-09", "96,000,000", "2026-11")
    row = rows(found)[1]
    assert (
        ": **first crossed in 2026-09** | 120,000,000; largest in 2026-09: 120,000,000<br>latest: 96,000,000 in " in row
    )


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        ("raw-api", "**crossed in 2026-11 at the latest**"),
        ("fixed-feature", "crossed in 2026-11 at the latest, without effect: the section does not apply"),
    ],
)
def test_a_limit_of_a_section_that_does_not_apply_is_without_effect(kind: str, state: str) -> None:
    total = re.sub(r"trading_since: 2025-12,\s+2025-12.*\], PLANS", "2025-12..2026-11: 36M", HOST)
    found = memo_of(material_of(total.replace("KIND", kind)))
    assert f": {state} |" in rows(found)[0]


def test_a_limit_of_what_is_exempt_is_without_effect() -> None:
    text = HOST.replace("KIND", "raw-api").replace("PLANS", PLANS).replace("[self-hosted]", "[moonshot]")
    row = rows(memo_of(material_of(text)))[1]
    assert ": first crossed in 2026-09, without effect: exempt |" in row


def test_what_is_not_crossed_stands_out_only_where_the_section_may_apply() -> None:
    assert ": **not crossed** |" in rows(memo())[2]
    assert ": not crossed |" in rows(memo(plans=""))[0]
