"""The results of a round as the desk sees them: which are in, a board across the field, a table's match.

Every number is the one that players read, with what an official needs to act on it.
"""

from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import rooms_of
from overtrick.core.model.notation import write_result
from overtrick.core.wording import Said, phrase
from overtrick.views.boards import BoardPage, board_page
from overtrick.views.doubts import doubts
from overtrick.views.lines import At, Line, line_at, lines_of, marks_of
from overtrick.views.matches import MatchBoard, MatchPage, match_page
from overtrick.views.readers import DESK
from overtrick.views.room import Claim, claims
from overtrick.views.whys import Number


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A table's line on a board, and what to know before changing it.

    *written* is the result as it is typed; *posting* is its number in the book, *doubt* the reason to check it.
    """

    line: Line
    board: int
    written: str = ""
    confirmed: bool = False
    posting: int = 0
    doubt: Said = ""
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundResults:
    """A round: its tables and boards, what is missing, what will be played later, and what to check."""

    stage: str
    round: int
    closed: bool
    tables: tuple[int, ...]
    boards: tuple[int, ...]
    dealt: int
    entered: int
    missing: tuple[tuple[int, str, int], ...]
    look: tuple[ResultRow, ...]
    put_off: tuple[tuple[int, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class BoardResults:
    """A board across the field: its datum, and its line at every table, missing ones included."""

    page: BoardPage
    comparisons: tuple[Number, ...]
    rows: tuple[ResultRow, ...]


@dataclass(frozen=True, slots=True)
class TableResults:
    """A table's match, and the line of each of its boards in each room.

    A match in two rooms has *boards*: a row for each, with its line in either room.
    """

    match: MatchPage
    rows: tuple[ResultRow, ...]

    @property
    def boards(self) -> tuple[tuple[MatchBoard, tuple[ResultRow, ...]], ...]:
        """Each board of a match in two rooms, with its lines; empty for a match at one table."""
        if not self.match.teams:
            return ()
        return tuple(
            (board, tuple(row for row in self.rows if row.board == board.board)) for board in self.match.boards
        )


def round_results(event: Tournament, state: StageState, number: int) -> RoundResults:
    """A summary of a round's results."""
    drawn = state.round(number)
    tables = [*drawn.seatings, *(table for share in drawn.shares for table in share.tables)]
    boards = {board for seating in drawn.seatings.values() for board in drawn.boards_of(seating)}
    boards |= {board for share in drawn.shares for board in share.boards}
    doubted = _results_to_check(state, number)
    missing = (*state.missing(number), *state.missing_triangle_results(number + 1))
    return RoundResults(
        stage=state.plan.name,
        round=number,
        closed=drawn.closed,
        tables=tuple(sorted(tables)),
        boards=tuple(sorted(boards)),
        dealt=sum(state.deal(number, board) is not None for board in boards),
        entered=len(drawn.results),
        missing=tuple(place for place in missing if place not in drawn.owed),
        look=tuple(_row(event, state, (number, *place), doubted) for place in doubted),
        put_off=tuple(drawn.owed),
    )


def board_results(event: Tournament, state: StageState, number: int, board: int) -> BoardResults | None:
    """A board at every table it is compared with; `None` if no one plays it in this round."""
    page = board_page(event, state, number, board, DESK)
    if page is None:
        return None
    lines = list(lines_of(event, state, number, board, DESK))
    doubted = {at: _results_to_check(state, at) for at in {line.round for line in lines}}
    rows = tuple(_result_row(event, state, line, board, doubted[line.round]) for line in lines)
    return BoardResults(page, tuple(mark.number for mark in marks_of(state, number, board)), rows)


def table_results(event: Tournament, state: StageState, number: int, table: int) -> TableResults | None:
    """A table's boards in a round; `None` if no match of two is played there."""
    drawn = state.round(number)
    match = match_page(event, state, number, table, DESK)
    if match is None or table not in drawn.seatings:
        return None
    doubted = _results_to_check(state, number)
    boards = drawn.boards_of(drawn.seatings[table])
    places = [(number, table, room, board) for board in boards for room in rooms_of(state.plan)]
    return TableResults(match, tuple(_row(event, state, at, doubted) for at in places))


def _results_to_check(state: StageState, number: int) -> dict[tuple[int, str, int], Said]:
    """The results to check and why: first disputed ones, then unlikely ones."""
    disputed: dict[tuple[int, str, int], Said] = {
        place: phrase("disputed") for place, each in sorted(state.round(number).results.items()) if each.disputed
    }
    return disputed | {doubt.place: doubt.why for doubt in doubts(state, number) if doubt.place not in disputed}


def _row(event: Tournament, state: StageState, at: At, doubted: dict[tuple[int, str, int], Said]) -> ResultRow:
    return _result_row(event, state, line_at(event, state, at), at[3], doubted)


def _result_row(
    event: Tournament, state: StageState, line: Line, board: int, doubted: dict[tuple[int, str, int], Said]
) -> ResultRow:
    recorded = state.result_at(line.round, line.table, line.room, board)
    if recorded is None:
        return ResultRow(line, board)
    return ResultRow(
        line,
        board,
        write_result(recorded.result),
        recorded.confirmed,
        recorded.posting,
        doubted.get((line.table, line.room, board), ""),
        claims(event, recorded) if not recorded.confirmed else (),
    )
