"""The name on the interface: whether a product shows the name that the license asks for."""

import re

from k3license.facts.world import World
from k3license.model.truth import Truth, all_of, any_of, truth_of
from k3license.model.unknown import Unknown
from k3license.profile.records import Display

# A longer or continued name ("X 3.1", "X3b") is another name.
_CONTINUES = r"[\w]|[.\-+/][\w]"


def names_completely(shown: str, name: str) -> bool:
    """
    Return whether *shown* has *name* in it as a complete name.

    "Built on X" does; "X.1", "X-mini" and "XL" do not.  Letters must match in case, as the
    license puts the name in quotation marks; runs of white space count as one space.
    """
    words = r"\s+".join(re.escape(word) for word in name.split())
    return re.search(rf"(?<![\w])(?<![\w][.\-+/]){words}(?!{_CONTINUES})", shown) is not None


def name_displayed(world: World, offering_id: str, *, name: str) -> Truth:
    """
    Return whether *name* is prominently displayed on the product's user interface.

    The offering's own display counts, else that of the product it is part of.  Where there
    is no interface, `no-interface` decides: the duty falls away, or the name must stand
    wherever users meet the product.
    """
    offering = world.case.offering(offering_id)
    display = offering.display
    path = f"offerings.{offering_id}.display"
    if isinstance(display, Unknown):
        if offering.part_of is not None:
            return name_displayed(world, offering.part_of, name=name)
        return world.fact(path, Truth.UNKNOWN)
    world.cite(path)
    return any_of(
        _shows(world, item, path if len(display) == 1 else f"{path}.{number}", name)
        for number, item in enumerate(display, start=1)
    )


def _shows(world: World, item: Display, path: str, name: str) -> Truth:
    if item.interface == "none" and world.reading("no-interface") == "duty-falls-away":
        return Truth.YES
    if item.name is None:
        named = world.fact(f"{path}.name", Truth.UNKNOWN)
    else:
        named = world.fact(f"{path}.name", truth_of(names_completely(item.name, name)))
    if named is Truth.NO:
        return named
    return all_of((named, world.fact(f"{path}.prominent", item.prominent)))
