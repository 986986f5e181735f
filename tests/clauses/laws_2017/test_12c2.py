"""Law 12C2: artificial adjusted scores, and a pair's own average beside them."""

import pytest

from overtrick.core.exact import Exact
from overtrick.core.laws.adjusted import Fault, awards
from overtrick.core.laws.table_score import Credit
from overtrick.core.model.results import Average
from overtrick.core.provenance import MATCHPOINTS, Clause, Figure
from overtrick.core.scoring.session import BoardCredit, PercentRule, own_percentage, percentage
from overtrick.regulations.read.library import shipped_rulebook

TOP = 20


def boards(*credits_of_boards: int | Credit) -> list[BoardCredit]:
    return [
        BoardCredit(Figure(credit, MATCHPOINTS, Clause("Law", "78A")) if isinstance(credit, int) else credit, TOP)
        for credit in credits_of_boards
    ]


LAW = Clause("Law", "12C2(c)")


def own_average(session: list[BoardCredit]) -> Exact:
    found = own_percentage(session, LAW)
    assert found is not None
    return found.value


@pytest.mark.clause("Law 12C2")
def test_the_award_follows_the_blame() -> None:
    rule = shipped_rulebook().artificial("laws-2017/imps")
    assert [rule.worth(fault.award) for fault in Fault] == [3, 0, -3]


@pytest.mark.clause("Law 12C2(c)")
def test_average_plus_is_the_pairs_own_average_when_that_is_more_than_60() -> None:
    session = boards(15, 13, Average.PLUS)
    assert own_average(session) == 70
    assert percentage(session, shipped_rulebook().get(PercentRule, "laws-2017/percent")).value == 70


@pytest.mark.clause("Law 12C2(c)")
def test_average_plus_is_at_least_60() -> None:
    assert percentage(boards(10, Average.PLUS), shipped_rulebook().get(PercentRule, "laws-2017/percent")).value == 55
    assert percentage(boards(12, Average.PLUS), shipped_rulebook().get(PercentRule, "laws-2017/percent")).value == 60


@pytest.mark.clause("Law 12C2(c)")
def test_average_minus_is_the_pairs_own_average_when_that_is_less_than_40() -> None:
    assert percentage(boards(6, 4, Average.MINUS), shipped_rulebook().get(PercentRule, "laws-2017/percent")).value == 25
    assert (
        percentage(
            boards(12, 12, Average.MINUS, Average.MINUS), shipped_rulebook().get(PercentRule, "laws-2017/percent")
        ).value
        == 50
    )


@pytest.mark.clause("Law 12C2(c)")
def test_average_is_50_whatever_the_pair_scores_elsewhere() -> None:
    assert percentage(boards(16, Average.EVEN), shipped_rulebook().get(PercentRule, "laws-2017/percent")).value == 65


@pytest.mark.clause("Law 12C2(c)")
def test_awards_and_fines_are_no_part_of_the_own_average() -> None:
    assert own_average(boards(15, 13, Average.PLUS, Average.MINUS)) == 70


@pytest.mark.clause("Law 12C2(c)")
def test_stated_percentages_know_no_own_average() -> None:
    assert (
        awards(
            [Average.PLUS],
            shipped_rulebook().artificial("laws-2017/stated-matchpoints"),
            own=own_percentage(boards(14), LAW),
        ).value
        == 60
    )


@pytest.mark.clause("Law 12C2(c)")
def test_a_pair_without_a_board_played_has_the_plain_award() -> None:
    assert (
        percentage(boards(Average.PLUS, Average.PLUS), shipped_rulebook().get(PercentRule, "laws-2017/percent")).value
        == 60
    )
