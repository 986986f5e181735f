"""IMPs deducted from a side's match score: for a substitute, before the scale; as a penalty, after the limits."""

from dataclasses import dataclass, replace
from enum import Enum

from overtrick.core.exact import Exact
from overtrick.core.provenance import IMPS, Clause, Fact, Figure, total
from overtrick.core.scoring.match import MatchRule, MatchScore, SideScore, credited_score
from overtrick.core.wording import phrase


class Deducted(Enum):
    """The step of a match score at which a deduction is made."""

    NET = "net"
    CREDITED = "credited"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class DeductionRule:
    """The figure from which the IMPs are deducted, and whether the *opponents* gain what this side loses."""

    id: str
    clause: Clause
    of: Deducted
    opponents: bool


def deduct(
    match: MatchScore,
    amount: Exact,
    boards: int,
    rule: MatchRule,
    deduction: DeductionRule,
    *,
    said: tuple[Fact, ...] = (),
) -> MatchScore:
    """A match score after *amount* is deducted from its first side; *said* are the facts that give the reason.

    If the net is reduced, the scale or the limits apply to the reduced net; if the credited score is reduced,
    the limits cannot cancel the deduction.
    """
    taken, gained = (Figure(by, IMPS, deduction.clause, said, phrase("for a substitute")) for by in (-amount, amount))
    first = _deduct_from_side(match.ns, taken, boards, rule, deduction)
    second = _deduct_from_side(match.ew, gained, boards, rule, deduction) if deduction.opponents else match.ew
    return MatchScore(first, second)


def _deduct_from_side(
    side: SideScore, by: Figure[Exact], boards: int, rule: MatchRule, deduction: DeductionRule
) -> SideScore:
    match deduction.of:
        case Deducted.NET:
            net = _less(side.net, by, deduction)
            return SideScore(net, credited_score(net, boards, rule))
        case Deducted.CREDITED:
            return SideScore(side.net, _less(side.credited, by, deduction))


def _less(figure: Figure[Exact], by: Figure[Exact], deduction: DeductionRule) -> Figure[Exact]:
    by = replace(by, unit=figure.unit)
    return total((figure, by), figure.unit, deduction.clause, phrase("{by} applied", by=by))
