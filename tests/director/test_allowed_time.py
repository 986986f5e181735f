"""The time a match is allowed: when no board may be begun, who ended late, and who came too late to win."""

import pytest

from directing import Room, by_strength, numbers
from overtrick.core.conduct.clocks import ClockPurpose
from overtrick.core.event.acts import ArrivedLate, RoundEnded, RoundStarted
from overtrick.director.clocks import clocks

START = "2026-09-02T19:30:00+09:30"


def at(clock: str) -> str:
    return f"2026-09-02T{clock}:00+09:30"


@pytest.fixture
def finals() -> Room:
    """Four teams in the first week of the finals of the Daytime Teams."""
    room = Room("sabf-2020/daytime-teams").enter(numbers(4))
    room.play("Minor round", by_strength(room.start("Minor round"), numbers(4)))
    room.close("Minor round")
    room.start("Finals")
    room.draw("Finals")
    return room


@pytest.mark.clause("SABF20 13.16", "SABF20 16.3#3")
def test_the_clock_of_the_last_board_runs_until_five_minutes_before_the_end(finals: Room) -> None:
    finals.do(RoundStarted("Finals", 1), at=START)
    boards = finals.event.plan("Finals").boards_in(1)
    [last] = [each for each in clocks(finals.event, START) if each.about is ClockPurpose.LAST_BOARD]
    assert last.left == boards * 15 / 2 + 10 - 5  # seven and a half minutes a board and ten of pause, less five
    assert str(last.until.clause).startswith("SABF20 16.3#3")
    finals.do(RoundEnded("Finals", 1), at=at("23:59"))
    assert not [each for each in clocks(finals.event, at("20:00")) if each.about is ClockPurpose.LAST_BOARD]


def ended(minutes_over: int) -> tuple[str, ...]:
    """What is said of a match that ends so many minutes over its time."""
    room = Room("sabf-2020/swiss-teams").enter(numbers(8))
    room.start("Swiss")
    room.draw("Swiss")
    room.do(RoundStarted("Swiss", 1), at=START)
    end = 19 * 60 + 30 + room.event.plan("Swiss").boards_in(1) * 15 // 2 + minutes_over
    return room.do(RoundEnded("Swiss", 1), at=at(f"{end // 60:02}:{end % 60:02}"))


@pytest.mark.clause("SABF20 13.16")
def test_a_round_that_ends_after_its_time_is_said_to() -> None:
    assert ended(0) == ()
    [said] = ended(6)
    assert said.startswith("play ended 6 minutes after ")
    assert "the deal in progress was to be completed (SABF20 13.16" in said


@pytest.mark.clause("SABF20 16.3#2", "SABF20 16.1#1")
def test_a_final_that_neither_team_came_to_in_time_is_won_by_neither(finals: Room) -> None:
    seating = finals.event.stage("Finals").round(1).seatings[1]
    said = " ".join(finals.do(ArrivedLate(seating.ns, "Finals", 1, 31)))
    assert f"number {seating.ns} forfeits the match (SABF20 16.1#1" in said
    said = " ".join(finals.do(ArrivedLate(seating.ew, "Finals", 1, 35)))
    assert "neither team appeared in time, so neither wins (SABF20 16.1#1" in said


@pytest.mark.clause("SABF20 16.1#1")
def test_half_an_hour_is_waited(finals: Room) -> None:
    seating = finals.event.stage("Finals").round(1).seatings[1]
    assert "forfeits" not in " ".join(finals.do(ArrivedLate(seating.ns, "Finals", 1, 30)))
