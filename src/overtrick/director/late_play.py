"""Boards that are played late: the director permits it, and the stage stays open until they are played."""

from dataclasses import dataclass

from overtrick.core.event.acts import BoardPutOff, ResultPosted
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.results import NotPlayed
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import AllowedActs, allow, refuse, still_open
from overtrick.director.results import where


@dataclass(frozen=True, slots=True)
class LatePlay:
    """A board that a table is to play later."""

    round: int
    table: int
    room: str
    board: int

    @property
    def phrased(self) -> Phrase:
        """The round, the table and the board."""
        return phrase(
            "round {round}, table {table}[ ({room} room)], board {board}",
            round=self.round, table=self.table, room=self.room, board=self.board,
        )  # fmt: skip

    def __str__(self) -> str:
        return str(self.phrased)


def put_off(event: Tournament, act: BoardPutOff) -> AllowedActs:
    """Let a table play a board later, for a reason, while its round is open and the board is not played."""
    still_open(event.stage(act.stage))
    _, drawn = where(event, ResultPosted(act.stage, act.round, act.table, act.board, NotPlayed(), act.room))
    place = (act.table, act.room, act.board)
    if place in drawn.results:
        raise refuse(
            "Table {table} cannot play board {board} later, because the board has a result",
            remedy="Correct the result, or give a ruling.",
            table=act.table,
            board=act.board,
        )
    if drawn.closed:
        raise refuse(
            "Table {table} cannot play board {board} later, because round {round} is closed",
            remedy="Reopen the round first, or give a ruling.",
            table=act.table,
            board=act.board,
            round=act.round,
        )
    if place in drawn.put_off:
        raise refuse(
            "Table {table} is already due to play board {board} later",
            remedy="Enter the result when the board is played, or give a ruling.",
            table=act.table,
            board=act.board,
        )
    if not act.reason:
        raise refuse("Playing a board later needs a reason", remedy="Give the reason in a few words.")
    return allow(act)


def played_later(state: StageState) -> tuple[LatePlay, ...]:
    """The boards of a stage that are still to be played, in the order of their rounds."""
    return tuple(LatePlay(number, *place) for number, drawn in sorted(state.rounds.items()) for place in drawn.owed)


def all_played(state: StageState) -> None:
    """Refuse to close a stage while a board is still to be played."""
    if owed := played_later(state):
        raise refuse(
            "{owed:begun} is still to be played",
            clause=state.plan.clause,
            remedy="Enter the result or give a ruling before closing the stage.",
            owed=owed[0].phrased,
        )
