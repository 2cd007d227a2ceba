"""The picture of a group: who is drawn, how links are drawn, and what stands in the text alone."""

from k3license.answers.groups import group_report
from k3license.cli.profiles import catalog
from k3license.memo.group import MOST_NODES, Edge, GroupShown, group_shown
from k3license.memo.markdown import markdown_of
from k3license.memo.memo import memo_of
from k3license.model.ownership import EntityId
from k3license.reading.profiles import load_profile
from tests.unit.memo.materials import BUILTIN, material_of

START = """\
profile: 1
as_of: 2026-11-30
licensee: maker
entities:
"""
END = """
offerings:
  desk: {name: Desk, operator: maker, model: kimi-k3, kind: fixed-feature, offered_to: [staff], access: [self-hosted]}
"""


def group_of(entities: str, more: str = "") -> GroupShown:
    loaded = load_profile((START + entities + more + END).encode(), name="x", known=catalog().known)
    return group_shown(group_report(loaded, catalog(), BUILTIN, licensee=EntityId("maker")), ())


def test_a_chain_is_drawn_from_its_top_to_the_licensee() -> None:
    group = group_of(
        "  top: {name: Top, kind: company, owns: {middle: 60}}\n  middle: {kind: company, owns: {maker: 55}}\n"
        "  maker: {name: Maker, kind: company}\n"
    )
    names = {node.id: node.name for node in group.nodes}
    assert [(names[edge.holder], edge.says, names[edge.target]) for edge in group.edges] == [
        ("Top", "60 %", "middle"),
        ("middle", "55 %", "Maker"),
    ]
    assert [node.state for node in group.nodes] == ["licensee", "member", "member"]


def test_an_unknown_stake_is_drawn_as_open() -> None:
    group = group_of("  top: {name: Top, kind: company, owns: {maker: 40 to 60}}\n  maker: {kind: company}\n")
    assert [node.state for node in group.nodes] == ["licensee", "open"]
    (edge,) = group.edges
    assert (edge.says, edge.open) == ("40 % to 60 %", True)
    (member,) = group.members
    assert member.open_paths == ("entities.top.owns.maker",)


def test_a_link_that_makes_one_member_surely_is_not_open_for_another() -> None:
    group = group_of(
        "  top: {name: Top, kind: company, owns: {maker: 80, sister: 40 to 60}}\n"
        "  maker: {kind: company}\n  sister: {kind: company}\n"
    )
    names = {node.id: node.name for node in group.nodes}
    assert {(names[edge.holder], names[edge.target]): edge.open for edge in group.edges} == {
        ("Top", "maker"): False,
        ("Top", "sister"): True,
    }


def test_those_who_hold_together_are_drawn_so() -> None:
    group = group_of(
        "  one: {kind: company, owns: {maker: 30}}\n  two: {kind: company, owns: {maker: 30}}\n"
        "  top: {name: Top, kind: company, owns: {one: 100, two: 100}}\n  maker: {kind: company}\n"
    )
    joint = [edge for edge in group.edges if edge.together]
    assert len(joint) == 2
    assert {edge.says for edge in joint} == {"60 %"}


def test_a_declared_control_is_drawn_with_its_words() -> None:
    group = group_of(
        "  top: {name: Top, kind: company}\n  maker: {kind: company}\n",
        'control: [{controller: top, controlled: maker, by: "board majority"}]\n',
    )
    assert group.edges == (Edge(holder="n2", target="n1", says="board majority", together=False, open=False),)


def test_a_large_group_is_drawn_in_part_and_listed_whole() -> None:
    owns = ", ".join(f"sub-{number}: 100" for number in range(40))
    subs = "".join(f"  sub-{number}: {{kind: company}}\n" for number in range(40))
    group = group_of(f"  maker: {{kind: company, owns: {{{owns}}}}}\n{subs}")
    assert len(group.nodes) == MOST_NODES
    assert group.more == 40 - (MOST_NODES - 1)
    assert len(group.members) == 40


def test_an_unknown_link_is_dashed_and_a_known_one_is_not() -> None:
    entities = (
        "  top: {name: Top, kind: company, owns: {maker: 40 to 60}}\n  maker: {kind: company, owns: {sub: 100}}\n"
    )
    written = markdown_of(memo_of(material_of(START + entities + "  sub: {kind: company}\n" + END)))
    assert '    n2 -.->|"40 % to 60 %"| n1' in written
    assert '    n1 -->|"100 %"| n3' in written
