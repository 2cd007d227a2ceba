"""The end of an imported profile: what could not be mapped, and what has to be filled in by hand."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from k3license.importers.found import Found
from k3license.importers.report import Unmapped
from k3license.importers.yaml_text import scalar
from k3license.model.errors import visible
from k3license.model.ownership import EntityId
from k3license.reading.known import OTHER_MODEL, KnownModels

# For each reason; the report on the screen names all of them.
_MOST_LINES: Final = 100
_WIDEST: Final = 300


def closing_lines(found: Found, *, licensee: EntityId | None, known: KnownModels) -> Iterator[str]:
    """Give out comments; they depend on what was found, not on where it stood."""
    if found.report.unmapped:
        yield from ("", "# could not be mapped:")
        for why, items in groupby(sorted(found.report.unmapped, key=_reason), key=lambda each: each.why):
            yield from _unmapped(why, items)
    if found.comments:
        yield from ("", "# known, but no field of a profile says it:")
        yield from (f"#   {_line(comment)}" for comment in sorted(found.comments))
    yield from _by_hand(licensee or next(iter(sorted(found.entities)), None), known, stated=licensee is not None)


def _unmapped(why: str, items: Iterable[Unmapped]) -> Iterator[str]:
    texts = sorted({each.what for each in items})
    yield f"#   {_line(why)}:"
    yield from (f"#     {_line(text)}" for text in texts[:_MOST_LINES])
    if len(texts) > _MOST_LINES:
        yield f"#     and {len(texts) - _MOST_LINES:,} more"


def _reason(item: Unmapped) -> str:
    return item.why


def _line(text: str) -> str:
    seen = visible(text)
    return seen if len(seen) <= _WIDEST else f"{seen[: _WIDEST - 3]}..."


def _by_hand(licensee: EntityId | None, known: KnownModels, *, stated: bool) -> Iterator[str]:
    """Give out the blocks that files of this kind never hold, ready for taking the signs in front away."""
    entity = "an-id-of-entities" if licensee is None else scalar(licensee)
    models = ", ".join((*known.models, OTHER_MODEL))
    model = next(iter(known.models), OTHER_MODEL)
    yield from (
        "",
        "# To be filled in by hand: take the # away from a line that you answer.  Absent is unknown.",
        "# Each entity above may also have model_as_a_service (yes or no), holds_copy and revenue.",
        "#",
    )
    if not stated:
        yield f"# licensee: {entity}  # whose uses are assessed"
    yield from (
        "# other_affiliates: unknown  # none, if every affiliate is listed above",
        "# other_model_as_a_service: unknown  # none, if nobody above runs such a business beyond what is listed",
        "# offerings:  # products, services and internal uses of a model",
        "#   first-offering:",
        f"#     operator: {entity}",
        f"#     model: {model}  # {models}, or an id of models",
        "#     kind: unknown  # fixed-feature, assistant, agent, general-chat, builder, task-api, raw-api",
        "#     charged: unknown  # free, at-cost, advertising, paid",
        "#     purpose: unknown  # production, evaluation, research, public-task",
        "#     offered_to: unknown  # [staff, contractors, affiliates, customers, public, authorities, others]",
        "#     access: unknown  # [self-hosted], a licensor, an offering, or hosts",
        "#     first_used: unknown  # the day of the first use in business, or not-yet",
        "#     monthly_active_users: unknown",
        "#     revenue: unknown",
        "#     display: unknown",
        "# agreements: unknown  # with a licensor; none, or a list",
    )
