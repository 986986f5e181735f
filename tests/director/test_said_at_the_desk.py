"""What an official is told: a level match when its round is closed, a lateness before, and the right clause."""

from fractions import Fraction

import pytest

from directing import Room, by_strength, flat, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import ArrivedLate, LineUpPosted, RoundClosed, WarningGiven

DAYTIME, STATE = "sabf-2020/daytime-teams", "sabf-2020/state-teams"


@pytest.mark.clause("SABF20 13.14")
def test_a_second_lateness_says_that_nothing_was_given_for_the_first() -> None:
    room = Room(STATE).enter(numbers(12))
    state = room.start("Stage One")
    room.play("Stage One", by_strength(state, numbers(12)), rounds=1)
    assert not any("was late in" in each for each in room.do(ArrivedLate("5", "Stage One", 1, Fraction(4))))
    room.draw("Stage One")
    said = room.do(ArrivedLate("5", "Stage One", 2, Fraction(4)))
    assert any(each.startswith("5 was late in round 1 of Stage One too, and nothing was given") for each in said)
    room.do(WarningGiven("5", "late", "Stage One", 1, "SABF20 13.14", "no notice", minutes=Fraction(4)))
    said = room.do(ArrivedLate("5", "Stage One", 2, Fraction(4)))
    assert not any("was late in" in each for each in said)
    assert any("second offence" in each for each in said)


@pytest.mark.clause("GNOT18 4.1")
def test_closing_the_round_of_a_knockout_says_that_a_match_is_level() -> None:
    room = Room("examples/club-double-knockout.toml").enter(numbers(8))
    stage = room.event.planned().stages[0].name
    room.start(stage)
    number = room.draw(stage)
    room.results(stage, number, flat)
    said = room.do(RoundClosed(stage, number))
    assert sum("level" in each for each in said) == 4
    assert all(" v " in each for each in said if "level" in each)


def test_a_line_up_with_a_player_twice_says_how_many_are_different() -> None:
    room = Room(STATE).enter(numbers(12))
    room.start("Stage One")
    number = room.draw("Stage One")
    with pytest.raises(DirectorError, match="this one has 4 names, 3 of them different"):
        room.do(LineUpPosted("Stage One", number, "1", ("A", "B", "C", "C")))
