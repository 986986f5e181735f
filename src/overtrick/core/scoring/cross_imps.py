"""Cross-IMPs: a score compared with every other on the board, in IMPs.

Comparisons are made between distinct scores, of which a board has a few hundred at most, so that the time
grows with the number of tables and not with the number of pairs of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from overtrick.core.exact import Exact, plain
from overtrick.core.laws.imps import imps_of
from overtrick.core.laws.lines import Credit, Line
from overtrick.core.laws.table_score import BridgeScore, Shown, TableScore, frequency
from overtrick.core.model.seats import Side
from overtrick.core.provenance import IMPS, RESULTS, Clause, Figure


class Divisor(Enum):
    """What the sum of the comparisons is divided by."""

    RESULTS = "results"
    COMPARISONS = "comparisons"
    NONE = "none"

    def __str__(self) -> str:
        return self.value

    def of(self, results: int) -> int:
        """The divisor for a board with so many results."""
        match self:
            case Divisor.RESULTS:
                return results
            case Divisor.COMPARISONS:
                return max(1, results - 1)
            case Divisor.NONE:
                return 1


@dataclass(frozen=True, slots=True)
class CrossImpsRule:
    """How a regulation averages the comparisons."""

    clause: Clause
    divisor: Divisor = Divisor.RESULTS


def cross_imps(scores: Sequence[TableScore], rule: CrossImpsRule) -> tuple[Line, ...]:
    """Each table's cross-IMPs on one board, exact.

    Each comparison is turned into IMPs first, then they are added, then divided; the quotient is not
    rounded. A weighted score is compared part by part.

    >>> from overtrick.core.laws.table_score import bare, points
    >>> rule = CrossImpsRule(Clause("ITS21", "OITS.final-cross-imps"))
    >>> [str(line.ns.value) for line in cross_imps([bare(p) for p in points(420, 420, 450, -50, 170)], rule)]
    ['3', '3', '4', '-37/5', '-13/5']
    """
    compared = [score.field for score in scores if score.field is not None]
    field = Figure(len(compared), RESULTS, rule.clause, tuple(compared), "compared with each other")
    divisor = rule.divisor.of(field.value)
    note = "not divided" if rule.divisor is Divisor.NONE else f"sum of the comparisons over {divisor}"
    frequencies = {side: frequency(scores, side) for side in Side}
    sums: dict[tuple[Side, Exact], Exact] = {}

    def against_all(points: Exact, side: Side) -> Exact:
        if (side, points) not in sums:
            sums[side, points] = sum(times * imps_of(points - other) for other, times in frequencies[side].items())
        return sums[side, points]

    def credit(shown: Shown | None, side: Side) -> Credit | None:
        if not isinstance(shown, BridgeScore):
            return shown
        gained = sum(weight * against_all(points, side) for weight, points in shown.weighted)
        sign = 1 if side is Side.NS else -1
        return Figure(plain(Fraction(sign * gained) / divisor), IMPS, rule.clause, (shown.points, field), note)

    return tuple(Line(credit(score.ns, Side.NS), credit(score.ew, Side.EW)) for score in scores)
