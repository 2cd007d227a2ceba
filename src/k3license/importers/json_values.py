"""Values inside one JSON object, each with its path; what is of another kind than expected is reported."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Final, TypeAlias

from k3license.importers.cells import register_day, register_limit
from k3license.importers.json_items import Json
from k3license.importers.report import Report
from k3license.model.errors import NotUnderstood, Place, quoted

Block: TypeAlias = dict[str, Json]

_HALF_LETTERS: Final = re.compile("[\ud800-\udfff]")


class Values:
    """Reads the values of one object that stands at *place*."""

    def __init__(self, place: Place, report: Report) -> None:
        self.place = place
        self.report = report

    def text(self, block: Block, key: str, path: str) -> str | None:
        """Return a text without the spaces around it; None if there is none."""
        value = block.get(key)
        if value is None:
            return None
        if not isinstance(value, str):
            self.wrong(value, "a text", f"{path}.{key}")
            return None
        if _HALF_LETTERS.search(value):
            self.report.error(self.place, "text", "the text holds half of a letter (a surrogate)", path=f"{path}.{key}")
            return None
        return value.strip() or None

    def block(self, block: Block, key: str, path: str) -> Block:
        """Return an object; an empty one if there is none."""
        value = block.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.wrong(value, "an object", f"{path}.{key}")
            return {}
        return value

    def blocks(self, block: Block, key: str, path: str) -> Iterator[tuple[Block, str]]:
        """Give out the objects of a list with their paths."""
        for index, value in enumerate(self._list(block, key, path)):
            where = f"{path}.{key}[{index + 1}]"
            if isinstance(value, dict):
                yield value, where
            else:
                self.wrong(value, "an object", where)

    def texts(self, block: Block, key: str, path: str) -> list[str]:
        """Return the texts of a list."""
        values = {str(index): value for index, value in enumerate(self._list(block, key, path), start=1)}
        texts = (self.text(values, index, f"{path}.{key}") for index in values)
        return [text for text in texts if text is not None]

    def number(self, block: Block, key: str, path: str) -> Decimal | None:
        """Return a number; None if there is none."""
        value = block.get(key)
        if isinstance(value, bool) or not isinstance(value, int | Decimal | None):
            self.wrong(value, "a number", f"{path}.{key}")
            return None
        return None if value is None else Decimal(value)

    def day(self, block: Block, key: str, path: str) -> date | None:
        """Return a day, also of a date with a time; None if there is none."""
        return self._day(block, key, path, limit=False)

    def limit(self, block: Block, key: str, path: str) -> date | None:
        """Return the day of a beginning or an end; None if there is none, or too far away to matter."""
        return self._day(block, key, path, limit=True)

    def wrong(self, value: Json, wanted: str, path: str) -> None:
        """Report a value of another kind."""
        found = "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else quoted(str(value))
        self.report.error(self.place, "shape", f"{wanted} is expected here, not {found}", path=path)

    def _list(self, block: Block, key: str, path: str) -> list[Json]:
        value = block.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            self.wrong(value, "a list", f"{path}.{key}")
            return []
        return value

    def _day(self, block: Block, key: str, path: str, *, limit: bool) -> date | None:
        text = self.text(block, key, path)
        try:
            return (register_limit if limit else register_day)(text or "")
        except NotUnderstood as error:
            self.report.not_understood(self.place, error, path=f"{path}.{key}")
            return None
