"""A case: the facts of one profile looked at under the text of one license."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property

from k3license.model.ownership import EntityId, Structure
from k3license.profile.records import Offering, Profile


@dataclass(frozen=True)
class Case:
    """
    What statements are settled on.

    *license* is the id of the license, *licensor* the id of who gives it, *licensor_name* the
    name that agreements use, *licensed_models* the models published under it, *as_of* the
    day asked about (the profile's own, or one given for this run), *listed_down_to* the percentage
    (inclusive) down to which the profile lists holdings.  *effects* leads from (position,
    reading) to what the reading does, where its own name does not say it.
    """

    profile: Profile
    structure: Structure
    license: str
    licensor: str
    licensor_name: str
    licensed_models: frozenset[str]
    language_models: frozenset[str]
    as_of: date
    listed_down_to: Decimal
    effects: Mapping[tuple[str, str], str]

    def offering(self, offering_id: str) -> Offering:
        return self.profile.offerings[offering_id]

    @cached_property
    def offerings_of(self) -> Mapping[EntityId, tuple[str, ...]]:
        """The offerings of each operator, in file order."""
        grouped: dict[EntityId, list[str]] = {}
        for offering_id, offering in self.profile.offerings.items():
            grouped.setdefault(offering.operator, []).append(offering_id)
        return {operator: tuple(ids) for operator, ids in grouped.items()}
