"""The profile as people write it, checked and frozen: one record per block of the file."""

from datetime import date
from typing import Annotated, Final, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field

from k3license.model.amounts import Amount
from k3license.model.figures import Figures, Rates
from k3license.model.ownership import EntityId
from k3license.model.ranges import Range, exactly
from k3license.model.truth import Truth
from k3license.model.unknown import UNKNOWN, Unknown
from k3license.profile.fields import (
    answer,
    day,
    day_or,
    day_or_none,
    day_or_unknown,
    format_version,
    groups,
    host_names,
    lists_by_id,
    none_or_unknown,
    one_of,
    set_of,
    text_or_unknown,
    text_value,
    texts,
    texts_or_unknown,
    yes_no_or_set,
)
from k3license.profile.figures import (
    count,
    exact_percentage,
    group_revenue,
    percentage,
    rates,
    revenue,
    users,
)
from k3license.profile.forms import (
    access_block,
    access_list,
    choice_block,
    control_block,
    display_list,
    model_block,
    owns_block,
    source_block,
    stake_block,
    with_place,
    with_places,
)
from k3license.profile.marks import Reads, Record

EntityKindWord: TypeAlias = Literal["company", "person", "fund", "state"]
OfferingKind: TypeAlias = Literal[
    "fixed-feature", "assistant", "agent", "general-chat", "builder", "task-api", "raw-api"
]
Charged: TypeAlias = Literal["free", "at-cost", "advertising", "paid"]
Purpose: TypeAlias = Literal["production", "evaluation", "research", "public-task"]
AccessBy: TypeAlias = Literal["hosted", "delivered-copy", "operated-for-owner"]
Inputs: TypeAlias = Literal["none", "task-data", "free-form"]

# Whom something is offered or handed to, besides the ids of entities.
AUDIENCES: Final = ("staff", "contractors", "affiliates", "customers", "public", "authorities", "others")
LICENSE_POSITIONS: Final = "positions by license"
_OUTPUTS: Final = ("responses", "edited", "code", "scores", "decisions")
_RELAY: Final = ("routing", "billing", "caching", "rewriting", "filtering")

_Text: TypeAlias = Annotated[str, Reads(text_value)]
_MaybeText: TypeAlias = Annotated[str | None, Reads(text_value)]
_Entity: TypeAlias = Annotated[EntityId, Reads(text_value)]
_MaybeEntity: TypeAlias = Annotated[EntityId | None, Reads(text_value)]
_OpenText: TypeAlias = Annotated[str | None, Reads(text_or_unknown)]
_OpenEntity: TypeAlias = Annotated[EntityId | None, Reads(text_or_unknown)]
_Texts: TypeAlias = Annotated[tuple[str, ...], Reads(texts)]
_Entities: TypeAlias = Annotated[tuple[EntityId, ...], Reads(texts)]
_Answer: TypeAlias = Annotated[Truth, Reads(answer)]
_Day: TypeAlias = Annotated[date, Reads(day)]
_MaybeDay: TypeAlias = Annotated[date | None, Reads(day)]
# Left out, there is no limit in time; `unknown` says that there is one that nobody knows.
_TimeLimit: TypeAlias = Annotated[date | Unknown | None, Reads(day_or_none)]
_Ids: TypeAlias = Annotated[frozenset[str] | Unknown, Reads(set_of())]
_MaybeIds: TypeAlias = Annotated[frozenset[str] | Unknown | None, Reads(set_of())]
_Outputs: TypeAlias = Annotated[
    frozenset[str] | Unknown, Reads(yes_no_or_set(*_OUTPUTS, yes=frozenset({"yes"}), no=frozenset()))
]
_MaybeOutputs: TypeAlias = Annotated[
    frozenset[str] | Unknown | None, Reads(yes_no_or_set(*_OUTPUTS, yes=frozenset({"yes"}), no=frozenset()))
]
_Percentage: TypeAlias = Annotated[Range, Reads(percentage)]
_MaybePercentage: TypeAlias = Annotated[Range | None, Reads(percentage)]
_Count: TypeAlias = Annotated[Range | Unknown, Reads(count)]
_Revenue: TypeAlias = Annotated[Figures | Unknown, Reads(revenue)]
_WORDS: Final = {"none": "none", "unknown": UNKNOWN}
_EMPTY: Final = {"none": ()}
_NO_ITEMS: Final = {"none": (), "unknown": UNKNOWN}


class _Block(BaseModel):
    """A block of the file: unknown keys are refused; what it says cannot be changed."""

    # A schema is built when the first profile is read: not every command reads one.
    model_config = ConfigDict(
        frozen=True, extra="forbid", defer_build=True, validate_by_alias=True, validate_by_name=True
    )


class Source(_Block):
    """Where facts come from."""

    document: _MaybeText = None
    by: _MaybeText = None
    as_of: _MaybeDay = None


class Stake(_Block):
    """What one entity holds in another; in percent, unknown is anything from 0 to 100."""

    percent: _Percentage
    votes: _MaybePercentage = None  # None: as percent
    start: _TimeLimit = Field(None, alias="from")
    end: _TimeLimit = Field(None, alias="until")  # exclusive


class Entity(_Block):
    """A company, person, fund or state; *dissolved* is the first day on which it no longer exists."""

    name: _MaybeText = None
    kind: Annotated[EntityKindWord | Unknown, Reads(one_of(*get_args(EntityKindWord)))] = UNKNOWN
    jurisdiction: _MaybeText = None
    lei: _MaybeText = None
    owns: Annotated[
        dict[EntityId, Stake],
        Record(dict[EntityId, Annotated[Stake, Record(Stake, shape=stake_block)]], shape=owns_block),
    ] = {}
    model_as_a_service: _Answer = Truth.UNKNOWN
    holds_copy: _Ids = UNKNOWN
    revenue: _Revenue = UNKNOWN
    dissolved: _MaybeDay = None
    branch_of: _MaybeEntity = None
    managed_by: _MaybeEntity = None


class HoldingRecord(_Block):
    """A stake in its long form; stakes of different *share_class* are added up."""

    owner: _Entity
    owned: _Entity
    percent: _Percentage
    votes: _MaybePercentage = None
    start: _TimeLimit = Field(None, alias="from")
    end: _TimeLimit = Field(None, alias="until")
    nominee_for: _MaybeEntity = None
    share_class: _MaybeText = Field(None, alias="class")


class ControlRecord(_Block):
    """Control that is not a shareholding."""

    controller: _Entity
    controlled: _Entity
    by: _Text
    start: _TimeLimit = Field(None, alias="from")
    end: _TimeLimit = Field(None, alias="until")


class JointControlRecord(_Block):
    """Parties that decide on an entity only together."""

    controlled: _Entity
    parties: _Entities


class OptionRecord(_Block):
    """Votes that somebody could obtain."""

    holder: _Entity
    target: _Entity
    votes: _Percentage
    exercisable: _Answer = Truth.UNKNOWN


class OtherAffiliates(_Block):
    """Affiliates that the file does not list one by one."""

    count: _Count = UNKNOWN
    model_as_a_service: _Answer = Truth.UNKNOWN
    revenue: Annotated[Figures | Literal["included"] | Unknown, Reads(group_revenue)] = UNKNOWN


class ModelRecord(_Block):
    """A model that no pack knows; *license* is "unread" or the id of a license."""

    derived_from: _Texts = ()
    how: _MaybeText = None
    trained_on_outputs_of: _Texts = ()
    license: _MaybeText = None


class TheyControl(_Block):
    """What those who are offered something control."""

    inputs: Annotated[Inputs | Unknown, Reads(one_of(*get_args(Inputs)))] = UNKNOWN
    system_prompt: _Answer = Truth.UNKNOWN
    parameters: _Answer = Truth.UNKNOWN
    training_data: _Answer = Truth.UNKNOWN


class Access(_Block):
    """
    One way in which requests reach the model.

    *route* is "self-hosted", the id of a licensor or of an offering, "hosts" (named in
    *hosts*) or "inside" (a product of *vendor*).
    """

    route: _Text
    hosts: Annotated[tuple[str, ...], Reads(host_names)] = ()
    certified: _Answer = Truth.UNKNOWN
    contract: _MaybeText = None
    client: _MaybeText = None
    vendor: _MaybeText = Field(None, alias="inside")
    model: _MaybeText = None
    audience: _MaybeIds = Field(None, alias="for")  # None: the offering's offered_to
    outputs_leave: Annotated[_Outputs | None, Field()] = None  # None: the offering's; "yes" alone: of any kind
    start: _TimeLimit = Field(None, alias="from")
    end: _TimeLimit = Field(None, alias="until")  # exclusive


class Copies(_Block):
    """The copies that an offering holds or hands on; complete once stated."""

    of: _MaybeIds = None  # None: the models on self-hosted paths
    parts: _MaybeIds = None
    distributed_to: _Ids = frozenset()
    notice_kept: _Answer = Truth.UNKNOWN
    notice_handed_on: _Answer = Truth.UNKNOWN
    belongs_to: _MaybeEntity = None  # None: the operator


class Display(_Block):
    """The name of a model on one interface."""

    name: _OpenText = None
    prominent: _Answer = Truth.UNKNOWN
    where: _MaybeText = None
    interface: Annotated[Literal["none"] | None, Reads(one_of("none", unknown=False))] = None


class Offering(_Block):
    """A product, service or internal deployment."""

    name: _MaybeText = None
    operator: _Entity
    model: _Texts
    made_with: Annotated[tuple[str, ...] | Unknown, Reads(texts_or_unknown)] = UNKNOWN
    uses_parts_of: Annotated[dict[str, tuple[str, ...]], Reads(lists_by_id)] = {}
    part_of: _MaybeText = None
    kind: Annotated[OfferingKind | Unknown, Reads(one_of(*get_args(OfferingKind)))] = UNKNOWN
    channels: _Ids = UNKNOWN
    language_model: _Answer = Truth.UNKNOWN
    charged: Annotated[Charged | Unknown, Reads(one_of(*get_args(Charged)))] = UNKNOWN
    purpose: Annotated[Purpose | Unknown, Reads(one_of(*get_args(Purpose)))] = UNKNOWN
    commercial: _Answer = Truth.UNKNOWN
    offered_to: _Ids = UNKNOWN
    offered_from: _TimeLimit = None
    offered_until: _TimeLimit = None  # exclusive
    serves: Annotated[frozenset[str] | Unknown, Reads(set_of("inference", "fine-tuning"))] = UNKNOWN
    access_by: Annotated[AccessBy, Reads(one_of(*get_args(AccessBy), unknown=False))] = "hosted"
    they_control: Annotated[TheyControl, Record(TheyControl, shape=control_block)] = Field(
        default_factory=lambda: TheyControl.model_construct()
    )
    # None: no; empty: nothing besides passing on.
    relay: Annotated[frozenset[str] | Unknown | None, Reads(yes_no_or_set(*_RELAY, yes=frozenset(), no=None))] = UNKNOWN
    embedded: _Answer = Truth.UNKNOWN
    model_as_a_service: _Answer = Truth.UNKNOWN
    outputs_leave: _Outputs = UNKNOWN  # empty: no; "yes" alone: of any kind
    access: Annotated[
        tuple[Access, ...] | Unknown,
        Record(
            tuple[Annotated[Access, Record(Access, shape=access_block)], ...],
            words=_NO_ITEMS,
            shape=access_list,
        ),
    ] = UNKNOWN
    copies: Annotated[Copies | Literal["none"] | Unknown, Record(Copies, words=_WORDS)] = UNKNOWN
    first_used: Annotated[date | Literal["not-yet"] | Unknown, Reads(day_or("not-yet"))] = UNKNOWN
    monthly_active_users: Annotated[Figures | Unknown, Reads(users)] = UNKNOWN
    revenue: _Revenue = UNKNOWN
    display: Annotated[
        tuple[Display, ...] | Unknown, Record(tuple[Display, ...], words=_NO_ITEMS, shape=display_list)
    ] = UNKNOWN


class Agreement(_Block):
    """An agreement with a licensor; what is left out is unknown, field by field."""

    party_with: _OpenText = Field(None, alias="with")
    kind: _OpenText = None
    party: _OpenEntity = None
    extends_to: _Ids = UNKNOWN
    covers: _Ids = UNKNOWN
    signed: Annotated[date | Unknown, Reads(day_or_unknown)] = UNKNOWN
    effective_from: Annotated[date | Unknown, Reads(day_or_unknown)] = UNKNOWN
    expires: Annotated[date | Literal["none"] | Unknown, Reads(day_or("none"))] = UNKNOWN  # inclusive
    covers_past_use: _Answer = Truth.UNKNOWN
    waives: _Ids = UNKNOWN
    document: _OpenText = None


class Confirmation(_Block):
    """A reading or a fact that a licensor confirmed in writing."""

    party: _Text = Field(alias="from")
    on: _Text
    says: _Text
    date: _MaybeDay = None
    document: _MaybeText = None
    license: _MaybeText = None


class PositionChoice(_Block):
    """The reading that somebody chose."""

    reading: _Text
    by: _MaybeText = None
    reason: _MaybeText = None


_Choice: TypeAlias = Annotated[PositionChoice, Record(PositionChoice, shape=choice_block)]


class Profile(_Block):
    """All that a profile states.  Absent facts are UNKNOWN unless a field says otherwise."""

    profile: Annotated[Literal["1"], Reads(format_version)]
    name: _MaybeText = None
    as_of: _Day
    licensee: _MaybeEntity = None
    sources: dict[str, Annotated[Source, Record(Source, shape=source_block)]] = {}
    entities: Annotated[
        dict[EntityId, Entity], Record(dict[EntityId, Entity], shape=with_places("entities", "revenue"))
    ] = {}
    ownership: Annotated[tuple[HoldingRecord, ...], Record(tuple[HoldingRecord, ...], words=_EMPTY)] = ()
    control: Annotated[tuple[ControlRecord, ...], Record(tuple[ControlRecord, ...], words=_EMPTY)] = ()
    acting_together: Annotated[tuple[tuple[EntityId, ...], ...], Reads(groups)] = ()
    joint_control: Annotated[tuple[JointControlRecord, ...], Record(tuple[JointControlRecord, ...], words=_EMPTY)] = ()
    options: Annotated[tuple[OptionRecord, ...], Record(tuple[OptionRecord, ...], words=_EMPTY)] = ()
    other_affiliates: Annotated[
        OtherAffiliates | Literal["none"] | Unknown,
        Record(OtherAffiliates, words=_WORDS, shape=with_place("other_affiliates", "revenue")),
    ] = UNKNOWN
    listed_down_to: Annotated[Amount, Reads(exact_percentage)] = Amount(exactly(50))
    other_model_as_a_service: Annotated[Truth, Reads(none_or_unknown)] = Truth.UNKNOWN
    models: dict[str, Annotated[ModelRecord, Record(ModelRecord, shape=model_block)]] = {}
    offerings: Annotated[
        dict[str, Offering],
        Record(dict[str, Offering], shape=with_places("offerings", "revenue", "monthly_active_users")),
    ] = {}
    agreements: Annotated[tuple[Agreement, ...] | Unknown, Record(tuple[Agreement, ...], words=_NO_ITEMS)] = UNKNOWN
    exchange_rates: Annotated[dict[str, Rates], Reads(rates)] = {}
    confirmations: Annotated[tuple[Confirmation, ...], Record(tuple[Confirmation, ...], words=_EMPTY)] = ()
    positions: dict[str, _Choice] = {}
    # Chosen for one license: written under its id inside `positions`, and parted from those for all.
    license_positions: dict[str, dict[str, _Choice]] = Field({}, alias=LICENSE_POSITIONS)
