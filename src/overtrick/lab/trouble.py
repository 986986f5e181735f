"""Faults in a round of a rehearsal after it has been played."""

from overtrick.core.conduct.entries import Effect
from overtrick.core.event.acts import BoardFouled, ResultCorrected, RulingGiven, Withdrawn
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED
from overtrick.core.model.notation import read_result
from overtrick.director.rulings import left_behind
from overtrick.lab.conduct import offence
from overtrick.lab.human_faults import foul_small
from overtrick.lab.rehearsed_event import RehearsedEvent


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
