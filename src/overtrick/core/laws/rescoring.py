"""Rescore the boards of a teams match at board-a-match or total points (Law 78)."""

from collections.abc import Sequence
from fractions import Fraction

from overtrick.core.exact import Exact, plain
from overtrick.core.provenance import BOARDS, POINTS, Clause, Figure, Made, counted
from overtrick.core.wording import phrase

LAW_78C = Clause("Law", "78C")
LAW_78D = Clause("Law", "78D")

_HALF = Fraction(1, 2)

Swing = Figure[Exact]
"""Points by which one team did better on a board over both tables."""


def total_points(swings: Sequence[Swing]) -> Figure[Exact]:
    """Total points: the margin in points over all boards (Law 78C).

    >>> from overtrick.core.laws.table_score import points
    >>> total_points(points(-10, 200)).value
    190
    """
    value = sum(swing.value for swing in swings)
    return Figure(
        value,
        POINTS,
        LAW_78C,
        tuple(swings),
        phrase("total points over {swings}", swings=counted(len(swings))),
        Made.SUM,
    )


def board_a_match(swings: Sequence[Swing]) -> Figure[Exact]:
    """Board-a-match: one board for each board won, half for each board tied.

    Any difference wins the board, however small.

    >>> from overtrick.core.laws.table_score import points
    >>> str(board_a_match(points(0, 10, -450, 0)))
    '2 boards'
    """
    value = sum((Fraction(swing.value > 0) + (_HALF if swing.value == 0 else 0) for swing in swings), Fraction(0))
    note = phrase("board-a-match over {swings}", swings=counted(len(swings)))
    return Figure(plain(value), BOARDS, LAW_78D, tuple(swings), note, Made.FORMULA)
