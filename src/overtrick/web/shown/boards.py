"""A board over the field: the sorted strip of its results with the datum marked, and the field as a picture."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.event.rounds import CLOSED, OPEN, Recorded
from overtrick.core.event.stage import StageState
from overtrick.core.event.tournament import Tournament
from overtrick.core.exact import Exact, exact_text
from overtrick.core.laws.lines import Credit
from overtrick.core.laws.table_score import BridgeScore
from overtrick.core.model.boards import Board
from overtrick.core.provenance import PERCENT, POINTS
from overtrick.core.scoring.boards import ButlerRule
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.web.names import Who, who
from overtrick.web.shown.deals import Diagram, diagram
from overtrick.web.visible import board_is_open
from overtrick.web.whys import Number, address, credit_figure, figure_number, stage_slug


@dataclass(frozen=True, slots=True)
class Line:
    """One table's line, from North-South's side; *value* is what it is sorted by."""

    round: int
    table: int
    room: str
    ns: Who
    ew: Who
    result: str
    score: Number
    ns_credit: Number
    ew_credit: Number
    value: Exact | None
    mine: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """What the board is compared with, where it falls in the strip."""

    called: str
    number: Number
    value: Exact


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
    marks: tuple[tuple[str, int], ...]
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


def board_page(event: Tournament, state: StageState, number: int, board: int, mine: str = "") -> BoardPage | None:
    """A board of a round; nothing if nobody plays it there. A board in play keeps its results to itself."""
    drawn = state.round(number)
    played = [seating.boards for seating in drawn.seatings.values()] + [share.boards for share in drawn.shares]
    boards = sorted({each for listed in played for each in listed})
    if board not in boards:
        return None
    teams = isinstance(state.plan.scoring.board, TeamsRule)
    open_now = board_is_open(state, number, board)
    lines = list(_lines(event, state, number, board, mine))
    marks = _marks(state, number, board) if open_now and not teams else ()
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
        teams,
        "MPs" if state.plan.scoring.percent else "IMPs",
        tuple(strip),
        fouled.reason if fouled is not None else "",
        _picture([line for line in strip if isinstance(line, Line)], marks),
        diagram(dealt) if open_now and dealt is not None else None,
    )


def _marks(state: StageState, number: int, board: int) -> tuple[Mark, ...]:
    called = "Datum" if isinstance(state.plan.scoring.board, ButlerRule) else "Median"
    comparisons = state.board_field(state.scope(number), board).scored.comparisons
    slug = stage_slug(state.plan.name)
    return tuple(
        Mark(
            called if len(comparisons) == 1 else f"{called}, form {place}",
            figure_number(figure, slug, "datum", number, board, place),
            figure.value,
        )
        for place, figure in enumerate(comparisons, start=1)
    )


def _strip(lines: list[Line], marks: tuple[Mark, ...]) -> list[Line | Mark]:
    """The lines, best for North-South first, each mark above the first line that is not above it."""
    every: list[Line | Mark] = [*marks, *lines]
    return sorted(every, key=lambda each: (each.value is None, -(each.value or 0), isinstance(each, Line)))


def _lines(event: Tournament, state: StageState, number: int, board: int, mine: str) -> Iterator[Line]:
    if isinstance(state.plan.scoring.board, TeamsRule):
        yield from _team_lines(event, state, number, board, mine)
        return
    for at, table in state.players(state.scope(number), board):
        seating = state.rounds[at].seatings[table]
        ns, ew = (seating.ew, seating.ns) if board in seating.switched else (seating.ns, seating.ew)
        credits = state.card(at, table).credits[board]
        first, second = reversed(credits) if board in seating.switched else credits
        recorded = state.recorded(at, table, "", board)
        yield _line(event, state, (at, table, "", board), (ns, ew), (first, second), recorded, mine)


def _team_lines(event: Tournament, state: StageState, number: int, board: int, mine: str) -> Iterator[Line]:
    drawn = state.round(number)
    for table, seating in sorted(drawn.seatings.items()):
        if board not in seating.boards:
            continue
        home, away = state.card(number, table).credits[board]
        for room, sides, credits in (
            (OPEN, (seating.ns, seating.ew), (home, away)),
            (CLOSED, (seating.ew, seating.ns), (away, home)),
        ):
            recorded = state.recorded(number, table, room, board)
            yield _line(event, state, (number, table, room, board), sides, credits, recorded, mine)
    for share in drawn.shares:
        if board not in share.boards:
            continue
        one, two, three = share.teams
        for table, sides in zip(share.tables, ((one, two), (two, three), (three, one)), strict=True):
            recorded = state.recorded(number, table, "", board)
            yield _line(event, state, (number, table, "", board), sides, (None, None), recorded, mine)


def _line(
    event: Tournament,
    state: StageState,
    at: tuple[int, int, str, int],
    sides: tuple[str, str],
    credits: tuple[Credit | None, Credit | None],
    recorded: Recorded | None,
    mine: str,
) -> Line:
    number, table, room, board = at
    slug = stage_slug(state.plan.name)
    ns, ew = (
        credit_number(credit, state, address(slug, "board", number, table, board, name))
        for credit, name in zip(credits, sides, strict=True)
    )
    value = recorded.score.field.value if recorded and recorded.score.field else None
    return Line(
        number,
        table,
        room,
        who(event, sides[0]),
        who(event, sides[1]),
        str(recorded.result) if recorded else "",
        score_number(recorded, address(slug, "score", number, board, table, *([room] if room else []))),
        ns,
        ew,
        value,
        bool(mine) and mine in sides,
    )


def score_number(recorded: Recorded | None, why: str) -> Number:
    """The points of a result from North-South's side, as they stand in a column."""
    if recorded is None:
        return Number("")
    shown = recorded.score.field
    if shown is None:
        side = recorded.score.ns
        return _points(side.points.value, why) if isinstance(side, BridgeScore) else Number("–")
    return _points(shown.value, why)


def _points(value: Exact, why: str) -> Number:
    return Number(POINTS.number(value), why, value=exact_text(value))


def credit_number(credit: Credit | None, state: StageState, why: str) -> Number:
    """What a board brought one side, as it stands in a column; an award by what it is worth."""
    if credit is None:
        return Number("")
    figure = credit_figure(credit, state)
    text = str(figure) if figure.unit == PERCENT else figure.unit.number(figure.value)
    return Number(text, why, value=exact_text(figure.value))


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
        (f"{mark.called} {mark.number}", sum(value > mark.value for value in order) * ROW) for mark in marks
    )
    return Picture(bars, lines_at, len(order) * ROW)
