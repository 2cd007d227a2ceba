"""The command line: exit codes, options, several profiles, and output that goes where it should."""

import json
import subprocess
from pathlib import Path

import pytest

from k3license.engine import builtin, durable
from k3license.engine.derivation import Derivation
from k3license.model.program import Program
from k3license.model.truth import Truth
from tests.command_line import ROOT, Ran, command, example, program, ran

MET, ACTION, OPEN = example("startup-embedding"), example("large-host-signed-late"), example("first-draft")

STAFF_ONLY = """\
profile: 1
as_of: 2026-11-30
licensee: mill
entities: {mill: {name: Mill BV, model_as_a_service: no, holds_copy: none, revenue: 3M}}
other_affiliates: none
listed_down_to: 20
other_model_as_a_service: none
offerings:
  helper:
    {operator: mill, model: kimi-k3, offered_to: [staff], charged: free, purpose: production, outputs_leave: no,
     serves: [], access: [moonshot], copies: none, first_used: 2026-09-01}
agreements: none
"""


@pytest.fixture
def clear(tmp_path: Path) -> Path:
    profile = tmp_path / "clear.yaml"
    profile.write_text(STAFF_ONLY.replace("revenue: 3M", "revenue: {2026: USD 3M}"))
    return profile


def test_0_is_for_a_use_of_which_the_license_asks_nothing(clear: Path) -> None:
    found = ran("check", clear)
    assert (found.code, found.err) == (0, "")
    assert found.out.startswith(
        "CLEAR: no requirement applies\n"
        "as of 2026-11-30, answered by: durable and builtin\n"
        "\n"
        "helper (mill) under kimi-k3: clear\n"
        "----------------------------------\n"
        "  Section 1, keep-notices: does not apply\n"
    )
    assert found.out.endswith("\nThis is not legal advice. The rules are drafts that no lawyer has reviewed.\n")


def test_0_is_for_conditions_that_are_met() -> None:
    found = ran("check", MET)
    assert (found.code, found.err) == (0, "")
    assert found.out.startswith("CONDITIONS MET: what applies or may apply is fulfilled\nas of 2026-11-30")


def test_1_is_for_something_to_do() -> None:
    found = ran("check", ACTION)
    assert (found.code, found.err) == (1, "")
    assert found.out.startswith("ACTION REQUIRED: a requirement applies and is not fulfilled\nas of ")


def test_2_is_for_what_cannot_be_read() -> None:
    assert ran("check", "nobody.yaml") == Ran(2, "", "nobody.yaml: error[no-file]: there is no such file\n")


def test_3_is_for_facts_that_do_not_decide_it() -> None:
    found = ran("check", OPEN)
    assert (found.code, found.err) == (3, "")
    assert found.out.startswith("OPEN QUESTIONS: the facts given do not decide it yet\nas of ")
    assert "    Open questions:\n      1. " in found.out


def test_4_is_for_engines_that_disagree_and_then_nothing_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def contrary(program: Program, leaves: dict[str, Truth]) -> Derivation:
        found = evaluate(program, leaves)
        return found._replace(truth={**found.truth, **dict.fromkeys(program.heads, Truth.NO)})

    evaluate = builtin.evaluate
    monkeypatch.setattr(builtin, "evaluate", contrary)
    found = ran("check", MET)
    assert (found.code, found.out) == (4, "")
    assert found.err.startswith("k3license: internal error: EnginesDisagree: the two engines disagree, so there is no")
    assert found.err.endswith("\nNo answer was given. Please report this with the profile, if you may.\n")


def test_4_is_for_a_mistake_of_the_program_and_leaves_a_file_as_it_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("made up")

    report = tmp_path / "report.txt"
    report.write_text("of last week")
    monkeypatch.setattr(builtin, "evaluate", broken)
    found = ran("check", MET, "--output", report)
    assert (found.code, found.out) == (4, "")
    assert "internal error: ZeroDivisionError: made up\n" in found.err
    assert "Traceback" not in found.err
    assert report.read_text() == "of last week"
    assert list(tmp_path.iterdir()) == [report]


def test_whoever_looks_for_a_mistake_of_the_program_is_shown_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtin, "evaluate", lambda *_: 1 / 0)
    monkeypatch.setenv("K3LICENSE_DEBUG", "1")
    found = ran("check", MET)
    assert (found.code, found.out) == (4, "")
    assert found.err.endswith("\nZeroDivisionError: division by zero\n")


@pytest.mark.parametrize(("profile", "code"), [(MET, 0), (ACTION, 1), (Path("nobody.yaml"), 2), (OPEN, 3)])
def test_the_program_ends_with_the_same_codes(profile: Path, code: int) -> None:
    assert program("check", profile) == ran("check", profile)
    assert ran("check", profile).code == code


# Several profiles


def test_several_profiles_are_one_report_that_names_each() -> None:
    found = ran("check", MET, OPEN)
    first, second = found.out.index(f"{MET}\n"), found.out.index(f"{OPEN}\n")
    assert first == 0
    assert found.out[second:].startswith(f"{OPEN}\n{'=' * min(len(str(OPEN)), 80)}\nOPEN QUESTIONS")


def test_several_profiles_are_one_object_with_a_result_each() -> None:
    found = ran("check", ACTION, "nobody.yaml", MET, "--format", "json")
    results = json.loads(found.out)["profiles"]
    assert [each["profile"] for each in results] == [str(ACTION), "nobody.yaml", str(MET)]
    assert results[1] == {"profile": "nobody.yaml", "error": True}
    assert [results[0]["verdict"], results[2]["verdict"]] == ["action-required", "conditions-met"]
    assert found.err == "nobody.yaml: error[no-file]: there is no such file\n"


@pytest.mark.parametrize(
    ("profiles", "code"),
    [
        ((MET, MET), 0),
        ((MET, OPEN), 3),
        ((OPEN, ACTION, MET), 1),
        ((ACTION, OPEN, Path("nobody.yaml")), 2),
        ((Path("nobody.yaml"), MET), 2),
    ],
)
def test_the_worst_profile_gives_the_code(profiles: tuple[Path, ...], code: int) -> None:
    assert ran("check", *profiles).code == code


# Options


def test_a_use_is_answered_for_another_day(clear: Path) -> None:
    assert json.loads(ran("check", clear, "--as-of", "2026-10-31", "--format", "json").out)["as_of"] == "2026-10-31"
    assert ran("check", clear, "--as-of", "31.10.2026").err == (
        'k3license: --as-of: "31.10.2026" is not a date; write 2026-10-31\n'
    )


def test_a_license_is_answered_for_as_if_its_model_were_used(clear: Path) -> None:
    found = json.loads(ran("check", clear, "--license", "kimi-k2.6", "--format", "json").out)
    assert [each["license"] for each in found["assessments"]] == ["kimi-k2.6"]
    assert ran("check", clear, "--license", "kimi-k2-6").err == (
        "k3license: --license: there is no 'kimi-k2-6'; did you mean \"kimi-k2.6\"?\n"
    )


def test_a_reading_is_chosen_for_all_licenses_or_for_one(clear: Path) -> None:
    def readings(*options: str) -> dict[str, str]:
        found = json.loads(ran("check", clear, "--license", "kimi-k2.6", "--format", "json", *options).out)
        chosen: dict[str, str] = found["readings"]["kimi-k2.6"]
        return chosen

    assert readings()["api-access"] == "is-use"
    assert readings("--position", "api-access=is-not-use")["api-access"] == "is-not-use"
    assert readings("--position", "kimi-k2.6/api-access=is-not-use")["api-access"] == "is-not-use"
    assert readings("--position", "kimi-k3/api-access=is-not-use")["api-access"] == "is-use"
    for_one = ("--position", "kimi-k2.6/api-access=is-use", "--position", "api-access=is-not-use")
    assert readings(*for_one)["api-access"] == "is-use"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--position", "afiliate=half-or-more"), "--position: there is no 'afiliate'; did you mean \"affiliate\"?"),
        (
            ("--position", "affiliate=more-then-half"),
            "--position affiliate: there is no 'more-then-half'; did you mean \"more-than-half\"?",
        ),
        (
            ("--position", "kimi-k4/affiliate=more-than-half"),
            "--position: there is no 'kimi-k4'; did you mean \"kimi-k3\"?",
        ),
        (
            ("--position", "affiliate"),
            "--position: 'affiliate' is not NAME=READING; write affiliate=more-than-half",
        ),
        (("--format", "yaml"), "--format: 'yaml' is not one of text, json"),
        (("--engine", "prolog"), "--engine: 'prolog' is not one of both, durable, builtin"),
        (("--colour",), "No such option: --colour"),
        (("--as-of",), "Option '--as-of' requires an argument."),
    ],
)
def test_an_option_that_cannot_be_is_refused_with_what_could(options: tuple[str, ...], message: str) -> None:
    found = ran("check", MET, *options)
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith(f"k3license: {message}")
    assert found.err.count("\n") == 1


def test_a_command_that_does_not_exist_is_refused_with_the_one_meant() -> None:
    assert ran("chek", MET) == Ran(2, "", "k3license: No such command 'chek'. Did you mean 'check'?\n")


def test_no_command_at_all_is_no_answer_but_shows_which_there_are() -> None:
    found = ran()
    assert found.code == 2
    assert "\nCommands:\n  check " in found.out
    assert ran("--help") == Ran(0, found.out, "")


def test_the_version_is_told() -> None:
    assert ran("--version") == program("--version") == Ran(0, "k3license 0.1.0\n", "")


# Engines


@pytest.mark.parametrize(
    ("engine", "names"),
    [("both", ["durable", "builtin"]), ("durable", ["durable"]), ("builtin", ["builtin"])],
)
def test_the_report_names_the_engines_asked_for(engine: str, names: list[str]) -> None:
    assert json.loads(ran("check", MET, "--engine", engine, "--format", "json").out)["engines"] == names


def test_an_engine_that_cannot_be_imported_is_refused_only_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(durable, "_shared", lambda: None)
    found = ran("check", MET, "--engine", "durable")
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith("k3license: --engine: the engine durable needs durable-rules, which cannot be")
    assert json.loads(ran("check", MET, "--format", "json").out)["engines"] == ["builtin"]


# Where the output goes


def test_a_file_gets_all_that_the_screen_would(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    assert ran("check", ACTION, "--output", report) == Ran(1, "", f"written to {report}\n")
    assert report.read_text() == ran("check", ACTION).out
    assert list(tmp_path.iterdir()) == [report]


def test_a_file_keeps_what_it_had_where_nothing_is_answered(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    report.write_text("of last week")
    assert ran("check", "nobody.yaml", "--output", report).code == 2
    assert report.read_text() == "of last week"


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    nowhere = tmp_path / "missing" / "report.txt"
    assert ran("check", MET, "--output", nowhere) == Ran(
        2, "", f"k3license: {nowhere}: cannot be written: No such file or directory\n"
    )
    assert ran("check", MET, "--output", tmp_path) == Ran(
        2, "", f"k3license: {tmp_path}: cannot be written: Is a directory\n"
    )


def test_a_profile_is_read_from_standard_input() -> None:
    found = program("check", "-", given=OPEN.read_bytes())
    assert found == ran("check", OPEN)
    assert "standard input:1:10: error[version]: profile: " in program("check", "-", given=b"profile: 2\n").err


def test_a_reader_who_has_gone_away_is_no_finding() -> None:
    for arguments in (("check", ACTION), ("check", ACTION, "--format", "json"), ("--help",)):
        started = subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        said = started.stderr.read()
        started.stderr.close()
        assert (started.wait(timeout=60), said) == (141, b"")


def test_a_full_disk_is_named() -> None:
    with Path("/dev/full").open("wb") as full:
        found = subprocess.run(command("check", MET), stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert found.returncode == 2
    assert found.stderr == b"k3license: the output: cannot be written: No space left on device\n"


@pytest.mark.parametrize("name", ["first-draft", "large-host-signed-late", "joint-venture-fifty-fifty"])
def test_text_fits_eighty_columns_without_colors(name: str) -> None:
    found = program("check", example(name), environment={"FORCE_COLOR": "1", "TERM": "xterm-256color"})
    assert max(len(line) for line in found.out.splitlines()) <= 80
    assert "\x1b" not in found.out


def test_letters_that_the_screen_cannot_show_do_not_stop_the_report(tmp_path: Path) -> None:
    profile = tmp_path / "unicode.yaml"
    profile.write_text(OPEN.read_text().replace("name: ", "name: \N{SNOWMAN} \N{CJK UNIFIED IDEOGRAPH-6708} ", 1))
    for locale in ("C", "POSIX"):
        environment = {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
        found = program("check", profile, environment=environment)
        assert (found.code, found.err) == (3, "")


@pytest.mark.parametrize("name", ["subsidiary-of-a-model-api-group", "hybrid-hosting"])
def test_the_same_input_gives_the_same_bytes_under_every_hash_seed(name: str) -> None:
    reports = {
        program("check", example(name), "--format", "json", environment={"PYTHONHASHSEED": seed}).out
        for seed in ("0", "1", "4711")
    }
    assert len(reports) == 1
