"""Score a board over the tables that play it, in the order of the draw."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.errors import DirectorError, NoDatum
from overtrick.core.event.acts import BoardFouled, OtherFieldScored
from overtrick.core.event.plan.stages import Stage
from overtrick.core.laws.adjusted import Given
from overtrick.core.laws.matchpoints import MatchpointRule, top
from overtrick.core.laws.table_score import NO_LINE, BridgeScore, Line, RuledAward, Shown, TableScore, bare
from overtrick.core.model.results import Average
from overtrick.core.provenance import POINTS, Clause, Fact, Figure, PostingSource
from overtrick.core.scoring.boards import BoardRule, ButlerRule, ScoredBoard, UncomparedTables, score_board
from overtrick.core.scoring.datum import PoolRule, pool_scores
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.core.wording import Phrase, phrase

At = tuple[int, int]
"""A round and a table."""

Lent = tuple[PostingSource, OtherFieldScored]
"""The scores of another field, and their posting."""

Foul = tuple[str | PostingSource, BoardFouled]
"""The act that a board was fouled, and its posting."""


@dataclass(frozen=True, slots=True)
class TooFew:
    """Tables that play a board, all or those of one form, with too few results to be compared.

    *awarded* is the clause that gives average plus to tables with a result; without it they have no score until the
    director gives a ruling.
    """

    tables: tuple[At, ...]
    reason: Phrase
    awarded: Clause | None


@dataclass(frozen=True, slots=True)
class BoardField:
    """A board over the tables that play it: its lines, and its top.

    *too_few* are the tables that cannot be compared, whatever results are still to come.
    """

    tables: tuple[At, ...]
    scored: ScoredBoard
    top: int
    too_few: tuple[TooFew, ...] = ()

    def compared_with(self, at: At) -> int | None:
        """The number of a table's comparison, from 1; None if it was not compared."""
        if at not in self.tables or not self.scored.comparisons:
            return None
        place = self.tables.index(at)
        groups = self.scored.groups
        return next((form for form, group in enumerate(groups, start=1) if place in group), None) if groups else 1

    def why_uncompared(self, at: At) -> TooFew | None:
        """Why a table is not compared, if it is not."""
        return next((each for each in self.too_few if at in each.tables), None)


def board_field(
    plan: Stage, tables: Mapping[At, TableScore], foul: Foul | None, match: int,
    *, other: Lent | None = None, awaited: Callable[[At], bool] = lambda _: False, idle: int = 0,
) -> BoardField:  # fmt: skip
    """Score a board across the field, *tables* in the order of the draw; each form of a fouled board separately.

    With too few results to compare, only awards count as long as an *awaited* result may change that; afterwards the
    rule of the datum gives the score of tables with a result. A field small enough for its stage's pool is also
    compared with the scores of the *other* event. *idle* is the number of tables without a match.
    """
    rule, at, scores = plan.scoring.board, tuple(tables), tuple(tables.values())
    if isinstance(rule, TeamsRule):
        raise DirectorError("A board in a teams event is scored within its match", clause=plan.scoring.clause)
    source, forms = (foul[0], forms_of(foul[1], at)) if foul is not None else ("", None)
    compared = scores if plan.pool is None else pool_scores(scores, _lent_scores(other, plan.pool), plan.pool)
    try:
        in_play = len(compared) - idle
        scored = score_board(compared, rule, match, expected=len(compared), groups=forms, in_play=in_play)
    except NoDatum as none:
        scored = ScoredBoard((NO_LINE,) * len(at), uncompared=(UncomparedTables(tuple(range(len(at))), none.what),))
    lines = list(scored.lines[: len(at)])
    too_few: list[TooFew] = []
    for each in scored.uncompared:
        final = _final(each, at, scores, _least(rule, forms is not None), awaited)
        too_few += [] if final is None else [final]
        for place in each.places:
            lines[place] = _line(scores[place], final, source)
    whole = ScoredBoard(tuple(lines), scored.comparisons, scored.groups, scored.uncompared)
    return BoardField(at, whole, top(max(2, len(at))), tuple(too_few))


def _least(rule: BoardRule, fouled: bool) -> tuple[int, Clause | None]:  # noqa: FBT001 - a board is or is not
    """How many results a board or a form of it needs, and the clause that gives average plus with fewer."""
    match rule:
        case ButlerRule():
            made = rule.fouled if fouled and rule.fouled is not None else rule.datum
            return made.least, made.too_few
        case MatchpointRule():
            return 2, rule.too_few
        case _:
            return 1, None


def _final(
    each: UncomparedTables, at: Sequence[At], scores: Sequence[TableScore], needs: tuple[int, Clause | None],
    awaited: Callable[[At], bool],
) -> TooFew | None:  # fmt: skip
    """The tables that cannot be compared, once no awaited result can change it; None before."""
    known = sum(scores[place].field is not None for place in each.places)
    to_come = sum(awaited(at[place]) for place in each.places)
    least, clause = needs
    if not known or (to_come and known + to_come >= least):
        return None
    return TooFew(tuple(at[place] for place in each.places), each.reason, clause)


def _line(score: TableScore, too_few: TooFew | None, source: str | PostingSource) -> Line:
    """The line of a table that is not compared: its awards, or average plus for a result."""
    if too_few is None or too_few.awarded is None:
        return Line(_award(score.ns), _award(score.ew))
    plus = RuledAward(
        Average.PLUS, Fact(phrase("{reason} ({clause})", reason=too_few.reason, clause=too_few.awarded), source)
    )
    ns, ew = (plus if isinstance(shown, BridgeScore) else shown for shown in (score.ns, score.ew))
    return Line(ns, ew)


def _lent_scores(other: Lent | None, pool: PoolRule) -> list[TableScore]:
    """The scores of another event on the same board, as tables to compare with that have no line here."""
    if other is None:
        return []
    posted, act = other
    said = (Fact(act.source, posted),)
    return [bare(Figure(score, POINTS, pool.clause, said, phrase("from another field"))) for score in act.scores]


def forms_of(fouled: BoardFouled, at: Sequence[At]) -> list[list[int]]:
    """The tables that played each form of a fouled board, by their positions in the field."""
    named = [[place for place, (_, table) in enumerate(at) if table in form] for form in fouled.forms]
    listed = {place for form in named for place in form}
    rest = [place for place in range(len(at)) if place not in listed]
    return [*named, rest] if rest else named


def _award(shown: Shown | None) -> Given | None:
    return None if isinstance(shown, BridgeScore) else shown
