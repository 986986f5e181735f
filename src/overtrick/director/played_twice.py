"""A board that someone played twice: the first result stands, the second is cancelled and ruled on (Law 15B)."""

from dataclasses import dataclass

from overtrick.core.event.acts import ResultCorrected, ResultPosted, RulingGiven
from overtrick.core.event.fold.results import Entered
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.laws.adjusted import Fault
from overtrick.core.model.results import Artificial, NotPlayed, Result
from overtrick.director.decision import refuse
from overtrick.director.results import where
from overtrick.director.wrong_places import CANCELLED, DEPRIVED, played_before, wrong_board_law


@dataclass(frozen=True, slots=True)
class Twice:
    """A board that a table played although it had been played before; *instead* is the board that was meant, if any."""

    stage: str
    round: int
    table: int
    board: int
    room: str = ""
    instead: int = 0

    @property
    def slot(self) -> int:
        """The number of the table's own board that is left without a valid score."""
        return self.instead or self.board


def ruled_on(event: Tournament, twice: Twice, faults: tuple[Fault, Fault] | None, reason: str) -> (
    tuple[ResultCorrected] | tuple[RulingGiven]
):  # fmt: skip
    """The acts to post.

    Where the same two sides played it twice at their table, the first result entered stands. Where one of them had
    played it in another round, that result stands, and this table gets an artificial score according to *faults*.
    """
    at = (twice.stage, twice.round, twice.table, twice.slot)
    state, drawn = where(event, ResultPosted(*at, NotPlayed(), twice.room))
    seating = next(each for each in drawn.draw.seatings if each.table == twice.table)
    before = [name for name in seating.names if played_before(state, twice.round, twice.board, name)]
    if before:
        if faults is None:
            raise refuse(
                "Number {before} had already played board {board}, so this score is cancelled",
                clause=wrong_board_law(state, CANCELLED),
                remedy="State how far each side was at fault: their scores depend on it (Law 12C2(a)).",
                before=before[0],
                board=twice.board,
            )
        ns, ew = (fault.award for fault in faults)
        return (RulingGiven(*at, Artificial(ns, ew), _clause(state), reason, twice.room),)
    first = _first(event, twice) if not twice.instead else None
    known = drawn.results.get((twice.table, twice.room, twice.board))
    if first is None or known is None or (first == known.result and known.other is None):
        raise refuse(
            "No one at table {table} is known to have played board {board} before",
            remedy="If the table played the wrong board, record it with “Wrong board played”; otherwise leave the "
            "result as it is.",
            table=twice.table,
            board=twice.board,
        )
    return (ResultCorrected(*at, first, reason, twice.room),)


def _clause(state: StageState) -> str:
    cancelled, deprived = (wrong_board_law(state, each) for each in (CANCELLED, DEPRIVED))
    return cancelled if cancelled == deprived else f"{cancelled}, {deprived.removeprefix('Law ')}, 12C2(a)"


def _first(event: Tournament, twice: Twice) -> Result | None:
    """The first result entered for the board that stands in the book."""
    place = (twice.stage, twice.round, twice.table, twice.room, twice.board)
    for posting in event.postings():
        act = posting.act
        if not isinstance(act, Entered) or posting.number in event.undone:
            continue
        if (act.stage, act.round, act.table, act.room, act.board) == place:
            return act.result
    return None
