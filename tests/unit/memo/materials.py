"""What memos of tests are made from: the examples, and a profile whose every free text is hostile."""

import json
from functools import lru_cache
from pathlib import Path

from k3license.answers.cases import Options
from k3license.cli.profiles import catalog
from k3license.cli.report import material
from k3license.engine.agreement import Engines
from k3license.memo.material import Material
from k3license.memo.memo import Memo, memo_of
from k3license.reading.profiles import load_profile

EXAMPLES = Path(__file__).parents[3] / "examples"
BUILTIN = Options(engines=Engines.BUILTIN)

# Two companies with one of everything that people write in their own words.
EVERY_TEXT = """\
profile: 1
name: "{text} name"
as_of: 2026-11-30
licensee: maker
sources:
  mail: {document: "{text} document", by: "{text} who", as_of: 2026-11-12}
source: "{text} source"
entities:
  holding: {name: "{text} holding", kind: company, owns: {maker: 60}, model_as_a_service: unknown, revenue: unknown}
  venture: {name: "{text} venture", kind: company, source: mail, model_as_a_service: yes, revenue: {2025: USD 60M}}
  maker: {name: "{text} maker", kind: company, source: mail, revenue: {currency: USD, source: mail, 2025: 30M}}
control:
  - {controller: holding, controlled: venture, by: "{text} board"}
offerings:
  desk:
    name: "{text} desk"
    operator: maker
    model: kimi-k3
    charged: paid
    purpose: production
    offered_to: [customers]
    access:
      - {hosts: ["{text} host"], certified: unknown}
      - {inside: "{text} product"}
      - self-hosted
    first_used: 2026-08-01
    display: {name: "{text} label", prominent: yes, where: "{text} corner"}
agreements:
  - {with: Moonshot AI, kind: separate-agreement, party: maker, covers: [desk], signed: 2026-10-06,
     effective_from: 2026-10-06, expires: 2027-10-05, document: "{text} contract"}
positions:
  third-party: {reading: separate-persons, by: "{text} counsel", reason: "{text} reason"}
  affiliate: {reading: more-than-half, by: "{text} counsel", reason: "{text} reason"}
"""


@lru_cache(maxsize=32)
def example_material(name: str) -> Material:
    """Return the answers to an example, by its name."""
    return material(load_profile(EXAMPLES / f"{name}.yaml", known=catalog().known), BUILTIN, name=name)


def example_memo(name: str) -> Memo:
    """Return the memo of an example."""
    return memo_of(example_material(name))


def profile_with(text: str) -> str:
    """Return a profile whose every free text begins with *text*."""
    return EVERY_TEXT.replace("{text}", json.dumps(text)[1:-1])


def material_of(text: str, *, looking_ahead: bool = False) -> Material:
    """Return the answers to the profile in *text*."""
    loaded = load_profile(text.encode(), name="profile.yaml", known=catalog().known)
    return material(loaded, BUILTIN, name="profile", looking_ahead=looking_ahead)
