"""A board that somebody played twice: the first result stands, the second is cancelled and ruled on (Law 15B)."""

from dataclasses import dataclass

from overtrick.core.event.acts import ResultCorrected, ResultPosted, RulingGiven
from overtrick.core.event.fold.recording import Entered
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.laws.adjusted import Fault
from overtrick.core.model.results import Artificial, NotPlayed, Result
from overtrick.director.decision import refuse
from overtrick.director.results import where
from overtrick.director.wrong_places import CANCELLED, DEPRIVED, played_before, wrong_board_law


@dataclass(frozen=True, slots=True)
class Twice:
    """A board of a table in a round that was played before; *instead* of one that was meant for it, if so."""

    stage: str
    round: int
    table: int
    board: int
    room: str = ""
    instead: int = 0

    @property
    def slot(self) -> int:
        """The board of the table's own that has no valid score by it."""
        return self.instead or self.board


def ruled_on(event: Tournament, twice: Twice, faults: tuple[Fault, Fault] | None, reason: str) -> (
    tuple[ResultCorrected] | tuple[RulingGiven]
):  # fmt: skip
    """What is posted of it.

    Where the same two played it twice at their table, the first result that was entered stands. Where one of them had
    played it in another round, that result stands, and this table has an artificial score by who was at *faults*.
    """
    at = (twice.stage, twice.round, twice.table, twice.slot)
    state, drawn = where(event, ResultPosted(*at, NotPlayed(), twice.room))
    seating = next(each for each in drawn.draw.seatings if each.table == twice.table)
    before = [name for name in seating.names if played_before(state, twice.round, twice.board, name)]
    if before:
        if faults is None:
            raise refuse(
                "{before} had played board {board} before, so this score is cancelled",
                clause=wrong_board_law(state, CANCELLED),
                remedy="Say how far each side is at fault: that makes their scores (Law 12C2(a)).",
                before=before[0],
                board=twice.board,
            )
        ns, ew = (fault.award for fault in faults)
        return (RulingGiven(*at, Artificial(ns, ew), _clause(state), reason, twice.room),)
    first = _first(event, twice) if not twice.instead else None
    known = drawn.results.get((twice.table, twice.room, twice.board))
    if first is None or known is None or (first == known.result and known.other is None):
        raise refuse(
            "Nobody at table {table} is known to have played board {board} before",
            remedy="Only the first result counts: leave it, or record that another board was played.",
            table=twice.table,
            board=twice.board,
        )
    return (ResultCorrected(*at, first, reason, twice.room),)


def _clause(state: StageState) -> str:
    cancelled, deprived = (wrong_board_law(state, each) for each in (CANCELLED, DEPRIVED))
    return cancelled if cancelled == deprived else f"{cancelled}, {deprived.removeprefix('Law ')}, 12C2(a)"


def _first(event: Tournament, twice: Twice) -> Result | None:
    """The first result that was entered for the board and stands in the book."""
    place = (twice.stage, twice.round, twice.table, twice.room, twice.board)
    for posting in event.told():
        act = posting.act
        if not isinstance(act, Entered) or posting.number in event.undone:
            continue
        if (act.stage, act.round, act.table, act.room, act.board) == place:
            return act.result
    return None
