"""The one marker for a fact that nobody has stated; it is never no and never zero."""

from enum import Enum
from typing import Final


class Unknown(Enum):
    """The type of UNKNOWN, so that type checkers can tell it apart."""

    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        # `if value:` would read unknown as yes.
        raise TypeError("unknown has no truth value; compare with `is UNKNOWN`")


UNKNOWN: Final = Unknown.UNKNOWN
