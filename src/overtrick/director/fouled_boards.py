"""Scores on a fouled board, form by form, where a form has too few results to be compared."""

from collections.abc import Iterator, Sequence

from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.boards import TooFew, forms_of
from overtrick.core.event.score.rounds import RoundState
from overtrick.core.laws.adjusted import ArtificialRule
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.provenance import Clause
from overtrick.core.scoring.boards import ButlerRule
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import refuse

At = tuple[int, int]
"""A round and a table."""

LAW_87 = Clause("Law", "87")


def form_cautions(state: StageState, number: int, board: int) -> tuple[Phrase, ...]:
    """The scores that the tables of a fouled board get, with the clause; empty where every form can be compared.

    The stage must already include the foul.
    """
    scope = state.scope(number)
    fouled = state.find_foul(scope, board)
    if fouled is None or state.plan.scoring.in_rooms:
        return ()
    tables = state.board_field(scope, board).tables
    forms = [[tables[place] for place in form] for form in forms_of(fouled, tables) if form]
    if not any(_small(state, form, board) for form in forms):
        return _own_method(state, board)
    return (*_own_method(state, board), *(_tell(state, form, board) for form in forms))


def round_cautions(state: StageState, drawn: RoundState) -> Iterator[Phrase]:
    """The scores at every fouled board of a round on which a form cannot be compared."""
    for board in drawn.fouled:
        yield from form_cautions(state, drawn.number, board)


def all_worth_something(state: StageState, drawn: RoundState) -> None:
    """Refuse to close a round with a result that cannot be compared and to which no rule gives a score."""
    for board, few in _boards_without_ruling(state, drawn):
        raise refuse(
            "Board {board} at {tables} cannot be scored: {reason}",
            clause=state.plan.scoring.clause,
            remedy="Rule on the board at every table named: AV+ AV+ gives both sides average plus.",
            board=board,
            tables=_tables(few.tables),
            reason=few.reason,
        )


def _boards_without_ruling(state: StageState, drawn: RoundState) -> Iterator[tuple[int, TooFew]]:
    if state.plan.scoring.in_rooms:
        return
    for board in sorted({board for seating in drawn.seatings.values() for board in seating.boards}):
        field = state.board_field(state.scope(drawn.number), board)
        yield from ((board, few) for few in field.too_few if few.awarded is None)


def _own_method(state: StageState, board: int) -> tuple[Phrase, ...]:
    """A caution that the regulation has no datum for fouled boards, so that the director chooses the method."""
    rule = state.plan.scoring.board
    if not isinstance(rule, ButlerRule) or rule.fouled is not None:
        return ()
    return (
        phrase(
            "the regulation does not say how a fouled board is scored: each form of board {board} has its own datum, "
            "calculated as for any other board ({clause}); announce this to the players ({law})",
            board=board,
            clause=rule.datum.clause,
            law=LAW_87,
        ),
    )


def _small(state: StageState, form: Sequence[At], board: int) -> bool:
    """Whether a form has too few results to be compared, or a single result that is compared with itself."""
    few = state.board_field(state.scope(form[0][0]), board).why_uncompared(form[0])
    return few is not None or _alone(state, form, board)


def _alone(state: StageState, form: Sequence[At], board: int) -> bool:
    """Whether only one table has played a form, or will."""
    return sum(state.may_have_result(*at, board) for at in form) == 1


def _tell(state: StageState, form: Sequence[At], board: int) -> Phrase:
    """The scores that the tables of a form get, in words."""
    few = state.board_field(state.scope(form[0][0]), board).why_uncompared(form[0])
    rule = _artificial(state)
    where, plus = phrase("board {board}, {tables}", board=board, tables=_tables(form)), rule.unit.amount(rule.plus)
    if few is not None and few.awarded is not None:
        return phrase(
            "{where}: {reason}, so both sides get average plus, {plus} ({clause})",
            where=where,
            reason=few.reason,
            plus=plus,
            clause=few.awarded,
        )
    if few is not None:
        return phrase(
            "{where}: {reason}; give a ruling (AV+ AV+ gives both sides average plus)", where=where, reason=few.reason
        )
    if _alone(state, form, board):
        return phrase(
            "{where}: this result is the only one of its form, so it scores {matchpoints:half the matchpoints|0 "
            "IMPs} ({clause}); to cancel it instead, rule AV+ AV+ for average plus, {plus} ({law})",
            where=where, matchpoints=isinstance(state.plan.scoring.across_field, MatchpointRule),
            clause=_clause(state), plus=plus, law=rule.clause,
        )  # fmt: skip
    return phrase("{where}: the results are compared with each other ({clause})", where=where, clause=_clause(state))


def _clause(state: StageState) -> Clause:
    """The clause by which the forms of a board are compared."""
    rule = state.plan.scoring.across_field
    return (rule.fouled or rule.datum).clause if isinstance(rule, ButlerRule) else rule.clause


def _artificial(state: StageState) -> ArtificialRule:
    percent = state.plan.scoring.percent
    return percent.artificial if percent is not None else state.plan.scoring.match.artificial


def _tables(at: Sequence[At]) -> Phrase:
    """Table numbers in a few words: one table, or a range where none between is missing."""
    tables = sorted({table for _, table in at})
    if len(tables) > 1 and tables[-1] - tables[0] == len(tables) - 1:
        return phrase("tables {tables:span}", tables=tuple(tables))
    return phrase("{several:tables|table} {tables}", several=len(tables) > 1, tables=tuple(tables))
