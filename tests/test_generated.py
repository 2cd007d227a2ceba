"""What is generated is there and fresh; `make fresh` compares the memos themselves."""

from pathlib import Path

from k3license.answers.catalog import load_catalog
from tools.positions_page import positions_page

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "positions.md"


def test_the_page_of_positions_is_fresh() -> None:
    assert PAGE.read_text() == positions_page()


def test_every_reading_of_every_license_stands_on_the_page() -> None:
    page = PAGE.read_text()
    for pack in load_catalog().packs.values():
        for id, position in pack.positions.items():
            of_position = page.partition(f"\n## {id}\n")[2].partition("\n## ")[0]
            assert f"- {pack.header.title}: " in of_position.replace("\\", ""), (pack.header.license, id)
            assert all(f"| `{reading}` |" in of_position for reading in position.readings), id


def test_every_example_has_its_memo_and_every_memo_its_example() -> None:
    examples = {path.stem for path in (ROOT / "examples").glob("*.yaml")}
    assert {path.stem for path in (ROOT / "reports").glob("*.md")} == examples
