"""Where the rules are: inside an installed package, or at the top of a checkout."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def rules_folder() -> Traversable:
    """
    Return the folder that holds one folder for each license, and `common`.

    A wheel carries a copy inside the package, also when it is imported zipped; an editable
    install reads the checkout.  Raises FileNotFoundError if there is neither.
    """
    inside = files("k3license") / "_rules"
    if inside.is_dir():
        return inside
    for folder in Path(__file__).resolve().parents:
        if (folder / "pyproject.toml").is_file() and (folder / "rules").is_dir():
            return folder / "rules"
    raise FileNotFoundError("the rules are neither in the package nor above it: install k3license again")
