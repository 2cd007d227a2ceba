"""Answers to profiles given as plain data, for tests that ask very often."""

import json
from decimal import Decimal
from functools import lru_cache
from typing import Any

import yaml

from k3license.answers.assess import Options
from k3license.answers.cases import Cases
from k3license.answers.catalog import Catalog, load_catalog
from k3license.answers.headroom import headroom
from k3license.answers.uses import Use
from k3license.engine.agreement import Engines
from k3license.model.assessment import Answer
from k3license.model.headroom import Headroom
from k3license.reading.profiles import load_profile

Profile = dict[str, Any]
# License, offering, requirement.
Key = tuple[str, str, str]


@lru_cache(maxsize=1)
def catalog() -> Catalog:
    return load_catalog()


def as_yaml(profile: Profile) -> str:
    """Return the profile as the text of a file."""
    plain = json.loads(json.dumps(profile, default=str))
    text: str = yaml.safe_dump(plain, sort_keys=False, allow_unicode=True)
    return text


def answers(profile: Profile, *, engines: Engines = Engines.BUILTIN) -> dict[Key, Answer]:
    """Return every answer, without its reasons, readings and questions; none where there is nothing to assess."""
    loaded = load_profile(as_yaml(profile).encode(), name="random", known=catalog().known)
    cases = Cases(loaded, catalog(), Options(engines=engines))
    found = {}
    for offering_id, pack in cases.uses():
        use = Use(cases, pack, offering_id)
        for requirement in pack.requirements:
            found[pack.header.license, offering_id, requirement.id] = use.decided(requirement).answer
    return found


def all_headroom(use: Use, *, growth: Decimal | None) -> list[Headroom]:
    """Return the amounts beside their limits for every requirement of the license."""
    return [each for requirement in use.pack.requirements for each in headroom(use, requirement, growth=growth)]
