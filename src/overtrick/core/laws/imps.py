"""Law 78B: the difference between two scores in international match points."""

from bisect import bisect_right
from fractions import Fraction

from overtrick.core.exact import Exact, floor, plain
from overtrick.core.laws.table_score import BridgeScore
from overtrick.core.provenance import IMPS, Clause, Derivation, Figure, Note
from overtrick.core.wording import phrase

LAW_78B = Clause("Law", "78B")

LEAST_DIFFERENCE = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500,
    3000, 3500, 4000,
)  # fmt: skip
"""The smallest differences in points that are worth 1, 2, … 24 IMPs."""


def imps_of(difference: Exact) -> int:
    """IMPs for a difference in points, with its sign.

    The scale is printed in steps of ten; a difference that falls between two rows takes the lower one.

    >>> [imps_of(d) for d in (10, 20, 45, 50, -430, Fraction(-850, 2), 9000)]
    [0, 1, 1, 2, -10, -9, 24]
    """
    if difference < 0:
        return -imps_of(-difference)
    return bisect_right(LEAST_DIFFERENCE, floor(difference))


def imps(ours: Figure[Exact], against: Figure[Exact], note: Note = "", sign: int = 1) -> Figure[int]:
    """IMPs of one score against another, for North-South (*sign* 1) or East-West (-1).

    >>> from overtrick.core.laws.table_score import points
    >>> imps(*points(620, 480)).value, imps(*points(620, 480), sign=-1).value
    (4, -4)
    """
    made = Derivation.AGAINST if sign == 1 else Derivation.AGAINST_EW
    return Figure(sign * imps_of(ours.value - against.value), IMPS, LAW_78B, (ours, against), note, made)


def score_imps(shown: BridgeScore, against: Figure[Exact], note: Note, sign: int = 1) -> Figure[Exact]:
    """IMPs of one side's score against one figure; a weighted score is compared part by part (Law 12C1(c))."""
    if not shown.parts:
        return imps(shown.points, against, note, sign)
    value = sum((weight * imps_of(score - against.value) for weight, score in shown.parts), Fraction(0))
    made = Derivation.AGAINST if sign == 1 else Derivation.AGAINST_EW
    return Figure(
        plain(sign * value),
        IMPS,
        LAW_78B,
        (shown.points, against),
        phrase("{note}, separately for each weighted result", note=note),
        made,
    )
