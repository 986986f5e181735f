"""One board over the whole field: every table's line, by the method the regulation names."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.errors import NoDatum
from overtrick.core.exact import Exact
from overtrick.core.laws.imps import score_imps
from overtrick.core.laws.lines import NO_LINE, Credit, Line
from overtrick.core.laws.matchpoints import Group, MatchpointRule, matchpoints
from overtrick.core.laws.table_score import BridgeScore, Shown, TableScore
from overtrick.core.provenance import Figure
from overtrick.core.scoring.cross_imps import CrossImpsRule, cross_imps
from overtrick.core.scoring.datum import DatumRule, Weight, datum
from overtrick.core.scoring.median import MedianRule, median
from overtrick.core.wording import Phrase, phrase


@dataclass(frozen=True, slots=True)
class ButlerRule:
    """IMPs against a datum; a fouled board has a datum for each of its forms, by its own rule if there is one."""

    datum: DatumRule
    fouled: DatumRule | None = None


BoardRule: TypeAlias = ButlerRule | MedianRule | CrossImpsRule | MatchpointRule


@dataclass(frozen=True, slots=True)
class Uncompared:
    """Tables, by their places, whose results make no datum or median, and why: too few, or no case of the rule."""

    places: tuple[int, ...]
    reason: Phrase


@dataclass(frozen=True, slots=True)
class ScoredBoard:
    """A board's lines, table by table, and what they were compared with (one for each form of it).

    *groups* are the places of the tables that each comparison of a fouled board is for; without any, it is for all.
    *uncompared* are the forms whose tables could not be compared and have no line.
    """

    lines: tuple[Line, ...]
    comparisons: tuple[Figure[Exact], ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    uncompared: tuple[Uncompared, ...] = ()


def score_board(
    scores: Sequence[TableScore],
    rule: BoardRule,
    match: int = 1,
    *,
    expected: int | None = None,
    groups: Sequence[Group] | None = None,
    outside: Weight | None = None,
) -> ScoredBoard:
    """Score a board over all the tables that played it, in the order of the draw.

    *match* chooses among a datum's cases; *expected* is the number of results the common top is for
    (matchpoints); *groups* are the tables that played each form of a fouled board; *outside* are another
    field's scores for the datum. Refused (`NoDatum`) where the whole field cannot be compared; a form that cannot is
    left to the caller, in *uncompared*, and the others are scored.
    """
    match rule:
        case MatchpointRule():
            return ScoredBoard(matchpoints(scores, rule, expected, groups))
        case CrossImpsRule():
            return _in_groups(scores, groups, lambda group: ScoredBoard(cross_imps(group, rule)))
        case MedianRule():
            return _in_groups(
                scores,
                groups,
                lambda group: against(group, median([s.field for s in group], rule), phrase("against the median")),
            )
        case ButlerRule():
            by_form = rule.datum if groups is None or rule.fouled is None else rule.fouled
            return _in_groups(
                scores,
                groups,
                lambda group: against(
                    group, datum([s.field for s in group], by_form, match, outside), phrase("against the datum")
                ),
            )


def against(scores: Sequence[TableScore], comparison: Figure[Exact], note: Phrase) -> ScoredBoard:
    """Every table in IMPs against one score, North-South and East-West each in their own right."""

    def credit(shown: Shown | None, sign: int) -> Credit | None:
        return score_imps(shown, comparison, note, sign) if isinstance(shown, BridgeScore) else shown

    lines = tuple(Line(credit(score.ns, 1), credit(score.ew, -1)) for score in scores)
    return ScoredBoard(lines, (comparison,))


def _in_groups(
    scores: Sequence[TableScore], groups: Sequence[Group] | None, score: Callable[[Sequence[TableScore]], ScoredBoard]
) -> ScoredBoard:
    if groups is None:
        return score(scores)
    lines = [NO_LINE] * len(scores)
    comparisons: list[Figure[Exact]] = []
    compared: list[tuple[int, ...]] = []
    uncompared: list[Uncompared] = []
    for group in groups:
        try:
            scored = score([scores[place] for place in group])
        except NoDatum as none:  # this form alone: the others have their own
            uncompared.append(Uncompared(tuple(group), none.what))
            continue
        comparisons.extend(scored.comparisons)
        compared.extend(tuple(group) for _ in scored.comparisons)
        for place, line in zip(group, scored.lines, strict=True):
            lines[place] = line
    return ScoredBoard(tuple(lines), tuple(comparisons), tuple(compared), tuple(uncompared))
