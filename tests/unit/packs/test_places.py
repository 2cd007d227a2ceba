"""The rules are found in a checkout, in an installed package, and in one that is zipped."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from k3license.packs.places import rules_folder

REPOSITORY = Path(__file__).parents[3]
ASK = """
from k3license.packs.headers import known_licenses
from k3license.packs.places import rules_folder
print(*known_licenses())
print(rules_folder())
"""


def test_in_a_checkout_the_live_folder_is_read() -> None:
    assert rules_folder() == REPOSITORY / "rules"


def test_in_a_zipped_wheel_the_copy_inside_is_read(tmp_path: Path) -> None:
    wheel = tmp_path / "k3license.whl"
    with ZipFile(wheel, "w") as archive:
        for top, inside in (("src/k3license", "k3license"), ("rules", "k3license/_rules")):
            folder = REPOSITORY / top
            for file in (*folder.rglob("*.py"), *folder.rglob("*.yaml")):
                archive.write(file, Path(inside) / file.relative_to(folder))
    command = [sys.executable, "-c", ASK]
    run = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(wheel)}, capture_output=True, text=True, check=True
    )
    licenses, place = run.stdout.splitlines()
    assert licenses.split() == sorted(each.parent.name for each in (REPOSITORY / "rules").glob("*/license.yaml"))
    assert str(wheel) in place
