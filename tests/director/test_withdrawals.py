"""Withdrawals whose scores are cancelled or stand by the turning point of a round robin."""

from random import Random

import pytest

from directing import Room, flat, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import RoundClosed, ScoreAwarded, Withdrawn
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import rounds_of
from overtrick.director.decide import decide
from overtrick.director.draws import draft
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for

EVENT = "nsw-its-2021/wits"


@pytest.mark.clause("ITS21 WDR.expunge", "ITS21 WDR.stand")
def test_before_the_middle_match_scores_are_wiped_and_after_its_start_they_stand() -> None:
    event = Tournament(plan_for(EVENT))
    middle = 0
    seen = []
    for posting in Rehearsal(plan_for(EVENT), EVENT, Random("middle"), NO_FAULTS).play(10):
        event.post(posting)
        act = posting.act
        if not isinstance(act, RoundClosed) or act.stage != "Final":
            continue
        middle = (rounds_of(event.stage("Final")) + 1) // 2
        wiped = act.round < middle
        right = Withdrawn("3", "Final", act.round, expunged=wiped, reason="illness")
        assert right in decide(event, right).acts
        wrong = Withdrawn("3", "Final", act.round, expunged=not wiped, reason="illness")
        with pytest.raises(DirectorError, match="are cancelled" if wiped else "stand") as refused:
            decide(event, wrong)
        assert str(refused.value.clause).startswith("ITS21 WDR.expunge" if wiped else "ITS21 WDR.stand")
        seen.append(wiped)
    assert middle == 5
    assert seen == [True] * 4 + [False] * 5


@pytest.mark.clause("ITS21 WDR.stand")
def test_the_middle_match_has_started_with_its_first_result() -> None:
    """Left in the middle of match 5, whatever round the posting names as the last it played."""
    event = Tournament(plan_for(EVENT))
    for posting in Rehearsal(plan_for(EVENT), EVENT, Random("middle"), NO_FAULTS).play(10):
        if isinstance(posting.act, RoundClosed) and posting.act.round == 5:
            break
        event.post(posting)
    with pytest.raises(DirectorError, match="after the start of match 5"):
        decide(event, Withdrawn("3", "Final", 4, expunged=True, reason="illness"))


@pytest.mark.clause("ITS21 OITS.final-ties.3")
def test_level_pairs_are_ranked_where_one_has_no_match_left() -> None:
    """All is flat; after round 1 the pair that met one that is wiped has no match: all nine are level on 0."""
    room = Room("nsw-its-2021/wits").enter(numbers(10))
    state = room.start("Final")
    room.play("Final", flat, 1)
    room.do(Withdrawn("3", "Final", 1, expunged=True, reason="illness"))
    table = state.standings(state.fields[0].name)
    assert [row.total.value for row in table.rows] == [0] * 9


def test_one_contestant_does_not_start_a_final_of_two() -> None:
    """Five teams, of which four leave: the one that is left has nobody to play the final against."""
    room = Room("anc-2026/interstate-open").enter(numbers(5))
    room.start("Qualifying")
    room.play("Qualifying", flat)
    for name in numbers(4):
        room.do(Withdrawn(name, "Qualifying", room.event.stage("Qualifying").last_round, False, "went home"))
    room.close("Qualifying")
    with pytest.raises(DirectorError, match="played by two contestants, not by 1") as refused:
        room.start("Final")
    assert "so that the earlier standings count" in str(refused.value.remedy)


@pytest.mark.clause("SABF20 14.1#3")
def test_those_who_share_a_match_with_a_team_that_is_wiped_are_awarded_a_score() -> None:
    """Nine teams: three share a match. One of the three leaves, wiped: the close asks for an award, and takes it."""
    room = Room("sabf-2020/gnot-regional-final").enter(numbers(9))
    state = room.start("Swiss")
    number = room.draw("Swiss")
    (share,) = state.round(number).shares
    room.results("Swiss", number, flat)
    gone, *others = share.teams
    room.do(Withdrawn(gone, "Swiss", 0, expunged=True, reason="went home"))
    with pytest.raises(DirectorError, match="has no score, and no rule gives it one") as refused:
        room.close_round("Swiss", number)
    assert "Award each side a score" in str(refused.value.remedy)
    for name in others:
        room.do(ScoreAwarded(name, "Swiss", number, 10, "SABF20 14.1", "the third team withdrew"))
    room.close_round("Swiss", number)
    assert {room.total("Swiss", name) for name in others} == {10}


@pytest.mark.clause("ANC26 11.3")
def test_two_teams_that_left_do_not_stop_the_round_robin_by_placing() -> None:
    """Seven teams have one bye a round, which 11.4 moves; five of seven have more, and play the draw as it is."""
    rules = "anc-2026/interstate-womens"
    rehearsal = Rehearsal(
        plan_for(rules), rules, Random("two left"), NO_FAULTS,
        until=lambda _, act: isinstance(act, RoundClosed) and act.round == 7,
    )  # fmt: skip
    rehearsal.play(7)
    rehearsal.until = None
    left = rehearsal.state.stage("Qualifying").contestants[:2]
    for name in left:
        rehearsal.do(Withdrawn(name, "Qualifying", 7, expunged=True, reason="went home"))
    drawn = draft(rehearsal.state, "Qualifying", "")
    seated = [name for each in drawn.seatings for name in (each.ns, each.ew)]
    assert sorted([*seated, *drawn.sits_out]) == sorted(
        name for name in rehearsal.state.stage("Qualifying").contestants if name not in left
    )
