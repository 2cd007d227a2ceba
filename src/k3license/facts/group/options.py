"""What can be set beside the reading when control is computed."""

from typing import Final, Literal, NamedTuple

Reading = Literal["half-or-more", "more-than-half", "multiplied-ownership", "significant-influence"]
CommonOwner = Literal["not-states", "anyone", "companies-only"]


class Options(NamedTuple):
    """
    How the tests of control treat what statutes treat differently; the defaults are the readings' own.

    *own_shares*: votes that an entity holds in itself leave the denominator (`exclude_self`), so do
    those held by what it surely controls (`exclude_upstream`), or they stay in it (`count`).
    *control_facts*: declared facts count, or `votes_only`.  *options*: votes that could be obtained
    are ignored, or those `exercisable` now count.  *fund_management*: managing a fund is no control
    of it (`ignore`) or is.  *joint_control*: an agreement to decide only together is ignored, or
    respected: a party's votes then count only beside those of all parties.  *concert*: entities
    declared to act together are taken as one, or not.
    """

    own_shares: Literal["exclude_self", "exclude_upstream", "count"] = "exclude_self"
    control_facts: Literal["count", "votes_only"] = "count"
    options: Literal["ignore", "exercisable"] = "ignore"
    fund_management: Literal["ignore", "control"] = "ignore"
    joint_control: Literal["ignore", "respect"] = "ignore"
    concert: Literal["declared", "ignore"] = "declared"


DEFAULT: Final = Options()
