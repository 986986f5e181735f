"""Cross-IMPs: a score compared with every other on the board, in IMPs.

Only distinct scores are compared, and a board has a few hundred of those at most, so the time grows with the number
of tables, not with its square.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from overtrick.core.exact import Exact, plain
from overtrick.core.laws.imps import imps_of
from overtrick.core.laws.table_score import BridgeScore, Credit, Line, TableScore, frequency
from overtrick.core.model.seats import Side
from overtrick.core.provenance import IMPS, RESULTS, Clause, Derivation, Figure
from overtrick.core.wording import phrase


class Divisor(Enum):
    """What the sum of the comparisons is divided by."""

    RESULTS = "results"
    COMPARISONS = "comparisons"
    TABLES = "tables"
    NONE = "none"

    def __str__(self) -> str:
        return self.value

    def divisor_for(self, results: int, tables: int) -> int:
        """The divisor for a board with these numbers of results and tables."""
        match self:
            case Divisor.RESULTS:
                return results
            case Divisor.COMPARISONS:
                return max(1, results - 1)
            case Divisor.TABLES:
                return max(1, tables)
            case Divisor.NONE:
                return 1


@dataclass(frozen=True, slots=True)
class CrossImpsRule:
    """How the regulations average the comparisons."""

    clause: Clause
    divisor: Divisor = Divisor.RESULTS


def cross_imps(scores: Sequence[TableScore], rule: CrossImpsRule) -> tuple[Line, ...]:
    """Each table's cross-IMPs on one board, exact.

    Each comparison is converted to IMPs, then they are added, then divided; the quotient is not
    rounded. A weighted score is compared part by part.

    >>> from overtrick.core.laws.table_score import bare, points
    >>> rule = CrossImpsRule(Clause("ITS21", "OITS.final-cross-imps"))
    >>> [str(line.ns.value) for line in cross_imps([bare(p) for p in points(420, 420, 450, -50, 170)], rule)]
    ['3', '3', '4', '-37/5', '-13/5']
    """
    compared = [score.field for score in scores if score.field is not None]
    field = Figure(
        len(compared), RESULTS, rule.clause, tuple(compared), phrase("compared with each other"), Derivation.COUNT
    )
    divisor = rule.divisor.divisor_for(field.value, len(scores))
    ns, ew = (_side(scores, side, field, rule, divisor) for side in Side)
    return tuple(Line(*both) for both in zip(ns, ew, strict=True))


def _side(
    scores: Sequence[TableScore], side: Side, field: Figure[int], rule: CrossImpsRule, divisor: int
) -> list[Credit | None]:
    """One side's credits; equal scores are calculated once."""
    note = (
        phrase("sum of the comparisons, not divided")
        if rule.divisor is Divisor.NONE
        else phrase("sum of the comparisons ÷ number of {divisor}", divisor=rule.divisor)
    )
    sign = 1 if side is Side.NS else -1
    made = Derivation.COMPARED if side is Side.NS else Derivation.COMPARED_EW
    others = frequency(scores, side)
    told: dict[object, Exact] = {}
    credited: list[Credit | None] = []
    for score in scores:
        shown = score.ns if side is Side.NS else score.ew
        if not isinstance(shown, BridgeScore):
            credited.append(shown)
            continue
        value = told.get(shown.same)
        if value is None:
            value = told[shown.same] = plain(Fraction(sign * _against_all(shown, others)) / divisor)
        credited.append(Figure(value, IMPS, rule.clause, (shown.points, field), note, made))
    return credited


def _against_all(shown: BridgeScore, others: Mapping[Exact, Exact]) -> Exact:
    """The sum of a score's comparisons with every score of the field, each part multiplied by its weight."""
    return sum(
        weight * sum(times * imps_of(points - other) for other, times in others.items())
        for weight, points in shown.weighted
    )
