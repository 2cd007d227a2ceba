"""Why an entity belongs to a group by multiplied ownership, and what it turns on."""

from collections.abc import Iterator

from k3license.facts.group.economic import HALF, NO_SHARE
from k3license.facts.group.multiplied import Multiplied
from k3license.facts.group.steps import in_percent, latest_start, percent_text
from k3license.model.ownership import EntityId, Holding, Step

NEEDED = "needs more than 50 %"


class ShareReasons:
    """The reasons of `multiplied-ownership`: one share, or two with an owner in common."""

    def __init__(self, relation: Multiplied) -> None:
        self.relation = relation
        self.register = relation.register
        self.root = relation.root

    def steps(self, entity: EntityId) -> tuple[Step, ...]:
        """Return the share that makes *entity* a member, or would; with an owner in common, its two shares."""
        for one in sorted(self.register.pool(self.root, surely=False)):
            for fact in self.register.partners_of.get(one, ()):
                if fact.controlled == entity:
                    return (Step((one,), entity, None, fact.by, (fact.path,)),)
        for surely in (True, False):
            for source in self._sources(entity, surely=surely):
                return tuple(self._step(source, target) for target in self._targets(source, entity))
        return ()

    def _sources(self, entity: EntityId, *, surely: bool) -> Iterator[EntityId]:
        ways = [way for way in self.relation.ownership_ways if way.holds or not surely]
        near = sorted(ways, key=lambda way: (way.source != self.root, way.source != entity))
        above = self.register.lines_up((entity,))
        for way in near:
            if way.source == entity:
                yield entity
            elif way.source in above and entity in self.relation.group_of(way.source, surely=surely):
                yield way.source

    def _targets(self, source: EntityId, entity: EntityId) -> list[EntityId]:
        together = self.register.pool(source, surely=False)
        return [target for target in (self.root, entity) if target not in together]

    def _step(self, source: EntityId, target: EntityId) -> Step:
        pool = self.register.pool(source, surely=False)
        least = self.relation.shares_of(source, surely=True).get(target, NO_SHARE)
        most = self.relation.shares_of(source, surely=False).get(target, NO_SHARE)
        held = in_percent(least.value, most.value, low_open=least.open and least.value < most.value)
        stakes = self._stakes_between(source, target)
        paths = dict.fromkeys(stake.path for stake in stakes)
        holders = (source, *sorted(pool - {source}))
        return Step(holders, target, held, None, tuple(paths), latest_start(stakes))

    def _stakes_between(self, source: EntityId, target: EntityId) -> list[Holding]:
        """Return the holdings along all lines from *source* to *target*."""
        pool = self.register.pool(source, surely=False)
        owners = {*pool, *self.relation.shares_of(source, surely=False)}
        lines = self.register.lines_up((target,))
        return [
            stake
            for owned in lines
            if owned in owners or owned == target
            for stake in (*self.register.holders_of.get(owned, ()), *self.register.own_shares.get(owned, ()))
            if stake.owner in owners and owned not in pool
        ]

    def lacks(self, entity: EntityId) -> str | None:
        """Return what an open membership is short of."""
        for source in self._sources(entity, surely=False):
            for target in self._targets(source, entity):
                least = self.relation.shares_of(source, surely=True).get(target, NO_SHARE)
                if not least.more_than_half:
                    return self._short(source, target)
            for owner in sorted(self.register.pool(source, surely=False) & self.register.perhaps_owner):
                return f"counts only if the kind of {owner} does, which is not known"
        return None

    def falls_short(self, entity: EntityId) -> str | None:
        """Return what an entity outside owns, or is owned with, and what it would take; None for no link."""
        for source, target in ((self.root, entity), (entity, self.root)):
            share = self.relation.shares_of(source, surely=False).get(target, NO_SHARE)
            if share.more_than_half:
                return "owns more than 50 %, but its kind is not one that counts as a common owner"
            if share.value > 0:
                return self._short(source, target)
        return None

    def _short(self, source: EntityId, target: EntityId) -> str:
        held = self._step(source, target).held
        assert held is not None
        return f"{source} owns {percent_text(held)} of {target} in the end, {NEEDED}"

    def open_paths(self, entity: EntityId) -> set[str]:
        """Return the paths of the percentages and kinds on any way by which *entity* may be a member."""
        found: set[str] = set()
        for source in self._sources(entity, surely=False):
            pool = self.register.pool(source, surely=False)
            found |= {f"entities.{owner}.kind" for owner in pool & self.register.perhaps_owner}
            for target in self._targets(source, entity):
                if self.relation.shares_of(source, surely=True).get(target, NO_SHARE).more_than_half:
                    continue
                stakes = self._stakes_between(source, target)
                found |= {stake.path for stake in stakes if not stake.percent.exact}
                if self.relation.shares_of(source, surely=False).get(target, NO_SHARE).value <= HALF:
                    found.add("listed_down_to")
                found |= self._doubtful(stakes)
        return found

    def _doubtful(self, stakes: list[Holding]) -> set[str]:
        return {stake.path for stake in stakes if self.relation.least.column(stake.owned).exceeds}
