"""Fold acts of results: entered, agreed, disputed, corrected and ruled on; on a board of the field; and calls."""

from dataclasses import replace
from typing import TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    BoardFouled,
    BoardPutOff,
    CallAnswered,
    DirectorCalled,
    OtherFieldScored,
    Posting,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultPosted,
    RulingGiven,
    Seating,
    SidesSwitched,
)
from overtrick.core.event.fold.conducted import stamp
from overtrick.core.event.fold.stages import change_late, send_on
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.exchange import moved_on
from overtrick.core.event.play.inputs import CALLS, FOULED, FOULING, OTHER_FIELD, PUT_OFF, RESULTS, ROUNDS, SOURCES
from overtrick.core.event.score.rounds import FOUL, ConflictingEntry, RecordedResult
from overtrick.core.laws.table_score import table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.seats import side_of
from overtrick.core.provenance import PostingSource

Entered: TypeAlias = ResultPosted | ResultCorrected | RulingGiven
OfResult: TypeAlias = Entered | ResultConfirmed | ResultDisputed
"""An act about the result of a table on a board."""


def update_result(known: RecordedResult | None, act: OfResult, posting: Posting) -> RecordedResult:
    """The state of the result after an act and its posting."""
    if isinstance(act, Entered):
        return _enter_result(known, act, posting)
    if known is None:
        raise DirectorError(
            "Board {board} at table {table} has no result to confirm",
            remedy="Enter the result first.",
            table=act.table,
            board=act.board,
        )
    return (
        _confirm_result(known, act, posting.number)
        if isinstance(act, ResultConfirmed)
        else _dispute_result(known, act, posting)
    )


def _enter_result(known: RecordedResult | None, act: Entered, posting: Posting) -> RecordedResult:
    number = posting.number
    score = table_score(Board.from_number(act.board), act.result, PostingSource(number, act.round, act.table, act.room))
    agreed = act.confirmed if isinstance(act, ResultCorrected) else isinstance(act, RulingGiven)
    # The opening lead does not change when the result is corrected.
    lead = act.lead if isinstance(act, ResultPosted) else known.lead if known else ""
    seat = "" if isinstance(act, RulingGiven) else act.seat
    other = None if agreed or known is None else known.other
    if other is not None and (other.result == act.result or side_of(other.seat) is side_of(seat)):
        other = None  # a side that corrects its own entry has one entry, not two
    return RecordedResult(
        act.result, score, number, agreed, disputed=other is not None, lead=lead, seat=seat, latest=number, other=other,
        fouled=isinstance(act, RulingGiven) and act.fouled, at=stamp(posting),
    )  # fmt: skip


def _confirm_result(known: RecordedResult, act: ResultConfirmed, number: int) -> RecordedResult:
    """Confirm the result that was seen: the one that stands, or the other entry, which then stands."""
    other = known.other
    if other is not None and act.result == other.result:
        known = replace(
            known, result=other.result, score=other.score, posting=other.posting, seat=other.seat, at=other.at
        )
    elif act.result is not None and act.result != known.result:
        raise DirectorError(
            "Board {board} at table {table} has {result}, but {act_result} was confirmed",
            remedy="Correct the result at the desk.",
            table=act.table,
            board=act.board,
            result=known.result,
            act_result=act.result,
        )
    return replace(known, confirmed=True, disputed=False, latest=number, other=None)


def _dispute_result(known: RecordedResult, act: ResultDisputed, posting: Posting) -> RecordedResult:
    other, number = known.other, posting.number
    if act.says is not None:
        score = table_score(
            Board.from_number(act.board), act.says, PostingSource(number, act.round, act.table, act.room)
        )
        other = ConflictingEntry(act.says, score, number, act.seat, stamp(posting))
    return replace(known, confirmed=False, disputed=True, latest=number, other=other)


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
    SOURCES.put(state, act.round, (FOUL, act.board), PostingSource(posting.number, act.round))
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
    OTHER_FIELD.put(state, (act.round, act.board), (PostingSource(posting.number, act.round), act))
