"""What holds for the code as a whole: no license in it, no clock, imports that point down, readings that exist."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from k3license.answers.catalog import load_catalog
from k3license.model.rules import Group, Measure, Pack
from tests.command_line import ROOT

SOURCE = ROOT / "src" / "k3license"
MODULES = sorted(SOURCE.rglob("*.py"))
FACTS_AND_ANSWERS = [path for path in MODULES if path.relative_to(SOURCE).parts[0] in ("facts", "answers")]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), filename=str(path))


@cache
def packs() -> Mapping[str, Pack]:
    return load_catalog().packs


# No license in Python


def names_of_licenses() -> set[str]:
    """Return the ids, names and first words of all licenses, models and licensors."""
    found: set[str] = set()
    for pack in packs().values():
        header = pack.header
        for name in (header.license, header.title, header.licensor.id, header.licensor.name, *header.models):
            found |= {name.casefold(), re.split(r"[\W\d_]", name)[0].casefold()}
    return found


def measures(part: object) -> Iterator[Measure]:
    if isinstance(part, Measure):
        yield part
    elif isinstance(part, Group):
        for each in part.parts:
            yield from measures(each)


def spellings_of_limits() -> set[str]:
    """Return every way in which somebody might write a limit of a license in Python, or in words."""
    found: set[str] = set()
    for pack in packs().values():
        for requirement in pack.requirements:
            for measure in measures(requirement.when):
                limit = int(measure.limit)
                millions = limit // 1_000_000
                found |= {str(limit), f"{limit:_}", f"{limit:,}", f"{millions}_000000", f"{millions}e6"}
                found |= {f"{millions} million", f"{millions}M", f"{limit:e}".replace("+0", "")}
    return found


def test_there_are_licenses_and_limits_to_look_for() -> None:
    assert {"kimi", "moonshot"} <= names_of_licenses()
    assert {"20000000", "20_000_000", "100,000,000"} <= spellings_of_limits()


def test_no_license_is_named_in_python_nor_any_of_its_numbers() -> None:
    names, limits = names_of_licenses() - {""}, spellings_of_limits()
    found: dict[Path, set[str]] = {}
    for path in MODULES:
        # Examples of how amounts are written are no limits.
        text = re.sub(r"write (?:[A-Z]{3} )?\d+M", "", path.read_text())
        found[path] = {name for name in names if name in text.casefold().replace("k3license", "")}
        found[path] |= {each for each in limits if re.search(rf"(?<![\w.]){re.escape(each)}(?!\w)", text)}
    assert not {path: said for path, said in found.items() if said}


# Layers


def test_the_contracts_place_every_package() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [layers] = [each for each in contracts if each["type"] == "layers"]
    placed = {name for row in layers["layers"] for name in re.split(r"\s*\|\s*", row)}
    assert layers["exhaustive"]
    assert placed == {path.parent.name for path in SOURCE.glob("*/__init__.py")}


def test_the_contracts_protect_what_one_place_alone_may_import() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    protected = {
        name: [SOURCE.parent.joinpath(*place.split(".")) for place in each["allowed_importers"]]
        for each in contracts
        if each["type"] == "protected"
        for name in each["protected_modules"]
    }
    assert {"durable_rules_engine", "networkx", "z3", "typer"} <= protected.keys()
    for name, places in protected.items():
        importers = [path for path in MODULES if name in imported(path)]
        assert importers, name
        for path in importers:
            assert any(path == place.with_suffix(".py") or place in path.parents for place in places), path


@cache
def imported(path: Path) -> set[str]:
    """Return the top names of all modules that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


def test_the_program_runs_without_tests_bench_or_anything_beside_it() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    required = [
        *declared["dependencies"],
        *(each for extra in declared["optional-dependencies"].values() for each in extra),
    ]
    distributions = {re.split(r"[<>=!~;\[ ]", each)[0] for each in required}
    modules = {"pyyaml": "yaml", "durable-rules": "durable_rules_engine", "z3-solver": "z3"}
    # Pydantic brings its core along.
    allowed = {modules.get(each, each) for each in distributions} | {"k3license", "pydantic_core"}
    for path in MODULES:
        assert imported(path) <= allowed | sys.stdlib_module_names, path


# No clock


CLOCKS = {
    ("date", "today"),
    ("datetime", "now"),
    ("datetime", "today"),
    ("datetime", "utcnow"),
    ("time", "time"),
    ("time", "localtime"),
    ("time", "gmtime"),
    ("time", "strftime"),
}


def test_nothing_reads_the_clock_or_the_network() -> None:
    for path in MODULES:
        read = {
            (node.value.id if isinstance(node.value, ast.Name) else node.value.attr, node.attr)
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute)
        }
        assert not read & CLOCKS, path
        assert not imported(path) & {"time", "socket", "urllib", "http", "ssl", "requests", "httpx"}, path


# Positions and readings


@cache
def readings_of_rules() -> Mapping[str, list[str]]:
    """Return for each position what its readings do: their ids, or what stands under `does`."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "rules").rglob("positions/*.yaml")):
        position: dict[str, Any] = yaml.safe_load(path.read_text())
        effects = [about.get("does", id) for id, about in position["readings"].items()]
        found.setdefault(position["position"], []).extend(effects)
    return found


def positions_asked() -> dict[str, list[Path]]:
    """Return the positions that the code asks a world for, with the files that do."""
    found: dict[str, list[Path]] = {}
    for path in FACTS_AND_ANSWERS:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "reading":
                [asked] = node.args
                assert isinstance(asked, ast.Constant), f"{path}:{node.lineno}: a position is asked for by its name"
                assert isinstance(asked.value, str)
                found.setdefault(asked.value, []).append(path)
    return found


def test_the_code_asks_for_the_positions_that_the_rules_have_and_for_no_others() -> None:
    assert positions_asked().keys() == readings_of_rules().keys()


@cache
def texts_in_code() -> set[str]:
    found: set[str] = set()
    for path in FACTS_AND_ANSWERS:
        found |= {
            node.value for node in ast.walk(tree(path)) if isinstance(node, ast.Constant) and type(node.value) is str
        }
    return found


@pytest.mark.parametrize("position", sorted(readings_of_rules()))
def test_the_code_tells_all_readings_of_a_position_apart(position: str) -> None:
    effects = dict.fromkeys(readings_of_rules()[position])
    known = [effect for effect in effects if effect in texts_in_code()]
    # One may be what is left when it is none of the others.
    assert len(known) >= len(effects) - 1, set(effects) - set(known)


def test_the_code_compares_a_position_with_nothing_but_its_readings() -> None:
    for path in FACTS_AND_ANSWERS:
        for node in ast.walk(tree(path)):
            if not (isinstance(node, ast.Compare) and isinstance(node.left, ast.Call)):
                continue
            call, compared = node.left, node.comparators[0]
            if isinstance(call.func, ast.Attribute) and call.func.attr == "reading":
                [asked] = call.args
                assert isinstance(asked, ast.Constant)
                assert isinstance(asked.value, str)
                if isinstance(compared, ast.Constant):
                    assert compared.value in readings_of_rules()[asked.value], f"{path}:{node.lineno}"


# Modules


def test_every_module_says_what_it_is_for() -> None:
    silent = [path for path in MODULES if path.stat().st_size and ast.get_docstring(tree(path)) is None]
    assert not silent


def test_modules_can_be_imported_in_whatever_order() -> None:
    names = [".".join(path.relative_to(SOURCE.parent).with_suffix("").parts) for path in MODULES]
    code = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)"
    shuffled = sorted(name.removesuffix(".__init__") for name in names if not name.endswith("__main__"))
    for order in (shuffled, shuffled[::-1]):
        done = subprocess.run([sys.executable, "-c", code, *order], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
