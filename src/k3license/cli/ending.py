"""How a command ends: its exit code, whatever happens on the way."""

import os
import sys
from collections.abc import Callable

from k3license.cli import exits
from k3license.cli.output import prepare_streams


def ended(command: Callable[[], int]) -> int:
    """
    Run *command* and return the exit code.

    0 clear or conditions met, 1 action required, 2 usage or input error, 3 open
    questions, 4 internal error; 141 if whoever reads the output has gone away.
    """
    prepare_streams()
    try:
        code = command()
        sys.stdout.flush()
    except exits.UsageError as error:
        print(f"k3license: {error}", file=sys.stderr)
        return exits.INPUT_ERROR
    except (BrokenPipeError, SystemExit):
        # Typer ends with 1 where the reader of the output has gone away; here that would be a finding.
        return exits.BROKEN_PIPE
    except KeyboardInterrupt:
        return exits.INTERRUPTED
    except Exception as error:
        print(f"k3license: internal error: {type(error).__name__}: {error}", file=sys.stderr)
        print("No answer was given. Please report this with the profile, if you may.", file=sys.stderr)
        if os.environ.get("K3LICENSE_DEBUG"):
            # Only whoever looks for the mistake needs this.
            import traceback  # noqa: PLC0415

            traceback.print_exc()
        return exits.INTERNAL_ERROR
    return code
