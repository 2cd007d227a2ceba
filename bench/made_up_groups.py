"""Profiles of made-up groups whose every fact is decided, for measuring."""

from collections.abc import Iterator

_HEAD = """\
profile: 1
as_of: 2026-11-30
licensee: e{licensee}
entities:
"""
_OFFERING = """\
other_affiliates: none
listed_down_to: 20
other_model_as_a_service: none
offerings:
  helper:
    operator: e{licensee}
    model: kimi-k3
    kind: fixed-feature
    channels: none
    charged: paid
    purpose: production
    offered_to: [customers]
    offered_from: 2026-08-17
    serves: [inference]
    they_control: {{inputs: task-data, system_prompt: no, parameters: no, training_data: no}}
    relay: no
    outputs_leave: [responses]
    access: [self-hosted]
    copies: {{of: kimi-k3, parts: [weights, code], notice_kept: yes}}
    first_used: 2026-08-17
    monthly_active_users: {{2026-08..2026-11: [640, 710, 790, 880]}}
    revenue: {{each_month: at most USD 90k}}
    display: none
agreements: none
"""
_MONTHS = "{currency: USD, trading_since: 2025-12, 2025-12..2026-11: [%s]}"
_YEARS = "{currency: USD, 2024: %s, 2025: %s}"


def chain() -> str:
    """Return three entities: a holding that holds one company through another."""
    return _profile(3, {0: {1: 60}, 1: {2: 75}}, licensee=2)


def wide_group(entities: int, *, yearly: bool = False) -> str:
    """
    Return a holding with companies below it, five to each, in as many levels as it takes.

    With *yearly* totals instead of months, and years without figures, much is open about the best twelve months.
    """
    holds = {
        parent: {child: 51 + (child % 40) for child in range(5 * parent + 1, min(5 * parent + 6, entities))}
        for parent in range(entities)
    }
    return _profile(entities, holds, licensee=1, yearly=yearly)


def _profile(entities: int, holds: dict[int, dict[int, int]], *, licensee: int, yearly: bool = False) -> str:
    lines = [_HEAD.format(licensee=licensee)]
    for entity in range(entities):
        lines += _entity(entity, holds.get(entity, {}), yearly=yearly)
    return "".join([*lines, _OFFERING.format(licensee=licensee)])


def _entity(number: int, holds: dict[int, int], *, yearly: bool) -> Iterator[str]:
    yield f"  e{number}:\n    name: Example {number} AG\n    kind: company\n    model_as_a_service: no\n"
    yield "    holds_copy: none\n"
    if holds:
        yield f"    owns: {{{', '.join(f'e{held}: {percent}' for held, percent in holds.items())}}}\n"
    months = ", ".join(f"{1 + (number + month) % 7}k" for month in range(12))
    years = (f"{1 + number % 7}M", f"{1 + number % 5}M")
    yield f"    revenue: {_YEARS % years if yearly else _MONTHS % months}\n"
