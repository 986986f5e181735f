"""Extra boards of a tied match: they decide it and count for nothing else."""

from collections.abc import Collection

from overtrick.core.event.score.rounds import CLOSED, OPEN, RoundState
from overtrick.core.exact import Exact, exact_sum, plain
from overtrick.core.laws.imps import imps_of
from overtrick.core.laws.rescoring import Swing
from overtrick.core.laws.table_score import BridgeScore, Shown
from overtrick.core.provenance import Figure
from overtrick.core.scoring.teams import swing


def swings(drawn: RoundState, table: int, boards: Collection[int]) -> tuple[Swing, ...]:
    """The swings on boards with two comparable scores; rescoring leaves out other boards."""
    found = []
    for board in boards:
        opened, closed = (drawn.results.get((table, room, board)) for room in (OPEN, CLOSED))
        if opened is None or closed is None:
            continue
        home = _points(opened.score.ns, closed.score.ew)
        visitors = _points(closed.score.ns, opened.score.ew)
        if home is not None and visitors is not None:
            found.append(Swing(home) if visitors.value == -home.value else Swing(home, visitors))
    return tuple(found)


def _points(sitting_ns: Shown | None, sitting_ew: Shown | None) -> Figure[Exact] | None:
    """The points by which a team did better over both tables, if it has a bridge score at each."""
    if isinstance(sitting_ns, BridgeScore) and isinstance(sitting_ew, BridgeScore):
        return swing(sitting_ns.points, sitting_ew.points)
    return None


def imps_on(found: Collection[Swing]) -> tuple[Exact, Exact]:
    """The IMPs of both sides on some boards, the home team's first."""
    imps = [plain(each.worth(imps_of)) for each in found]
    return exact_sum(value for value in imps if value > 0), exact_sum(-value for value in imps if value < 0)


def still_to_play(drawn: RoundState, table: int) -> bool:
    """Whether results are missing on the extra boards that were ordered for a match."""
    called = drawn.extra.get(table, ())
    return any((table, room, board) not in drawn.results for board in called for room in (OPEN, CLOSED))
