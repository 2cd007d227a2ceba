"""What the rule packs know, as far as a profile may name it."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

# A model whose license is none of this program's business.
OTHER_MODEL: Final = "other"
UNREAD: Final = "unread"
SELF_HOSTED: Final = "self-hosted"
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class KnownModels(NamedTuple):
    """
    The names that the headers of the rule packs bring along.

    *models* leads from a model's id to the id of its license, *licensors* from the id of
    a licensor to its name.  *requirements* are the ids that an agreement can be of or
    can waive, *positions* lead from a position's id to the ids of its readings; left
    empty, neither is checked.
    """

    licenses: frozenset[str] = frozenset()
    models: Mapping[str, str] = _NOTHING
    licensors: Mapping[str, str] = _NOTHING
    requirements: frozenset[str] = frozenset()
    positions: Mapping[str, Collection[str]] = _NOTHING

    def licensor_of(self, name: str) -> str | None:
        """Return the id of the licensor that is called *name* or has it as its id."""
        if name in self.licensors:
            return name
        return next((id for id, full in self.licensors.items() if full.casefold() == name.casefold()), None)
