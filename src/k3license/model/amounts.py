"""An amount as somebody stated it: a range and, for money, its currency."""

from typing import Final, NamedTuple

from k3license.model.ranges import ANY, ZERO, Range


class Amount(NamedTuple):
    """
    Every value the amount may have.

    *currency* is None where none was written; *none* says that "there is none" was
    written, which is zero in every currency.
    """

    range: Range
    currency: str | None = None
    none: bool = False

    @property
    def unknown(self) -> bool:
        """True if nothing at all is known of the amount."""
        return self.range == ANY


UNKNOWN: Final = Amount(ANY)
NONE: Final = Amount(ZERO, none=True)
