"""PBN, LIN, ACBLscore and Bridgemates as sessions: what the files say, and nothing that they do not."""

import struct
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.model import read_result
from overtrick.core.model.results import Artificial, Average, AwardedPercent, PointsResult
from overtrick.formats import acblscore
from overtrick.formats.acblscore import read_acblscore
from overtrick.formats.lin import read_lin
from overtrick.formats.pbn_results_reader import read_pbn_results
from overtrick.formats.recognition import READERS, Format, recognise_format
from overtrick.formats.session import EventKind, Method, Person

PBN = r"""% PBN 2.1
% EXPORT
[Event "Tuesday; \"late\""]
[Site "#"]
[Date "2026.11.10"]
[Board "1"]
[Deal "N:Q85.K974.AK.AJ83 KJT3.T3.J8652.K9 962.AQ8652.QT.T2 A74.J.9743.Q7654"]
[Scoring "MP"]
{a remark
over two lines}
[TotalScoreTable "Rank;PairId\2R;TotalPercentage;Names"]
1 1 62.50 "Ann Reed;Bea Stone"
2 2 37.50 ""
[ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer;Result\2R;Lead;MP_NS;MP_EW"]
 1  2 4H   N 11 SJ  2 0
 3  4 4HX  N  9 -   0 2
 5  6 -    -  - -  ^1.2 ^0.8
[Event "#"]
[Board "2"]
[ScoreTable "PairId_NS;PairId_EW;Score_NS"]
1 2 -50
3 4 0
"""
LIN = (
    "qx|o1|pn|ann,bea,cat,dan|st||md|3S269H2568QADTQC2T,S47AHJD3479C4567Q,S58QH479KDKAC38JA,|rh||ah|Board 1|sv|o|"
    "mb|1N!|an|15-17|mb|p|mb|2D|mb|p|mb|3H|mb|p|mb|4H|mb|p|mb|p|mb|p|pg||pc|SJ|pg||mc|11|\n"
)


def test_score_tables_of_any_columns() -> None:
    session = read_pbn_results(PBN.encode(), "x")
    assert (session.title, session.method, str(session.day)) == ('Tuesday; "late"', Method.MATCHPOINTS, "2026-11-10")
    made, doubled, award, minus, level = session.lines
    assert (made.ns, made.ew, made.result, made.lead, made.ns_points) == ("1", "2", read_result("4H N +1"), "SJ", 2)
    assert (doubled.result, doubled.lead, doubled.where) == (read_result("4HX N -1"), "", "line 16")
    assert award.result == Artificial(AwardedPercent(30), AwardedPercent(20))
    assert (minus.board, minus.result, level.result) == (2, PointsResult(-50), PointsResult(0))
    assert session.contestants[0].people == (Person("Ann Reed"), Person("Bea Stone"))
    assert session.contestants[0].percent == Fraction(125, 2)
    assert str(session.deals[0, 1]).startswith("N:Q85.K974")


def test_a_row_with_another_number_of_cells_is_refused_by_its_line() -> None:
    with pytest.raises(
        DirectorError,
        match=r"line 16: the number of cells in the row \(7\) differs from the number of columns in its table \(8\)",
    ):
        read_pbn_results(PBN.replace(" 9 -   0 2", " 9 - 0").encode(), "x")
    with pytest.raises(DirectorError, match="has no result"):
        read_pbn_results(b'[Board "1"]\n[Deal "N:- - - -"]\n', "x")


def test_games_with_their_players_are_lines_of_pairs_by_name() -> None:
    game = '[Board "{}"]\n[West "W"]\n[North "N"]\n[East "E"]\n[South "{}"]\n'
    game += '[Declarer "N"]\n[Contract "3NT"]\n[Result "9"]\n'
    session = read_pbn_results((game.format(1, "S") + game.format(2, "S") + game.format(1, "T")).encode(), "x")
    assert [(line.board, line.ns, line.ew) for line in session.lines] == [(1, "1", "2"), (2, "1", "2"), (1, "3", "2")]
    assert session.contestants[0].people == (Person("N"), Person("S"))


def test_a_known_board_of_a_lin_file() -> None:
    session = read_lin(LIN.encode(), "x.lin")
    (line,) = session.lines
    assert (line.board, line.result, line.lead) == (1, read_result("4H N +1"), "SJ")
    assert [each.people for each in session.contestants] == [
        (Person("cat"), Person("ann")), (Person("dan"), Person("bea")),
    ]  # fmt: skip
    assert str(session.deals[0, 1]) == "N:Q85.K974.AK.AJ83 KJT3.T3.J8652.K9 962.AQ8652.QT.T2 A74.J.9743.Q7654"


@pytest.mark.parametrize(
    ("auction", "end", "result"),
    [
        ("p|mb|p|mb|p|mb|p", "", "PASS"),
        ("1S|mb|d|mb|r|mb|p|mb|p|mb|p", "mc|8|", "1SXX N +1"),
        ("1C|mb|p|mb|1S|mb|p|mb|2S|mb|p|mb|p|mb|p", "mc|7|", "2S S -1"),
        ("1C|mb|p|mb|p|mb|p", "", None),
        ("1C|mb|p", "mc|7|", None),
    ],
)
def test_the_contract_is_of_the_auction_and_tricks_are_not_made_up(auction: str, end: str, result: str | None) -> None:
    start = LIN.partition("mb|")[0]
    (line,) = read_lin(f"{start}mb|{auction}|{end}".encode(), "x").lines
    assert line.result == (read_result(result) if result else None)


def test_a_play_of_all_cards_is_counted() -> None:
    """South has all the spades: in spades every trick is his, in notrump none once hearts are led and kept."""
    suits = {"S": "SAKQJT98765432", "W": "HAKQJT98765432", "N": "DAKQJT98765432"}
    deal = f"1{suits['S']},{suits['W']},{suits['N']},"
    ranks = "AKQJT98765432"
    hearts = "".join(f"pc|H{rank}|pc|D{rank}|pc|C{rank}|pc|S{rank}|" for rank in ranks)
    spades = f"pc|HA|pc|DA|pc|CA|pc|SA|{''.join(f'pc|S{r}|pc|H{r}|pc|D{r}|pc|C{r}|' for r in ranks[1:])}"
    for bid, play, taken in (("7S", spades, "7S S ="), ("7N", hearts, "7NT S -13")):
        text = f"qx|o1|pn|a,b,c,d|md|{deal}|mb|{bid}|mb|p|mb|p|mb|p|{play}"
        assert read_lin(text.encode(), "x").lines[0].result == read_result(taken)


def test_two_rooms_are_a_match_of_teams_with_the_results_of_its_head() -> None:
    head = "vg|Cup,Final,I,1,1,Reeds,0,Stones,0|rs|3NN+1,3NSx-2|pn|a,b,c,d,e,f,g,h|"
    bare = "md|3S269H2568QADTQC2T,S47AHJD3479C4567Q,S58QH479KDKAC38JA,|"
    session = read_lin(f"{head}qx|o1|{bare}qx|c1|{bare}".encode(), "x")
    assert (session.kind, session.title) == (EventKind.TEAMS, "Cup, Final")
    assert [(line.room, line.result) for line in session.lines] == [
        ("open", read_result("3NT N +1")), ("closed", read_result("3NTX S -2")),
    ]  # fmt: skip


DEAL = "3S269H2568QADTQC2T,S47AHJD3479C4567Q,S58QH479KDKAC38JA,"
PASSES = "mb|p|mb|p|mb|p|mb|p|"


def who_played(text: str) -> list[tuple[int, list[str], list[str]]]:
    """Each board of a LIN file with the players of its two pairs."""
    session = read_lin(text.encode(), "x.lin")
    people = {each.number: [person.name for person in each.people] for each in session.contestants}
    return [(line.board, people[line.ns], people[line.ew]) for line in session.lines]


def lin_game(board: int, names: str = "", order: str = "pn md ah mb") -> str:
    """A game as Bridge Base writes one, without `qx`; names from South, clockwise."""
    parts = {"pn": f"pn|{names}|st||", "md": f"md|{DEAL}|rh||", "ah": f"ah|Board {board}|sv|o|", "mb": PASSES}
    return "".join(parts[key] for key in order.split() if key != "pn" or names) + "pg||\n"


FIRST, SECOND, THIRD = "s1,w1,n1,e1", "s2,w2,n2,e2", "s3,w3,n3,e3"
AT_FIRST, AT_SECOND, AT_THIRD = [
    (["n1", "s1"], ["e1", "w1"]),
    (["n2", "s2"], ["e2", "w2"]),
    (["n3", "s3"], ["e3", "w3"]),
]


@pytest.mark.parametrize("order", ["pn md ah mb", "ah pn md mb", "pn ah md mb", "md pn ah mb", "md ah pn mb"])
def test_joined_games_keep_their_own_players_and_boards(order: str) -> None:
    """Without `qx` nothing announces a game: its names may stand before its deal, its number before both."""
    games = [(7, FIRST, AT_FIRST), (3, SECOND, AT_SECOND), (7, THIRD, AT_THIRD)]
    for count in (1, 2, 3):
        text = "".join(lin_game(board, names, order) for board, names, _ in games[:count])
        assert who_played(text) == [(board, *pairs) for board, _, pairs in games[:count]]


def test_a_game_without_names_has_the_players_of_the_game_before_it() -> None:
    text = lin_game(1, FIRST) + lin_game(2) + lin_game(3, SECOND) + lin_game(4)
    assert who_played(text) == [(1, *AT_FIRST), (2, *AT_FIRST), (3, *AT_SECOND), (4, *AT_SECOND)]


def test_names_after_a_deal_without_calls_are_of_the_next_game() -> None:
    text = f"pn|{FIRST}|md|{DEAL}|ah|Board 1|pn|{SECOND}|md|{DEAL}|ah|Board 2|"
    assert who_played(text) == [(1, *AT_FIRST), (2, *AT_SECOND)]


def test_joined_matches_keep_the_names_of_their_own_head() -> None:
    def match(mark: str, board: int) -> str:
        names = ",".join(f"{seat}{mark}{room}" for room in "oc" for seat in "swne")
        tables = "".join(f"qx|{room}{board}|st||md|{DEAL}|{PASSES}pg||" for room in "oc")
        return f"vg|Match {mark},1,I,1,1,A,0,B,0|rs|PASS,PASS|pn|{names}|pg||\n{tables}\n"

    assert who_played(match("1", 5) + match("2", 6)) == [
        (5, ["n1o", "s1o"], ["e1o", "w1o"]), (5, ["n1c", "s1c"], ["e1c", "w1c"]),
        (6, ["n2o", "s2o"], ["e2o", "w2o"]), (6, ["n2c", "s2c"], ["e2c", "w2c"]),
    ]  # fmt: skip


def game_file(*, howell: bool = True) -> bytes:
    """A small game file, laid out as 05-acbl tells: one section, two boards, pairs 1 and 2."""
    data = bytearray(0x2000)
    data[:6] = acblscore.SIGN

    def put(at: int, form: str, *values: int) -> None:
        struct.pack_into(f"<{form}", data, at, *values)

    def text(at: int, said: str) -> None:
        data[at : at + 1 + len(said)] = bytes([len(said)]) + said.encode()

    event, section, boards, entries, results = 0xA00, 0xC00, 0x1000, 0x1100, 0x1800
    put(0x12, "I", event)
    text(event + 4, "Open Pairs")
    put(0x13E, "B", 1)
    text(0x13F, "A")
    put(0x13E + 4, "II", section, boards)
    put(section + 4, "IIII", entries, entries, 0, 0)
    put(section + 0x18, "B", 1 if howell else 0)
    put(section + 0x1B, "H", 2)
    for pair, table in ((1, 1), (2, 2)):
        put(section + 0xDD + 0x50 + 2 * (pair - 1), "BB", table, 1)
        put(entries + 0x10 + 8 * table, "I", 0x1200 + 0x200 * pair)
        put(0x1200 + 0x200 * pair + 0x1C, "H", 5000 + pair)
        text(0x1200 + 0x200 * pair + 0xA4, f"Last{pair}")
        text(0x1200 + 0x200 * pair + 0xA4 + 0x11, "First")
    put(boards + 4, "H", 2)
    for place, (board, scores) in enumerate(((7, (42, -42)), (8, (2060, 2040)))):
        put(boards + 0x26 + 8 * place, "HHI", board, 1, results + 0x40 * place)
        put(results + 0x40 * place + 6, "BBHhIHhI", 1, 3, 1, scores[0], 150, 2, scores[1], 50)
    return bytes(data)


def test_a_game_file_of_acblscore() -> None:
    session = read_acblscore(game_file(), "x")
    first, second = session.lines
    assert (session.title, session.method, session.winners) == ("Open Pairs", Method.MATCHPOINTS, 1)
    assert (first.board, first.ns, first.ew, first.result, first.score) == (7, "1", "2", PointsResult(420), 420)
    assert (first.ns_points, first.round, first.table) == (Fraction(3, 2), 1, 3)
    assert second.result == Artificial(Average.PLUS, Average.MINUS)
    assert [(each.number, each.people, each.percent) for each in session.contestants] == [
        ("1", (Person("First Last1"),), Fraction(5001, 100)), ("2", (Person("First Last2"),), Fraction(5002, 100)),
    ]  # fmt: skip
    assert [line.ns for line in read_acblscore(game_file(howell=False), "x").lines] == ["1NS", "1NS"]
    with pytest.raises(DirectorError, match="x is too large"):
        read_acblscore(game_file() + bytes(limits.SESSION), "x")


@pytest.mark.parametrize("length", [6, 0x13E, 0xA10, 0xC10, 0x1010, 0x1810])
def test_a_game_file_that_breaks_off_is_refused(length: int) -> None:
    with pytest.raises(DirectorError, match=r"incomplete|no pairs event"):
        read_acblscore(game_file()[:length], "x")


def test_each_is_known_by_its_content() -> None:
    assert recognise_format(PBN.encode(), "x") is Format.PBN
    assert recognise_format(b'\n[Event "x"]\n', "x") is Format.PBN
    assert recognise_format(LIN.encode(), "x") is Format.LIN
    assert recognise_format(game_file(), "x") is Format.ACBLSCORE
    assert recognise_format(b"\0\1\0\0Standard Jet DB\0", "x") is Format.BRIDGEMATE


WHOLE = {Format.PBN: PBN.encode(), Format.LIN: LIN.encode(), Format.ACBLSCORE: game_file()}


@given(st.sampled_from(sorted(WHOLE, key=str)), st.data())
@settings(max_examples=150)
def test_a_broken_file_is_read_or_refused_in_words(kind: Format, data: st.DataObject) -> None:
    file = bytearray(WHOLE[kind])
    for _ in range(data.draw(st.integers(1, 6))):
        file[data.draw(st.integers(0, len(file) - 1))] = data.draw(st.integers(0, 255))
    with suppress(DirectorError):
        assert READERS[kind](bytes(file), "x").lines
