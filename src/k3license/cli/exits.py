"""Exit codes and the errors that lead to them."""

from typing import Final

CLEAR: Final = 0
ACTION_REQUIRED: Final = 1
INPUT_ERROR: Final = 2
OPEN_QUESTIONS: Final = 3
INTERNAL_ERROR: Final = 4
# What a program is ended with that somebody stops, or whose reader has gone away.
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141

# Of several profiles, the first of these that occurs is the exit code of the run.
PRECEDENCE: Final = (INTERNAL_ERROR, INPUT_ERROR, ACTION_REQUIRED, OPEN_QUESTIONS, CLEAR)


class UsageError(Exception):
    """Something asked for that cannot be done; the message says what was found and what would work."""
