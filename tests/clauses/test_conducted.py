"""Clauses that ask for something to be written down or announced: what the book holds, and what follows from it."""

from dataclasses import replace

import pytest

from directing import Room, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    EntriesClosed,
    EntryTaken,
    EventOpened,
    LotDrawn,
    PenaltyGiven,
    ResultConfirmed,
    RoundClosed,
    RoundStarted,
    RoundTime,
    SeedsSet,
    StageStarted,
    SubstituteUsed,
    TimetableSet,
    WarningGiven,
    Withdrawn,
)
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.model.contestants import Player, Stated
from overtrick.director.decide import decide
from overtrick.director.entries import stage_fields
from overtrick.director.penalties import penalty_for
from overtrick.regulations.plan.event_book import plan_for

OPEN, OITS, WITS, SITS = (
    "anc-2026/interstate-open", "nsw-its-2021/oits", "nsw-its-2021/wits", "nsw-its-2021/sits",
)  # fmt: skip
SWISS = "anc-2026/swiss-pairs-a"


def swiss(count: int = 10) -> Room:
    room = Room(SWISS).enter(numbers(count))
    room.start("Swiss")
    return room


@pytest.mark.clause("ANC26 1.4")
def test_leaving_before_the_scores_are_confirmed_is_said_and_has_its_price() -> None:
    room = swiss()
    room.draw("Swiss")
    room.results("Swiss", 1)
    [unconfirmed] = decide(room.event, RoundClosed("Swiss", 1)).cautions
    assert str(unconfirmed) == "60 results are not confirmed"
    drawn = room.event.stage("Swiss").round(1)
    for board in drawn.seatings[1].boards:
        room.do(ResultConfirmed("Swiss", 1, 1, board, result=drawn.results[1, "", board].result))
    [still] = decide(room.event, RoundClosed("Swiss", 1)).cautions
    assert str(still) == "48 results are not confirmed"
    first = penalty_for(room.event, "1", "scores missing or wrong", "Swiss", 1)
    assert isinstance(first.acts[0], WarningGiven)
    room.do(*first.acts)
    [second] = penalty_for(room.event, "1", "scores missing or wrong", "Swiss", 1).acts
    assert isinstance(second, PenaltyGiven)
    assert second.amount == 1


@pytest.mark.clause("ANC26 17.17")
def test_the_time_of_each_match_is_what_the_director_announces() -> None:
    room = swiss()
    room.do(TimetableSet("Swiss", (RoundTime(1, "2026-07-13T09:30:00+10:00", "2026-07-13T11:06:00+10:00"),)))
    plan = room.event.plan("Swiss")
    assert str(room.event.conducted.start("Swiss", 1)) == "2026-07-13 09:30:00"
    assert str(room.event.conducted.finish(plan, 1)) == "2026-07-13 11:06:00"
    later = RoundTime(1, "2026-07-13T09:45:00+10:00", "2026-07-13T11:21:00+10:00")
    room.do(TimetableSet("Swiss", (later,)))
    assert str(room.event.conducted.finish(plan, 1)) == "2026-07-13 11:21:00"


@pytest.mark.clause("ANC26 20.2")
def test_a_withdrawal_during_a_stage_leaves_the_scores_or_wipes_them_as_the_director_says() -> None:
    for expunged in (False, True):
        room = swiss()
        room.play("Swiss", rounds=2)
        state = room.event.stage("Swiss")
        met = state.round(1).seating_of("1")
        assert met is not None
        opponent = met.ew if met.ns == "1" else met.ns
        room.do(Withdrawn("1", "Swiss", 2, expunged=expunged, reason="illness"))
        assert "1" not in state.playing
        assert (state.match_line(opponent, 1) is None) is expunged
        names = [row.contestant for row in state.standings("all").rows]
        assert ("1" in names) is not expunged


@pytest.mark.clause("ANC26 21.1")
def test_a_substitute_is_for_a_cause() -> None:
    room = swiss()
    room.draw("Swiss")
    bare = SubstituteUsed("1", "Swiss", (1,), "a player", "another")
    assert list(map(str, decide(room.event, bare).cautions)) == ["no reason is given for the substitute"]
    assert decide(room.event, replace(bare, reason="illness")).cautions == ()


@pytest.mark.clause("ITS21 COVID.reschedule")
def test_any_session_that_has_not_begun_may_be_moved() -> None:
    room = Room(OITS).enter(numbers(18))
    first = room.start("Stage I").plan.sessions[0]
    room.do(TimetableSet("Stage I", (RoundTime(1, "2021-02-15T19:00:00+11:00"),)))
    room.draw("Stage I")
    room.do(RoundStarted("Stage I", 1))
    moved = RoundTime(first + 1, "2021-03-01T19:00:00+11:00")
    room.do(TimetableSet("Stage I", (moved,)))
    room.do(TimetableSet("Stage I", (replace(moved, start="2021-03-08T19:00:00+11:00"),)))
    assert str(room.event.conducted.start("Stage I", first + 1)) == "2021-03-08 19:00:00"
    with pytest.raises(DirectorError, match="Round 1 has started"):
        decide(room.event, TimetableSet("Stage I", (RoundTime(1, "2021-02-22T19:00:00+11:00"),)))


@pytest.mark.clause("ITS21 ELIG.question")
@pytest.mark.clause("ITS21 ELIG.fill-in")
def test_a_committee_or_the_director_may_let_in_whom_a_rule_keeps_out() -> None:
    room = Room(OITS)
    room.do(EventOpened(OITS, "", "", ""))
    entry = EntryTaken("1", players=(Player("A", stated=(Stated("registered with the ABF", "no"),)),))
    with pytest.raises(DirectorError, match="A may not play: the answer to “registered with the ABF” is no") as refusal:
        decide(room.event, entry)
    assert str(refusal.value.remedy) == "Director may admit to complete a movement"
    let_in = replace(entry, contending=False, leave="to complete the movement")
    assert any("accepted by permission (to complete the movement)" in said for said in room.do(let_in))
    assert room.event.entries["1"].leave == "to complete the movement"


@pytest.mark.clause("ITS21 SUBS.emergency")
def test_in_an_emergency_the_approval_takes_the_place_of_the_notice() -> None:
    room = Room(OITS)
    pairs = [EntryTaken(n, players=(Player(f"{n}A"), Player(f"{n}B"))) for n in numbers(18)]
    room.do(EventOpened(OITS, "", "", ""), *pairs, EntriesClosed())
    room.start("Stage I")
    room.do(TimetableSet("Stage I", (RoundTime(1, "2021-02-15T19:00:00+11:00"),)))
    act = SubstituteUsed("1", "Stage I", (1,), "1A", "X", "sudden illness", requested="2021-02-15T18:00:00+11:00")
    [late] = decide(room.event, act).cautions
    assert "ITS21 SUBS.request" in str(late)
    assert "needs emergency ratification" in str(late)
    assert decide(room.event, replace(act, approved_by="the Events Committee")).cautions == ()


@pytest.mark.clause("ITS21 SEED.committee")
def test_the_fields_are_those_of_the_committee_s_seeding() -> None:
    halves = []
    for order in (numbers(18), [*numbers(18)[9:], *numbers(18)[:9]]):
        room = Room(OITS).enter(numbers(18))
        room.do(SeedsSet("Stage I", tuple(order)))
        fields = stage_fields(room.event, "Stage I")
        places = [[order.index(name) for name in field.contestants] for field in fields]
        assert abs(sum(places[0]) - sum(places[1])) <= 9  # of equal strength by this seeding
        halves.append({frozenset(field.contestants) for field in fields})
    assert halves[0] != halves[1]


@pytest.mark.clause("ITS21 OITS.stage1-fields")
def test_two_fields_keep_their_direction_throughout_the_first_stage() -> None:
    room = Room(OITS).enter(numbers(18))
    state = room.start("Stage I")
    assert [field.name for field in state.fields] == ["NS", "EW"]
    while state.last_round < sum(state.plan.sessions):
        number = room.draw("Stage I")
        for seating in state.round(number).seatings.values():
            assert state.field_of(seating.ns) == "NS"
            assert state.field_of(seating.ew) == "EW"
            assert not seating.switched
        room.results("Stage I", number)
        room.do(RoundClosed("Stage I", number))


@pytest.mark.clause("ITS21 OITS.stage2-sessions")
@pytest.mark.parametrize("entries", [18, 40, 60])
def test_the_second_stage_has_three_sessions(entries: int) -> None:
    assert len(plan_for(OITS)(Entrants(entries), frozenset(), {}).stages[1].sessions) == 3


LOTS = [
    pytest.param(
        OITS, 18, ("Stage I",), "ITS21 OITS.ties-stages.4",
        marks=pytest.mark.clause("ITS21 OITS.ties-stages.4"),
    ),
    pytest.param(
        OITS, 18, ("Stage I", "Stage II", "Final"), "ITS21 OITS.final-ties.5",
        marks=pytest.mark.clause("ITS21 OITS.final-ties.5"),
    ),
    pytest.param(WITS, 24, ("Qualifying",), "ITS21 WITS.q-ties.5", marks=pytest.mark.clause("ITS21 WITS.q-ties.5")),
    pytest.param(SITS, 24, ("Qualifying",), "ITS21 SITS.q-ties.5", marks=pytest.mark.clause("ITS21 SITS.q-ties.5")),
]  # fmt: skip


@pytest.mark.parametrize(("event", "entries", "stages", "clause"), LOTS)
def test_those_still_level_are_ranked_by_a_lot_drawn_once(
    event: str, entries: int, stages: tuple[str, ...], clause: str
) -> None:
    room = Room(event).enter(numbers(entries))
    for stage in stages:
        room.do(StageStarted(stage, stage_fields(room.event, stage)))
        room.play(stage)
        state = room.event.stage(stage)
        field = state.fields[0]
        assert state.standings(field.name).ranking.awaits_lot  # every board was flat
        order = tuple(reversed(state.contestants))
        room.do(LotDrawn(stage, order=order))
        table = state.standings(field.name)
        assert table.order == tuple(name for name in order if name in field.contestants)
        with pytest.raises(DirectorError, match="already been drawn"):
            decide(room.event, LotDrawn(stage, seed="again"))
        room.close(stage)
    assert {decision.clause.cite for decision in table.ranking.decisions} == {clause}


@pytest.mark.parametrize("event", [
    pytest.param(WITS, marks=pytest.mark.clause("ITS21 WITS.final-4")),
    pytest.param(SITS, marks=pytest.mark.clause("ITS21 SITS.final-4")),
])  # fmt: skip
def test_eight_pairs_play_seven_matches_of_sixteen_four_on_the_first_day(event: str) -> None:
    room = Room(event).enter(numbers(8))
    state = room.start("Final")
    assert (state.plan.rounds, state.plan.boards, state.plan.sessions) == (7, 16, (4, 3))
    sat = {name: [0, 0] for name in numbers(8)}
    for _ in range(7):
        number = room.draw("Final")
        for seating in state.round(number).seatings.values():
            assert seating.switched
            for name, side in ((seating.ns, 0), (seating.ew, 1)):
                sat[name][side] += 16 - len(seating.switched)
                sat[name][1 - side] += len(seating.switched)
        room.results("Final", number)
        room.do(RoundClosed("Final", number))
    assert {tuple(sides) for sides in sat.values()} == {(56, 56)}  # as often in one direction as in the other
