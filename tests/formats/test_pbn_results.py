"""PBN with results as we write it, read by endplay, and its texts by a tokeniser of PBN's own rules."""

import io
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from overtrick.core.exact import exact_text, to_places
from overtrick.core.model.cards import Deal
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Artificial, NotPlayed, WeightedScore
from overtrick.formats.pbn_results import pbn_results
from overtrick.formats.session import Person, Session, SessionLine
from overtrick.formats.xml_writing import printable
from sessions_made import names, session_at, two_pairs

EVENTS = ("club/pairs-night", "club/swiss-pairs", "club/swiss-teams", "club/individual")
FIFTEEN = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
    "Declarer", "Contract", "Result",
)  # fmt: skip
"""The tags that every game begins with, in this order."""


def rows_of(data: bytes, table: str) -> list[dict[str, str]]:
    """The rows of a table in all games, by PBN's own rules: a cell is a bare word, or a string in quotes."""
    found: list[dict[str, str]] = []
    columns: list[str] = []
    for line in data.decode().splitlines():
        if line.startswith("["):
            tag = re.fullmatch(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]', line)
            assert tag, line
            columns = tag[2].split(";") if tag[1] == table else []
        elif columns and line:
            cells = re.findall(r'"(?:[^"\\]|\\.)*"|[^\s"]+', line)
            assert len(cells) == len(columns), line
            found.append(dict(zip(columns, map(_plain, cells), strict=True)))
    return found


def _plain(cell: str) -> str:
    return re.sub(r"\\(.)", r"\1", cell[1:-1]) if cell.startswith('"') else cell


def read_by_endplay(data: bytes) -> list[Any]:
    """The boards that endplay reads in a file; there is no endplay for the newest Python."""
    return list(pytest.importorskip("endplay.parsers.pbn").load(io.StringIO(data.decode())))


def played(session: Session) -> list[SessionLine]:
    return [line for line in session.lines if not isinstance(line.result, NotPlayed)]


@pytest.mark.parametrize("event", EVENTS)
def test_endplay_reads_the_boards_and_their_rows(event: str) -> None:
    session = session_at(event)
    data = pbn_results(session)
    boards = read_by_endplay(data)
    keys = sorted({session.key(line) for line in played(session)})
    assert [each.board_num for each in boards] == [board for _, board in keys]
    counted = [sum(session.key(line) == key for line in played(session)) for key in keys]
    assert [len(each.info.ScoreTable["rows"]) for each in boards] == counted
    assert len(boards[0].info.TotalScoreTable["rows"]) == len(session.contestants)


@pytest.mark.parametrize("event", EVENTS)
def test_every_row_says_what_the_line_says(event: str) -> None:
    session = session_at(event)
    data = pbn_results(session)
    assert max(map(len, data.decode().splitlines())) <= 255
    rows = rows_of(data, "ScoreTable")
    lines = sorted(played(session), key=session.key)
    unit = "MP" if "MP_NS" in rows[0] else "IMP"
    for row, line in zip(rows, lines, strict=True):
        given = "^" if row["Weights"] != "-" else ""
        assert (given == "^") == (not isinstance(line.result, type(read_result("4S N ="))) and line.score is None)
        points = "?" if line.ns_points is None else f"{given}{exact_text(to_places(line.ns_points, 2))}"
        assert (row["Round"], row["Table"], row[f"{unit}_NS"]) == (str(line.round), str(line.table), points)
        if isinstance(line.result, WeightedScore):
            assert read_result(row["Weights"].replace(" ; ", ", ")) == line.result
        elif isinstance(line.result, Artificial):
            assert read_result(row["Weights"]) == line.result
    totals = rows_of(data, "TotalScoreTable")
    assert [row["PairId"] for row in totals] == [each.number for each in session.contestants]


def test_every_game_has_the_fifteen_tags_in_their_order_and_its_deal() -> None:
    deal = Deal.read("N:.AKQJT98765432.. AKQJT98765432... ...AKQJT98765432 ..AKQJT98765432.")
    data = pbn_results(two_pairs(deals={(0, 2): deal, (0, 7): deal}))
    games = data.decode().split("\n\n")
    assert [re.findall(r'^\[Board "(\d+)"', game, re.MULTILINE) for game in games] == [["1"], ["2"], ["7"]]
    for game in games:
        tags = re.findall(r"^\[(\w+) ", game, re.MULTILINE)
        assert tuple(tags[:15]) == FIFTEEN
    boards = read_by_endplay(data)
    assert [each.deal.to_pbn() for each in boards][1:] == [str(deal)] * 2


@settings(max_examples=60, deadline=None)
@given(names, names, names)
def test_any_name_survives(first: str, second: str, title: str) -> None:
    made = two_pairs(title=title * 40)
    people = (Person(first), Person(second))
    made = replace(made, contestants=tuple(replace(each, people=people) for each in made.contestants))
    data = pbn_results(made)
    assert max(map(len, data.decode().splitlines())) <= 255
    rows = rows_of(data, "TotalScoreTable")
    assert [row["Names"] for row in rows] == [
        printable(";".join(printable(each).replace(";", ",") for each in (first, second)))
    ] * 2
    assert len(read_by_endplay(data)) == 2
