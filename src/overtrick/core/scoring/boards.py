"""Score one board over the whole field: every table's line, by the method that the regulations name."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.errors import NoDatum
from overtrick.core.exact import Exact
from overtrick.core.laws.imps import score_imps
from overtrick.core.laws.matchpoints import Group, MatchpointRule, matchpoints
from overtrick.core.laws.table_score import NO_LINE, BridgeScore, Credit, Line, Shown, TableScore
from overtrick.core.provenance import Figure
from overtrick.core.scoring.cross_imps import CrossImpsRule, cross_imps
from overtrick.core.scoring.datum import DatumRule, MedianRule, Weight, datum, median
from overtrick.core.wording import Phrase, phrase


@dataclass(frozen=True, slots=True)
class ButlerRule:
    """IMPs against a datum; each form of a fouled board has its own datum, if necessary by its own rule."""

    datum: DatumRule
    fouled: DatumRule | None = None


BoardRule: TypeAlias = ButlerRule | MedianRule | CrossImpsRule | MatchpointRule


@dataclass(frozen=True, slots=True)
class UncomparedTables:
    """Tables, by position, whose results make no datum or median, and why: too few results, or no case of the rule."""

    places: tuple[int, ...]
    reason: Phrase


@dataclass(frozen=True, slots=True)
class ScoredBoard:
    """A board's lines, table by table, and the scores they were compared with: one for each form of the board.

    *groups* are the positions of the tables to which each comparison of a fouled board applies; if empty, the one
    comparison applies to all tables. *uncompared* are the forms whose tables could not be compared and have no line.
    """

    lines: tuple[Line, ...]
    comparisons: tuple[Figure[Exact], ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    uncompared: tuple[UncomparedTables, ...] = ()


def score_board(
    scores: Sequence[TableScore],
    rule: BoardRule,
    match: int = 1,
    *,
    expected: int | None = None,
    groups: Sequence[Group] | None = None,
    outside: Weight | None = None,
    in_play: int | None = None,
) -> ScoredBoard:
    """Score a board over all the tables that played it, in the order of the draw.

    *match* selects one of a datum's cases; *expected* is the number of results for which the common top is made
    (matchpoints); *groups* are the tables that played each form of a fouled board; *outside* are another
    field's scores for the datum. *in_play* is the number of tables in play, by default all. Raise `NoDatum` if the
    whole field cannot be compared. A single form that cannot be compared is returned in *uncompared*, and the others
    are scored.
    """
    match rule:
        case MatchpointRule():
            lone = _lone(scores, groups) if rule.too_few is not None else ()
            return ScoredBoard(matchpoints(scores, rule, expected, groups), uncompared=lone)
        case CrossImpsRule():
            return _in_groups(scores, groups, lambda group: ScoredBoard(cross_imps(group, rule)))
        case MedianRule():
            return _in_groups(
                scores,
                groups,
                lambda group: score_against(
                    group, median([s.field for s in group], rule), phrase("against the median")
                ),
            )
        case ButlerRule():
            by_form = rule.datum if groups is None or rule.fouled is None else rule.fouled
            whole = in_play if groups is None else None
            return _in_groups(
                scores,
                groups,
                lambda group: score_against(
                    group,
                    datum([s.field for s in group], by_form, match, outside, in_play=whole),
                    phrase("against the datum"),
                ),
            )


def score_against(scores: Sequence[TableScore], comparison: Figure[Exact], note: Phrase) -> ScoredBoard:
    """Every table in IMPs against one score, North-South and East-West separately."""

    def credit(shown: Shown | None, sign: int) -> Credit | None:
        return score_imps(shown, comparison, note, sign) if isinstance(shown, BridgeScore) else shown

    lines = tuple(Line(credit(score.ns, 1), credit(score.ew, -1)) for score in scores)
    return ScoredBoard(lines, (comparison,))


def _lone(scores: Sequence[TableScore], groups: Sequence[Group] | None) -> tuple[UncomparedTables, ...]:
    """The forms of a fouled board that have one result, so that it cannot be compared."""
    counts = ((tuple(group), sum(scores[place].field is not None for place in group)) for group in groups or ())
    reason = phrase("there is only one score, so there is nothing to compare it with")
    return tuple(UncomparedTables(group, reason) for group, count in counts if count == 1)


def _in_groups(
    scores: Sequence[TableScore], groups: Sequence[Group] | None, score: Callable[[Sequence[TableScore]], ScoredBoard]
) -> ScoredBoard:
    if groups is None:
        return score(scores)
    lines = [NO_LINE] * len(scores)
    comparisons: list[Figure[Exact]] = []
    compared: list[tuple[int, ...]] = []
    uncompared: list[UncomparedTables] = []
    for group in groups:
        try:
            scored = score([scores[place] for place in group])
        except NoDatum as none:  # only this form: the others have their own datums
            uncompared.append(UncomparedTables(tuple(group), none.what))
            continue
        comparisons.extend(scored.comparisons)
        compared.extend(tuple(group) for _ in scored.comparisons)
        for place, line in zip(group, scored.lines, strict=True):
            lines[place] = line
    return ScoredBoard(tuple(lines), tuple(comparisons), tuple(compared), tuple(uncompared))
