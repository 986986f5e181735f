"""A board over the tables that play it, in the order of the draw."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from overtrick.core.errors import DirectorError, NoDatum
from overtrick.core.event.acts import BoardFouled, OtherFieldScored
from overtrick.core.event.plan.stages import Stage
from overtrick.core.laws.adjusted import Given
from overtrick.core.laws.lines import Line
from overtrick.core.laws.matchpoints import top
from overtrick.core.laws.table_score import BridgeScore, Shown, TableScore, bare
from overtrick.core.provenance import POINTS, Fact, Figure, Posted
from overtrick.core.scoring.boards import ScoredBoard, score_board
from overtrick.core.scoring.pooled import PoolRule, pooled
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.core.wording import phrase

At = tuple[int, int]
"""A round and a table."""

Lent = tuple[Posted, OtherFieldScored]
"""The scores of another field, and the posting that has them."""


@dataclass(frozen=True, slots=True)
class BoardField:
    """A board over the tables that play it, its lines, and the top it is scored to."""

    tables: tuple[At, ...]
    scored: ScoredBoard
    top: int


def board_field(
    plan: Stage, at: Sequence[At], scores: Sequence[TableScore], fouled: BoardFouled | None, match: int,
    *, other: Lent | None = None,
) -> BoardField:  # fmt: skip
    """Score a board across the field; a fouled one in its forms.

    While there is nothing to compare with, only awards count: a result or a ruling will come. A field small
    enough for its stage's pool is compared with the scores of the *other* event too.
    """
    rule = plan.scoring.board
    if isinstance(rule, TeamsRule):
        raise DirectorError("A teams board is scored within its match", clause=str(plan.scoring.clause))
    forms = _forms(fouled, at) if fouled is not None else None
    compared = scores if plan.pool is None else pooled(scores, _lent(other, plan.pool), plan.pool)
    try:
        scored = score_board(compared, rule, match, expected=len(compared), groups=forms)
        scored = replace(scored, lines=scored.lines[: len(at)]) if len(compared) > len(at) else scored
    except NoDatum:
        scored = ScoredBoard(tuple(Line(_award(score.ns), _award(score.ew)) for score in scores))
    return BoardField(tuple(at), scored, top(max(2, len(at))))


def _lent(other: Lent | None, pool: PoolRule) -> list[TableScore]:
    """The scores of another event on the same board, as tables that are compared with and have no line here."""
    if other is None:
        return []
    posted, act = other
    said = (Fact(act.source, posted),)
    return [bare(Figure(score, POINTS, pool.clause, said, phrase("from another field"))) for score in act.scores]


def _forms(fouled: BoardFouled, at: Sequence[At]) -> list[list[int]]:
    """The tables that played each form of a fouled board, by their places in the field."""
    named = [[place for place, (_, table) in enumerate(at) if table in form] for form in fouled.forms]
    listed = {place for form in named for place in form}
    rest = [place for place in range(len(at)) if place not in listed]
    return [*named, rest] if rest else named


def _award(shown: Shown | None) -> Given | None:
    return None if isinstance(shown, BridgeScore) else shown
