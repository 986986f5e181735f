"""What other tables did on a board: shown to a table that has agreed its own result, once no table waits to play it."""

from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import decimal_text
from overtrick.core.model.results import Result
from overtrick.views.open_boards import board_is_open
from overtrick.web.table.sheet import sheet


@dataclass(frozen=True, slots=True)
class Other:
    """One table's result on the board."""

    table: int
    room: str
    result: Result
    score: str
    own: bool


@dataclass(frozen=True, slots=True)
class Others:
    """A board over the tables that played it in the same comparison, best for North-South first."""

    board: int
    lines: tuple[Other, ...]


def other_results(event: Tournament, table: int, room: str, board: int) -> Others:
    """The board's results, or a refusal while somebody may still have to play it."""
    here = sheet(event, "", table, room)
    if board not in {line.board for line in here.boards}:
        raise DirectorError(
            "Table {table} does not play board {board} now",
            remedy="Choose a board of this round.",
            table=table,
            board=board,
        )
    state = event.stage(here.stage)
    if not board_is_open(state, here.round, board):
        raise DirectorError(
            "Board {board} is still being played", remedy="Its results show when all tables are in.", board=board
        )
    return Others(board, tuple(_lines(state, here.round, board, (here.round, table, room))))


def _lines(state: StageState, number: int, board: int, own: tuple[int, int, str]) -> list[Other]:
    found = []
    for each, drawn in state.rounds.items():
        if state.scope(each) != state.scope(number):
            continue
        for (table, room, played), recorded in drawn.results.items():
            if played == board:
                score = recorded.score.field
                points = None if score is None else score.value
                text = "" if points is None else decimal_text(points, 0)
                found.append((points, Other(table, room, recorded.result, text, (each, table, room) == own)))
    found.sort(key=lambda each: (each[0] is None, -(each[0] or 0), each[1].table))
    return [line for _, line in found]
