"""The keystroke line reads what people type, and says what is missing."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.core.errors import ResultRefused
from overtrick.core.event.acts import ResultConfirmed, ResultCorrected, ResultPosted, RulingGiven
from overtrick.core.model.notation import read_result
from overtrick.web.desk.keystroke import LinePlace, in_full, read_line, read_place


@pytest.mark.parametrize(
    ("line", "table", "board", "result"),
    [
        ("7 13 4sx s +1", 7, 13, "4SX S +1"),
        ("7 13 p", 7, 13, "PASS"),
        ("12 8 av+ av-", 12, 8, "AV+ AV-"),
        ("  12   8  3nt  w  = ", 12, 8, "3NT W ="),
        ("1 1 7nxx n -13", 1, 1, "7NTXX N -13"),
        ("1 1 np", 1, 1, "NP"),
        ("40 3 60% 4s s =, 40% 4s s -1", 40, 3, "60% 4S S =, 40% 4S S -1"),
        ("40 3 ns 4s s -1 | ew 4s s =", 40, 3, "NS 4S S -1 | EW 4S S ="),
    ],
)
def test_a_line_is_a_table_a_board_and_a_result(line: str, table: int, board: int, result: str) -> None:
    typed = read_line(line)
    assert (typed.table, typed.board, typed.result) == (table, board, read_result(result))


def test_a_result_is_posted_a_reason_puts_right_an_award_rules() -> None:
    assert read_line("7 13 4s s =").act("Swiss", 5) == ResultPosted("Swiss", 5, 7, 13, read_result("4S S ="))
    right = read_line("7 13 4s n = ! wrong declarer").act("Swiss", 5)
    assert right == ResultCorrected("Swiss", 5, 7, 13, read_result("4S N ="), "wrong declarer")
    assert isinstance(read_line("7 13 av av").act("Swiss", 5), RulingGiven)
    assert read_line("r3 7 13 ok").act("Swiss", 5, 41) == ResultConfirmed("Swiss", 3, 7, 13, seen=41)


@pytest.mark.parametrize("line", ["7o 13 4s s =", "7 o 13 4s s =", "7O 13 4S S ="])
def test_in_teams_the_room_follows_the_table(line: str) -> None:
    assert read_line(line).room == "open"


@pytest.mark.parametrize(("line", "lead"), [("7 13 4s s = hk", "HK"), ("7 13 4s s = 10d", "DT"), ("7 13 4s s =", "")])
def test_a_card_at_the_end_is_the_lead(line: str, lead: str) -> None:
    typed = read_line(line)
    assert (typed.lead, typed.result) == (lead, read_result("4S S ="))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "Nothing"),
        ("x", "not a table"),
        ("7", "type the board"),
        ("7 13", "type the result"),
        ("7 13 4s", "does not name the declarer"),
        ("7 13 4s s", "” does not give the result"),
        ("7 13 8s s =", "level 8"),
        ("7 13 7s s +1", "at most +0"),
        ("7 13 p hk", "not a result"),
    ],
)
def test_what_cannot_be_read_says_what_is_missing(line: str, says: str) -> None:
    with pytest.raises(ResultRefused, match=says.replace("+", r"\+")):
        read_line(line)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(line: str) -> None:
    with suppress(ResultRefused):
        typed = read_line(line)
        assert typed.table >= 0
        assert read_line(line) == typed


HERE = LinePlace(7, 13)


def next_board(number: int, table: int, room: str) -> int:
    """Every table lacks its board 5 next; in the closed room 6, in round 3 none."""
    return 0 if number == 3 else 6 if room == "closed" else 5 if table else 0


@pytest.mark.parametrize(
    ("line", "full"),
    [
        ("4sn=", "7 13 4sn="),
        ("4 s n =", "7 13 4 s n ="),
        ("4 c n =", "7 13 4 c n ="),
        ("p", "7 13 p"),
        ("+620", "7 13 +620"),
        ("-50 hk", "7 13 -50 hk"),
        ("av+ av-", "7 13 av+ av-"),
        ("ok", "7 13 ok"),
        ("60% 4s s =, 40% 4s s -1", "7 13 60% 4s s =, 40% 4s s -1"),
        ("4sn= ! wrong", "7 13 4sn= ! wrong"),
        ("b9 3nn9", "7 9 3nn9"),
        ("9 3nn9", "7 9 3nn9"),
        ("9 3 n n 9", "7 9 3 n n 9"),
        ("b9 620", "7 9 620"),
        ("t8 3nn9", "8 5 3nn9"),
        ("t8c 3nn9", "8c 6 3nn9"),
        ("t8 b2 3nn9", "8 2 3nn9"),
        ("c 3nn9", "7c 6 3nn9"),
        ("c b9 3nn9", "7c 9 3nn9"),
        ("8 2 3nn9", "8 2 3nn9"),
        ("8c 2 3nn9", "8c 2 3nn9"),
        ("3 5 4sn10", "3 5 4sn10"),
        ("r2 8 2 p", "r2 8 2 p"),
        ("r2 b9 p", "r2 7 9 p"),
    ],
)
def test_what_is_not_typed_is_of_the_place_the_line_is_at(line: str, full: str) -> None:
    assert in_full(line, HERE, next_board) == full
    if "50" not in line:
        read_line(full)


@pytest.mark.parametrize("line", ["620", "9", "9 620", "50 100"])
def test_a_number_that_may_be_a_table_a_board_or_a_score_is_not_guessed(line: str) -> None:
    with pytest.raises(ResultRefused, match=r"could be a table|type the result"):
        read_line(in_full(line, HERE, next_board))


def test_a_table_that_has_every_board_asks_for_another() -> None:
    with pytest.raises(ResultRefused, match="No board without a result was found at table 7"):
        in_full("4sn=", LinePlace(7), next_board)
    with pytest.raises(ResultRefused, match="No board without a result was found at table 8"):
        in_full("r3 t8 4sn=", HERE, next_board)
    with pytest.raises(ResultRefused, match="not a table"):
        read_line(in_full("p", None, next_board))


FULL = st.builds(
    "{}{} {} {}".format,
    st.integers(1, 99),
    st.sampled_from(["", "o", "c", " o", " c"]),
    st.integers(1, 99),
    st.sampled_from(["4sn10", "4 s n =", "p", "620", "-50", "np", "ok", "av+ av-", "3nt w = hk", "1 c n 7", "av"]),
)


@given(FULL, st.builds(LinePlace, st.integers(1, 99), st.integers(0, 99), st.sampled_from(["", "open", "closed"])))
def test_a_line_in_full_is_never_read_from_where_the_line_is(line: str, here: LinePlace) -> None:
    assert in_full(line, here, next_board) == line
    assert read_place(str(here)) == here


@given(st.text(max_size=40))
def test_any_text_is_completed_or_refused(line: str) -> None:
    with suppress(ResultRefused):
        read_line(in_full(line, HERE, next_board))
