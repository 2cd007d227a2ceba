"""The figures of a profile checked against each other."""

from collections.abc import Iterator
from datetime import date

from k3license.model.figures import Figures, PeriodFigure
from k3license.model.months import Month, last_day, month_of
from k3license.model.ranges import total
from k3license.model.unknown import Unknown
from k3license.profile.records import Offering, OtherAffiliates, Profile
from k3license.reading.findings import Findings
from k3license.reading.totals import contradictions_in, contradictory_rates, most_of


def check_figures(profile: Profile, findings: Findings) -> None:
    """Find an error in figures that cannot all be true, one for each contradiction."""
    for figures in _all_figures(profile):
        for paths in contradictions_in(figures, as_of=profile.as_of):
            _report(paths, findings)
    for rates in profile.exchange_rates.values():
        for paths in contradictory_rates(rates):
            _report(paths, findings)
    for offering in profile.offerings.values():
        _check_within_operator(offering, profile, findings)


def figures_differ(one: Profile, other: Profile) -> bool:
    """Return whether two profiles state different figures, or figures that are to be seen on different days."""
    return _stated(one) != _stated(other)


def _stated(profile: Profile) -> tuple[object, ...]:
    offerings = profile.offerings.values()
    return (
        profile.as_of,
        profile.exchange_rates,
        profile.other_affiliates,
        [(id, entity.revenue) for id, entity in profile.entities.items()],
        [(each.operator, each.revenue, each.monthly_active_users) for each in offerings],
    )


def _all_figures(profile: Profile) -> Iterator[Figures]:
    others = profile.other_affiliates
    stated = [entity.revenue for entity in profile.entities.values()]
    for offering in profile.offerings.values():
        stated += [offering.revenue, offering.monthly_active_users]
    if isinstance(others, OtherAffiliates) and others.revenue != "included":
        stated.append(others.revenue)
    for figures in stated:
        if isinstance(figures, Figures):
            yield figures
            if isinstance(figures.from_group, Figures):
                yield figures.from_group


def _check_within_operator(offering: Offering, profile: Profile, findings: Findings) -> None:
    """Find figures of an offering that are more than all that its operator takes in."""
    operator = profile.entities.get(offering.operator)
    if operator is None or isinstance(offering.revenue, Unknown) or isinstance(operator.revenue, Unknown):
        return
    whole = operator.revenue
    # Sales inside the group are in the one and not in the other.
    if whole.covers == "consolidated":
        return
    for figure in (*offering.revenue.periods, *_of_every_month(offering, offering.revenue, profile.as_of)):
        if figure.amount.range.low is None or figure.last > _last_complete_month(profile.as_of):
            continue
        most = most_of(whole, figure, as_of=profile.as_of)
        if most.intersection(figure.amount.range).empty:
            found = f"an offering cannot take in more than all of its operator, {offering.operator}"
            help = f"compare {_named(whole.path, findings)}"
            findings.error(findings.path_of(figure.path), "figures", found, help)
            return


def _of_every_month(offering: Offering, revenue: Figures, as_of: date) -> Iterator[PeriodFigure]:
    """Yield what an amount of each month comes to in the last month, and in twelve, if it is that of each."""
    last = _last_complete_month(as_of)
    start, end = offering.offered_from, offering.offered_until
    runs = not isinstance(start, Unknown) and not isinstance(end, Unknown) and (end is None or end > as_of)
    if revenue.each_month is None or revenue.each_month.range.low is None or not runs:
        return
    for months in (1, 12):
        first = Month(last - months + 1)
        begun = first if start is None or isinstance(start, Unknown) else month_of(start)
        if begun <= first and not any((each.first or first) <= last and each.last >= first for each in revenue.periods):
            amount = revenue.each_month._replace(range=total([revenue.each_month.range] * months))
            yield PeriodFigure(first, last, amount, f"{revenue.path}.each_month")


def _last_complete_month(day: date) -> Month:
    month = month_of(day)
    return month if day == last_day(month) else Month(month - 1)


def _report(paths: tuple[str, ...], findings: Findings) -> None:
    *others, last = paths
    if others:
        found = f"this cannot be true together with {', '.join(_named(each, findings) for each in others)}"
    elif last.endswith(".any_12_months"):
        found = "no twelve months can have come to that, by the other figures"
    else:
        found = "a total below zero, of months that nothing states to be below zero"
    help = "one of them is wrong, or is of other months"
    findings.error(findings.path_of(last), "figures", found, help)


def _named(path: str, findings: Findings) -> str:
    return f"{path} (line {findings.line_of(findings.path_of(path))})"
