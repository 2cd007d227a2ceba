"""The marks of a record's fields: which function reads a field, and which record stands in it."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from k3license.model.unknown import Unknown
from k3license.profile.parts import Placed


class Reads:
    """
    The mark of a field whose text one function turns into its value.

    What is no text, list or block already is a value and stays as it is.  The function
    raises NotUnderstood.  Pydantic's own marks would also build a schema of the field's
    type, which nothing uses and each start would pay for.
    """

    def __init__(self, read: Callable[[Any], object]) -> None:
        self._read = read

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._value)

    def _value(self, value: object) -> object:
        return self._read(value) if isinstance(value, str | list | dict | Placed) else value


class Record:
    """
    The mark of a field that holds a record (or a list of them), or one of a few words instead.

    *shape* turns the short forms into the block of keys that the record reads.
    """

    def __init__(
        self,
        record: Any,
        *,
        words: Mapping[str, object] | None = None,
        shape: Callable[[Any], object] | None = None,
    ) -> None:
        self._record = record
        self._words = words or {}
        self._shape = shape

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_wrap_validator_function(self._value, handler.generate_schema(self._record))

    def _value(self, value: object, inner: Callable[[object], object]) -> object:
        if isinstance(value, str) and value in self._words:
            return self._words[value]
        if isinstance(value, Unknown):
            return value
        return inner(value if self._shape is None else self._shape(value))
