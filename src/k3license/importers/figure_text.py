"""Revenue in its short form: a list for months that follow each other."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from k3license.importers.found import FigureFound, SourceId
from k3license.importers.yaml_text import flow, scalar
from k3license.model.errors import Place
from k3license.model.months import Period, month_text


def revenue_lines(figures: Sequence[FigureFound], source: SourceId | None) -> Iterator[tuple[str, Place]]:
    """Give out the lines of an entity's revenue, each with the row that it begins with."""
    if not figures:
        return
    ordered = sorted(figures, key=lambda each: (each.period.last, str(each.period), each.source, each.amount))
    first = ordered[0]
    yield "revenue:", first.place
    currencies = {each.currency for each in ordered if each.currency is not None}
    common = currencies.pop() if len(currencies) == 1 else None
    if common is not None:
        yield f"  currency: {common}", first.place
    if covers := next((each.covers for each in ordered if each.covers is not None), None):
        yield f"  covers: {covers}", first.place
    sources = {each.source for each in ordered}
    own = min(sources)
    if own != source:
        yield f"  source: {scalar(own)}", first.place
    for run in _runs(ordered):
        texts = [_amount(each, common, own) for each in run]
        key = _key(run[0].period)
        if len(run) > 1:
            key = f"{month_text(run[0].period.last)}..{month_text(run[-1].period.last)}"
            texts = [f"[{', '.join(texts)}]"]
        yield f"  {key}: {texts[0]}", run[0].place


def _key(period: Period) -> str:
    """Return a period as people write it: a whole year by its number alone."""
    whole_year = period.first is not None and period.first % 12 == 0 and period.last == period.first + 11
    return f"{period.last // 12:04}" if whole_year else str(period)


def _runs(figures: Sequence[FigureFound]) -> Iterator[list[FigureFound]]:
    """Part figures into months of one year that follow each other, and everything else alone."""
    run = [figures[0]]
    for before, each in pairwise(figures):
        months = [figure.period.first == figure.period.last for figure in (before, each)]
        follows = each.period.last == before.period.last + 1 and each.period.last % 12 != 0
        if all(months) and follows:
            run.append(each)
        else:
            yield run
            run = [each]
    yield run


def _amount(figure: FigureFound, common: str | None, source: SourceId) -> str:
    text = figure.amount
    if figure.currency not in (None, common):
        text = re.sub("(?=-?[0-9])", f"{figure.currency} ", text, count=1)
    text = scalar(text)
    return text if figure.source == source else flow([("value", text), ("source", scalar(figure.source))])
