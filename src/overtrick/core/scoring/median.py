"""The median: the middle score of a board, against which IMPs may be taken."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from overtrick.core.errors import NoDatum
from overtrick.core.exact import Exact, Halves, plain, round_to
from overtrick.core.provenance import POINTS, Clause, Figure, Made
from overtrick.core.wording import phrase


class EvenMedian(Enum):
    """Which score is the median of an even number of scores."""

    MEAN = "mean of the two middle scores"
    MEAN_TO_TEN = "mean of the two middle scores, rounded to 10"
    LOWER = "lower middle score"
    HIGHER = "higher middle score"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class MedianRule:
    """How the regulations take the median; the mean of two scores is exact, or rounded to 10, halves away from zero."""

    clause: Clause
    even: EvenMedian = EvenMedian.MEAN


def median(scores: Sequence[Figure[Exact] | None], rule: MedianRule) -> Figure[Exact]:
    """The median of North-South's scores on a board.

    >>> from overtrick.core.laws.table_score import points
    >>> rule = MedianRule(Clause("ITS21", "OITS.median"))
    >>> median(points(620, 650, 140, -100, 620, 170), rule).value
    395
    """
    entered = [score for score in scores if score is not None]
    if not entered:
        raise NoDatum(
            "No table has a result, so there is no median",
            clause=str(rule.clause),
            remedy="Award artificial adjusted scores.",
        )
    ordered = sorted(score.value for score in entered)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    match rule.even:
        case EvenMedian.MEAN:
            value = plain(Fraction(low + high) / 2)
        case EvenMedian.MEAN_TO_TEN:
            value = round_to(plain(Fraction(low + high) / 2), 10, Halves.AWAY)
        case EvenMedian.LOWER:
            value = low
        case EvenMedian.HIGHER:
            value = high
    note = (
        phrase("median of the scores ({ordered} in all)", ordered=len(ordered))
        if len(ordered) % 2
        else phrase("{even} ({ordered} scores)", even=rule.even, ordered=len(ordered))
    )
    return Figure(value, POINTS, rule.clause, tuple(entered), note, Made.MIDDLE)
