"""The documents: what they name exists, and the commands in them run."""

import itertools
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from k3license.cli.profiles import read
from tests.command_line import EXAMPLES, ROOT

PAGES = sorted(
    path
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "rules" / "README.md"]
    if path.name != "CHANGELOG.md"
)
TOPS = {path.name for path in ROOT.iterdir()}
# Made by setting up, or by the reader.
NOT_HERE = {".venv/bin/k3license", "my-profile.yaml"}
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
# A page may say what a command ends with; otherwise it has to give an answer.
ANSWERED = {0, 1, 3}


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def blocks(page: Path) -> list[tuple[str, str]]:
    """Return the fenced blocks of a page: what is in them, and their text."""
    return re.findall(r"^```(\w*)[^\n]*\n(.*?)^```", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def commands(page: Path) -> Iterator[str]:
    """Yield the commands of a page: the lines of `sh` blocks, and what stands behind `$` in `console` ones."""
    for kind, text in blocks(page):
        joined = text.replace("\\\n", " ")
        if kind in ("sh", "bash", "shell"):
            yield from (line.strip() for line in joined.splitlines() if line.strip() and not line.startswith("#"))
        elif kind == "console":
            yield from (line[2:].strip() for line in joined.splitlines() if line.startswith("$ "))


def parts(command: str) -> Iterator[list[str]]:
    """Yield the words of each command that a line runs one after the other."""
    words: list[str] = []
    for word in shlex.split(command, comments=True):
        if word in ("&&", ";", "||"):
            yield words
            words = []
        else:
            words.append(word)
    yield words


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_path_that_a_page_names_exists(page: Path) -> None:
    text = re.sub(r"^```mermaid\n.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    words = {word for quoted in re.findall(r"`([^`\n]+)`", text) for word in quoted.split()}
    links = {link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text)}
    missing = [link for link in links if link and "://" not in link and not (page.parent / link).exists()]
    for word in words:
        path = word.strip(".,;:()")
        top = path.partition("/")[0]
        if "/" not in path or top not in TOPS or "<" in path or path in NOT_HERE:
            continue
        if not list(ROOT.glob(path.rstrip("/"))):
            missing.append(path)
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_decision_that_a_page_names_exists(page: Path) -> None:
    found = re.findall(r"docs/decisions/(\d{4}(?:-[\w-]+\.md)?)", page.read_text())
    assert all(list((ROOT / "docs" / "decisions").glob(f"{each}*")) for each in found)


def test_a_decision_that_the_code_names_exists() -> None:
    for path in [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py"), ROOT / "pyproject.toml"]:
        for each in re.findall(r"docs/decisions/(\d{4}[\w.-]*)", path.read_text()):
            assert list((ROOT / "docs" / "decisions").glob(f"{each.rstrip('.')}*")), f"{path}: {each}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_target_of_make_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text()
    named = {target for line in re.findall(r"\bmake ((?:[a-z]+ ?)+)", _code_of(text)) for target in line.split()}
    assert named <= TARGETS


def _code_of(text: str) -> str:
    """Return what is set as code: prose may make other things."""
    fenced = re.findall(r"^```(?:sh|console)\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    return "\n".join([*fenced, *re.findall(r"`([^`\n]+)`", text)])


def commands_of_all_pages() -> list[tuple[Path, str]]:
    return [(page, command) for page in PAGES for command in dict.fromkeys(commands(page))]


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with what a reader has: the examples, and a profile of one's own."""
    for folder in ("examples", "rules", "tests/cases"):
        (tmp_path / folder).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / folder).symlink_to(ROOT / folder)
    shutil.copy(EXAMPLES / "first-draft.yaml", tmp_path / "my-profile.yaml")
    return tmp_path


def files_of_the_reader(arguments: list[str], desk: Path) -> list[str]:
    """Return the files that a command reads and that only a reader can have."""
    written = {after for before, after in itertools.pairwise(arguments) if before == "--output"}
    named = [each for each in arguments if re.fullmatch(r"[\w-]+(\.\w+)+", each) and each not in written]
    return [each for each in named if not (desk / each).exists() and not re.fullmatch(r"[\d.-]+", each)]


@pytest.mark.parametrize(
    ("page", "command"),
    commands_of_all_pages(),
    ids=[f"{name(page)}: {each}" for page, each in commands_of_all_pages()],
)
def test_every_command_of_a_page_runs(page: Path, command: str, desk: Path) -> None:
    for words in parts(command):
        program, *arguments = words
        if program == "make":
            # Not run here: they run this test, or take long.
            assert set(arguments) <= TARGETS
        elif Path(program).name == "k3license":
            done = subprocess.run(
                [sys.executable, "-m", "k3license", *arguments], cwd=desk, capture_output=True, text=True, check=False
            )
            if files_of_the_reader(arguments, desk):
                # Only the files are missing: the command line itself is understood.
                assert done.returncode == 2
                assert not done.stderr.startswith("k3license: "), done.stderr
            else:
                assert done.returncode in ANSWERED, done.stderr
        else:
            assert shutil.which(program), f"{page}: what is {program}?"


def test_the_readme_sets_up_and_tests_with_make() -> None:
    found = set(commands(ROOT / "README.md"))
    assert "make setup check" in found
    assert any(each.startswith("make setup && .venv/bin/k3license check examples/") for each in found)
    assert "make setup check" in (ROOT / ".ci" / "run").read_text()


def test_the_table_of_exit_codes_is_complete() -> None:
    rows = re.findall(r"^\| (\d) \| ", (ROOT / "README.md").read_text(), flags=re.MULTILINE)
    assert rows == ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize("profile", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_example_says_what_it_shows_and_can_be_read(profile: Path) -> None:
    header = list(_comment_at_the_top(profile))
    assert len(header) >= 2
    assert header[0].endswith((".", "?", ":")) or len(" ".join(header)) > 80
    assert read(profile).profile.offerings


def _comment_at_the_top(profile: Path) -> Iterator[str]:
    for line in profile.read_text().splitlines():
        if not line.startswith("#"):
            return
        yield line.removeprefix("#").strip()


def test_nothing_names_who_or_what_does_the_work_or_where() -> None:
    kept = [*PAGES, *(ROOT / "src").rglob("*.py"), *(ROOT / "rules").rglob("*.yaml"), *EXAMPLES.glob("*.yaml")]
    for path in [*kept, ROOT / "CHANGELOG.md", ROOT / "Makefile", ROOT / "pyproject.toml"]:
        text = path.read_text()
        assert not re.findall(r"/work/|/home/\w+|/root/", text), path
        assert "licence" not in text.casefold() or path.suffix == ".yaml", path
