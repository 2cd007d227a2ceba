"""Rule packs that are malformed: each problem with its place, its code and what would work."""

from pathlib import Path
from typing import NamedTuple

import pytest

from k3license.model.errors import InputErrors, PackErrors, Place
from k3license.model.rules import Question
from k3license.model.truth import Truth
from k3license.packs.headers import known_licenses
from k3license.packs.loader import UnknownLicense, load_pack
from tests.unit.packs.mini import VOCABULARY, write_pack

LICENSE = "mini/license.yaml"
GATE = "mini/gate.yaml"
SERVICE = "mini/service.yaml"
STAFF = "mini/staff.yaml"
NOTICE = "mini/notice.yaml"
AFFILIATE = "common/positions/affiliate.yaml"
QUESTIONS = "common/questions.yaml"


class Broken(NamedTuple):
    """One text put for another in *file*, and the one problem that this makes, there or *at* another file."""

    what: str
    file: str
    old: str
    new: str
    line: int
    column: int
    code: str
    help: str
    at: str = ""


BROKEN = (
    Broken(
        "a key of the header misspelt",
        LICENSE,
        "reviewed_by",
        "reviewd_by",
        10,
        1,
        "unknown-key",
        'did you mean "reviewed_by"?',
    ),
    Broken(
        "a key of the header missing", LICENSE, "title: Mini License\n", "", 1, 1, "missing", "add it to this block"
    ),
    Broken("an id that is not the folder's name", LICENSE, "license: mini", "license: maxi", 1, 10, "id", "write mini"),
    Broken("a status misspelt", LICENSE, "status: draft", "status: drafted", 8, 9, "choice", 'did you mean "draft"?'),
    Broken(
        "a digest of other letters", LICENSE, "20c797ce", "XXc797ce", 7, 29, "sha256", "write 64 digits of 0-9 and a-f"
    ),
    Broken("a date written backwards", LICENSE, "2026-07-27", "27.07.2026", 5, 36, "date", "write 2026-07-27"),
    Broken(
        "a requirement listed under another name",
        LICENSE,
        "[gate, notice]",
        "[gate, notices]",
        11,
        22,
        "unknown-requirement",
        'did you mean "notice"?',
    ),
    Broken(
        "a requirement left out of the list",
        LICENSE,
        "[gate, notice]",
        "[gate]",
        11,
        1,
        "missing",
        "add it in the order of the license",
    ),
    Broken(
        "a requirement listed twice", LICENSE, "[gate, notice]", "[gate, notice, gate]", 11, 30, "twice", "keep one"
    ),
    Broken(
        "a position misspelt in the list",
        LICENSE,
        "[affiliate, third-party]",
        "[affiliate, third-party, afiliate]",
        14,
        37,
        "unknown-position",
        'did you mean "affiliate"?',
    ),
    Broken(
        "a position left out of the list",
        LICENSE,
        "[affiliate, third-party]",
        "[affiliate]",
        14,
        1,
        "missing",
        "add third-party",
    ),
    Broken(
        "a closed position with a reading misspelt",
        LICENSE,
        "closes: {}",
        'closes: {affiliate: {reading: more-then-half, section: "1"}}',
        15,
        31,
        "choice",
        'did you mean "more-than-half"?',
    ),
    Broken(
        "a closed position that is misspelt",
        LICENSE,
        "closes: {}",
        'closes: {afiliate: {reading: x, section: "1"}}',
        15,
        10,
        "unknown-position",
        'did you mean "affiliate"?',
    ),
    Broken(
        "a key given twice",
        LICENSE,
        "status: draft",
        "status: draft\nstatus: reviewed",
        9,
        1,
        "duplicate-key",
        "keep one; most YAML readers would silently use the last",
    ),
    Broken(
        "a second colon",
        LICENSE,
        "title: Mini License",
        "title: Mini: License",
        2,
        12,
        "syntax",
        "put the whole text in double quotes",
    ),
    Broken(
        "a text where a list belongs", LICENSE, "silent_on: [price]", "silent_on: price", 13, 12, "list", "write [a, b]"
    ),
    Broken("a rule that is not called as its file", GATE, "rule: gate", "rule: gates", 1, 7, "id", "write gate"),
    Broken(
        "a kind misspelt",
        GATE,
        "kind: requirement",
        "kind: requirements",
        2,
        7,
        "choice",
        'did you mean "requirement"?',
    ),
    Broken(
        "a rule without a kind",
        GATE,
        "kind: requirement\n",
        "",
        1,
        1,
        "missing",
        "add one of definition, requirement, exemption",
    ),
    Broken("a use misspelt", GATE, "commercial-use", "commercial", 6, 8, "choice", 'did you mean "commercial-use"?'),
    Broken("a statement misspelt", GATE, "- uses\n", "- usess\n", 8, 5, "unknown-statement", 'did you mean "uses"?'),
    Broken(
        "a statement of a service in a requirement",
        GATE,
        "- uses\n",
        "- sold\n",
        8,
        5,
        "unknown-statement",
        "known here: uses, commercial, copied",
    ),
    Broken(
        "a definition misspelt",
        GATE,
        "some_member: service",
        "some_member: servise",
        10,
        18,
        "unknown-definition",
        'did you mean "service"?',
    ),
    Broken("a form of condition misspelt", GATE, "- any:", "- anny:", 9, 5, "condition", 'did you mean "any"?'),
    Broken(
        "two forms in one condition",
        GATE,
        "  - some_member: service",
        "  - {some_member: service, not: uses}",
        10,
        6,
        "condition",
        "write a name, or one of not, all, any, some_member, measure with what follows it",
    ),
    Broken("any of nothing", GATE, "[commercial, service]", "[]", 9, 10, "list", "write [a, b]"),
    Broken(
        "conditions that are no list", GATE, "when:\n  - uses\n", "when: uses\nunless:\n", 7, 7, "list", "write [a, b]"
    ),
    Broken(
        "a quantity misspelt",
        GATE,
        "quantity: revenue",
        "quantity: revenues",
        12,
        17,
        "choice",
        'did you mean "revenue"?',
    ),
    Broken(
        "a limit with another word",
        GATE,
        "more than USD 20M",
        "over USD 20M",
        17,
        14,
        "limit",
        "write more than USD 12M, or at least 5M",
    ),
    Broken(
        "a limit without a currency",
        GATE,
        "more than USD 20M",
        "more than 20M",
        17,
        14,
        "currency",
        "write USD 20M, or the code that fits",
    ),
    Broken(
        "a limit that is a range",
        GATE,
        "more than USD 20M",
        "more than USD 20M to 30M",
        17,
        14,
        "limit",
        "write one number",
    ),
    Broken(
        "a limit with a dollar sign", GATE, "more than USD 20M", "more than $20M", 17, 14, "amount", "write USD 20M"
    ),
    Broken(
        "a window that nobody can measure",
        GATE,
        "window: 12-months",
        "window: year",
        12,
        17,
        "measure",
        "use 12-months",
    ),
    Broken(
        "a window misspelt",
        GATE,
        "window: 12-months",
        "window: 12 months",
        15,
        15,
        "choice",
        'did you mean "12-months"?',
    ),
    Broken(
        "a window before a date written backwards",
        GATE,
        "window: 12-months",
        "window: month-before 31.12.2026",
        15,
        15,
        "date",
        "write 2026-12-31",
    ),
    Broken(
        "a key of a measure misspelt",
        GATE,
        "combine: sum",
        "combin: sum",
        16,
        7,
        "unknown-key",
        'did you mean "combine"?',
    ),
    Broken(
        "a fulfilment misspelt",
        GATE,
        "{agreement: separate-agreement}",
        "{agrement: x}",
        23,
        18,
        "unknown-key",
        'did you mean "agreement"?',
    ),
    Broken(
        "a requirement that nothing fulfils",
        GATE,
        "{agreement: separate-agreement}",
        "{}",
        23,
        17,
        "missing",
        "write {agreement: KIND}, {display: NAME} or {notices: kept}",
    ),
    Broken(
        "a position that is asked and not listed",
        GATE,
        "turns_on: [affiliate, third-party]",
        "turns_on: [affiliate]",
        24,
        1,
        "turns-on",
        "add third-party",
    ),
    Broken(
        "a position that is listed and not asked",
        GATE,
        "turns_on: [affiliate, third-party]",
        "turns_on: [affiliate, third-party, exchange]",
        24,
        36,
        "turns-on",
        "delete it",
    ),
    Broken(
        "a position misspelt in a rule",
        GATE,
        "turns_on: [affiliate, third-party]",
        "turns_on: [afiliate, third-party]",
        24,
        12,
        "turns-on",
        'did you mean "affiliate"?',
    ),
    Broken(
        "a question for a field that is misspelt",
        GATE,
        "  revenue: {ask",
        "  revenu: {ask",
        26,
        3,
        "unknown-field",
        'did you mean "revenue"?',
    ),
    Broken(
        "an exemption from a requirement misspelt",
        STAFF,
        "lifts: [gate]",
        "lifts: [gates]",
        6,
        9,
        "unknown-requirement",
        'did you mean "gate"?',
    ),
    Broken(
        "a statement of a use on a path",
        STAFF,
        "path_goes_out",
        "uses",
        8,
        10,
        "unknown-statement",
        "known here: path_goes_out",
    ),
    Broken(
        "a measure in an exemption",
        STAFF,
        "  - not: path_goes_out",
        "  - not: path_goes_out\n  - measure: {}",
        9,
        5,
        "condition",
        "",
    ),
    Broken(
        "the group in a definition",
        SERVICE,
        "  - sold\n",
        "  - sold\n  - some_member: service\n",
        10,
        5,
        "condition",
        "",
    ),
    Broken("a definition by itself", SERVICE, "  - sold\n", "  - sold\n  - service\n", 9, 3, "cycle", ""),
    Broken("an answer that is neither yes nor no", SERVICE, "[yes, no]", "[yes, maybe]", 7, 53, "choice", ""),
    Broken(
        "a field misspelt",
        SERVICE,
        "field: model_as_a_service",
        "field: model_as_service",
        7,
        20,
        "choice",
        'did you mean "model_as_a_service"?',
    ),
    Broken(
        "a shared rule misspelt",
        NOTICE,
        "like: shared-notice",
        "like: shared-notices",
        2,
        7,
        "no-file",
        'did you mean "shared-notice"?',
    ),
    Broken(
        "words that the shared rule does not say",
        NOTICE,
        "{words: the notice}",
        "{words: the notice, extra: x}",
        3,
        27,
        "unused",
        "",
    ),
    Broken(
        "words missing for the shared rule",
        NOTICE,
        "{words: the notice}",
        "{}",
        3,
        7,
        "missing",
        "add words: and the words for it",
    ),
    Broken("a default that is no reading", AFFILIATE, "default: half-or-more", "default: half", 4, 10, "choice", ""),
    Broken(
        "a default that does not stand first",
        AFFILIATE,
        "default: half-or-more",
        "default: more-than-half",
        4,
        10,
        "default",
        "move it to the front",
    ),
    Broken(
        "a strength misspelt",
        AFFILIATE,
        "strength: literal",
        "strength: litteral",
        7,
        51,
        "choice",
        'did you mean "literal"?',
    ),
    Broken(
        "a position that is not called as its file",
        AFFILIATE,
        "position: affiliate",
        "position: afiliate",
        1,
        11,
        "id",
        "write affiliate",
    ),
    Broken(
        "a key of a reading misspelt",
        AFFILIATE,
        "against: Narrow.",
        "agianst: Narrow.",
        7,
        72,
        "unknown-key",
        'did you mean "against"?',
    ),
    Broken(
        "a key of a question misspelt",
        QUESTIONS,
        "of: controlling",
        "off: controlling",
        1,
        49,
        "unknown-key",
        'did you mean "of"?',
    ),
    Broken("an empty title", GATE, "title: Large sellers ask first", "title:", 3, 1, "text", ""),
)


def problems_of(rules: Path) -> PackErrors:
    with pytest.raises(PackErrors) as refused:
        load_pack("mini", vocabulary=VOCABULARY, rules=rules)
    return refused.value


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.what)
def test_a_broken_pack_is_refused_at_its_place_with_what_would_work(broken: Broken, tmp_path: Path) -> None:
    rules = write_pack(tmp_path, {broken.file: (broken.old, broken.new)})
    (problem,) = problems_of(rules).problems
    place = problem.place
    assert (place.file, place.line, place.column) == (f"rules/{broken.at or broken.file}", broken.line, broken.column)
    assert (problem.code, problem.help) == (broken.code, broken.help)


@pytest.mark.parametrize(
    ("left_out", "place", "code"),
    [
        ("mini/gate.cases.yaml", Place(f"rules/{GATE}"), "no-cases"),
        ("common/rules/shared-notice.cases.yaml", Place("rules/common/rules/shared-notice.yaml"), "no-cases"),
        ("mini/positions/third-party.yaml", Place(f"rules/{LICENSE}", 14, 24, 11), "unknown-position"),
        (QUESTIONS, Place(f"rules/{QUESTIONS}"), "no-file"),
    ],
)
def test_a_file_that_is_missing_is_noted_where_it_is_missed(
    left_out: str, place: Place, code: str, tmp_path: Path
) -> None:
    (problem,) = problems_of(write_pack(tmp_path, {left_out: None})).problems
    assert (problem.place, problem.code) == (place, code)


def test_a_problem_says_where_in_the_rule_it_lies_with_items_counted_from_one(tmp_path: Path) -> None:
    edit = ("[commercial, service]", "[commercial, servis]")
    (problem,) = problems_of(write_pack(tmp_path, {GATE: edit})).problems
    assert (problem.path, problem.text) == ("when[2].any[2]", 'no statement or definition is called "servis"')


def test_a_key_that_nobody_knows_is_shown_with_those_that_are_known(tmp_path: Path) -> None:
    edit = ("  who: licensee\n", "  who: licensee\n  color: red\n")
    (problem,) = problems_of(write_pack(tmp_path, {GATE: edit})).problems
    assert problem.path == "then.color"
    assert problem.help == "known here: consequence, must, who, by, fulfilled_by"


def test_a_whole_pack_is_put_together(tmp_path: Path) -> None:
    pack = load_pack("mini", vocabulary=VOCABULARY, rules=write_pack(tmp_path))
    assert [requirement.id for requirement in pack.requirements] == ["gate", "notice"]
    assert [exemption.id for exemption in pack.lifting("gate")] == ["staff"]
    assert pack.lifting("notice") == ()
    stated_as = pack.definitions["service"].stated_as
    assert stated_as is not None
    assert stated_as.takes == {Truth.YES, Truth.NO}
    assert pack.requirements[0].if_missing == {"revenue": Question("Revenue of all?", "controlling")}
    assert list(pack.positions["affiliate"].readings) == ["half-or-more", "more-than-half"]
    assert pack.positions["third-party"].readings["outsiders"].does == "outside-the-group"


def test_a_shared_rule_has_the_words_of_the_license_put_in(tmp_path: Path) -> None:
    notice = load_pack("mini", vocabulary=VOCABULARY, rules=write_pack(tmp_path)).requirements[1]
    assert (notice.id, notice.title, notice.then.must) == ("notice", "Keep the notice", "keep the notice")
    assert notice.file == "rules/common/rules/shared-notice.yaml"


def test_a_position_that_the_license_closes_has_one_reading_and_need_not_be_listed(tmp_path: Path) -> None:
    closes = 'positions: [third-party]\ncloses: {affiliate: {reading: more-than-half, section: "1.2"}}'
    edit = ("positions: [affiliate, third-party]\ncloses: {}", closes)
    pack = load_pack("mini", vocabulary=VOCABULARY, rules=write_pack(tmp_path, {LICENSE: edit}))
    affiliate = pack.positions["affiliate"]
    assert (affiliate.default, list(affiliate.readings)) == ("more-than-half", ["more-than-half"])
    assert affiliate.closed_by == "1.2"
    assert pack.positions["third-party"].closed_by is None


def test_all_problems_of_all_files_come_at_once(tmp_path: Path) -> None:
    rules = write_pack(
        tmp_path,
        {
            GATE: ("- uses\n", "- usess\n"),
            STAFF: ("title: Staff only", "title: Staff: only"),
            AFFILIATE: ("strength: literal", "strength: certain"),
        },
    )
    assert [(problem.place.file, problem.place.line) for problem in problems_of(rules).problems] == [
        (f"rules/{AFFILIATE}", 7),
        (f"rules/{GATE}", 8),
        (f"rules/{STAFF}", 3),
    ]


def test_two_definitions_that_need_each_other_are_a_cycle(tmp_path: Path) -> None:
    rules = write_pack(tmp_path, {SERVICE: ("  - sold\n", "  - sold\n  - trade\n")})
    trade = (rules / SERVICE).read_text().replace("service", "trade").replace("- trade\n", "- service\n")
    (rules / "mini/trade.yaml").write_text(
        trade.replace("about: trade", "about: service").replace("a_trade", "a_service")
    )
    (rules / "mini/trade.cases.yaml").write_text("rule: trade\ncases: []\n")
    (problem,) = problems_of(rules).problems
    assert problem.text == "the definition leads back to itself: service -> trade -> service"


def test_a_missing_question_is_noted_for_each_rule_that_may_need_it(tmp_path: Path) -> None:
    edit = ("offerings.*.sold: {ask: Is it sold?, of: product owner}\n", "")
    found = problems_of(write_pack(tmp_path, {QUESTIONS: edit})).problems
    assert [(each.code, each.place.file) for each in found] == [
        ("no-question", f"rules/{GATE}"),
        ("no-question", f"rules/{SERVICE}"),
    ]


def test_a_problem_of_a_pack_is_shown_with_its_line(tmp_path: Path) -> None:
    rules = write_pack(tmp_path, {STAFF: ("lifts: [gate]", "lifts: [gates]")})
    assert str(problems_of(rules)) == (
        'rules/mini/staff.yaml:6:9: error[unknown-requirement]: lifts[1]: no requirement is called "gates"\n'
        "  |\n"
        "6 | lifts: [gates]\n"
        "  |         ^^^^^\n"
        '  = help: did you mean "gate"?'
    )


def test_a_pack_in_bytes_that_are_no_text_is_the_fault_of_the_pack(tmp_path: Path) -> None:
    rules = write_pack(tmp_path)
    (rules / GATE).write_bytes(b"rule: \xff\n")
    errors = problems_of(rules)
    assert not isinstance(errors, InputErrors)
    assert errors.problems[0].place == Place(f"rules/{GATE}", 1, 7)
    (rules / LICENSE).write_bytes(b"license: \xff\n")
    with pytest.raises(PackErrors):
        known_licenses(rules)


def test_a_license_without_a_pack_is_named_with_those_that_have_one(tmp_path: Path) -> None:
    rules = write_pack(tmp_path)
    with pytest.raises(UnknownLicense, match='did you mean "mini"'):
        load_pack("minni", vocabulary=VOCABULARY, rules=rules)
    with pytest.raises(UnknownLicense, match="known are mini"):
        load_pack("../common", vocabulary=VOCABULARY, rules=rules)


def test_headers_are_known_without_reading_any_rule(tmp_path: Path) -> None:
    rules = write_pack(tmp_path, {GATE: None, AFFILIATE: None})
    header = known_licenses(rules)["mini"]
    assert (header.licensor.name, header.licensor.contact) == ("Maker", None)
    assert (header.status, header.reviewed_by) == ("draft", None)
    assert list(header.models) == ["mini-1"]


def test_the_digest_changes_with_any_file_of_the_pack(tmp_path: Path) -> None:
    digests = {
        load_pack("mini", vocabulary=VOCABULARY, rules=write_pack(tmp_path / str(number), edits)).digest
        for number, edits in enumerate(
            (
                {},
                {GATE: ("USD 20M", "USD 50M")},
                {AFFILIATE: ("against: Narrow.", "against: Too narrow.")},
                {LICENSE: ("name: Maker", "name: Makers")},
            )
        )
    }
    assert len(digests) == 4


def test_a_position_has_the_words_for_people(tmp_path: Path) -> None:
    affiliate = load_pack("mini", vocabulary=VOCABULARY, rules=write_pack(tmp_path)).positions["affiliate"]
    assert affiliate.asks == "Who is an affiliate?"
    assert affiliate.readings["half-or-more"].reasons_for == "Wide."
