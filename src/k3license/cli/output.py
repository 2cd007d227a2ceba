"""Where results go: the screen, or a file that is written whole or not at all."""

import os
import sys
from pathlib import Path

from k3license.cli.exits import UsageError


def prepare_streams() -> None:
    """Let printing never fail for letters that the screen cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def emit(text: str, output: Path | None) -> None:
    """Print *text*, or write it to *output*, in UTF-8; UsageError if it cannot be written."""
    try:
        if output is not None:
            write_whole(output, text.encode())
            print(f"written to {output}", file=sys.stderr)
        else:
            sys.stdout.write(text)
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(f"{output or 'the output'}: cannot be written: {error.strerror or error}") from error


def write_whole(path: Path, content: bytes) -> None:
    """Write *content* to *path* in one step: readers see the old file or the new one, never a part."""
    # Most reports go to the screen.
    import tempfile  # noqa: PLC0415

    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
