"""Rulings, corrections and reviews after a stage has closed: what allows them, and what follows from them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from closed_stage import IN_TIME, MIXED, TOO_LATE, second_stage_under_way
from directing import Room, by_strength, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    PenaltyGiven,
    ResultCorrected,
    ReviewAsked,
    ReviewDecided,
    RulingGiven,
    StageClosed,
)
from overtrick.core.model.notation import read_result
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.late_changes import late_notes

SLAM = read_result("7NT E =")


@pytest.fixture
def closed() -> Room:
    """Stage 1 is closed with a review open; one round of Stage 2 is played."""
    return second_stage_under_way()


def rulings(room: Room) -> list[RulingGiven]:
    """Pair 10, tenth in Stage 1, loses every board of its last match."""
    seating = room.event.stage("Stage 1").round(10).seating_of("10")
    assert seating is not None
    assert (seating.ns, seating.switched) == ("10", ())
    return [
        RulingGiven("Stage 1", 10, seating.table, board, SLAM, "Law 12C", "review upheld") for board in seating.boards
    ]


def uphold(room: Room) -> tuple[str, ...]:
    review = next(iter(room.event.conducted.reviews))
    return room.do(ReviewDecided(review, "upheld", "the review panel", "the ruling was wrong"))


def refusal(room: Room, act: Act, at: str) -> DirectorError:
    with pytest.raises(DirectorError) as refused:
        room.do(act, at=at)
    return refused.value


@pytest.mark.clause("ANC26 6.1")
def test_a_closed_stage_is_corrected_while_the_correction_period_runs(closed: Room) -> None:
    (first, *_) = rulings(closed)
    correction = ResultCorrected("Stage 1", 10, first.table, first.board, SLAM, "scored the wrong way")
    said = refusal(closed, correction, TOO_LATE)
    assert "ANC26 6.1" in str(said.clause)
    assert "17.7" not in str(said)
    assert "10:15" in str(said)
    before = closed.total("Stage 1", "10")
    closed.do(correction, at=IN_TIME)
    assert closed.total("Stage 1", "10") != before
    assert closed.agrees()


@pytest.mark.clause("ANC26 6.2")
def test_an_upheld_review_changes_a_closed_stage_and_what_was_carried_from_it(closed: Room) -> None:
    first, *others = rulings(closed)
    assert "Record the decision on review" in str(refusal(closed, first, TOO_LATE))
    uphold(closed)
    said = [caution for act in (first, *others) for caution in closed.do(act, at=TOO_LATE)]
    assert any("number 11 would have qualified for Stage 2 instead of 10" in caution for caution in said)
    assert not any("alone" in caution for caution in said), "it rests on the review, whatever the time"
    # by the letter of 19.2: c = 1 + 6 (z - y) / (x - y) with the first and the tenth of Stage 1 as it stands now
    totals = {name: Fraction(str(closed.total("Stage 1", name))) for name in numbers(14)}
    order = sorted(totals, key=totals.__getitem__, reverse=True)
    assert order.index("11") == 9
    assert order.index("10") == 10
    x, y = totals[order[0]], totals[order[9]]
    expected = {
        name: Fraction(int((1 + 6 * (totals[name] - y) / (x - y)) * 100 + Fraction(1, 2)), 100) for name in order[:9]
    }
    stage = closed.event.stage("Stage 2")
    carried = {name: figure.value for name, figure in stage.carried.items()}
    assert carried == {**expected, "10": 0}  # 19.3: one from outside the first ten starts on 0
    assert "11" not in stage.contestants
    assert closed.agrees()
    assert verify(plan_for(MIXED), closed.book.postings()).sound


@pytest.mark.clause("ANC26 6.2")
def test_an_upheld_review_of_one_match_changes_no_other_match(closed: Room) -> None:
    """Pairs 10 and 13 met at table 5; the board was played at seven tables."""
    uphold(closed)
    first, *_ = rulings(closed)
    assert "ANC26 6.1" in str(refusal(closed, replace(first, table=first.table + 1), TOO_LATE).clause)
    before = replace(first, round=9, board=37)
    assert "is closed" in str(refusal(closed, before, TOO_LATE))
    closed.do(first, at=TOO_LATE)


def test_both_stages_say_who_would_have_qualified_and_by_which_clause_play_stands(closed: Room) -> None:
    uphold(closed)
    for act in rulings(closed):
        closed.do(act, at=TOO_LATE)
    for name in ("Stage 1", "Stage 2"):
        (note,) = late_notes(closed.event, closed.event.stage(name))
        assert "no. 11 would have qualified for Stage 2 instead of no. 10" in str(note)
        assert str(note).endswith("; their carry-over follows the new scores.")
        assert "ANC26 17.7, reading D84" in str(note)


def test_a_change_that_moves_no_qualifier_is_still_noted(closed: Room) -> None:
    closed.do(PenaltyGiven("1", "slow play", "Stage 1", 10, 1, "VPs", "Law 90B"), at=IN_TIME)
    (note,) = late_notes(closed.event, closed.event.stage("Stage 1"))
    assert str(note) == "Scores of Stage 1 changed after it closed."
    assert late_notes(closed.event, closed.event.stage("Stage 2")) == ()


def test_a_stage_closes_over_an_open_review_only_with_a_word() -> None:
    room = Room("nsw-swiss-pairs/congress").enter(numbers(8))
    stage = room.start("Swiss")
    room.play("Swiss", by_strength(stage, numbers(8)))
    room.do(ReviewAsked("3", "Swiss", 7, "the claim on board 2"))
    (said,) = [caution for caution in room.do(StageClosed("Swiss")) if "review" in caution]
    assert said.startswith("a review has not been decided (number 3 in round 7)")


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (ReviewDecided(1, "upheld", "the panel", "wrong"), "Number 1 in the history is not a request for a review"),
        (ReviewDecided(0, "perhaps", "the panel", "wrong"), "A review is upheld or dismissed"),
        (ReviewDecided(0, "upheld", "", "wrong"), "needs a reason and the name of the person who made it"),
        (ReviewDecided(0, "upheld", "the panel", " "), "needs a reason and the name of the person who made it"),
    ],
)
def test_a_decision_is_of_a_review_and_says_how_by_whom_and_why(
    closed: Room, decision: ReviewDecided, said: str
) -> None:
    review = next(iter(closed.event.conducted.reviews))
    asked = ReviewDecided(decision.review or review, decision.outcome, decision.by, decision.reason)
    assert said in str(refusal(closed, asked, ""))


def test_a_dismissed_review_allows_nothing(closed: Room) -> None:
    review = next(iter(closed.event.conducted.reviews))
    closed.do(ReviewDecided(review, "dismissed", "the panel", "the ruling was right"))
    said = refusal(closed, rulings(closed)[0], TOO_LATE)
    assert "Record the review or appeal that was upheld, or reopen Stage 1" in str(said)
    assert "already been decided" in str(refusal(closed, ReviewDecided(review, "upheld", "the panel", "again"), ""))
