"""What no engine accepts, and what is prepared only once."""

import pytest

from k3license.engine.errors import LeavesMisfit, ProgramRefused
from k3license.engine.programs import OncePerProgram, misfit, require_well_formed
from k3license.model.program import Clause, Connective, Program
from k3license.model.truth import Truth

ALL, ANY, NOT = Connective.ALL, Connective.ANY, Connective.NOT


@pytest.mark.parametrize(
    ("leaves", "clauses", "message"),
    [
        (("a",), [Clause("head", ALL, ())], "head: its body is empty"),
        (("a",), [Clause("head", ANY, ())], "head: its body is empty"),
        (("a", "b"), [Clause("head", NOT, ("a", "b"))], "head: `not` takes one name, not 2"),
        (
            ("a",),
            [Clause("head", ALL, ("a", "later", "typo"))],
            "neither a leaf nor defined before it: later, typo",
        ),
        (("a",), [Clause("head", ALL, ("head",))], "neither a leaf nor defined before it: head"),
        (("a",), [Clause("head", ALL, ("a",)), Clause("head", ANY, ("a",))], "head: defined twice"),
        (("a",), [Clause("a", ALL, ("a",))], "a: defined twice"),
        (("a", "a"), [Clause("head", ALL, ("a",))], "a leaf is named twice"),
    ],
)
def test_a_malformed_program_is_refused_by_name(leaves: tuple[str, ...], clauses: list[Clause], message: str) -> None:
    with pytest.raises(ProgramRefused, match=message):
        require_well_formed(Program(leaves, tuple(clauses)))


def test_a_misfit_names_both_what_is_missing_and_what_is_foreign() -> None:
    error = misfit(Program(("a", "b"), ()), {"b": Truth.YES, "c": Truth.NO})
    assert str(error) == "missing: a; not of this program: c"
    assert isinstance(error, LeavesMisfit)
    assert isinstance(error, LookupError)


def test_a_program_is_prepared_once_and_again_only_after_very_many_others() -> None:
    prepared: list[Program] = []

    @OncePerProgram
    def prepare(program: Program) -> int:
        prepared.append(program)
        return len(prepared)

    first = Program(("a",), ())
    assert [prepare(first), prepare(first)] == [1, 1]
    others = [Program((f"leaf-{number}",), ()) for number in range(256)]
    assert [prepare(each) for each in others] == list(range(2, 258))
    assert prepare(first) == 258
