"""Nothing drops out in silence: what has no score keeps its round open, and a proof finds it in a closed one."""

from random import Random

import pytest

from accounting import small_entries
from directing import Room, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import RoundClosed, ScoreAwarded
from overtrick.core.event.play.accounts import Ending, accounts_of, open_accounts
from overtrick.lab.fault_rates import USUAL_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.verify import verify
from overtrick.ledger.book import Draft
from overtrick.regulations.plan.event_book import event_files, plan_for

CONGRESS = "nsw-swiss-pairs/congress"


@pytest.fixture
def odd() -> Room:
    """Nine pairs without a house pair: one sits out the first round, whose results are in."""
    room = Room(CONGRESS).enter(numbers(9))
    room.start("Swiss")
    room.results("Swiss", room.draw("Swiss"))
    return room


@pytest.mark.clause("NSWSP 1.5")
def test_a_round_does_not_close_while_a_pair_that_sat_out_has_no_score(odd: Room) -> None:
    (out,) = odd.event.stage("Swiss").round(1).draw.sits_out
    with pytest.raises(DirectorError, match=f"{out} sat out round 1 and has no score for it") as refused:
        odd.do(RoundClosed("Swiss", 1))
    assert "Award a score" in str(refused.value.remedy)
    odd.do(ScoreAwarded(out, "Swiss", 1, 12, "NSWSP 1.5", "sat out"), RoundClosed("Swiss", 1))
    assert odd.total("Swiss", out) == 12
    assert {each.outcome for each in accounts_of(odd.event.stage("Swiss"), 1)} == {Ending.SCORED, Ending.AWARDED}


def test_a_proof_objects_to_a_closed_round_with_a_match_that_has_no_score(odd: Room) -> None:
    (out,) = odd.event.stage("Swiss").round(1).draw.sits_out
    odd.book.append([Draft(RoundClosed("Swiss", 1), "an older program", "2026-07-04T10:00:00+10:00", "closed")])
    objections = [str(each) for each in verify(plan_for(CONGRESS), odd.book.postings()).objections]
    assert f"Swiss, round 1: the match of {out} has no score" in objections


def assert_accounted(event: str, entries: int) -> None:
    """Play an event with its usual faults: every round has accounts, and none is open."""
    rehearsal = Rehearsal(plan_for(event), event, Random(f"{event} accounts"), USUAL_FAULTS)
    rehearsal.play(entries)
    rounds = [(state, number) for state in rehearsal.state.stages.values() for number in state.rounds]
    assert all(accounts_of(state, number) for state, number in rounds)
    assert [each for state, number in rounds for each in open_accounts(state, number)] == []


@pytest.mark.parametrize("event", sorted(event_files()))
def test_every_match_and_board_of_a_small_event_is_accounted_for(event: str) -> None:
    assert_accounted(event, next(small_entries(event)))


@pytest.mark.long
@pytest.mark.parametrize("event", sorted(event_files()))
def test_every_match_and_board_of_a_usual_event_is_accounted_for(event: str) -> None:
    assert_accounted(event, event_files()[event].event.usual)
