"""SABF20 4.2.2#4: a team that uses a yellow system in a match of one session gives up its seating rights."""

import pytest

from directing import Room, by_strength, numbers
from overtrick.core.event.acts import LineUpPosted, SystemLodged
from overtrick.core.event.acts.draws import Seating
from overtrick.director.line_ups import sitting_now

DAYTIME = "sabf-2020/daytime-teams"
FOUR = tuple("ABCD")


def team(number: str) -> tuple[str, ...]:
    return tuple(f"{number}{letter}" for letter in FOUR)


def minor_round(entries: int = 8) -> tuple[Room, Seating, str, str]:
    """Round 4, of fourteen boards, of a round robin: a match of it, who sits first by lot (13.6#1), and the other."""
    room = Room(DAYTIME).enter(numbers(entries))
    state = room.start("Minor round")
    room.play("Minor round", by_strength(state, numbers(entries)), 3)
    room.draw("Minor round")
    seating = state.round(4).seatings[1]
    order = sitting_now(room.event, state, 4, seating)
    assert order is not None
    assert order.clause.cite == "SABF20 13.6#1"
    first, last = str(order.first), str(order.last)
    room.do(*(SystemLodged(name, f"{name}'s pass", "yellow", 2) for name in (first, last)))
    return room, seating, first, last


def line_up(room: Room, who: str, system: str = "") -> tuple[str, ...]:
    return room.do(LineUpPosted("Minor round", 4, who, team(who), system))


def order_of(room: Room, seating: Seating) -> tuple[str | None, str | None, str]:
    found = sitting_now(room.event, room.event.stage("Minor round"), 4, seating)
    assert found is not None
    return found.first, found.last, found.clause.cite


@pytest.mark.clause("SABF20 4.2.2#4")
def test_the_side_with_a_yellow_system_sits_first_and_the_other_chooses() -> None:
    room, seating, first, last = minor_round()
    told = f"team {last} sits first, and team {first} has the seating rights (SABF20 4.2.2#4, reading D8)"
    assert told in line_up(room, last, "yellow")
    assert order_of(room, seating) == (last, first, "SABF20 4.2.2#4")


@pytest.mark.clause("SABF20 4.2.2#4")
def test_the_lot_stands_when_the_system_is_not_in_use_or_both_use_one() -> None:
    room, seating, first, last = minor_round()
    by_lot = (first, last, "SABF20 13.6#1")
    assert "sits first" not in " ".join(line_up(room, first, "yellow"))  # it had to sit first as it was
    assert order_of(room, seating) == by_lot
    line_up(room, last, "yellow")
    assert order_of(room, seating) == by_lot  # both give up the right: nobody has it more than the other
    assert f"team {last} sits first, and team {first} has the seating rights" not in " ".join(
        line_up(room, first, "yellow")
    )
    line_up(room, first)
    assert order_of(room, seating) == (last, first, "SABF20 4.2.2#4")  # only the other uses one now
    assert f"team {first} sits first, and team {last} has the seating rights" in " ".join(line_up(room, last))
    assert order_of(room, seating) == by_lot


@pytest.mark.clause("SABF20 4.2.2#4")
def test_other_systems_cost_nothing() -> None:
    room, seating, first, last = minor_round()
    line_up(room, last, "red")
    assert order_of(room, seating) == (first, last, "SABF20 13.6#1")


@pytest.mark.clause("SABF20 4.2.2#4")
def test_a_match_of_several_weeks_keeps_its_turns() -> None:
    """The final of four is played in weeks three and four, the matches before it in one week each."""
    room = Room(DAYTIME).enter(numbers(8))
    state = room.start("Minor round")
    room.play("Minor round", by_strength(state, numbers(8)))
    room.close("Minor round")
    finals = room.start("Finals")
    turned = {}
    for number in (1, 2, 3, 4):
        room.draw("Finals")
        for seating in finals.round(number).seatings.values():
            order = sitting_now(room.event, finals, number, seating)
            assert order is not None
            last = str(order.last)
            room.do(SystemLodged(last, f"{last}'s pass", "yellow", 2))
            room.do(LineUpPosted("Finals", number, last, team(last), "yellow"))
            now = sitting_now(room.event, finals, number, seating)
            assert now is not None
            turned[number, seating.table] = now.first == last
        room.results("Finals", number, by_strength(finals, numbers(8)))
        room.close_round("Finals", number)
    assert {number: moved for (number, _), moved in turned.items()} == {1: True, 2: True, 3: False, 4: False}
