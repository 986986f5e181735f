"""Extra boards of a tied match: they decide it and count for nothing else."""

from collections.abc import Collection

from overtrick.core.event.score.rounds import CLOSED, OPEN, RoundState
from overtrick.core.exact import Exact, added
from overtrick.core.laws.imps import imps_of
from overtrick.core.laws.rescoring import Swing
from overtrick.core.laws.table_score import BridgeScore
from overtrick.core.scoring.teams import swing


def swings(drawn: RoundState, table: int, boards: Collection[int]) -> tuple[Swing, ...]:
    """The home team's swings on boards with two comparable scores; rescoring leaves out other boards."""
    found = []
    for board in boards:
        rooms = [drawn.results.get((table, room, board)) for room in (OPEN, CLOSED)]
        shown = [each.score.ns for each in rooms[:1] if each] + [each.score.ew for each in rooms[1:] if each]
        points = [each.points for each in shown if isinstance(each, BridgeScore)]
        if len(points) == 2:
            found.append(swing(*points))
    return tuple(found)


def imps_on(found: Collection[Swing]) -> tuple[Exact, Exact]:
    """The IMPs of both sides on some boards, the home team's first."""
    imps = [imps_of(each.value) for each in found]
    return added(value for value in imps if value > 0), added(-value for value in imps if value < 0)


def still_to_play(drawn: RoundState, table: int) -> bool:
    """Whether results are missing on the extra boards that were ordered for a match."""
    called = drawn.extra.get(table, ())
    return any((table, room, board) not in drawn.results for board in called for room in (OPEN, CLOSED))
