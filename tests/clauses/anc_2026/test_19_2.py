"""ANC26 19.2: a straight line of carry-overs, and what is decided where its two ends are level."""

from dataclasses import replace
from fractions import Fraction

import pytest

from closed_stage import IN_TIME, SHOWN
from directing import Room, by_strength, by_table, flat, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, CarryOverDecided, ResultCorrected, ScoresShown, StageClosed, StageStarted
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.exact import Halves
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import Clause, Figure, Unit
from overtrick.core.ranking.carry_over import LinearCarry, linear_carry
from overtrick.director.acts import sentence
from overtrick.director.entries import stage_fields
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import plan_for

MIXED = "anc-2026/mixed-butler"
DECIDED = CarryOverDecided("Stage 2", 4, "ANC26 19.2", "the CTD: the middle of the line")


@pytest.fixture(scope="module")
def level() -> Room:
    """Twenty pairs, every board flat: the first ten, by lot, are level with each other. Stage 1 is closed."""
    room = Room(MIXED).enter(numbers(20))
    room.start("Stage 1")
    room.play("Stage 1", flat)
    return room


def refused(room: Room, act: Act) -> str:
    with pytest.raises(DirectorError) as told:
        room.do(act)
    return str(told.value)


@pytest.mark.clause("ANC26 19.2")
def test_the_chief_director_decides_what_level_pairs_carry_and_stage_2_starts(level: Room) -> None:
    room = level
    assert "Stage 1 is not closed" in refused(room, DECIDED)
    room.close("Stage 1")
    start = StageStarted("Stage 2", stage_fields(room.event, "Stage 2"))
    told = refused(room, start)
    assert "The first and the last of the 10 contestants counted have the same score" in told
    assert "Refer it to the Chief Tournament Director, then post the carry-over decided for each contestant." in told
    room.do(DECIDED)
    room.start("Stage 2")
    state = room.event.stage("Stage 2")
    carried = [state.carry(name) for name in state.contestants]
    assert [each.value for each in carried if each is not None] == [4] * 10
    assert all(each is not None and "the CTD: the middle of the line" in each.why(2) for each in carried)
    assert {room.total("Stage 2", name) for name in state.contestants} == {4}
    assert "Stage 2 has started" in refused(room, DECIDED)
    assert str(sentence(DECIDED)) == (
        "The tied contestants each start Stage 2 with a carry-over of 4 (ANC26 19.2): the CTD: the middle of the line."
    )
    assert verify(plan_for(MIXED), room.book.postings()).objections == ()
    assert room.agrees()


@pytest.mark.clause("ANC26 19.2")
def test_nothing_is_decided_where_the_line_exists() -> None:
    """Pair 1 beats everybody: there is a first and a tenth, and the line gives 7.00 and 1.00 to them."""
    room = Room(MIXED).enter(numbers(20))
    state = room.start("Stage 1")
    room.play("Stage 1", by_strength(state, numbers(20)))
    room.close("Stage 1")
    assert "The carry-over into Stage 2 follows from the scores (ANC26 19.2" in refused(room, DECIDED)
    room.start("Stage 2")
    brought = sorted(each.value for each in room.event.stage("Stage 2").carried.values())
    assert (brought[0], brought[-1]) == (1, 7)


def test_a_regulation_may_say_what_each_of_those_who_are_level_carries() -> None:
    """Without a word about it the line is refused; with one everybody counted has that, one let in from below none."""
    vps = Unit("VPs", "VP", 2)
    here = Clause("CLUB", "4")
    order = [(name, Figure(Fraction(50), vps, here)) for name in "ABC"]
    line = LinearCarry(here, 5, 0, 2, 2, Halves.UP, vps, here, "Ask the organiser.")
    with pytest.raises(DirectorError, match="Ask the organiser, then post the carry-over decided for each contestant"):
        linear_carry(order, "ABC", line)
    found = linear_carry(order, "ABC", replace(line, level=3)).carried
    assert {name: figure.value for name, figure in found.items()} == {"A": 3, "B": 3, "C": 0}


def one_ahead() -> Room:
    """Everything is flat but one match of the last round, so that its winner is first and the next nine are level."""
    room = Room(MIXED).enter(numbers(20))
    state = room.start("Stage 1")
    room.play("Stage 1", flat, rounds_of(state) - 1)
    room.play("Stage 1", by_table(lambda table: "3NT N =" if table == 1 else "1NT N ="))
    room.do(ScoresShown("Stage 1", state.last_round, SHOWN))
    room.do(StageClosed("Stage 1"), at=IN_TIME)
    room.start("Stage 2")
    return room


@pytest.mark.clause("ANC26 19.2")
@pytest.mark.clause("ANC26 6.1")
def test_a_late_change_that_makes_all_level_leaves_what_is_carried_until_it_is_decided() -> None:
    """With the winning match corrected to flat there is no line: 7.00 and 1.00 stay until the CTD gives 4 to each."""
    room = one_ahead()
    state = room.event.stage("Stage 1")
    second = room.event.stage("Stage 2")
    before = {name: figure.value for name, figure in second.carried.items()}
    assert sorted(before.values()) == [1] * 9 + [7]
    last = state.last_round
    seating = state.round(last).seatings[1]
    assert "Stage 2 has started" in refused(room, DECIDED)
    cautions: list[str] = []
    for board in seating.boards:
        correction = ResultCorrected("Stage 1", last, 1, board, read_result("1NT N ="), "entered wrongly")
        cautions += room.do(correction, at=IN_TIME)
    told = "\n".join(cautions)
    assert "The first and the last of the 10 contestants counted have the same score" in told
    assert "the carry-overs into Stage 2 stay as they were until an official decides them (ANC26 19.2" in told
    ends = {room.total("Stage 1", name) for name in numbers(20)}
    assert len(ends) == 1
    assert all(figure.value in (1, 7) for figure in second.carried.values())
    room.do(DECIDED)
    ten = state.standings(state.fields[0].name).order[:10]  # by lot: a starter whom the lot puts below them has nothing
    assert {name: room.total("Stage 2", name) for name in second.contestants} == {
        name: 4 if name in ten else 0 for name in second.contestants
    }
    assert room.agrees()
