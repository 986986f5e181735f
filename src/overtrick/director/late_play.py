"""Boards that are played late: allowed by the director, owed until they are played, and never forgotten."""

from dataclasses import dataclass

from overtrick.core.event.acts import BoardPutOff, ResultPosted
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.results import NotPlayed
from overtrick.director.decision import Decided, allow, refuse, still_open
from overtrick.director.results import where


@dataclass(frozen=True, slots=True)
class LatePlay:
    """A board that a table is to play later."""

    round: int
    table: int
    room: str
    board: int

    def __str__(self) -> str:
        return f"round {self.round} table {self.table}{f' {self.room}' if self.room else ''} board {self.board}"


def put_off(event: Tournament, act: BoardPutOff) -> Decided:
    """Let a table play a board later that it has not played: with the reason, while its round is open."""
    still_open(event.stage(act.stage))
    _, drawn = where(event, ResultPosted(act.stage, act.round, act.table, act.board, NotPlayed(), act.room))
    place = (act.table, act.room, act.board)
    if drawn.closed or place in drawn.results:
        raise refuse(
            "Table {table} has nothing to play later on board {board}",
            remedy="Put its result right, or rule on it.",
            table=act.table,
            board=act.board,
        )
    if place in drawn.put_off:
        raise refuse(
            "Table {table} plays board {board} later already",
            remedy="Enter it when it is played, or rule on it.",
            table=act.table,
            board=act.board,
        )
    if not act.reason:
        raise refuse("Say why the board is played later", remedy="Give the reason in a few words.")
    return allow(act)


def played_later(state: StageState) -> tuple[LatePlay, ...]:
    """The boards of a stage that are still to be played, by their rounds."""
    return tuple(LatePlay(number, *place) for number, drawn in sorted(state.rounds.items()) for place in drawn.owed)


def all_played(state: StageState) -> None:
    """Refuse to close a stage while a board is still to be played."""
    if owed := played_later(state):
        raise refuse(
            "{owed} is to be played later, and is not in",
            clause=state.plan.clause,
            remedy="Enter its result, or rule on it, before the order stands.",
            owed=str(owed[0]).capitalize(),
        )
