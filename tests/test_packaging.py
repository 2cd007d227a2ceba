"""The wheel: it carries the rules and the types, and answers far from the checkout as it does inside."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from k3license import __version__
from k3license.answers.catalog import load_catalog
from k3license.packs.places import rules_folder
from tests.command_line import ROOT, example, program

DIGESTS = """
from k3license.answers.catalog import load_catalog
for id, pack in load_catalog().packs.items(): print(id, pack.digest)
"""


def output(*words: str | Path, cwd: Path, **environment: str) -> str:
    """Return what a command prints, run without anything of the checkout on its way."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    command = [str(each) for each in words]
    found = subprocess.run(command, cwd=cwd, env={**kept, **environment}, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("wheel")
    output(sys.executable, "-m", "uv", "build", "--quiet", "--wheel", "--out-dir", place, ROOT, cwd=place)
    [built] = place.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the programs of an environment that has the wheel, and beside it its dependencies."""
    place = tmp_path_factory.mktemp("environment")
    uv = (sys.executable, "-m", "uv")
    output(*uv, "venv", "--quiet", "--python", sys.executable, place / "venv", cwd=place)
    python = place / "venv" / "bin" / "python"
    output(*uv, "pip", "install", "--quiet", "--no-deps", "--python", python, wheel, cwd=place)
    # The dependencies are those that are here: to install them again would take minutes where nothing is cached.
    [here] = {path for path in map(Path, sys.path) if path.name == "site-packages"}
    [there] = (place / "venv").glob("lib/python*/site-packages")
    (there / "beside.pth").write_text(f"{here}\n")
    return python.parent


def rules_as_they_stand() -> dict[str, bytes]:
    return {str(path.relative_to(ROOT / "rules")): path.read_bytes() for path in (ROOT / "rules").rglob("*.yaml")}


def test_the_wheel_has_the_rules_byte_for_byte_and_says_that_it_is_typed(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        prefix = "k3license/_rules/"
        rules = {
            name.removeprefix(prefix): archive.read(name)
            for name in names
            if name.startswith(prefix) and name.endswith(".yaml")
        }
    assert rules == rules_as_they_stand()
    assert "k3license/py.typed" in names
    assert wheel.name == f"k3license-{__version__}-py3-none-any.whl"
    assert {name.partition("/")[0] for name in names} == {"k3license", f"k3license-{__version__}.dist-info"}


def test_the_installed_program_answers_as_the_checkout_does(installed: Path, tmp_path: Path) -> None:
    profile = tmp_path / "profile.yaml"
    profile.write_bytes(example("startup-embedding").read_bytes())
    assert output(installed / "python", "-c", "import k3license; print(k3license.__file__)", cwd=tmp_path).startswith(
        str(installed.parent)
    )
    assert output(installed / "k3license", "check", "profile.yaml", cwd=tmp_path) == program("check", profile).out
    assert output(installed / "k3license", "--version", cwd=tmp_path) == f"k3license {__version__}\n"


def test_the_installed_rules_are_those_of_the_checkout(installed: Path, tmp_path: Path) -> None:
    here = "".join(f"{id} {pack.digest}\n" for id, pack in load_catalog().packs.items())
    assert output(installed / "python", "-c", DIGESTS, cwd=tmp_path) == here


def test_the_rules_are_found_in_a_wheel_that_nobody_has_unpacked(wheel: Path, installed: Path, tmp_path: Path) -> None:
    code = f"import k3license; assert '.whl' in k3license.__file__, k3license.__file__\n{DIGESTS}"
    found = output(installed / "python", "-c", code, cwd=tmp_path, PYTHONPATH=str(wheel))
    assert found == output(installed / "python", "-c", DIGESTS, cwd=tmp_path)


def test_an_editable_install_reads_the_rules_of_the_checkout() -> None:
    assert rules_folder() == ROOT / "rules"
