"""Processor time of whole processes, and how to compare it fairly on a machine that does other things too."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

PYTHON = sys.executable
PROGRAM = Path(PYTHON).with_name("k3license")


def least_times(commands: Mapping[str, Sequence[str | Path]], *, runs: int) -> dict[str, float]:
    """
    Return the least processor seconds of each command, user and system together.

    The commands take turns, so that all of them have the same good and bad moments; the least of
    many runs is the one that nothing disturbed.  A first run of each, not counted, compiles bytecode.
    """
    for command in commands.values():
        _seconds(command)
    least = dict.fromkeys(commands, float("inf"))
    for _ in range(runs):
        for name, command in commands.items():
            least[name] = min(least[name], _seconds(command))
    return least


def _seconds(command: Sequence[str | Path]) -> float:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    words = [str(each) for each in command]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    assert process.stderr is not None
    said = process.stderr.read()
    process.stderr.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 3):
        raise SystemExit(f"{words} ended with {process.returncode}: {said.decode()}")
    return usage.ru_utime + usage.ru_stime
