"""A whole way of scoring, and what a side of a match has by it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.laws.lines import Credit
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.laws.table_score import TableScore
from overtrick.core.provenance import IMPS, MATCHPOINTS, PERCENT, VPS, Clause, Unit
from overtrick.core.scales import BandScale, CornerScale, PrintedScale
from overtrick.core.scoring.barred import BarredRule
from overtrick.core.scoring.boards import BoardRule
from overtrick.core.scoring.caps import CapRule
from overtrick.core.scoring.fouled import SubstituteRule
from overtrick.core.scoring.match import MatchRule, MatchScore, NetImps, SideScore, credited, score_side
from overtrick.core.scoring.patton import Patton
from overtrick.core.scoring.session import BoardCredit, PercentRule, percentage
from overtrick.core.scoring.teams import BY_IMPS, Comparison, Method, TeamsLine, team_credit, teams_board


@dataclass(frozen=True, slots=True)
class TeamsRule:
    """The boards are compared between the two tables of a teams match, by IMPs or another method."""

    clause: Clause
    by: Comparison = BY_IMPS


@dataclass(frozen=True, slots=True)
class Scoring:
    """A whole way of scoring: how a board is compared, and what a match becomes.

    With *percent* the match is totalled as a percentage of the matchpoints, otherwise in IMPs. *barred* is what a
    board with a call that is barred becomes; *substitute* when a fouled board is replaced by another.
    """

    id: str
    name: str
    clause: Clause
    board: BoardRule | TeamsRule
    match: MatchRule
    percent: PercentRule | None = None
    barred: BarredRule | None = None
    substitute: SubstituteRule | None = None

    @property
    def in_rooms(self) -> bool:
        """Whether a match of teams is played in two rooms that are compared with each other, not with the field."""
        return isinstance(self.board, TeamsRule)

    @property
    def across_field(self) -> BoardRule:
        """How a board is compared over the field; a match of teams is refused, since it is compared within itself."""
        if isinstance(self.board, TeamsRule):
            raise DirectorError(
                "{scoring} is scored over two tables, not across the field",
                clause=str(self.clause),
                remedy="Give the two tables of the match.",
                scoring=self.name,
            )
        return self.board

    @property
    def nets_in(self) -> Unit:
        """What the boards of a match come to before it is converted: IMPs, or per cent of the matchpoints.

        Teams may be scored by another method, which has a unit of its own.
        """
        if self.in_rooms:
            return self.compared_by.unit
        return PERCENT if isinstance(self.board, MatchpointRule) else IMPS

    @property
    def boards_in(self) -> Unit:
        """What one board brings."""
        return MATCHPOINTS if isinstance(self.board, MatchpointRule) else self.nets_in

    @property
    def compared_by(self) -> Comparison:
        """How the tables of a teams match are compared."""
        match self.board:
            case TeamsRule(by=by):
                return by
            case _:
                return BY_IMPS

    @property
    def adds_points(self) -> Comparison | None:
        """The boards by their points, where those count beside what the boards bring."""
        beside = any(isinstance(conversion, Patton) for _, conversion in self.match.conversions)
        return Comparison(self.compared_by.clause, Method.AGGREGATE) if beside else None

    def gives(self, boards: int) -> Unit:
        """What a match of so many boards is worth in the end."""
        match self.match.conversion(boards):
            case NetImps():
                return self.nets_in
            case CapRule():
                return IMPS
            case PrintedScale() | CornerScale() | BandScale() | Patton():
                return VPS


def scored_side(credits: Sequence[Credit | None], tops: Iterable[Exact], length: int, scoring: Scoring) -> SideScore:
    """One side of a match announced with so many boards: its net in IMPs, or its percentage, and what that becomes.

    *tops* are the boards' own, asked for only where a percentage is made of them.
    """
    if scoring.percent is None:
        return score_side(credits, length, scoring.match)
    own = percentage([BoardCredit(*each) for each in zip(credits, tops, strict=True)], scoring.percent)
    return SideScore(own, credited(own, length, scoring.match))


Rooms: TypeAlias = tuple[TableScore, TableScore]
"""The table where the home team sits North-South, and the other."""


def score_teams_match(boards: Sequence[Rooms], length: int, scoring: Scoring) -> tuple[list[TeamsLine], MatchScore]:
    """A teams match: what each board brought the two, and the match; the home team is its first side."""
    lines = [teams_board(*rooms, scoring.compared_by) for rooms in boards]
    points = scoring.adds_points
    swings = [teams_board(*rooms, points) for rooms in boards] if points is not None else lines
    home = score_side([line.home for line in lines], length, scoring.match, [line.home for line in swings])
    visitors = score_side([line.visitors for line in lines], length, scoring.match, [line.visitors for line in swings])
    return lines, MatchScore(home, visitors)


Triple: TypeAlias = tuple[TableScore, TableScore, TableScore]


def score_share_match(
    boards: Sequence[Triple], length: int, scoring: Scoring
) -> tuple[SideScore, SideScore, SideScore]:
    """A match of three teams over three tables.

    At the first table the first team sits North-South against the second, at the second table the second
    against the third, at the third table the third against the first. Each team has its own swing between
    its two tables, so that the three need not cancel out.
    """

    def credits(team: int, by: Comparison) -> list[Credit | None]:
        return [team_credit(board[team], board[team - 1], by) for board in boards]

    def side(team: int) -> SideScore:
        own, points = credits(team, scoring.compared_by), scoring.adds_points
        return score_side(own, length, scoring.match, own if points is None else credits(team, points))

    return side(0), side(1), side(2)
