"""SABF20 11.9, 12(c), 13.9: boards, matches and sessions that were not played, posted and read from the standings."""

from collections import Counter
from fractions import Fraction

import pytest

from directing import Room, flat, numbers
from overtrick.core.event.acts import (
    ABANDONED,
    CANCELLED,
    FORFEITED,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    FormatChosen,
    MatchForfeited,
    RoundClosed,
    RulingGiven,
    SubstituteUsed,
    Withdrawn,
)
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.model.notation import read_result

TRIALS, PLATE = "sabf-2020/seniors-butler-trials", "sabf-2020/state-pairs-plate"
SWISS = "sabf-2020/swiss-pairs-championship"
GONE = "3"


def score(state: StageState, name: str, number: int) -> Exact:
    """What a pair has for a round."""
    line = state.match_line(name, number)
    assert line is not None
    return line.score.value


def opponent(state: StageState, number: int) -> tuple[int, str]:
    """The table of the pair that leaves, and whom it meets there."""
    seating = next(each for each in state.round(number).seatings.values() if GONE in each.names)
    (other,) = set(seating.names) - {GONE}
    return seating.table, other


def both_have_two(room: Room, state: StageState) -> None:
    """Pair 3 loses its first two matches 0 to 20; in the third, all flat, both sides have 2 IMPs for a board."""

    def lost(number: int, table: int, side: str, board: int) -> str:
        seating = state.round(number).seatings[table]
        if GONE not in seating.names:
            return "1NT N ="
        return "7NT E =" if (seating.ns == GONE) != (board in seating.switched) else "7NT N ="

    room.play("Final", lost, 2)
    number = room.draw("Final")
    room.results("Final", number)
    table, _ = opponent(state, number)
    board = state.round(number).seatings[table].boards[0]
    room.do(RulingGiven("Final", number, table, board, read_result("AV+ AV+"), "SABF20 12.3(c)", "board lost"))
    room.close_round("Final", number)
    assert [score(state, GONE, each) for each in (1, 2, 3)] == [0, 0, Fraction("10.60")]
    assert [score(state, opponent(state, each)[1], each) for each in (1, 2, 3)] == [20, 20, Fraction("10.60")]


@pytest.mark.clause("SABF20 13.9#3", "SABF20 13.9#5", "SABF20 12.3(c)")
@pytest.mark.parametrize(("how", "theirs"), [(FORFEITED, Fraction(0)), (CANCELLED, Fraction("3.53"))])
def test_the_mean_against_the_offender_is_of_what_its_opponents_scored(how: str, theirs: Fraction) -> None:
    """D67: 20, 20 and 10.60 (2 IMPs over 14 boards, 21.2) are 16.87 on average; 20 less the offender's mean is 16.47.

    A win by 12 IMPs is 13.60. Cancelled, the side not there has the greater of its mean, 10.60 / 3 = 3.53, and
    20 - 16.87 = 3.13.
    """
    room = Room(TRIALS).enter(numbers(8))
    state = room.start("Final")
    both_have_two(room, state)
    number = room.draw("Final")
    table, other = opponent(state, number)
    room.do(MatchForfeited("Final", number, table, GONE, "told by telephone", how))
    room.results("Final", number)
    assert (score(state, other, number), score(state, GONE, number)) == (Fraction("16.87"), theirs)
    assert room.agrees()


@pytest.mark.clause("SABF20 13.9#3", "SABF20 16.1#1")
def test_those_yet_to_meet_a_pair_that_left_have_the_mean_of_its_opponents_scores() -> None:
    """As above, 16.87 for each of the four that have not met it (EV-111)."""
    room = Room(TRIALS).enter(numbers(8))
    state = room.start("Final")
    both_have_two(room, state)
    met = {opponent(state, number)[1] for number in (1, 2, 3)}
    room.do(Withdrawn(GONE, "Final", 3, expunged=False, reason="illness"))
    room.play("Final")
    for name in set(numbers(8)) - met - {GONE}:
        (given,) = [
            score(state, name, number) for number in range(4, 8) if state.round(number).seating_of(name) is None
        ]
        assert given == Fraction("16.87")


@pytest.mark.clause("SABF20 11.9")
def test_the_average_of_a_session_is_of_the_percentages_of_its_boards() -> None:
    """Sixteen pairs, 28 boards, of 6, 7 and 8 results: a pair has 100% on four boards of its first round, 0% on others.

    An average minus for the last is the worse of 40% and its own average, 400 / 27 = 14.81...; so the session is too.
    Weighed by the tops of its boards the average would be another.
    """
    room = Room(PLATE).enter(numbers(16))
    state = room.start("Sessions")
    played: Counter[int] = Counter()
    name = ""

    def scores(number: int, table: int, side: str, board: int) -> str:
        seating = state.round(number).seatings[table]
        if name not in seating.names:
            return "1NT N ="
        first = (seating.ns == name) != (board in seating.switched)
        return "1NT N +3" if first == (number == 1) else "1NT N -3"

    for number in range(1, 8):
        assert room.draw("Sessions") == number
        name = name or state.round(number).seatings[4].ns
        played.update(board for seating in state.round(number).seatings.values() for board in seating.boards)
        room.results("Sessions", number, scores)
        if number == 7:
            seating = state.round(number).seating_of(name)
            assert seating is not None
            board = seating.boards[0]
            first = (seating.ns == name) != (board in seating.switched)
            award = read_result("AV- AV+" if first else "AV+ AV-")
            room.do(RulingGiven("Sessions", number, seating.table, board, award, "Law 12C2", "no play"))
        room.do(RoundClosed("Sessions", number))
    first_boards = state.round(1).seatings[4].boards
    assert {played[board] for board in first_boards} == {8}
    assert set(played.values()) == {6, 7, 8}
    assert room.total("Sessions", name) == Fraction("14.81")


@pytest.mark.clause("SABF20 12(c)", "SABF20 12.5#1", "SABF20 13.18")
@pytest.mark.parametrize(("how", "placed"), [(ABANDONED, True), (CANCELLED, False), (FORFEITED, False)])
def test_a_pair_that_sat_down_was_represented(how: str, placed: bool) -> None:  # noqa: FBT001
    """12(c): represented in every session. A match is abandoned after play began (D73): the pair was there."""
    room = Room(SWISS)
    room.do(EventOpened(SWISS, "", "", ""), FormatChosen("10 matches of 8 boards"))
    room.do(*(EntryTaken(name) for name in numbers(20)), EntriesClosed())
    state = room.start("Swiss")
    room.play("Swiss", flat, 1)
    number = room.draw("Swiss")
    table, _ = opponent(state, number)
    room.do(MatchForfeited("Swiss", number, table, GONE, "taken ill", how))
    room.results("Swiss", number)
    room.close_round("Swiss", number)
    row = state.standings("all").row(GONE)
    assert row.placed is placed


@pytest.mark.clause("SABF20 12.5#1")
@pytest.mark.parametrize(("absences", "placed"), [(4, True), (5, False)])
def test_a_bye_does_not_shorten_the_event_in_the_list_of_absences(absences: int, placed: bool) -> None:  # noqa: FBT001
    """12.5#1: four absences in a ten session weeknight event, of which a pair with a bye plays nine."""
    room = Room(SWISS)
    room.do(EventOpened(SWISS, "", "", ""), FormatChosen("10 matches of 8 boards"))
    room.do(*(EntryTaken(name) for name in numbers(21)), EntriesClosed())
    state = room.start("Swiss")
    number = room.draw("Swiss")
    (name,) = state.round(number).draw.sits_out
    away = tuple(range(2, 2 + absences))
    room.do(SubstituteUsed(name, "Swiss", away, "One", "Another", "away"))
    room.results("Swiss", number)
    room.close_round("Swiss", number)
    room.play("Swiss", flat, 1)
    assert state.standings("all").row(name).placed is placed
