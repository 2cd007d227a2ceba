"""The program: answers --version at once, hands everything else to the commands."""

import gc
import os
import sys


def main() -> None:
    """Run the command line in sys.argv and exit with its code."""
    if sys.argv[1:] == ["--version"]:
        # Answered before anything is imported: scripts ask for it a lot.
        from k3license import __version__

        print(f"k3license {__version__}")
        raise SystemExit(0)
    # Next to nothing of what a start creates is garbage: looking for it costs more than it frees.
    gc.set_threshold(1_000_000, 50, 50)
    # No plugin may read a profile, and looking for plugins opens the metadata of every package installed.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")
    code = _run(sys.argv[1:])
    # Everything is written and flushed.  Taking all objects apart once more would cost a fifth of a run.
    os._exit(code)


def _run(arguments: list[str]) -> int:
    if arguments and "--help" not in arguments:
        # Deep inside other imports, this one would make the interpreter grow and shrink its stack hundreds of times.
        import k3license.profile.records  # noqa: F401
    # What hooks and workflows call all day needs no parser: to build one takes a tenth of a run.
    match arguments:
        case ["check", *profiles] if profiles and _are_files(profiles):
            from k3license.cli.check import check_without_options

            return check_without_options(profiles)
        case ["report", *files] if len(files) == 1 and _are_files(files):
            from k3license.cli.report import report_to

            return report_to(*files)
        case ["report", profile, "--output", file] if _are_files([profile, file]):
            from k3license.cli.report import report_to

            return report_to(profile, file)
    from k3license.cli.app import run

    return run(arguments)


def _are_files(words: list[str]) -> bool:
    return not any(each.startswith("-") for each in words)


if __name__ == "__main__":
    main()
