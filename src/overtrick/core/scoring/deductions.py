"""IMPs deducted from a side's match score: for a substitute, before the scale; as a penalty, after the limits."""

from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from overtrick.core.exact import Exact, Halves, round_to
from overtrick.core.provenance import IMPS, Clause, Fact, Figure, total
from overtrick.core.scoring.match import MatchRule, MatchScore, SideScore, credited_score
from overtrick.core.wording import phrase


class DeductionStep(Enum):
    """The step of a match score at which a deduction is made."""

    NET = "net"
    CREDITED = "credited"


@dataclass(frozen=True, slots=True)
class DeductionRule:
    """The figure from which the IMPs are deducted, and whether the *opponents* gain what this side loses."""

    id: str
    clause: Clause
    of: DeductionStep
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
        case DeductionStep.NET:
            net = _less(side.net, by, deduction)
            return SideScore(net, credited_score(net, boards, rule))
        case DeductionStep.CREDITED:
            return SideScore(side.net, _less(side.credited, by, deduction))


def _less(figure: Figure[Exact], by: Figure[Exact], deduction: DeductionRule) -> Figure[Exact]:
    by = replace(by, unit=figure.unit)
    return total((figure, by), figure.unit, deduction.clause, phrase("after {by} for a substitute", by=by))


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
