"""What is probably a slip is a warning with its place, and the profile is read all the same."""

import pytest

from k3license.reading.doubts import check_digits_hold
from tests.unit.reading.samples import read


def warnings(text: str) -> list[tuple[int, int, str]]:
    return [(each.place.line, each.place.column, each.code) for each in read(text).warnings]


@pytest.mark.parametrize(
    "lei", ["529900T8BM49AURSDO55", "HWUPKR0MPOU8FGXBT394", "5493001KJTIIGC8Y1R12", "2138002658CPO9NBH955"]
)
def test_the_check_digits_of_registered_identifiers_hold(lei: str) -> None:
    assert check_digits_hold(lei)


@pytest.mark.parametrize("lei", ["529900T8BM49AURSDO56", "529900T8BM49AURSOD55", "259900T8BM49AURSDO55"])
def test_one_wrong_or_swapped_character_is_noticed(lei: str) -> None:
    assert not check_digits_hold(lei)
    assert warnings(f"entities: {{maker: {{lei: {lei}}}}}\n") == [(3, 25, "lei")]


def test_a_teacher_that_no_offering_runs_is_noticed() -> None:
    models = "models:\n  small: {trained_on_outputs_of: [other, kimi-k3]}\nentities: {maker: {}}\n"
    product = "offerings:\n  desk: {operator: maker, model: [small, other]}\n"
    assert warnings(models + product) == [(4, 42, "teacher")]


@pytest.mark.parametrize("run", ["model: kimi-k3", "model: other, access: [{hosts: [Host], model: kimi-k3}]"])
def test_a_teacher_that_an_offering_runs_is_not(run: str) -> None:
    models = "models:\n  small: {trained_on_outputs_of: kimi-k3}\nentities: {maker: {}}\n"
    assert warnings(f"{models}offerings:\n  labels: {{operator: maker, {run}}}\n") == []


def test_more_than_the_whole_is_noticed() -> None:
    assert warnings("entities: {a: {owns: {c: 60}}, b: {owns: {c: over 40}}, c: {}}\n") == [(3, 46, "over-100")]


def test_the_whole_at_one_time_after_the_other_is_not() -> None:
    text = """
entities:
  a: {owns: {c: {percent: 60, until: 2026-01-01}}}
  b: {owns: {c: {percent: 60, from: 2026-01-01}}}
  c: {owns: {c: 20}}
"""
    assert warnings(text) == []


def test_a_licensor_that_no_pack_knows_is_noticed() -> None:
    assert warnings("agreements:\n  - {with: Moonshot}\n  - {with: moonshot}\n  - {with: moonshot ai}\n") == [
        (4, 12, "unknown-licensor")
    ]


def test_a_kind_of_agreement_that_is_nearly_one_is_noticed() -> None:
    assert warnings("agreements:\n  - {kind: seperate agreement}\n  - {kind: non-disclosure}\n") == [
        (4, 12, "agreement-kind")
    ]


def test_a_delivered_copy_that_nobody_gets_is_noticed() -> None:
    text = """
entities: {maker: {}}
offerings:
  rack: {operator: maker, model: kimi-k3, access_by: delivered-copy, copies: {notice_kept: yes}}
"""
    assert warnings(text) == [(6, 79, "contradiction")]


APP = "entities: {a: {}}\nofferings:\n  app: {operator: a, model: kimi-k3, charged: free, revenue: {REVENUE}}\n"


@pytest.mark.parametrize("revenue", ["each_month: USD 75k", "currency: USD, 2026-10: 3k", "any_12_months: USD 9k"])
def test_a_free_product_that_makes_money_is_noticed(revenue: str) -> None:
    assert warnings(APP.replace("REVENUE", revenue)) == [(5, 47, "free")]


@pytest.mark.parametrize(
    "others", ["charged: paid, revenue: {each_month: USD 75k}", "charged: free, revenue: {each_month: USD 0}"]
)
def test_a_product_that_makes_money_or_is_free_is_not(others: str) -> None:
    assert warnings(f"entities: {{a: {{}}}}\nofferings:\n  app: {{operator: a, model: kimi-k3, {others}}}\n") == []


def test_a_free_part_of_a_paid_product_is_noticed_until_counsel_has_answered() -> None:
    text = """
entities: {a: {}}
offerings:
  care: {operator: a, model: other, charged: paid}
  letters: {operator: a, model: kimi-k3, part_of: care, charged: free}
"""
    assert warnings(text) == [(7, 66, "free")]
    assert warnings(text.replace("charged: free", "charged: free, commercial: no")) == []


def test_what_is_kept_without_being_counted_is_noticed() -> None:
    text = """
entities: {a: {}, b: {}, c: {}}
joint_control:
  - {controlled: c, parties: [a, b]}
options:
  - {holder: a, target: b, votes: 60, exercisable: yes}
"""
    assert warnings(text) == [(6, 3, "not-counted"), (8, 3, "not-counted")]


def test_a_product_in_use_that_was_made_with_what_is_not_yet_is_noticed() -> None:
    text = """
entities: {a: {}}
offerings:
  assistant: {operator: a, model: kimi-k3, first_used: not-yet}
  app: {operator: a, model: other, first_used: 2026-01-01, made_with: [assistant]}
"""
    assert warnings(text) == [(7, 71, "not-counted")]
    for later in ("not-yet", "2027-03-01"):
        assert warnings(text.replace("first_used: 2026-01-01", f"first_used: {later}")) == []


def test_revenue_of_what_staff_alone_may_use_is_noticed() -> None:
    text = """
entities: {firm: {}}
offerings:
  drafting: {operator: firm, model: kimi-k3, charged: paid, offered_to: [staff], revenue: {each_month: USD 3M}}
"""
    assert warnings(text) == [(6, 73, "staff-only")]
    assert warnings(text.replace("[staff]", "[staff, customers]")) == []
    assert warnings(text.replace("USD 3M", "0")) == []
