"""Every name in a profile has to lead somewhere, and every id has to be one."""

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Final

from k3license.model.errors import nearest_word, quoted
from k3license.model.figures import Figures
from k3license.model.unknown import Unknown
from k3license.profile.fields import RESERVED_IDS, is_id
from k3license.profile.records import (
    AUDIENCES,
    LICENSE_POSITIONS,
    Access,
    Agreement,
    Confirmation,
    Copies,
    Offering,
    PositionChoice,
    Profile,
)
from k3license.reading.findings import Findings
from k3license.reading.known import OTHER_MODEL, SELF_HOSTED, UNREAD
from k3license.reading.layout import FactPath
from k3license.reading.names import Names

_ROUTES_BY_KEY: Final = frozenset({"hosts", "inside"})


def check_references(profile: Profile, names: Names) -> None:
    """Find an error in every name that leads nowhere or in a circle, and in every id that is none."""
    licenses = sorted(names.known.licenses)
    _check_ids(names)
    names.entity(profile.licensee, ("licensee",))
    _check_entities(profile, names)
    for id, model in profile.models.items():
        path: FactPath = ("models", id)
        names.models_of(model.derived_from, (*path, "derived_from"))
        names.models_of(model.trained_on_outputs_of, (*path, "trained_on_outputs_of"))
        names.one_of("license", model.license, (UNREAD, *licenses), (*path, "license"), code="unknown-license")
    for id, offering in profile.offerings.items():
        _check_offering(offering, ("offerings", id), names)
    if not isinstance(profile.agreements, Unknown):
        for index, agreement in enumerate(profile.agreements):
            _check_agreement(agreement, ("agreements", index), names)
    for index, confirmation in enumerate(profile.confirmations):
        _check_confirmation(confirmation, ("confirmations", index), names)
    _check_choices(profile.positions, ("positions",), names)
    for license, choices in profile.license_positions.items():
        names.one_of("license", license, licenses, ("positions", license), code="unknown-license", key=True)
        _check_choices(choices, (LICENSE_POSITIONS, license), names)
    _check_circles(profile, names.findings)


def _check_ids(names: Names) -> None:
    taken = {
        "entities": {*AUDIENCES},
        "offerings": {*names.known.licensors},
        "models": {*names.known.models, OTHER_MODEL},
    }
    for block, ids in (
        ("entities", names.entities),
        ("offerings", names.offerings),
        ("models", names.own_models),
    ):
        for id in ids:
            if not is_id(id):
                help = f"write {'-'.join(id.split()).lower()}; the full name goes into `name`" * bool(id.split())
                text = f"{quoted(id)} cannot be an id: only letters, digits and - _ . + can"
                names.findings.error((block, id), "id", text, help, key=True)
            elif id in RESERVED_IDS or id in taken[block]:
                text = f"{quoted(id)} has a meaning of its own and cannot be an id here"
                names.findings.error((block, id), "id", text, f"choose another id: my-{id}", key=True)


def _check_entities(profile: Profile, names: Names) -> None:
    for id, entity in profile.entities.items():
        path: FactPath = ("entities", id)
        for owned in entity.owns:
            names.entity(owned, (*path, "owns", owned), key=True)
        names.models_of(entity.holds_copy, (*path, "holds_copy"))
        names.entity(entity.branch_of, (*path, "branch_of"))
        names.entity(entity.managed_by, (*path, "managed_by"))
        if isinstance(entity.revenue, Figures):
            names.entities_of(entity.revenue.not_in, (*path, "revenue", "not_in"))
    for index, holding in enumerate(profile.ownership):
        names.entity(holding.owner, ("ownership", index, "owner"))
        names.entity(holding.owned, ("ownership", index, "owned"))
        names.entity(holding.nominee_for, ("ownership", index, "nominee_for"))
    for index, control in enumerate(profile.control):
        names.entity(control.controller, ("control", index, "controller"))
        names.entity(control.controlled, ("control", index, "controlled"))
    for index, together in enumerate(profile.acting_together):
        names.entities_of(together, ("acting_together", index))
    for index, joint in enumerate(profile.joint_control):
        names.entity(joint.controlled, ("joint_control", index, "controlled"))
        names.entities_of(joint.parties, ("joint_control", index, "parties"))
    for index, option in enumerate(profile.options):
        names.entity(option.holder, ("options", index, "holder"))
        names.entity(option.target, ("options", index, "target"))


def _check_offering(offering: Offering, path: FactPath, names: Names) -> None:
    names.entity(offering.operator, (*path, "operator"))
    names.models_of(offering.model, (*path, "model"))
    names.offerings_of(offering.made_with, (*path, "made_with"))
    for model in offering.uses_parts_of:
        names.model(model, (*path, "uses_parts_of", model), key=True)
    names.offering(offering.part_of, (*path, "part_of"))
    names.audience(offering.offered_to, (*path, "offered_to"))
    if not isinstance(offering.access, Unknown):
        for index, access in enumerate(offering.access):
            _check_access(access, (*path, "access", index), names)
    if isinstance(offering.copies, Copies):
        names.models_of(offering.copies.of, (*path, "copies", "of"))
        names.audience(offering.copies.distributed_to, (*path, "copies", "distributed_to"))
        names.entity(offering.copies.belongs_to, (*path, "copies", "belongs_to"))


def _check_access(access: Access, path: FactPath, names: Names) -> None:
    licensors = names.known.licensors
    if access.route not in _ROUTES_BY_KEY:
        routes = (SELF_HOSTED, *licensors, *names.offerings)
        help = f"servers of others are written {{hosts: [{access.route}]}}"
        names.one_of("route", access.route, routes, (*path, "route"), code="unknown-route", help=help)
    names.one_of("licensor", access.contract, licensors, (*path, "contract"), code="unknown-licensor")
    names.one_of("licensor", access.client, licensors, (*path, "client"), code="unknown-licensor")
    names.model(access.model, (*path, "model"))
    names.audience(access.audience, (*path, "for"))


def _check_agreement(agreement: Agreement, path: FactPath, names: Names) -> None:
    names.entity(agreement.party, (*path, "party"))
    names.entities_of(agreement.extends_to, (*path, "extends_to"))
    if not isinstance(agreement.covers, Unknown):
        both = (*names.offerings, *names.models)
        for id in agreement.covers:
            names.one_of("offering or model", id, both, (*path, "covers", id), code="unknown-offering")
    if names.known.requirements and not isinstance(agreement.waives, Unknown):
        for id in agreement.waives:
            where = (*path, "waives", id)
            names.one_of("requirement", id, names.known.requirements, where, code="unknown-requirement")
    _look_at_licensor(agreement.party_with, (*path, "with"), names)
    meant = nearest_word(agreement.kind or "", names.known.requirements)
    if meant is not None and agreement.kind != meant:
        found = f"{quoted(agreement.kind or '')} is a kind of agreement that no rule asks for"
        names.findings.warn((*path, "kind"), "agreement-kind", found, f'did you mean "{meant}"?')


def _check_confirmation(confirmation: Confirmation, path: FactPath, names: Names) -> None:
    _look_at_licensor(confirmation.party, (*path, "from"), names)
    licenses = sorted(names.known.licenses)
    names.one_of("license", confirmation.license, licenses, (*path, "license"), code="unknown-license")
    _check_reading(confirmation.on, confirmation.says, (*path, "on"), (*path, "says"), names)


def _check_choices(choices: Mapping[str, PositionChoice], path: FactPath, names: Names) -> None:
    for position, choice in choices.items():
        where = (*path, position)
        _check_reading(position, choice.reading, where, (*where, "reading"), names, key=True)


def _check_reading(
    position: str, reading: str, at: FactPath, reading_at: FactPath, names: Names, *, key: bool = False
) -> None:
    positions = names.known.positions
    if position in positions:
        readings = positions[position]
        names.one_of(f"reading of {position}", reading, readings, reading_at, code="unknown-reading")
    elif positions:
        names.one_of("position", position, positions, at, code="unknown-position", key=key)


def _look_at_licensor(name: str | None, path: FactPath, names: Names) -> None:
    """Warn of a party that licenses none of the models known; it may be one all the same."""
    if name is not None and names.known.licensor_of(name) is None:
        found = f"{quoted(name)} is not a licensor of a model known here"
        help = f"known are {', '.join(names.known.licensors.values()) or 'none'}"
        names.findings.warn(path, "unknown-licensor", found, help)


def _check_circles(profile: Profile, findings: Findings) -> None:
    offerings = profile.offerings.items()
    steps: dict[str, dict[str, Iterable[str]]] = {
        "derived_from": {id: model.derived_from for id, model in profile.models.items()},
        "part_of": {id: (each.part_of,) for id, each in offerings if each.part_of is not None},
        "branch_of": {id: (each.branch_of,) for id, each in profile.entities.items() if each.branch_of},
        "access": {
            id: [access.route for access in each.access if access.route in profile.offerings]
            for id, each in offerings
            if not isinstance(each.access, Unknown)
        },
    }
    blocks = {"derived_from": "models", "branch_of": "entities"}
    for key, edges in steps.items():
        for circle in _circles(edges):
            path = (blocks.get(key, "offerings"), circle[0], key)
            found = f"a circle: {' -> '.join((*circle, circle[0]))}"
            findings.error(path, "circle", found, "take out the step that is wrong")


def _circles(edges: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Return circles that have no step in common, until none is left."""
    rest = {start: set(ends) for start, ends in edges.items()}
    found: list[list[str]] = []
    while True:
        try:
            TopologicalSorter(rest).prepare()
        except CycleError as error:
            # The error lists each id before the one that leads to it, the first one twice.
            circle: list[str] = error.args[1][:0:-1]
            found.append(circle)
            rest[circle[0]].discard(circle[1 % len(circle)])
        else:
            return found
