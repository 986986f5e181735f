"""A round over the whole field: every board compared across the tables, every table's match totalled."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.laws.lines import Line
from overtrick.core.laws.matchpoints import top
from overtrick.core.laws.table_score import TableScore, bare
from overtrick.core.model.seats import Side
from overtrick.core.provenance import Clause
from overtrick.core.scoring.boards import BoardRule, ScoredBoard, score_board
from overtrick.core.scoring.match import MatchRule, MatchScore, SideScore, credited, score_match, score_side
from overtrick.core.scoring.session import BoardCredit, PercentRule, percentage
from overtrick.core.scoring.teams import team_credit, teams_board


@dataclass(frozen=True, slots=True)
class TeamsRule:
    """The boards are compared between the two tables of a teams match."""

    clause: Clause


@dataclass(frozen=True, slots=True)
class Scoring:
    """A whole way of scoring: how a board is compared, and what a match becomes.

    With *percent* the match is totalled as a percentage of the matchpoints, otherwise in IMPs.
    """

    id: str
    name: str
    clause: Clause
    board: BoardRule | TeamsRule
    match: MatchRule
    percent: PercentRule | None = None


Scores: TypeAlias = Sequence[TableScore]
"""The scores of one board, table by table in the order of the draw."""


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A round scored: its boards in order, and the match at each table."""

    boards: tuple[ScoredBoard, ...]
    matches: tuple[MatchScore, ...]


def score_round(boards: Sequence[Scores], scoring: Scoring, match: int = 1, length: int | None = None) -> RoundScore:
    """Score a round of pairs matches in which every table plays the same boards.

    *boards* has the scores of each board over the tables; *length* is the announced length of a match,
    where it is not the number of boards. A board with fewer results than the fullest is brought to its top.
    """
    rule = scoring.board
    if isinstance(rule, TeamsRule):
        raise DirectorError(
            f"{scoring.name} is scored over two tables, not across the field",
            clause=str(scoring.clause),
            remedy="Score it as a teams match.",
        )
    full = max((_results(scores) for scores in boards), default=0)
    scored = tuple(score_board(scores, rule, match, expected=full) for scores in boards)
    tables = len(scored[0].lines) if scored else 0
    long = length if length is not None else len(boards)
    lines = [[board.lines[table] for board in scored] for table in range(tables)]
    percent = scoring.percent
    if percent is None:
        return RoundScore(scored, tuple(score_match(match_lines, long, scoring.match) for match_lines in lines))
    tops = [top(full)] * len(boards)
    matches = (_percent_match(match_lines, tops, long, percent, scoring.match) for match_lines in lines)
    return RoundScore(scored, tuple(matches))


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


def expunge(boards: Sequence[Scores], table: int) -> tuple[Scores, ...]:
    """The boards of a round without the results of one table, by its place in the draw.

    Nobody is compared with that table any more, and nobody at it has a score.
    """
    return tuple([bare(None) if place == table else score for place, score in enumerate(board)] for board in boards)


def percent_side(
    credits_and_tops: Sequence[BoardCredit], length: int, percent: PercentRule, rule: MatchRule
) -> SideScore:
    """One side of a matchpoint match: its percentage, and what that becomes."""
    own = percentage(credits_and_tops, percent)
    return SideScore(own, credited(own, length, rule))


def _percent_match(
    lines: Sequence[Line], tops: Sequence[int], length: int, percent: PercentRule, rule: MatchRule
) -> MatchScore:
    def side(which: Side) -> SideScore:
        credits_and_tops = [BoardCredit(line.side(which), most) for line, most in zip(lines, tops, strict=True)]
        return percent_side(credits_and_tops, length, percent, rule)

    return MatchScore(side(Side.NS), side(Side.EW))


def _results(scores: Scores) -> int:
    return sum(score.field is not None for score in scores)
