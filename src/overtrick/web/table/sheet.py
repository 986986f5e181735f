"""What a table sees: who sits where, its boards of this round, and how each stands."""

from dataclasses import dataclass, replace

from overtrick.core.event.acts import Seating
from overtrick.core.event.rounds import CLOSED, Recorded, RoundState
from overtrick.core.event.stage import StageState
from overtrick.core.event.tournament import Tournament
from overtrick.core.exact import decimal_text
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import write_result


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a table: its number, its name and its players."""

    number: str
    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board at this table: waiting, to be agreed, agreed, or disputed; and what it is worth to North-South."""

    board: int
    dealer: str
    vulnerable: str
    state: str
    result: str = ""
    says: str = ""
    score: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table's round: nothing to play yet if it has no *stage*."""

    event: str
    table: int
    room: str
    number: int
    stage: str = ""
    round: int = 0
    rounds: int = 0
    ns: Side | None = None
    ew: Side | None = None
    boards: tuple[BoardLine, ...] = ()
    called: bool = False
    closed: bool = False


def sheet(event: Tournament, title: str, table: int, room: str) -> Sheet:
    """The newest round in which this table plays and which is still open, or the last one it played."""
    for state in reversed(event.stages.values()):
        for number in sorted(state.rounds, reverse=True):
            drawn = state.rounds[number]
            seating = seating_at(drawn, table, room)
            if seating is not None and seating.table not in drawn.forfeits:
                return _sheet(event, state, drawn, seating, Sheet(title, table, room, event.last))
    return Sheet(title, table, room, event.last)


def seating_at(drawn: RoundState, table: int, room: str) -> Seating | None:
    """Who sits at a table and room: in the closed room the sides change directions, in a share each table its own."""
    for share in drawn.shares:
        if table in share.tables and not room:
            place = share.tables.index(table)
            return Seating(table, share.teams[place], share.teams[(place + 1) % 3], share.boards)
    seating = drawn.seatings.get(table)
    if seating is None or room != CLOSED:
        return seating
    return Seating(seating.table, seating.ew, seating.ns, seating.boards, seating.switched)


def _sheet(event: Tournament, state: StageState, drawn: RoundState, seating: Seating, blank: Sheet) -> Sheet:
    return Sheet(
        blank.event,
        blank.table,
        blank.room,
        blank.number,
        state.plan.name,
        drawn.number,
        state.plan.rounds,
        _side(event, state, drawn, seating.ns),
        _side(event, state, drawn, seating.ew),
        tuple(_line(drawn, blank.table, blank.room, board) for board in drawn.boards_of(seating)),
        (blank.table, blank.room) in drawn.calls,
        drawn.closed,
    )


def _side(event: Tournament, state: StageState, drawn: RoundState, contestant: str) -> Side:
    entry = event.entries.get(contestant)
    line_up = event.line_ups.get((state.plan.name, drawn.number, contestant))
    players = line_up.players if line_up else tuple(map(str, entry.players)) if entry else ()
    return Side(contestant, entry.name if entry else "", players)


def _line(drawn: RoundState, table: int, room: str, number: int) -> BoardLine:
    board = Board.numbered(number)
    recorded = drawn.results.get((table, room, number))
    state = "waiting" if recorded is None else _state(recorded)
    line = BoardLine(number, board.dealer.name.title(), str(board.vulnerability), state)
    if recorded is None:
        return line
    score = recorded.score.field
    return replace(
        line,
        result=write_result(recorded.result),
        says=str(recorded.result),
        score=None if score is None else decimal_text(score.value, 0),
    )


def _state(recorded: Recorded) -> str:
    if recorded.disputed:
        return "disputed"
    return "agreed" if recorded.confirmed else "to be agreed"
