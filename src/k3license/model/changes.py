"""Changes to facts, and what the answers are with and without them."""

from dataclasses import dataclass

from k3license.model.assessment import Run


@dataclass(frozen=True, slots=True)
class Change:
    """One fact by its path, as written before and after; *before* is None where nothing was stated."""

    path: str
    before: str | None
    after: str


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The same profile assessed twice; *after* is None where nothing is left to assess."""

    changes: tuple[Change, ...]
    before: Run
    after: Run | None
