"""The scoring the Laws name, and the conventions of other scorers beside it: what each rule of them is made of."""

from fractions import Fraction

import pytest

from overtrick.core.exact import Halves
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.laws.table_score import points
from overtrick.core.provenance import IMPS, Clause, Figure
from overtrick.core.scoring.boards import ButlerRule
from overtrick.core.scoring.cross_imps import CrossImpsRule, Divisor
from overtrick.core.scoring.datum import datum, trim
from overtrick.core.scoring.match import credited_score
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.core.scoring.session import MissedBoardScore
from overtrick.regulations.read.library import shipped_rulebook

AWARDS = {
    # Law 12C2(a): 60, 50 and 40 per cent; (b): 3 IMPs either way; (c): a pair's own average, if that is better or worse
    "matchpoints": (60, 50, 40, "%", True),
    "stated-matchpoints": (60, 50, 40, "%", False),
    "imps": (3, 0, -3, "IMPs", False),
}


@pytest.mark.parametrize("name", AWARDS)
@pytest.mark.clause("Law 12C2")
def test_artificial_adjusted_scores(name: str) -> None:
    rule = shipped_rulebook().artificial(f"laws-2017/{name}")
    assert (rule.plus, rule.average, rule.minus, rule.unit.many, rule.own_average) == AWARDS[name]


MATCHPOINTS = {
    #                                     step, halves, places of the factor; missed boards, halves of the total; awards
    "matchpoint-pairs": (None, Halves.AWAY, None, MissedBoardScore.NOTHING, Halves.UP, True),
    "matchpoint-pairs-to-a-tenth": (
        Fraction(1, 10),
        Halves.EVEN,
        None,
        MissedBoardScore.OWN_AVERAGE,
        Halves.EVEN,
        False,
    ),
    "matchpoint-pairs-absent-lines": (None, Halves.AWAY, 4, MissedBoardScore.OWN_AVERAGE, Halves.EVEN, False),
}


@pytest.mark.parametrize("name", MATCHPOINTS)
@pytest.mark.clause("Law 78A")
def test_matchpoints(name: str) -> None:
    scoring = shipped_rulebook().scoring(f"laws-2017/{name}")
    board, percent = scoring.board, scoring.percent
    assert isinstance(board, MatchpointRule)
    assert percent is not None
    own_average = percent.artificial.own_average
    assert (board.step, board.halves, board.absent_places, percent.missed, percent.halves, own_average) == MATCHPOINTS[
        name
    ]
    assert percent.places == 2
    assert percent.artificial == scoring.match.artificial
    assert (percent.artificial.plus, percent.artificial.minus) == (60, 40)
    assert scoring.gives(26).many == "%"


@pytest.mark.clause("Law 78D")
def test_imps_by_the_conventions_of_another_scorer() -> None:
    butler = shipped_rulebook().scoring("laws-2017/butler-less-one")
    assert isinstance(butler.board, ButlerRule)
    rule = butler.board.datum
    assert [trim(points(*range(tables)), rule).dropped for tables in (3, 14, 40)] == [1, 1, 1]
    assert [datum(points(-900, score, 900), rule).value for score in (25, -25, 24)] == [30, -30, 20]
    cross = shipped_rulebook().scoring("laws-2017/cross-imps-by-comparisons")
    assert isinstance(cross.board, CrossImpsRule)
    assert cross.board.divisor is Divisor.COMPARISONS
    for scoring in (butler, cross):
        assert (scoring.match.artificial.plus, scoring.match.artificial.minus) == (3, -3)
        assert scoring.gives(26).many == "IMPs"


@pytest.mark.clause("Law 78B")
def test_teams_by_imps_and_the_continuous_scale() -> None:
    teams = shipped_rulebook().scoring("laws-2017/teams")
    assert isinstance(teams.board, TeamsRule)
    assert (teams.match.artificial.plus, teams.match.artificial.minus) == (3, -3)
    assert credited_score(Figure(10, IMPS, Clause("Law", "0")), 16, teams.match).value == Fraction("12.80")
