"""Systems in a Swiss: which may be played in which round, by what the book knows; and the register."""

from dataclasses import replace

import pytest

from appealing import evening, when
from directing import Room
from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import LineUpPosted, RoundClosed, SystemLodged
from overtrick.director.decide import decide
from overtrick.director.systems import match_facts, open_register, register

STAGE = "Stage One"


def lodged(room: Room, contestant: str, colour: str = "yellow", day: int = 6, pages: int = 2) -> None:
    room.do(SystemLodged(contestant, f"{contestant}'s {colour}", colour, pages, when("19:00", day)))


def verdict(room: Room, contestant: str, number: int) -> Verdict:
    found = next(each for each in register(room.event, STAGE, number) if each.system.contestant == contestant)
    assert found.verdict is not None
    return found.verdict


def third_round() -> Room:
    """Three rounds drawn, the first two played and closed."""
    room = evening()
    room.do(RoundClosed(STAGE, 1))
    room.play(STAGE, rounds=1)
    room.draw(STAGE)
    return room


@pytest.mark.clause("SABF20 4.1#1")
@pytest.mark.clause("SABF20 4.2.1")
def test_a_system_is_of_a_colour_the_document_knows() -> None:
    room = evening()
    with pytest.raises(DirectorError, match="system class") as refused:
        decide(room.event, SystemLodged("1", "mine", "purple"), "")
    assert "green, blue, red, yellow, brown sticker" in str(refused.value)
    lodged(room, "1", "red")
    assert verdict(room, "1", 1).allowed


@pytest.mark.clause("SABF20 4.2.2#3")
def test_yellow_is_barred_in_both_rounds_of_the_first_evening() -> None:
    room = third_round()
    lodged(room, "1")
    assert "early round" in verdict(room, "1", 1).names
    assert "early round" in verdict(room, "1", 2).names
    assert "early round" not in verdict(room, "1", 3).names


@pytest.mark.clause("SABF20 4.2.2#3")
def test_yellow_is_barred_where_either_side_is_in_the_lower_half_of_the_draws_ranking_unless_agreed() -> None:
    room = third_round()
    state = room.event.stage(STAGE)
    order = state.round(3).draw.order
    assert len(order) == 12
    for team in order:
        lodged(room, team)
    for seating in state.round(3).seatings.values():
        upper = max(order.index(seating.ns), order.index(seating.ew)) < 6
        assert verdict(room, seating.ns, 3).allowed is upper
        assert verdict(room, seating.ew, 3).allowed is upper
    low = order[-1]
    players = state.plan.rules.players.systems
    assert players is not None
    facts = match_facts(room.event, state, low, 3, "yellow", agreed=True)
    # When round 3 starts is not set, so the director is asked whether the agreement came before it.
    assert {reason.answer.value for reason in players.limited["yellow"].judge(facts).against} == {"refer"}


@pytest.mark.clause("SABF20 4.2.2#2")
@pytest.mark.clause("SABF20 4.2.2#3")
def test_a_third_sheet_or_a_late_system_is_told_in_the_register() -> None:
    room = third_round()
    top = room.event.stage(STAGE).round(3).draw.order[0]
    lodged(room, top, day=8)
    assert "lodged late" in verdict(room, top, 3).names
    lodged(room, top, pages=3)
    assert "too many sheets" in verdict(room, top, 3).names


@pytest.mark.clause("SABF20 4.2.2#3")
def test_a_line_up_with_a_system_that_is_barred_is_refused_by_its_clause() -> None:
    room = evening()
    seating = room.event.stage(STAGE).round(1).seatings[1]
    lodged(room, seating.ns)
    names = tuple(player.name for player in room.event.entries[seating.ns].players)
    line_up = LineUpPosted(STAGE, 1, seating.ns, names, "yellow")
    with pytest.raises(DirectorError, match="may not play") as refused:
        decide(room.event, line_up, "")
    assert "SABF20 4.2.2#3" in str(refused.value)
    decide(room.event, replace(line_up, system="blue"), "")


@pytest.mark.clause("SABF20 4.2.2#2")
def test_the_register_of_limited_systems_is_open_where_a_clause_says_so() -> None:
    room = evening()
    lodged(room, "1")
    lodged(room, "2", "green")
    listed = open_register(room.event)
    assert listed is not None
    assert [each.system.contestant for each in listed] == ["1"]
