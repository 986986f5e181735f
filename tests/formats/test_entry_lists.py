"""Lists of entries as people have them: typed, pasted or out of a spreadsheet, one line an entry or one a player."""

import csv
from collections.abc import Callable
from io import BytesIO, StringIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Contest
from overtrick.formats.name_lists import read_list, write_names
from overtrick.formats.plain_text import plain_text

WANTED = [("1", "Ann Lee", "123456", "Bo Tan", "234567"), ("2", "Cy Cole", "345678", "Di Dorn", "456789")]
NAMED = [(number, one, "", other, "") for number, one, _, other, _ in WANTED]


def pairs(text: str, *taken: str) -> list[tuple[str, ...]]:
    read = read_list(text, Contest.PAIRS, taken=taken)
    return [(each.number, *(part for p in each.players for part in (p.name, p.number))) for each in read]


@pytest.mark.parametrize(
    "text",
    [
        "Ann Lee 123456 / Bo Tan 234567\nCy Cole 345678 / Di Dorn 456789",
        "1 123456 Ann Lee & 234567 Bo Tan\n2. 345678 Cy Cole and 456789 Di Dorn",
        "1\tAnn Lee\t123456\tBo Tan\t234567\n2\tCy Cole\t345678\tDi Dorn\t456789",
        "123456,Ann Lee,234567,Bo Tan\n345678,Cy Cole,456789,Di Dorn",
        "Ann Lee (123456) – Bo Tan (234567)\nCy Cole (345678) – Di Dorn (456789)",
        "No,Player 1,ABF 1,Player 2,ABF 2\n1,Ann Lee,123456,Bo Tan,234567\n2,Cy Cole,345678,Di Dorn,456789",
        (
            "Player 2;Player 2 number;ABF No 1;Player 1;Telephone\n"
            "Bo Tan;234567;123456;Ann Lee;0400\nDi Dorn;456789;345678;Cy Cole;0401"
        ),
        "Name\tABF Number\tPartner\tABF Number\nAnn Lee\t123456\tBo Tan\t234567\nCy Cole\t345678\tDi Dorn\t456789",
        "ABF,Name,ABF,Name\n123456,Ann Lee,234567,Bo Tan\n345678,Cy Cole,456789,Di Dorn",
        "No,Names\n1,Ann Lee 123456 / Bo Tan 234567\n2,Cy Cole 345678 / Di Dorn 456789",
        "Pair No,Name,ABF Number\n1,Ann Lee,123456\n1,Bo Tan,234567\n2,Cy Cole,345678\n2,Di Dorn,456789",
    ],
)
def test_names_and_numbers_in_any_order(text: str) -> None:
    assert pairs(text) == WANTED


@pytest.mark.parametrize(
    "text",
    [
        "Ann Lee & Bo Tan\nCy Cole & Di Dorn",
        "1,Ann Lee,Bo Tan\n2,Cy Cole,Di Dorn",
        "No, Player 1, Player 2\n1, Ann Lee, Bo Tan\n2, Cy Cole, Di Dorn",
        "Lee, Ann / Tan, Bo\nCole, Cy / Dorn, Di",
        "Ann Lee\tBo Tan\n\nCy Cole\tDi Dorn\n",
        "Ann Lee; Bo Tan\nCy Cole; Di Dorn",
    ],
)
def test_names_alone(text: str) -> None:
    assert pairs(text) == NAMED


@pytest.mark.parametrize(
    ("text", "of_pair", "of_players"),
    [
        ("Ann Lee 123456 / Bo Tan @ Harbour & Bay", ["club Harbour & Bay"], ["", ""]),
        ("7 Ann Lee @ Harbour / Bo Tan 234567 @ Bay", [], ["club Harbour", "club Bay"]),
        ("Player 1,Player 2,Club,State\nAnn Lee,Bo Tan,Harbour,NSW", ["club Harbour", "state NSW"], ["", ""]),
        ("Player 1,Club 1,Player 2,Club 2\nAnn Lee,Harbour,Bo Tan,", [], ["club Harbour", ""]),
        ("Name,Home Club,Name,Home Club\nAnn Lee,Harbour,Bo Tan,Bay", [], ["club Harbour", "club Bay"]),
        ("Player 1,Player 1 state,Player 2,Player 2 state\nAnn Lee,ACT,Bo Tan,NSW", [], ["state ACT", "state NSW"]),
        ("No,Names,Country\n1,Ann Lee / Bo Tan,New Zealand", ["country New Zealand"], ["", ""]),
        ("Pair No,Name,Club\n1,Ann Lee,Harbour\n1,Bo Tan,Bay", [], ["club Harbour", "club Bay"]),
    ],
)
def test_where_they_are_from(text: str, of_pair: list[str], of_players: list[str]) -> None:
    [line] = read_list(text, Contest.PAIRS)
    assert [player.name for player in line.players] == ["Ann Lee", "Bo Tan"]
    assert [f"{each.what} {each.value}" for each in line.stated] == of_pair
    assert [", ".join(f"{s.what} {s.value}" for s in player.stated) for player in line.players] == of_players


def test_whoever_has_no_number_has_the_next_that_nobody_has() -> None:
    assert [each[0] for each in pairs("A – B\n2 C – D\nE – F")] == ["1", "2", "3"]
    assert [each[0] for each in pairs("A – B\nC – D", "1", "3")] == ["2", "4"]


def test_somebody_alone_stays_and_is_no_title() -> None:
    assert pairs("Player 1,Player 2\nAnn Lee,\nCy Cole,Di Dorn") == [("1", "Ann Lee", ""), NAMED[1]]


def test_a_number_alone_is_somebody_of_the_list_of_people() -> None:
    assert pairs("123456 / 234567") == [("1", "123456", "", "234567", "")]


def test_three_are_no_pair() -> None:
    with pytest.raises(DirectorError, match="a pair has two players, not 3"):
        pairs("Ann Lee / Bo Tan / Cy Cole")


@pytest.mark.parametrize(
    "line",
    [
        "Oaks: Ann Lee, Bo Tan, Cy Cole, Di Dorn",
        "Oaks\tAnn Lee\tBo Tan\tCy Cole\tDi Dorn",
        "Team Name,Player 1,Player 2,Player 3,Player 4\nOaks,Ann Lee,Bo Tan,Cy Cole,Di Dorn",
    ],
)
def test_teams(line: str) -> None:
    [team] = read_list(line, Contest.TEAMS)
    assert (team.team, len(team.players)) == ("Oaks", 4)
    [four] = read_list("Ann Lee / Bo Tan / Cy Cole / Di Dorn", Contest.TEAMS)
    assert (four.team, len(four.players)) == ("", 4)


def test_a_list_that_is_written_reads_back() -> None:
    read = read_list("7 Ann Lee 123456 / Bo Tan\n9", Contest.PAIRS)
    assert read_list(write_names(read), Contest.PAIRS) == read


def sheet(rows: list[list[str]], *, shared: bool = True, before: str = "", more: str = "") -> bytes:
    """A spreadsheet, as programs write it: texts by number, figures as they are."""
    texts = [cell for row in rows for cell in row if cell and not cell.isdecimal()] if shared else []

    def written(cell: str, row: int, column: int) -> str:
        place = f"{'ABCDEFGH'[column]}{row}"
        if cell.isdecimal():
            return f'<c r="{place}"><v>{cell}</v></c>'
        if shared:
            return f'<c r="{place}" t="s"><v>{texts.index(cell)}</v></c>'
        return f'<c r="{place}" t="inlineStr"><is><t>{cell}</t></is></c>'

    body = "".join(
        f'<row r="{at}">{"".join(written(cell, at, place) for place, cell in enumerate(row) if cell)}</row>'
        for at, row in enumerate(rows, start=1)
    )
    strings = "".join(f"<si><r><t>{text[:2]}</t></r><r><t>{text[2:]}</t></r><rPh><t>x</t></rPh></si>" for text in texts)
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/sharedStrings.xml", f"<sst>{strings}</sst>")
        archive.writestr(
            "xl/worksheets/sheet1.xml", f"{before}<worksheet><sheetData>{body}{more}</sheetData></worksheet>"
        )
    return file.getvalue()


ROWS = [["No", "Player 1", "Player 2"], ["1", "Ann Lee", "Bo Tan"], [], ["2", "Cy Cole", "Di Dorn"]]


def test_a_spreadsheet_is_read_as_its_first_sheet() -> None:
    for data in (sheet(ROWS), sheet(ROWS, shared=False)):
        read = plain_text(data, "entries.xlsx")
        assert list(csv.reader(StringIO(read.text))) == [row for row in ROWS if row]
        assert pairs(read.text) == NAMED


BILLION = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'


def bomb() -> bytes:
    """Twenty thousand bytes that unpack to more than a spreadsheet may have."""
    return sheet(ROWS, more="<row><c><v>" + " " * (limits.WORKBOOK + 1) + "</v></c></row>")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (lambda: sheet(ROWS, before=BILLION), "cannot be read as a spreadsheet"),
        (lambda: sheet(ROWS)[:400], "cannot be read as a spreadsheet"),
        (lambda: sheet([]), "All sheets in"),
        (lambda: sheet(ROWS, more='<row><c r="AAA1"><v>1</v></c></row>'), "too large"),
        (lambda: sheet(ROWS, more='<row><c t="s"><v>999</v></c></row>'), "cannot be read as a spreadsheet"),
        (bomb, "too large"),
        (lambda: sheet([["x" * 2_000]], more='<row><c t="s"><v>0</v></c></row>' * 1_001), "too large"),
    ],
)
def test_a_spreadsheet_made_to_do_harm_is_refused(data: Callable[[], bytes], says: str) -> None:
    made = data()
    assert len(made) < 100_000
    with pytest.raises(DirectorError, match=says):
        plain_text(made, "entries.xlsx")
