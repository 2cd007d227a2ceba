"""
Writes what is generated: the memos of the examples, and pages made from the rules.

    python -m tools.generated            write all of it
    python -m tools.generated --check    say what is stale, and fail if something is
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from k3license.answers.cases import Options
from k3license.cli.profiles import read
from k3license.cli.report import material
from k3license.memo.markdown import markdown_of
from k3license.memo.memo import memo_of
from tools.positions_page import positions_page

ROOT: Final = Path(__file__).resolve().parents[1]
REPORTS: Final = ROOT / "reports"


def generated() -> Mapping[Path, str]:
    """Return every generated file with what it has to hold."""
    return dict([*_memos(), (ROOT / "docs/reference/positions.md", positions_page())])


def _memos() -> Iterator[tuple[Path, str]]:
    for example in sorted((ROOT / "examples").glob("*.yaml")):
        memo = memo_of(material(read(example), Options(), name=example.stem))
        yield REPORTS / f"{example.stem}.md", markdown_of(memo)


def main(arguments: list[str]) -> int:
    """Write all files, or with --check only say which are stale; return the exit code."""
    wanted = generated()
    stale = [path for path, text in wanted.items() if not path.is_file() or path.read_text() != text]
    left_over = [path for path in sorted(REPORTS.glob("*.md")) if path not in wanted]
    if "--check" in arguments:
        for path in (*stale, *left_over):
            print(f"{path.relative_to(ROOT)} is stale: run make reports", file=sys.stderr)
        return 1 if stale or left_over else 0
    for path in stale:
        path.write_text(wanted[path])
    for path in left_over:
        path.unlink()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
