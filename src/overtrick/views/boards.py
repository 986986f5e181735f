"""A board over the field: the sorted strip of its results with the datum marked, and the field as a picture."""

from collections import Counter
from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.boards import Board
from overtrick.core.provenance import POINTS
from overtrick.core.wording import phrase
from overtrick.views.deals import Diagram, diagram
from overtrick.views.lines import Line, Mark, boards_at, lines_of, marks_of
from overtrick.views.readers import PUBLIC, Reader
from overtrick.views.texts import Text
from overtrick.views.visible import board_is_open
from overtrick.views.whys import stage_slug


@dataclass(frozen=True, slots=True)
class Bar:
    """How often a score came: where the bar is drawn, and how long."""

    text: str
    count: int
    y: int
    width: int
    mine: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """The field's distribution: a bar for each score, best for North-South on top, and the datum's line."""

    bars: tuple[Bar, ...]
    marks: tuple[tuple[Text, int], ...]
    height: int


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A board: who dealt, the strip, what it is compared with, how many tables are still to play it, and its cards."""

    stage: str
    slug: str
    round: int
    board: int
    dealer: str
    vulnerable: str
    boards: tuple[int, ...]
    open: bool
    waiting: int
    teams: bool
    unit: str
    strip: tuple[Line | Mark, ...]
    fouled: str
    picture: Picture
    deal: Diagram | None


ROW = 26
WIDE = 220


def board_page(
    event: Tournament, state: StageState, number: int, board: int, reader: Reader = PUBLIC
) -> BoardPage | None:
    """A board of a round; nothing if nobody plays it there. A board in play keeps its results from the room."""
    drawn = state.round(number)
    played = [boards_at(state, number, seating, reader) for seating in drawn.seatings.values()]
    boards = sorted({each for listed in (*played, *(share.boards for share in drawn.shares)) for each in listed})
    if board not in boards:
        return None
    open_now = reader.desk or board_is_open(state, number, board)
    lines = list(lines_of(event, state, number, board, reader))
    marks = marks_of(state, number, board) if open_now else ()
    placed, dealt = Board.numbered(board), state.deal(number, board)
    fouled = state.fouled(state.scope(number), board)
    strip = _strip([line for line in lines if line.result], marks) if open_now else ()
    return BoardPage(
        state.plan.name,
        stage_slug(state.plan.name),
        number,
        board,
        str(placed.dealer),
        str(placed.vulnerability),
        tuple(boards),
        open_now,
        sum(not line.result for line in lines),
        state.plan.scoring.in_rooms,
        "MPs" if state.plan.scoring.percent else state.plan.scoring.boards_in.many,
        tuple(strip),
        fouled.reason if fouled is not None else "",
        _picture([line for line in strip if isinstance(line, Line)], marks),
        diagram(dealt) if open_now and dealt is not None else None,
    )


def _strip(lines: list[Line], marks: tuple[Mark, ...]) -> list[Line | Mark]:
    """The lines, best for North-South first, each mark above the first line that is not above it."""
    every: list[Line | Mark] = [*marks, *lines]
    return sorted(every, key=lambda each: (each.value is None, -(each.value or 0), isinstance(each, Line)))


def _picture(lines: list[Line], marks: tuple[Mark, ...]) -> Picture:
    counts = Counter(line.value for line in lines if line.value is not None)
    own = {line.value for line in lines if line.mine}
    most = max(counts.values(), default=1)
    order = sorted(counts, reverse=True)
    bars = tuple(
        Bar(POINTS.number(value), counts[value], row * ROW, max(4, counts[value] * WIDE // most), value in own)
        for row, value in enumerate(order)
    )
    lines_at = tuple(
        (
            phrase("{called} {number}", called=mark.called, number=mark.number.text),
            sum(value > mark.value for value in order) * ROW,
        )
        for mark in marks
    )
    return Picture(bars, lines_at, len(order) * ROW)
