"""What the answers would be if some facts were different."""

from collections.abc import Iterator, Sequence

from k3license.answers.assess import NothingToAssess, Options, assess
from k3license.answers.catalog import Catalog
from k3license.model.assessment import Run
from k3license.model.changes import Change, WhatIf
from k3license.reading.edits import Edit
from k3license.reading.profiles import LoadedProfile, changed_profile
from k3license.text.flow import flow_text


def what_if(loaded: LoadedProfile, catalog: Catalog, options: Options, edits: Sequence[Edit]) -> WhatIf:
    """
    Return the assessments of a profile as it is and with *edits* made.

    The changed profile is read and checked like any other: raises InputErrors for one that
    would be refused, NotUnderstood for an edit without a place, NothingToAssess where there
    is nothing to assess to begin with.
    """
    changed = changed_profile(loaded, edits, known=catalog.known)
    return WhatIf(
        changes=tuple(change(loaded, edit) for edit in edits),
        before=assess(loaded, catalog, options),
        after=_assessed(changed, catalog, options),
        notes=tuple(_votes_that_decide(changed, edits)),
    )


def change(loaded: LoadedProfile, edit: Edit) -> Change:
    """Return what *edit* replaces and by what, as a profile writes it."""
    before = loaded.provenance.stated(edit.path)
    around, _, key = edit.path.rpartition(".")
    if key in ("from", "until") and not isinstance(loaded.provenance.stated(around), dict):
        # A short form, such as a share alone, says nothing of days.
        before = None
    return Change(edit.path, None if before is None else flow_text(before), flow_text(edit.value))


def _votes_that_decide(changed: LoadedProfile, edits: Sequence[Edit]) -> Iterator[str]:
    """Yield of each share that is changed in percent which votes stated beside it decide instead."""
    edited = {edit.path for edit in edits}
    for path in dict.fromkeys(edit.path for edit in edits):
        stake, _, key = path.rpartition(".")
        votes = f"{stake}.votes"
        if key != "percent" or votes in edited or not isinstance(changed.provenance.stated(stake), dict):
            continue
        stated = changed.provenance.stated(votes)
        if stated is not None:
            yield f"{votes} is stated too ({flow_text(stated)}), and votes decide on control: change both"


def _assessed(loaded: LoadedProfile, catalog: Catalog, options: Options) -> Run | None:
    try:
        return assess(loaded, catalog, options)
    except NothingToAssess:
        return None
