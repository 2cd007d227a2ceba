"""The cases of one profile: each use with the license that it is assessed under, and what its worlds share."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cached_property, partial
from typing import Final, NamedTuple

from k3license.answers.catalog import Catalog
from k3license.answers.choices import Chosen, chosen_readings
from k3license.answers.conclusions import once_each
from k3license.answers.verdicts import verdict_of
from k3license.engine.agreement import Engines, decide
from k3license.facts.case import Case
from k3license.facts.model_use import parts_used, relation
from k3license.facts.world import Memory
from k3license.model.amounts import Amount
from k3license.model.assessment import Answer, Applies, Assessment, OpenQuestion, RequirementAnswer, Warning
from k3license.model.rules import Pack
from k3license.model.truth import Truth
from k3license.model.unknown import Unknown
from k3license.packs.words import statement_words
from k3license.profile.records import Profile
from k3license.reading.known import UNREAD
from k3license.reading.profiles import LoadedProfile
from k3license.reading.structure import structure_of


class Options(NamedTuple):
    """
    How to assess: *as_of* None is the profile's own day; *license* forces one license;
    *positions* are readings chosen for this run (`position` or `license/position`).
    """

    as_of: date | None = None
    license: str | None = None
    positions: Mapping[str, str] | None = None
    engines: Engines = Engines.BOTH


# The keys of computations about memberships and amounts alone begin with one of these.
_OF_GROUPS_AND_FIGURES: Final = frozenset({"group", "group of", "member", "members", "measure"})

# So do those of contents that hold for all figures at the same rates.
_OF_FIGURES: Final = frozenset({"accounts"})


class Cases:
    """The cases of one profile: one for each license, with the memory that its uses share."""

    def __init__(self, loaded: LoadedProfile, catalog: Catalog, options: Options) -> None:
        self.loaded = loaded
        self.catalog = catalog
        self.options = options
        self.as_of = options.as_of or loaded.profile.as_of
        self.evaluate = once_each(partial(decide, engines=options.engines))
        self._structure = structure_of(loaded.profile)
        self._memories: dict[tuple[str, frozenset[str]], Memory] = {}
        self._of_license: Mapping[str, Memory] = {}
        self._changed_from: Cases | None = None
        self._on_days: dict[date, Cases] = {}

    def of_changed(self, loaded: LoadedProfile, options: Options) -> "Cases":
        """Return the cases of a changed profile, with what was found of groups and figures if these are the same."""
        changed = self._beside(loaded, options)
        changed._changed_from = self
        if _groups_and_figures(loaded.profile) == _groups_and_figures(self.loaded.profile):
            changed._memories = {key: memory.kept_for(_OF_GROUPS_AND_FIGURES) for key, memory in self._memories.items()}
        elif loaded.profile.exchange_rates == self.loaded.profile.exchange_rates:
            changed._memories = {key: memory.kept_beside(_OF_FIGURES) for key, memory in self._memories.items()}
        return changed

    def concluding_like(self, other: "Cases") -> "Cases":
        """Return these cases with the options and engines of *other*, which keeps what it has concluded for both."""
        again = self.of_changed(self.loaded, other.options)
        again.evaluate = other.evaluate
        return again

    def on(self, day: date) -> "Cases":
        """Return the cases of the same profile as they stand on another day; they are kept."""
        if day not in self._on_days:
            options, origin = self.options._replace(as_of=day), self._changed_from
            # What was found of groups and figures on that day, too, holds for a profile changed in something else.
            found = (
                self._beside(self.loaded, options)
                if origin is None
                else origin.on(day).of_changed(self.loaded, options)
            )
            self._on_days[day] = found
        return self._on_days[day]

    def under(self, license_id: str) -> "Cases":
        """Return the cases as if every offering used the model of one license, with what is known of its figures."""
        forced = self._beside(self.loaded, self.options._replace(license=license_id))
        forced._of_license = {license: memory for (license, _), memory in self._memories.items()}
        return forced

    def _beside(self, loaded: LoadedProfile, options: Options) -> "Cases":
        """Return other cases, for which nothing is concluded again that was concluded here by the same engines."""
        other = Cases(loaded, self.catalog, options)
        if options.engines is self.options.engines:
            other.evaluate = self.evaluate
        return other

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The words for statements."""
        return statement_words()

    def doubts(self) -> Iterator[Warning]:
        """Yield what is odd about the holdings as stated: it stops no answer, and opens those it could change."""
        if self._structure.holdings:
            # Most profiles hold nothing, and then need not pay for looking.
            from k3license.facts.group.doubts import doubts  # noqa: PLC0415

            for doubt in doubts(self._structure, self.as_of):
                yield Warning(", ".join(doubt.paths), doubt.words)

    def uses(self) -> Iterator[tuple[str, Pack]]:
        """Yield every offering to assess with each license that it is assessed under."""
        for offering_id in self._offerings():
            if self.options.license is not None:
                yield offering_id, self.catalog.packs[self.options.license]
                continue
            for pack in self.catalog.packs.values():
                if _concerns(self.case(pack, offering_id), offering_id):
                    yield offering_id, pack

    def _offerings(self) -> Iterator[str]:
        profile = self.loaded.profile
        for offering_id, offering in profile.offerings.items():
            own = profile.licensee is None or offering.operator == profile.licensee
            if own and (self.options.license is None or offering.model):
                yield offering_id

    def unread_uses(self) -> Iterator[tuple[str, str]]:
        """Yield every offering on a checkpoint whose license nobody has read, with that model."""
        if self.options.license is not None:
            return
        for offering_id in self._offerings():
            for model in self.loaded.profile.offerings[offering_id].model:
                for each in _unread_in(self.loaded, model):
                    yield offering_id, each

    def case(self, pack: Pack, offering_id: str) -> Case:
        header = pack.header
        every_model = {model for each in self.catalog.packs.values() for model in each.header.models}
        licensed = frozenset(header.models)
        if self.options.license is not None:
            # As if the offering used this license's model: whatever it runs on counts as it.
            licensed = frozenset(every_model)
        case = Case(
            profile=self.loaded.profile,
            structure=self._structure,
            license=header.license,
            licensor=header.licensor.id,
            licensor_name=header.licensor.name,
            licensed_models=licensed,
            language_models=frozenset(every_model),
            as_of=self.as_of,
            listed_down_to=_exact(self.loaded.profile.listed_down_to),
            effects={
                (id, reading): about.does
                for id, position in pack.positions.items()
                for reading, about in position.readings.items()
            },
        )
        if self.options.license is not None and not _concerns(case, offering_id):
            models = self.loaded.profile.offerings[offering_id].model
            return replace(case, licensed_models=licensed | frozenset(models))
        return case

    def memory(self, case: Case) -> Memory:
        key = (case.license, case.licensed_models)
        if key not in self._memories:
            known = self._of_license.get(case.license)
            self._memories[key] = Memory() if known is None else known.kept_for(_OF_GROUPS_AND_FIGURES)
        return self._memories[key]

    def chosen(self, pack: Pack) -> Mapping[str, Chosen]:
        return chosen_readings(pack, self.loaded.profile, self.options.positions or {})

    def unread(self, offering_id: str, model: str) -> Assessment:
        """Return the assessment of a use whose license has not been read: all of it is open."""
        question = OpenQuestion(
            f"models.{model}.license",
            f"Read the license file of this checkpoint ({model}).",
            "legal counsel",
            1,
        )
        answer = RequirementAnswer(
            id="read-license",
            section="-",
            title="The license of this checkpoint has not been read",
            must="read the license file that comes with this checkpoint",
            answer=Answer(Applies.UNKNOWN, Truth.UNKNOWN),
            robust=True,
            positions=(),
            exemptions={},
            open_questions=(question,),
            findings=(),
            proof=None,
            fulfilment=None,
            exemption_proofs=(),
            by_reading=(),
            purposive=(),
        )
        return Assessment(
            license=UNREAD,
            licensee=self.loaded.profile.offerings[offering_id].operator,
            offering=offering_id,
            verdict=verdict_of([answer]),
            robust=True,
            not_assessed=(),
            requirements=(answer,),
            notes=(f"a license travels with its checkpoint: that of {model} is not known until its own text is read",),
        )


def _groups_and_figures(profile: Profile) -> tuple[object, ...]:
    """Return all that memberships and amounts may depend on."""
    return (
        profile.as_of,
        profile.ownership,
        profile.control,
        profile.acting_together,
        profile.joint_control,
        profile.options,
        profile.other_affiliates,
        profile.listed_down_to,
        profile.exchange_rates,
        {
            id: (each.kind, each.owns, each.revenue, each.dissolved, each.branch_of, each.managed_by)
            for id, each in profile.entities.items()
        },
        {
            id: (each.operator, each.part_of, each.first_used, each.monthly_active_users, each.revenue)
            for id, each in profile.offerings.items()
        },
    )


def _exact(amount: Amount) -> Decimal:
    assert amount.range.low is not None
    return amount.range.low


def _concerns(case: Case, offering_id: str) -> bool:
    """Return whether the offering has to do with the licensed models: runs on, parts of, or made with one."""
    offering = case.offering(offering_id)
    if parts_used(case, offering_id) or any(relation(case, model) is not None for model in offering.model):
        return True
    makers = offering.made_with
    return not isinstance(makers, Unknown) and any(
        any(relation(case, model) is not None for model in case.offering(maker).model) for maker in makers
    )


def _unread_in(loaded: LoadedProfile, model: str) -> Sequence[str]:
    record = loaded.profile.models.get(model)
    if record is None:
        return ()
    own = (model,) if record.license == UNREAD else ()
    return (*own, *(each for parent in record.derived_from for each in _unread_in(loaded, parent)))
