"""Uses for tests: profiles as short texts, and the examples."""

from functools import lru_cache
from pathlib import Path

from k3license.answers.cases import Cases, Options
from k3license.answers.catalog import Catalog, load_catalog
from k3license.answers.uses import Use
from k3license.engine.agreement import Engines
from k3license.reading.profiles import LoadedProfile, load_profile

EXAMPLES = Path(__file__).parents[3] / "examples"
BUILTIN = Options(engines=Engines.BUILTIN)


@lru_cache(maxsize=1)
def catalog() -> Catalog:
    """Return the packs, read once."""
    return load_catalog()


def example(name: str) -> LoadedProfile:
    """Return an example by its name."""
    return load_profile(EXAMPLES / f"{name}.yaml", known=catalog().known)


def read(text: str) -> LoadedProfile:
    """Return the profile in *text*."""
    return load_profile(text.encode(), name="profile.yaml", known=catalog().known)


def only_use(loaded: LoadedProfile, options: Options = BUILTIN) -> Use:
    """Return the only use of a profile that is assessed."""
    cases = Cases(loaded, catalog(), options)
    (found,) = [Use(cases, pack, id) for id, pack in cases.uses()]
    return found


# A product on the model that a small company hosts itself: nothing but the notice is asked for.
SMALL = """\
profile: 1
as_of: 2026-11-30
licensee: maker
entities:
  maker:
    name: Maker Ltd
    kind: company
    model_as_a_service: no
    revenue:
      currency: USD
      trading_since: 2025-01
      2025-01..2025-12: [750k, 750k, 750k, 750k, 750k, 750k, 750k, 750k, 750k, 750k, 750k, 750k]
      2026-01..2026-11: [1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M, 1M]
other_affiliates: none
offerings:
  desk:
    name: Desk
    operator: maker
    model: kimi-k3
    kind: fixed-feature
    channels: none
    charged: paid
    purpose: production
    offered_to: [customers]
    offered_from: 2026-08-01
    serves: [inference]
    they_control: {inputs: task-data, system_prompt: no, parameters: no, training_data: no}
    relay: no
    outputs_leave: [responses]
    access: [self-hosted]
    copies: {of: kimi-k3, notice_kept: yes}
    first_used: 2026-08-01
    monthly_active_users: 2M
    revenue: {2026-08..2026-11: [USD 150k, USD 150k, USD 150k, USD 150k]}
    display: none
agreements: none
"""
