"""Compiled templates, kept where Python keeps compiled modules."""

import sys
from contextlib import suppress
from importlib.util import cache_from_source
from io import BytesIO
from pathlib import Path

from jinja2.bccache import Bucket, BytecodeCache


class KeptTemplates(BytecodeCache):
    """
    Keeps what compiling the templates in *folder* gave: that takes longer than all the rest of writing a memo.

    Each is checked against its source before it is used.  Where nothing can be kept, as in a
    zipped or write-protected package, templates are compiled each time.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill *bucket* with what is kept under its key, if that is still right."""
        with suppress(OSError, EOFError, ValueError, TypeError):
            bucket.load_bytecode(BytesIO(self._path(bucket).read_bytes()))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the contents of *bucket*, where Python would keep a module."""
        if sys.dont_write_bytecode:
            return
        path = self._path(bucket)
        new = path.with_suffix(f".{id(bucket)}")
        with suppress(OSError):
            path.parent.mkdir(exist_ok=True)
            new.write_bytes(bucket.bytecode_to_string())
            new.replace(path)

    def _path(self, bucket: Bucket) -> Path:
        return Path(cache_from_source(str(self._folder / f"{bucket.key}.py")))
