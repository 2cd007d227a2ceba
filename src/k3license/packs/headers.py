"""The front of a pack: license.yaml."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from k3license.model.errors import PackErrors, Problem, quoted
from k3license.model.rules import Closed, LicensedModel, LicenseHeader, LicenseText, Licensor
from k3license.packs.blocks import Block
from k3license.packs.files import HEADER, license_folders, parsed
from k3license.packs.places import rules_folder

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_KEYS: Final = (
    "license",
    "title",
    "licensor",
    "models",
    "texts",
    "status",
    "written_by",
    "reviewed_by",
    "requirements",
    "not_assessed",
    "silent_on",
    "positions",
    "closes",
)
_SHA256: Final = re.compile("[0-9a-f]{64}")
_UNKNOWN: Final = "unknown"
_NOBODY: Final = "none"


def known_licenses(rules: "Traversable | None" = None) -> Mapping[str, LicenseHeader]:
    """
    Return the header of each license by its id; nothing else of a pack is read.

    Raises PackErrors with all problems of all headers.
    """
    problems: list[Problem] = []
    sources: dict[str, Sequence[str]] = {}
    headers = {}
    for name, folder in license_folders(rules or rules_folder()).items():
        tree, found, lines = parsed(f"rules/{name}/{HEADER}", (folder / HEADER).read_bytes())
        problems += found
        sources.update(lines)
        if tree is not None:
            headers[name] = header(Block(tree, problems, tree.data), folder=name)
    if problems:
        raise PackErrors(problems, sources)
    return headers


def header(block: Block, *, folder: str) -> LicenseHeader:
    """Return what a license.yaml says; what is wrong with it is added to the block's problems."""
    block.keys(_KEYS)
    license_id = block.text("license")
    if license_id and license_id != folder:
        block.problem("license", "id", f"{quoted(license_id)} is not the name of the folder", f"write {folder}")
    reviewed_by = block.text("reviewed_by")
    return LicenseHeader(
        license=license_id,
        title=block.text("title"),
        licensor=_licensor(block.block("licensor")),
        models={id: _model(each) for id, each in block.blocks("models").items()},
        texts=_texts(block),
        status=block.choice("status", ("draft", "reviewed")),
        written_by=block.text("written_by"),
        reviewed_by=None if reviewed_by == _NOBODY else reviewed_by,
        requirements=block.texts("requirements"),
        not_assessed=block.texts("not_assessed"),
        silent_on=block.texts("silent_on"),
        positions=block.texts("positions"),
        closes={id: _closed(each) for id, each in block.blocks("closes").items()},
    )


def _licensor(block: Block) -> Licensor:
    block.keys(("id", "name", "contact"))
    contact = block.text("contact")
    return Licensor(block.text("id"), block.text("name"), None if contact == _UNKNOWN else contact)


def _model(block: Block) -> LicensedModel:
    block.keys(("name", "released"))
    return LicensedModel(block.text("name"), block.date_or_none("released", nothing=_UNKNOWN))


def _texts(block: Block) -> tuple[LicenseText, ...]:
    found = []
    for each in block.listed("texts"):
        each.keys(("file", "sha256"))
        digest = each.text("sha256")
        if digest and not _SHA256.fullmatch(digest):
            help = "write 64 digits of 0-9 and a-f"
            each.problem("sha256", "sha256", f"{quoted(digest)} is not a SHA-256", help)
        found.append(LicenseText(each.text("file"), digest))
    return tuple(found)


def _closed(block: Block) -> Closed:
    block.keys(("reading", "section"))
    return Closed(block.text("reading"), block.text("section"))
