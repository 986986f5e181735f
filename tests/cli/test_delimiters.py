"""Tables as spreadsheets of other countries write them: semicolons or tabs between columns, commas in numbers."""

from fractions import Fraction
from pathlib import Path

import pytest

from asking import Ask
from overtrick.core.errors import DirectorError
from overtrick.formats.results_csv import read_results
from overtrick.formats.tables import read_table

RESULTS = "board,table,ns,ew,result\n1,1,1,2,4S N =\n1,2,3,4,3NT N =\n1,3,5,6,4S N -1\n"
COLUMNS = {"contestant": ("no",), "vps": ("vp",)}


def _apart(text: str, mark: str) -> list[str]:
    return text.replace(",", mark).splitlines()


@pytest.mark.parametrize("mark", [";", "\t"])
@pytest.mark.parametrize("rows", [1, 2, 3])
def test_results_are_read_with_semicolons_or_tabs(mark: str, rows: int) -> None:
    text = "\n".join(RESULTS.splitlines()[: rows + 1])
    assert read_results(_apart(text, mark), "x") == read_results(text.splitlines(), "x")


@pytest.mark.parametrize("mark", [";", "\t"])
def test_numbers_may_have_a_decimal_comma_where_columns_are_not_apart_by_commas(mark: str) -> None:
    table = read_table(f"No{mark}VP\n7{mark}12,5\n8{mark}14.58\n9{mark}3", "x", COLUMNS, ("contestant",))
    assert [row.exact("vps") for row in table.rows] == [Fraction(25, 2), Fraction(1458, 100), 3]


def test_a_comma_in_a_number_of_a_table_with_commas_is_refused() -> None:
    """It may be thousands: nobody can tell."""
    [row] = read_table('No,VP\n7,"1,200"', "x", COLUMNS, ("contestant",)).rows
    with pytest.raises(DirectorError, match="not a number"):
        row.exact("vps")


def test_a_comma_in_the_line_of_names_is_what_stands_between_columns() -> None:
    [row] = read_table("No,VP,a;b\n7,20,x;y", "x", COLUMNS, ("contestant",)).rows
    assert row.text("vps") == "20"


def test_a_file_of_a_european_spreadsheet_is_scored_like_any_other(ask: Ask, tmp_path: Path) -> None:
    comma, semicolon = tmp_path / "comma.csv", tmp_path / "semicolon.csv"
    comma.write_text(RESULTS, encoding="utf-8")
    semicolon.write_text(RESULTS.replace(",", ";"), encoding="utf-8-sig")
    answers = [ask(f"matchpoints --file {path}") for path in (comma, semicolon)]
    assert [code for code, _, _ in answers] == [0, 0]
    assert answers[0][1].replace("comma.csv", "") == answers[1][1].replace("semicolon.csv", "")
