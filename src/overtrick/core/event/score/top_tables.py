"""The top tables of a board's field, for datums made only from them.

They follow from the order of the draw, from the table numbers, or from the ranking before the round after penalties.
"""

from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.score.scored import ScoredStage
from overtrick.core.exact import Exact, exact_sum
from overtrick.core.scoring.boards import ButlerRule
from overtrick.core.scoring.datum import TopBy

At = tuple[int, int]
"""A round and a table."""


def top_by(plan: Stage) -> TopBy:
    """The order that decides which tables of a stage are the top ones."""
    board = plan.scoring.board
    return board.datum.top_by if isinstance(board, ButlerRule) else TopBy.DRAW


def by_ranking(plan: Stage) -> bool:
    """Whether the top tables follow from the ranking, so that an earlier result may change them."""
    return top_by(plan) is TopBy.RANKING


def top_first(state: ScoredStage, at: list[At]) -> list[At]:
    """The tables of a board, the top ones first."""
    match top_by(state.plan):
        case TopBy.TABLE:
            return sorted(at)
        case TopBy.DRAW:
            drawn = {number: list(state.rounds[number].seatings) for number, _ in at}
            return sorted(at, key=lambda place: (place[0], drawn[place[0]].index(place[1])))
        case TopBy.RANKING:
            totals = {number: _totals(state, number) for number in {number for number, _ in at}}
            return sorted(at, key=lambda place: (place[0], -_best(state, place, totals[place[0]]), place[1]))


def _totals(state: ScoredStage, number: int) -> dict[str, Exact]:
    """Each contestant's total before a round, after penalties."""
    found: dict[str, Exact] = {}
    for name in state.contestants:
        lines = [state.match_line(name, each) for each in state.rounds if each < number]
        fined = [each.amount for each in state.penalties.values() if each.contestant == name and each.round < number]
        scored = exact_sum(line.score.value for line in lines if line is not None)
        found[name] = scored - exact_sum(fined)
    return found


def _best(state: ScoredStage, place: At, totals: dict[str, Exact]) -> Exact:
    seating = state.rounds[place[0]].seatings[place[1]]
    return max(totals[name] for name in seating.names)
