"""Profiles for tests: what the packs would bring along, and a short way to read a text."""

from typing import Final

from k3license.reading.known import KnownModels
from k3license.reading.profiles import LoadedProfile, load_profile

KNOWN: Final = KnownModels(
    licenses=frozenset({"kimi-k3", "kimi-k2.6"}),
    models={"kimi-k3": "kimi-k3", "kimi-k2.6": "kimi-k2.6", "kimi-k2.7-code": "kimi-k2.7-code"},
    licensors={"moonshot": "Moonshot AI"},
    requirements=frozenset({"keep-notices", "separate-agreement", "display-name"}),
    positions={
        "affiliate": ("half-or-more", "more-than-half"),
        "third-party": ("separate-persons", "outside-the-group"),
        "api-access": ("is-use", "is-not-use"),
    },
)
FIRST_LINES: Final = "profile: 1\nas_of: 2026-11-30\n"


def read(text: str) -> LoadedProfile:
    """Return the profile whose first two lines are FIRST_LINES."""
    return load_profile(f"{FIRST_LINES}{text}".encode(), name="profile.yaml", known=KNOWN)
