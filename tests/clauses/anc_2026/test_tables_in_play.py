"""ANC26 17.13 to 17.16: the datum's band goes by the tables in play, so not by one whose match was forfeited."""

import pytest

from directing import Room, flat, numbers
from overtrick.core.event.acts import MatchForfeited
from overtrick.core.event.acts.matches import NEITHER
from overtrick.views.lines import datum_at

EVENT = "anc-2026/one-day-swiss-pairs-1"


def two_slams(number: int, table: int, room: str, board: int) -> str:
    """Board 1 at tables 1 and 2 is 6 spades made, 980; at every other table 4 spades made, 420."""
    return "6S N =" if board == 1 and table <= 2 else "4S N =" if board == 1 else flat(number, table, room, board)


@pytest.mark.clause("ANC26 17.13")
@pytest.mark.clause("ANC26 17.14")
@pytest.mark.parametrize(("absent", "datum"), [(1, 420), (2, 470)])
def test_a_forfeited_match_is_not_a_table_in_play(absent: int, datum: int) -> None:
    """16 tables are drawn. With 15 in play two scores go at each end, and 420 is left; with 14 one goes.

    Then twelve scores are left of which one is 980: 5,600 ÷ 12 is 466.67, to the closest ten 470.
    """
    room = Room(EVENT).enter(numbers(32))
    state = room.start("Swiss")
    number = room.draw("Swiss")
    room.results("Swiss", number, two_slams, range(1, 17 - absent))
    assert datum_at(state, number, 1, 1).value == "420", "no one has said yet that they stay away"
    for table in range(16, 16 - absent, -1):
        room.do(MatchForfeited("Swiss", number, table, "", "neither pair came", how=NEITHER))
    assert datum_at(state, number, 1, 1).value == str(datum)
    assert room.agrees()
