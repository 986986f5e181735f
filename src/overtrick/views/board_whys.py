"""The whys of boards: the score on a board in points and in the field, its datum, its par, and the running score."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from overtrick.core.event.acts import Seating
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.laws.adjusted import awards
from overtrick.core.laws.par import par_figure
from overtrick.core.laws.table_score import BridgeScore, Credit
from overtrick.core.model.boards import Board
from overtrick.core.provenance import BOARDS, POINTS, Derivation, Figure, count_phrase, total
from overtrick.core.scoring.session import BoardCredit, percentage
from overtrick.core.wording import phrase
from overtrick.double_dummy.asked import known
from overtrick.views import addresses
from overtrick.views.names import label
from overtrick.views.stage_names import stage_words
from overtrick.views.texts import Text


@dataclass(frozen=True, slots=True)
class FigureAtAddress:
    """The number at an address: its description and the figure."""

    title: Text
    figure: Figure[Exact]


def credit_figure(credit: Credit, state: StageState) -> Figure[Exact]:
    """The score for a board as a figure; an award has its own worth."""
    if isinstance(credit, Figure):
        return credit
    percent = state.plan.scoring.percent
    return awards([credit], percent.artificial) if percent else state.plan.scoring.match.awards([credit])


def find_board(state: StageState, at: addresses.Board) -> Figure[Exact]:
    seating = state.round(at.round).seatings[at.table]
    if at.who not in seating.names:
        raise KeyError(at)
    credit = state.card(at.round, at.table).credits[at.board][not seating.first(at.who)]
    if credit is None:
        raise KeyError(at)
    return credit_figure(credit, state)


def share_figure(state: StageState, credit: Credit | None, number: int, board: int) -> Figure[Exact] | None:
    """The share of its top that a board scored, by the rule for percentages of matchpoints; `None` without one."""
    rule = state.plan.scoring.percent
    if rule is None or credit is None:
        return None
    return percentage([BoardCredit(credit, state.board_field(state.scope(number), board).top)], rule)


def find_share(state: StageState, at: addresses.BoardShare) -> Figure[Exact]:
    """The share of the top that a side of a table scored on a board."""
    seating = state.round(at.round).seatings[at.table]
    if at.who not in seating.names:
        raise KeyError(at)
    credit = state.card(at.round, at.table).credits[at.board][not seating.first(at.who)]
    figure = share_figure(state, credit, at.round, at.board)
    if figure is None:
        raise KeyError(at)
    return figure


def find_score(state: StageState, at: addresses.Score) -> Figure[Exact]:
    recorded = state.result_at(at.round, at.table, at.room, at.board)
    if recorded is None:
        raise KeyError(at)
    shown = recorded.score.ns
    figure = recorded.score.field or (shown.points if isinstance(shown, BridgeScore) else None)
    if figure is None:
        raise KeyError(at)
    return figure


def find_datum(state: StageState, at: addresses.Datum) -> Figure[Exact]:
    comparisons = state.board_field(state.scope(at.round), at.board).scored.comparisons
    return dict(enumerate(comparisons, start=1))[1 if at.form is None else at.form]


def find_par(state: StageState, at: addresses.Par) -> Figure[Exact]:
    """Par of a board, where its deal is known and solved."""
    deal = state.deal(at.round, at.board)
    tricks = known.tricks(deal) if deal is not None else None
    if not tricks:
        raise KeyError(at)
    return par_figure(tricks, Board.from_number(at.board))


SCORE, DATUM, PAR = "score", "datum", "par"
"""The numbers of a board that are shown from a contestant's own side."""


def own_figure(state: StageState, at: addresses.BoardOwn) -> Figure[Exact]:
    """A number of a board from the side of a contestant who sat there, with its sign reversed for East-West."""
    seating = state.round(at.round).seatings[at.table]
    if at.who not in seating.names or state.plan.scoring.in_rooms:
        raise KeyError(at)
    place = (at.stage, at.round, at.board)
    figures: Mapping[str, Callable[[], Figure[Exact]]] = {
        SCORE: lambda: find_score(state, addresses.Score(*place, at.table)),
        DATUM: lambda: find_datum(state, _datum_of(state, at)),
        PAR: lambda: find_par(state, addresses.Par(*place)),
    }
    figure = figures[at.what]()
    if sat_north_south(seating, at.board, at.who):
        return figure
    note = phrase("from East–West’s side, and {points} from North–South’s", points=POINTS.number(figure.value))
    return Figure(-figure.value, figure.unit, figure.clause, (figure,), note, Derivation.FORMULA)


def _datum_of(state: StageState, at: addresses.BoardOwn) -> addresses.Datum:
    """The datum of a board at a table, for the form that was played there."""
    form = state.board_field(state.scope(at.round), at.board).compared_with((at.round, at.table))
    if form is None:
        raise KeyError(at)
    return addresses.Datum(at.stage, at.round, at.board, form)


def sat_north_south(seating: Seating, board: int, who: str) -> bool:
    """Whether a contestant at a table held the North-South cards of a board."""
    return seating.first(who) != (board in seating.switched)


def find_own(event: Tournament, state: StageState, at: addresses.BoardOwn) -> FigureAtAddress:
    """A number of a board from a contestant's own side."""
    stage = stage_words(event, state.plan.name)
    told = {"board": at.board, "who": label(event, at.who), "round": at.round, "stage": stage}
    titles = {
        SCORE: phrase("Score of {who} on board {board}, round {round} of {stage}", **told),
        DATUM: phrase("Basis of comparison for {who} on board {board}, round {round} of {stage}", **told),
        PAR: phrase("Par of board {board} for {who}, round {round} of {stage}", **told),
    }
    return FigureAtAddress(titles[at.what], own_figure(state, at))


def find_swings(state: StageState, at: addresses.Swings) -> Figure[Exact]:
    """What a side of a match in two rooms has won up to and including a board."""
    seating = state.round(at.round).seatings[at.table]
    if at.who not in seating.names or not state.plan.scoring.in_rooms:
        raise KeyError(at)
    boards = state.round(at.round).boards_of(seating)
    return won_figure(state, at.round, seating, boards[: boards.index(at.board) + 1], at.who)


def won_figure(state: StageState, number: int, seating: Seating, boards: tuple[int, ...], who: str) -> Figure[Exact]:
    """What a side of a match won on these boards: the sum of its own swings only."""
    card = state.card(number, seating.table)
    credits = [card.credits.get(board, (None, None))[not seating.first(who)] for board in boards]
    figures = [credit_figure(each, state) for each in credits if each is not None]
    won = [figure for figure in figures if figure.value > 0]
    note = phrase("won on {won} of {boards}", won=len(won), boards=count_phrase(len(figures), BOARDS))
    return total(won, state.plan.scoring.boards_in, card.side(who).net.clause, note)
