"""The outcome of every match and board that was drawn: none is without a score unless a clause says so.

Each has exactly one of four outcomes. An open one waits for a result or for an official.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from overtrick.core.event.acts import ABANDONED, CANCELLED, Seating
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import RoundState, rooms_of
from overtrick.core.event.score.unplayed import moving
from overtrick.core.laws.table_score import Credit
from overtrick.core.model.results import NotPlayed
from overtrick.core.provenance import Clause, Figure
from overtrick.core.ranking.measures import ScoreOrigin


class Ending(Enum):
    """How a match or a board ended for one contestant."""

    SCORED = "scored"
    AWARDED = "awarded"
    NOT_COUNTED = "not counted"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Account:
    """The outcome of a match, or of one *board* of it at a *table*, for a contestant, and the clause for it.

    Only open outcomes have no clause.
    """

    contestant: str
    round: int
    outcome: Ending
    clause: Clause | None
    board: int = 0
    table: int = 0


def accounts_of(state: StageState, number: int) -> tuple[Account, ...]:
    """The outcomes of a round: one for each contestant in its draw, and one for each board of finished matches."""
    drawn = state.round(number)
    names = dict.fromkeys((*(name for each in drawn.draw.seatings for name in each.names), *drawn.draw.sits_out))
    names |= dict.fromkeys(name for share in drawn.shares for name in share.teams)
    names |= dict.fromkeys(name for trio in drawn.draw.trios for name in trio.teams)
    return tuple(account for name in names for account in (_match(state, drawn, name), *_boards(state, drawn, name)))


def open_accounts(state: StageState, number: int) -> tuple[Account, ...]:
    """The open outcomes that keep a round from closing.

    A match with a late play, or a triangle that continues in the next round, keeps only its stage open.
    """
    waiting = (each for each in accounts_of(state, number) if each.outcome is Ending.OPEN)
    return tuple(each for each in waiting if state.closed or not _goes_on(state, each))


def _goes_on(state: StageState, account: Account) -> bool:
    """Whether a match continues after its round closes."""
    drawn = state.round(account.round)
    trio, seating = drawn.trio_of(account.contestant), drawn.seating_of(account.contestant)
    later = {table for table, _, _ in drawn.owed}
    return (trio is not None and trio.rounds > 1) or (seating is not None and seating.table in later)


def _match(state: StageState, drawn: RoundState, name: str) -> Account:
    line = state.match_line(name, drawn.number)
    if line is not None:
        played = line.kind is ScoreOrigin.PLAYED
        return Account(name, drawn.number, Ending.SCORED if played else Ending.AWARDED, line.score.clause)
    coming, clause = _to_come(state, drawn, name), _not_counted(state, drawn, name)
    if _in_forfeited_triangle(state, drawn, name):
        return Account(name, drawn.number, Ending.AWARDED, state.plan.clause)
    if coming is not None:
        return Account(name, drawn.number, Ending.AWARDED, coming)
    return Account(name, drawn.number, Ending.OPEN if clause is None else Ending.NOT_COUNTED, clause)


def _in_forfeited_triangle(state: StageState, drawn: RoundState, name: str) -> bool:
    """Whether a contestant's matches in a triangle of a stage graph are all over, at least one by forfeit.

    The winners of its matches rank a triangle, and a forfeit names its winner without a score.
    """
    trio = drawn.trio_of(name)
    if trio is None or not state.plan.play.in_graph:
        return False
    tables = [each.table for each in trio.seatings if name in each.names]
    forfeited = [table for table in tables if table in drawn.forfeits]
    return bool(forfeited) and all(
        state.card(drawn.number, table).complete for table in tables if table not in forfeited
    )


def _to_come(state: StageState, drawn: RoundState, name: str) -> Clause | None:
    """The clause that scores an unfinished match by averages which later rounds of the stage complete."""
    seating = drawn.seating_of(name)
    unplayed = state.why_unplayed(drawn.number, seating.table) if seating is not None else None
    if unplayed is None or moving(state) is None:
        return None
    if unplayed.how in (CANCELLED, ABANDONED):
        return next((rule.clause for rule in state.plan.unplayed), None)
    return state.plan.forfeit.clause if state.plan.forfeit is not None else None


def _not_counted(state: StageState, drawn: RoundState, name: str) -> Clause | None:
    """The clause by which a round without a score does not count for a contestant, if there is one."""
    plan, seating = state.plan, drawn.seating_of(name)
    if (
        plan.play.one_match
        and plan.compared is not None
        and any(name in each.awarded for each in state.rounds.values())
    ):
        return plan.compared.clause  # the stanzas are one match, and its score was awarded in one of them
    missed = state.withdrawn_opponent(name, drawn.number)
    left = state.status(name).left is not None
    plays = drawn.plays(name)
    if not plays and not left and (missed is None or not state.has_cancelled_scores(missed)):
        return plan.clause if may_sit_out(state) and (missed is None or plan.unmet is None) else None
    gone = [missed] if missed is not None else []
    gone += [
        each for each in (seating.names if seating is not None else (name,)) if state.status(each).left is not None
    ]
    if any(map(state.has_cancelled_scores, gone)) or name in gone:
        rule = plan.rules.players.withdrawal
        return rule.before if rule is not None else plan.clause
    return None


def may_sit_out(state: StageState) -> bool:
    """Whether a sit-out counts for nothing: where places follow from a mean, or only matches decide."""
    play = state.plan.play
    return state.plan.standings.mean or play.by_session or play.some_rest or play.rests_by_movement or play.in_graph


def _boards(state: StageState, drawn: RoundState, name: str) -> Iterator[Account]:
    """The boards of finished matches: each has a credit, or was not played."""
    for seating in _seatings(drawn, name):
        if state.is_expunged(seating) or state.why_unplayed(drawn.number, seating.table) is not None:
            continue
        card = state.card(drawn.number, seating.table)
        if not card.complete or name in drawn.awarded:
            continue
        for board, credit in zip(seating.boards, card.board_credits(name), strict=True):
            outcome, clause = _board(state, drawn, (seating.table, board), credit)
            yield Account(name, drawn.number, outcome, clause, board, seating.table)


def _seatings(drawn: RoundState, name: str) -> tuple[Seating, ...]:
    """The matches of a contestant that begin in a round: one, or those of a triangle."""
    trio, seating = drawn.trio_of(name), drawn.seating_of(name)
    if trio is not None:
        return tuple(each for each in trio.seatings if name in each.names)
    return (seating,) if seating is not None else ()


def _board(
    state: StageState, drawn: RoundState, at: tuple[int, int], credit: Credit | None
) -> tuple[Ending, Clause | None]:
    """The outcome of a board at a table; without a credit it was not played, or is open."""
    if isinstance(credit, Figure):
        return Ending.SCORED, credit.clause
    if credit is not None:
        return Ending.AWARDED, state.plan.scoring.clause
    table, board = at
    known = [drawn.results.get((table, room, board)) for room in rooms_of(state.plan)]
    if any(each is not None and isinstance(each.result, NotPlayed) for each in known):
        return Ending.NOT_COUNTED, state.plan.scoring.clause
    return Ending.OPEN, None
