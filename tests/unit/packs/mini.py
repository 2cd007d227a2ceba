"""A small pack with one of everything, to break in one place at a time."""

from collections.abc import Mapping
from pathlib import Path

from k3license.model.errors import NotUnderstood
from k3license.model.rules import Measure, Scope, Term, Vocabulary

FILES = {
    "mini/license.yaml": """\
license: mini
title: Mini License
licensor: {id: maker, name: Maker, contact: unknown}
models:
  mini-1: {name: Mini 1, released: 2026-07-27}
texts:
  - {file: LICENSE, sha256: 20c797ce19af0c17de52c6afb144644768a591c521655f5ebf5712c9850f2887}
status: draft
written_by: us
reviewed_by: none
requirements: [gate, notice]
not_assessed: []
silent_on: [price]
positions: [affiliate, third-party]
closes: {}
""",
    "mini/service.yaml": """\
rule: service
kind: definition
title: What a service is
source: {section: "2", paragraph: 1, words: [service]}
in_plain_words: Selling access.
about: service
stated_as: {field: model_as_a_service, takes: [yes, no]}
when:
  - sold
unless:
  - embedded
turns_on: [third-party]
""",
    "mini/gate.yaml": """\
rule: gate
kind: requirement
title: Large sellers ask first
source: {section: "2"}
in_plain_words: Whoever sells access and is large needs an agreement.
binds: commercial-use
when:
  - uses
  - any: [commercial, service]
  - some_member: service
  - measure:
      quantity: revenue
      whose: licensee-and-affiliates
      which: everything
      window: 12-months
      combine: sum
      limit: more than USD 20M
then:
  consequence: gate
  must: have an agreement
  who: licensee
  by: before the use begins
  fulfilled_by: {agreement: separate-agreement}
turns_on: [affiliate, third-party]
if_missing:
  revenue: {ask: Revenue of all?, of: controlling}
""",
    "mini/staff.yaml": """\
rule: staff
kind: exemption
title: Staff only
source: {section: "4"}
in_plain_words: Use by staff is free.
lifts: [gate]
every_path:
  - not: path_goes_out
turns_on: [third-party]
""",
    "mini/notice.yaml": """\
rule: notice
like: shared-notice
with: {words: the notice}
""",
    "common/rules/shared-notice.yaml": """\
rule: shared-notice
kind: requirement
title: Keep <words>
source: {section: "1"}
in_plain_words: Copies keep <words>.
binds: any-use
when: [copied]
then:
  consequence: duty
  must: keep <words>
  who: licensee
  by: at once
  fulfilled_by: {notices: kept}
turns_on: []
""",
    "common/questions.yaml": """\
entities.*.revenue: {ask: What revenue has it?, of: controlling}
offerings.*.sold: {ask: Is it sold?, of: product owner}
agreements: {ask: Which agreements are there?, of: lawyers}
""",
    "common/positions/affiliate.yaml": """\
position: affiliate
asks: Who is an affiliate?
why_open: The word is not defined.
default: half-or-more
default_is: usual
readings:
  half-or-more: {in_plain_words: Half., strength: literal, for: Wide., against: Narrow.}
  more-than-half: {in_plain_words: More., strength: arguable, for: Usual., against: Unwritten.}
""",
    "mini/positions/third-party.yaml": """\
position: third-party
asks: Who is a third party?
why_open: The word is not defined.
default: anyone
default_is: cautious
readings:
  anyone: {in_plain_words: Anyone., strength: literal, for: Words., against: Sense.}
  outsiders: {in_plain_words: Outsiders., strength: purposive, does: outside-the-group, for: Sense., against: Words.}
""",
    "mini/service.cases.yaml": "rule: service\ncases: []\n",
    "mini/gate.cases.yaml": "rule: gate\ncases: []\n",
    "mini/staff.cases.yaml": "rule: staff\ncases: []\n",
    "common/rules/shared-notice.cases.yaml": "rule: shared-notice\ncases: []\n",
}


def measured(measure: Measure) -> Term:
    if measure.window == "year":
        raise NotUnderstood("measure", "nobody can measure a year yet", "use 12-months")
    return Term(frozenset({"affiliate"}), frozenset({"entities.*.revenue"}))


def term(scope: Scope, *positions: str, fields: tuple[str, ...] = ()) -> Term:
    return Term(frozenset(positions), frozenset(fields), scope)


VOCABULARY = Vocabulary(
    statements={
        "uses": term(Scope.USE),
        "commercial": term(Scope.USE),
        "copied": term(Scope.USE),
        "sold": term(Scope.SERVICE, "third-party", fields=("offerings.*.sold",)),
        "embedded": term(Scope.SERVICE),
        "path_goes_out": term(Scope.PATH, "third-party"),
    },
    measured=measured,
    some_member=Term(frozenset({"affiliate"})),
    fulfilled={"agreement": Term(fields=frozenset({"agreements"})), "display": Term(), "notices": Term()},
    stated_fields=frozenset({"model_as_a_service"}),
)


def write_pack(folder: Path, edits: Mapping[str, tuple[str, str] | None] | None = None) -> Path:
    """
    Write the pack and return its folder of rules.

    An edit puts one text for another in a file, or leaves the file out.
    """
    for path, text in FILES.items():
        edit = (edits or {}).get(path, ("", ""))
        if edit is None:
            continue
        old, new = edit
        assert text.count(old) == 1 or not old, f"{old!r} stands {text.count(old)} times in {path}"
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace(old, new) if old else text, encoding="utf-8")
    return folder
