"""The statements that rules are made of: for each name its scope, what settles it, and what it may ask."""

from collections.abc import Callable
from typing import NamedTuple

from k3license.facts import copies, exemption, purpose, service, use
from k3license.facts.ways import Way
from k3license.facts.world import World
from k3license.model.truth import Truth

MODEL = ("software-part", "distilled")
GROUP = ("affiliate", "common-owner")
THIRD_PARTY = ("third-party", "compelled-disclosure", "common-owner")


class OfUse(NamedTuple):
    """A statement about an offering: as a use of the Software, or as a service of its operator."""

    settle: Callable[[World, str], Truth]
    positions: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


class OfPath(NamedTuple):
    """A statement about one way in which a use reaches the model."""

    settle: Callable[[World, Way], Truth]
    positions: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


COMMERCIAL = ("offerings.*.charged", "offerings.*.purpose")
CONTROL = tuple(
    f"offerings.*.they_control.{what}" for what in ("inputs", "system_prompt", "parameters", "training_data")
)

OF_USE: dict[str, OfUse] = {
    "uses_the_software": OfUse(use.uses_the_software, MODEL, ("offerings.*.offered_until",)),
    "used_for_the_product": OfUse(use.used_for_the_product, (*MODEL, "used-for"), ("offerings.*.offered_until",)),
    "bound_as_licensee": OfUse(
        copies.bound_as_licensee,
        ("distilled", *GROUP, "api-access", "copy-in-group"),
        ("offerings.*.access", "offerings.*.copies", "entities.*.holds_copy"),
    ),
    "bound_for_the_product": OfUse(
        copies.bound_for_the_product,
        ("distilled", "used-for", *GROUP, "api-access", "copy-in-group"),
        ("offerings.*.access", "offerings.*.copies", "entities.*.holds_copy", "offerings.*.made_with"),
    ),
    "commercial_purpose": OfUse(purpose.commercial_purpose, ("commercial-purpose",), COMMERCIAL),
    "commercial_product": OfUse(
        purpose.commercial_product, ("commercial-product",), (*COMMERCIAL, "offerings.*.offered_to")
    ),
    "gate_reaches_any_commercial_use": OfUse(purpose.gate_reaches_any_commercial_use, ("gate-reach",)),
    "holds_or_hands_on_a_copy": OfUse(
        copies.holds_or_hands_on_a_copy,
        ("distilled", "notice-copies"),
        ("offerings.*.access", "offerings.*.copies", "offerings.*.copies.distributed_to"),
    ),
}

OF_SERVICE: dict[str, OfUse] = {
    "in_operation": OfUse(service.in_operation, fields=("offerings.*.offered_from", "offerings.*.offered_until")),
    "serves_a_language_model": OfUse(service.serves_a_language_model, fields=("offerings.*.language_model",)),
    "of_a_model_that_counts": OfUse(service.of_a_model_that_counts, ("maas-of", *MODEL)),
    "offered_to_a_third_party": OfUse(service.offered_to_a_third_party, THIRD_PARTY, ("offerings.*.offered_to",)),
    "run_as_a_business": OfUse(purpose.run_as_a_business, ("business",), ("offerings.*.charged",)),
    "gives_access": OfUse(service.gives_access, ("giving-access",), ("offerings.*.serves",)),
    "gives_meaningful_control": OfUse(service.gives_meaningful_control, ("meaningful-control",), CONTROL),
    "solely_embedded": OfUse(
        service.solely_embedded, ("embedded-scope",), ("offerings.*.kind", "offerings.*.channels")
    ),
    "merely_relays": OfUse(
        service.merely_relays,
        ("mere-relaying", "hosted-by-others", *GROUP),
        ("offerings.*.relay", "offerings.*.access"),
    ),
}

OF_PATH: dict[str, OfPath] = {
    "path_reaches_third_parties": OfPath(
        exemption.path_reaches_third_parties,
        THIRD_PARTY,
        ("offerings.*.offered_to", "offerings.*.access.*.for"),
    ),
    "path_lets_outputs_out": OfPath(
        exemption.path_lets_outputs_out,
        ("outputs",),
        ("offerings.*.outputs_leave", "offerings.*.access.*.outputs_leave"),
    ),
    "path_hands_on_copies": OfPath(
        exemption.path_hands_on_copies,
        THIRD_PARTY,
        ("offerings.*.copies", "offerings.*.copies.distributed_to"),
    ),
    "path_runs_with_licensor_or_partner": OfPath(
        exemption.path_runs_with_licensor_or_partner,
        ("accessed-through", "software-part"),
        ("offerings.*.access", "offerings.*.access.*.certified"),
    ),
    "path_runs_the_software_itself": OfPath(exemption.path_runs_the_software_itself, ("distilled",)),
    "path_is_beside_the_product": OfPath(exemption.path_is_beside_the_product, ("used-for",)),
    "internal_use_covers_derivatives": OfPath(exemption.internal_use_covers_derivatives, ("exempt-derivatives",)),
    "official_access_covers_derivatives": OfPath(exemption.official_access_covers_derivatives, ("exempt-derivatives",)),
}

# What the measures and the ways of fulfilling a requirement may ask, by what they are about.
OF_GROUP_REVENUE = (
    *GROUP,
    "affiliate-history",
    "twelve-months",
    "window-alignment",
    "exchange",
    "sales-inside-the-group",
)
OF_PRODUCT_MONTHS = ("display-months", "product-perimeter")
OF_DISPLAY = ("no-interface",)
OF_NOTICES = ("notice-copies",)
OF_SOME_MEMBER = GROUP
