"""What the rule packs know, as far as a profile may name it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

# A model whose license is none of this program's business.
OTHER_MODEL: Final = "other"
UNREAD: Final = "unread"
SELF_HOSTED: Final = "self-hosted"


@dataclass(frozen=True, slots=True)
class KnownModels:
    """
    The names that the headers of the rule packs bring along.

    *models* leads from a model's id to the id of its license, *licensors* from the id of
    a licensor to its name.  *requirements* are the ids that an agreement can be of or
    can waive, *positions* lead from a position's id to the ids of its readings; left
    empty, neither is checked.
    """

    licenses: frozenset[str] = frozenset()
    models: Mapping[str, str] = field(default_factory=dict)
    licensors: Mapping[str, str] = field(default_factory=dict)
    requirements: frozenset[str] = frozenset()
    positions: Mapping[str, Collection[str]] = field(default_factory=dict)

    def licensor_of(self, name: str) -> str | None:
        """Return the id of the licensor that is called *name* or has it as its id."""
        if name in self.licensors:
            return name
        return next((id for id, full in self.licensors.items() if full.casefold() == name.casefold()), None)
