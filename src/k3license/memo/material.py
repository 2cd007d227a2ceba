"""What a memo is made from: answers that have been given, and where their facts stand."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from k3license.model.assessment import GroupReport
from k3license.model.comparison import Comparison
from k3license.model.explanation import Explanation, RequirementExplained
from k3license.model.rules import Pack, Requirement
from k3license.reading.profiles import LoadedProfile


class Material(NamedTuple):
    """
    One profile with its answers; *name* is the profile's own or that of its file.

    *comparison* is None where nothing runs on a model whose license is known.
    """

    name: str
    loaded: LoadedProfile
    packs: Mapping[str, Pack]
    explanations: tuple[Explanation, ...]
    comparison: Comparison | None
    groups: tuple[GroupReport, ...]

    def rule(self, explanation: Explanation, answered: RequirementExplained) -> Requirement | None:
        """Return the rule behind an answer; None where the license has not been read."""
        pack = self.packs.get(explanation.license)
        found = () if pack is None else pack.requirements
        return next((each for each in found if each.id == answered.answer.id), None)

    def answers(self) -> Iterator[tuple[Explanation, RequirementExplained]]:
        """Yield every requirement with the use that it is answered for."""
        for each in self.explanations:
            for requirement in each.requirements:
                yield each, requirement

    def licenses(self) -> tuple[Pack, ...]:
        """Return the licenses that uses were assessed under."""
        ids = dict.fromkeys(each.license for each in self.explanations)
        return tuple(self.packs[id] for id in ids if id in self.packs)
