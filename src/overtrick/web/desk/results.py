"""The results of a round as the desk looks at them: which are there, a board over the field, a table's match."""

from dataclasses import dataclass

from overtrick.core.event.rounds import CLOSED, OPEN, Recorded
from overtrick.core.event.stage import StageState
from overtrick.core.event.tournament import Tournament
from overtrick.core.laws.lines import Credit
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import write_result
from overtrick.core.provenance import Figure
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.web.congress.preview import score_text
from overtrick.web.desk.room import Claim, claims
from overtrick.web.desk.suspicious import doubts
from overtrick.web.names import label
from overtrick.web.shown.deals import Diagram, diagram
from overtrick.web.shown.matches import match_number
from overtrick.web.whys import Number, address, figure_number, stage_slug


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A table's result on a board: what it is, what it is worth, and whether to look at it."""

    table: int
    room: str
    board: int
    ns: str
    ew: str
    text: str
    written: str
    score: Number
    ns_credit: Number
    ew_credit: Number
    confirmed: bool
    posting: int
    doubt: str
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round: its tables and boards, what is missing, and what to look at."""

    stage: str
    round: int
    closed: bool
    tables: tuple[int, ...]
    boards: tuple[int, ...]
    dealt: int
    entered: int
    missing: tuple[tuple[int, str, int], ...]
    look: tuple[ResultRow, ...]


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A board over the field."""

    board: int
    about: str
    comparisons: tuple[Number, ...]
    fouled: str
    rows: tuple[ResultRow, ...]
    deal: Diagram | None


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table's match."""

    table: int
    ns: str
    ew: str
    first: Number
    second: Number
    complete: bool
    rows: tuple[ResultRow, ...]


def round_page(event: Tournament, state: StageState, number: int) -> RoundPage:
    """A round's results at a glance."""
    drawn = state.round(number)
    tables = [*drawn.seatings, *(table for share in drawn.shares for table in share.tables)]
    boards = {board for seating in drawn.seatings.values() for board in drawn.boards_of(seating)}
    boards |= {board for share in drawn.shares for board in share.boards}
    look = [_row(event, state, number, place, why) for place, why in _doubted(state, number).items()]
    return RoundPage(
        state.plan.name, number, drawn.closed, tuple(sorted(tables)), tuple(sorted(boards)),
        sum(state.deal(number, board) is not None for board in boards), len(drawn.results),
        (*state.missing(number), *state.unfinished(number + 1)), tuple(look),
    )  # fmt: skip


def _doubted(state: StageState, number: int) -> dict[tuple[int, str, int], str]:
    """What to look at and why: first what a table does not agree on, then what is odd by itself."""
    disputed = {place: "not agreed" for place, each in sorted(state.round(number).results.items()) if each.disputed}
    return disputed | {doubt.place: doubt.why for doubt in doubts(state, number) if doubt.place not in disputed}


def board_page(event: Tournament, state: StageState, number: int, board: int) -> BoardPage:
    """A board at every table of a round, with what each is credited."""
    drawn = state.round(number)
    doubted = _doubted(state, number)
    places = [
        (table, room, board)
        for table, seating in sorted(drawn.seatings.items())
        if board in drawn.boards_of(seating)
        for room in _rooms(state)
    ]
    places += [(table, "", board) for share in drawn.shares if board in share.boards for table in share.tables]
    rows = tuple(_row(event, state, number, place, doubted.get(place, "")) for place in places)
    numbered = Board.numbered(board)
    about = f"{numbered.dealer} deals, {numbered.vulnerability}"
    fouled = state.fouled(state.scope(number), board)
    dealt = state.deal(number, board)
    shown = diagram(dealt) if dealt is not None else None
    return BoardPage(
        board, about, _comparisons(state, number, board), fouled.reason if fouled is not None else "", rows, shown
    )


def _comparisons(state: StageState, number: int, board: int) -> tuple[Number, ...]:
    if isinstance(state.plan.scoring.board, TeamsRule):
        return ()
    figures = state.board_field(state.scope(number), board).scored.comparisons
    slug = stage_slug(state.plan.name)
    return tuple(
        figure_number(figure, slug, "datum", number, board, form) for form, figure in enumerate(figures, start=1)
    )


def table_page(event: Tournament, state: StageState, number: int, table: int) -> TablePage | None:
    """A table's boards in a round."""
    drawn = state.round(number)
    if table not in drawn.seatings:
        return None
    seating = drawn.seatings[table]
    doubted = _doubted(state, number)
    places = [(table, room, board) for board in drawn.boards_of(seating) for room in _rooms(state)]
    rows = tuple(_row(event, state, number, place, doubted.get(place, "")) for place in places)
    card = state.card(number, table)
    first, second = (_counts(state, number, table, name) for name in (seating.ns, seating.ew))
    return TablePage(table, label(event, seating.ns), label(event, seating.ew), first, second, card.complete, rows)


def _counts(state: StageState, number: int, table: int, name: str) -> Number:
    """What a match counts for one side; until it does, what its boards so far would be worth."""
    score = state.match_score(name, number, table)
    if score is not None:
        return Number(str(score), match_number(state, number, table, name).why)
    if state.unplayed(number, table) is not None:
        return Number("")
    so_far = state.card(number, table).side(name).credited
    return Number(str(so_far), address(stage_slug(state.plan.name), "table", number, table, name))


def _rooms(state: StageState) -> tuple[str, ...]:
    return (OPEN, CLOSED) if isinstance(state.plan.scoring.board, TeamsRule) else ("",)


def _row(event: Tournament, state: StageState, number: int, place: tuple[int, str, int], doubt: str) -> ResultRow:
    table, room, board = place
    drawn = state.round(number)
    recorded = drawn.results.get(place)
    seating = drawn.seatings.get(table)
    ns, ew = ("", "") if seating is None else (seating.ns, seating.ew)
    if room == CLOSED:
        ns, ew = ew, ns
    sides = (seating.ns, seating.ew) if seating else ("", "")
    if seating and board in seating.switched:
        sides = (seating.ew, seating.ns)
    first, second = (
        _shown(state, number, place, side, credit)
        for side, credit in zip(sides, _credits(state, number, table, board), strict=True)
    )
    return ResultRow(
        table,
        room,
        board,
        label(event, ns),
        label(event, ew),
        str(recorded.result) if recorded else "",
        write_result(recorded.result) if recorded else "",
        _score(state, number, place, recorded),
        first,
        second,
        recorded.confirmed if recorded else False,
        recorded.posting if recorded else 0,
        doubt,
        claims(recorded) if recorded and not recorded.confirmed else (),
    )


def _credits(state: StageState, number: int, table: int, board: int) -> tuple[Credit | None, Credit | None]:
    if table not in state.round(number).seatings:
        return None, None
    if isinstance(state.plan.scoring.board, TeamsRule):
        return state.card(number, table).credits.get(board, (None, None))
    line = state.lines(state.scope(number), board).get((number, table))
    return (line.ns, line.ew) if line else (None, None)


def _score(state: StageState, number: int, place: tuple[int, str, int], recorded: Recorded | None) -> Number:
    if recorded is None:
        return Number("")
    table, room, board = place
    text = score_text(recorded.score)
    if recorded.score.field is None:
        return Number(text)
    in_room = (room,) if room else ()
    return Number(text, address(stage_slug(state.plan.name), "score", number, board, table, *in_room))


def _shown(
    state: StageState, number: int, place: tuple[int, str, int], contestant: str, credit: Credit | None
) -> Number:
    if credit is None:
        return Number("")
    table, _, board = place
    text = credit.unit.number(credit.value) if isinstance(credit, Figure) else str(credit)
    return Number(text, address(stage_slug(state.plan.name), "board", number, table, board, contestant))
