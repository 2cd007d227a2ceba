"""
The reference on situations from practice; every expected value is derived by hand from the license texts.

All cases look at 30 November 2026 and at months from January 2025 on, in which nothing changes unless it is
said.
"""

from typing import Any

import pytest

from tests.reference.evaluate import Answers, answer, is_robust, verdicts, worst
from tests.reference.scalars import NotComplete, Profile, month_key, period
from tests.reference.sections import is_complete_name

FIRST, LAST = 12 * 2025, 12 * 2026 + 10
HISTORY = f"{month_key(FIRST)}..{month_key(LAST)}"
NUMBER_OF_MONTHS = LAST - FIRST + 1
YES, NO, EXEMPT, OPEN = {"yes"}, {"no"}, {"exempt"}, {"yes", "no"}


# Writing cases


def months(each: str = "0", **special: str) -> dict[str, Any]:
    """The same figure for every month, save those named like `m2025_07`."""
    values = [each] * NUMBER_OF_MONTHS
    for name, value in special.items():
        stretch = period(name.removeprefix("m").replace("_", "-"))
        assert stretch is not None
        values[stretch.last - FIRST] = value
    return {HISTORY: values}


def revenue(each: str = "0", *, currency: str = "USD", **special: str) -> dict[str, Any]:
    return {"currency": currency, "trading_since": "2025-01", "from_group": "none"} | months(each, **special)


def company(each: str = "0", **more: Any) -> dict[str, Any]:
    return {"kind": "company", "model_as_a_service": "no", "holds_copy": "none", "revenue": revenue(each)} | more


def offering(**more: Any) -> dict[str, Any]:
    """A fixed-purpose feature of a paid product, run on an own copy of Kimi K3, with the notice kept."""
    facts: dict[str, Any] = {
        "operator": "acme",
        "model": "kimi-k3",
        "kind": "fixed-feature",
        "channels": "none",
        "charged": "paid",
        "purpose": "production",
        "offered_to": ["customers"],
        "serves": ["inference"],
        "they_control": {"inputs": "task-data", "system_prompt": "no", "parameters": "no", "training_data": "no"},
        "relay": "no",
        "outputs_leave": ["responses"],
        "access": ["self-hosted"],
        "copies": {"parts": ["weights"], "notice_kept": "yes"},
        "first_used": "2025-03-01",
        "monthly_active_users": "400000",
        "revenue": {"currency": "USD", "each_month": "100000"},
        "display": "none",
    } | more
    if facts["access"] != ["self-hosted"] and "copies" not in more and "self-hosted" not in facts["access"]:
        facts["copies"] = "none"
    return facts


def model_api(**more: Any) -> dict[str, Any]:
    """A raw interface to a model for paying customers who write their own prompts."""
    control = {"inputs": "free-form", "system_prompt": "yes", "parameters": "yes", "training_data": "no"}
    return offering(kind="raw-api", they_control=control) | more


def profile(offerings: dict[str, Any], entities: dict[str, Any], **more: Any) -> Profile:
    return {
        "profile": "1",
        "as_of": "2026-11-30",
        "licensee": "acme",
        "entities": entities,
        "offerings": offerings,
        "other_affiliates": "none",
        "agreements": "none",
    } | more


def one(use: dict[str, Any], each: str = "7000000", **more: Any) -> Profile:
    """One company with one offering; 84M a year unless said otherwise."""
    return profile({"desk": use}, {"acme": company(each)}, **more)


def ask(case: Profile, license: str = "kimi-k3", **positions: str) -> Answers:
    return answer(case, license=license, positions={p.replace("_", "-"): r for p, r in positions.items()})


def gate(case: Profile, use: str = "desk", **positions: str) -> set[str]:
    return set(ask(case, **positions)[use]["separate-agreement"]["applies"])


def name(case: Profile, license: str = "kimi-k3", use: str = "desk", **positions: str) -> set[str]:
    return set(ask(case, license, **positions)[use]["display-name"]["applies"])


def notices(case: Profile, use: str = "desk", **positions: str) -> set[str]:
    return set(ask(case, **positions)[use]["keep-notices"]["applies"])


def in_model_business(use: dict[str, Any], **more: Any) -> Profile:
    """A company of 84M a year that also sells an interface to some other model."""
    return one(use, **more) | {"entities": {"acme": company("7000000", model_as_a_service="yes")}}


SEPARATE = {
    "with": "Moonshot AI",
    "kind": "separate-agreement",
    "party": "acme",
    "extends_to": [],
    "covers": ["desk"],
    "effective_from": "2025-02-01",
    "expires": "none",
    "covers_past_use": "no",
    "document": "DMS-1",
}


# A. The two duties


def test_large_revenue_without_a_model_business_meets_no_gate() -> None:
    case = one(offering())
    assert gate(case) == NO
    assert name(case) == NO
    assert notices(case) == YES


def test_a_small_host_meets_no_gate_before_its_revenue_is_above_the_line() -> None:
    assert gate(one(model_api(), "280000")) == NO
    assert gate(one(model_api(), "1700000")) == YES


def test_a_tiny_service_with_another_model_gates_the_embedded_feature() -> None:
    other = model_api(model="other", language_model="yes", copies="none", access=[{"hosts": ["H"], "certified": "no"}])
    case = profile({"desk": offering(), "api": other}, {"acme": company("2083333.34")})
    assert gate(case) == YES
    assert gate(case, maas_of="kimi-k3-only") == NO
    assert "api" not in ask(case)


def test_a_model_that_is_no_language_model_is_no_such_service() -> None:
    other = model_api(model="other", language_model="no", copies="none", access=["moonshot"])
    assert gate(profile({"desk": offering(), "api": other}, {"acme": company("7000000")})) == NO


def test_a_statement_of_an_entity_leaves_open_which_model_its_service_is_of() -> None:
    case = in_model_business(offering())
    assert gate(case) == YES
    assert gate(case, maas_of="kimi-k3-only") == OPEN


def test_running_the_model_oneself_is_never_relaying() -> None:
    assert gate(one(model_api(relay="yes"))) == YES
    assert gate(one(model_api(relay="yes"), "7000000"), mere_relaying="inference-elsewhere") == YES


def test_a_product_above_twenty_million_a_month_shows_the_name_without_any_model_business() -> None:
    big = offering(revenue={"currency": "USD", "each_month": "22000000"})
    case = one(big, "23000000")
    assert gate(case) == NO
    assert ask(case)["desk"]["display-name"]["fulfilled"] == {"no"}
    assert name(one(big | {"model": "kimi-k2.6"}, "23000000"), "kimi-k2.6") == YES


def test_a_freelancer_only_keeps_the_notice() -> None:
    case = one(model_api(), "11000")
    assert (notices(case), gate(case), name(case)) == (YES, NO, NO)
    assert verdicts(ask(case)["desk"]) == {"conditions-met"}


# B. Affiliates


def with_parent(stake: Any, parent: dict[str, Any], each: str = "500000", **more: Any) -> Profile:
    entities = {"parent": parent | {"owns": {"acme": stake}}, "acme": company(each)}
    return profile({"desk": offering()}, entities, **more)


def test_a_majority_parent_that_sells_model_access_gates_the_small_subsidiary() -> None:
    case = with_parent("62", company("900000000", model_as_a_service="yes"))
    for reading in ("half-or-more", "more-than-half", "significant-influence", "multiplied-ownership"):
        assert gate(case, affiliate=reading) == YES


def test_a_venture_held_by_exactly_half_is_an_affiliate_only_on_three_of_the_readings() -> None:
    entities = {
        "acme": company("750000", owns={"venture": "50"}),
        "partner": company("0", owns={"venture": "50"}),
        "venture": company("2500000", model_as_a_service="yes"),
    }
    case = profile({"desk": offering()}, entities)
    assert gate(case) == YES
    assert gate(case, affiliate="more-than-half") == NO
    assert gate(case, affiliate="multiplied-ownership") == NO
    assert gate(case, affiliate="significant-influence") == YES


def test_a_stake_of_a_fifth_counts_as_influence_and_a_little_less_does_not() -> None:
    host = company("5000000", model_as_a_service="yes")
    assert gate(with_parent("22", host)) == NO
    assert gate(with_parent("22", host), affiliate="significant-influence") == YES
    assert gate(with_parent("20", host), affiliate="significant-influence") == YES
    assert gate(with_parent("19.99", host), affiliate="significant-influence") == NO


def sisters(kind: str, **of_the_owner: Any) -> Profile:
    owner = {"kind": kind, "model_as_a_service": "no", "holds_copy": "none", "revenue": "none"} | of_the_owner
    entities = {
        "owner": owner | {"owns": {"acme": "100", "shop": "100"}},
        "acme": company("6666.67"),
        "shop": company("2500000"),
    }
    return profile({"desk": model_api()}, entities)


def test_common_ownership_by_a_person_counts_unless_only_companies_can_be_the_owner() -> None:
    assert gate(sisters("person")) == YES
    assert gate(sisters("person"), common_owner="companies-only") == NO


def test_common_ownership_by_a_state_counts_only_if_anyone_can_be_the_owner() -> None:
    assert gate(sisters("state")) == NO
    assert gate(sisters("state"), common_owner="anyone") == YES
    assert gate(sisters("fund")) == YES


def test_users_of_three_sister_products_are_not_added_up() -> None:
    entities = {"top": company(owns=["acme", "b", "c"]), "acme": company("1000000"), "b": company(), "c": company()}
    uses = {n: offering(operator=n, monthly_active_users="60000000") for n in ("acme", "b", "c")}
    case = profile(uses, entities)
    assert name(case, use="acme") == NO


def test_a_grandparent_controls_through_two_minority_parents() -> None:
    entities = {
        "top": company("0", owns={"p1": "60", "p2": "60"}),
        "p1": company("0", owns={"acme": "30"}),
        "p2": company("0", owns={"acme": "30", "host": "100"}),
        "acme": company("100000"),
        "host": company("1700000", model_as_a_service="yes"),
    }
    case = profile({"desk": offering()}, entities)
    assert gate(case, affiliate="more-than-half") == YES
    assert gate(case, affiliate="multiplied-ownership") == NO


def test_own_shares_leave_the_denominator() -> None:
    entities = {"parent": company("2000000", owns={"acme": "46"}, model_as_a_service="yes"), "acme": company("0")}
    case = profile({"desk": offering()}, entities)
    assert gate(case) == NO
    case["ownership"] = [{"owner": "acme", "owned": "acme", "percent": "10"}]
    assert gate(case, affiliate="more-than-half") == YES


def test_a_loop_that_the_licensee_does_not_reach_is_not_control() -> None:
    entities = {
        "acme": company("0", owns={"a": "30"}),
        "a": company("9000000", owns={"b": "60"}, model_as_a_service="yes"),
        "b": company("0", owns={"a": "60"}),
    }
    assert gate(profile({"desk": offering()}, entities)) == NO


def test_votes_decide_control_and_money_decides_multiplied_ownership() -> None:
    case = with_parent({"percent": "80", "votes": "10"}, company("9000000", model_as_a_service="yes"))
    assert gate(case) == NO
    assert gate(case, affiliate="multiplied-ownership") == YES


def test_declared_control_counts_from_its_first_day_and_not_as_ownership() -> None:
    entities = {"parent": company("9000000", model_as_a_service="yes"), "acme": company("0")}
    fact = {"controller": "parent", "controlled": "acme", "by": "board majority"}
    case = profile({"desk": offering()}, entities, control=[fact])
    assert gate(case) == YES
    assert gate(case, affiliate="multiplied-ownership") == NO
    assert gate(case | {"control": [fact | {"from": "2026-12-01"}]}) == NO


def test_holders_who_act_together_control_together() -> None:
    person = {"kind": "person", "model_as_a_service": "no", "holds_copy": "none", "revenue": "none"}
    entities = {
        "p": person | {"owns": {"acme": "30", "host": "40"}},
        "q": person | {"owns": {"acme": "30", "host": "20"}},
        "acme": company("0"),
        "host": company("9000000", model_as_a_service="yes"),
    }
    case = profile({"desk": offering()}, entities)
    assert gate(case) == NO
    assert gate(case | {"acting_together": [["p", "q"]]}) == YES


def test_affiliates_that_the_file_does_not_list_can_run_the_service_and_earn_the_revenue() -> None:
    block = {"count": "58", "model_as_a_service": "yes", "revenue": revenue("1600000")}
    assert gate(one(offering(), "100000") | {"other_affiliates": block}) == YES
    assert gate(one(offering(), "100000") | {"other_affiliates": block | {"revenue": "included"}}) == NO


# C. Model as a Service


def test_a_fixed_purpose_bot_is_embedded_however_freely_people_type() -> None:
    free = {"inputs": "free-form", "system_prompt": "no", "parameters": "no", "training_data": "no"}
    assert gate(one(offering(they_control=free))) == NO


def test_another_channel_to_the_same_model_ends_solely_embedded() -> None:
    assert gate(one(offering(channels=["desk"]))) == YES


def test_a_general_chat_product_is_embedded_only_on_the_widest_reading() -> None:
    chat = one(model_api(kind="general-chat"))
    assert gate(chat) == YES
    assert gate(chat, embedded_scope="agent-shells-too") == YES
    assert gate(chat, embedded_scope="any-packaged-product") == NO


def test_a_coding_agent_is_a_harness_on_the_middle_reading() -> None:
    agent = one(model_api(kind="agent"))
    assert gate(agent) == YES
    assert gate(agent, embedded_scope="agent-shells-too") == NO


def test_a_task_interface_gives_control_over_inputs_only_on_the_widest_reading() -> None:
    redact = one(offering(kind="task-api"))
    assert gate(redact) == YES
    assert gate(redact, meaningful_control="free-form") == NO
    assert gate(one(model_api()), meaningful_control="beyond-prompts") == YES


def test_a_system_prompt_is_a_prompt() -> None:
    control = {"inputs": "task-data", "system_prompt": "yes", "parameters": "no", "training_data": "no"}
    case = one(offering(kind="builder", they_control=control))
    assert gate(case, meaningful_control="free-form") == YES
    assert gate(case, meaningful_control="beyond-prompts") == NO


def test_results_alone_are_no_access_to_inference() -> None:
    assert gate(one(model_api(serves=[]))) == NO


def test_an_appliance_is_access_unless_only_hosting_is() -> None:
    copies = {"parts": ["weights"], "notice_kept": "yes", "notice_handed_on": "yes", "distributed_to": ["customers"]}
    case = one(model_api(access_by="delivered-copy", copies=copies))
    assert gate(case) == YES
    assert gate(case, giving_access="hosting-only") == NO


def test_a_pure_gateway_relays_with_routing_but_not_with_caching() -> None:
    host = {"hosts": ["One", "Two"], "certified": "no"}
    gateway = model_api(relay=["routing", "billing"], access=[host], copies="none")
    assert gate(one(gateway)) == NO
    caching = one(gateway | {"relay": ["routing", "caching"]})
    assert gate(caching) == YES
    assert gate(caching, mere_relaying="inference-elsewhere") == NO


def test_a_gateway_above_the_limit_shows_the_name_if_calling_a_host_is_use() -> None:
    big = model_api(
        relay="yes",
        access=[{"hosts": ["One"], "certified": "no"}],
        copies="none",
        revenue={"currency": "USD", "each_month": "30000000"},
    )
    case = one(big, "33000000")
    assert name(case) == YES
    assert name(case, api_access="is-not-use") == NO


def storefront() -> Profile:
    entities = {
        "top": company(owns={"acme": "100", "sister": "100"}),
        "acme": company("1700000"),
        "sister": company("1700000"),
    }
    cluster = model_api(operator="sister", offered_to=["affiliates"])
    front = model_api(access=["cluster"], relay="yes", copies="none")
    return profile({"cluster": cluster, "front": front}, entities)


def test_a_sister_is_no_other_unless_any_other_person_is() -> None:
    case = storefront()
    assert gate(case, "front") == YES
    # The cluster is still a service for affiliates as long as these are third parties.
    assert gate(case, "front", hosted_by_others="any-other-person") == YES
    assert gate(case, "front", hosted_by_others="any-other-person", third_party="contractors-only") == NO


def test_a_sisters_copy_binds_the_one_it_serves_or_only_its_holder() -> None:
    case = storefront()
    assert gate(case, "front", copy_in_group="binds-the-holder") == NO
    assert gate(case, "front", api_access="is-not-use") == YES
    assert notices(case, "front") == NO


def test_a_free_playground_is_a_business_unless_only_paid_ones_are() -> None:
    demo = one(model_api(charged="free"))
    assert gate(demo) == YES
    assert gate(demo, business="paid-only") == NO
    assert gate(one(model_api(charged="at-cost")), business="paid-only") == YES


def test_counsels_own_classification_overrides_the_kind() -> None:
    assert gate(one(model_api(embedded="yes"))) == NO
    assert gate(one(offering(embedded="no"))) == YES
    assert gate(one(offering(model_as_a_service="yes"))) == YES
    assert gate(one(model_api(model_as_a_service="no"))) == NO


def test_the_embedded_exclusion_does_not_clear_the_feature_of_a_model_business() -> None:
    case = profile({"desk": offering(), "api": model_api()}, {"acme": company("7000000")})
    assert gate(case) == YES
    assert gate(case, gate_reach="the-maas-offering-only") == NO
    assert gate(case, "api", gate_reach="the-maas-offering-only") == YES


def test_a_service_that_has_ended_or_not_begun_is_not_operated() -> None:
    for times in ({"offered_until": "2026-11-30"}, {"offered_from": "2026-12-01"}):
        assert gate(profile({"desk": offering(), "api": model_api(**times)}, {"acme": company("7000000")})) == NO
    running = model_api(offered_until="2026-12-01")
    assert gate(profile({"desk": offering(), "api": running}, {"acme": company("7000000")})) == YES


# D. Internal use and outputs


def staff_only(**more: Any) -> dict[str, Any]:
    return offering(offered_to=["staff"], charged="free", outputs_leave="no", kind="assistant") | more


def test_a_staff_tool_of_a_model_business_is_exempt_and_its_notice_is_not() -> None:
    case = in_model_business(staff_only())
    assert gate(case) == EXEMPT
    assert name(case) == NO
    assert notices(case) == YES
    assert ask(case)["desk"]["separate-agreement"]["exemptions"]["internal-use"] == {"yes"}


def test_code_from_an_internal_tool_that_ships_counts_as_use_for_the_product_on_one_reading() -> None:
    tool = staff_only(outputs_leave=["code"])
    product = offering(model="none", copies="none", access=[], made_with=["tool"])
    product |= {"revenue": {"currency": "USD", "each_month": "30000000"}}
    case = profile({"tool": tool, "product": product}, {"acme": company("33000000")})
    assert gate(case, "product") == NO
    assert name(case, use="product") == NO
    assert name(case, use="product", used_for="also-made-with") == YES
    assert name(case, use="product", used_for="also-made-with", outputs="model-responses-only") == EXEMPT


def test_edited_answers_and_decisions_are_outputs_on_some_readings() -> None:
    edited = in_model_business(staff_only(outputs_leave=["edited"]))
    assert gate(edited) == YES
    assert gate(edited, outputs="without-decisions") == YES
    assert gate(edited, outputs="model-responses-only") == EXEMPT
    decided = in_model_business(staff_only(outputs_leave=["decisions"]))
    assert gate(decided) == YES
    assert gate(decided, outputs="without-decisions") == EXEMPT


def test_an_evaluation_without_sales_is_in_trade_but_not_for_money() -> None:
    trial = in_model_business(staff_only(purpose="evaluation", outputs_leave=["responses"]))
    assert gate(trial) == YES
    assert gate(trial, commercial_purpose="for-money") == NO


def test_free_research_has_no_commercial_purpose_unless_counsel_says_so() -> None:
    assert gate(in_model_business(staff_only(purpose="research", outputs_leave="yes"))) == NO
    assert gate(in_model_business(staff_only(purpose="research", outputs_leave="yes", commercial="yes"))) == YES


def test_contractors_are_third_parties_on_two_of_three_readings() -> None:
    case = in_model_business(staff_only(offered_to=["staff", "contractors"]))
    assert gate(case) == YES
    assert gate(case, third_party="contractors-only") == YES
    assert gate(case, third_party="outside-the-group") == EXEMPT


def test_chargeback_among_sisters_is_a_service_only_if_affiliates_are_third_parties() -> None:
    entities = {"bank": company("750000000", owns={"acme": "100"}), "acme": company("0")}
    case = profile({"desk": model_api(offered_to=["bank"], charged="at-cost", outputs_leave="no")}, entities)
    assert gate(case) == YES
    assert gate(case, third_party="contractors-only") == NO
    assert gate(case, third_party="outside-the-group") == NO


def test_an_entity_outside_the_group_is_a_third_party_on_every_reading() -> None:
    entities = {"half": company("0", owns={"acme": "50"}), "acme": company("7000000", model_as_a_service="yes")}
    case = profile({"desk": staff_only(offered_to=["staff", "half"])}, entities)
    # Judged by more than half, also where the group is judged by half or more.
    assert gate(case, third_party="outside-the-group") == YES


def test_what_must_be_shown_to_an_authority_does_not_end_internal_use_by_default() -> None:
    case = in_model_business(staff_only(offered_to=["staff", "authorities"]))
    assert gate(case) == EXEMPT
    assert gate(case, compelled_disclosure="counted") == YES


def test_internal_use_of_a_derivative_is_exempt_only_if_the_exemption_reaches_derivatives() -> None:
    case = in_model_business(staff_only(model="tuned")) | {"models": {"tuned": {"derived_from": "kimi-k3"}}}
    assert gate(case) == YES
    assert gate(case, exempt_derivatives="internal-too") == EXEMPT
    hosted = in_model_business(offering(model="tuned", access=["moonshot"])) | {"models": case["models"]}
    assert gate(hosted, exempt_derivatives="internal-too") == YES
    assert gate(hosted, exempt_derivatives="derivatives-too") == EXEMPT


# E. Official and certified access


def test_everything_on_the_licensors_own_service_is_exempt_under_k3_and_not_under_k2() -> None:
    big = offering(access=["moonshot"], revenue={"currency": "USD", "each_month": "45000000"})
    entities = {"acme": company("250000000", model_as_a_service="yes")}
    case = profile({"desk": big}, entities)
    assert (gate(case), name(case), notices(case)) == (EXEMPT, EXEMPT, NO)
    old = profile({"desk": big | {"model": "kimi-k2.6"}}, entities)
    assert name(old, "kimi-k2.6") == YES
    assert name(old, "kimi-k2.6", api_access="is-not-use") == NO
    assert ask(old, "kimi-k2.6")["desk"]["display-name"]["exemptions"] == {}
    assert set(ask(old, "kimi-k2.6")["desk"]) == {"keep-notices", "display-name"}


def test_a_host_exempts_only_if_it_is_certified() -> None:
    for certified, expected in (("yes", EXEMPT), ("no", YES)):
        host = {"hosts": ["Host One"], "certified": certified}
        assert gate(in_model_business(offering(access=[host]))) == expected


def test_one_path_on_the_own_cluster_spoils_the_exempt_ones() -> None:
    assert gate(in_model_business(offering(access=["self-hosted", "moonshot"]))) == YES
    for_staff = {"route": "self-hosted", "for": ["staff"], "outputs_leave": "no"}
    both = offering(offered_to=["staff", "customers"], access=[for_staff, {"route": "moonshot", "for": ["customers"]}])
    both["copies"] = {"of": "kimi-k3", "notice_kept": "yes"}
    case = in_model_business(both)
    assert gate(case) == EXEMPT
    # Each exemption alone does not cover every path.
    assert set(ask(case)["desk"]["separate-agreement"]["exemptions"].values()) == {frozenset({"no"})}


def test_a_path_that_is_no_longer_in_force_spoils_nothing() -> None:
    old = {"hosts": ["Host One"], "certified": "no", "until": "2026-11-01"}
    assert gate(in_model_business(offering(access=["moonshot", old]))) == EXEMPT
    assert gate(in_model_business(offering(access=["moonshot", old | {"until": "2026-12-01"}]))) == YES


def test_contract_and_client_exempt_only_on_the_wider_readings() -> None:
    resold = in_model_business(offering(access=[{"hosts": ["R"], "certified": "no", "contract": "moonshot"}]))
    assert gate(resold) == YES
    assert gate(resold, accessed_through="their-contract") == EXEMPT
    client = in_model_business(offering(access=[{"route": "self-hosted", "client": "moonshot"}]))
    assert gate(client, accessed_through="their-contract") == YES
    assert gate(client, accessed_through="their-client-too") == EXEMPT


def test_handing_on_copies_is_a_use_that_no_certificate_covers() -> None:
    copies = {"of": "kimi-k3", "distributed_to": ["customers"], "notice_kept": "yes", "notice_handed_on": "no"}
    case = in_model_business(offering(access=["moonshot"], copies=copies))
    assert gate(case) == YES
    assert ask(case)["desk"]["keep-notices"]["fulfilled"] == {"no"}


def test_a_finished_product_bought_is_the_vendors_use() -> None:
    case = in_model_business(offering(access=[{"inside": "vendor product"}]))
    assert (gate(case), notices(case)) == (NO, NO)


# F. The name


def above_limit(**more: Any) -> Profile:
    return one(offering(revenue={"currency": "USD", "each_month": "22000000"}, **more), "25000000")


def test_the_old_name_does_not_do_after_an_upgrade() -> None:
    case = above_limit(display={"name": "Kimi K2.6", "prominent": "yes"})
    assert ask(case)["desk"]["display-name"]["fulfilled"] == {"no"}


def test_the_name_has_to_be_prominent_in_some_place() -> None:
    hidden = {"name": "Kimi K3", "prominent": "no", "where": "model menu"}
    assert ask(above_limit(display=hidden))["desk"]["display-name"]["fulfilled"] == {"no"}
    shown = {"name": "Built on Kimi K3", "prominent": "yes"}
    assert ask(above_limit(display=[hidden, shown]))["desk"]["display-name"]["fulfilled"] == {"yes"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Kimi K3", True),
        ("Built on Kimi K3", True),
        ("Powered by Kimi K3.", True),
        ("Kimi K3.1", False),
        ("Kimi K30", False),
    ],
)
def test_the_complete_name_counts(text: str, shown: bool) -> None:
    assert is_complete_name("Kimi K3", text) is shown


def test_without_an_interface_the_duty_stands_or_falls_away() -> None:
    case = above_limit(display={"interface": "none"})
    assert ask(case)["desk"]["display-name"]["fulfilled"] == {"no"}
    assert ask(case, no_interface="duty-falls-away")["desk"]["display-name"]["fulfilled"] == {"yes"}


def test_many_users_are_enough_where_advertising_pays() -> None:
    case = one(offering(charged="advertising", monthly_active_users="150000000"))
    assert name(case) == YES


def test_a_free_public_task_is_no_commercial_product() -> None:
    app = offering(charged="free", purpose="public-task", monthly_active_users="120000000")
    assert name(one(app)) == NO
    free = one(offering(charged="free", monthly_active_users="120000000"))
    assert name(free) == YES
    assert name(free, commercial_product="for-money-or-advertising") == NO


def test_two_products_of_twelve_million_are_not_added_up() -> None:
    twelve = offering(revenue={"currency": "USD", "each_month": "12000000"})
    case = profile({"a": twelve, "b": dict(twelve)}, {"acme": company("25000000")})
    assert name(case, use="a") == NO


def test_a_feature_has_the_users_of_the_whole_product_and_its_display() -> None:
    suite = offering(monthly_active_users="150000000", display={"name": "Kimi K3", "prominent": "yes"})
    feature = offering(part_of="suite")
    del feature["display"]
    case = profile({"suite": suite, "feature": feature}, {"acme": company("7000000")})
    assert ask(case)["feature"]["display-name"]["fulfilled"] == {"yes"}
    assert name(case, use="feature", product_perimeter="feature") == NO


def test_only_the_latest_complete_month_counts_on_one_reading() -> None:
    december = offering(revenue={"currency": "USD"} | months("15000000", m2025_12="31000000"))
    case = one(december, "40000000")
    assert name(case) == YES
    assert name(case, display_months="latest-month") == NO
    later = one(december | {"first_used": "2026-01-01"}, "40000000")
    assert name(later) == NO


# G. Copies and derivatives


def test_a_merge_is_a_derivative_and_a_distilled_model_on_one_reading() -> None:
    models = {"merge": {"derived_from": ["other", "kimi-k3"]}, "small": {"trained_on_outputs_of": "kimi-k3"}}
    assert gate(one(model_api(model="merge")) | {"models": models}) == YES
    small = one(model_api(model="small")) | {"models": models}
    assert (gate(small), notices(small)) == (YES, YES)
    assert (gate(small, distilled="is-not"), notices(small, distilled="is-not")) == (NO, NO)


def test_code_alone_is_the_software_only_if_any_part_is() -> None:
    copies = {"of": "kimi-k3", "parts": ["code"], "notice_kept": "yes"}
    host = model_api(model="other", language_model="yes", uses_parts_of={"kimi-k3": ["code"]}, copies=copies)
    case = one(host)
    assert (gate(case), notices(case)) == (YES, YES)
    assert (gate(case, software_part="the-model"), notices(case, software_part="the-model")) == (NO, YES)


def test_internal_copies_without_the_notice_breach_unless_only_handed_on_ones_count() -> None:
    case = one(offering(copies={"parts": ["weights"], "notice_kept": "no"}))
    assert ask(case)["desk"]["keep-notices"]["fulfilled"] == {"no"}
    assert notices(case, notice_copies="handed-on-only") == NO
    handed = {"notice_kept": "yes", "notice_handed_on": "no", "distributed_to": ["customers"]}
    assert ask(one(offering(copies=handed)), notice_copies="handed-on-only")["desk"]["keep-notices"]["fulfilled"] == {
        "no"
    }


def test_a_copy_in_the_drawer_makes_a_licensee_of_a_company_that_only_calls_hosts() -> None:
    case = in_model_business(offering(access=[{"hosts": ["H"], "certified": "no"}]))
    assert gate(case, api_access="is-not-use") == NO
    case["entities"]["acme"]["holds_copy"] = ["kimi-k3"]
    assert gate(case, api_access="is-not-use") == YES


def test_a_copy_that_belongs_to_the_customer_is_not_the_operators() -> None:
    copies = {"notice_kept": "yes", "belongs_to": "client"}
    run = model_api(access_by="operated-for-owner", offered_to=["client"], copies=copies)
    case = profile({"desk": run}, {"acme": company("7000000"), "client": company("0")})
    assert notices(case) == NO
    assert (gate(case), gate(case, api_access="is-not-use")) == (YES, NO)
    assert gate(case, giving_access="hosting-only") == NO


def test_a_forced_license_is_answered_as_if_the_offering_used_its_model() -> None:
    case = one(model_api(model="other", language_model="yes"))
    assert ask(case) == {}
    found = answer(case, license="kimi-k3", positions={}, forced=True)
    assert found["desk"]["separate-agreement"]["applies"] == {"yes"}
    assert found["desk"]["keep-notices"]["applies"] == {"yes"}


# H. Time


def sold_off(until: str = "2025-07-01") -> Profile:
    entities = {
        "acme": company("1000000", owns={"sold": {"percent": "100", "until": until}}),
        "sold": company("2500000"),
    }
    return profile({"desk": model_api()}, entities)


def test_months_of_a_company_that_was_sold_count_while_it_belonged() -> None:
    case = sold_off()
    # January to June with it and July to December without: 6 x 3.5 + 6 x 1 = 27 million.
    assert gate(case, window_alignment="calendar-months") == YES
    assert gate(case, affiliate_history="while-affiliated", window_alignment="calendar-months") == YES
    assert gate(case, affiliate_history="whole-window") == NO


def test_a_company_bought_late_counts_with_its_history_unless_only_while_it_belongs() -> None:
    bought = {"percent": "100", "from": "2026-11-15"}
    entities = {"acme": company("100000", owns={"new": bought}), "new": company("2000000")}
    case = profile({"desk": model_api()}, entities)
    assert gate(case) == YES
    # November counts in full, and nothing before it.
    assert gate(case, affiliate_history="while-affiliated") == NO


def test_a_service_sold_with_its_company_no_longer_gates() -> None:
    case = sold_off()
    case["offerings"] = {"desk": offering()}
    case["entities"]["sold"]["model_as_a_service"] = "yes"
    assert gate(case) == NO
    case["entities"]["acme"]["owns"]["sold"]["until"] = "2026-12-01"
    assert gate(case) == YES


def test_one_peak_long_ago_counts_unless_windows_begin_with_the_use() -> None:
    peak = revenue("600000") | months("600000", m2025_02="14000000")
    use = model_api(first_used="2026-10-01")
    case = profile({"desk": use}, {"acme": company(revenue=peak)})
    assert gate(case) == YES
    assert gate(case, twelve_months="since-first-use") == NO
    assert gate(case, twelve_months="trailing") == NO
    earlier = profile({"desk": use | {"first_used": "2025-12-31"}}, {"acme": company(revenue=peak)})
    assert gate(earlier, twelve_months="since-first-use", window_alignment="calendar-months") == YES


def test_a_use_not_yet_begun_is_answered_as_if_it_began_today() -> None:
    planned = model_api(first_used="not-yet", offered_from="2027-01-01")
    assert gate(one(planned)) == YES
    # For the other offering the planned service is not in operation.
    assert gate(profile({"desk": offering(), "api": planned}, {"acme": company("7000000")})) == NO


def test_an_offering_that_has_ended_uses_nothing_but_its_copy_keeps_the_notice() -> None:
    case = in_model_business(offering(offered_until="2026-06-01"))
    assert (gate(case), name(case), notices(case)) == (NO, NO, YES)


def test_figures_after_the_day_change_nothing_and_a_later_day_does() -> None:
    grown = revenue("1600000") | months("1600000", m2026_11="2900000")
    case = profile({"desk": model_api()}, {"acme": company(revenue=grown)})
    assert gate(case, window_alignment="calendar-months") == YES
    assert gate(case | {"as_of": "2026-10-31"}, window_alignment="calendar-months") == NO


def test_the_running_month_is_zero_where_no_figure_is_given() -> None:
    short: dict[str, Any] = {"currency": "USD", "trading_since": "2025-12", "from_group": "none"}
    short |= {"2025-12..2026-10": ["1800000"] * 11}
    case = profile({"desk": model_api()}, {"acme": company(revenue=short)}, as_of="2026-11-15")
    assert gate(case) == NO
    with pytest.raises(NotComplete):
        gate(case | {"as_of": "2026-11-30"})


# The separate agreement


def test_an_agreement_that_fits_fulfils_and_one_signed_before_is_not_late() -> None:
    found = ask(one(model_api(), agreements=[SEPARATE]))["desk"]
    assert found["separate-agreement"]["fulfilled"] == {"yes"}
    assert found["separate-agreement"]["late"] == {"no"}
    assert verdicts(found) == {"conditions-met"}


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "terms-of-service"},
        {"with": "Host One"},
        {"party": "somebody", "extends_to": []},
        {"covers": ["other-product"]},
        {"covers": ["desk", "kimi-k2.6"]},
        {"effective_from": "2026-12-01"},
        {"expires": "2026-11-29"},
        {"document": "none"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_an_agreement_that_misses_one_thing_does_not_fulfil(change: dict[str, Any]) -> None:
    found = ask(one(model_api(), agreements=[SEPARATE | change]))["desk"]
    assert found["separate-agreement"]["fulfilled"] == {"no"}
    assert verdicts(found) == {"action-required"}


def test_an_agreement_holds_on_its_last_day_and_for_those_it_extends_to() -> None:
    line = SEPARATE | {"expires": "2026-11-30", "party": "parent", "extends_to": ["acme"]}
    assert ask(one(model_api(), agreements=[line]))["desk"]["separate-agreement"]["fulfilled"] == {"yes"}


def test_an_agreement_five_weeks_after_the_launch_is_late_and_cured_only_if_it_covers_the_past() -> None:
    for past, expected in (("no", "action-required"), ("yes", "conditions-met")):
        line = SEPARATE | {"effective_from": "2025-06-20", "covers_past_use": past}
        use = model_api(first_used="2025-05-10")
        # 25 million a month: the gate is met at the end of January 2025.
        found = ask(one(use, "25000000", agreements=[line]))["desk"]
        assert found["separate-agreement"]["late"] == {"yes"}
        assert verdicts(found) == {expected}


def test_an_agreement_in_the_month_in_which_the_line_is_crossed_is_in_time() -> None:
    # 2.5 million a month: above 20 million from the end of September 2025 on (9 x 2.5 = 22.5).
    for effective, late in (("2025-09-30", "no"), ("2025-10-01", "yes")):
        line = SEPARATE | {"effective_from": effective}
        found = ask(one(model_api(), "2500000", agreements=[line]), window_alignment="calendar-months")
        assert found["desk"]["separate-agreement"]["late"] == {late}


# Numbers


def host(**figures: str) -> Profile:
    """A host whose months are zero save those named; first use early enough for all windows."""
    return profile({"desk": model_api()}, {"acme": company(revenue=revenue() | months(**figures))})


@pytest.mark.parametrize(("amount", "expected"), [("20000000.00", NO), ("20000000.01", YES), ("19999999.99", NO)])
def test_exceeds_is_strict_to_the_cent(amount: str, expected: set[str]) -> None:
    assert gate(host(m2026_03=amount)) == expected


def test_twelve_equal_months_are_added_without_rounding() -> None:
    assert gate(one(model_api(), "1666666.67"), window_alignment="calendar-months") == YES
    assert gate(one(model_api(), "1666666.66"), window_alignment="calendar-months") == NO


def test_the_best_window_need_not_be_a_calendar_year() -> None:
    halves = {f"m2025_{m:02d}": "2000000" for m in range(7, 13)} | {f"m2026_{m:02d}": "2000000" for m in range(1, 7)}
    case = profile({"desk": model_api()}, {"acme": company(revenue=revenue() | months("500000", **halves))})
    assert gate(case, window_alignment="calendar-months") == YES
    assert gate(case, window_alignment="calendar-months", twelve_months="trailing") == NO


def test_three_months_can_be_a_window_and_so_can_one_day() -> None:
    assert gate(host(m2026_01="7000000", m2026_02="7000000", m2026_03="7000000")) == YES
    assert gate(host(m2026_01="20500000")) == YES


def test_days_decide_where_thirteen_months_exceed_and_twelve_do_not() -> None:
    ends = {"m2025_06": "6000000", "m2026_06": "6000000"} | {f"m2025_{m:02d}": "1000000" for m in range(7, 13)}
    ends |= {f"m2026_{m:02d}": "1000000" for m in range(1, 6)}
    assert gate(host(**ends)) == OPEN
    assert gate(host(**ends), window_alignment="calendar-months") == NO


def test_a_stated_best_twelve_months_bounds_windows_from_any_day_too() -> None:
    ends = {"m2025_06": "6000000", "m2026_06": "6000000"} | {f"m2025_{m:02d}": "1000000" for m in range(7, 13)}
    ends |= {f"m2026_{m:02d}": "1000000" for m in range(1, 6)}
    case = host(**ends)
    case["entities"]["acme"]["revenue"]["any_12_months"] = "at most 20M"
    assert gate(case) == NO
    case["entities"]["acme"]["revenue"]["any_12_months"] = "at most 20000000.01"
    assert gate(case) == OPEN


def test_a_refund_outside_the_window_does_not_undo_it() -> None:
    year = {f"m2025_{m:02d}": "1700000" for m in range(1, 13)}
    assert gate(host(**year, m2026_01="-2000000"), window_alignment="calendar-months") == YES


def test_negative_revenue_of_an_affiliate_reduces_the_sum_of_whole_months() -> None:
    entities = {
        "acme": company(owns={"b": "100"}, revenue=revenue() | months(m2026_03="21000000")),
        "b": company(revenue=revenue() | months(m2026_03="-2000000")),
    }
    case = profile({"desk": model_api()}, entities)
    assert gate(case, window_alignment="calendar-months") == NO
    # From any day on, negative months are left out of what is needed for a no.
    assert gate(case) == OPEN


def test_two_affiliates_of_twelve_million_make_twenty_four() -> None:
    entities = {"acme": company("0", owns=["b", "c"]), "b": company("1000000"), "c": company("1000000")}
    assert gate(profile({"desk": model_api()}, entities)) == YES


def test_sales_inside_the_group_count_unless_they_are_eliminated() -> None:
    inside = revenue("1250000") | {"from_group": months("666666.67")}
    entities = {"acme": company("666666.67", owns=["b"]), "b": company(revenue=inside)}
    case = profile({"desk": model_api()}, entities)
    assert gate(case) == YES
    assert gate(case, sales_inside_the_group="eliminated") == NO


def test_a_consolidated_figure_is_not_counted_twice() -> None:
    entities = {
        "acme": company(owns={"b": "60"}, revenue=revenue("1600000") | {"covers": "consolidated"}),
        "b": company("1600000"),
    }
    case = profile({"desk": model_api()}, entities)
    assert gate(case, window_alignment="calendar-months") == NO
    entities["acme"]["revenue"]["not_in"] = ["b"]
    assert gate(case, window_alignment="calendar-months") == YES


def test_a_venture_held_by_half_is_not_in_a_consolidated_figure() -> None:
    entities = {
        "acme": company(owns={"b": "50"}, revenue=revenue("1600000") | {"covers": "consolidated"}),
        "b": company("100000"),
    }
    case = profile({"desk": model_api()}, entities)
    assert gate(case) == YES
    assert gate(case, affiliate="more-than-half", window_alignment="calendar-months") == NO


def test_a_company_that_joined_is_in_the_consolidated_figure_from_that_day() -> None:
    joined = {"percent": "100", "from": "2026-06-01"}
    entities = {
        "acme": company(owns={"b": joined}, revenue=revenue("200000") | {"covers": "consolidated"}),
        "b": company(revenue=revenue() | months(m2026_05="19000000", m2026_06="19000000")),
    }
    case = profile({"desk": model_api()}, entities)
    # Its own May counts by its history; June is inside: 12 x 0.2 + 19 = 21.4.
    assert gate(case, window_alignment="calendar-months") == YES
    assert gate(case, affiliate_history="while-affiliated", window_alignment="calendar-months") == NO
    # Joined in mid-month: how much of that month is inside already is open.
    joined["from"] = "2026-06-15"
    while_inside = {"affiliate_history": "while-affiliated", "window_alignment": "calendar-months"}
    assert gate(case, **while_inside) == OPEN


def euros() -> Profile:
    entities = {"acme": company(revenue=revenue("1550000", currency="EUR"))}
    return profile({"desk": model_api()}, entities, exchange_rates={"EUR/USD": "1.07"})


def test_euros_are_turned_into_dollars_before_they_are_added() -> None:
    case = euros()
    assert gate(case, window_alignment="calendar-months") == NO
    case["exchange_rates"] = {"EUR/USD": "1.09"}
    assert gate(case, window_alignment="calendar-months") == YES


def test_the_policies_of_exchange_differ() -> None:
    # 18.6 million euros a year. 2025 at 1.06, 2026 at 1.07 except 1.2 in November.
    values = ["1.06"] * 12 + ["1.07"] * 10 + ["1.2"]
    case = euros()
    case["exchange_rates"] = {"EUR/USD": {HISTORY: values}}
    whole = {"window_alignment": "calendar-months"}
    assert gate(case, exchange="monthly", **whole) == YES  # 1.55 x (1.06 + 10 x 1.07 + 1.2) = 20.088
    assert gate(case, exchange="closing", **whole) == YES  # 18.6 x 1.2 = 22.32
    assert gate(case, exchange="yearly-average", **whole) == YES  # 2026: 11.9 / 11; 1.55 x (11.9 + 1.06) = 20.088
    earlier = case | {"as_of": "2026-10-31"}
    for policy in ("monthly", "closing", "yearly-average", "highest-of-policies"):
        assert gate(earlier, exchange=policy, **whole) == NO
    values[-2] = "1.08"
    assert gate(earlier, exchange="closing", **whole) == YES  # 18.6 x 1.08 = 20.088
    assert gate(earlier, exchange="monthly", **whole) == NO  # 1.55 x (2 x 1.06 + 9 x 1.07 + 1.08) = 19.8865
    assert gate(earlier, **whole) == YES


def test_a_rate_quoted_in_yen_per_dollar_divides_and_its_mean_is_one_of_quotes() -> None:
    entities = {"acme": company(revenue=revenue(currency="JPY") | months(m2026_10="2900000000"))}
    rates = {"USD/JPY": {HISTORY: ["150"] * 21 + ["145", "130"]}}
    case = profile({"desk": model_api()}, entities, exchange_rates=rates)
    assert gate(case, exchange="monthly") == NO  # 2,900 / 145 is exactly 20 million
    assert gate(case, exchange="closing") == YES  # the window that ends in November: 2,900 / 130
    assert gate(case, exchange="yearly-average") == NO  # mean of 2026: (9 x 150 + 145 + 130) / 11 = 147.7
    entities["acme"]["revenue"] |= months(m2026_10="2900000000.01")
    assert gate(case, exchange="monthly") == YES


@pytest.mark.parametrize(("users", "expected"), [("100000000", NO), ("100000001", YES), ("5000000", NO)])
def test_more_than_a_hundred_million_users_is_strict(users: str, expected: set[str]) -> None:
    assert name(one(offering(monthly_active_users=users))) == expected


@pytest.mark.parametrize(("each", "expected"), [("20000000", NO), ("20000000.01", YES)])
def test_more_than_twenty_million_a_month_is_strict(each: str, expected: set[str]) -> None:
    for license in ("kimi-k3", "kimi-k2.6", "kimi-k2.7-code"):
        use = offering(model=license, revenue={"currency": "USD", "each_month": each})
        assert name(one(use, "30000000"), license) == expected


def test_one_month_with_many_users_is_enough() -> None:
    assert name(one(offering(monthly_active_users=months("90000000", m2026_02="120000000")))) == YES


# Readings and verdicts


def test_a_written_confirmation_makes_its_reading_the_only_one() -> None:
    said = {"from": "Moonshot AI", "on": "third-party", "says": "outside-the-group", "date": "2026-10-02"}
    case = in_model_business(staff_only(offered_to=["staff", "contractors"]), confirmations=[said])
    assert gate(case) == EXEMPT
    assert gate(case, third_party="separate-persons") == EXEMPT


def test_a_position_for_one_license_holds_for_it_alone() -> None:
    positions = {"api-access": "is-use", "kimi-k2.6": {"api-access": {"reading": "is-not-use", "by": "counsel"}}}
    use = offering(
        model=["kimi-k3", "kimi-k2.6"],
        access=[{"hosts": ["H"], "certified": "no"}],
        revenue={"currency": "USD", "each_month": "21000000"},
    )
    case = one(use, "25000000", positions=positions)
    assert name(case) == YES
    assert name(case, "kimi-k2.6") == NO


def test_an_answer_is_robust_only_if_no_reading_changes_it() -> None:
    case = in_model_business(staff_only(offered_to=["staff", "contractors"]))
    asked: dict[str, Any] = {"license": "kimi-k3", "positions": {}, "offering": "desk"}
    asked["requirement"] = "separate-agreement"
    assert not is_robust(case, vary=["third-party"], **asked)
    assert is_robust(case, vary=["embedded-scope", "maas-of"], **asked)


def test_the_worst_verdict_is_that_of_the_run() -> None:
    assert worst(["clear", "conditions-met", "open-questions"]) == "open-questions"
    assert verdicts(ask(one(offering(access=["moonshot"])))["desk"]) == {"clear"}


def test_a_missing_fact_is_an_error_and_never_a_no() -> None:
    case = one(model_api())
    del case["offerings"]["desk"]["charged"]
    with pytest.raises(NotComplete):
        gate(case)
