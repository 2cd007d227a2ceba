"""The licenses that can be assessed, and what profiles may name because of them."""

from collections.abc import Mapping
from functools import cached_property

from k3license.facts.vocabulary import VOCABULARY
from k3license.model.rules import Pack
from k3license.packs.loader import load_packs
from k3license.reading.known import KnownModels


class Catalog:
    """Every pack by the id of its license."""

    def __init__(self, packs: Mapping[str, Pack]) -> None:
        self.packs = packs

    @cached_property
    def known(self) -> KnownModels:
        """What a profile may name: licenses, models, licensors, requirements, positions with their readings."""
        headers = [pack.header for pack in self.packs.values()]
        positions: dict[str, list[str]] = {}
        for pack in self.packs.values():
            for id, position in pack.positions.items():
                readings = positions.setdefault(id, [])
                readings += [reading for reading in position.readings if reading not in readings]
        return KnownModels(
            licenses=frozenset(self.packs),
            models={model: header.license for header in headers for model in header.models},
            licensors={header.licensor.id: header.licensor.name for header in headers},
            requirements=frozenset(id for header in headers for id in header.requirements),
            positions=positions,
        )


def load_catalog() -> Catalog:
    """Return all packs, checked; PackErrors tells what is wrong with the first that is not sound."""
    return Catalog(load_packs(vocabulary=VOCABULARY))
