"""A whole way of scoring, and what a side of a match has by it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.laws.lines import Credit
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.laws.table_score import TableScore
from overtrick.core.provenance import IMPS, PERCENT, VPS, Clause, Unit
from overtrick.core.scales import BandScale, CornerScale, PrintedScale
from overtrick.core.scoring.barred import BarredRule
from overtrick.core.scoring.boards import BoardRule
from overtrick.core.scoring.caps import CapRule
from overtrick.core.scoring.fouled import SubstituteRule
from overtrick.core.scoring.match import MatchRule, MatchScore, NetImps, SideScore, credited, score_side
from overtrick.core.scoring.session import BoardCredit, PercentRule, percentage
from overtrick.core.scoring.teams import team_credit, teams_board


@dataclass(frozen=True, slots=True)
class TeamsRule:
    """The boards are compared between the two tables of a teams match."""

    clause: Clause


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
    def nets_in(self) -> Unit:
        """What the boards of a match come to before it is converted: IMPs, or per cent of the matchpoints."""
        return PERCENT if isinstance(self.board, MatchpointRule) else IMPS

    def gives(self, boards: int) -> Unit:
        """What a match of so many boards is worth in the end."""
        match self.match.conversion(boards):
            case NetImps():
                return self.nets_in
            case CapRule():
                return IMPS
            case PrintedScale() | CornerScale() | BandScale():
                return VPS


def scored_side(credits: Sequence[Credit | None], tops: Iterable[Exact], length: int, scoring: Scoring) -> SideScore:
    """One side of a match announced with so many boards: its net in IMPs, or its percentage, and what that becomes.

    *tops* are the boards' own, asked for only where a percentage is made of them.
    """
    if scoring.percent is None:
        return score_side(credits, length, scoring.match)
    own = percentage([BoardCredit(*each) for each in zip(credits, tops, strict=True)], scoring.percent)
    return SideScore(own, credited(own, length, scoring.match))


def score_teams_match(boards: Sequence[tuple[TableScore, TableScore]], length: int, rule: MatchRule) -> MatchScore:
    """A teams match: for each board, the table where the home team sits North-South and the other.

    The home team is the first side of the answer.
    """
    lines = [teams_board(home_ns, home_ew) for home_ns, home_ew in boards]
    return MatchScore(
        score_side([line.home for line in lines], length, rule),
        score_side([line.visitors for line in lines], length, rule),
    )


Triple: TypeAlias = tuple[TableScore, TableScore, TableScore]


def score_share_match(boards: Sequence[Triple], length: int, rule: MatchRule) -> tuple[SideScore, SideScore, SideScore]:
    """A match of three teams over three tables.

    At the first table the first team sits North-South against the second, at the second table the second
    against the third, at the third table the third against the first. Each team has its own swing between
    its two tables, so that the three need not cancel out.
    """
    first, second, third = (
        score_side([team_credit(board[team], board[team - 1]) for board in boards], length, rule) for team in range(3)
    )
    return first, second, third
