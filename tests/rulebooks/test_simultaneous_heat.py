"""A heat of a simultaneous: a board over two clubs, worked out by hand."""

from overtrick.core.event.plan.stages import Entrants
from overtrick.core.laws.table_score import table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import Figure
from overtrick.core.scoring.boards import score_board
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.regulations.plan.event_book import find_event, plan_for

HEAT = "ecats-simultaneous/heat"


def test_a_board_over_two_clubs() -> None:
    """In one +420 twice and −50, in the other +450 and +170: two for each that is beaten, one for each level."""
    assert str(find_event(HEAT).event.heat) == "ECATS 2"
    [stage] = plan_for(HEAT)(Entrants(12), frozenset(), {}).stages
    rule = stage.scoring.board
    assert not isinstance(rule, TeamsRule)

    def made(*results: str) -> list[object]:
        scores = [table_score(Board.from_number(1), read_result(each)) for each in results]
        lines = score_board(scores, rule, expected=len(results)).lines
        return [line.ns.value for line in lines if isinstance(line.ns, Figure)]

    one, other = ("4S N =", "4S N =", "4S N -1"), ("4S N +1", "3S N +1")
    assert made(*one, *other) == [5, 5, 0, 8, 2]
    assert made(*one) == [3, 3, 0]
