"""Models, agreements, positions, confirmations and sources in each of their forms."""

from datetime import date

from k3license.model.truth import Truth
from k3license.model.unknown import UNKNOWN
from tests.unit.profile.samples import profile


def test_models_are_read() -> None:
    models = profile("""
models:
  a: {derived_from: [kimi-k3, other], how: merge}
  b: {trained_on_outputs_of: kimi-k3}
  c: {license: unread}
  d: unread
""").models
    assert (models["a"].derived_from, models["a"].how) == (("kimi-k3", "other"), "merge")
    assert models["b"].trained_on_outputs_of == ("kimi-k3",)
    assert (models["c"].license, models["d"].license) == ("unread", "unread")


def test_an_agreement_is_read_and_what_it_does_not_say_is_unknown() -> None:
    full, empty = profile("""
agreements:
  - {with: Moonshot AI, kind: separate-agreement, party: a, extends_to: [b], covers: [desk], signed: 2026-08-20,
     effective_from: 2026-08, expires: none, covers_past_use: no, waives: [], document: DMS-1}
  - {expires: 2027-08-19}
""").agreements  # type: ignore[misc]
    assert (full.party_with, full.kind, full.party) == ("Moonshot AI", "separate-agreement", "a")
    assert (full.extends_to, full.covers, full.waives) == (frozenset({"b"}), frozenset({"desk"}), frozenset())
    assert (full.signed, full.effective_from, full.expires) == (date(2026, 8, 20), date(2026, 8, 1), "none")
    assert (full.covers_past_use, full.document) == (Truth.NO, "DMS-1")
    assert empty.expires == date(2027, 8, 19)
    assert (empty.party_with, empty.party, empty.document) == (None, None, None)
    assert (empty.covers, empty.extends_to, empty.signed, empty.waives) == (UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)


def test_no_agreements_can_be_said() -> None:
    assert profile("agreements: none\n").agreements == ()


def test_positions_are_read_in_their_short_and_their_long_form() -> None:
    positions = profile(
        "positions:\n  affiliate: more-than-half\n  business: {reading: paid-only, by: GC, reason: r}\n"
    ).positions
    assert positions["affiliate"].reading == "more-than-half"
    assert (positions["business"].reading, positions["business"].by, positions["business"].reason) == (
        "paid-only",
        "GC",
        "r",
    )


def test_a_confirmation_is_read() -> None:
    [found] = profile(
        "confirmations: [{from: Moonshot AI, on: third-party, says: in, date: 2026-10-02, document: D, license: l}]\n"
    ).confirmations
    assert (found.party, found.on, found.says) == ("Moonshot AI", "third-party", "in")
    assert (found.date, found.document, found.license) == (date(2026, 10, 2), "D", "l")


def test_sources_are_read_in_their_short_and_their_long_form() -> None:
    sources = profile("sources: {a: accounts 2025, b: {document: mail, by: GC, as_of: 2026-11-12}}\n").sources
    assert (sources["a"].document, sources["b"].by, sources["b"].as_of) == ("accounts 2025", "GC", date(2026, 11, 12))
