"""Ids of entities: the names that files use, as far as they can be ids, and ids for the others."""

import re
from hashlib import sha256
from typing import Final

from k3license.model.errors import NotUnderstood, quoted
from k3license.model.ownership import EntityId
from k3license.profile.fields import RESERVED_IDS, is_id
from k3license.profile.records import AUDIENCES

_LONGEST: Final = 100
_TAKEN: Final = RESERVED_IDS | set(AUDIENCES)


def written_id(name: str) -> EntityId:
    """
    Return the id for a name that somebody wrote: spaces and signs become hyphens, capitals small.

    A name that can be an id is its own.  Raises NotUnderstood with a hint.
    """
    if _can_be_id(name):
        return EntityId(name)
    slug = _slug(name).lower()
    if name in _TAKEN or slug in _TAKEN:
        raise NotUnderstood("id", f"{quoted(name)} has a meaning of its own and cannot be an id", f"write my-{slug}")
    if not slug:
        raise NotUnderstood("id", f"{quoted(name)} cannot be an id", "write letters and digits")
    if len(slug) > _LONGEST:
        raise NotUnderstood("id", f"{quoted(name)} is too long for an id", f"{_LONGEST} characters are enough")
    return EntityId(slug)


def record_id(name: str) -> EntityId:
    """Return the id for an identifier of a register: itself if it can be one, else one that no other gets."""
    if _can_be_id(name):
        return EntityId(name)
    digest = sha256(name.encode(errors="surrogatepass")).hexdigest()[:8]
    return EntityId("-".join(filter(None, (_slug(name)[: _LONGEST - 9], digest))))


def _can_be_id(name: str) -> bool:
    return is_id(name) and name not in _TAKEN and len(name) <= _LONGEST


def _slug(name: str) -> str:
    return re.sub(r"[^\w.+]+", "-", name).strip("-.+")
