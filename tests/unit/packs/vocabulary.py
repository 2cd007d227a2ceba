"""The vocabulary as the page on the rule language gives it, read from its tables."""

import re
from pathlib import Path

from k3license.model.errors import NotUnderstood
from k3license.model.rules import Measure, Scope, Term, Vocabulary

REPOSITORY = Path(__file__).parents[3]
PAGE = REPOSITORY / "docs" / "reference" / "rule-language.md"
GROUP = frozenset({"affiliate", "common-owner"})


def statements_of_the_page() -> dict[str, Term]:
    """Return the terms of all statements: their scope from the heading, their positions from the row."""
    found: dict[str, Term] = {}
    scope = Scope.USE
    for line in PAGE.read_text(encoding="utf-8").partition("\n## Statements\n")[2].splitlines():
        if heading := re.match(r"Of (?:the|a) (use|service|path)", line):
            scope = Scope(heading[1])
        elif row := re.fullmatch(r"\| `(\w+)` \| .* \| ([a-z, -]*) ?\|", line):
            found[row[1]] = Term(frozenset(row[2].replace(",", " ").split()), scope=scope)
    return found


def measured(measure: Measure) -> Term:
    match measure.whose, measure.which:
        case "licensee-and-affiliates", "everything":
            positions = GROUP | {"affiliate-history", "sales-inside-the-group"}
        case "licensee", "this-offering":
            positions = frozenset({"product-perimeter"})
        case _:
            raise NotUnderstood("measure", "nobody can measure this yet", "use a measure of another license")
    positions |= {"twelve-months", "window-alignment"} if measure.window == "12-months" else {"display-months"}
    positions |= {"exchange"} if measure.quantity == "revenue" else set()
    field = "monthly_active_users" if measure.quantity == "users" else "revenue"
    return Term(positions, frozenset({f"offerings.*.{field}"}))


VOCABULARY = Vocabulary(
    statements=statements_of_the_page(),
    measured=measured,
    some_member=Term(GROUP),
    fulfilled={
        "agreement": Term(fields=frozenset({"agreements"})),
        "display": Term(frozenset({"no-interface"})),
        "notices": Term(frozenset({"notice-copies"})),
    },
    stated_fields=frozenset({"model_as_a_service"}),
)
