"""The ids and names that a profile may use, and what is found where one leads nowhere."""

from collections.abc import Collection, Iterable, Mapping
from itertools import islice
from typing import Final

from k3license.model.errors import nearest_word, quoted
from k3license.model.unknown import Unknown
from k3license.profile.records import AUDIENCES
from k3license.reading.findings import Findings
from k3license.reading.known import OTHER_MODEL, KnownModels
from k3license.reading.layout import FactPath
from k3license.text.walking import TextTree

_MOST_OFFERED: Final = 12
_WHERE_TO_ADD: Final = {
    "entity": "add it to entities",
    "offering": "add it to offerings",
    "model": f"describe it under models, or write {OTHER_MODEL}",
}


class Names:
    """Checks names against the ids of a file (also of blocks that cannot be read) and of the packs."""

    def __init__(self, data: Mapping[str, TextTree], known: KnownModels, findings: Findings) -> None:
        self.known = known
        self.findings = findings
        self.entities = _ids(data, "entities")
        self.offerings = _ids(data, "offerings")
        self.own_models = _ids(data, "models")
        self.models = (*known.models, OTHER_MODEL, *self.own_models)

    def entity(self, id: str | None, path: FactPath, *, key: bool = False) -> None:
        """Find an error in an id that names no entity."""
        self._check("entity", id, self.entities, path, key=key)

    def entities_of(self, ids: Iterable[str] | Unknown | None, path: FactPath) -> None:
        """Find an error in each id of a list that names no entity."""
        for id in _known_items(ids):
            self.entity(id, (*path, id))

    def offering(self, id: str | None, path: FactPath) -> None:
        """Find an error in an id that names no offering."""
        self._check("offering", id, self.offerings, path)

    def offerings_of(self, ids: Iterable[str] | Unknown | None, path: FactPath) -> None:
        """Find an error in each id of a list that names no offering."""
        for id in _known_items(ids):
            self.offering(id, (*path, id))

    def model(self, id: str | None, path: FactPath, *, key: bool = False) -> None:
        """Find an error in an id that names no model."""
        self._check("model", id, self.models, path, key=key)

    def models_of(self, ids: Iterable[str] | Unknown | None, path: FactPath) -> None:
        """Find an error in each id of a list that names no model."""
        for id in _known_items(ids):
            self.model(id, (*path, id))

    def audience(self, words: Iterable[str] | Unknown | None, path: FactPath) -> None:
        """Find an error in each word of a list that is neither an audience nor an entity."""
        for word in _known_items(words):
            self.one_of(
                "audience or entity",
                word,
                (*AUDIENCES, *self.entities),
                (*path, word),
                code="unknown-audience",
            )

    def one_of(
        self,
        kind: str,
        name: str | None,
        names: Collection[str],
        path: FactPath,
        *,
        code: str,
        help: str = "",
        key: bool = False,
    ) -> None:
        """Find an error in a name that is none of *names*, and offer all of them; *help* is what else may be meant."""
        if name is not None and name not in names:
            more = ", ..." * (len(names) > _MOST_OFFERED)
            offered = f"write one of: {', '.join(islice(names, _MOST_OFFERED))}{more}"
            help = f"{offered}; {help}" if help else offered
            self._lacks(kind, name, names, path, code, help, key=key)

    def _check(self, kind: str, id: str | None, ids: Collection[str], path: FactPath, *, key: bool = False) -> None:
        if id is not None and id not in ids:
            self._lacks(kind, id, ids, path, f"unknown-{kind}", _WHERE_TO_ADD[kind], key=key)

    def _lacks(
        self, kind: str, id: str, ids: Iterable[str], path: FactPath, code: str, help: str, *, key: bool
    ) -> None:
        nearest = nearest_word(id, ids)
        article = "an" if kind[0] in "aeiou" else "a"
        help = f'did you mean "{nearest}"?' if nearest else help
        self.findings.error(path, code, f"{quoted(id)} is not known as {article} {kind}", help, key=key)


def _ids(data: Mapping[str, TextTree], block: str) -> dict[str, None]:
    ids = data.get(block)
    return dict.fromkeys(ids) if isinstance(ids, dict) else {}


def _known_items(items: Iterable[str] | Unknown | None) -> Iterable[str]:
    return () if items is None or isinstance(items, Unknown) else items
