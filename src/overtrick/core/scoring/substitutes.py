"""Substitutes in a match: the guide to the IMPs that the side using one gives up, and their maximum."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from overtrick.core.exact import Exact, Halves, round_to
from overtrick.core.provenance import IMPS, Clause, Figure
from overtrick.core.wording import phrase


class Improvement(Enum):
    """How much stronger a substitute makes the side that uses one."""

    LITTLE = "little or none"
    SOME = "some"
    SIGNIFICANT = "significant"
    SUBSTANTIAL = "substantial"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class SubstituteGuide:
    """The printed adjustments by improvement and match length, and the maximum per board.

    *rows* are (improvement, (boards, IMPs) …), shortest match first.
    """

    id: str
    clause: Clause
    rows: tuple[tuple[Improvement, tuple[tuple[int, Exact], ...]], ...]
    per_board: Exact
    ceiling: Clause

    def covers(self, boards: int) -> bool:
        """Whether the guide has a figure for matches of this many boards."""
        return all(boards in dict(figures) for _, figures in self.rows)

    def allows(self, imps: Exact, boards: int) -> bool:
        """Whether an adjustment is within the maximum."""
        return imps <= self.per_board * boards


def adjustment(improvement: Improvement, boards: int, guide: SubstituteGuide) -> Figure[Exact]:
    """The IMPs that the guide prints, or an estimate for a length that it does not print.

    Between two printed lengths the figure is interpolated; beyond them it is proportional to the
    number of boards. It is rounded to the nearest IMP, halves up.
    """
    figures = dict(guide.rows)[improvement]
    exact = _interpolate(figures, boards)
    note = phrase("match of {boards:#board}, improvement: {improvement}", improvement=improvement, boards=boards)
    if boards not in dict(figures):
        note = phrase("{note}; estimated, because the guide does not cover this length", note=note)
    return Figure(round_to(exact, 1, Halves.UP), IMPS, guide.clause, (), note)


def _interpolate(figures: tuple[tuple[int, Exact], ...], boards: int) -> Exact:
    (least, low), (most, high) = figures[0], figures[-1]
    if boards <= least:
        return Fraction(low * boards) / least
    if boards >= most:
        return Fraction(high * boards) / most
    at = next(place for place, (length, _) in enumerate(figures) if length >= boards)
    (left, below), (right, above) = figures[at - 1], figures[at]
    return below + (boards - left) * Fraction(above - below) / (right - left)
