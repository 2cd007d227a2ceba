"""Records read from short texts, without a file around them."""

import yaml

from k3license.model.figures import Figures
from k3license.profile.records import Access, Offering, Profile


def profile(text: str) -> Profile:
    """Return a profile of a text tree, as the reader of files hands it over."""
    data = yaml.load(f"profile: 1\nas_of: 2026-11-30\n{text}", yaml.BaseLoader)
    return Profile.model_validate(data, by_name=False)


def offering(line: str) -> Offering:
    """Return an offering that says one line more than it has to."""
    return profile(f"offerings:\n  desk:\n    operator: maker\n    model: m\n    {line}\n").offerings["desk"]


def access(item: str) -> Access:
    """Return the one way to the model that is written as *item*."""
    found = offering(f"access: [{item}]").access
    assert isinstance(found, tuple)
    return found[0]


def revenue(block: str) -> Figures:
    """Return the figures of a revenue."""
    found = offering(f"revenue: {block}").revenue
    assert isinstance(found, Figures)
    return found
