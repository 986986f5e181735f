"""Law 78A: matchpoints when a board has fewer results than others, or was played in two forms."""

from dataclasses import replace
from fractions import Fraction

import pytest

from clauses.shape import tables
from overtrick.core.exact import Exact
from overtrick.core.laws.matchpoints import MatchpointRule, matchpoints, top
from overtrick.core.laws.table_score import Line
from overtrick.core.provenance import Figure
from overtrick.regulations.read.library import shipped_rulebook

SCORES = (620, 620, 170, -100, 600)


def values(lines: tuple[Line, ...]) -> list[tuple[Exact, Exact]]:
    found = []
    for line in lines:
        assert isinstance(line.ns, Figure)
        assert isinstance(line.ew, Figure)
        found.append((line.ns.value, line.ew.value))
    return found


@pytest.mark.clause("Law 78A")
def test_two_for_each_pair_beaten_and_one_for_each_tie() -> None:
    assert values(matchpoints(tables(SCORES), MatchpointRule())) == [(7, 1), (7, 1), (2, 6), (0, 8), (4, 4)]


@pytest.mark.clause("Law 78A")
def test_a_board_with_fewer_results_is_brought_to_the_common_top() -> None:
    made = values(matchpoints(tables(SCORES[:4]), MatchpointRule(), expected=5))
    # 5/4 x (m + 1) - 1 of 5, 5, 2 and 0 out of 6.
    assert [ns for ns, _ in made] == [Fraction(13, 2), Fraction(13, 2), Fraction(11, 4), Fraction(1, 4)]
    assert {ns + ew for ns, ew in made} == {top(5)}
    # The mean stays half the top, so nobody gains by the missing result.
    assert sum(ns for ns, _ in made) == 4 * Fraction(top(5), 2)


@pytest.mark.clause("Law 78A")
def test_a_single_result_is_an_average() -> None:
    assert values(matchpoints(tables([420]), MatchpointRule(), expected=7)) == [(6, 6)]


@pytest.mark.clause("Law 78A")
@pytest.mark.parametrize("document", ["laws-2017", "anc-2026", "sabf-2020"])
def test_a_table_that_is_alone_with_a_board_has_half_its_top(document: str) -> None:
    """By the editions before, which their books keep, the least top there is was given to neither side."""
    rule = shipped_rulebook().scoring(f"{document}/matchpoint-pairs").board
    assert isinstance(rule, MatchpointRule)
    assert values(matchpoints(tables([420]), rule)) == [(1, 1)]
    assert top(rule.fewest) == 2
    assert values(matchpoints(tables([420]), replace(rule, fewest=1))) == [(0, 0)]


@pytest.mark.clause("Law 78A")
def test_a_fouled_board_is_scored_in_its_groups() -> None:
    made = values(matchpoints(tables(SCORES), MatchpointRule(), groups=[(0, 2, 4), (1, 3)]))
    # 620, 170, 600 among three: 4, 0, 2 by 5/3 x (m + 1) - 1; 620 and -100 among two: 2, 0 by 5/2 x (m + 1) - 1.
    assert made[0][0] == Fraction(22, 3)
    assert made[2][0] == Fraction(2, 3)
    assert made[4][0] == 4
    assert made[1][0] == Fraction(13, 2)
    assert made[3][0] == Fraction(3, 2)
    assert {ns + ew for ns, ew in made} == {top(5)}


@pytest.mark.clause("Law 78A")
def test_scores_of_another_form_of_the_board_change_nothing() -> None:
    alone = values(matchpoints(tables(SCORES), MatchpointRule(), groups=[(0, 2, 4), (1, 3)]))
    changed = values(matchpoints(tables((620, -800, 170, 1400, 600)), MatchpointRule(), groups=[(0, 2, 4), (1, 3)]))
    assert [alone[place] for place in (0, 2, 4)] == [changed[place] for place in (0, 2, 4)]


@pytest.mark.clause("Law 78A")
def test_an_artificial_score_is_no_result_to_compare_with() -> None:
    with_gap = matchpoints(tables((620, None, 170)), MatchpointRule(), expected=3)
    assert with_gap[1] == Line(None, None)
    assert values((with_gap[0], with_gap[2])) == [
        (Fraction(7, 2), Fraction(1, 2)),
        (Fraction(1, 2), Fraction(7, 2)),
    ]
