"""
The groups of licensees in a register of millions, by control.

The rules are those of `members`.  Where all percentages are exact, arrays find who belongs, and
`members` gives the reasons, from what is above an entity.  Where some are ranges, arrays
find all that can matter, and `members` decides.  The two wider readings are not answered here: what a
register leaves out keeps nearly every company open under them.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final

import numpy as np

from k3license.facts.group.bulk_graph import BulkGraph, Mask, graph_on
from k3license.facts.group.bulk_tables import Bulk
from k3license.facts.group.control import HALF_OR_MORE, MORE_THAN_HALF
from k3license.facts.group.members import Group, members
from k3license.facts.group.register import BARRED_OWNERS, HELD
from k3license.model.ownership import ControlFact, EntityId, EntityKind, Holder, Holding, Membership, Structure
from k3license.model.truth import Truth

_THRESHOLDS: Final = {"more-than-half": MORE_THAN_HALF, "half-or-more": HALF_OR_MORE}


@dataclass(frozen=True)
class BulkGroups:
    """
    The groups in a register on a day under a control reading; *common_owner* as for `members`.

    Acting together, nominees, branches and joint control are not told by such a register.
    Raises KeyError for other readings, and for a licensee who is not in the register.
    """

    bulk: Bulk
    as_of: date
    reading: str
    common_owner: str

    def members(self, licensee: str) -> Group:
        """Return the members and possible members of the group, with reasons found when one is looked at."""
        root = self.bulk.number(licensee)
        possible = self._group(root, surely=False)
        if not self.bulk.exact:
            possible[root] = True
            return self._members_among(possible, licensee)
        sure = possible if self._settled else self._group(root, surely=True)
        names = self.bulk.named(possible).to_pylist()
        truths = {
            EntityId(name): Truth.YES if is_sure else Truth.UNKNOWN
            for name, is_sure in zip(names, sure[possible].tolist(), strict=True)
        }

        def explain(entity: EntityId, member: Truth) -> Membership:
            # Who controls an entity is decided by what is above the entity.
            above = np.zeros(len(self.bulk.names), np.bool_)
            above[self._graph.above([self.bulk.number(entity), root])] = True
            found = self._members_among(above, licensee)[entity]
            if found.member is not member:
                raise AssertionError(f"arrays and records disagree on {entity}")
            return found

        return Group(truths, explain)

    def sure_members(self, licensee: str) -> Any:
        """
        Return the names of the sure members as an Arrow array.

        Raises ValueError where percentages are ranges.
        """
        if not self.bulk.exact:
            raise ValueError("some percentages of votes are ranges")
        return self.bulk.named(self._group(self.bulk.number(licensee), surely=True))

    @cached_property
    def _graph(self) -> BulkGraph:
        return graph_on(self.bulk, self.as_of, _THRESHOLDS[self.reading])

    @cached_property
    def _settled(self) -> bool:
        return self._graph.sound and not (self._perhaps_no_owner & ~self._surely_no_owner).any()

    @cached_property
    def _no_member(self) -> Mask:
        return self._of_kind(BARRED_OWNERS[self.common_owner] - HELD)

    @cached_property
    def _surely_no_owner(self) -> Mask:
        return self._of_kind(BARRED_OWNERS[self.common_owner])

    @cached_property
    def _perhaps_no_owner(self) -> Mask:
        """Those who are no common owners, and those whose kind is not known well enough."""
        barred = BARRED_OWNERS[self.common_owner]
        if not barred:
            return self._surely_no_owner
        unknown = self._of_kind({None})
        if not barred & HELD:
            # In a person or a state nobody holds shares, and nobody controls one.
            unknown[self.bulk.holdings.below] = False
            unknown[self.bulk.control.below] = False
        return self._surely_no_owner | unknown

    def _of_kind(self, kinds: AbstractSet[EntityKind | None]) -> Mask:
        return np.array([kind in kinds for kind in self.bulk.kinds.distinct], np.bool_)[self.bulk.kinds.numbers]

    def _group(self, root: int, *, surely: bool) -> Mask:
        """Return whom *root* controls, who controls it, and whom these control, *root* left out."""
        closed = self._no_member
        if closed[root]:
            closed = closed.copy()
            closed[root] = False
        no_owner = self._perhaps_no_owner if surely else self._surely_no_owner
        tops = self._graph.highest_controllers(root, closed, no_owner, surely=surely)
        group = np.zeros(len(closed), np.bool_)
        # The highest control all that the others and the root do.
        for source in tops or [root]:
            group |= self._graph.controlled_by(source, closed, surely=surely)
        group[root] = False
        return group

    def _members_among(self, among: Mask, licensee: str) -> Group:
        """Return what `members` finds in the holdings and control facts in the entities of *among*."""
        return members(
            self._structure(among),
            EntityId(licensee),
            as_of=self.as_of,
            reading=self.reading,
            common_owner=self.common_owner,
        )

    def _structure(self, among: Mask) -> Structure:
        bulk, holdings, control = self.bulk, self.bulk.holdings, self.bulk.control
        stakes = np.flatnonzero(among[holdings.below])
        facts = np.flatnonzero(among[control.below])
        with_owners = among.copy()
        with_owners[holdings.above[stakes]] = True
        with_owners[control.above[facts]] = True
        numbers = np.flatnonzero(with_owners)
        names = dict(zip(numbers.tolist(), map(EntityId, bulk.named(with_owners).to_pylist()), strict=True))
        return Structure(
            {name: Holder(name, bulk.kinds.at(number)) for number, name in names.items()},
            tuple(
                Holding(
                    names[int(holdings.above[row])],
                    names[int(holdings.below[row])],
                    bulk.percent.at(row),
                    bulk.votes.at(row),
                    f"ownership[{row}]",
                    *holdings.days(row),
                )
                for row in stakes.tolist()
            ),
            tuple(
                ControlFact(
                    names[int(control.above[row])],
                    names[int(control.below[row])],
                    bulk.by.at(row),
                    f"control[{row}]",
                    *control.days(row),
                )
                for row in facts.tolist()
            ),
        )
