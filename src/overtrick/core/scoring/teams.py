"""Teams: a board over two tables, and a match over many boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain
from overtrick.core.laws.adjusted import Given
from overtrick.core.laws.imps import LAW_78B, imps_of
from overtrick.core.laws.lines import Credit
from overtrick.core.laws.table_score import BridgeScore, Ruled, Shown, TableScore
from overtrick.core.provenance import IMPS, POINTS, Figure, Made
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class TeamsLine:
    """What a board brought each team; `None` where it was not played at both tables."""

    home: Credit | None
    visitors: Credit | None


def swing(sitting_ns: Figure[Exact], sitting_ew: Figure[Exact]) -> Figure[Exact]:
    """The points by which a team gained, from its table North-South and its table East-West.

    >>> from overtrick.core.laws.table_score import points
    >>> swing(*points(620, -100)).value
    720
    """
    value = sitting_ns.value - sitting_ew.value
    return Figure(value, POINTS, LAW_78B, (sitting_ns, sitting_ew), phrase("over both tables"), Made.DIFFERENCE)


def teams_board(home_ns: TableScore, home_ew: TableScore) -> TeamsLine:
    """A board at the table where the home team sits North-South and the table where it sits East-West.

    A weighted score is compared part by part with the other table's. An award at either table is the
    team's award for the board; two different awards are for the director to settle.
    """
    return TeamsLine(
        home=_credit(home_ns.ns, home_ew.ew, sign=1),
        visitors=_credit(home_ns.ew, home_ew.ns, sign=-1),
    )


def team_credit(sitting_ns: TableScore, sitting_ew: TableScore) -> Credit | None:
    """A team's credit on a board from any two tables, as in a three-team match."""
    return _credit(sitting_ns.ns, sitting_ew.ew, sign=1)


def _credit(first: Shown | None, second: Shown | None, sign: int) -> Credit | None:
    """The credit of a team from what it shows at the two tables; *sign* -1 for East-West at the first."""
    if first is None or second is None:
        return None
    if isinstance(first, BridgeScore) and isinstance(second, BridgeScore):
        value: Exact = imps_of(first.points.value - second.points.value)
        if first.parts or second.parts:
            parts = ((ours * theirs, ns - ew) for ours, ns in first.weighted for theirs, ew in second.weighted)
            value = sum((weight * imps_of(points) for weight, points in parts), Fraction(0))
        made = Made.TABLES_NS if sign == 1 else Made.TABLES_EW
        return Figure(
            plain(sign * value), IMPS, LAW_78B, (first.points, second.points), phrase("over both tables"), made
        )
    return _one_award([shown for shown in (first, second) if not isinstance(shown, BridgeScore)])


def _one_award(given: Sequence[Given]) -> Given:
    named = {each.award if isinstance(each, Ruled) else each for each in given}
    if len(named) > 1:
        listed = " and ".join(sorted(str(award) for award in named))
        raise DirectorError(
            f"The two tables have different awards on this board ({listed})",
            clause="Law 12C2",
            remedy="Award each team one score for the board.",
        )
    return given[0]
