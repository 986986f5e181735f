"""The keystroke line reads what people type, and says what is missing."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.core.errors import ResultRefused
from overtrick.core.event.acts import ResultConfirmed, ResultCorrected, ResultPosted, RulingGiven
from overtrick.core.model.notation import read_result
from overtrick.web.desk.keystroke import read_line


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
        ("7", "which board"),
        ("7 13", "which result"),
        ("7 13 4s", "who declared"),
        ("7 13 4s s", "how it went"),
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
