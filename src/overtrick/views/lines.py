"""One table's line on a board: the result, its score, and what it gave each side."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.errors import ResultRefused
from overtrick.core.event.acts import Seating
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED, RecordedResult, rooms_of
from overtrick.core.exact import Exact, exact_text
from overtrick.core.laws.table_score import BridgeScore, Credit
from overtrick.core.model.cards import Card
from overtrick.core.provenance import PERCENT, POINTS
from overtrick.core.scoring.boards import ButlerRule
from overtrick.core.wording import phrase
from overtrick.views import addresses
from overtrick.views.board_whys import credit_figure, share_figure
from overtrick.views.names import Who, side
from overtrick.views.readers import Reader
from overtrick.views.texts import CardText, ResultText, Text
from overtrick.views.whys import Number, figure_number, stage_slug

At: TypeAlias = tuple[int, int, str, int]
"""Round, table, room and board."""

Sides: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""Who sits North-South, and who East-West."""

NOTHING = Number("")
"""No number."""


@dataclass(frozen=True, slots=True)
class Line:
    """One table's line, from North-South's side; *value* is its sort key.

    Where the field is scored in matchpoints, each side's share of the top in per cent is beside it.
    """

    round: int
    table: int
    room: str
    ns: Who
    ew: Who
    result: ResultText
    score: Number
    ns_credit: Number
    ew_credit: Number
    value: Exact | None
    lead: CardText = None
    ns_share: Number = NOTHING
    ew_share: Number = NOTHING

    @property
    def whose(self) -> str:
        """The numbers of everyone at the table, separated by blanks."""
        return " ".join(each.number for who in (self.ns, self.ew) for each in (who, who.partner) if each is not None)


@dataclass(frozen=True, slots=True)
class Mark:
    """The datum of the board at its position in the list; or its *par*."""

    called: Text
    number: Number
    value: Exact
    par: bool = False


def boards_at(state: StageState, number: int, seating: Seating, reader: Reader) -> tuple[int, ...]:
    """The boards of a match; for the desk including those called because it was level."""
    return state.round(number).boards_of(seating) if reader.desk else seating.boards


def lines_of(event: Tournament, state: StageState, number: int, board: int, reader: Reader) -> Iterator[Line]:
    """The line of a board at every table it is compared with, in the order of the draw, played there or not."""
    return (line_at(event, state, at) for at in _places(state, number, board, reader))


def _places(state: StageState, number: int, board: int, reader: Reader) -> Iterator[At]:
    drawn = state.round(number)
    here = [
        (number, table)
        for table, seating in sorted(drawn.seatings.items())
        if board in boards_at(state, number, seating, reader)
    ]
    if not state.plan.scoring.in_rooms:
        compared = state.players(state.scope(number), board)
        here = sorted({*here, *compared}) if reader.desk else compared  # the desk also sees a match that was expunged
    for at, table in here:
        yield from ((at, table, room, board) for room in rooms_of(state.plan))
    for share in drawn.shares:
        if board in share.boards:
            yield from ((number, table, "", board) for table in share.tables)


def line_at(event: Tournament, state: StageState, at: At) -> Line:
    """A board at a table, in one of its rooms."""
    number, table, room, board = at
    slug = stage_slug(state.plan.name)
    sides, credits = sides_and_credits(state, at)
    ns, ew = (
        credit_number(credit, state, addresses.Board(slug, number, table, board, names[0]))
        for credit, names in zip(credits, sides, strict=True)
    )
    shares = tuple(
        share_number(state, credit, addresses.BoardShare(slug, number, table, board, names[0]))
        for credit, names in zip(credits, sides, strict=True)
    )
    recorded = state.result_at(number, table, room, board)
    return Line(
        round=number,
        table=table,
        room=room,
        ns=side(event, sides[0], state.plan.name, number),
        ew=side(event, sides[1], state.plan.name, number),
        result=recorded.result if recorded else None,
        score=score_number(recorded, addresses.Score(slug, number, board, table, room)),
        ns_credit=ns,
        ew_credit=ew,
        value=recorded.score.field.value if recorded and recorded.score.field else None,
        lead=lead_of(recorded),
        ns_share=shares[0],
        ew_share=shares[1],
    )


def lead_of(recorded: RecordedResult | None) -> Card | None:
    """The card that was led; `None` where it is not recorded, or where another program's file has no valid card."""
    try:
        return Card.parse(recorded.lead) if recorded is not None and recorded.lead else None
    except ResultRefused:
        return None


def sides_of(state: StageState, at: At) -> Sides:
    """Who sits North-South and who East-West for a board, in the room it is played in."""
    return sides_and_credits(state, at)[0]


def sides_and_credits(state: StageState, at: At) -> tuple[Sides, tuple[Credit | None, Credit | None]]:
    """Who sits North-South and East-West for a board, and the score of each side."""
    number, table, room, board = at
    drawn = state.round(number)
    seating = drawn.seatings.get(table)
    if seating is None:
        share = next(each for each in drawn.shares if table in each.tables)
        one, two, three = share.teams
        ns, ew = dict(zip(share.tables, ((one, two), (two, three), (three, one)), strict=True))[table]
        return ((ns,), (ew,)), (None, None)
    first, second = state.card(number, table).credits.get(board, (None, None))
    if room == CLOSED or board in seating.switched:
        return seating.switch_directions().sides, (second, first)
    return seating.sides, (first, second)


def marks_of(state: StageState, number: int, board: int) -> tuple[Mark, ...]:
    """The datum of a board; empty in a match of teams, which is compared with its other room."""
    if state.plan.scoring.in_rooms:
        return ()
    called = phrase("Datum") if isinstance(state.plan.scoring.board, ButlerRule) else phrase("Median")
    scored = state.board_field(state.scope(number), board).scored
    slug = stage_slug(state.plan.name)
    return tuple(
        Mark(
            called if not scored.groups else phrase("{called}, version {place}", called=called, place=place),
            figure_number(figure, addresses.Datum(slug, number, board, place)),
            figure.value,
        )
        for place, figure in enumerate(scored.comparisons, start=1)
    )


def datum_at(state: StageState, number: int, table: int, board: int) -> Number:
    """The datum of a board at a table; for a fouled board that of its form; empty where it was not compared."""
    field = state.board_field(state.scope(number), board)
    form = field.compared_with((number, table))
    if form is None:
        return NOTHING
    several = form if len(field.scored.comparisons) > 1 else None
    address = addresses.Datum(stage_slug(state.plan.name), number, board, several)
    return figure_number(field.scored.comparisons[form - 1], address)


def score_number(recorded: RecordedResult | None, at: addresses.Score) -> Number:
    """The points of a result from North-South's side, for a column."""
    if recorded is None:
        return Number("")
    shown = recorded.score.field
    if shown is None:
        shows = recorded.score.ns
        return _points(shows.points.value, at) if isinstance(shows, BridgeScore) else Number("–")
    return _points(shown.value, at)


def _points(value: Exact, at: addresses.Score) -> Number:
    return Number(POINTS.number(value), at.path(), value=exact_text(value))


def credit_number(credit: Credit | None, state: StageState, at: addresses.Board) -> Number:
    """The score of one side on a board, for a column; an award is shown by its worth."""
    if credit is None:
        return Number("")
    figure = credit_figure(credit, state)
    text = str(figure) if figure.unit == PERCENT else figure.unit.number(figure.value)
    return Number(text, at.path(), value=exact_text(figure.value))


def share_number(state: StageState, credit: Credit | None, at: addresses.BoardShare) -> Number:
    """The share of the top that one side scored on a board, in per cent; empty unless scored in matchpoints."""
    figure = share_figure(state, credit, at.round, at.board)
    return figure_number(figure, at) if figure is not None else NOTHING
