"""Rounds put together from who met whom: nobody sits twice, and real movements come out whole."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.movements.howell import howell
from overtrick.core.movements.mitchell import mitchell
from overtrick.core.movements.movement import Movement
from overtrick.core.movements.reconstructed import Meeting, rounds_of

MEETINGS = st.lists(
    st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(1, 5)).filter(lambda each: each[0] != each[1]),
    max_size=40,
    unique=True,
).map(lambda found: [Meeting((ns, ew), boards) for ns, ew, boards in found])


def alone(meetings: list[Meeting], rounds: list[int]) -> bool:
    places = Counter((number, who) for number, meeting in zip(rounds, meetings, strict=True) for who in meeting.who)
    return max(places.values(), default=1) == 1


@given(MEETINGS)
@settings(max_examples=40)
def test_nobody_sits_twice_in_a_round(meetings: list[Meeting]) -> None:
    rounds = rounds_of(meetings)
    assert alone(meetings, rounds)
    assert sorted(set(rounds)) == list(range(1, max(rounds, default=0) + 1))


@pytest.mark.parametrize("movement", [howell(3), howell(5), mitchell(5), mitchell(7)], ids=lambda each: each.name)
def test_a_movement_comes_out_in_its_own_number_of_rounds(movement: Movement) -> None:
    meetings = sorted(
        (Meeting((seat.ns, seat.ew), seat.boards) for seat in movement.seatings() if seat.ns and seat.ew),
        key=lambda each: (each.boards, each.who),
    )
    rounds = rounds_of(meetings)
    assert max(rounds) == len(movement.rounds)
    assert alone(meetings, rounds)


def test_rounds_that_are_given_stay_unless_somebody_would_sit_twice() -> None:
    meetings = [Meeting((1, 2), 1), Meeting((3, 4), 1), Meeting((1, 3), 2), Meeting((2, 4), 2)]
    assert rounds_of(meetings, [7, 7, 3, 3]) == [2, 2, 1, 1]
    assert alone(meetings, rounds_of(meetings, [1, 1, 1, 1]))
