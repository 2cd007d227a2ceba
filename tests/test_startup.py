"""What a command must not import: each of these would be paid for at every start (docs/decisions/0006)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import ROOT, example

NEVER = {"rich", "hypothesis", "pytest", "numpy", "pandas", "pyarrow", "openpyxl", "durable", "markdown_it", "pygments"}
ONE_COMPANY = example("startup-embedding")
GROUP = example("subsidiary-of-a-model-api-group")
RECORDS = "k3license.profile.records"


def loaded(*arguments: str | Path) -> set[str]:
    """Return the names of all modules that a command line has imported when it ends."""
    # The program ends without the interpreter's own way out, so the question is asked there.
    code = (
        "import os, sys\n"
        "ended = os._exit\n"
        "def end(code):\n"
        "    print(*sys.modules, file=sys.stderr, flush=True)\n"
        "    ended(code)\n"
        "os._exit = end\n"
        "from k3license.__main__ import main\n"
        "try:\n"
        "    main()\n"
        "except SystemExit as error:\n"
        "    end(error.code)\n"
    )
    words = [sys.executable, "-c", code, *(str(each) for each in arguments)]
    environment = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
    found = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, env=environment, check=False, timeout=60)
    assert found.returncode in (0, 1, 3), found.stderr
    modules = found.stderr.splitlines()[-1].split()
    return {*modules, *(module.partition(".")[0] for module in modules)}


def test_the_version_needs_nothing_but_the_package_itself() -> None:
    modules = loaded("--version")
    assert {each for each in modules if each.startswith("k3license")} == {"k3license", "k3license.__main__"}
    assert not modules & {"typer", "pydantic", "yaml", "re", "typing"}


@pytest.mark.parametrize("arguments", [("--help",), ("check", "--help"), ("import", "--help")], ids=" ".join)
def test_help_reads_no_profile_and_no_rules(arguments: tuple[str, ...]) -> None:
    modules = loaded(*arguments)
    assert "typer" in modules
    assert not modules & (NEVER | {"yaml", "networkx", "z3", "jinja2", "durable_rules_engine", RECORDS})


@pytest.mark.parametrize("format", ["text", "json"])
def test_a_check_of_one_company_needs_neither_graphs_nor_solvers_nor_templates(format: str) -> None:
    modules = loaded("check", ONE_COMPANY, "--format", format)
    assert {RECORDS, "yaml", "durable_rules_engine"} <= modules
    assert not modules & (NEVER | {"networkx", "z3", "jinja2", "csv_files", "openpyxl"})
    assert not [
        each for each in modules if each.startswith(("k3license.facts.group.", "k3license.memo", "k3license.importers"))
    ]


def test_a_check_of_a_group_needs_no_solver_where_the_figures_decide() -> None:
    modules = loaded("check", GROUP)
    assert "k3license.facts.group.members" in modules
    assert not modules & (NEVER | {"z3", "jinja2"})


def test_other_commands_do_not_read_what_only_one_of_them_needs() -> None:
    assert not loaded("group", GROUP) & (NEVER | {"z3", "jinja2", "durable_rules_engine"})
    assert "jinja2" in loaded("report", ONE_COMPANY)


def test_the_command_lines_of_every_day_need_no_parser(tmp_path: Path) -> None:
    memo = tmp_path / "memo.md"
    for words in (("check", ONE_COMPANY), ("report", ONE_COMPANY), ("report", ONE_COMPANY, "--output", memo)):
        assert "typer" not in loaded(*words)
    assert "typer" in loaded("report", ONE_COMPANY, f"--output={memo}")
