"""Teams: the two tables of a match compared board by board in IMPs (Law 78B)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from second.book import Match, Stage
from second.table import Line, Outcome, imps


@dataclass(frozen=True)
class TeamBoard:
    """A board of a match: the IMPs of the team North-South in the open room, those of the other, or their grades."""

    board: int
    first: Fraction
    second: Fraction
    first_grades: tuple[int, ...] = ()
    second_grades: tuple[int, ...] = ()


def team_boards(stage: Stage, match: Match, boards: tuple[int, ...] = ()) -> Iterator[TeamBoard]:
    """The boards of a match that have both results."""
    for board in boards or match.boards:
        opened, closed = stage.line(match, board, "open"), stage.line(match, board, "closed")
        if opened and closed:
            yield _compare(board, opened, closed)


def _compare(board: int, opened: Line, closed: Line) -> TeamBoard:
    if opened.played and closed.played:
        return TeamBoard(board, _swing(opened.ns, closed.ew), -_swing(opened.ew, closed.ns))
    # A team has one award for a board, also where it was given at both tables (Law 12C2).
    first = tuple({each.grade for each in (opened.ns, closed.ew) if each.grade is not None})
    second = tuple({each.grade for each in (opened.ew, closed.ns) if each.grade is not None})
    return TeamBoard(board, Fraction(0), Fraction(0), first, second)


def _swing(opened: Outcome, closed: Outcome) -> Fraction:
    """The IMPs of the team North-South in the open room, by the weights of both tables."""
    return sum((one * two * imps(score - other) for one, score in opened.mix for two, other in closed.mix), Fraction(0))


def net_imps(stage: Stage) -> dict[tuple[tuple[int, int], str], Fraction]:
    """The net IMPs of each team of each match that was played, 3 for an average plus (Law 12C2)."""
    nets = {}
    for match in stage.all_matches():
        boards = list(team_boards(stage, match))
        if boards and match.key not in stage.forfeits:
            nets[match.key, match.ns] = sum((each.first + 3 * sum(each.first_grades) for each in boards), Fraction(0))
            nets[match.key, match.ew] = sum((each.second + 3 * sum(each.second_grades) for each in boards), Fraction(0))
    return nets


def swings(board: TeamBoard) -> tuple[Fraction, Fraction]:
    """What a board that was played adds to each side's IMPs: of a split score the mean (Law 12C4)."""
    swing = (board.first - board.second) / 2
    return max(swing, Fraction(0)), max(-swing, Fraction(0))


def both_scores(board: TeamBoard) -> tuple[Fraction, Fraction]:
    """What a board adds to each side's IMPs.

    Average plus against average minus is a swing of 3; average plus to both is not in it.
    """
    if board.first_grades and sum(board.first_grades) == -sum(board.second_grades):
        swing = Fraction(3 * sum(board.first_grades))
        return max(swing, Fraction(0)), max(-swing, Fraction(0))
    return swings(board)
