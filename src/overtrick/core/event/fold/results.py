"""Fold acts of results: at a table, on a board of the whole field, and calls for the director."""

from dataclasses import replace

from overtrick.core.event.acts import (
    BoardFouled,
    BoardPutOff,
    CallAnswered,
    DirectorCalled,
    OtherFieldScored,
    Posting,
    Seating,
    SidesSwitched,
)
from overtrick.core.event.fold.recording import OfResult, update_result
from overtrick.core.event.fold.stages import change_late, send_on
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.exchange import moved_on
from overtrick.core.event.play.inputs import CALLS, FOULED, FOULING, OTHER_FIELD, PUT_OFF, RESULTS, ROUNDS, SOURCES
from overtrick.core.event.score.rounds import FOUL
from overtrick.core.provenance import Posted


@folds
def record_result(event: Tournament, act: OfResult, posting: Posting) -> None:
    """Record an act about a table's result."""
    state = event.stage(act.stage)
    place = (act.table, act.room, act.board)
    now = update_result(state.round(act.round).results.get(place), act, posting)
    if now.fouled:
        FOULING.set(state, True)
    other = RESULTS.put(state, act.round, place, now)  # the result itself changed, not only its agreement
    if other and state.left is not None and not moved_on(event, act.stage):
        send_on(event, state)
    if other:
        change_late(event, state, posting)


@folds
def call_director(event: Tournament, act: DirectorCalled, _: Posting) -> None:
    """Record a table's call for the director."""
    state, place = event.stage(act.stage), (act.table, act.room)
    CALLS.put(state, act.round, place, state.round(act.round).calls.get(place, act))


@folds
def answer_call(event: Tournament, act: CallAnswered, _: Posting) -> None:
    """Remove a table's call that was answered."""
    CALLS.take(event.stage(act.stage), act.round, (act.table, act.room))


@folds
def foul_board(event: Tournament, act: BoardFouled, posting: Posting) -> None:
    """Record a fouled board; earlier acts about the fouling no longer stand, in any round of its session."""
    state = event.stage(act.stage)
    scope = state.scope(act.round)
    for number in [number for number in state.rounds if state.scope(number) == scope]:
        FOULED.take(state, number, act.board)
    SOURCES.put(state, act.round, (FOUL, act.board), Posted(posting.number, act.round))
    FOULING.set(state, True)
    FOULED.put(state, act.round, act.board, act)
    change_late(event, state, posting)


@folds
def switch_sides(event: Tournament, act: SidesSwitched, _: Posting) -> None:
    """Record that the sides of a table sat in the wrong directions."""
    state = event.stage(act.stage)
    drawn = state.round(act.round)

    def turned(seating: Seating) -> Seating:
        if seating.table != act.table:
            return seating
        boards = act.boards or drawn.boards_of(seating)
        switched = set(seating.switched) ^ set(boards)
        return replace(seating, switched=tuple(board for board in drawn.boards_of(seating) if board in switched))

    seatings = tuple(map(turned, drawn.draw.seatings))
    ROUNDS.put(state, act.round, drawn.drawn_again(replace(drawn.draw, seatings=seatings)))


@folds
def put_off(event: Tournament, act: BoardPutOff, posting: Posting) -> None:
    """Record a late play."""
    PUT_OFF.put(event.stage(act.stage), act.round, (act.table, act.room, act.board), posting.number)


@folds
def lend_field(event: Tournament, act: OtherFieldScored, posting: Posting) -> None:
    """Record another field's scores on a board."""
    state = event.stage(act.stage)
    OTHER_FIELD.put(state, (act.round, act.board), (Posted(posting.number, act.round), act))
