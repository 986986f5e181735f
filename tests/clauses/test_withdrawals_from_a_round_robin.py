"""A contestant withdraws in the middle of a round robin: what those have who are yet to meet it."""

from fractions import Fraction

import pytest

from directing import Room, Scores, flat, numbers
from overtrick.core.event.acts import (
    Act,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    ReadingChosen,
    ScoreAwarded,
    Withdrawn,
)
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.ranking.measures import ScoreOrigin
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import plan_for

TRIALS = "sabf-2020/seniors-butler-trials"
GONE = "3"


def robin(event: str = TRIALS, stage: str = "Final", pairs: int = 8) -> tuple[Room, StageState]:
    room = Room(event).enter(numbers(pairs))
    return room, room.start(stage)


def opened(event: str, pairs: int, *choices: Act) -> list[Act]:
    return [EventOpened(event, "", "", ""), *choices, *map(EntryTaken, numbers(pairs)), EntriesClosed()]


def leave(room: Room, stage: str, after: int, *, expunged: bool = False) -> str:
    return "\n".join(room.do(Withdrawn(GONE, stage, after, expunged, "illness")))


def met(state: StageState, until: int) -> set[str]:
    """Those who met the pair that leaves, in rounds up to one."""
    return {
        name
        for number in range(1, until + 1)
        for seating in state.round(number).seatings.values()
        if GONE in seating.names
        for name in seating.names
    } - {GONE}


def instead(state: StageState, name: str, after: int) -> dict[int, Exact]:
    """What a contestant has in rounds without a match of its own, after one."""
    found = {}
    for number in range(after + 1, rounds_of(state) + 1):
        if state.round(number).seating_of(name) is None:
            line = state.match_line(name, number)
            found[number] = line.score.value if line is not None else -1
    return found


@pytest.mark.clause("SABF20 13.9#3")
@pytest.mark.clause("SABF20 16.1#1")
def test_those_yet_to_meet_a_pair_that_left_have_the_least_of_a_forfeit() -> None:
    """Everything is flat, so all averages are 10.00; a win by 12 IMPs over 14 boards is 13.60 by the table of 21.2."""
    room, state = robin()
    assert state.plan.boards == 14
    room.play("Final", flat, 3)
    others = set(numbers(8)) - met(state, 3) - {GONE}
    assert len(others) == 4
    told = leave(room, "Final", 3)
    assert "4 contestants (" in told
    assert "had still to meet number 3" in told
    assert "each scores that match as a win by forfeit, at least 13.60 VPs" in told
    assert "SABF20 13.9#3" in told
    room.play("Final", flat)
    for name in others:
        assert list(instead(state, name, 3).values()) == [Fraction("13.60")]
        assert room.total("Final", name) == 60 + Fraction("13.60")
    for name in met(state, 3):
        assert instead(state, name, 3) == {}
        assert room.total("Final", name) == 70
    assert room.agrees()
    assert verify(plan_for(TRIALS), room.book.postings()).objections == ()


def beaten(state: StageState, loser: str) -> Scores:
    """One contestant loses a slam on every board, the others play their boards flat."""

    def scores(number: int, table: int, room: str, board: int) -> str:
        seating = state.round(number).seatings[table]
        if loser not in seating.names:
            return "1NT N ="
        first = seating.ns == loser
        return "7NT E =" if first != (board in seating.switched) else "7NT N ="

    return scores


@pytest.mark.clause("SABF20 13.9#3")
def test_the_average_of_those_who_met_it_counts_where_it_is_the_greatest() -> None:
    """The pair that leaves lost its three matches 0 to 20: 20.00 for each of those who have not met it."""
    room, state = robin()
    room.play("Final", beaten(state, GONE), 3)
    before = met(state, 3)
    assert [state.match_line(GONE, number).score.value for number in (1, 2, 3)] == [0, 0, 0]  # type: ignore[union-attr]
    leave(room, "Final", 3)
    room.play("Final", flat)
    others = set(numbers(8)) - before - {GONE}
    assert all(list(instead(state, name, 3).values()) == [20] for name in others)


@pytest.mark.clause("SABF20 13.9#3")
def test_one_that_leaves_when_the_next_round_is_drawn_forfeits_that_match_too() -> None:
    room, state = robin()
    room.play("Final", flat, 3)
    number = room.draw("Final")
    seating = next(each for each in state.round(number).seatings.values() if GONE in each.names)
    (other,) = (name for name in seating.names if name != GONE)
    assert f"({other}" in leave(room, "Final", 3)
    room.results("Final", number, flat)
    line = state.match_line(other, number)
    assert line is not None
    assert (line.score.value, line.kind, line.opponents) == (Fraction("13.60"), ScoreOrigin.FORFEIT, (GONE,))
    room.close_round("Final", number)


@pytest.mark.clause("SABF20 15.1")
def test_the_bye_of_an_odd_field_stays_what_it_is() -> None:
    """Seven pairs: everybody has one bye of no points, whoever has left; a match missed is a forfeit."""
    room, state = robin(pairs=7)
    room.play("Final", flat, 3)
    byes = [name for number in (1, 2, 3) for name in state.round(number).draw.sits_out]
    leave(room, "Final", 3)
    room.play("Final", flat)
    for name in state.playing:
        lines = [state.match_line(name, number) for number in range(1, 8)]
        assert (
            sum(line is not None and line.kind is ScoreOrigin.BYE and line.score.value == 0 for line in lines) == 1
        ), name
        missed = [line for line in lines if line is not None and line.kind is ScoreOrigin.FORFEIT]
        assert [line.score.value for line in missed] == [Fraction("13.60")] * (name not in met(state, 3))
    assert len(byes) == 3


@pytest.mark.clause("SABF20 15.1")
def test_the_other_reading_makes_the_match_a_bye() -> None:
    room = Room(TRIALS)
    room.do(*opened(TRIALS, 8, ReadingChosen("EV-111", "the match is a bye", "by the committee")))
    state = room.start("Final")
    room.play("Final", flat, 3)
    assert "each has the score of a sit-out for that match (SABF20 15.1" in leave(room, "Final", 3)
    room.play("Final", flat)
    others = set(numbers(8)) - met(state, 3) - {GONE}
    assert all(list(instead(state, name, 3).values()) == [0] for name in others)


@pytest.mark.clause("SABF20 13.9#3")
def test_nobody_has_anything_of_one_whose_scores_are_wiped() -> None:
    room, state = robin()
    room.play("Final", flat, 3)
    assert "that match is cancelled and scores nothing" in leave(room, "Final", 3, expunged=True)
    room.play("Final", flat)
    assert {room.total("Final", name) for name in state.playing} == {60}


@pytest.mark.clause("ITS21 WDR.stand")
def test_where_the_regulation_is_elsewhere_the_director_gives_the_score() -> None:
    """An even field of ten in one stage: five matches played is past the middle, and TR 13.9 is not supplied."""
    room, state = robin("nsw-its-2021/wits", "Final", 10)
    room.play("Final", flat, 5)
    told = leave(room, "Final", 5)
    assert (
        "the regulations give no score for that match; award each of them a score in that round (ITS21 WDR.stand"
        in told
    )
    other = next(name for name in state.playing if name not in met(state, 5))
    number = next(n for n in range(6, 10) if state.play.opponents(state, n)[other] == GONE)
    while state.last_round < number:
        room.results("Final", room.draw("Final"), flat)
    assert state.match_line(other, number) is None
    room.do(ScoreAwarded(other, "Final", number, 4, "ITS21 WDR.stand", "by the director"))
    assert room.total("Final", other) == 4


def test_a_club_scores_a_team_that_leaves_as_forfeits() -> None:
    """Six teams, all flat: a forfeit brings 12 VPs by the club's rule, for each of the three that have not met it."""
    room, state = robin("club/all-play-all", "All-Play-All", 6)
    room.play("All-Play-All", flat, 2)
    told = leave(room, "All-Play-All", 2)
    assert "3 contestants (" in told
    assert "had still to meet number 3" in told
    assert "at least 12.00 VPs" in told
    room.play("All-Play-All", flat)
    assert sorted(room.total("All-Play-All", name) for name in state.playing) == [50, 50, 52, 52, 52]  # type: ignore[type-var]


@pytest.mark.clause("ANC26 11.11")
def test_a_team_that_leaves_before_the_first_round_has_no_bye_in_it() -> None:
    """35 VPs are for a team that is there and has no match; five teams, so one has the bye."""
    room, state = robin("anc-2026/interstate-youth", "Qualifying", 5)
    room.draw("Qualifying")
    (out,) = state.round(1).draw.sits_out
    line = state.match_line(out, 1)
    assert line is not None
    assert line.score.value == 35
    room.do(Withdrawn(out, "Qualifying", 0, False, "illness"))
    assert state.match_line(out, 1) is None
    assert room.total("Qualifying", out) == 0
