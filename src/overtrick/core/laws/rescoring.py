"""Rescore the boards of a teams match at board-a-match or total points (Law 78)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.exact import Exact, plain
from overtrick.core.provenance import BOARDS, POINTS, Clause, Derivation, Figure, count_phrase
from overtrick.core.wording import phrase

LAW_78C = Clause("Law", "78C")
LAW_78D = Clause("Law", "78D")


@dataclass(frozen=True, slots=True)
class Swing:
    """Points by which the home team did better on a board over both tables.

    A split score does not balance: then *visitors* has the points by which the other team did better.
    """

    home: Figure[Exact]
    visitors: Figure[Exact] | None = None

    @property
    def figures(self) -> tuple[Figure[Exact], ...]:
        """The points of each team that has its own."""
        return (self.home,) if self.visitors is None else (self.home, self.visitors)

    def worth(self, value: Callable[[Exact], Exact]) -> Fraction:
        """The home team's score for the board: each team's is worked out on its own, and averaged (Law 12C4).

        *value* is the score for a number of points; for the opposite number it is the opposite score.
        """
        if self.visitors is None:
            return Fraction(value(self.home.value))
        return Fraction(value(self.home.value) - value(self.visitors.value)) / 2


def swing_figures(swings: Sequence[Swing]) -> tuple[Figure[Exact], ...]:
    """The figures of several swings."""
    return tuple(figure for swing in swings for figure in swing.figures)


def total_points(swings: Sequence[Swing]) -> Figure[Exact]:
    """Total points: the margin in points over all boards (Law 78C).

    >>> from overtrick.core.laws.table_score import points
    >>> total_points([Swing(each) for each in points(-10, 200)]).value
    190
    """
    value = sum((swing.worth(lambda points: points) for swing in swings), Fraction(0))
    note = phrase("total points over {swings}", swings=count_phrase(len(swings)))
    return Figure(
        plain(value),
        POINTS,
        LAW_78C,
        swing_figures(swings),
        note,
        Derivation.SUM if _is_balanced(swings) else Derivation.FORMULA,
    )


def board_a_match(swings: Sequence[Swing]) -> Figure[Exact]:
    """Board-a-match: one board for each board won, half for each board tied.

    Any difference wins the board, however small. A split score that both teams lose is a tie: each has half.

    >>> from overtrick.core.laws.table_score import points
    >>> str(board_a_match([Swing(each) for each in points(0, 10, -450, 0)]))
    '2 boards'
    >>> both_lost = Swing(*points(-200, -500))
    >>> str(board_a_match([both_lost])), str(total_points([both_lost]))
    ('0.50 boards', '+150 points')
    """
    value = sum((Fraction(1 + swing.worth(_sign)) / 2 for swing in swings), Fraction(0))
    note = phrase("board-a-match over {swings}", swings=count_phrase(len(swings)))
    return Figure(plain(value), BOARDS, LAW_78D, swing_figures(swings), note, Derivation.FORMULA)


def _sign(points: Exact) -> int:
    return (points > 0) - (points < 0)


def _is_balanced(swings: Sequence[Swing]) -> bool:
    return all(swing.visitors is None for swing in swings)
