"""IMPs taken from a side's match: for a substitute, before the scale; as a fine, after the limits."""

from dataclasses import dataclass
from enum import Enum

from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Figure
from overtrick.core.scoring.match import MatchRule, MatchScore, SideScore, credited


class Deducted(Enum):
    """Where in the making of a match score a deduction is made."""

    NET = "net"
    CREDITED = "credited"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class DeductionRule:
    """From which figure the IMPs are taken, and whether the *opponents* gain what this side loses."""

    id: str
    clause: Clause
    of: Deducted
    opponents: bool


def deducted(match: MatchScore, amount: Exact, boards: int, rule: MatchRule, deduction: DeductionRule) -> MatchScore:
    """A match after *amount* was taken from its first side.

    Taken from the net, the scale or the limits are applied to what is left; taken from what the match was
    credited with, the limits cannot swallow it.
    """
    first = _changed(match.ns, -amount, boards, rule, deduction)
    second = _changed(match.ew, amount, boards, rule, deduction) if deduction.opponents else match.ew
    return MatchScore(first, second)


def _changed(side: SideScore, by: Exact, boards: int, rule: MatchRule, deduction: DeductionRule) -> SideScore:
    match deduction.of:
        case Deducted.NET:
            net = _less(side.net, by, deduction)
            return SideScore(net, credited(net, boards, rule))
        case Deducted.CREDITED:
            return SideScore(side.net, _less(side.credited, by, deduction))


def _less(figure: Figure[Exact], by: Exact, deduction: DeductionRule) -> Figure[Exact]:
    return Figure(figure.value + by, figure.unit, deduction.clause, (figure,), f"{figure.unit.number(by)} applied")
