"""The page on the rule language lists the statements that rules can be made of, and no others."""

import re
from pathlib import Path

from k3license.facts.vocabulary import VOCABULARY
from k3license.model.rules import Scope

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "rule-language.md"


def statements_of_the_page() -> dict[str, tuple[Scope, set[str]]]:
    """Return for each statement its scope, from the heading above it, and the positions of its row."""
    found = {}
    scope = Scope.USE
    for line in PAGE.read_text(encoding="utf-8").partition("\n## Statements\n")[2].splitlines():
        if heading := re.match(r"Of (?:the|a) (use|service|path)", line):
            scope = Scope(heading[1])
        elif row := re.fullmatch(r"\| `(\w+)` \| .* \| ([a-z, -]*) ?\|", line):
            found[row[1]] = (scope, set(row[2].replace(",", " ").split()))
    return found


def test_the_page_gives_each_statement_with_its_scope_and_positions() -> None:
    settled = {name: (term.scope, set(term.positions)) for name, term in VOCABULARY.statements.items()}
    assert statements_of_the_page() == settled
