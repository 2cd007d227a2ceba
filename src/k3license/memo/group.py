"""The group of a licensee, as a picture and as text."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from k3license.answers.ownership_words import step_words
from k3license.facts.group.steps import percent_text
from k3license.memo.shown import Mark
from k3license.model.assessment import GroupReport
from k3license.model.ownership import EntityId, Membership, Step
from k3license.model.truth import Truth

# A picture with more entities cannot be read; the text has all of them.
MOST_NODES: Final = 20

State: TypeAlias = Literal["licensee", "member", "open", "outside"]


class Node(NamedTuple):
    """An entity in the picture; *id* is what the picture calls it."""

    id: str
    name: str
    state: State


class Edge(NamedTuple):
    """
    A link in the picture, by ids of nodes: what is held, or by what it is controlled.

    *together* with others, who have links of their own; *open* where it makes nobody a member for sure.
    """

    holder: str
    target: str
    says: str
    together: bool
    open: bool


class MemberShown(NamedTuple):
    """An entity of the group or near it: why, what it lacks, and which facts about it are open."""

    name: str
    state: State
    because: tuple[str, ...]
    lacks: str
    open_paths: tuple[str, ...]
    mark: Mark = ""


class GroupShown(NamedTuple):
    """
    The group of *licensee* under the readings in force.

    *more* members stand in the text alone.  *left* are those that an older profile had and this one has not.
    """

    id: EntityId
    licensee: str
    readings: tuple[tuple[str, str], ...]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    more: int
    members: tuple[MemberShown, ...]
    doubts: tuple[str, ...]
    left: tuple[str, ...] = ()


def group_shown(report: GroupReport, cited: Iterable[str]) -> GroupShown:
    """Return the group; the picture shows those entities first about which facts are *cited*."""
    picture = _Picture(report, frozenset(_entities_in(cited)))
    return GroupShown(
        id=report.licensee,
        licensee=picture.name(report.licensee),
        readings=(("affiliate", report.affiliate), ("common-owner", report.common_owner)),
        nodes=tuple(picture.nodes()),
        edges=tuple(dict.fromkeys(picture.edges())),
        more=len(set(report.members) - picture.ids.keys()),
        members=(*_members(report, picture), *_near(report, picture)),
        doubts=report.doubts,
    )


def _entities_in(paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        block, _, rest = path.partition(".")
        if block == "entities":
            yield rest.partition(".")[0]


class _Picture:
    """Which entities are drawn, and what they are called."""

    def __init__(self, report: GroupReport, relied_on: frozenset[str]) -> None:
        self.report = report
        found: dict[EntityId, None] = {report.licensee: None}
        for entity in sorted(report.members, key=lambda each: each not in relied_on):
            found[entity] = None
            for step in report.members[entity].because:
                found.update(dict.fromkeys((*step.holders, step.target)))
            if len(found) >= MOST_NODES:
                break
        drawn = [entity for entity in (report.licensee, *report.names) if entity in found]
        self.ids: Mapping[EntityId, str] = {
            entity: f"n{number}" for number, entity in enumerate(dict.fromkeys(drawn), start=1)
        }

    def name(self, entity: EntityId) -> str:
        return self.report.names.get(entity, entity)

    def nodes(self) -> Iterator[Node]:
        for entity, id in self.ids.items():
            yield Node(id, self.name(entity), self._state(entity))

    def _state(self, entity: EntityId) -> State:
        if entity == self.report.licensee:
            return "licensee"
        membership = self.report.members.get(entity)
        return "outside" if membership is None else _state_of(membership)

    def edges(self) -> Iterator[Edge]:
        """Yield the links by which somebody is or may be a member; one that surely makes a member is not open."""
        sure = {step for each in self._drawn() if each.member is Truth.YES for step in _links(each)}
        for membership in self._drawn():
            for step in membership.because:
                for holder in step.holders:
                    if holder in self.ids and step.target in self.ids:
                        says = step.by or ("" if step.held is None else percent_text(step.held))
                        yield Edge(
                            holder=self.ids[holder],
                            target=self.ids[step.target],
                            says=says,
                            together=len(step.holders) > 1,
                            open=(step.holders, step.target) not in sure,
                        )

    def _drawn(self) -> Iterator[Membership]:
        return (each for entity, each in self.report.members.items() if entity in self.ids)


def _links(membership: Membership) -> Iterator[tuple[tuple[EntityId, ...], EntityId]]:
    return ((step.holders, step.target) for step in membership.because)


def _state_of(membership: Membership) -> State:
    return "member" if membership.member is Truth.YES else "open"


def _members(report: GroupReport, picture: _Picture) -> Iterator[MemberShown]:
    for entity, membership in report.members.items():
        yield MemberShown(
            name=picture.name(entity),
            state=_state_of(membership),
            because=tuple(_words(membership.because, picture)),
            lacks=membership.lacks or "",
            open_paths=membership.open_paths,
        )


def _words(steps: Iterable[Step], picture: _Picture) -> Iterator[str]:
    return (step_words(step, picture.name) for step in steps)


def _near(report: GroupReport, picture: _Picture) -> Iterator[MemberShown]:
    for entity, lacks in report.near_misses.items():
        yield MemberShown(picture.name(entity), "outside", (), lacks, ())
