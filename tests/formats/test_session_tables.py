"""Tables for spreadsheets as we write them: CSV read by the standard library, .xlsx by openpyxl."""

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from openpyxl import load_workbook

from overtrick.core.model.notation import read_result
from overtrick.formats.plain_text import plain_text
from overtrick.formats.results_csv import read_results
from overtrick.formats.session import Person
from overtrick.formats.session_json import session_json
from overtrick.formats.session_tables import TABLES, csv_file, harmless, workbook
from overtrick.formats.xml_writing import printable
from sessions_made import names, session_at, two_pairs

EVENTS = ("club/pairs-night", "club/swiss-teams", "club/individual")


def csv_rows(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("table", TABLES)
def test_csv_holds_every_cell(event: str, table: str) -> None:
    session = session_at(event)
    made, rows = TABLES[table](session), csv_rows(csv_file(session, table))
    assert rows[0] == list(made.heading)
    assert len(rows) == 1 + len(made.rows)
    for said, row in zip(rows[1:], made.rows, strict=True):
        for text, cell in zip(said, row, strict=True):
            exact = cell is not None and not isinstance(cell, str)
            assert (Fraction(text) == cell) if exact else (text == (cell or ""))


@pytest.mark.parametrize("event", EVENTS)
def test_the_spreadsheet_has_the_same_sheets(event: str) -> None:
    session = session_at(event)
    book = load_workbook(io.BytesIO(workbook(session)))
    assert book.sheetnames == [name.capitalize() for name in TABLES]
    for name, table in TABLES.items():
        rows = list(book[name.capitalize()].iter_rows(values_only=True))
        made = table(session)
        assert rows[0] == made.heading
        assert len(rows) == 1 + len(made.rows)
        for said, row in zip(rows[1:], made.rows, strict=True):
            for value, cell in zip(said, row, strict=True):
                if isinstance(cell, Fraction):
                    assert value == pytest.approx(float(cell), abs=1e-9)
                else:
                    assert value == (cell if cell != "" else None)
    assert workbook(session) == workbook(session)


def test_results_are_read_back_as_results() -> None:
    session = session_at("club/swiss-pairs")
    text = plain_text(csv_file(session, "results"), "results.csv").text
    read = read_results(text.splitlines(), "results.csv")
    assert [(line.board, line.result) for line in read] == [(line.board, line.result) for line in session.lines]


@settings(max_examples=60, deadline=None)
@given(names, names)
def test_no_name_becomes_a_formula_or_is_lost(first: str, second: str) -> None:
    made = two_pairs()
    people = (Person(first), Person(second))
    made = replace(made, contestants=tuple(replace(each, name=first, people=people) for each in made.contestants))
    for table in TABLES:
        for row in csv_rows(csv_file(made, table))[1:]:
            assert not any(cell[:1] in ("=", "+", "-", "@") and not cell[1:].isdecimal() for cell in row)
    entries = csv_rows(csv_file(made, "entries"))[1:]
    kept = [printable(each) for each in (first, second)]
    assert [row[2] for row in entries[:2]] == [harmless(each) for each in kept]
    sheet = load_workbook(io.BytesIO(workbook(made)))["Entries"]
    assert [sheet.cell(row, 3).value or "" for row in (2, 3)] == kept
    assert "f" not in {sheet.cell(row, 3).data_type for row in (2, 3)}


@pytest.mark.parametrize("event", ["club/swiss-pairs", "club/patton", "club/individual"])
def test_json_is_exact(event: str) -> None:
    session = session_at(event)
    said = json.loads(session_json(session))
    assert [Fraction(each["total"]) for each in said["contestants"]] == [each.total for each in session.contestants]
    for line, made in zip(said["lines"], session.lines, strict=True):
        assert read_result(line["result"]) == made.result
        assert (None if line["ns_points"] is None else Fraction(line["ns_points"])) == made.ns_points
