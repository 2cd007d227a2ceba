"""Agreements with the licensor: whether one covers a use on a day, and from when."""

from datetime import date

from k3license.facts.model_use import relation
from k3license.facts.world import World
from k3license.model.truth import Truth, all_of, any_of, truth_of
from k3license.model.unknown import Unknown
from k3license.profile.records import Agreement

WITHOUT_END = "none"
NO_DOCUMENT = "none"


def agreement_in_force(world: World, offering_id: str, *, kind: str) -> Truth:
    """
    Return whether an agreement of *kind* with the licensor covers the offering on the day asked about.

    Its party must be the operator or it must extend to it, it must cover the offering and
    its models, be effective and not expired (the last day counts), and be shown by a
    document.  Anything of that missing is unknown; no list of agreements at all too.
    """
    agreements = world.case.profile.agreements
    if isinstance(agreements, Unknown):
        return world.fact("agreements", Truth.UNKNOWN)
    if not agreements:
        world.cite("agreements")
    return any_of(
        all_of(
            (
                covers_use(world, agreement, f"agreements.{number}", offering_id, kind=kind),
                _in_effect(world, agreement, f"agreements.{number}"),
            )
        )
        for number, agreement in enumerate(agreements, start=1)
    )


def covers_use(world: World, agreement: Agreement, path: str, offering_id: str, *, kind: str) -> Truth:
    """Return whether the agreement is of *kind*, with the licensor, for this operator and this use; dates aside."""
    case = world.case
    operator = case.offering(offering_id).operator
    with_licensor = _same(world, f"{path}.with", agreement.party_with, {case.licensor, case.licensor_name})
    of_kind = _same(world, f"{path}.kind", agreement.kind, {kind})
    shown = Truth.UNKNOWN if agreement.document is None else truth_of(agreement.document != NO_DOCUMENT)
    documented = world.fact(f"{path}.document", shown)
    return all_of(
        (
            with_licensor,
            of_kind,
            _binds(world, agreement, path, operator),
            _covers(world, agreement, path, offering_id),
            documented,
        )
    )


def _same(world: World, path: str, stated: str | None, wanted: set[str]) -> Truth:
    if stated is None:
        return world.fact(path, Truth.UNKNOWN)
    folded = {word.casefold() for word in wanted}
    return world.fact(path, truth_of(stated.casefold() in folded))


def _binds(world: World, agreement: Agreement, path: str, operator: str) -> Truth:
    world.cite(f"{path}.party")
    if agreement.party == operator:
        return Truth.YES
    world.cite(f"{path}.extends_to")
    extends_to = agreement.extends_to
    if isinstance(extends_to, frozenset):
        if operator in extends_to:
            return Truth.YES
        return Truth.NO if agreement.party is not None else world.fact(f"{path}.party", Truth.UNKNOWN)
    # A party alone binds that party; whom else the agreement reaches is not stated.
    return world.fact(f"{path}.extends_to", Truth.UNKNOWN)


def _covers(world: World, agreement: Agreement, path: str, offering_id: str) -> Truth:
    world.cite(f"{path}.covers")
    covers = agreement.covers
    if not isinstance(covers, frozenset):
        return world.fact(f"{path}.covers", Truth.UNKNOWN)
    case = world.case
    named_models = {name for name in covers if name not in case.profile.offerings}
    if offering_id not in covers:
        # Models alone are named: for which offerings, the file does not say.
        only_models = bool(named_models) and named_models == covers
        return world.fact(f"{path}.covers", Truth.UNKNOWN if only_models else Truth.NO)
    if not named_models:
        return Truth.YES
    used = [model for model in case.offering(offering_id).model if relation(case, model) is not None]
    return truth_of(all(_named(world, model, named_models) for model in used))


def _named(world: World, model: str, named: set[str]) -> bool:
    """Return whether an agreement that names *named* covers *model*: itself, or what it is derived from."""
    if model in named:
        return True
    record = world.case.profile.models.get(model)
    return record is not None and any(_named(world, parent, named) for parent in record.derived_from)


def _in_effect(world: World, agreement: Agreement, path: str) -> Truth:
    day = world.case.as_of
    signed = Truth.YES if isinstance(agreement.signed, Unknown) else truth_of(agreement.signed <= day)
    return all_of(
        (
            signed,
            _from(world, path, agreement.effective_from, day),
            _until(world, path, agreement.expires, day),
        )
    )


def _from(world: World, path: str, effective_from: date | Unknown, day: date) -> Truth:
    if isinstance(effective_from, Unknown):
        return world.fact(f"{path}.effective_from", Truth.UNKNOWN)
    world.cite(f"{path}.effective_from")
    return truth_of(effective_from <= day)


def _until(world: World, path: str, expires: date | str | Unknown, day: date) -> Truth:
    if isinstance(expires, Unknown):
        return world.fact(f"{path}.expires", Truth.UNKNOWN)
    world.cite(f"{path}.expires")
    return truth_of(expires == WITHOUT_END or (isinstance(expires, date) and day <= expires))
