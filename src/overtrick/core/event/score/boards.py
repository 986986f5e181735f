"""A board over the tables that play it, in the order of the draw."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from overtrick.core.errors import DirectorError, NoDatum
from overtrick.core.event.acts import BoardFouled, OtherFieldScored
from overtrick.core.event.plan.stages import Stage
from overtrick.core.laws.adjusted import Given
from overtrick.core.laws.lines import NO_LINE, Line
from overtrick.core.laws.matchpoints import top
from overtrick.core.laws.table_score import BridgeScore, Ruled, Shown, TableScore, bare
from overtrick.core.model.results import Average
from overtrick.core.provenance import POINTS, Clause, Fact, Figure, Posted
from overtrick.core.scoring.boards import BoardRule, ButlerRule, ScoredBoard, Uncompared, score_board
from overtrick.core.scoring.datum import DatumRule
from overtrick.core.scoring.pooled import PoolRule, pooled
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.core.wording import Phrase, phrase

At = tuple[int, int]
"""A round and a table."""

Lent = tuple[Posted, OtherFieldScored]
"""The scores of another field, and the posting that has them."""

Foul = tuple[str | Posted, BoardFouled]
"""That a board was fouled, and the posting that says so."""


@dataclass(frozen=True, slots=True)
class TooFew:
    """Tables that play a board, all or those of one form, and have too few results between them to be compared.

    *awarded* is the clause by which those with a result have average plus; without one they have no score until the
    director rules.
    """

    tables: tuple[At, ...]
    reason: Phrase
    awarded: Clause | None


@dataclass(frozen=True, slots=True)
class BoardField:
    """A board over the tables that play it, its lines, and the top it is scored to.

    *too_few* are the tables that cannot be compared, and never will be by results that are still to come.
    """

    tables: tuple[At, ...]
    scored: ScoredBoard
    top: int
    too_few: tuple[TooFew, ...] = ()

    def compared_with(self, at: At) -> int | None:
        """Which of the comparisons, from 1, is that of a table; none where it was not compared."""
        if at not in self.tables or not self.scored.comparisons:
            return None
        place = self.tables.index(at)
        groups = self.scored.groups
        return next((form for form, group in enumerate(groups, start=1) if place in group), None) if groups else 1

    def uncompared(self, at: At) -> TooFew | None:
        """Why a table is not compared, if it is not."""
        return next((each for each in self.too_few if at in each.tables), None)


def board_field(
    plan: Stage, at: Sequence[At], scores: Sequence[TableScore], foul: Foul | None, match: int,
    *, other: Lent | None = None, awaited: Callable[[At], bool] = lambda _: False,
) -> BoardField:  # fmt: skip
    """Score a board across the field; a fouled one in its forms, each by itself.

    Where there are too few results to compare with, only awards count as long as an *awaited* result may change that;
    after that the rule of the datum says what those with a result have. A field small enough for its stage's pool is
    compared with the scores of the *other* event too.
    """
    rule = plan.scoring.board
    if isinstance(rule, TeamsRule):
        raise DirectorError("A teams board is scored within its match", clause=str(plan.scoring.clause))
    source, forms = (foul[0], forms_of(foul[1], at)) if foul is not None else ("", None)
    compared = scores if plan.pool is None else pooled(scores, _lent(other, plan.pool), plan.pool)
    try:
        scored = score_board(compared, rule, match, expected=len(compared), groups=forms)
    except NoDatum as none:
        scored = ScoredBoard((NO_LINE,) * len(at), uncompared=(Uncompared(tuple(range(len(at))), none.what),))
    lines = list(scored.lines[: len(at)])
    too_few: list[TooFew] = []
    for each in scored.uncompared:
        final = _final(each, at, scores, _datum_rule(rule, forms is not None), awaited)
        too_few += [] if final is None else [final]
        for place in each.places:
            lines[place] = _line(scores[place], final, source)
    whole = ScoredBoard(tuple(lines), scored.comparisons, scored.groups, scored.uncompared)
    return BoardField(tuple(at), whole, top(max(2, len(at))), tuple(too_few))


def _datum_rule(rule: BoardRule, fouled: bool) -> DatumRule | None:  # noqa: FBT001 - a board is or is not
    """The rule of a board's datum, or of the datums of its forms; none where boards have none."""
    if not isinstance(rule, ButlerRule):
        return None
    return rule.fouled if fouled and rule.fouled is not None else rule.datum


def _final(
    each: Uncompared, at: Sequence[At], scores: Sequence[TableScore], rule: DatumRule | None,
    awaited: Callable[[At], bool],
) -> TooFew | None:  # fmt: skip
    """That tables cannot be compared, once no result that is awaited can change it; nothing before."""
    known = sum(scores[place].field is not None for place in each.places)
    to_come = sum(awaited(at[place]) for place in each.places)
    if not known or (to_come and known + to_come >= (rule.least if rule is not None else 1)):
        return None
    clause = rule.too_few if rule is not None else None
    return TooFew(tuple(at[place] for place in each.places), each.reason, clause)


def _line(score: TableScore, too_few: TooFew | None, source: str | Posted) -> Line:
    """The line of a table that is not compared: its awards, and average plus for a result that can never be."""
    if too_few is None or too_few.awarded is None:
        return Line(_award(score.ns), _award(score.ew))
    plus = Ruled(
        Average.PLUS, Fact(phrase("{reason} ({clause})", reason=too_few.reason, clause=too_few.awarded), source)
    )
    ns, ew = (plus if isinstance(shown, BridgeScore) else shown for shown in (score.ns, score.ew))
    return Line(ns, ew)


def _lent(other: Lent | None, pool: PoolRule) -> list[TableScore]:
    """The scores of another event on the same board, as tables that are compared with and have no line here."""
    if other is None:
        return []
    posted, act = other
    said = (Fact(act.source, posted),)
    return [bare(Figure(score, POINTS, pool.clause, said, phrase("from another field"))) for score in act.scores]


def forms_of(fouled: BoardFouled, at: Sequence[At]) -> list[list[int]]:
    """The tables that played each form of a fouled board, by their places in the field."""
    named = [[place for place, (_, table) in enumerate(at) if table in form] for form in fouled.forms]
    listed = {place for form in named for place in form}
    rest = [place for place in range(len(at)) if place not in listed]
    return [*named, rest] if rest else named


def _award(shown: Shown | None) -> Given | None:
    return None if isinstance(shown, BridgeScore) else shown
