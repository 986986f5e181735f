"""The mistakes people make around a round of a rehearsal, and what the director does once the program asks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from overtrick.core.conduct.entries import Effect
from overtrick.core.errors import DirectorError, EngineError
from overtrick.core.event.acts import (
    DISMISSED,
    NEITHER,
    UPHELD,
    Act,
    BoardFouled,
    EntryTaken,
    MatchForfeited,
    ResultPosted,
    ReviewAsked,
    ReviewDecided,
    RoundClosed,
    RulingGiven,
    ScoreAwarded,
    Withdrawn,
)
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.contestants import Player
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import VPS
from overtrick.director.late_pairs import comes_late, late_pair
from overtrick.director.rulings import left_behind
from overtrick.director.wrong_way import ENTERED, SAT, put_round

if TYPE_CHECKING:
    from overtrick.lab.rehearsal import Rehearsal

FEWEST = 4
"""With so many playing, nobody leaves any more."""

HOUSE = "house"
"""The contestant that completes an odd field."""

DISMISSALS = 0.25
"""How many of the reviews decided late are dismissed."""


@dataclass(frozen=True, slots=True)
class PendingReview:
    """A review that waits for its decision: the posting that asked for it, and the ruling if it is upheld."""

    posting: int
    ruling: RulingGiven


def average_award(state: StageState) -> int:
    """What the director of a rehearsal gives for a round without a match: half the VPs of one."""
    return 10 if state.unit == VPS else 0


def before_draw(rehearsal: "Rehearsal", state: StageState) -> None:
    """Contestants that come late or leave before a round is drawn."""
    _arrive(rehearsal, state, state.last_round + 1)
    _leave(rehearsal, state, state.last_round)


def after_draw(rehearsal: "Rehearsal", state: StageState, number: int) -> None:
    """What comes up once a round is drawn: matches scored the wrong way before, late arrivals, and no-shows."""
    _turn_matches(rehearsal, state, number - 1)
    _arrive(rehearsal, state, number)
    _leave(rehearsal, state, number - 1)
    _stay_away(rehearsal, state, number)


def close_early(rehearsal: "Rehearsal", state: StageState, number: int, later: list[Act]) -> None:
    """Try to close a round with results still to come, which must be refused."""
    if not any(isinstance(act, ResultPosted) for act in later) or not rehearsal.strikes(rehearsal.faults.early_close):
        return
    if rehearsal.allows(RoundClosed(state.plan.name, number), "early close"):
        raise EngineError(f"Round {number} of {state.plan.name} can be closed before its results are in")


def close_round(rehearsal: "Rehearsal", state: StageState, number: int) -> None:
    """Close a round; if that is refused for want of a score or a ruling, give it and close the round then."""
    act = RoundClosed(state.plan.name, number)
    try:
        rehearsal.do(act)
    except DirectorError as refusal:
        asked: list[Act] = [*_owed_rulings(state, number), *filter(rehearsal.may, _owed_awards(state, number))]
        if not asked:
            raise
        rehearsal.refusals.append(("award forgotten", str(refusal)))
        for each in asked:
            rehearsal.do(each)
        rehearsal.do(act)


def _owed_awards(state: StageState, number: int) -> Iterator[ScoreAwarded]:
    """A score for everybody in a draw who has none."""
    drawn = state.round(number)
    seated = [name for seating in drawn.draw.seatings for name in seating.names]
    for name in (*drawn.draw.sits_out, *seated):
        left = name in seated and name in state.withdrawn
        if not left and state.match_line(name, number) is None:
            reason = "sat out" if name in drawn.draw.sits_out else "the match was not played"
            yield ScoreAwarded(
                name, state.plan.name, number, average_award(state), str(state.plan.clause.cite), reason
            )  # fmt: skip


def _owed_rulings(state: StageState, number: int) -> Iterator[RulingGiven]:
    """Average plus to both sides wherever too few tables played a form of a board and no rule gives them a score."""
    if state.plan.scoring.in_rooms:
        return
    boards = {board for seating in state.round(number).seatings.values() for board in seating.boards}
    for board in sorted(boards):
        for few in state.board_field(state.scope(number), board).too_few:
            for at, table in few.tables if few.awarded is None else ():
                plus = read_result("AV+ AV+")
                yield RulingGiven(state.plan.name, at, table, board, plus, "Law 87", "cannot be compared", fouled=True)


def foul_small(rehearsal: "Rehearsal", state: StageState, number: int) -> None:
    """A board of which one or two tables played another form than the rest."""
    drawn = state.round(number)
    if state.plan.scoring.in_rooms or not drawn.draw.seatings or not rehearsal.strikes(rehearsal.faults.small_form):
        return
    board = rehearsal.dice.choice(rehearsal.dice.choice(drawn.draw.seatings).boards)
    tables = [table for table, _, played in sorted(drawn.results) if played == board]
    if len(tables) < 2 or board in drawn.fouled:
        return
    few = min(rehearsal.dice.choice((1, 2)), len(tables) - 1)
    rehearsal.dice.shuffle(tables)
    forms = tuple(sorted(tables[:few])), tuple(sorted(tables[few:]))
    rehearsal.attempt(BoardFouled(state.plan.name, number, board, forms, "a card changed hands"), "small form")


def _turn_matches(rehearsal: "Rehearsal", state: StageState, number: int) -> None:
    """Matches of the round before that were scored the wrong way round, as is found out now."""
    if number not in state.rounds:
        return
    for seating in state.round(number).draw.seatings:
        unplayed = seating.table in state.round(number).forfeits or set(seating.names) & set(state.withdrawn)
        if unplayed or not rehearsal.strikes(rehearsal.faults.wrong_way):
            continue
        how, reason = rehearsal.dice.choice(((SAT, "they sat the other way"), (ENTERED, "entered the wrong way")))
        try:
            acts = put_round(
                rehearsal.state, state.plan.name, number, seating.table, (), how=how, reason=reason
            )  # fmt: skip
        except DirectorError as refusal:  # a board with a score of its own for each side is ruled on again
            rehearsal.refusals.append(("wrong way", str(refusal)))
            continue
        for act in acts:
            rehearsal.attempt(act, "wrong way")


def _arrive(rehearsal: "Rehearsal", state: StageState, number: int) -> None:
    """A contestant that comes into the first stage late, where there may be a seat for it."""
    if state.plan.sources or not comes_late(state) or not rehearsal.strikes(rehearsal.faults.late_arrival / 2):
        return
    event, name = rehearsal.state, str(len(rehearsal.state.entries) + 1)
    try:
        seated = late_pair(event, state.plan.name, name, number, "held up on the road")
    except DirectorError as refusal:
        rehearsal.refusals.append(("late arrival", str(refusal)))
        return
    size = len(next(iter(event.entries.values())).players)
    players = tuple(Player(f"Player {name}{letter}") for letter in "ABCDEF"[:size])
    if rehearsal.attempt(EntryTaken(name, players=players), "late arrival"):
        rehearsal.strength[name] = rehearsal.dice.gauss(0, 1)
        rehearsal.attempt(seated, "late arrival")


def _leave(rehearsal: "Rehearsal", state: StageState, after: int) -> None:
    """A contestant that leaves after a round, its scores wiped or left as the rule says."""
    names = [name for name in state.playing if name != HOUSE]
    if state.plan.play.stays or len(names) <= FEWEST or not rehearsal.strikes(rehearsal.faults.early_departure / 2):
        return
    gone = rehearsal.dice.choice(names)
    left = left_behind(state, gone, after)
    wiped = left is not None and left.effect is Effect.EXPUNGED
    rehearsal.attempt(Withdrawn(gone, state.plan.name, after, expunged=wiped, reason="called away"), "early departure")


def _stay_away(rehearsal: "Rehearsal", state: StageState, number: int) -> None:
    """Matches for which neither side appears."""
    if state.plan.play.at_once or state.plan.in_season:
        return
    for seating in state.round(number).draw.seatings:
        gone = set(seating.names) & set(state.withdrawn)
        if not gone and rehearsal.strikes(rehearsal.faults.neither):
            act = MatchForfeited(state.plan.name, number, seating.table, "", "neither appeared", NEITHER)
            rehearsal.attempt(act, "neither")


def ask_review(rehearsal: "Rehearsal", state: StageState) -> None:
    """A review asked for before a stage closes, to be decided after it has."""
    if not state.rounds:
        return  # a stage that only adds up others
    drawn = state.round(state.last_round)
    tables = {seating.table: seating for seating in drawn.draw.seatings}
    places = [place for place in sorted(drawn.results) if place[0] in tables]
    if not places or not rehearsal.strikes(rehearsal.faults.late_review):
        return
    table, room, board = rehearsal.dice.choice(places)
    asking, stage = tables[table].names[0], state.plan.name
    act = ReviewAsked(asking, stage, drawn.number, "the ruling on this board", table, board)
    if rehearsal.attempt(act, "late review"):
        result = read_result(rehearsal.dice.choice(("AV+ AV-", "AV- AV+", "AV AV")))
        ruling = RulingGiven(stage, drawn.number, table, board, result, "Law 12C", "review upheld", room)
        rehearsal.reviews.append(PendingReview(rehearsal.state.last, ruling))


def decide_reviews(rehearsal: "Rehearsal") -> None:
    """The decisions on the reviews that wait, and the rulings on those that are upheld."""
    while rehearsal.reviews:
        review = rehearsal.reviews.pop(0)
        outcome = DISMISSED if rehearsal.strikes(DISMISSALS) else UPHELD
        rehearsal.do(ReviewDecided(review.posting, outcome, "the review panel", "heard after the stage had closed"))
        if outcome == UPHELD:
            rehearsal.attempt(review.ruling, "late review")
