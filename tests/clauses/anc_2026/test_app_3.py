"""ANC26 App-3: a small field's Swiss, in which early opponents may meet again."""

import pytest

from directing import Room, by_strength, numbers
from overtrick.core.event.acts import Withdrawn
from overtrick.core.event.play.stage import StageState

NINE_ROUNDS = "anc-2026/swiss-pairs-b"


def opponents(state: StageState, rounds: range) -> list[frozenset[str]]:
    """Who met whom in some rounds."""
    return [
        frozenset((seating.ns, seating.ew)) for number in rounds for seating in state.round(number).seatings.values()
    ]


@pytest.mark.clause("ANC26 App-3")
@pytest.mark.parametrize(("entrants", "again"), [(18, False), (16, True)])
def test_the_number_of_entrants_sets_the_mode_whoever_withdraws(entrants: int, again: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Of nine rounds 18 entrants are enough for a plain Swiss, which stays one when two withdraw (D74)."""
    room = Room(NINE_ROUNDS).enter(numbers(entrants))
    state = room.start("Swiss")
    room.play("Swiss", by_strength(state, numbers(entrants)), rounds=7)
    if not again:
        for name in numbers(entrants)[-2:]:
            room.do(Withdrawn(name, "Swiss", 7, expunged=False, reason="illness"))
    assert len(state.playing) == 16
    room.draw("Swiss")
    before, now = opponents(state, range(1, 8)), opponents(state, range(8, 9))
    assert len(now) == 8
    assert any(each in before for each in now) is again
