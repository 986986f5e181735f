"""Reasons are told from the reader's own side, by match and board, and figures that still move say so."""

from functools import cache
from random import Random

import pytest

from directing import Room, numbers
from overtrick.core.event.acts import Field, Posting, ResultCorrected, ResultPosted, RoundClosed
from overtrick.core.event.after.naming import Naming
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.drafting import draft_draw
from overtrick.core.event.play.inputs import ROUNDS
from overtrick.core.event.play.progress import progress, provisional, settled_state, told_after
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.ways import new_stage
from overtrick.core.event.score.rounds import RoundState
from overtrick.core.laws.imps import imps_of
from overtrick.core.provenance import (
    IMPS,
    MATCHPOINTS,
    PERCENT,
    POINTS,
    TOP,
    Clause,
    Derivation,
    Fact,
    Figure,
    PostingSource,
    Telling,
    explain,
    why,
)
from overtrick.core.ranking.measures import ScoreOrigin
from overtrick.core.ranking.standings import Purpose
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for

pytestmark = pytest.mark.whole

PAIRS, TEAMS, SESSION = "nsw-swiss-pairs/congress", "sabf-2020/swiss-teams", "anc-2026/graded-pairs"


@cache
def book(event: str, entries: int = 16) -> tuple[Posting, ...]:
    return tuple(Rehearsal(plan_for(event), event, Random("told"), NO_FAULTS).play(entries))


def in_play(event: str, number: int, part: float = 0.5) -> tuple[Tournament, StageState]:
    """An event as it stood when so much of the results of a round were in."""
    listed = book(event)
    own = [at for at, each in enumerate(listed) if isinstance(each.act, ResultPosted) and each.act.round == number]
    now = replay(plan_for(event), listed[: own[int(len(own) * part)]])
    return now, next(iter(now.stages.values()))


def test_east_west_reads_its_own_scores_and_its_own_datum() -> None:
    now = replay(plan_for(PAIRS), book(PAIRS))
    state = next(iter(now.stages.values()))
    seating = state.rounds[1].seatings[1]
    credit = state.card(1, 1).board_credits(seating.ew)[0]
    assert isinstance(credit, Figure)
    assert credit.made is Derivation.AGAINST_EW
    ours, datum = Telling().parts(credit)
    north, kept = credit.of
    assert isinstance(ours, Figure)
    assert isinstance(datum, Figure)
    assert isinstance(north, Figure)
    assert isinstance(kept, Figure)
    assert (ours.value, datum.value) == (-north.value, -kept.value)
    assert credit.value == imps_of(ours.value - datum.value)
    told = [each.value for each in Telling().parts(datum) if isinstance(each, Figure)]
    assert told == [-each.value for each in kept.of if isinstance(each, Figure)]


def test_a_team_reads_the_scores_of_its_own_two_pairs() -> None:
    now = replay(plan_for(TEAMS), book(TEAMS))
    state = next(iter(now.stages.values()))
    seating = state.rounds[1].seatings[1]
    for name in (seating.ns, seating.ew):
        for credit in state.card(1, 1).board_credits(name):
            if isinstance(credit, Figure):
                first, second = (each for each in Telling().parts(credit) if isinstance(each, Figure))
                assert (first.unit, credit.unit) == (POINTS, IMPS)
                assert credit.value == imps_of(first.value + second.value)


def test_a_match_is_named_with_its_number_table_side_and_opponents() -> None:
    now = replay(plan_for(PAIRS), book(PAIRS))
    state = next(iter(now.stages.values()))
    seating = state.rounds[2].seatings[1]
    row = state.standings(state.field_of(seating.ew)).row(seating.ew)
    said = why(row.total, 3, Naming(now))
    assert f"Match 2 against {seating.ns} " in said
    assert ", table 1 E–W: " in said
    assert f"Board {seating.boards[0]}: against the datum" in said
    told = explain(row.total, 1, Naming(now))
    assert isinstance(told["of"], list)
    match = told["of"][1]
    assert isinstance(match, dict)
    assert isinstance(match["about"], dict)
    assert (match["about"]["round"], match["about"]["table"], match["about"]["side"]) == (2, 1, "E–W")


def test_the_boards_of_a_session_say_where_each_was_played() -> None:
    now = replay(plan_for(SESSION), book(SESSION))
    state = next(iter(now.stages.values()))
    seating = state.rounds[2].seatings[1]
    row = state.standings(state.field_of(seating.ns)).row(seating.ns)
    said = why(row.total, 4, Naming(now))
    assert f"Board {seating.boards[0]}, round 2 against {seating.ew} " in said
    assert ", table 1 N–S: " in said


def test_standings_in_a_round_are_those_after_the_round_before() -> None:
    now, state = in_play(PAIRS, 3)
    found = progress(state)
    assert (found.final, found.play) == (2, 3)
    assert 0 < found.to_come < found.tables == 8
    assert (
        str(told_after(state))
        == f"after match 2, match 3 not finished: results missing from {found.to_come} of 8 tables"
    )
    after = settled_state(state)
    closed = next(
        at for at, each in enumerate(book(PAIRS)) if isinstance(each.act, RoundClosed) and each.act.round == 2
    )
    stood = next(iter(replay(plan_for(PAIRS), book(PAIRS)[: closed + 1]).stages.values()))
    field = state.fields[0].name
    assert after.standings(field).order == stood.standings(field).order
    assert all(len(after.record(name).matches) == 2 for name in state.contestants)
    live = [name for name in state.contestants if state.match_line(name, 3) is not None]
    assert live
    assert str(provisional(state, 3)).startswith("provisional: ")
    assert not provisional(state, 2)
    said = why(state.record(live[0]).matches[2].score, 0, Naming(now))
    assert f"(provisional: {found.words})" in said
    assert explain(state.record(live[0]).matches[2].score, 0, Naming(now))["provisional"] is True


def test_a_correction_of_an_earlier_round_moves_what_was_settled() -> None:
    now, state = in_play(PAIRS, 3)
    before = settled_state(state)
    stood = [row.total.value for row in before.standings(state.fields[0].name).rows]
    assert settled_state(state) is before
    place, known = next(iter(state.rounds[1].results.items()))
    other = next(each.result for each in state.rounds[1].results.values() if each.result != known.result)
    act = ResultCorrected(state.plan.name, 1, place[0], place[2], other, "put right")
    now.post(Posting(now.last + 1, act, "desk", "2026-01-01T00:00:00+00:00", "key"))
    assert [row.total.value for row in settled_state(state).standings(state.fields[0].name).rows] != stood


def test_a_match_of_teams_is_final_when_its_own_tables_are_in() -> None:
    _, state = in_play(TEAMS, 2)
    assert progress(state).play == 2
    assert not provisional(state, 2)
    assert settled_state(state).last_round == 1


def test_nothing_is_provisional_once_every_table_is_in() -> None:
    now = replay(plan_for(PAIRS), book(PAIRS))
    state = next(iter(now.stages.values()))
    assert settled_state(state) is state
    assert not any(provisional(state, number) for number in state.rounds)
    assert all(
        line.kind is not ScoreOrigin.FORFEIT for name in state.contestants for line in state.record(name).matches
    )
    assert state.standings(state.fields[0].name, Purpose.PRIZE).rows


@pytest.mark.parametrize("part", [0.2, 0.9])
def test_a_session_is_provisional_until_it_is_over(part: float) -> None:
    _, state = in_play(SESSION, 2, part)
    assert (
        str(provisional(state, 1))
        == str(provisional(state, 2))
        == "provisional: not all results of the session have been entered"
    )
    assert settled_state(state) is state


def test_a_board_is_told_as_the_share_of_its_top_and_as_half_where_it_has_no_other_result() -> None:
    here = Clause("Law", "78A")
    boards = [Figure(made, MATCHPOINTS, here, (Figure(top, TOP, here),)) for made, top in ((3, 4), (0, 6), (0, 0))]
    told = Telling().parts(Figure(0, PERCENT, here, tuple(boards), "", Derivation.SHARES))
    shares = [(each.value, each.unit, each.said) for each in told if isinstance(each, Figure)]
    assert shares == [(75, PERCENT, "3 of 4"), (0, PERCENT, "0 of 6"), (50, PERCENT, "the only result, so 50%")]


def test_a_bye_is_told_without_a_table() -> None:
    room = Room("anc-2026/interstate-open").enter(numbers(7))
    state = room.start("Qualifying")
    room.draw("Qualifying")
    (out,) = state.round(1).draw.sits_out
    line = state.match_line(out, 1)
    assert line is not None
    about = Naming(room.event).subject_of(line.score)
    assert about is not None
    assert (str(about.called), about.table) == ("match 1", 0)


def test_a_session_is_over_with_its_last_round() -> None:
    plan = plan_for(SESSION)(Entrants(8), frozenset(), {}).stages[0]
    state = new_stage(plan, (Field("all", tuple(numbers(8))),), 1)
    last = plan.sessions[0]
    for number in range(1, last + 1):
        assert (
            number == 1 or str(provisional(state, 1)) == "provisional: not all results of the session have been entered"
        )
        ROUNDS.put(state, number, RoundState.of(draft_draw(state, number, (), ""), number))
        state.rounds[number].closed = True
    assert provisional(state, 1) == provisional(state, last) == ""


def test_a_program_is_told_no_table_of_a_fact_that_came_from_none() -> None:
    told = explain(
        Figure(3, IMPS, Clause("Law", "78B"), (Fact("late", PostingSource(12, 3)), Fact("ill", PostingSource(13))))
    )
    assert isinstance(told["of"], list)
    assert [set(each) for each in told["of"] if isinstance(each, dict)] == [
        {"fact", "source", "posting", "round"},
        {"fact", "source", "posting"},
    ]
