"""Corners of stages, finals and rankings, worked out by hand."""

from fractions import Fraction

import pytest

from directing import Room, numbers
from overtrick.core.conduct.conditions import ClearOfLower
from overtrick.core.conduct.facts import Amount, Facts
from overtrick.core.conduct.timetable import MoveRule, may_postpone
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import DrawPublished, Field, MatchForfeited, ScoreAwarded, Seating, Trio, Withdrawn
from overtrick.core.event.plan.stages import Entrants, Stage
from overtrick.core.event.play.carrying import own_sessions_before
from overtrick.core.event.play.dependencies import SEASONS
from overtrick.core.event.play.graph import leave_for
from overtrick.core.event.play.inputs import RESULTS, ROUNDS
from overtrick.core.event.play.knockout import outcome
from overtrick.core.event.play.progress import provisional, settled_state
from overtrick.core.event.play.ways import new_stage
from overtrick.core.event.score.rounds import RecordedResult, RoundState
from overtrick.core.exact import Halves, Share
from overtrick.core.flow.final import TableRule, final_ranking, final_table
from overtrick.core.flow.graph import lay_out
from overtrick.core.flow.knockouts import KnockoutNames, KnockoutShape, OddKnockoutRule, knockout_stages
from overtrick.core.flow.stages import Contest, Counts, DrawMethod, FirstRound, Who
from overtrick.core.laws.table_score import table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import VPS, Clause, Figure
from overtrick.core.ranking.chain import ChainRule, Step
from overtrick.core.ranking.measures import MatchLine, Measure, StageRecord
from overtrick.core.ranking.standings import StandingsRule, standings
from overtrick.core.scales.types import PrintedScale, ScaleColumn
from overtrick.regulations.plan.event_book import plan_for
from properties.test_ranking_worked import played

HERE = Clause("CLUB", "1")
GNOT, DOUBLE = "gnot-nsw-2018/gnot", "examples/club-double-knockout.toml"
NAMES = KnockoutNames("round", "unbeaten", "beaten once", "last")


def planned(event: str, entries: int, stage: str) -> Stage:
    found = plan_for(event)(Entrants(entries), frozenset(), {}).stage(stage)
    assert found is not None
    return found


# Scales, records and rankings


def test_a_level_match_has_what_the_scale_prints_for_it_though_it_is_less_than_half() -> None:
    scale = PrintedScale("club", "Club", HERE, 20, (ScaleColumn((8,), HERE, (9, 11, 12)),))
    assert [scale.vps(net, 8, Halves.AWAY) for net in (0, 1, -1)] == [(9, HERE), (11, HERE), (9, HERE)]


def test_the_columns_of_the_standings_do_not_repeat_the_total() -> None:
    chain = ChainRule(HERE, (Step(Measure.TOTAL, HERE), Step(Measure.NET_IMPS, HERE)))
    records = [
        StageRecord(name, (MatchLine((), Figure(10, VPS, HERE), net_imps=net),)) for name, net in (("1", 3), ("2", 5))
    ]
    table = standings(records, StandingsRule(HERE, VPS, chain))
    assert table.order == ("2", "1")
    for row, net in zip(table.rows, (5, 3), strict=True):
        assert row.total.value == 10
        assert [(measure, figure.value) for measure, figure in row.columns] == [(Measure.NET_IMPS, net)]


def test_the_average_percentage_of_no_match_is_nothing() -> None:
    assert StageRecord("1").percent == 0
    score = Figure(10, VPS, HERE)
    matches = (MatchLine(("2",), score, percent=52), MatchLine(("3",), score), MatchLine(("4",), score, percent=49))
    assert StageRecord("1", matches).percent == Fraction(101, 2)


# The end of an event


def test_a_lot_parts_those_level_away_from_the_cut_and_boards_those_across_it() -> None:
    """Of three places the third is held by two level teams; the first two and the last two are level as well."""
    totals = {"1": (90, 8), "2": (90, 8), "3": (80, 5), "4": (80, 5), "5": (70, 2), "6": (70, 2)}
    found = final_table(totals, 3, TableRule(HERE, HERE))
    assert found.playoff == ("3", "4")
    assert found.level == (("1", "2"), ("5", "6"))


def test_a_team_cannot_have_two_final_ranks() -> None:
    shape = KnockoutShape(HERE, 1, OddKnockoutRule.BYE, 24, 32, None, NAMES)
    flow = lay_out(4, knockout_stages(4, shape), Counts(), FirstRound(0, 0, 4))
    leaving = {("last", Who.WINNERS): ["1"], ("last", Who.LOSERS): ["2"], ("round 1", Who.LOSERS): ["3", "4"]}
    assert final_ranking(flow, leaving) == ("1", "2", "3", "4")
    with pytest.raises(DirectorError, match=r"^These teams would have two ranks: 2"):
        final_ranking(flow, {**leaving, ("round 1", Who.LOSERS): ["3", "2"]})


# Knockouts


def test_a_knockout_of_eight_is_matches_throughout_and_only_the_last_is_long() -> None:
    stages = knockout_stages(8, KnockoutShape(HERE, 1, OddKnockoutRule.BYE, 24, 32, None, NAMES))
    assert [(stage.name, stage.contest, stage.boards, stage.draw, stage.winners) for stage in stages] == [
        ("round 1", Contest.MATCHES, 24, DrawMethod.SET, None),
        ("round 2", Contest.MATCHES, 24, DrawMethod.SET, None),
        ("last", Contest.MATCHES, 32, DrawMethod.HEAD_TO_HEAD, None),
    ]


@pytest.mark.parametrize(
    ("odd", "contest", "winners"),
    [(OddKnockoutRule.BYE, Contest.BYES, 4), (OddKnockoutRule.TRIANGLE, Contest.MIXED, 3)],
)
def test_an_odd_field_of_a_knockout_has_a_bye_or_a_triangle(
    odd: OddKnockoutRule, contest: Contest, winners: int
) -> None:
    first, *_ = knockout_stages(7, KnockoutShape(HERE, 1, odd, 24, 32, None, NAMES))
    assert (first.contest, first.winners) == (contest, winners)


def test_a_match_forfeited_by_nobody_goes_to_the_side_that_is_awarded_more() -> None:
    room = Room(DOUBLE).enter(numbers(4))
    stage = room.event.current_plan().stages[0].name
    state = room.start(stage)
    room.draw(stage)
    seating = state.round(1).seatings[1]
    room.do(MatchForfeited(stage, 1, 1, "", "the hall burnt down"))
    before = outcome(state, 1)
    assert (before.imps, before.winner, str(before.waits)) == (
        (0, 0),
        None,
        "neither side has been awarded more IMPs than the other",
    )
    for side, imps in ((seating.ns, 3), (seating.ew, 10)):
        room.do(ScoreAwarded(side, stage, 1, imps, "CLUB 2", "the hall burnt down"))
    after = outcome(state, 1)
    assert (after.imps, after.winner, str(after.by)) == ((3, 10), seating.ew, "forfeit")


# Stages in play


def test_a_swiss_that_teams_drop_into_hands_on_everybody_in_it() -> None:
    room = Room(GNOT).enter(numbers(20))
    swiss = planned(GNOT, 20, "Swiss")
    assert leave_for(room.event, "SW1", Who.ALL) == ()
    room.event.stages["Swiss"] = new_stage(swiss, (Field("all", ("3", "1", "2")),), 1)
    assert leave_for(room.event, "SW1", Who.ALL) == ("3", "1", "2")


def test_a_triangle_of_two_rounds_lacks_what_is_not_in_when_its_second_round_ends() -> None:
    state = new_stage(planned(GNOT, 20, "Swiss"), (Field("all", ("1", "2", "3")),), 1)
    trio = Trio((1, 2, 3), ("1", "2", "3"), (1, 2), rounds=2)
    ROUNDS.put(state, 1, RoundState.of(DrawPublished("Swiss", 1, (), trios=(trio,)), 1))
    places = [(table, room, board) for table in (1, 2, 3) for board in (1, 2) for room in ("open", "closed")]
    assert state.missing_triangle_results(1) == []
    assert state.missing_triangle_results(2) == places
    assert state.missing_triangle_results(3) == []
    result = read_result("1NT N =")
    for place in places[:7]:
        RESULTS.put(state, 1, place, RecordedResult(result, table_score(Board.from_number(place[2]), result, ""), 1))
    assert state.missing_triangle_results(2) == places[7:]


def test_a_session_is_over_when_the_last_of_its_rounds_is_in() -> None:
    """Sixteen pairs play two sessions of seven rounds."""
    plan = planned("anc-2026/graded-pairs", 16, "Sessions")
    assert plan.sessions == (7, 7)
    state = new_stage(plan, (Field("all", tuple(numbers(16))),), 1)
    for number in range(1, 8):
        if number > 1:
            assert str(provisional(state, 1)) == "provisional: not all results of the session have been entered"
        draw = DrawPublished("Sessions", number, (Seating(1, "1", "2", (1, 2, 3, 4)),))
        ROUNDS.put(state, number, RoundState.of(draw, number))
        state.rounds[number].closed = True
    assert provisional(state, 1) == provisional(state, 7) == ""
    state.rounds[7].closed = False
    assert str(provisional(state, 1)) == "provisional: not all results of the session have been entered"


def test_what_was_settled_stays_when_a_board_is_put_right_that_counts_for_nobody_any_more() -> None:
    room = Room("nsw-its-2021/yits").enter(numbers(4))
    state = room.start("Single stage")
    room.play("Single stage", rounds=1)
    room.draw("Single stage")
    for seating in list(state.round(2).seatings.values()):
        room.do(Withdrawn(seating.ns, "Single stage", 2, expunged=True))
    board = state.round(2).seatings[1].boards[0]
    assert state.board_field(2, board).tables == ()
    before = settled_state(state)
    assert before.last_round == 1
    result = read_result("1NT N =")
    RESULTS.put(state, 2, (1, "", board), RecordedResult(result, table_score(Board.from_number(board), result, ""), 1))
    assert settled_state(state) is before


def test_the_final_knows_how_many_sessions_a_pair_played_itself_before_it() -> None:
    event = "sabf-2020/state-open-pairs"
    final, before = planned(event, 30, "Final"), planned(event, 30, "Qualifying")
    state = new_stage(before, (Field("all", ("1", "2")),), 1)
    state.memo.tables[SEASONS].update({("1",): played("1", "60", "50", "55"), ("2",): played("2", "52", "51", away=1)})
    assert own_sessions_before(final, ("2", "1"), {"Qualifying": state}) == {"2": 2, "1": 3}
    assert own_sessions_before(final, ("2", "1"), {}) == {}
    assert own_sessions_before(before, ("2", "1"), {"Qualifying": state}) == {}


# The conduct of an event


def test_a_rule_without_reasons_says_that_nothing_puts_a_match_off() -> None:
    some = MoveRule(HERE, "finals", (), ("representative duty", "a storm"))
    assert str(may_postpone("a storm", some).says) == "“a storm” is a reason to postpone"
    other = may_postpone("a cold", some).says
    assert str(other) == ("“a cold” is not a reason to postpone; the accepted reasons are representative duty, a storm")
    none = may_postpone("a storm", MoveRule(HERE, "finals", (), ()))
    assert (none.allowed, str(none.says)) == (False, "“a storm” is not a reason to postpone")


def test_a_rank_that_nobody_has_stated_is_not_clear_of_the_lower_half() -> None:
    rule = ClearOfLower(("rank last year", "rank this year"), "teams", Fraction(1, 2), Share.FLOOR)
    teams, last, now = Amount("teams", 12), Amount("rank last year", 6), Amount("rank this year", 7)
    for amounts, holds, says in (
        ((teams, last), None, "not stated: rank this year"),
        ((last, now), None, "not stated: teams"),
        ((teams, last, now), False, "in the lower part of the field (ranks 7 to 12): rank this year 7"),
    ):
        found = rule.check(Facts(amounts=amounts))
        assert (found.holds, str(found.says)) == (holds, says)


def test_each_part_of_the_appeal_form_is_filled_with_its_own_act() -> None:
    rules = planned("sabf-2020/swiss-teams", 16, "Swiss").rules.appeals
    assert rules is not None
    assert [part.by for part in rules.parts_at("lodge")] == ["appellants", "appellants"]
    assert [part.fields for part in rules.parts_at("td_completes")] == [
        ("director's ruling",),
        ("director's comments", "signature of Director"),
    ]
    assert [part.fields for part in rules.parts_at("respond")] == [("submission of respondents",)]
    assert rules.parts_at("withdraw") == ()
