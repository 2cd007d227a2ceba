"""Where the rules are: inside an installed package, or at the top of a checkout."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_PACKAGE: Final = "k3license"
_COPY: Final = "_rules"


def rules_folder() -> "Traversable":
    """
    Return the folder that holds one folder for each license, and `common`.

    A wheel carries a copy inside the package, also when it is imported zipped; an editable
    install reads the checkout.  Raises FileNotFoundError if there is neither.
    """
    package = Path(__file__).resolve().parents[1]
    if (package / _COPY).is_dir():
        return package / _COPY
    for folder in package.parents:
        if (folder / "pyproject.toml").is_file() and (folder / "rules").is_dir():
            return folder / "rules"
    # Only a zipped package gets here, and only there is it worth the time that this import takes.
    from importlib.resources import files

    zipped = files(_PACKAGE) / _COPY
    if not zipped.is_dir():
        raise FileNotFoundError(f"the rules are neither in the package nor above it: install {_PACKAGE} again")
    return zipped
