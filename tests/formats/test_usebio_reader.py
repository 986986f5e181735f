"""USEBIO as its writers write it, hostile files among them."""

import socket
from fractions import Fraction
from pathlib import Path

import pytest

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.model import PassedOut, read_result
from overtrick.formats.recognition import Format, read_session, recognise_format
from overtrick.formats.session import EventKind, Method, Person
from overtrick.formats.usebio_reader import read_usebio

EXAMPLE = Path(__file__).parents[2] / "examples" / "tuesday.xml"

NESTED = """<?xml version="1.0"?>
<!DOCTYPE USEBIO PUBLIC "-//EBU//DTD USEBIO 1.2//EN" "http://www.usebio.org/files/usebio_v1_2.dtd">
<USEBIO Version="1.2"><CLUB><CLUB_NAME>Harbour</CLUB_NAME><CLUB_ID_NUMBER>4680</CLUB_ID_NUMBER></CLUB>
<EVENT EVENT_TYPE="PAIRS"><EVENT_DESCRIPTION>Two winners</EVENT_DESCRIPTION><DATE>2026-11-10</DATE>
<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD><WINNER_TYPE>2</WINNER_TYPE>
<SESSION SESSION_ID="1"><SECTION SECTION_ID="A"><PARTICIPANTS>
<PAIR><PAIR_NUMBER>1</PAIR_NUMBER><DIRECTION>N</DIRECTION><PLACE>=1</PLACE><PERCENTAGE>50.00</PERCENTAGE>
<PLAYER><PLAYER_NAME>Ann’s</PLAYER_NAME><NATIONAL_ID_NUMBER>77</NATIONAL_ID_NUMBER></PLAYER></PAIR>
<PAIR><PAIR_NUMBER>1</PAIR_NUMBER><DIRECTION>E</DIRECTION><MASTER_POINTS>
<MASTER_POINTS_AWARDED>63</MASTER_POINTS_AWARDED></MASTER_POINTS></PAIR>
</PARTICIPANTS>
<BOARD><BOARD_NUMBER>7</BOARD_NUMBER>
<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>1</EW_PAIR_NUMBER><CONTRACT>4SX</CONTRACT>
<PLAYED_BY>S</PLAYED_BY><TRICKS>9</TRICKS><SCORE>-200</SCORE><LEAD>TD</LEAD><NS_MATCH_POINTS>0.5</NS_MATCH_POINTS>
<EW_MATCH_POINTS>1</EW_MATCH_POINTS></TRAVELLER_LINE>
<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>1</EW_PAIR_NUMBER><CONTRACT>PASS</CONTRACT>
<SCORE>0</SCORE></TRAVELLER_LINE></BOARD></SECTION></SESSION></EVENT></USEBIO>"""

TEAMS = """<USEBIO Version="1.3"><EVENT EVENT_TYPE="SWISS_TEAMS"><MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>
<SESSION><PARTICIPANTS><TEAM TEAM_ID="1" TEAM_NAME="Reeds"><PAIR><PLAYER><PLAYER_NAME>A</PLAYER_NAME></PLAYER></PAIR>
</TEAM><TEAM TEAM_ID="2" TEAM_NAME="Stones"/></PARTICIPANTS>
<MATCH><ROUND_NUMBER>1</ROUND_NUMBER><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM><TEAM_SCORE>13</TEAM_SCORE>
<OPPOSING_TEAM_SCORE>0</OPPOSING_TEAM_SCORE><TEAM_VICTORY_POINTS>13.5</TEAM_VICTORY_POINTS><BOARD>
<BOARD_NUMBER>1</BOARD_NUMBER>
<TRAVELLER_LINE><DIRECTION>NS</DIRECTION><CONTRACT>3NT</CONTRACT><PLAYED_BY>N</PLAYED_BY><TRICKS>9</TRICKS></TRAVELLER_LINE>
<TRAVELLER_LINE><DIRECTION>EW</DIRECTION><CONTRACT>3NT</CONTRACT><PLAYED_BY>N</PLAYED_BY><TRICKS>8</TRICKS></TRAVELLER_LINE>
</BOARD></MATCH><MATCH><ROUND_NUMBER>2</ROUND_NUMBER><TEAM>1</TEAM><OPPOSING_TEAM>0</OPPOSING_TEAM></MATCH>
</SESSION></EVENT></USEBIO>"""


def test_the_nested_dialect_with_two_winners() -> None:
    session = read_usebio(NESTED.encode(), "x")
    assert (session.title, session.kind, session.method, session.winners) == (
        "Two winners", EventKind.PAIRS, Method.MATCHPOINTS, 2,
    )  # fmt: skip
    north, east = session.contestants
    assert (north.number, north.place, north.people) == ("1NS", 1, (Person("Ann’s", "77"),))
    assert (east.number, east.masterpoints) == ("1EW", Fraction(63, 100))
    played, passed = session.lines
    assert (played.ns, played.ew, played.result, played.lead) == ("1NS", "1EW", read_result("4SX S -1"), "TD")
    assert (played.ns_points, played.ew_points, played.where) == (Fraction(1, 2), 1, "line 13")
    assert (passed.result, str(session.day)) == (PassedOut(), "2026-11-10")


def test_matches_of_teams_with_their_rooms_and_a_bye() -> None:
    session = read_usebio(TEAMS.encode(), "x")
    played, bye = session.matches
    assert (session.kind, session.vps) == (EventKind.SWISS_TEAMS, True)
    assert (played.home, played.away, played.home_score, played.home_vps) == ("1", "2", 13, Fraction(27, 2))
    assert (bye.home, bye.away) == ("1", "")
    assert [(line.ns, line.ew, line.room) for line in session.lines] == [("1", "2", "open"), ("2", "1", "closed")]


@pytest.mark.parametrize("coding", ["cp1252", "utf-8", "utf-16"])
@pytest.mark.parametrize("declared", ["", ' encoding="iso-8859-1"', ' encoding="utf-8"'])
def test_names_survive_whatever_the_file_says_of_itself(coding: str, declared: str) -> None:
    if coding == "utf-8" and "iso" in declared:
        pytest.skip("a file that says Latin-1 is believed")
    text = NESTED.replace('<?xml version="1.0"?>', f'<?xml version="1.0"{declared}?>')
    assert read_usebio(text.encode(coding), "x").contestants[0].people[0].name == "Ann’s"


BOMB = '<!DOCTYPE USEBIO [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><USEBIO>&b;</USEBIO>'
OUTSIDE = '<!DOCTYPE USEBIO [<!ENTITY a SYSTEM "http://127.0.0.1:9/x">]><USEBIO>&a;</USEBIO>'
PARAMETER = '<!DOCTYPE USEBIO [<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;]><USEBIO/>'
NAMED = '<!DOCTYPE USEBIO SYSTEM "http://127.0.0.1:9/usebio.dtd"><USEBIO>&a;</USEBIO>'


@pytest.mark.parametrize("text", [BOMB, OUTSIDE, PARAMETER, NAMED])
def test_entities_are_refused_without_a_socket(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", opened)
    monkeypatch.setattr(socket, "create_connection", opened)
    with pytest.raises(DirectorError, match="has a DTD declaration or an entity, which no results file needs"):
        read_usebio(text.encode(), "x")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"<USEBIO>" * 50, "nested too deep"),
        (b"<USEBIO><EVENT>", "line 1, no element found"),
        (b"<USEBIO/>", "contains no event"),
        (b"<USEBIO><EVENT EVENT_TYPE='POKER'/></USEBIO>", "of type “POKER”"),
        (b" " * (limits.SESSION + 1), "too large"),
    ],
)
def test_what_is_no_session_is_refused_in_words(data: bytes, says: str) -> None:
    with pytest.raises(DirectorError, match=says):
        read_usebio(data, "x")


def test_every_line_that_cannot_be_read_is_told() -> None:
    text = NESTED.replace("<TRICKS>9</TRICKS>", "<TRICKS>14</TRICKS>").replace(">0.5<", ">many<")
    text = text.replace("<BOARD_NUMBER>7", "<BOARD_NUMBER>seven", 1)
    with pytest.raises(DirectorError, match="line 12: the board “seven”"):
        read_usebio(text.encode(), "x")
    with pytest.raises(DirectorError, match="line 13: the points “many”"):
        read_usebio(NESTED.replace(">0.5<", ">many<").encode(), "x")


def test_files_are_known_by_their_content() -> None:
    assert recognise_format(EXAMPLE.read_bytes(), "x.bin") is Format.USEBIO
    assert recognise_format(NESTED.encode("utf-16"), "x") is Format.USEBIO
    table = read_session(b"board,ns,ew,result\n1,1,2,3NT N =\n", "night.csv")
    assert (table.title, [line.ns for line in table.lines]) == ("night", ["1"])
    for data in (b"", b"hello", b"<html></html>", b"\0" * 100):
        with pytest.raises(DirectorError, match="The format of x is not recognised"):
            recognise_format(data, "x")
