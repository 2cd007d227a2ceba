"""
Start-up: whole runs of the program beside `python -c pass` and a Typer hello-world.

The hello-world has one argument and runs in the same environment.  Ratios of the least
processor times count, never milliseconds: they hold on slow machines as well.
"""

import tempfile
from pathlib import Path
from typing import NamedTuple

from bench.made_up_groups import chain, wide_group
from bench.processes import PROGRAM, PYTHON, least_times

RUNS = 21
ONE_SECOND = "one second"
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
HELLO = """\
import typer

app = typer.Typer()


@app.command()
def hello(name: str) -> None:
    print(f"Hello {name}")


app()
"""


class Limit(NamedTuple):
    """A command, what it is compared with, and how many times as dear it may be (None: only told)."""

    name: str
    beside: str
    most: float | None


LIMITS = (
    Limit("k3license --version", "python -c pass", 1.3),
    Limit("k3license --help", "hello-world", 0.6),
    Limit("check, one company", "hello-world", 1.35),
    Limit("check --format json, one company", "hello-world", None),
    Limit("check, three entities in a chain", "hello-world", 2.0),
    Limit("check, 100 entities", "hello-world", 2.3),
    Limit("check, three entities with yearly totals", "hello-world", None),
    Limit("report, three entities in a chain", "hello-world", 2.1),
    Limit("report, three entities with yearly totals", "hello-world", 2.1),
    Limit("report --output, three entities with yearly totals", "hello-world", 2.1),
    Limit("explain --flip, 50 entities", ONE_SECOND, 1.0),
    Limit("explain --flip, 50 entities with yearly totals", ONE_SECOND, 1.0),
)


def rows(runs: int = RUNS) -> list[tuple[str, str, str, str]]:
    """Return a row for each limit: command, compared with, ratio, limit."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "hello.py").write_text(HELLO)
        (place / "chain.yaml").write_text(chain())
        (place / "wide.yaml").write_text(wide_group(100))
        (place / "fifty.yaml").write_text(wide_group(50))
        (place / "years.yaml").write_text(wide_group(50, yearly=True))
        one_company = EXAMPLES / "startup-embedding.yaml"
        yearly = EXAMPLES / "three-entities.yaml"
        times = least_times(
            {
                "python -c pass": [PYTHON, "-c", "pass"],
                "hello-world": [PYTHON, place / "hello.py", "World"],
                "k3license --version": [PROGRAM, "--version"],
                "k3license --help": [PROGRAM, "--help"],
                "check, one company": [PROGRAM, "check", one_company],
                "check --format json, one company": [PROGRAM, "check", one_company, "--format", "json"],
                "check, three entities in a chain": [PROGRAM, "check", place / "chain.yaml"],
                "check, 100 entities": [PROGRAM, "check", place / "wide.yaml"],
                "check, three entities with yearly totals": [PROGRAM, "check", yearly],
                "report, three entities in a chain": [PROGRAM, "report", place / "chain.yaml"],
                "report, three entities with yearly totals": [PROGRAM, "report", yearly],
                "report --output, three entities with yearly totals": [
                    *(PROGRAM, "report", yearly),
                    *("--output", place / "memo.md"),
                ],
                "explain --flip, 50 entities": [PROGRAM, "explain", place / "fifty.yaml", "--flip"],
                "explain --flip, 50 entities with yearly totals": [PROGRAM, "explain", place / "years.yaml", "--flip"],
            },
            runs=runs,
        )
    times[ONE_SECOND] = 1.0
    found = []
    for limit in LIMITS:
        ratio = times[limit.name] / times[limit.beside]
        most = "" if limit.most is None else f"{limit.most:.2f}"
        missed = "  missed" if limit.most is not None and ratio > limit.most else ""
        found.append((limit.name, limit.beside, f"{ratio:.2f}", f"{most}{missed}"))
    return found
