"""Which facts are asked, and which of them first."""

from k3license.answers.cases import Cases
from k3license.answers.uses import Use
from tests.unit.answers.uses import BUILTIN, SMALL, catalog, only_use, read

Asked = list[tuple[str, int]]

NOTHING_AGREED = "agreements: none\n"
OF_THE_MAKER = "    model_as_a_service: no\n    revenue:\n"
AFTER_THE_MAKER = "other_affiliates: none\n"


def changed(text: str, *changes: tuple[str, str]) -> str:
    """Return a profile with each of some words, which it must have, replaced by others."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def asked(text: str, requirement: str) -> Asked:
    """Return the facts asked for about *requirement*, in order, with the number that settle it together."""
    (found,) = (each for each in only_use(read(text)).assessment().requirements if each.id == requirement)
    return [(question.path, question.settles_with) for question in found.open_questions]


# Enough revenue for the gate, which is met as soon as somebody in the group lets others use a model.
RICH = changed(SMALL, ("[1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M]", "[3M, 3M, 3M, 3M, 3M, 3M, 3M, 3M, 3M, 3M, 3M]"))
# Enough users for the name on the interface, if it is a product that reaches anybody outside.
LARGE = changed(SMALL, ("monthly_active_users: 2M", "monthly_active_users: 130M"))


def with_affiliates(text: str, owns: str, *affiliates: str) -> str:
    """Return the profile with holdings of the maker, and the entities that they are holdings in."""
    entities = "".join(f"  {each}\n" for each in affiliates)
    return changed(
        text,
        (OF_THE_MAKER, f"    owns: {{{owns}}}\n{OF_THE_MAKER}"),
        (AFTER_THE_MAKER, entities + AFTER_THE_MAKER),
    )


def test_nothing_is_asked_where_everything_is_known() -> None:
    for requirement in ("keep-notices", "separate-agreement", "display-name"):
        assert asked(SMALL, requirement) == []


def test_what_can_only_make_the_gate_apply_settles_it_together_with_the_agreement() -> None:
    group = with_affiliates(
        RICH,
        "sister: 100, brother: 100",
        "sister: {kind: company, revenue: none}",
        "brother: {kind: company, revenue: none}",
    )
    services = ["entities.sister.model_as_a_service", "entities.brother.model_as_a_service"]
    # A yes of either settles that the gate is met, and that there is no agreement is known.
    assert asked(group, "separate-agreement") == [(path, 1) for path in services]
    # Where that is not known either, a yes leaves the agreement open, and a no the other affiliate.
    unknown = changed(group, (NOTHING_AGREED, ""))
    assert sorted(asked(unknown, "separate-agreement")) == sorted((path, 2) for path in ["agreements", *services])


def test_the_name_on_the_interface_is_asked_behind_what_makes_it_needed() -> None:
    text = changed(SMALL, ("    monthly_active_users: 2M\n", ""), ("    display: none\n", ""))
    assert asked(text, "display-name") == [("offerings.desk.monthly_active_users", 1), ("offerings.desk.display", 2)]


def test_what_decides_only_together_is_asked_beside_what_decides_alone() -> None:
    text = changed(LARGE, ("    charged: paid\n    purpose: production\n    offered_to: [customers]\n", ""))
    # For staff alone it is no commercial product; for others it is one by its price or by its purpose.
    assert asked(text, "display-name") == [
        ("offerings.desk.offered_to", 1),
        ("offerings.desk.charged", 2),
        ("offerings.desk.purpose", 2),
    ]


def test_outputs_are_asked_for_since_only_authorities_might_use_it() -> None:
    text = changed(LARGE, ("    offered_to: [customers]\n", ""), ("    outputs_leave: [responses]\n", ""))
    # Authorities are beyond staff and no third party: then it is internal use, unless outputs leave.
    assert asked(text, "display-name") == [("offerings.desk.offered_to", 1), ("offerings.desk.outputs_leave", 2)]


def test_no_notice_is_asked_for_where_there_is_no_copy() -> None:
    text = changed(
        SMALL,
        ("copies: {of: kimi-k3, notice_kept: yes}", "copies: {of: kimi-k3}"),
        (
            NOTHING_AGREED,
            f"  front: {{operator: maker, model: kimi-k3, access: [desk], copies: none}}\n{NOTHING_AGREED}",
        ),
    )
    cases = Cases(read(text), catalog(), BUILTIN)
    (front,) = (Use(cases, pack, offering) for offering, pack in cases.uses() if offering == "front")
    (notices,) = (each for each in front.assessment().requirements if each.id == "keep-notices")
    assert [question.path for question in notices.open_questions] == ["offerings.desk.copies.notice_kept"]


def test_a_holding_further_down_is_not_asked_for_where_the_service_is_further_up() -> None:
    chain = with_affiliates(
        RICH,
        "sister: unknown",
        "sister: {kind: company, revenue: none, model_as_a_service: yes, owns: {niece: unknown}}",
        "niece: {kind: company, revenue: none, model_as_a_service: no}",
    )
    assert asked(chain, "separate-agreement") == [("entities.maker.owns.sister", 1)]
    # The service of the niece is reached through both holdings: one that is too small settles it.
    lower = chain.replace("_service: yes, owns", "_service: no, owns").replace("_service: no}", "_service: yes}")
    assert asked(lower, "separate-agreement") == [("entities.maker.owns.sister", 1), ("entities.sister.owns.niece", 1)]


def test_the_own_service_of_a_possible_affiliate_is_not_asked_for_where_another_comes_with_it() -> None:
    above = changed(
        RICH,
        (
            AFTER_THE_MAKER,
            "  founder: {kind: company, revenue: none, owns: {maker: unknown, sister: 100}}\n"
            f"  sister: {{kind: company, revenue: none, model_as_a_service: yes}}\n{AFTER_THE_MAKER}",
        ),
    )
    # If the founder controls the maker, the sister is an affiliate too, and her service is known.
    assert asked(above, "separate-agreement") == [("entities.founder.owns.maker", 1)]


def test_an_amount_that_matters_only_between_the_ends_of_another_is_asked_last() -> None:
    group = with_affiliates(
        changed(SMALL, ("desk:\n    name: Desk", "desk:\n    name: Desk\n    model_as_a_service: yes")),
        "brother: 100, sister: 100",
        "brother: {kind: company, model_as_a_service: no, revenue: {currency: USD, any_12_months: under 1M}}",
        "sister: {kind: company, model_as_a_service: no}",
    )
    # Nothing or a fortune of the sister decides alone; the brother matters if she has eight millions.
    assert asked(group, "separate-agreement") == [("entities.sister.revenue", 1), ("entities.brother.revenue", 2)]


def test_a_fortune_counts_only_together_with_the_holding_that_makes_it_count() -> None:
    group = with_affiliates(
        changed(SMALL, ("desk:\n    name: Desk", "desk:\n    name: Desk\n    model_as_a_service: yes")),
        "sister: unknown",
        "sister: {kind: company, model_as_a_service: no}",
    )
    found = asked(changed(group, (NOTHING_AGREED, "")), "separate-agreement")
    # Poor, or no affiliate, settles it alone; with a fortune it takes the holding and the agreement.
    assert dict(found) == {"entities.maker.owns.sister": 1, "entities.sister.revenue": 1, "agreements": 3}


def test_whether_an_agreement_covers_the_past_is_asked_among_what_settles_alone() -> None:
    group = with_affiliates(
        RICH,
        "sister: unknown, brother: unknown",
        "sister: {kind: company, revenue: none}",
        "brother: {kind: company, revenue: none}",
    )
    agreed = (
        "agreements: [{with: Moonshot AI, kind: separate-agreement, party: maker, covers: [desk],"
        " effective_from: 2026-10-01, expires: none, document: DMS-1}]\n"
    )
    found = asked(changed(group, (NOTHING_AGREED, agreed)), "separate-agreement")
    assert ("agreements.1.covers_past_use", 1) in found
    assert [size for _, size in found] == sorted(size for _, size in found)
    assert len({path for path, _ in found}) == len(found)
