"""A table's result as it enters the scoring: each side's score, the score that the field compares with, and its line.

An ordinary result gives both sides the same points. A weighted score (Law 12C1(c)) gives several results
with their weights, a split score (Law 12C1(e)) gives the sides different ones, and an artificial score
(Law 12C2) gives an award and no score for the field to compare with.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, assert_never

from overtrick.core.exact import Exact, plain
from overtrick.core.laws.score import board_score
from overtrick.core.model.boards import Board
from overtrick.core.model.results import (
    Artificial,
    Average,
    Award,
    AwardedImps,
    AwardedPercent,
    NotPlayed,
    PassedOut,
    PlayedContract,
    PointsResult,
    Result,
    SideResult,
    Split,
    WeightedScore,
)
from overtrick.core.model.seats import Side
from overtrick.core.provenance import POINTS, Clause, Derivation, Fact, Figure, PostingSource
from overtrick.core.wording import phrase

LAW_12C1C = Clause("Law", "12C1(c)")
LAW_12C1E = Clause("Law", "12C1(e)")

_WHOLE = Fraction(1)


@dataclass(frozen=True, slots=True)
class BridgeScore:
    """Points to North-South from play, or assigned as if from play.

    *points* is the figure that is shown and that the field compares with: the score itself, or the weighted mean
    of *parts*, which are (weight, points) pairs and are given only for a weighted score.
    """

    points: Figure[Exact]
    parts: tuple[tuple[Fraction, int], ...] = ()

    @property
    def weighted(self) -> tuple[tuple[Fraction, Exact], ...]:
        """The scores with their weights; an ordinary score has all the weight."""
        return self.parts or ((_WHOLE, self.points.value),)

    @property
    def same(self) -> tuple[tuple[Fraction, int], ...] | Exact:
        """The key by which equal scores are recognised: the parts of a weighted score, or the points."""
        return self.parts or self.points.value


@dataclass(frozen=True, slots=True)
class RuledAward:
    """An award, and the ruling that gave it; *cancelled* where the board was lost without having been fouled."""

    award: Award
    ruling: Fact
    cancelled: bool = False

    def __str__(self) -> str:
        return str(self.award)


Shown: TypeAlias = BridgeScore | Award | RuledAward


@dataclass(frozen=True, slots=True)
class TableScore:
    """Each side's score on a board at one table; `None` for a board not played."""

    ns: Shown | None
    ew: Shown | None
    field: Figure[Exact] | None

    @property
    def split(self) -> bool:
        """Whether the sides have different bridge scores."""
        return self.ns is not self.ew


def points(*scores: int) -> tuple[Figure[int], ...]:
    """Bare scores as figures, where only the points are known.

    >>> [str(score) for score in points(420, -50)]
    ['+420 points', '−50 points']
    """
    return tuple(Figure(score, POINTS, Clause("Law", "77"), (), phrase("as entered")) for score in scores)


def bare(score: Figure[Exact] | None) -> TableScore:
    """The score of a table whose contract is unknown, or that has no result."""
    if score is None:
        return TableScore(None, None, None)
    shown = BridgeScore(score)
    return TableScore(shown, shown, score)


def table_score(board: Board, result: Result, source: str | PostingSource = "") -> TableScore:
    """A result as a score for each side and for the field.

    A weighted score enters the field as its mean, a split score as the mean of the two sides' scores, an
    artificial score not at all.
    """
    match result:
        case NotPlayed():
            return TableScore(None, None, None)
        case Artificial(ns, ew):
            ruling = Fact(result, source)
            return TableScore(RuledAward(ns, ruling), RuledAward(ew, ruling), None)
        case Split(ns, ew):
            return _split(board, result, ns, ew, source)
        case WeightedScore():
            shown = _weighted_score(board, result, source)
            return TableScore(shown, shown, shown.points)
        case PlayedContract() | PassedOut() | PointsResult():
            figure = board_score(board, result, source)
            single = BridgeScore(figure)
            return TableScore(single, single, figure)


def frequency(scores: Sequence[TableScore], side: Side) -> dict[Exact, Exact]:
    """How often each distinct score of one side occurs in the field, lowest score first.

    A weighted score counts for its parts, each by its weight.
    """
    counted: Counter[Exact] = Counter()
    parts: dict[Exact, Exact] = {}
    for score in scores:
        if score.field is None:
            continue
        shown = score.ns if side is Side.NS else score.ew
        if isinstance(shown, BridgeScore) and shown.parts:
            for weight, points in shown.parts:
                parts[points] = parts.get(points, 0) + weight
        else:
            counted[shown.points.value if isinstance(shown, BridgeScore) else score.field.value] += 1
    return {points: counted[points] + parts.get(points, 0) for points in sorted({*counted, *parts})}


def _weighted_score(board: Board, result: WeightedScore, source: str | PostingSource) -> BridgeScore:
    scores = [(part.weight, board_score(board, part.result, source)) for part in result.parts]
    value = plain(sum((weight * score.value for weight, score in scores), Fraction(0)))
    of = tuple(score for _, score in scores)
    figure: Figure[Exact] = Figure(
        value, POINTS, LAW_12C1C, of, phrase("weighted: {result}", result=result), Derivation.WEIGHTED
    )
    return BridgeScore(figure, tuple((weight, score.value) for weight, score in scores))


def _side(board: Board, result: SideResult, source: str | PostingSource) -> Shown:
    match result:
        case WeightedScore():
            return _weighted_score(board, result, source)
        case PlayedContract() | PassedOut() | PointsResult():
            return BridgeScore(board_score(board, result, source))
        case Average() | AwardedPercent() | AwardedImps():
            return RuledAward(result, Fact(result, source))
        case _:
            assert_never(result)


def _split(board: Board, result: Split, ns: SideResult, ew: SideResult, source: str | PostingSource) -> TableScore:
    sides = (_side(board, ns, source), _side(board, ew, source))
    seen = tuple(side.points for side in sides if isinstance(side, BridgeScore))
    if not seen:
        return TableScore(*sides, None)
    value = plain(Fraction(sum(figure.value for figure in seen)) / len(seen))
    field: Figure[Exact] = Figure(
        value,
        POINTS,
        LAW_12C1E,
        (*seen, Fact(result, source)),
        phrase("split score: average over the sides that have a score in points"),
        Derivation.MEAN,
    )
    return TableScore(*sides, field)


Credit: TypeAlias = Figure[Exact] | Award | RuledAward
"""IMPs or matchpoints earned, or an award whose value is worked out over the match or the session."""


@dataclass(frozen=True, slots=True)
class Line:
    """The credits of both sides on one board at one table; `None` where it was not played.

    Each side is scored separately, because awards to the two sides need not be opposites.
    """

    ns: Credit | None
    ew: Credit | None

    def side(self, side: Side) -> Credit | None:
        """The credit of one side."""
        return self.ns if side is Side.NS else self.ew


NO_LINE = Line(None, None)
