"""What a table sees once it has played: the outcome of its round, and other tables' results on a board.

The outcome is a side's: the boards that are public, the match, the place and the next seat. Others' results show to a
table that has confirmed its own, once no table has yet to play the board.
"""

from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import decimal_text
from overtrick.core.model.results import Result
from overtrick.core.model.seats import Side
from overtrick.views.draws import Seat, seat_of
from overtrick.views.names import Who
from overtrick.views.open_boards import board_is_open
from overtrick.views.scorecards import CardMatch, CardStage, scorecard_page
from overtrick.views.whys import Number
from overtrick.web.table.sheet import playing_at, sheet


@dataclass(frozen=True, slots=True)
class BoardScore:
    """The score of a board, which is hidden while other tables still play it."""

    board: int
    number: Number
    hidden: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """A side's position after its boards: its match, *done* once all are confirmed, its place and its next seat."""

    who: Who
    stage: CardStage
    match: CardMatch
    boards: tuple[BoardScore, ...]
    done: bool
    then: Seat | None

    @property
    def waits(self) -> bool:
        """Whether the score of a confirmed board is still hidden because others have to play it."""
        return any(each.hidden for each in self.boards)


def outcome(event: Tournament, table: int, room: str, side: Side) -> Outcome | None:
    """The outcome of the round at a table for the contestant on a side; None if the side has two individuals."""
    here = playing_at(event, table, room)
    if here is None:
        return None
    names = here.seating.sides[0 if side is Side.NS else 1]
    if len(names) > 1:
        return None
    page = scorecard_page(event, names[0])
    stage = next(each for each in page.stages if each.stage == here.state.plan.name)
    match = next((each for each in stage.matches if each.round == here.drawn.number), None)
    if match is None:
        return None
    own = {board: each for (at, where, board), each in here.drawn.results.items() if (at, where) == (table, room)}
    agreed = {board for board, each in own.items() if each.confirmed}
    boards = tuple(
        BoardScore(each.board, each.first if match.first else each.second, each.hidden)
        for each in match.boards
        if each.board in agreed
    )
    seat = seat_of(event, names[0])
    then = seat if seat is not None and (seat.stage, seat.round) != (stage.stage, match.round) else None
    if seat is not None and then is None:
        then = seat.then
    return Outcome(page.who, stage, match, boards, agreed >= set(here.drawn.boards_of(here.seating)), then)


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
    """A board at all tables of the same comparison, best for North-South first."""

    board: int
    lines: tuple[Other, ...]


def other_results(event: Tournament, table: int, room: str, board: int) -> Others:
    """The results on a board; refused while someone may still have to play it."""
    here = sheet(event, "", table, room)
    if board not in {line.board for line in here.boards}:
        raise DirectorError(
            "Table {table} is not playing board {board} now",
            remedy="Choose a board of this round.",
            table=table,
            board=board,
        )
    state = event.stage(here.stage)
    if not board_is_open(state, here.round, board):
        raise DirectorError(
            "The results of board {board} are not shown yet",
            remedy="The results appear when every table’s result on the board is in.",
            board=board,
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
