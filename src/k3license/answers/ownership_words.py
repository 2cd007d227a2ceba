"""Holdings and control in words."""

from collections.abc import Callable

from k3license.facts.group.steps import percent_text
from k3license.model.ownership import EntityId, Step


def step_words(step: Step, name: Callable[[EntityId], str]) -> str:
    """Return one link of a membership in words; *name* gives the name of an entity."""
    holders = " and ".join(name(holder) for holder in step.holders)
    since = "" if step.since is None else f" since {step.since}"
    if step.by is not None:
        return f"{holders} controls {name(step.target)} by {step.by}{since}"
    verb = "holds" if len(step.holders) == 1 else "together hold"
    held = "a share" if step.held is None else percent_text(step.held)
    return f"{holders} {verb} {held} of {name(step.target)}{since}"
