"""Teams: score a board over two tables, by the method of the match."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain
from overtrick.core.laws.adjusted import Given
from overtrick.core.laws.imps import LAW_78B, imps_of
from overtrick.core.laws.table_score import BridgeScore, Credit, RuledAward, Shown, TableScore
from overtrick.core.provenance import BOARD_POINTS, IMPS, POINTS, Clause, Derivation, Figure, Unit
from overtrick.core.wording import phrase


class Method(Enum):
    """How the two tables of a board are compared: by IMPs, by who did better, or by the points themselves."""

    IMPS = "IMPs"
    BOARD_A_MATCH = "board-a-match"
    AGGREGATE = "aggregate"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The method of a teams board; at board-a-match a board won is worth *win* and a tied board *tie*.

    A board lost is worth nothing: 2, 1 and 0 is also known as point-a-board.
    """

    clause: Clause
    method: Method = Method.IMPS
    win: Exact = 2
    tie: Exact = 1

    @property
    def unit(self) -> Unit:
        """The unit of the score on a board."""
        return {Method.IMPS: IMPS, Method.BOARD_A_MATCH: BOARD_POINTS, Method.AGGREGATE: POINTS}[self.method]

    @property
    def counts_boards(self) -> bool:
        """Whether the method counts boards won."""
        return self.method is Method.BOARD_A_MATCH

    def worth(self, points: Exact) -> Exact:
        """A side's score for the points by which it did better.

        >>> bam = Comparison(Clause("Law", "78D"), Method.BOARD_A_MATCH)
        >>> [bam.worth(points) for points in (10, 0, -450)], Comparison(LAW_78B).worth(-450)
        ([2, 1, 0], -10)
        """
        match self.method:
            case Method.IMPS:
                return imps_of(points)
            case Method.AGGREGATE:
                return points
            case Method.BOARD_A_MATCH:
                return self.tie if points == 0 else self.win if points > 0 else 0


BY_IMPS = Comparison(LAW_78B)


@dataclass(frozen=True, slots=True)
class TeamsLine:
    """Each team's credit on a board; `None` if it was not played at both tables."""

    home: Credit | None
    visitors: Credit | None


def swing(sitting_ns: Figure[Exact], sitting_ew: Figure[Exact]) -> Figure[Exact]:
    """The points by which a team gained, from its table North-South and its table East-West.

    >>> from overtrick.core.laws.table_score import points
    >>> swing(*points(620, -100)).value
    720
    """
    value = sitting_ns.value - sitting_ew.value
    return Figure(value, POINTS, LAW_78B, (sitting_ns, sitting_ew), phrase("over both tables"), Derivation.DIFFERENCE)


def teams_board(home_ns: TableScore, home_ew: TableScore, by: Comparison = BY_IMPS) -> TeamsLine:
    """The credits on a board, from the table where the home team sits North-South and the one where it sits East-West.

    A weighted score is compared part by part with the other table's. An award at either table is the
    team's award for the board; the director has to settle two different awards.
    """
    return TeamsLine(
        home=_credit(home_ns.ns, home_ew.ew, 1, by),
        visitors=_credit(home_ns.ew, home_ew.ns, -1, by),
    )


def team_credit(sitting_ns: TableScore, sitting_ew: TableScore, by: Comparison = BY_IMPS) -> Credit | None:
    """A team's credit on a board from any two tables, as in a three-team match."""
    return _credit(sitting_ns.ns, sitting_ew.ew, 1, by)


def _credit(first: Shown | None, second: Shown | None, sign: int, by: Comparison) -> Credit | None:
    """The credit of a team from its scores at the two tables; *sign* is -1 if it sits East-West at the first."""
    if first is None or second is None:
        return None
    if not isinstance(first, BridgeScore) or not isinstance(second, BridgeScore):
        return _one_award([shown for shown in (first, second) if not isinstance(shown, BridgeScore)])
    points = sign * (first.points.value - second.points.value)
    value = by.worth(points)
    if first.parts or second.parts:
        parts = ((ours * theirs, sign * (ns - ew)) for ours, ns in first.weighted for theirs, ew in second.weighted)
        value = sum((weight * by.worth(each) for weight, each in parts), Fraction(0))
    of, over = (first.points, second.points), phrase("over both tables")
    if by.method is Method.IMPS:
        made = Derivation.TABLES_NS if sign == 1 else Derivation.TABLES_EW
        return Figure(plain(value), IMPS, LAW_78B, of, over, made)
    gained = Figure(
        plain(points), POINTS, by.clause, of, over, Derivation.POINTS_NS if sign == 1 else Derivation.POINTS_EW
    )
    if not by.counts_boards:
        return gained
    if first.parts or second.parts:
        note = phrase("separately for each weighted result")
    else:
        note = phrase("a board won") if points > 0 else phrase("a board lost") if points else phrase("a board tied")
    return Figure(plain(value), by.unit, by.clause, (gained,), note, Derivation.SCALE)


def _one_award(given: Sequence[Given]) -> Given:
    named = {each.award if isinstance(each, RuledAward) else each for each in given}
    if len(named) > 1:
        listed = " and ".join(sorted(str(award) for award in named))
        raise DirectorError(
            "A team has different awards at the two tables of this board ({listed})",
            clause="Law 12C2",
            remedy="Give each team one award for the board.",
            listed=listed,
        )
    return given[0]
