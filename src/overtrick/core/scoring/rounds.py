"""A complete scoring method, and the score that it gives a side of a match."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.laws.table_score import Credit, TableScore
from overtrick.core.provenance import IMPS, MATCHPOINTS, PERCENT, VPS, Clause, Unit
from overtrick.core.scales import BandScale, CornerScale, PrintedScale
from overtrick.core.scoring.boards import BoardRule
from overtrick.core.scoring.caps import CapRule
from overtrick.core.scoring.fouled import BarredRule, SubstituteRule
from overtrick.core.scoring.match import MatchRule, MatchScore, NetImps, SideScore, credited_score, score_side
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
    """A complete scoring method: how a board is compared, and how a match is totalled and converted.

    With *percent* the match is totalled as a percentage of the matchpoints, otherwise in IMPs. *barred* is the rule
    for a board with a barred call; *substitute* says when a fouled board is replaced by another.
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
        """Whether a teams match compares its two tables with each other instead of the field."""
        return isinstance(self.board, TeamsRule)

    @property
    def across_field(self) -> BoardRule:
        """How a board is compared over the field; refuse a teams match, whose tables are compared with each other."""
        if isinstance(self.board, TeamsRule):
            raise DirectorError(
                "{scoring} is scored over two tables, not across the field",
                clause=self.clause,
                remedy="Give the two tables of the match.",
                scoring=self.name,
            )
        return self.board

    @property
    def nets_in(self) -> Unit:
        """The unit of a match's net before conversion: IMPs, or per cent of the matchpoints.

        Other methods of scoring teams have their own units.
        """
        if self.in_rooms:
            return self.compared_by.unit
        return PERCENT if isinstance(self.board, MatchpointRule) else IMPS

    @property
    def boards_in(self) -> Unit:
        """The unit of the score on one board."""
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
        """The comparison by points, where points count in addition to the board scores."""
        beside = any(isinstance(conversion, Patton) for _, conversion in self.match.conversions)
        return Comparison(self.compared_by.clause, Method.AGGREGATE) if beside else None

    def gives(self, boards: int) -> Unit:
        """The unit of the final score of a match of this many boards."""
        match self.match.conversion(boards):
            case NetImps():
                return self.nets_in
            case CapRule():
                return IMPS
            case PrintedScale() | CornerScale() | BandScale() | Patton():
                return VPS


def scored_side(credits: Sequence[Credit | None], tops: Iterable[Exact], length: int, scoring: Scoring) -> SideScore:
    """One side of a match announced with this many boards: its net in IMPs or its percentage, and the converted score.

    *tops* are the tops of the boards, read only where a percentage is calculated.
    """
    if scoring.percent is None:
        return score_side(credits, length, scoring.match)
    own = percentage([BoardCredit(*each) for each in zip(credits, tops, strict=True)], scoring.percent)
    return SideScore(own, credited_score(own, length, scoring.match))


Rooms: TypeAlias = tuple[TableScore, TableScore]
"""The scores at the table where the home team sits North-South, and at the other table."""


def score_teams_match(
    boards: Sequence[Rooms], length: int, scoring: Scoring, earlier: tuple[int, int] = (0, 0)
) -> tuple[list[TeamsLine], MatchScore]:
    """A teams match: each board's credits, and the match score; the home team is its first side.

    For a stanza, *earlier* is how many average-plus boards each side had in earlier stanzas.
    """
    lines = [teams_board(*rooms, scoring.compared_by) for rooms in boards]
    points = scoring.adds_points
    swings = [teams_board(*rooms, points) for rooms in boards] if points is not None else lines
    rule, (home_had, visitors_had) = scoring.match, earlier
    home = score_side([line.home for line in lines], length, rule, [line.home for line in swings], earlier=home_had)
    visitors = score_side(
        [line.visitors for line in lines], length, rule, [line.visitors for line in swings], earlier=visitors_had
    )
    return lines, MatchScore(home, visitors)


Triple: TypeAlias = tuple[TableScore, TableScore, TableScore]


def score_share_match(
    boards: Sequence[Triple], length: int, scoring: Scoring
) -> tuple[SideScore, SideScore, SideScore]:
    """The three sides of a match of three teams over three tables.

    At the first table the first team sits North-South against the second, at the second table the second
    against the third, at the third table the third against the first. Each team has its own swing between
    its two tables, so the three swings need not cancel out.
    """

    def credits(team: int, by: Comparison) -> list[Credit | None]:
        return [team_credit(board[team], board[team - 1], by) for board in boards]

    def side(team: int) -> SideScore:
        own, points = credits(team, scoring.compared_by), scoring.adds_points
        return score_side(own, length, scoring.match, own if points is None else credits(team, points))

    return side(0), side(1), side(2)
