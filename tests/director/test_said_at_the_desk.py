"""What an official is told: a level match when its round is closed, a lateness before, and the right clause."""

from fractions import Fraction

import pytest

from directing import Room, by_strength, flat, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    ArrivedLate,
    EntryTaken,
    EventOpened,
    ExtraBoardsCalled,
    LineUpPosted,
    ResultPosted,
    RoundClosed,
    WarningGiven,
)
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.core.flow.stages import Who
from overtrick.core.model import Player, read_result

DAYTIME, STATE = "sabf-2020/daytime-teams", "sabf-2020/state-teams"


@pytest.mark.clause("SABF20 13.14")
def test_a_second_lateness_says_that_nothing_was_given_for_the_first() -> None:
    room = Room(STATE).enter(numbers(12))
    state = room.start("Stage One")
    room.play("Stage One", by_strength(state, numbers(12)), rounds=1)
    assert not any("was also late for" in each for each in room.do(ArrivedLate("5", "Stage One", 1, Fraction(4))))
    room.draw("Stage One")
    said = room.do(ArrivedLate("5", "Stage One", 2, Fraction(4)))
    assert any(each.startswith("number 5 was also late for round 1 of Stage One, with no penalty or") for each in said)
    room.do(WarningGiven("5", "late", "Stage One", 1, "SABF20 13.14", "no notice", minutes=Fraction(4)))
    said = room.do(ArrivedLate("5", "Stage One", 2, Fraction(4)))
    assert not any("was also late for" in each for each in said)
    assert any("second offence" in each for each in said)


@pytest.mark.clause("GNOT18 4.1")
def test_closing_the_round_of_a_knockout_says_that_a_match_is_level() -> None:
    room = Room("examples/club-double-knockout.toml").enter(numbers(8))
    stage = room.event.current_plan().stages[0].name
    room.start(stage)
    number = room.draw(stage)
    room.results(stage, number, flat)
    said = room.do(RoundClosed(stage, number))
    assert sum("tied" in each for each in said) == 4
    assert all(" v " in each for each in said if "tied" in each)


@pytest.mark.clause("GNOT18 4.1")
def test_extra_boards_are_posted_after_the_round_was_closed_with_a_match_level() -> None:
    """Two extra boards by CLUB 4: 1NT made in one room and down one in the other is 140 points, 4 IMPs a board."""
    room = Room("examples/club-double-knockout.toml").enter(numbers(8))
    stage = room.event.current_plan().stages[0].name
    state = room.start(stage)
    number = room.draw(stage)
    room.results(stage, number, flat)
    room.do(RoundClosed(stage, number))
    for table in state.round(number).seatings:
        room.do(ExtraBoardsCalled(stage, number, table, (25, 26)))
        with pytest.raises(DirectorError, match="cannot be closed while"):
            room.close(stage)
        for board in (25, 26):
            room.do(ResultPosted(stage, number, table, board, read_result("1NT N ="), OPEN))
            room.do(ResultPosted(stage, number, table, board, read_result("1NT N -1"), CLOSED))
    room.close(stage)
    assert state.left is not None
    assert set(state.left.leavers_in_role(Who.WINNERS)) == {
        seating.ns for seating in state.round(number).seatings.values()
    }
    assert room.agrees()


@pytest.mark.clause("SABF20 17.1#3")
def test_nobody_is_asked_how_many_members_a_team_has_that_names_them() -> None:
    room = Room(STATE)
    room.do(EventOpened(STATE, "", "", ""))
    players = tuple(Player(f"Player {letter}") for letter in "ABCDEFG")
    assert room.do(EntryTaken("1", players=players[:4])) == ()
    with pytest.raises(DirectorError, match="may not play") as refused:
        room.do(EntryTaken("2", players=players))
    assert str(refused.value.clause) == "SABF20 17.1#3"


def test_a_line_up_with_a_player_twice_says_how_many_are_different() -> None:
    room = Room(STATE).enter(numbers(12))
    room.start("Stage One")
    number = room.draw("Stage One")
    with pytest.raises(DirectorError, match=r"this one has 4 names \(3 different\)"):
        room.do(LineUpPosted("Stage One", number, "1", ("A", "B", "C", "C")))
