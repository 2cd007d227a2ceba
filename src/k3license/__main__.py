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
    command, profiles = arguments[:1], arguments[1:]
    if command and "--help" not in arguments:
        # Deep inside other imports, this one would make the interpreter grow and shrink its stack hundreds of times.
        import k3license.profile.records  # noqa: F401
    if command == ["check"] and profiles and not any(each.startswith("-") for each in profiles):
        # Without any option there is nothing to parse: hooks and workflows call it so.
        from k3license.cli.check import check_without_options

        return check_without_options(profiles)
    from k3license.cli.app import run

    return run(arguments)


if __name__ == "__main__":
    main()
