"""`k3license report`."""

from pathlib import Path
from typing import Final

from k3license.answers.assess import NothingToAssess
from k3license.answers.cases import Cases, Options
from k3license.answers.comparison import compare
from k3license.answers.explain import explain
from k3license.answers.groups import group_report
from k3license.cli.answering import give_out
from k3license.cli.ending import ended
from k3license.cli.profiles import catalog, read
from k3license.memo.markdown import markdown_of
from k3license.memo.material import Material
from k3license.memo.memo import Memo, memo_of
from k3license.model.comparison import Comparison
from k3license.packs.compared import compared_licenses
from k3license.reading.profiles import LoadedProfile

MARKDOWN: Final = "markdown"


def report_to(profile: str, output: str | None = None) -> int:
    """Do what `k3license report` does with a profile, and perhaps `--output`, alone, and return the exit code."""
    file = None if output is None else Path(output)
    return ended(lambda: write_report(Path(profile), Options(), redline=None, output=file))


def write_report(profile: Path, options: Options, *, redline: Path | None, output: Path | None) -> int:
    """Give out the memo of *profile*, marked with what changed since *redline*, and return the exit code."""

    def answer(loaded: LoadedProfile) -> Memo:
        if redline is None:
            return memo_of(material(loaded, options, name=profile.stem))
        # Most memos mark nothing.
        from k3license.memo.redline import redlined  # noqa: PLC0415

        older = read(redline)
        before = memo_of(material(older, options, name=redline.stem, looking_ahead=False))
        memo = memo_of(material(loaded, options, name=profile.stem))
        return redlined(memo, before, loaded=loaded, older_loaded=older)

    return give_out(profile, options, answer, formats={MARKDOWN: markdown_of}, format=MARKDOWN, output=output)


def material(loaded: LoadedProfile, options: Options, *, name: str, looking_ahead: bool = True) -> Material:
    """
    Return the answers that a memo of a profile is made from; *name* is for a profile without one.

    Not *looking_ahead*, without what would change the result and without other licenses.
    """
    cases = Cases(loaded, catalog(), options)
    # What `explain --flip` has both engines decide again, a memo takes from the built-in one.
    explanations = explain(cases, with_flips=looking_ahead, flips_with_all_engines=False)
    licensees = dict.fromkeys(each.licensee for each in explanations)
    return Material(
        name=loaded.profile.name or name,
        loaded=loaded,
        packs=catalog().packs,
        explanations=explanations,
        comparison=_compared(cases) if looking_ahead else None,
        groups=tuple(group_report(loaded, catalog(), options, licensee=licensee) for licensee in licensees),
    )


def _compared(cases: Cases) -> Comparison | None:
    try:
        return compare(cases, licenses=compared_licenses())
    except NothingToAssess:
        return None
