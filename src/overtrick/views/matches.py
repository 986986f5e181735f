"""A match as a page shows it, and a contestant's scorecard."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, takewhile
from typing import TypeAlias

from overtrick.core.event.acts import ABANDONED, CANCELLED, NEITHER, TOO_FEW, Seating
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.knockout import FORFEIT, outcome
from overtrick.core.event.play.knockout import SCORE as BY_SCORE
from overtrick.core.event.play.progress import provisional
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.cards import ShareCard
from overtrick.core.event.score.rounds import rooms_of
from overtrick.core.exact import Exact, exact_text
from overtrick.core.provenance import PERCENT, Figure
from overtrick.core.ranking.measures import ScoreOrigin
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import Said, capitalise, phrase
from overtrick.views import addresses
from overtrick.views.board_whys import DATUM, PAR, SCORE, own_figure, won_figure
from overtrick.views.draws import board_span
from overtrick.views.knockouts import stands_note
from overtrick.views.lines import boards_at, credit_number, datum_at, lead_of, score_number, share_number
from overtrick.views.names import Who, side, who
from overtrick.views.open_boards import board_is_open
from overtrick.views.readers import PUBLIC, Reader
from overtrick.views.texts import CardText, ResultText, Text
from overtrick.views.whys import Number, figure_number, imps_number, stage_slug


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """One board of a match: its results by room, its datum, and the score of each side.

    *hidden* says that it is still being played at other tables. *running* is what each side of two rooms has won up to
    and including this board; empty where this board, or an earlier one that is still hidden, cannot be counted. *own*
    is the board from one contestant's side, where that is requested.
    """

    board: int
    results: tuple[tuple[ResultText, Number], ...]
    datum: Number
    first: Number
    second: Number
    hidden: bool
    running: tuple[Number, Number] | None = None
    lead: CardText = None
    own: "OwnBoard | None" = None

    @property
    def swing_to(self) -> int:
        """The side that gained on the board, the first or the second; 0 if neither, or if each has its own score.

        >>> nothing = Number("")
        >>> MatchBoard(1, (), nothing, Number("+6", value="6"), Number("-6", value="-6"), False).swing_to
        1
        """
        first, second = _gain(self.first), _gain(self.second)
        if first and second:
            return 0
        return 1 if first else 2 if second else 0


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A board from a contestant's side of the table: its score, its datum, par, and the points gained."""

    score: Number
    datum: Number
    par: Number
    brought: Number


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: its name, its net, its score."""

    who: Who
    net: Number
    score: Number


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match at a table, with three sides where three teams share it."""

    stage: str
    slug: str
    round: int
    table: int
    unit: str
    teams: bool
    complete: bool
    says: Text
    boards_text: str
    sides: tuple[Side, ...]
    boards: tuple[MatchBoard, ...]
    compared: bool
    provisional: Text = ""
    percent: bool = False

    @property
    def run(self) -> "tuple[Step, ...]":
        """The lead of the first side after each board."""
        return run_of([(each.board, each.first) for each in self.boards]) if not self.percent else ()


Step: TypeAlias = tuple[int, Exact]
"""A board, and the lead of a side after it."""


def run_of(boards: Sequence[tuple[int, Number]]) -> tuple[Step, ...]:
    """The lead of a side after each board, as far as consecutive boards can be counted.

    >>> run_of([(1, Number("+3", value="3")), (2, Number("−5", value="-5")), (3, Number(""))])
    ((1, 3), (2, -2))
    """
    known = list(takewhile(lambda each: each[1].value is not None, boards))
    brought = accumulate(read_exact(shown.value or "0") for _, shown in known)
    return tuple(zip((board for board, _ in known), brought, strict=True))


def match_page(
    event: Tournament, state: StageState, number: int, table: int, reader: Reader = PUBLIC
) -> MatchPage | None:
    """The match at a table, as far as it has been played and the reader may see it.

    At the desk a match without a score shows what its boards so far are worth.
    """
    drawn = state.round(number)
    share = next((each for each in drawn.shares if table in each.tables), None)
    card = state.share(number, share.teams[0]) if share is not None else None
    if card is not None:
        return _share_page(event, state, card, (number, table), reader)
    seating = drawn.seatings.get(table)
    if seating is None:
        return None
    boards = match_boards(state, number, seating, reader=reader)
    complete = state.card(number, table).complete
    return MatchPage(
        state.plan.name,
        stage_slug(state.plan.name),
        number,
        table,
        state.unit.many,
        state.plan.scoring.in_rooms,
        complete,
        _says(event, state, number, table),
        board_span(seating.boards),
        tuple(_side(event, state, (number, table), names, reader) for names in seating.sides),
        boards,
        any(board.datum.text for board in boards),
        provisional(state, number) if complete else "",
        state.plan.scoring.percent is not None,
    )


def _says(event: Tournament, state: StageState, number: int, table: int) -> Said:
    """Notes on a match besides its boards: a forfeit, or who won a knockout match and how."""
    forfeited = state.why_unplayed(number, table)
    if forfeited is not None and forfeited.how == TOO_FEW:
        return phrase("Scored as a forfeit with neither side at fault: {reason}", reason=forfeited.reason)
    if forfeited is not None and forfeited.how == NEITHER:
        return phrase("Neither side appeared")
    if forfeited is not None and forfeited.how == CANCELLED:
        return phrase("Not played, with neither side at fault")
    if forfeited is not None and forfeited.how == ABANDONED:
        return phrase("Not finished, with neither side at fault")
    if forfeited is not None:
        return (
            phrase("Forfeited by {who}", who=who(event, forfeited.offender))
            if forfeited.offender
            else phrase("Not played")
        )
    if not state.plan.play.knockout:
        return ""
    decided = outcome(state, table)
    if decided.winner is None:
        return capitalise(decided.waits)
    winner = who(event, decided.winner)
    if decided.by == BY_SCORE:
        won = phrase("{who} won", who=winner)
    elif decided.by == FORFEIT:
        won = phrase("{who} won by forfeit", who=winner)
    else:
        won = phrase("{who} won the match, which was decided by {by}", who=winner, by=decided.by)
    stands = stands_note(event, state, table)
    return phrase("{won}. {stands}", won=won, stands=stands) if stands else won


def _side(event: Tournament, state: StageState, place: tuple[int, int], names: tuple[str, ...], reader: Reader) -> Side:
    """One side at a table; a match of a triangle has a score of its own, and partners for a round share theirs."""
    number, table, name = at = (*place, names[0])
    shown, slug = side(event, names, state.plan.name, number), stage_slug(state.plan.name)
    score = match_number(state, number, table, name)
    if reader.desk and state.share(number, name) is None:
        own = state.card(number, table).side(name)
        if not score.text and state.why_unplayed(number, table) is None:
            score = _number(state, own.credited, addresses.Table(slug, *at))
        return Side(shown, _number(state, own.net, addresses.Net(slug, *at)), score)
    line = state.match_line(name, number)
    played = state.round(number).trio_of(name) is not None or (line is not None and line.kind is ScoreOrigin.PLAYED)
    net = net_number(state, number, table, name) if played else Number("")
    return Side(shown, net, score)


def match_number(state: StageState, number: int, table: int, name: str) -> Number:
    """The score of one side for the match at a table, with its why; empty until it counts."""
    score = state.match_score(name, number, table)
    if score is None:
        return Number("")
    slug = stage_slug(state.plan.name)
    trio = state.round(number).trio_of(name) is not None
    at = addresses.Table(slug, number, table, name) if trio else addresses.Match(slug, number, name)
    return figure_number(score, at, provisional(state, number))


def net_number(state: StageState, number: int, table: int, name: str) -> Number:
    """The net of a side of a match, with its address."""
    share = state.share(number, name)
    if share is not None:
        net = share.scores[share.share.teams.index(name)].net
    else:
        card = state.card(number, table)
        if not card.complete:
            return Number("")
        net = card.side(name).net
    return _number(state, net, addresses.Net(stage_slug(state.plan.name), number, table, name))


def _number(state: StageState, figure: Figure[Exact], at: addresses.Table | addresses.Net) -> Number:
    """A figure of one side of the match at a table."""
    text = figure.unit.show(figure.value) if figure.unit == PERCENT else figure.unit.number(figure.value)
    return Number(text, at.path(), provisional(state, at.round), exact_text(figure.value))


def _share_page(
    event: Tournament, state: StageState, card: ShareCard, at: tuple[int, int], reader: Reader
) -> MatchPage:
    number, table = at
    sides = tuple(_side(event, state, (number, table), (name,), reader) for name in card.share.teams)
    return MatchPage(
        state.plan.name, stage_slug(state.plan.name), number, table, state.unit.many, True, card.complete,
        phrase(
            "A share match at tables {tables:,}. Each board has its own page.", tables=card.share.tables
        ),
        board_span(card.share.boards), sides, (), False,
    )  # fmt: skip


def match_boards(
    state: StageState, number: int, seating: Seating, *, reader: Reader = PUBLIC, own: str = ""
) -> tuple[MatchBoard, ...]:
    """The boards of a match, hiding those still in play from players; scores are those of *own*."""
    boards = [
        _board(state, (number, seating, board), own)
        if reader.desk or board_is_open(state, number, board)
        else MatchBoard(board, (), Number(""), Number(""), Number(""), hidden=True)
        for board in boards_at(state, number, seating, reader)
    ]
    return tuple(_running(state, number, seating, boards) if state.plan.scoring.in_rooms else boards)


def _running(state: StageState, number: int, seating: Seating, boards: list[MatchBoard]) -> Iterator[MatchBoard]:
    """The boards of a match in two rooms with the running score of each side, up to the first hidden board."""
    hidden = False
    for place, board in enumerate(boards, start=1):
        hidden = hidden or board.hidden
        if hidden or not (board.first.text or board.second.text):
            yield board
            continue
        until = tuple(each.board for each in boards[:place])
        first, second = (
            imps_number(
                won_figure(state, number, seating, until, names[0]),
                addresses.Swings(stage_slug(state.plan.name), number, seating.table, board.board, names[0]),
            )
            for names in seating.sides
        )
        yield replace(board, running=(first, second))


def _gain(number: Number) -> Fraction:
    """What a side has won on a board, not counting what the other side won."""
    return max(Fraction(number.value or 0), Fraction(0))


def _board(state: StageState, at: tuple[int, Seating, int], own: str) -> MatchBoard:
    number, seating, board = at
    slug = stage_slug(state.plan.name)
    teams = state.plan.scoring.in_rooms
    results = []
    for room in rooms_of(state.plan):
        recorded = state.result_at(number, seating.table, room, board)
        where = addresses.Score(slug, number, board, seating.table, room)
        results.append((recorded.result if recorded else None, score_number(recorded, where)))
    datum = Number("") if teams else datum_at(state, number, seating.table, board)
    card = state.card(number, seating.table).credits.get(board, (None, None))
    first, second = (
        credit_number(
            credit, state, addresses.Board(slug, number, seating.table, board, own if own in names else names[0])
        )
        for credit, names in zip(card, seating.sides, strict=True)
    )
    lead = None if teams else lead_of(state.result_at(number, seating.table, "", board))
    mine = _own_board(state, (number, seating, board), own) if own and not teams else None
    return MatchBoard(board, tuple(results), datum, first, second, hidden=False, lead=lead, own=mine)


def _own_board(state: StageState, at: tuple[int, Seating, int], who: str) -> OwnBoard:
    number, seating, board = at
    place = (number, seating.table, board, who)
    slug = stage_slug(state.plan.name)
    credit = state.card(number, seating.table).credits.get(board, (None, None))[not seating.first(who)]
    if state.plan.scoring.percent is not None:
        brought = share_number(state, credit, addresses.BoardShare(slug, *place))
    else:
        brought = credit_number(credit, state, addresses.Board(slug, *place))

    def seen(what: str) -> Number:
        address = addresses.BoardOwn(slug, what, *place)
        try:
            return figure_number(own_figure(state, address), address)
        except (KeyError, IndexError):
            return Number("")

    return OwnBoard(seen(SCORE), seen(DATUM), seen(PAR), brought)
