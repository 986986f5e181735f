"""A round is not closed while somebody has no score for it that a rule or an official has given."""

import pytest

from directing import Room, by_strength, flat, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    EntryTaken,
    MatchForfeited,
    RoundClosed,
    RulingGiven,
    ScoreAwarded,
    Withdrawn,
)
from overtrick.core.event.play.stage import StageState
from overtrick.core.model import Player
from overtrick.core.model.notation import read_result
from overtrick.director.draws import draft
from overtrick.director.late_pairs import late_pair
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import plan_for

NSW, ANC = "nsw-swiss-pairs/congress", "anc-2026/one-day-swiss-pairs-1"


def swiss(event: str, pairs: int) -> tuple[Room, StageState]:
    room = Room(event).enter(numbers(pairs))
    return room, room.start("Swiss")


def refusal(room: Room, number: int = 1) -> str:
    with pytest.raises(DirectorError) as refused:
        room.do(RoundClosed("Swiss", number))
    return str(refused.value)


@pytest.mark.clause("NSWSP 1.5")
def test_a_pair_that_sits_out_has_a_score_before_its_round_is_closed() -> None:
    """Nine pairs and no house pair: the draw says so, the close asks, and the score that is given counts."""
    room, state = swiss(NSW, 9)
    told = " ".join(room.do(draft(room.event, "Swiss", "z")))
    (out,) = state.round(1).draw.sits_out
    assert f"number {out} sits out round 1, and the regulations give no score for a sit-out" in told
    assert "award a score before closing the round (0 for none)" in told
    assert "NSWSP 1.5" in told
    room.results("Swiss", 1, flat)
    said = refusal(room)
    assert f"{out} sat out round 1 and has no score for it" in said
    assert "0 if it is worth nothing" in said
    room.do(ScoreAwarded(out, "Swiss", 1, 12, "NSWSP 1.5", "sat out"), RoundClosed("Swiss", 1))
    assert room.total("Swiss", out) == 12
    assert verify(plan_for(NSW), room.book.postings()).objections == ()


@pytest.mark.clause("NSWSP 1.5")
def test_an_official_may_decide_that_a_pair_has_nothing() -> None:
    room, state = swiss(NSW, 9)
    room.results("Swiss", room.draw("Swiss"), flat)
    (out,) = state.round(1).draw.sits_out
    room.do(ScoreAwarded(out, "Swiss", 1, 0, "NSWSP 1.5", "it came late"), RoundClosed("Swiss", 1))
    assert room.total("Swiss", out) == 0


@pytest.mark.clause("NSWSP 1.5")
def test_a_withdrawal_and_a_late_pair_say_that_the_field_is_odd() -> None:
    room, state = swiss(NSW, 10)
    room.play("Swiss", flat, 1)
    told = " ".join(room.do(Withdrawn("3", "Swiss", 1, expunged=False, reason="illness")))
    assert (
        "the field now has 9 contestants, an odd number: one sits out each round from round 2, and no clause gives"
        in told
    )
    room.do(EntryTaken("11", players=(Player("A. Late"), Player("B. Late"))))
    assert room.do(late_pair(room.event, "Swiss", "11", 2)) == ()
    room.do(EntryTaken("12", players=(Player("C. Late"), Player("D. Late"))))
    assert "the field now has 11 contestants, an odd number" in " ".join(
        room.do(late_pair(room.event, "Swiss", "12", 2))
    )
    room.results("Swiss", room.draw("Swiss"), flat)
    (out,) = state.round(2).draw.sits_out
    assert f"{out} sat out round 2 and has no score for it" in refusal(room, 2)


@pytest.mark.clause("NSWSP 1.5")
def test_the_opponents_of_a_pair_that_leaves_in_a_round_have_a_score_before_it_is_closed() -> None:
    room, state = swiss(NSW, 10)
    number = room.draw("Swiss")
    seating = state.round(number).seatings[1]
    room.do(Withdrawn(seating.ns, "Swiss", 0, expunged=False, reason="illness"))
    room.results("Swiss", number, flat)
    assert f"The match of number {seating.ew} at table 1 in round 1 has no score" in refusal(room)
    room.do(ScoreAwarded(seating.ew, "Swiss", 1, 12, "NSWSP 1.5", "opponents left"), RoundClosed("Swiss", 1))


@pytest.mark.clause("ANC26 7.7")
def test_a_match_with_too_few_comparisons_has_its_scores_before_the_round_is_closed() -> None:
    """Four of seven boards fouled at a table, and no forfeit laid down for pairs: each side is awarded its own."""
    room, state = swiss(ANC, 12)
    number = room.draw("Swiss")
    room.results("Swiss", number, by_strength(state, numbers(12)))
    seating = state.round(number).seatings[1]
    for board in seating.boards[:4]:
        room.do(RulingGiven("Swiss", 1, 1, board, read_result("AV+ AV+"), "ANC26 7.3", "fouled", fouled=True))
    said = refusal(room)
    assert (
        f"The match of number {seating.ns} at table 1 in round 1 has no score, and no rule gives it one "
        "(1 other contestant is in" in said
    )
    assert "ANC26 7.7" in said
    room.do(ScoreAwarded(seating.ns, "Swiss", 1, 12, "ANC26 7.7", "by the CTD"))
    assert f"The match of number {seating.ew} at table 1 in round 1 has no score" in refusal(room)
    room.do(ScoreAwarded(seating.ew, "Swiss", 1, 12, "ANC26 7.7", "by the CTD"), RoundClosed("Swiss", 1))
    assert [room.total("Swiss", name) for name in (seating.ns, seating.ew)] == [12, 12]


@pytest.mark.clause("ANC26 7.7")
def test_a_forfeit_without_a_score_laid_down_asks_for_one() -> None:
    room, state = swiss(ANC, 12)
    number = room.draw("Swiss")
    seating = state.round(number).seatings[1]
    room.do(MatchForfeited("Swiss", 1, 1, seating.ns, "did not come"))
    room.results("Swiss", number, flat)
    assert "at table 1 in round 1 has no score, and no rule gives it one (1 other contestant is in" in refusal(room)
    for name, score in ((seating.ns, 0), (seating.ew, 12)):
        room.do(ScoreAwarded(name, "Swiss", 1, score, "ANC26 7.7", "forfeit"))
    room.do(RoundClosed("Swiss", 1))


def test_a_bye_with_a_score_of_its_own_asks_for_nothing() -> None:
    room, state = swiss("club/swiss-pairs", 9)
    assert room.do(draft(room.event, "Swiss", "z")) == ()
    room.results("Swiss", 1, flat)
    room.do(RoundClosed("Swiss", 1))
    assert len(state.round(1).draw.sits_out) == 1
