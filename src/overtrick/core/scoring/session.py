"""Matchpoints over a match or a session: percentages, artificial shares and fines.

The order of operations is the one every scorer needs and few write down: matchpoints, then artificial
scores as shares of the top, then fines in tops, then the percentage, then fines in per cent, then one
rounding.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.exact import Exact, Halves, plain, to_places
from overtrick.core.laws.adjusted import ArtificialRule, awards
from overtrick.core.laws.lines import Credit
from overtrick.core.provenance import PERCENT, Clause, Figure, Reason


@dataclass(frozen=True, slots=True)
class PercentRule:
    """How matchpoints become a percentage; *places* is its one rounding (halves up), if it has one."""

    clause: Clause
    artificial: ArtificialRule
    places: int | None = 2


@dataclass(frozen=True, slots=True)
class Fine:
    """A fine in parts of a top (*tops*) or in percentage points (*points*), with the ruling it came from."""

    clause: Clause
    tops: Exact = 0
    points: Exact = 0
    note: str = "fine"


@dataclass(frozen=True, slots=True)
class BoardCredit:
    """What one board brought a pair, and the top it was out of; without a credit it was not played."""

    credit: Credit | None
    top: Exact


def own_percentage(boards: Sequence[BoardCredit]) -> Exact | None:
    """A pair's percentage on the boards it really played: no awards, no fines."""
    played = [(board.credit.value, board.top) for board in boards if isinstance(board.credit, Figure)]
    most = sum(top for _, top in played)
    return plain(Fraction(100 * sum(value for value, _ in played)) / most) if most else None


def percentage(boards: Sequence[BoardCredit], rule: PercentRule, fines: Sequence[Fine] = ()) -> Figure[Exact]:
    """A pair's percentage over the boards of a match or a session.

    The percentages of the boards are averaged, each weighing the same whatever its top, so that an award
    is worth the same on every board. A fine of part of a top is that part of one board's share.
    """
    scored = [board for board in boards if board.credit is not None]
    if not scored:
        return Figure(0, PERCENT, rule.clause, (), "no boards")
    earned: list[Reason] = []
    shares: Exact = 0
    given = []
    for board in scored:
        if isinstance(board.credit, Figure):
            shares += Fraction(100 * board.credit.value) / Fraction(board.top)
            earned.append(board.credit)
        elif board.credit is not None:
            given.append(board.credit)
    if given:
        award = awards(given, rule.artificial, own_percentage(boards))
        shares += award.value
        earned.append(award)
    fined = [_fine(fine, len(scored)) for fine in fines]
    value = plain(Fraction(shares) / len(scored) + sum(figure.value for figure in fined))
    if rule.places is not None:
        value = to_places(value, rule.places, Halves.UP)
    note = f"average of {len(scored)} boards" + (", less fines" if fined else "")
    return Figure(value, PERCENT, rule.clause, (*earned, *fined), note)


def _fine(fine: Fine, boards: int) -> Figure[Exact]:
    value = plain(-(Fraction(100 * fine.tops) / boards) - fine.points)
    return Figure(value, PERCENT, fine.clause, (), fine.note)
