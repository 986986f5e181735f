"""ANC26 7.6: boards that were not fouled, and that no result can be had on, are worth what fouled ones are."""

from fractions import Fraction

import pytest

from clauses.anc_2026.test_7_7 import AWARD, BUTLER, ITC, clauses, foul, line, teams
from directing import Room, by_strength, flat, numbers
from overtrick.core.event.acts import RulingGiven
from overtrick.core.exact import Exact

PAIRS = "anc-2026/interstate-pairs"

TOGETHER = {1: 3, 2: 4, 3: 5, 4: 6, 8: 8}
"""Three times the root of so many boards, to the nearest IMP: 3; 4.24; 5.20; 6; 8.49 (App-4)."""


@pytest.mark.clause("ANC26 7.6")
@pytest.mark.parametrize("boards", TOGETHER)
def test_cancelled_boards_of_a_teams_match_are_worth_three_times_the_root_together(boards: int) -> None:
    """7.6 names 7.2 to 7.5 and not 7.1, so the appendix gives their worth by reading D26, one board or several."""
    room, state = teams()
    number = room.draw("Qualifying")
    room.results("Qualifying", number, flat)
    foul(room, "Qualifying", number, range(1, boards + 1), fouled=False)
    for name in (state.round(number).seatings[1].ns, state.round(number).seatings[1].ew):
        found = line(state, name, number)
        assert found.net_imps == TOGETHER[boards]
        assert found.net is not None
        assert ("ANC26 App-4.1" if boards == 1 else "ANC26 App-4.2") in clauses(found.net)
        assert "ANC26 7.1" not in clauses(found.net)
        assert found.score.value == 35 + TOGETHER[boards]  # 11.10: 35 plus the net
    assert room.agrees()


@pytest.mark.clause("ANC26 7.6")
@pytest.mark.clause("ANC26 7.1")
def test_a_fouled_board_keeps_its_own_clause_and_counts_with_the_cancelled_ones() -> None:
    """One fouled board is 3 IMPs by 7.1; with two cancelled ones three boards are 5 IMPs together."""
    room, state = teams()
    number = room.draw("Qualifying")
    room.results("Qualifying", number, flat)
    foul(room, "Qualifying", number, range(1, 2))
    name = state.round(number).seatings[1].ns
    alone = line(state, name, number).net
    assert alone is not None
    assert (alone.value, "ANC26 7.1" in clauses(alone)) == (3, True)
    foul(room, "Qualifying", number, range(2, 4), fouled=False)
    assert line(state, name, number).net_imps == 5
    assert room.agrees()


@pytest.mark.clause("ANC26 7.6")
@pytest.mark.parametrize(("boards", "imps"), [(1, 2), (2, 3), (3, 3)])
def test_cancelled_boards_of_a_butler_match_are_worth_twice_the_root_together(boards: int, imps: int) -> None:
    """7.3 gives 2 IMPs for one; two are 2.83 and three 3.46, to the nearest IMP (7.5)."""
    room = Room(BUTLER).enter(numbers(12))
    state = room.start("Swiss")
    number = room.draw("Swiss")
    room.results("Swiss", number, flat)
    first = state.round(number).seatings[1].boards[0]
    foul(room, "Swiss", number, range(first, first + boards), "", fouled=False)
    for name in (state.round(number).seatings[1].ns, state.round(number).seatings[1].ew):
        found = line(state, name, number)
        assert found.net_imps == imps
        assert found.net is not None
        assert ("ANC26 7.3" if boards == 1 else "ANC26 App-4.2") in clauses(found.net)


@pytest.mark.clause("ANC26 7.6")
@pytest.mark.parametrize(("boards", "over"), [(1, Fraction(10)), (4, Fraction(20))])
def test_cancelled_boards_at_matchpoints_are_fifty_each_and_ten_times_the_root(boards: int, over: Exact) -> None:
    """7.4 gives 60% for one; four are 200 and 20 more, 55% each. All other boards are flat: 50%."""
    room = Room(PAIRS).enter(numbers(12))
    stage = room.event.any_plan().stages[0].name
    state = room.start(stage)
    number = room.draw(stage)
    room.results(stage, number, flat)
    seating = state.round(number).seatings[1]
    for board in seating.boards[:boards]:
        room.do(RulingGiven(stage, number, 1, board, AWARD, "ANC26 7.6", "no result can be had"))
    found = line(state, seating.ns, number)
    assert found.percent is not None
    assert found.percent == Fraction(50 * len(seating.boards) + over) / len(seating.boards)


@pytest.mark.clause("ANC26 App-4.2")
def test_average_plus_boards_of_all_stanzas_of_a_final_are_worth_their_root_together() -> None:
    """The stanzas are one match (D76): one board is 3 IMPs, two are 4 and three 5, in whatever order they are ruled."""
    room = Room(ITC).enter(numbers(6))
    state = room.start("Qualifying")
    room.play("Qualifying", by_strength(state, numbers(6)))
    room.close("Qualifying")
    final = room.start("Final")
    one, two = final.contestants
    for stanza in (1, 2):
        assert room.draw("Final") == stanza
        room.results("Final", stanza, flat)
        if stanza == 1:
            room.close_round("Final", stanza)
    boards = [final.round(stanza).seatings[1].boards[0] for stanza in (1, 2)]

    def won() -> list[list[Exact]]:
        return [[line(final, name, stanza).score.value for stanza in (1, 2)] for name in (one, two)]

    foul(room, "Final", 2, range(boards[1], boards[1] + 1))
    assert won() == [[0, 3], [0, 3]]
    foul(room, "Final", 1, range(boards[0], boards[0] + 1))
    assert won() == [[3, 1], [3, 1]]
    foul(room, "Final", 2, range(boards[1] + 1, boards[1] + 2))
    assert won() == [[3, 2], [3, 2]]
    added = line(final, one, 2).net
    assert added is not None
    assert (added.value, "ANC26 App-4.2" in clauses(added)) == (2, True)
    assert room.agrees()
