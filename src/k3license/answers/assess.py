"""The assessment of a profile: every use under the license of each model it uses."""

from collections.abc import Iterator
from typing import Final

from k3license.answers.cases import Cases, Options
from k3license.answers.catalog import Catalog
from k3license.answers.uses import Use
from k3license.answers.verdicts import worst
from k3license.engine.agreement import resolve
from k3license.model.assessment import Run, Warning
from k3license.model.series import FiguresContradict
from k3license.reading.profiles import LoadedProfile

__all__ = ["NothingToAssess", "Options", "assess"]


DEFAULTS: Final = Options()


class NothingToAssess(Exception):
    """No offering of the licensee uses a model that has a pack or is unread."""


def assess(loaded: LoadedProfile, catalog: Catalog, options: Options = DEFAULTS) -> Run:
    """
    Return what the licenses ask of every use in the profile.

    Raises NothingToAssess where there is no use to look at, InputErrors for figures of
    several blocks that cannot all be true, EngineUnavailable for an engine that cannot be
    had, EnginesDisagree where there is no answer.
    """
    return assessed(Cases(loaded, catalog, options))


def assessed(cases: Cases) -> Run:
    """Return the same for cases of which something may be known already; raises the same."""
    try:
        return _assessed(cases)
    except FiguresContradict as error:
        raise cases.loaded.provenance.contradiction(error.paths) from error


def _assessed(cases: Cases) -> Run:
    catalog, loaded = cases.catalog, cases.loaded
    found = [Use(cases, pack, offering_id).assessment() for offering_id, pack in cases.uses()]
    found += [cases.unread(offering_id, model) for offering_id, model in cases.unread_uses()]
    if not found:
        raise NothingToAssess(
            "nothing to assess: no offering of the licensee uses a model whose license is known or unread"
        )
    order = {offering_id: number for number, offering_id in enumerate(loaded.profile.offerings)}
    found.sort(key=lambda each: order[each.offering])
    return Run(
        as_of=cases.as_of,
        engines=resolve(cases.options.engines),
        verdict=worst(each.verdict for each in found),
        assessments=tuple(found),
        readings={
            license_id: {id: chosen.reading for id, chosen in cases.chosen(catalog.packs[license_id]).items()}
            for license_id in dict.fromkeys(each.license for each in found if each.license in catalog.packs)
        },
        warnings=(*_doubtful(loaded), *cases.doubts()),
    )


def _doubtful(loaded: LoadedProfile) -> Iterator[Warning]:
    for problem in loaded.warnings:
        yield Warning(problem.path, f"{problem.text}; {problem.help}" if problem.help else problem.text)
