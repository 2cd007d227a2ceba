"""Command lines run in this process, and in one of their own."""

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from k3license.cli.app import run

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"


class Ran(NamedTuple):
    """What came of a command line."""

    code: int
    out: str
    err: str


def ran(*arguments: str | Path) -> Ran:
    """Run the command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run([str(each) for each in arguments])
    return Ran(code, out.getvalue(), err.getvalue())


def program(
    *arguments: str | Path, environment: Mapping[str, str] | None = None, given: bytes = b"", cwd: Path = ROOT
) -> Ran:
    """Run the command line as people do, in a process of its own."""
    found = subprocess.run(
        command(*arguments),
        input=given,
        capture_output=True,
        env={**os.environ, **(environment or {})},
        cwd=cwd,
        check=False,
        timeout=60,
    )
    return Ran(found.returncode, found.stdout.decode(), found.stderr.decode())


def command(*arguments: str | Path) -> Sequence[str]:
    """Return the words that start the program."""
    return [sys.executable, "-m", "k3license", *(str(each) for each in arguments)]


def example(name: str) -> Path:
    """Return the shipped example called *name*."""
    return EXAMPLES / f"{name}.yaml"
