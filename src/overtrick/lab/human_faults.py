"""The mistakes people make around a round of a rehearsal and after it, and the director's response where there is one.

In a season, pairs also miss sessions or bring substitutes.
"""

from collections.abc import Callable, Iterator
from random import Random

from overtrick.core.conduct.entries import Effect
from overtrick.core.errors import DirectorError, EngineError
from overtrick.core.event.acts import (
    DISMISSED,
    NEITHER,
    UPHELD,
    AbsenceRecorded,
    Act,
    BoardFouled,
    EntryTaken,
    MatchForfeited,
    ResultCorrected,
    ResultPosted,
    ReviewAsked,
    ReviewDecided,
    RoundClosed,
    RulingGiven,
    ScoreAwarded,
    SubstituteUsed,
    Withdrawn,
)
from overtrick.core.event.play.season import expected_pairs, rule_of
from overtrick.core.event.play.session_movements import Sitting
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED
from overtrick.core.model.contestants import Player
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import VPS
from overtrick.core.scoring.stand_ins import Ground
from overtrick.director.late_pairs import comes_late, late_pair
from overtrick.director.rulings import left_behind
from overtrick.director.wrong_way import ENTERED, SAT, put_round
from overtrick.lab.conduct import offence
from overtrick.lab.rehearsed_event import PendingReview, RehearsedEvent

FEWEST = 4
"""The number of contestants at which no one leaves any more."""

HOUSE = "house"
"""The contestant that completes an odd field."""

DISMISSALS = 0.25
"""The share of late-decided reviews that are dismissed."""

_Names = Callable[[str], tuple[str, ...]]
"""The players of a contestant."""

_LEAST = 6
"""The fewest pairs at any session of a rehearsal."""


def average_award(state: StageState) -> int:
    """The award for a round without a match in a rehearsal: half the VPs of one."""
    return 10 if state.unit == VPS else 0


def before_draw(rehearsal: RehearsedEvent, state: StageState) -> None:
    """Let contestants come late or leave before a round is drawn."""
    _arrive(rehearsal, state, state.last_round + 1)
    _leave(rehearsal, state, state.last_round)


def after_draw(rehearsal: RehearsedEvent, state: StageState, number: int) -> None:
    """Faults after a round is drawn: earlier matches scored the wrong way, late arrivals, and no-shows."""
    _turn_matches(rehearsal, state, number - 1)
    _arrive(rehearsal, state, number)
    _leave(rehearsal, state, number - 1)
    _stay_away(rehearsal, state, number)


def close_early(rehearsal: RehearsedEvent, state: StageState, number: int, later: list[Act]) -> None:
    """Try to close a round with results still to come, which must be refused."""
    if not any(isinstance(act, ResultPosted) for act in later) or not rehearsal.strikes(rehearsal.faults.early_close):
        return
    if rehearsal.allows(RoundClosed(state.plan.name, number), "early close"):
        raise EngineError(f"Round {number} of {state.plan.name} can be closed before its results are in")


def close_round(rehearsal: RehearsedEvent, state: StageState, number: int) -> None:
    """Close a round; if that is refused because a score or a ruling is missing, give it and close the round then."""
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
    """A score for everyone in a draw who has none."""
    drawn = state.round(number)
    seated = [name for seating in drawn.draw.seatings for name in seating.names]
    for name in (*drawn.draw.sits_out, *seated):
        left = name in seated and state.status(name).left is not None
        if not left and state.match_line(name, number) is None:
            reason = "sat out" if name in drawn.draw.sits_out else "the match was not played"
            yield ScoreAwarded(
                name, state.plan.name, number, average_award(state), str(state.plan.clause.cite), reason
            )  # fmt: skip


def _owed_rulings(state: StageState, number: int) -> Iterator[RulingGiven]:
    """Average plus to both sides where too few tables played a form of a board and no rule gives them a score."""
    if state.plan.scoring.in_rooms:
        return
    boards = {board for seating in state.round(number).seatings.values() for board in seating.boards}
    for board in sorted(boards):
        for few in state.board_field(state.scope(number), board).too_few:
            for at, table in few.tables if few.awarded is None else ():
                plus = read_result("AV+ AV+")
                yield RulingGiven(state.plan.name, at, table, board, plus, "Law 87", "cannot be compared", fouled=True)


def foul_small(rehearsal: RehearsedEvent, state: StageState, number: int) -> None:
    """Foul a board so that one or two tables have played another form than the rest."""
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


def _turn_matches(rehearsal: RehearsedEvent, state: StageState, number: int) -> None:
    """Correct matches of the previous round that were scored the wrong way round."""
    if number not in state.rounds:
        return
    for seating in state.round(number).draw.seatings:
        unplayed = seating.table in state.round(number).forfeits or any(
            state.status(name).left for name in seating.names
        )
        if unplayed or not rehearsal.strikes(rehearsal.faults.wrong_way):
            continue
        how, reason = rehearsal.dice.choice(((SAT, "they sat the other way"), (ENTERED, "entered the wrong way")))
        try:
            acts = put_round(
                rehearsal.state, state.plan.name, number, seating.table, (), how=how, reason=reason
            )  # fmt: skip
        except DirectorError as refusal:  # a board with separate scores for the two sides gets a new ruling
            rehearsal.refusals.append(("wrong way", str(refusal)))
            continue
        for act in acts:
            rehearsal.attempt(act, "wrong way")


def _arrive(rehearsal: RehearsedEvent, state: StageState, number: int) -> None:
    """Let a contestant join the first stage late, where there may be a seat for it."""
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


def _leave(rehearsal: RehearsedEvent, state: StageState, after: int) -> None:
    """Let a contestant leave after a round, with its scores cancelled or kept as the rule says."""
    names = [name for name in state.playing if name != HOUSE]
    if state.plan.play.stays or len(names) <= FEWEST or not rehearsal.strikes(rehearsal.faults.early_departure / 2):
        return
    gone = rehearsal.dice.choice(names)
    left = left_behind(state, gone, after)
    wiped = left is not None and left.effect is Effect.EXPUNGED
    rehearsal.attempt(Withdrawn(gone, state.plan.name, after, expunged=wiped, reason="called away"), "early departure")


def _stay_away(rehearsal: RehearsedEvent, state: StageState, number: int) -> None:
    """Forfeit matches for which neither side appears."""
    if state.plan.play.at_once or state.plan.in_season:
        return
    for seating in state.round(number).draw.seatings:
        gone = any(state.status(name).left for name in seating.names)
        if not gone and rehearsal.strikes(rehearsal.faults.neither):
            act = MatchForfeited(state.plan.name, number, seating.table, "", "neither appeared", NEITHER)
            rehearsal.attempt(act, "neither")


def ask_review(rehearsal: RehearsedEvent, state: StageState) -> None:
    """Ask for a review before a stage closes, to be decided afterwards."""
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


def decide_reviews(rehearsal: RehearsedEvent) -> None:
    """Decide the pending reviews, and make the rulings for those that are upheld."""
    while rehearsal.reviews:
        review = rehearsal.reviews.pop(0)
        outcome = DISMISSED if rehearsal.strikes(DISMISSALS) else UPHELD
        rehearsal.do(ReviewDecided(review.posting, outcome, "the review panel", "heard after the stage had closed"))
        if outcome == UPHELD:
            rehearsal.attempt(review.ruling, "late review")


def absences(state: StageState, sitting: Sitting, chance: float, dice: Random) -> Iterator[Act]:
    """Pairs that miss a session, for a reason that the regulation knows or for none."""
    grounds = _grounds(state)
    there = len(expected_pairs(state, sitting.number))
    for name in expected_pairs(state, sitting.number):
        if there > _LEAST and dice.random() < chance:
            there -= 1
            ground = dice.choice((*grounds, ""))
            reason = "" if ground else "illness"
            yield AbsenceRecorded(name, state.plan.name, sitting.number, ground, reason)


def substitutes(state: StageState, sitting: Sitting, chance: float, dice: Random, names: _Names) -> Iterator[Act]:
    """Substitutes for one player of a pair, and occasionally for both, over a whole session."""
    grounds = _grounds(state)
    rounds = tuple(sitting.all_rounds)
    for name in sitting.order:
        if dice.random() >= chance:
            continue
        ground = dice.choice((*grounds, "", "", ""))
        for out in names(name)[: 2 if dice.random() < 0.1 else 1]:
            yield SubstituteUsed(name, state.plan.name, rounds, out, "a substitute", "away", ground=ground)


def _grounds(state: StageState) -> tuple[str, ...]:
    return tuple(
        str(case.ground) for case in rule_of(state.plan).stand_ins.cases if case.ground is not Ground.SUBSTITUTE
    )


def trouble(rehearsal: RehearsedEvent, state: StageState, number: int) -> None:
    """Post corrections, rulings, offences, fouled boards and withdrawals of a round, as the dice decide."""
    name, drawn = state.plan.name, state.round(number)
    places = sorted(drawn.results)
    for table, room, board in places:
        if rehearsal.dice.random() < rehearsal.faults.correction:
            right = rehearsal.result_between(state, number, board, *_sides(state, number, table, room))
            rehearsal.do(ResultCorrected(name, number, table, board, right, "wrong declarer", room))
        elif rehearsal.dice.random() < rehearsal.faults.adjusted and not drawn.shares:
            ruled = rehearsal.dice.choice(
                ("AV+ AV+", "AV+ AV-", "AV AV", "60% 4S N =, 40% 4S N -1", "NS 3NT N -1 | EW 3NT N =")
            )
            act = RulingGiven(name, number, table, board, read_result(ruled), "Law 12C", "misinformation", room)
            if rehearsal.may(act):
                rehearsal.do(act)
    # A season's round is short: the chance is divided, so that offences over all sessions are as frequent as in a
    # match.
    chance = rehearsal.faults.penalty / (len(state.plan.sessions) if state.plan.in_season else 1)
    rests = state.plan.play.some_rest
    for contestant in state.playing:
        if (not rests or drawn.seating_of(contestant)) and rehearsal.dice.random() < chance:
            for offended in offence(rehearsal.state, state, number, contestant, rehearsal.dice):
                rehearsal.do(offended)
    _foul(rehearsal, state, number)
    foul_small(rehearsal, state, number)
    stays = state.plan.play.stays
    may_go = number > 1 and len(state.playing) > 6 and not stays
    if may_go and rehearsal.dice.random() < rehearsal.faults.withdrawal:
        gone = rehearsal.dice.choice(state.playing)
        left = left_behind(state, gone, number)
        wiped = left is not None and left.effect is Effect.EXPUNGED
        rehearsal.do(Withdrawn(gone, name, number, expunged=wiped, reason="illness"))


def _sides(state: StageState, number: int, table: int, room: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    drawn = state.round(number)
    for share in drawn.shares:
        if table in share.tables:
            one, two, three = share.teams
            ns, ew = ((one, two), (two, three), (three, one))[share.tables.index(table)]
            return (ns,), (ew,)
    seating = drawn.seatings[table]
    return seating.sides[::-1] if room == CLOSED else seating.sides


def _foul(rehearsal: RehearsedEvent, state: StageState, number: int) -> None:
    drawn = state.round(number)
    if state.plan.scoring.in_rooms or not drawn.seatings:
        return
    if rehearsal.dice.random() >= rehearsal.faults.fouled or len(drawn.seatings) < 12:
        return
    tables = sorted(drawn.seatings)
    board = drawn.seatings[tables[0]].boards[0]
    playing = [table for table in tables if board in drawn.seatings[table].boards]
    if len(playing) >= 8:
        half = len(playing) // 2
        rehearsal.do(
            BoardFouled(state.plan.name, number, board, (tuple(playing[:half]), tuple(playing[half:])), "two forms")
        )
