"""A match scored the wrong way round: its sides sat other than as drawn, or were entered for each other."""

from dataclasses import replace
from typing import Final

from overtrick.core.event.acts import ResultCorrected, SidesSwitched
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED, OPEN, RoundState
from overtrick.core.model.boards import boards_phrase
from overtrick.core.model.results import (
    Artificial,
    NotPlayed,
    PassedOut,
    PlayedContract,
    PointsResult,
    Result,
    WeightedPart,
    WeightedScore,
)
from overtrick.core.model.seats import Seat
from overtrick.core.wording import phrase
from overtrick.director.clocks import in_time_to_correct
from overtrick.director.decision import AllowedActs, allow, refuse, still_open
from overtrick.director.results import next_draw_stands

SAT: Final = "sat"
"""The sides sat the other way round: the seats in the results are those that played."""
ENTERED: Final = "entered"
"""The sides sat as drawn, but the results of North-South were entered as East-West's."""

ACROSS = {Seat.NORTH: Seat.EAST, Seat.EAST: Seat.NORTH, Seat.SOUTH: Seat.WEST, Seat.WEST: Seat.SOUTH}
"""The seat of the other side for which a seat was mistaken; applied twice it gives the original."""


def switch(event: Tournament, act: SidesSwitched, at: str) -> AllowedActs:
    """Record that the sides of a table sat the other way round, while its scores may be corrected."""
    state = event.stage(act.stage)
    still_open(state)
    drawn = state.round(act.round)
    boards = _boards(drawn, act.table, act.boards)
    if state.plan.scoring.in_rooms:
        raise refuse(
            "If the teams sat the wrong way round, each room has the other room’s results",
            clause=state.plan.clause,
            remedy="Swap them at the desk, under Results, with “Match scored the wrong way round”.",
        )  # fmt: skip
    if not act.reason:
        raise refuse("Reversing a match needs a reason", remedy="Say briefly how the mistake was discovered.")
    sample = ResultCorrected(act.stage, act.round, act.table, boards[0], NotPlayed(""), act.reason)
    return allow(act, cautions=(next_draw_stands(state, act.round), in_time_to_correct(event, sample, at)))


def put_round(
    event: Tournament, stage: str, number: int, table: int, boards: tuple[int, ...], *, how: str, reason: str
) -> tuple[SidesSwitched | ResultCorrected, ...]:
    """The acts that correct a match scored the wrong way round: all of its boards, or these.

    If the sides of a match of pairs *sat* the wrong way round this is a single act. If they were only *entered* so, or
    in a match of teams, each result is corrected.
    """
    state = event.stage(stage)
    drawn = state.round(number)
    chosen = _boards(drawn, table, boards)
    in_rooms = state.plan.scoring.in_rooms
    if how == SAT and not in_rooms:
        return (SidesSwitched(stage, number, table, reason, boards),)
    acts: list[ResultCorrected] = []
    for board in chosen:
        new = _exchange_rooms(drawn, table, board) if how == SAT else _turn_board(state, drawn, table, board)
        acts += [ResultCorrected(stage, number, table, board, result, reason, room) for room, result in new.items()]
    if not acts:
        raise refuse(
            "Table {table} has no results in round {number}",
            remedy="Enter the boards as they were played.",
            table=table,
            number=number,
        )
    return tuple(acts)


def turn_result(result: Result) -> Result:
    """The result with North-South and East-West exchanged; a ruling that scores the sides separately is refused.

    >>> from overtrick.core.model.notation import read_result
    >>> str(turn_result(read_result("4S W -1"))), str(turn_result(read_result("AV+ AV-")))
    ('4S by South -1', 'average minus to NS, average plus to EW')
    """
    match result:
        case PlayedContract(contract, tricks):
            return PlayedContract(replace(contract, declarer=ACROSS[contract.declarer]), tricks)
        case PointsResult(ns):
            return PointsResult(-ns)
        case Artificial(ns, ew):
            return Artificial(ew, ns)
        case WeightedScore(parts):
            return WeightedScore(tuple(WeightedPart(part.weight, turn_result(part.result)) for part in parts))  # type: ignore[arg-type]  # as single as it was
        case PassedOut() | NotPlayed():
            return result
        case _:
            raise refuse(
                "{result} scores the two sides separately",
                remedy="Give a new ruling on the board that has this result.",
                result=result,
            )


def _turn_board(state: StageState, drawn: RoundState, table: int, board: int) -> dict[str, Result]:
    rooms = (OPEN, CLOSED) if state.plan.scoring.in_rooms else ("",)
    known = {room: drawn.results.get((table, room, board)) for room in rooms}
    return {room: turn_result(each.result) for room, each in known.items() if each is not None}


def _exchange_rooms(drawn: RoundState, table: int, board: int) -> dict[str, Result]:
    """The results of a board exchanged between the two rooms; refused if only one room has a result."""
    opened, closed = (drawn.results.get((table, room, board)) for room in (OPEN, CLOSED))
    if opened is None and closed is None:
        return {}
    if opened is None or closed is None:
        raise refuse(
            "Board {board} at table {table} has a result in one room only",
            remedy="Enter the other room’s result first, or leave that board out.",
            board=board,
            table=table,
        )
    return {OPEN: closed.result, CLOSED: opened.result}


def _boards(drawn: RoundState, table: int, boards: tuple[int, ...]) -> tuple[int, ...]:
    """The boards named, if the table plays them; without names, all of its boards."""
    seating = next((each for each in drawn.draw.seatings if each.table == table), None)
    if seating is None:
        there = table in drawn.seatings or any(table in share.tables for share in drawn.shares)
        raise refuse(
            phrase("Table {table} belongs to a three-way match", table=table)
            if there
            else phrase("There is no table {table} in round {number}", table=table, number=drawn.number),
            remedy=phrase("Correct the boards one by one.") if there else phrase("Check the table number."),
        )
    every = drawn.boards_of(seating)
    if strange := [board for board in boards if board not in every]:
        raise refuse(
            "Table {table} plays {boards} in round {round}, not board {board}",
            remedy="Name boards that this table plays.",
            table=table,
            boards=boards_phrase(every),
            round=drawn.number,
            board=strange[0],
        )
    return boards or every
