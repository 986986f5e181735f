"""What follows from a book: byes, forfeits, withdrawals, fouled boards, carry-overs, qualifiers."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean, pstdev

import pytest

from directing import Room, by_strength, by_table, flat, numbers
from overtrick.core.draws.round_robin import byes_by_round
from overtrick.core.event.acts import (
    BoardFouled,
    Declined,
    DrawPublished,
    EntryTaken,
    Field,
    MatchForfeited,
    PenaltyGiven,
    PenaltyLifted,
    Posting,
    ResultCorrected,
    RoundClosed,
    Seating,
    StageClosed,
    StageStarted,
    Trio,
    Withdrawn,
)
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.plan.ways import RobinPlay
from overtrick.core.event.play.by_matches import attendance_of
from overtrick.core.event.play.carrying import carried_into
from overtrick.core.event.play.drafting import draft_draw, rounds_of
from overtrick.core.event.play.inputs import FORFEITS, RESULTS, ROUNDS, WITHDRAWN
from overtrick.core.event.play.round_robin import robins_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.ways import new_stage
from overtrick.core.event.score.rounds import RecordedResult, RoundState
from overtrick.core.laws.table_score import table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import IMPS, Figure
from overtrick.core.ranking.measures import MatchLine, ScoreOrigin, StageRecord
from overtrick.core.ranking.qualification import PassOverReason
from overtrick.core.ranking.standings import Purpose
from overtrick.director.draws import draft
from overtrick.director.entries import qualifiers, stage_fields
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for

pytestmark = pytest.mark.whole

CONGRESS = "nsw-swiss-pairs/congress"
INTERSTATE = "anc-2026/interstate-open"
OPEN = "anc-2026/open-butler"
ROOT = Path(__file__).parents[2]


@cache
def rehearsed(event: str, entries: int) -> tuple[Posting, ...]:
    return tuple(Rehearsal(plan_for(event), event, Random("stages"), NO_FAULTS).play(entries))


def up_to(event: str, entries: int, stage: str) -> list[Posting]:
    """The postings of a rehearsed event up to the closing of a stage."""
    postings = rehearsed(event, entries)
    last = next(place for place, each in enumerate(postings) if each.act == StageClosed(stage))
    return list(postings[: last + 1])


def standing(event: str, postings: Sequence[Posting]) -> Tournament:
    return replay(plan_for(event), postings)


def start(event: Tournament, stage: str) -> StageState:
    """The next stage, as the regulation fills it."""
    event.post(Posting(event.last + 1, StageStarted(stage, stage_fields(event, stage)), "", "", "started"))
    return event.stage(stage)


# Byes and forfeits


@pytest.mark.clause("ANC26 11.11")
def test_a_bye_in_the_interstate_is_thirty_five_and_no_win() -> None:
    room = Room(INTERSTATE).enter(numbers(7))
    state = room.start("Qualifying")
    room.play("Qualifying", rounds=1)
    (out,) = state.round(1).draw.sits_out
    line = state.match_line(out, 1)
    assert line is not None
    assert (line.score.value, line.kind, line.opponents) == (35, ScoreOrigin.BYE, ())
    assert room.total("Qualifying", out) == 35


@pytest.mark.clause("ANC26 11.12")
def test_a_forfeit_is_provisional_until_the_last_match_is_played() -> None:
    room = Room(INTERSTATE).enter(numbers(8))
    state = room.start("Qualifying")
    number = room.draw("Qualifying")
    seating = state.round(number).seatings[1]
    innocent, offender = seating.ns, seating.ew
    room.do(MatchForfeited("Qualifying", number, 1, offender))
    room.results("Qualifying", number)
    room.do(RoundClosed("Qualifying", number))

    def given() -> object:
        line = state.match_line(innocent, 1)
        assert line is not None
        assert line.kind is ScoreOrigin.FORFEIT
        return line.score.value

    assert given() == Fraction(113, 2)
    assert room.total("Qualifying", offender) == 0
    order = [innocent, *(name for name in numbers(8) if name not in (innocent, offender)), offender]
    room.play("Qualifying", by_strength(state, order), rounds=1)
    first = given()
    assert first == state.match_line(innocent, 2).score.value > Fraction(113, 2)  # type: ignore[union-attr]
    room.play("Qualifying", by_strength(state, list(reversed(order))))
    own = [line.score.value for n in range(2, state.last_round + 1) if (line := state.match_line(innocent, n))]
    others = [70 - line.score.value for n in range(2, state.last_round + 1) if (line := state.match_line(offender, n))]
    settled = max(Fraction(113, 2), Fraction(sum(own)) / len(own), min(Fraction(135, 2), sum(others) / len(others)))
    assert given() == settled != first
    assert room.agrees()


# Round robins drawn by placing


def seven_teams(leader: str) -> tuple[Room, StageState]:
    """Seven teams after the first round robin, led by one of them, the others in their order."""
    room = Room(INTERSTATE).enter(numbers(7))
    state = room.start("Qualifying")
    order = [leader, *(name for name in numbers(7) if name != leader)]
    room.play("Qualifying", by_strength(state, order), rounds=7)
    assert state.standings("all").order == tuple(order)
    return room, state


@pytest.mark.clause("ANC26 11.4")
@pytest.mark.parametrize(("leader", "first"), [("6", "1"), ("1", None)])
def test_a_late_number_in_the_lead_brings_a_bye_forward(leader: str, first: str | None) -> None:
    """With 6 in the lead, 1 is the best placed of 1 to 4, and the round of its bye is played first."""
    room, state = seven_teams(leader)
    order = state.standings("all").order
    play = state.plan.play
    assert isinstance(play, RobinPlay)
    robin = robins_of(play, state.plan.boards, 7)[1]
    as_printed = [order[place - 1] for place in byes_by_round(robin.rounds, 8)]
    room.play("Qualifying", rounds=7)
    byes = [name for number in range(8, 15) for name in state.round(number).draw.sits_out]
    moved = [first, *(name for name in as_printed if name != first)]
    assert byes == (as_printed if first is None else moved)
    assert (byes == as_printed) is (first is None)
    met = {frozenset((s.ns, s.ew)) for number in range(8, 15) for s in state.round(number).seatings.values()}
    assert len(met) == 21


@pytest.mark.clause("ANC26 11.3")
def test_a_robin_drawn_by_placing_keeps_the_places_it_was_first_drawn_from() -> None:
    room, state = seven_teams("2")
    room.draw("Qualifying")
    drawn_from = state.round(8).draw.order
    before = draft_draw_of(room, 9)
    seating = next(s for s in state.round(3).seatings.values() if "2" in (s.ns, s.ew))
    for board in seating.boards:
        wrong = (
            {"open": "7NT N =", "closed": "7NT N -9"}
            if seating.ew == "2"
            else {"open": "7NT N -9", "closed": "7NT N ="}
        )
        for where, result in wrong.items():
            room.do(ResultCorrected("Qualifying", 3, seating.table, board, read_result(result), "swapped", where))
    assert state.standings("all").order != drawn_from
    assert draft_draw_of(room, 9) == before
    assert state.round(8).draw.order == drawn_from


@pytest.mark.clause("ANC26 11.12")
@pytest.mark.parametrize("teams", [7, 8])
def test_seven_rounds_are_a_round_robin_of_seven_or_of_eight(teams: int) -> None:
    plan = plan_for(INTERSTATE)(Entrants(teams), frozenset(), {}).stage("Qualifying")
    assert plan is not None
    state = new_stage(plan, (Field("all", tuple(numbers(teams))),), 1)
    assert [state.same_robin(number) for number in (1, 7, 8, 14)] == [range(1, 8)] * 2 + [range(8, 15)] * 2


@pytest.mark.clause("ANC26 11.12")
@pytest.mark.parametrize(("forfeited", "averaged"), [(7, True), (8, False)])
def test_a_forfeit_may_be_averaged_over_its_own_round_robin_only(forfeited: int, *, averaged: bool) -> None:
    """Eight teams have seven rounds a robin: the first counts for a forfeit in the seventh, not in the eighth."""
    plan = plan_for(INTERSTATE)(Entrants(8), frozenset(), {"D40": "this round robin only"}).stage("Qualifying")
    assert plan is not None
    state = new_stage(plan, (Field("all", tuple(numbers(8))),), 1)
    boards = tuple(range(1, plan.boards + 1))
    for number in (1, forfeited):
        draw = DrawPublished("Qualifying", number, (Seating(1, "1", "2" if number == 1 else "3", boards),))
        ROUNDS.put(state, number, RoundState.of(draw, number))
    for _, room, board in state.missing(1):
        result = read_result("7NT N =" if room == "open" else "7NT N -9")
        scored = table_score(Board.from_number(board), result, "")
        RESULTS.put(state, 1, (1, room, board), RecordedResult(result, scored, 1))
    FORFEITS.put(state, forfeited, 1, MatchForfeited("Qualifying", forfeited, 1, "3"))
    won, given = (state.match_line("1", number) for number in (1, forfeited))
    assert won is not None
    assert given is not None
    floor = Fraction(113, 2)
    assert won.score.value > floor
    assert given.score.value == (won.score.value if averaged else floor)


def draft_draw_of(room: Room, number: int) -> object:
    state = room.event.stage("Qualifying")
    return draft_draw(state, number, (), "").seatings


# Switched boards


@pytest.mark.clause("ITS21 OITS.final-4")
def test_on_a_switched_board_the_pair_that_sits_north_south_there_has_the_credit() -> None:
    plan = plan_for("nsw-its-2021/oits")(Entrants(20), frozenset(), {}).stage("Final")
    assert plan is not None
    state = new_stage(plan, (Field("all", tuple(numbers(8))),), 1)
    draw = draft_draw(state, 1, (), "")
    ROUNDS.put(state, 1, RoundState.of(draw, 1))
    seating = next(seating for seating in draw.seatings if seating.switched)
    switched = seating.switched[0]
    straight = next(board for board in seating.boards if board not in seating.switched)
    for each in draw.seatings:
        for board in each.boards:
            result = read_result("4S N =" if each.table == seating.table else "4S N -1")
            scored = table_score(Board.from_number(board), result, "")
            RESULTS.put(state, 1, (each.table, "", board), RecordedResult(result, scored, 1))
    card = state.card(1, seating.table)
    for board, winner in ((straight, seating.ns), (switched, seating.ew)):
        credit = dict(zip(seating.boards, card.board_credits(winner), strict=True))[board]
        assert isinstance(credit, Figure)
        assert credit.value > 0


# Sessions and triangles


def test_every_round_of_a_stage_has_its_session() -> None:
    plan = plan_for("sabf-2020/daytime-teams")(Entrants(6), frozenset(), {}).stage("Minor round")
    assert plan is not None
    state = new_stage(plan, (Field("all", tuple(numbers(6))),), 1)
    assert attendance_of(state, "1").session_of == {1: 1, 2: 1, 3: 1, 4: 2, 5: 2}


def test_a_triangle_of_two_rounds_lacks_only_what_is_not_in_yet() -> None:
    plan = plan_for("gnot-nsw-2018/gnot")(Entrants(20), frozenset(), {}).stage("Swiss")
    assert plan is not None
    state = new_stage(plan, (Field("all", tuple(numbers(3))),), 1)
    draw = DrawPublished("Swiss", 1, (), trios=(Trio((1, 2, 3), ("1", "2", "3"), (1, 2), rounds=2),))
    ROUNDS.put(state, 1, RoundState.of(draw, 1))
    every = [(table, room, board) for table in (1, 2, 3) for board in (1, 2) for room in ("open", "closed")]
    assert state.missing_triangle_results(2) == every
    result = read_result("4S N =")
    for table, room, board in every[:-1]:
        scored = table_score(Board.from_number(board), result, "")
        RESULTS.put(state, 1, (table, room, board), RecordedResult(result, scored, 1))
    assert state.missing_triangle_results(2) == [(3, "closed", 2)]
    assert state.missing_triangle_results(1) == state.missing_triangle_results(3) == []


# Two fields


@pytest.mark.clause("ITS21 OITS.stage2-seeding")
def test_east_west_keep_their_numbers_where_a_north_south_pair_is_missing() -> None:
    """Nine tables, and eight pairs North-South: one East-West pair sits out, and nobody changes direction."""
    plan = plan_for("nsw-its-2021/oits")(Entrants(20), frozenset(), {}).stage("Stage II")
    assert plan is not None
    ns, ew = numbers(8), [f"E{number}" for number in numbers(9)]
    state = new_stage(plan, (Field("NS", tuple(ns)), Field("EW", tuple(ew))), 1)
    draw = draft_draw(state, 1, (), "")
    assert [(seating.ns, seating.ew) for seating in draw.seatings] == list(zip(ns, ew, strict=False))
    assert draw.sits_out == ("E9",)


def test_boards_are_compared_over_a_session_where_tables_play_them_in_different_rounds() -> None:
    """Two fields meet in three sessions of three rounds; in the final everybody plays the same boards in each round."""
    event = plan_for("nsw-its-2021/oits")(Entrants(20), frozenset(), {})
    two, one = event.stage("Stage II"), event.stage("Final")
    assert two is not None
    assert one is not None
    fields = (Field("NS", tuple(numbers(9))), Field("EW", tuple(f"E{number}" for number in numbers(9))))
    assert [new_stage(two, fields, 1).scope(number) for number in range(1, 10)] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    final = new_stage(one, (Field("all", tuple(numbers(8))),), 1)
    assert [final.scope(number) for number in range(1, 8)] == [1, 2, 3, 4, 5, 6, 7]


# Withdrawals


@pytest.mark.clause("ITS21 WDR.expunge")
def test_an_expunged_pair_is_out_of_the_ranking_and_its_tables_out_of_the_comparisons() -> None:
    room = Room("nsw-its-2021/yits").enter(numbers(8))
    state = room.start("Single stage")
    room.draw("Single stage")
    room.results("Single stage", 1, by_table(lambda table: "4S N =" if table == 1 else "1NT N ="))
    seating = state.round(1).seatings[1]
    assert (1, 1) in state.board_field(1, 1).tables
    swung = state.card(1, 2).first.net.value
    assert swung != 0
    room.do(Withdrawn(seating.ns, "Single stage", 1, expunged=True))
    assert (1, 1) not in state.board_field(1, 1).tables
    assert state.card(1, 2).first.net.value == 0
    assert state.match_line(seating.ew, 1) is None
    assert seating.ns not in state.standings("all").order
    assert seating.ew in state.standings("all").order
    assert room.agrees()


@pytest.mark.clause("ITS21 WDR.expunge")
def test_a_pair_whose_scores_stand_stays_in_the_comparisons() -> None:
    room = Room("nsw-its-2021/yits").enter(numbers(8))
    state = room.start("Single stage")
    for round_number in range(1, 5):
        room.draw("Single stage")
        room.results("Single stage", round_number, by_table(lambda table: "4S N =" if table == 1 else "1NT N ="))
        room.do(RoundClosed("Single stage", round_number))
    before = [(row.contestant, row.total.value) for row in state.standings("all").rows]
    gone = state.round(1).seatings[1].ns
    room.do(Withdrawn(gone, "Single stage", 4, expunged=False))
    assert [(row.contestant, row.total.value) for row in state.standings("all").rows] == before
    number = room.draw("Single stage")
    assert state.round(number).seating_of(gone) is None


# Fouled boards


@pytest.mark.clause("Law 87")
def test_a_fouled_board_is_scored_within_each_of_its_forms() -> None:
    room = Room(CONGRESS).enter(numbers(16))
    state = room.start("Swiss")
    room.draw("Swiss")
    room.results("Swiss", 1, by_table(lambda table: "4S N =" if table <= 4 else "4S N -1"))
    first, other = state.lines(1, 1)[1, 1].ns, state.lines(1, 2)[1, 1].ns
    assert isinstance(first, Figure)
    assert first.value > 0
    room.do(BoardFouled("Swiss", 1, 1, ((1, 2, 3, 4), (5, 6, 7, 8)), "two forms"))
    lines = state.lines(1, 1)
    assert {line.ns.value for line in lines.values() if isinstance(line.ns, Figure)} == {0}
    assert state.lines(1, 2)[1, 1].ns == other
    assert room.agrees()


# Share matches


@pytest.fixture
def shared(tmp_path: Path) -> Room:
    """Nine teams of a club that plays share matches, three of whom meet in each round."""
    text = (ROOT / "examples" / "club-swiss-teams.toml").read_text(encoding="utf-8")
    share = 'odd     = "share"\n  share   = { clause = "CLUB 3", choice = "closest scores", below_top_half = true }'
    path = tmp_path / "share.toml"
    two_orders = text.replace('ranking  = "laws-2017/vps-swiss"', 'ranking  = "anc-2026/congress-teams"')
    path.write_text(two_orders.replace('odd     = "bye"', share), encoding="utf-8")
    room = Room(str(path)).enter(numbers(9))
    room.start("Swiss")
    return room


def test_three_teams_share_a_match_and_each_has_its_own_score(shared: Room) -> None:
    number = shared.draw("Swiss")
    state = shared.event.stage("Swiss")
    (share,) = state.round(number).shares
    shared.results("Swiss", number, by_table(lambda table: "4S N =" if table == share.tables[0] else "4S N -1"))
    one, two, three = share.teams
    card = state.share(number, one)
    assert card is not None
    assert card.complete
    assert [state.match_line(team, number).opponents for team in share.teams] == [  # type: ignore[union-attr]
        (two, three),
        (one, three),
        (one, two),
    ]
    won, lost, flat_ = (state.match_line(team, number).score.value for team in share.teams)  # type: ignore[union-attr]
    assert won > flat_ == 10 > lost
    shared.do(RoundClosed("Swiss", number))
    assert shared.agrees()


def test_the_closest_three_are_chosen_by_the_scores_the_draw_goes_by(shared: Room) -> None:
    state = shared.event.stage("Swiss")
    number = shared.draw("Swiss")
    (share,) = state.round(number).shares
    order = [name for name in numbers(9) if name not in share.teams]
    shared.results("Swiss", number, by_strength(state, order), state.round(number).seatings)
    shared.results("Swiss", number)
    shared.do(RoundClosed("Swiss", number))
    without = draft(shared.event, "Swiss", "x")
    leader = state.standings("all", Purpose.DRAW).order[0]
    shared.do(PenaltyGiven(leader, "late", "Swiss", 1, 15, "VPs", "CLUB 2"))
    assert state.standings("all").order[0] != leader
    assert draft(shared.event, "Swiss", "x") == without


# Two rankings


@pytest.mark.clause("ANC26 5.1")
def test_a_penalty_counts_for_the_prize_and_not_for_the_draw() -> None:
    room = Room("anc-2026/swiss-pairs-a").enter(numbers(12))
    stage = room.event.current_plan().stages[0].name
    state = room.start(stage)
    room.play(stage, by_strength(state, numbers(12)), rounds=2)
    for_draw, for_prize = (state.standings("all", purpose).order for purpose in (Purpose.DRAW, Purpose.PRIZE))
    leader = for_draw[0]
    before = draft(room.event, stage, "x")
    room.do(PenaltyGiven(leader, "late", stage, 2, 100, "VPs", "ANC26 5.3"))
    given = room.event.last
    assert state.standings("all", Purpose.DRAW).order == for_draw
    assert state.standings("all", Purpose.PRIZE).order[-1] == leader
    assert draft(room.event, stage, "x") == before
    room.do(PenaltyLifted(given, "the clock was wrong"))
    assert state.standings("all", Purpose.PRIZE).order == for_prize


# Carry-overs


@pytest.mark.clause("ANC26 12.2")
def test_the_interstate_final_carries_a_tenth_of_the_margin() -> None:
    event = standing(INTERSTATE, up_to(INTERSTATE, 8, "Qualifying"))
    table = event.stage("Qualifying").standings("all")
    first, second = table.rows[:2]
    final = start(event, "Final")
    margin = Fraction(first.total.value) - Fraction(second.total.value)
    assert {name: figure.value for name, figure in final.carried.items()} == {first.contestant: margin / 10}
    assert final.standings("all").order == (first.contestant, second.contestant)
    assert rounds_of(final) == 5


@pytest.mark.clause("ANC26 19.1")
@pytest.mark.clause("ANC26 19.3")
def test_open_stage_3_carries_by_place_and_a_replacement_starts_on_nothing() -> None:
    postings = up_to(OPEN, 24, "Stage 2")
    event = standing(OPEN, postings)
    orders = {field.name: event.stage("Stage 2").standings(field.name).order for field in event.stage("Stage 2").fields}
    final = start(event, "Stage 3")
    for order in orders.values():
        assert [final.carried[name].value for name in order[:5]] == [10, 8, 6, 4, 2]
    again = standing(OPEN, postings)
    gone, late = orders["NS"][1], orders["NS"][5]
    again.post(Posting(again.last + 1, Declined(gone, "Stage 3"), "", "", "declined"))
    final = start(again, "Stage 3")
    assert gone not in final.contestants
    assert final.carried[late].value == 0
    assert [final.carried[name].value for name in orders["NS"][:5] if name != gone] == [10, 6, 4, 2]


@pytest.mark.clause("ANC26 19.2")
def test_mixed_stage_2_carries_on_a_straight_line_between_seven_and_one() -> None:
    event = standing("anc-2026/mixed-butler", up_to("anc-2026/mixed-butler", 24, "Stage 1"))
    rows = event.stage("Stage 1").standings("all").rows[:10]
    final = start(event, "Stage 2")
    first, last = Fraction(rows[0].total.value), Fraction(rows[9].total.value)
    for row in rows:
        exact = 1 + 6 * (Fraction(row.total.value) - last) / (first - last)
        assert abs(Fraction(final.carried[row.contestant].value) - exact) <= Fraction(1, 200)
    assert final.carried[rows[0].contestant].value == 7
    assert final.carried[rows[9].contestant].value == 1


@pytest.mark.clause("ITS21 WITS.carry-forward")
def test_a_pair_that_left_is_in_neither_the_mean_nor_the_deviation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four finished on 6, 6, −6 and −6: the mean is 0 and the deviation 6, whatever the pair that left had scored."""
    plan = plan_for("nsw-its-2021/wits")(Entrants(24), frozenset(), {})
    final = plan.stage("Final")
    assert final is not None
    assert final.source is not None
    before = plan.stage(final.source.stage)
    assert before is not None
    state = new_stage(before, (Field("all", tuple(numbers(5))),), 1)
    made = {
        name: StageRecord(name, (MatchLine((), Figure(scored, IMPS, before.clause)),))
        for name, scored in zip(numbers(5), (6, 6, -6, -6, 60), strict=True)
    }
    monkeypatch.setattr(type(state.play), "record", lambda _play, _state, name: made[name])
    WITHDRAWN.put(state, "5", Withdrawn("5", before.name, 1, expunged=False))
    carried = carried_into(final, numbers(4), {before.name: state})
    assert [carried[name].value for name in numbers(4)] == [24, 24, -24, -24]


@pytest.mark.clause("ITS21 OITS.carry-forward-final")
def test_the_oits_final_carries_standard_scores_and_fixes_the_factor_by_those_who_start() -> None:
    oits = "nsw-its-2021/oits"
    postings = up_to(oits, 20, "Stage II")
    event = standing(oits, postings)
    final = start(event, "Final")
    rule = final.plan.carry
    most = max(figure.value for figure in final.carried.values())
    assert most == rule.most  # type: ignore[union-attr]
    expected = {name: standard(event, name, rule.weights) for name in final.contestants}  # type: ignore[union-attr]
    factor = float(most) / max(expected.values())
    for name, figure in final.carried.items():
        assert float(figure.value) == pytest.approx(expected[name] * factor, abs=0.51)
    best = max(final.carried, key=lambda name: final.carried[name].value)
    again = standing(oits, postings)
    again.post(Posting(again.last + 1, Declined(best, "Final"), "", "", "declined"))
    final = start(again, "Final")
    assert best not in final.carried
    assert max(figure.value for figure in final.carried.values()) == most


def standard(event: Tournament, name: str, weights: Sequence[Fraction | int]) -> float:
    """A pair's weighted standard scores over the stages before the Final, in floating point, by the formula."""
    total = 0.0
    for stage, weight in zip(("Stage I", "Stage II"), weights, strict=True):
        state = event.stage(stage)
        field = next(field for field in state.fields if name in field.contestants)
        scores = {each: float(state.record(each).scored) for each in field.contestants}
        total += float(weight) * (scores[name] - fmean(scores.values())) / pstdev(scores.values())
    return total


# Qualifiers


@pytest.mark.clause("ANC26 17.4")
@pytest.mark.clause("ANC26 20.1")
def test_qualifiers_pass_over_those_who_do_not_contend_and_those_who_left() -> None:
    postings = up_to(OPEN, 28, "Stage 1")
    plain = standing(OPEN, postings)
    order = plain.stage("Stage 1").standings("NS").order
    visitor, gone = order[0], order[3]
    changed = []
    for posting in postings:
        act = posting.act
        if isinstance(act, EntryTaken) and act.contestant == visitor:
            posting = replace(posting, act=replace(act, contending=False))  # noqa: PLW2901 - the same line, put otherwise
        if isinstance(act, StageClosed):
            changed.append(
                replace(posting, act=Withdrawn(gone, "Stage 1", plain.stage("Stage 1").last_round, expunged=False))
            )
        changed.append(posting)
    event = standing(OPEN, changed)
    state = event.stage("Stage 1")
    assert state.standings("NS").order == order
    plan = event.plan("Stage 2")
    through = qualifiers(event, plan, plan.sources[0], state.fields[0])
    assert through.names == tuple(name for name in order if name not in (visitor, gone))[:10]
    assert {each.name: each.why for each in through.passed_over} == {
        visitor: PassOverReason.NOT_CONTENDING,
        gone: PassOverReason.WITHDRAWN,
    }


def test_nobody_gains_where_all_scores_are_the_same() -> None:
    room = Room(CONGRESS).enter(numbers(8))
    room.start("Swiss")
    room.play("Swiss", flat, rounds=1)
    assert {room.total("Swiss", name) for name in numbers(8)} == {10}
