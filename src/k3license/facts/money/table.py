"""The totals of a group for every window that counts, under every exchange policy."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from k3license.facts.money.exchange import Policy, Rate
from k3license.facts.money.parts import Most, Parts, is_plain, most_worth
from k3license.facts.money.pools import Pool, converted, most, pool
from k3license.facts.money.shares import Share
from k3license.facts.money.windows import Window
from k3license.model.bounds import Bound, added
from k3license.model.months import Month


class Row:
    """The total of one window of *table* under one policy; its ends are found when they are asked for."""

    def __init__(self, table: "Table", window: Window, policy: Policy, *, any_day: bool) -> None:
        self.window = window
        self.policy = policy
        self._table = table
        self._any_day = any_day

    @cached_property
    def low(self) -> Bound | None:
        """The least that the total can be, None if that has no end; of the calendar months in any case."""
        return self._table.least(self, self._table.single)

    @cached_property
    def _most(self) -> Most:
        return self._table.most(self, self._table.single, any_day=self._any_day)

    @property
    def high(self) -> Bound | None:
        """The most that the total can be; None if that has no end."""
        return self._most.amount

    @property
    def sharp(self) -> bool:
        """Whether the total can surely be as much as *high*."""
        return self._most.sharp


class Table:
    """
    What *shares*, which all begin with the month *start*, add up to in any window.

    Windows of calendar months have their total.  Asked for *any_day*, the high end is that of windows a
    month shorter that start on any day of the first month, negative months left out.
    """

    def __init__(self, shares: Sequence[Share], *, parts: Parts, policies: Sequence[Policy], start: Month) -> None:
        self.shares = shares
        self.parts = parts
        self.exchange = exchange = parts.exchange
        self.start = start
        varied = any(exchange.varies(share.series.currency) for share in shares)
        self.policies = list(policies) if varied else list(policies[:1])
        self._plain = [share for share in shares if is_plain(share)]
        self.single = parts.merged([share for share in shares if not is_plain(share)])
        self._rows: dict[tuple[Window, Policy, bool], Row] = {}
        self._converted: dict[Policy, list[tuple[str | None, Pool]]] = {}

    @cached_property
    def _pools(self) -> dict[str | None, Pool]:
        found: dict[str | None, Pool] = {}
        for currency in dict.fromkeys(self.parts.currency(share) for share in self._plain):
            same = [share for share in self._plain if self.parts.currency(share) == currency]
            found[currency] = pool(self.start, len(same[0].counted), same)
        return found

    @cached_property
    def most_ever(self) -> Bound | None:
        """The most that all months from the start on make together, negative ones left out; None if without end."""
        return added(most_worth(share.most_ever, self._every_rate(share)) for share in self.shares)

    def _every_rate(self, share: Share) -> set[Rate]:
        currency = self.parts.currency(share)
        months = [Month(month) for month in range(share.start, share.series.last + 1)]
        return {self.exchange.rate(policy, currency, month, month) for policy in self.policies for month in months}

    def row(self, window: Window, policy: Policy, *, any_day: bool = False) -> Row:
        """Return the total of *window* under *policy*."""
        key = (window, policy, any_day)
        if key not in self._rows:
            self._rows[key] = Row(self, window, policy, any_day=any_day)
        return self._rows[key]

    def least(self, row: Row, single: Iterable[Share]) -> Bound | None:
        """Return the least that the shares whose months are independent, and *single* ones, add to *row*."""
        found: list[Bound | None] = []
        for currency, months in self._by_month(row.policy):
            low = months.low.over(row.window)
            found.append(low if currency is None or low is None else self._rate(currency, row).least(low))
        found += [self.parts.least(share, row.window, row.policy) for share in single]
        return found[0] if len(found) == 1 else added(found)

    def most(self, row: Row, single: Iterable[Share], *, any_day: bool) -> Most:
        """Return the most that the same shares add."""
        found: list[Bound | None] = []
        for currency, months in self._by_month(row.policy):
            high = (months.above_zero if any_day else months.high).over(row.window)
            found.append(high if currency is None else most(high, self._rate(currency, row)))
        each = [self.parts.most(share, row.window, row.policy, any_day=any_day) for share in single]
        found += [part.amount for part in each]
        return Most(found[0] if len(found) == 1 else added(found), all(part.sharp for part in each))

    def _rate(self, currency: str, row: Row) -> Rate:
        return self.exchange.rate(row.policy, currency, row.window.last, row.window.last)

    def beside(self, moving: Sequence[Share]) -> list[Share]:
        """Return the shares that are not independent, apart from *moving* ones."""
        return [share for share in self.single if share not in moving]

    def _by_month(self, policy: Policy) -> list[tuple[str | None, Pool]]:
        """Return the pools to read windows from; those with a currency are converted window by window."""
        if policy not in self._converted:
            found = self._converted[policy] = []
            for currency, months in self._pools.items():
                if currency is None or policy == "closing":
                    found.append((currency, months))
                else:
                    found.append((None, self._at_rates(months, policy, currency)))
        return self._converted[policy]

    def _at_rates(self, months: Pool, policy: Policy, currency: str) -> Pool:
        return converted(months, lambda month: self.exchange.rate(policy, currency, month, month))
