"""What rules can speak of: the statements, measures and fulfilments that this package settles."""

from typing import Final

from k3license.facts import statements
from k3license.model.errors import NotUnderstood
from k3license.model.rules import Measure, Scope, Term, Vocabulary

_REVENUE_FIELDS = ("entities.*.revenue", "other_affiliates", "other_affiliates.revenue", "listed_down_to")


def _measured(measure: Measure) -> Term:
    """Return what *measure* may ask; NotUnderstood for one that nobody settles yet."""
    if _is_group_revenue(measure):
        return Term(frozenset(statements.OF_GROUP_REVENUE), frozenset(_REVENUE_FIELDS))
    if is_product_months(measure):
        asks = statements.OF_PRODUCT_MONTHS
        if measure.quantity == "users":
            return Term(frozenset(asks), frozenset({"offerings.*.monthly_active_users"}))
        return Term(frozenset((*asks, "exchange")), frozenset({"offerings.*.revenue"}))
    raise NotUnderstood(
        "measure",
        "no figure of a profile is measured like this yet",
        "known: revenue of licensee-and-affiliates from everything over 12-months (sum), and "
        "revenue or users of the licensee from this-offering in a month (each)",
    )


def _is_group_revenue(measure: Measure) -> bool:
    return (measure.quantity, measure.whose, measure.which, measure.window, measure.combine) == (
        "revenue",
        "licensee-and-affiliates",
        "everything",
        "12-months",
        "sum",
    )


def is_product_months(measure: Measure) -> bool:
    """Return whether *measure* looks for one month of one product of the licensee."""
    return (measure.whose, measure.which, measure.window) == ("licensee", "this-offering", "month")


def _terms() -> dict[str, Term]:
    found = {
        name: Term(frozenset(about.positions), frozenset(about.fields), scope)
        for scope, table in ((Scope.USE, statements.OF_USE), (Scope.SERVICE, statements.OF_SERVICE))
        for name, about in table.items()
    }
    found.update(
        (name, Term(frozenset(about.positions), frozenset(about.fields), Scope.PATH))
        for name, about in statements.OF_PATH.items()
    )
    return found


VOCABULARY: Final = Vocabulary(
    statements=_terms(),
    measured=_measured,
    some_member=Term(
        frozenset(statements.OF_SOME_MEMBER),
        frozenset(
            (
                "entities.*.model_as_a_service",
                "other_affiliates",
                "other_affiliates.model_as_a_service",
                "listed_down_to",
            )
        ),
    ),
    fulfilled={
        "agreement": Term(frozenset(), frozenset({"agreements"})),
        "display": Term(frozenset(statements.OF_DISPLAY), frozenset({"offerings.*.display"})),
        "notices": Term(frozenset(statements.OF_NOTICES), frozenset({"offerings.*.copies.notice_kept"})),
    },
    stated_fields=frozenset({"model_as_a_service"}),
)
