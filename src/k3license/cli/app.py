"""The command line: read arguments, call, print."""

# Commands import what they need when they run: `--version` and `--help` stay quick
# (docs/decisions/0006-lazy-imports.md).

from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Annotated

import typer
from typer.exceptions import TyperException

from k3license.cli import exits
from k3license.cli.ending import ended

app = typer.Typer(
    help="What an open-weight model's license asks of an organization, answered from a profile of facts.",
    epilog="This is not legal advice.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Profiles = Annotated[list[Path], typer.Argument(metavar="PROFILE...", help="Profiles: YAML files.")]
OneProfile = Annotated[Path, typer.Argument(metavar="PROFILE", help="A profile: a YAML file.")]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="The day asked about, instead of the profile's own."),
]
LicenseId = Annotated[
    str | None,
    typer.Option("--license", metavar="ID", help="Answer as if every offering used this license's model."),
]
Positions = Annotated[
    list[str] | None,
    typer.Option(
        "--position",
        metavar="NAME=READING",
        help="Choose a reading of an open question; LICENSE/NAME=READING chooses for one license.",
    ),
]
Engine = Annotated[str, typer.Option("--engine", metavar="NAME", help="both, durable or builtin.")]
Format = Annotated[str, typer.Option("--format", metavar="NAME", help="text or json.")]
Output = Annotated[Path | None, typer.Option("--output", metavar="FILE", help="Write to a file.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        from k3license import __version__

        print(f"k3license {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """What every command has in common."""


@app.command("check", epilog="Example: k3license check examples/startup-embedding.yaml")
def check(
    profiles: Profiles,
    as_of: AsOf = None,
    license: LicenseId = None,
    position: Positions = None,
    engine: Engine = "both",
    format: Format = "text",
    output: Output = None,
) -> None:
    """Check what the licenses ask of every use in the profiles."""
    from k3license.cli.check import check_profiles
    from k3license.cli.options import options_from

    options = options_from(as_of=as_of, license=license, positions=position or (), engine=engine)
    raise typer.Exit(check_profiles(profiles, options, format=format, output=output))


@app.command(
    "group", epilog="Example: k3license group examples/three-entities.yaml --position affiliate=more-than-half"
)
def group(
    profile: OneProfile,
    licensee: Annotated[str | None, typer.Option("--licensee", metavar="ID", help="Whose group.")] = None,
    as_of: AsOf = None,
    position: Positions = None,
    changes: Annotated[
        tuple[str, str] | None,
        typer.Option("--changes", metavar="FROM TO", help="Also list who joins and leaves between two days."),
    ] = None,
    format: Format = "text",
    output: Output = None,
) -> None:
    """Show who belongs to the licensee's group, and why."""
    from k3license.cli.group import show_group
    from k3license.cli.options import days_between, options_from

    options = options_from(as_of=as_of, license=None, positions=position or (), engine="builtin")
    between = days_between(changes)
    raise typer.Exit(show_group(profile, options, licensee=licensee, between=between, format=format, output=output))


@app.command(
    "explain", epilog="Example: k3license explain examples/three-entities.yaml --offering draft-translations --flip"
)
def explain(
    profile: OneProfile,
    offering: Annotated[str | None, typer.Option("--offering", metavar="ID", help="Of one offering alone.")] = None,
    requirement: Annotated[
        str | None, typer.Option("--requirement", metavar="ID", help="Of one requirement alone.")
    ] = None,
    flip: Annotated[
        bool, typer.Option("--flip", help="Add the smallest changes to facts that lead to another answer.")
    ] = False,
    growth: Annotated[
        str | None, typer.Option("--growth", metavar="RATE", help="When limits would be crossed: 3%/month.")
    ] = None,
    as_of: AsOf = None,
    license: LicenseId = None,
    position: Positions = None,
    engine: Engine = "both",
    format: Format = "text",
    output: Output = None,
) -> None:
    """Explain the answers: reasons, readings, limits, and what would change them."""
    from k3license.cli.explain import show_explanation
    from k3license.cli.options import options_from

    options = options_from(as_of=as_of, license=license, positions=position or (), engine=engine)
    code = show_explanation(
        profile,
        options,
        offering=offering,
        requirement=requirement,
        flip=flip,
        growth=growth,
        format=format,
        output=output,
    )
    raise typer.Exit(code)


@app.command("compare", epilog="Example: k3license compare examples/bank-staff-assistant.yaml")
def compare(
    profile: OneProfile,
    licenses: Annotated[
        list[str] | None,
        typer.Option("--license", metavar="ID", help="A license; give two or more, or none for the usual ones."),
    ] = None,
    offering: Annotated[str | None, typer.Option("--offering", metavar="ID", help="Of one offering alone.")] = None,
    as_of: AsOf = None,
    position: Positions = None,
    format: Format = "text",
    output: Output = None,
) -> None:
    """Show the same facts under several licenses side by side."""
    from k3license.cli.compare import show_comparison
    from k3license.cli.options import options_from

    options = options_from(as_of=as_of, license=None, positions=position or (), engine="both")
    code = show_comparison(profile, options, licenses=licenses or (), offering=offering, format=format, output=output)
    raise typer.Exit(code)


@app.command(
    "whatif",
    epilog="Example: k3license whatif examples/hybrid-hosting.yaml --set offerings.companion.charged=free",
)
def whatif(
    profile: OneProfile,
    changes: Annotated[
        list[str],
        typer.Option("--set", metavar="PATH=VALUE", help="A fact by its path, and the value it is to have."),
    ],
    as_of: AsOf = None,
    license: LicenseId = None,
    position: Positions = None,
    format: Format = "text",
    output: Output = None,
) -> None:
    """Show the answers before and after changes to facts; the file stays as it is."""
    from k3license.cli.options import options_from
    from k3license.cli.whatif import show_what_if

    options = options_from(as_of=as_of, license=license, positions=position or (), engine="both")
    raise typer.Exit(show_what_if(profile, options, changes=changes, format=format, output=output))


@app.command("report", epilog="Example: k3license report examples/three-entities.yaml --output memo.md")
def report(
    profile: OneProfile,
    redline: Annotated[
        Path | None,
        typer.Option("--redline", metavar="OLD-PROFILE", help="Mark what changed since an older profile."),
    ] = None,
    as_of: AsOf = None,
    license: LicenseId = None,
    position: Positions = None,
    engine: Engine = "both",
    output: Output = None,
) -> None:
    """Write the memo: what to do first, then facts, reasons, readings, questions and limits."""
    from k3license.cli.options import options_from
    from k3license.cli.report import write_report

    options = options_from(as_of=as_of, license=license, positions=position or (), engine=engine)
    raise typer.Exit(write_report(profile, options, redline=redline, output=output))


@app.command("import", epilog="Example: k3license import csv entities.csv holdings.csv --as-of 2026-11-30")
def import_(
    format: Annotated[str, typer.Argument(metavar="FORMAT", help="gleif, bods, csv or xlsx.")],
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="The files, in any order.")],
    root: Annotated[
        str | None,
        typer.Option("--root", metavar="ID", help="The licensee: only what can matter for its group is taken."),
    ] = None,
    as_of: AsOf = None,
    revenue: Annotated[
        list[Path] | None,
        typer.Option("--revenue", metavar="FILE", help="A CSV table of revenue: entity, month, amount, currency."),
    ] = None,
    output: Output = None,
) -> None:
    """Write a profile from registers and tables: entities, holdings, control, revenue."""
    from k3license.cli.import_ import import_profile

    raise typer.Exit(import_profile(format, files, root=root, as_of=as_of, revenue=revenue or (), output=output))


def _app_for(arguments: Sequence[str]) -> typer.Typer:
    """Return the app with the one command that *arguments* name, since building all of them takes longer."""
    asked = [each for each in app.registered_commands if each.name in arguments[:1]]
    if not asked:
        return app
    alone = copy(app)
    alone.registered_commands = asked
    return alone


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code."""
    return ended(lambda: _run(arguments))


def _run(arguments: Sequence[str]) -> int:
    try:
        code = _app_for(arguments)(list(arguments) or ["--help"], standalone_mode=False)
    except TyperException as error:
        raise exits.UsageError(error.format_message()) from error
    # Without any command there is nothing that could be clear.
    return code if isinstance(code, int) and arguments else exits.INPUT_ERROR
