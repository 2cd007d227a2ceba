"""Tables that people keep themselves: read as they are written, or refused with the row at fault."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from k3license.importers.formats import FORMATS
from k3license.importers.imports import import_files
from k3license.model.errors import InputErrors
from k3license.model.ranges import Range, exactly
from k3license.model.unknown import UNKNOWN
from tests.unit.importers.files import DAY, entity_of, imported, profile_of, refused, stake_of
from tests.unit.reading.samples import KNOWN

ENTITIES = "id,name,kind,jurisdiction\nholding,Holding SE,company,DE\nmaker,Maker GmbH,company,DE\n"
HOLDINGS = "owner,owned,percent,votes,from,until\nholding,maker,60,50.01,2019-03-01,2026-06-30\n"


def test_a_group_in_four_tables_becomes_a_profile(tmp_path: Path) -> None:
    control = "controller,controlled,by,from\nholding,maker,board majority,2026-06-30\n"
    revenue = "entity,month,amount,currency\nmaker,2026-02,1.1M,EUR\nmaker,2026-01,1.2M,EUR\nmaker,2025,14M,EUR\n"
    files = {"e.csv": ENTITIES, "h.csv": HOLDINGS, "c.csv": control, "r.csv": revenue}
    result = imported("csv", tmp_path, files)
    profile = profile_of(result)
    assert list(profile.entities) == ["holding", "maker"]
    stake = stake_of(result, "holding", "maker")
    assert (stake.percent, stake.votes) == (exactly(60), exactly("50.01"))
    assert (stake.start, stake.end) == (date(2019, 3, 1), date(2026, 6, 30))
    assert [(each.controller, each.by) for each in profile.control] == [("holding", "board majority")]
    assert "2026-01..2026-02: [1.2M, 1.1M]" in result.text
    assert "2025: 14M" in result.text
    assert "h: {document: h.csv}" in result.text


def test_what_is_not_written_is_unknown_and_never_zero(tmp_path: Path) -> None:
    result = imported("csv", tmp_path, {"holdings.csv": "owner,owned,percent\na,b,\n"})
    assert stake_of(result, "a", "b").percent == Range(Decimal(0), Decimal(100))
    assert entity_of(result, "a").kind is entity_of(result, "b").revenue is UNKNOWN


def test_names_serve_as_ids_and_are_kept(tmp_path: Path) -> None:
    files = {"holdings.csv": "owner,owned,percent\nExample Holding SE,Müller & Co. KG,100\n"}
    entities = profile_of(imported("csv", tmp_path, files)).entities
    assert {id: each.name for id, each in entities.items()} == {
        "example-holding-se": "Example Holding SE",
        "müller-co.-kg": "Müller & Co. KG",
    }


def test_two_names_never_become_one_entity(tmp_path: Path) -> None:
    files = {"holdings.csv": "owner,owned,percent\nExample AG,b,100\nExample-AG,c,100\nexample-ag,d,100\n"}
    assert [line.split(":")[1] for line in refused("csv", tmp_path, files)] == ["4"]


def test_semicolons_and_a_byte_order_mark_from_a_spreadsheet_are_read(tmp_path: Path) -> None:
    for encoding in ("utf-8-sig", "utf-16"):
        files = {"holdings.csv": "owner;owned;percent\r\na;b;60\r\n".encode(encoding)}
        assert stake_of(imported("csv", tmp_path, files), "a", "b").percent == exactly(60)


def test_percent_signs_and_bands_are_read(tmp_path: Path) -> None:
    rows = "a,b,60%\na,c,over 25\na,d,25 to 50\na,e,0.5%\n"
    result = imported("csv", tmp_path, {"holdings.csv": f"owner,owned,percent\n{rows}"})
    assert [stake_of(result, "a", owned).percent for owned in "bcde"] == [
        exactly(60),
        Range(Decimal(25), Decimal(100), low_open=True),
        Range(Decimal(25), Decimal(50)),
        exactly("0.5"),
    ]


def test_parts_of_one_are_read_where_the_column_says_so(tmp_path: Path) -> None:
    files = {"holdings.csv": "owner,owned,fraction,votes_fraction\na,b,0.505,\na,c,over 0.5,1\n"}
    owns = entity_of(imported("csv", tmp_path, files), "a").owns
    assert [(each.percent, each.votes) for each in owns.values()] == [
        (exactly("50.5"), None),
        (Range(Decimal(50), Decimal(100), low_open=True), exactly(100)),
    ]


def test_percentages_that_may_be_parts_of_one_are_refused(tmp_path: Path) -> None:
    files = {"holdings.csv": "owner,owned,percent\na,b,0.5\na,c,1\na,d,unknown\n"}
    lines = refused("csv", tmp_path, files)
    assert [line[:15] for line in lines] == ["holdings.csv:2:", "holdings.csv:3:"]
    assert "call the column fraction if 0.5 is half; write 0.5% if it is half a percent" in lines[0]


def test_a_small_percentage_among_large_ones_is_taken_with_a_warning(tmp_path: Path) -> None:
    result = imported("csv", tmp_path, {"holdings.csv": "owner,owned,percent\na,b,0.5\na,c,60\n"})
    assert stake_of(result, "a", "b").percent == exactly("0.5")
    assert [(each.code, each.place.line) for each in result.report.warnings] == [("fraction", 2)]


def test_the_same_holding_twice_counts_once_and_in_classes_adds_up(tmp_path: Path) -> None:
    rows = "a,b,30,ordinary\na,b,30,ordinary\na,b,20,preferred\n"
    profile = profile_of(imported("csv", tmp_path, {"holdings.csv": f"owner,owned,percent,class\n{rows}"}))
    assert sorted((each.share_class or "", each.percent) for each in profile.ownership) == [
        ("ordinary", exactly(30)),
        ("preferred", exactly(20)),
    ]


def test_nominees_own_shares_and_branches_keep_their_form(tmp_path: Path) -> None:
    files = {
        "entities.csv": "id,branch_of\na,\nbank,\nb,\nbranch,b\n",
        "holdings.csv": "owner,owned,percent,nominee_for\nbank,b,60,a\nb,b,4,\n",
    }
    result = imported("csv", tmp_path, files)
    assert sorted((each.owner, each.nominee_for or "") for each in profile_of(result).ownership) == [
        ("b", ""),
        ("bank", "a"),
    ]
    assert entity_of(result, "branch").branch_of == "b"


Mistake = tuple[dict[str, str | bytes], list[str]]
FIGURES = "entity,month,amount,currency\n"
MISTAKES: dict[str, Mistake] = {
    "a column that is misspelt": (
        {"entities.csv": "id,nmae\na,A\n"},
        ['entities.csv:1: error[columns]: no column is called "nmae" (did you mean "name"?)'],
    ),
    "a column by another word": (
        {"holdings.csv": "owner,subsidiary,percent\na,b,60\n"},
        ['holdings.csv:1: error[columns]: no column is called "subsidiary" (did you mean "owned"?)'],
    ),
    "a table of something else": (
        {"x.csv": "foo,bar\n1,2\n"},
        ['x.csv:1: error[columns]: the columns are those of no table known here: "foo", "bar" (the first row'],
    ),
    "a share and its part of one": (
        {"holdings.csv": "owner,owned,percent,fraction\na,b,60,0.6\n"},
        ["holdings.csv:1: error[columns]: both percent and fraction are given (keep one"],
    ),
    "an entity that no table describes": (
        {"entities.csv": "id\nalpha\nbeta\n", "holdings.csv": "owner,owned,percent\nalpha,betta,60\n"},
        ['holdings.csv:2: error[unknown-entity]: "betta" is in no table of entities (did you mean "beta"?)'],
    ),
    "two shares of one holding": (
        {"holdings.csv": "owner,owned,percent\na,b,60\na,b,40\n"},
        ["holdings.csv:3: error[contradiction]: another share of a in b is stated in holdings.csv:2, for the same"],
    ),
    "dates that run backwards": (
        {"holdings.csv": "owner,owned,percent,from,until\na,b,60,2020-01-01,2019-01-01\n"},
        ["holdings.csv:2: error[dates]: until: it ends on 2019-01-01, which is not after its beginning on 2020-01-01"],
    ),
    "a comma before decimals, a German date and a share over all": (
        {"holdings.csv": 'owner,owned,percent,from\na,b,"12,5",30.11.2026\na,c,150,\n'},
        [
            'holdings.csv:2: error[date]: from: "30.11.2026" is not a date (write 2026-11-30)',
            'holdings.csv:2: error[amount]: percent: "12,5" has a comma before its decimals (write 12.5)',
            'holdings.csv:3: error[amount]: percent: "150" cannot be a percentage',
        ],
    ),
    "an entity described in two ways": (
        {"entities.csv": "id,name\na,Alpha\na,Alfa\n"},
        ['entities.csv:3: error[contradiction]: name: "Alfa" for a, but "Alpha" in entities.csv:2'],
    ),
    "a share in a person": (
        {"entities.csv": "id,kind\na,company\np,person\n", "holdings.csv": "owner,owned,percent\na,p,60\n"},
        ["holdings.csv:2: error[contradiction]: entities.a.owns.p: p is a person, which nobody can hold a share of"],
    ),
    "words that the profile does not know": (
        {"entities.csv": "id,kind,lei\na,compny,123\n"},
        [
            'entities.csv:2: error[word]: entities.a.kind: "compny" is not known here (did you mean "company"?)',
            'entities.csv:2: error[lei]: entities.a.lei: "123" is not a LEI',
        ],
    ),
    "an id with a meaning of its own": (
        {"holdings.csv": "owner,owned,percent\nstaff,b,60\n"},
        ['holdings.csv:2: error[id]: owner: "staff" has a meaning of its own and cannot be an id (write my-staff)'],
    ),
    "figures that cannot be read": (
        {
            "entities.csv": "id\na\n",
            "revenue.csv": f"{FIGURES}a,2026-01,1.200,EUR\na,2026-13,5,EUR\na,2026-02,5,\nz,2026,1,EUR\n",
        },
        [
            'revenue.csv:2: error[amount]: amount: "1.200" may mean 1200 or 1.2 (write 1,200 or 1.20)',
            'revenue.csv:3: error[date]: month: "2026-13" has no month 13',
            'revenue.csv:4: error[currency]: amount: "5" has no currency',
            'revenue.csv:5: error[unknown-entity]: "z" is in none of the other tables',
        ],
    ),
    "two figures of one month": (
        {"entities.csv": "id\na\n", "revenue.csv": "entity,month,amount,currency\na,2026-01,1,EUR\na,2026-01,1,EUR\n"},
        ["revenue.csv:3: error[contradiction]: a second figure of a for 2026-01; the first is in revenue.csv:2"],
    ),
    "figures that disagree": (
        {
            "entities.csv": "id\na\n",
            "revenue.csv": f"{FIGURES}a,2026-01,10,EUR\na,2026-01..2026-02,5,EUR\na,2026-02,1,EUR\n",
        },
        [
            "revenue.csv:3: error[figures]: entities.a.revenue.2026-01..2026-02: this cannot be true together with "
            "entities.a.revenue.2026-01 (revenue.csv:2)",
            "revenue.csv:4: error[figures]",
        ],
    ),
    "a row that is too short": (
        {"holdings.csv": "owner,owned,percent\na,b\n"},
        ["holdings.csv:2: error[cells]: the row has 2 cells, but there are 3 columns"],
    ),
    "a letter saved as Windows-1252": (
        {"entities.csv": b"id,name\na,M\xfcller\n"},
        ['entities.csv:2:4: error[encoding]: the byte 0xFC is not UTF-8, probably "ü" saved as Windows-1252'],
    ),
    "a quotation mark that is never closed": (
        {"entities.csv": 'id,name\na,"Alpha\nb,Beta\n'},
        ["entities.csv:3: error[csv]: the file ends inside quotation marks"],
    ),
    "a workbook instead of a table": (
        {"entities.csv": b"PK\x03\x04 and more"},
        ["entities.csv: error["],
    ),
    "an empty file": ({"entities.csv": ""}, ["entities.csv: error[empty]: the first row is empty"]),
}


@pytest.mark.parametrize(("files", "expected"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_refused_at_its_row(tmp_path: Path, files: dict[str, str | bytes], expected: list[str]) -> None:
    lines = refused("csv", tmp_path, files)
    assert [line[: len(start)] for line, start in zip(lines, expected, strict=True)] == expected


def test_mistakes_in_several_files_are_refused_together(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "entities.csv": "id,kind\na,compny\n",
        "holdings.csv": "owner,owned,percent\na,a,5x\n",
        "x.csv": b"\xff,",
    }
    assert {line.split(":")[0] for line in refused("csv", tmp_path, files)} == {"entities.csv", "holdings.csv", "x.csv"}


def test_a_mistake_in_every_row_is_not_shown_a_million_times(tmp_path: Path) -> None:
    rows = "".join(f"a,b{number},5x\n" for number in range(200))
    lines = refused("csv", tmp_path, {"holdings.csv": f"owner,owned,percent\n{rows}"})
    assert len(lines) == 51
    assert "150 more rows with this problem" in lines[0]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputErrors, match="cannot be read: No such file or directory"):
        import_files(FORMATS["csv"], [tmp_path / "x.csv"], root=None, as_of=DAY, revenue=(), known=KNOWN)


def test_columns_that_no_profile_asks_for_are_reported(tmp_path: Path) -> None:
    result = imported("csv", tmp_path, {"entities.csv": "id,telephone\na,1\n"})
    assert [each.what for each in result.report.unmapped] == ['the column "telephone"']
    assert 'the column "telephone"' in result.text


def test_without_a_day_of_the_files_one_has_to_be_given(tmp_path: Path) -> None:
    lines = refused("csv", tmp_path, {"entities.csv": "id\na\n"}, as_of=None)
    assert lines == ["--as-of: error[missing]: the files carry no date of their own (add --as-of 2026-11-30)"]
