"""Fold acts about a board's result at a table: entered, agreed, disputed, corrected, ruled on."""

from dataclasses import replace
from typing import TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Posting,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultPosted,
    RulingGiven,
)
from overtrick.core.event.fold.conducted import stamp
from overtrick.core.event.score.rounds import Recorded, Said
from overtrick.core.laws.table_score import table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.seats import side_of
from overtrick.core.provenance import Posted

Entered: TypeAlias = ResultPosted | ResultCorrected | RulingGiven
OfResult: TypeAlias = Entered | ResultConfirmed | ResultDisputed
"""An act about the result of a table on a board."""


def update_result(known: Recorded | None, act: OfResult, posting: Posting) -> Recorded:
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


def _enter_result(known: Recorded | None, act: Entered, posting: Posting) -> Recorded:
    number = posting.number
    score = table_score(Board.from_number(act.board), act.result, Posted(number, act.round, act.table, act.room))
    agreed = act.confirmed if isinstance(act, ResultCorrected) else isinstance(act, RulingGiven)
    # The opening lead does not change when the result is corrected.
    lead = act.lead if isinstance(act, ResultPosted) else known.lead if known else ""
    seat = "" if isinstance(act, RulingGiven) else act.seat
    other = None if agreed or known is None else known.other
    if other is not None and (other.result == act.result or side_of(other.seat) is side_of(seat)):
        other = None  # a side that corrects its own entry has one entry, not two
    return Recorded(
        act.result, score, number, agreed, disputed=other is not None, lead=lead, seat=seat, latest=number, other=other,
        fouled=isinstance(act, RulingGiven) and act.fouled, at=stamp(posting),
    )  # fmt: skip


def _confirm_result(known: Recorded, act: ResultConfirmed, number: int) -> Recorded:
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


def _dispute_result(known: Recorded, act: ResultDisputed, posting: Posting) -> Recorded:
    other, number = known.other, posting.number
    if act.says is not None:
        score = table_score(Board.from_number(act.board), act.says, Posted(number, act.round, act.table, act.room))
        other = Said(act.says, score, number, act.seat, stamp(posting))
    return replace(known, confirmed=False, disputed=True, latest=number, other=other)
