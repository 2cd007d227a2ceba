"""The order of owners and owned: along chains, and around rings."""

from collections.abc import Collection, Mapping
from graphlib import CycleError, TopologicalSorter

from k3license.model.ownership import EntityId

Ring = tuple[EntityId, ...]


def owners_first(owners: Mapping[EntityId, Collection[EntityId]]) -> list[Ring]:
    """
    Return the entities so that each comes after all its *owners*, those in a ring of holdings together.

    An entity in no ring is a ring of one.  Nobody is given as its own owner.
    """
    try:
        return [(entity,) for entity in TopologicalSorter(owners).static_order()]
    except CycleError:
        return _rings_in_order(owners)


def rings(owners: Mapping[EntityId, Collection[EntityId]]) -> list[Ring]:
    """Return the rings of two or more entities in which each is held, in the end, by itself."""
    return [ring for ring in owners_first(owners) if len(ring) > 1]


def _rings_in_order(owners: Mapping[EntityId, Collection[EntityId]]) -> list[Ring]:
    # Loading it takes longer than a whole check, and few groups hold each other's shares.
    import networkx  # noqa: PLC0415

    graph = networkx.DiGraph()
    graph.add_nodes_from(owners)
    graph.add_edges_from((owner, owned) for owned, holders in owners.items() for owner in holders)
    place = {entity: number for number, entity in enumerate(graph)}
    condensed = networkx.condensation(graph)
    return [
        tuple(sorted(condensed.nodes[number]["members"], key=place.__getitem__))
        for number in networkx.lexicographical_topological_sort(condensed)
    ]
