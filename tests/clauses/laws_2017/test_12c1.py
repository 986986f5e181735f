"""Law 12C1: weighted and split scores, in every kind of scoring.

Board 1, nobody vulnerable: 4S by South makes +420 or goes one down for −50; 3NT by North makes +400.
"""

from fractions import Fraction

import pytest

from overtrick.core.errors import ResultRefused
from overtrick.core.exact import Exact
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.laws.table_score import Credit, RuledAward, TableScore, table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Average
from overtrick.core.provenance import Clause, Figure
from overtrick.core.scoring.boards import ButlerRule, score_board
from overtrick.core.scoring.cross_imps import CrossImpsRule, Divisor
from overtrick.core.scoring.datum import DatumCase, DatumRule, DropCount, MedianRule
from overtrick.core.scoring.teams import teams_board

HERE = Clause("Law", "78D")
PLAIN_MEAN = ButlerRule(DatumRule(HERE, (DatumCase(HERE, DropCount(0)),), round_to=None))
WEIGHTED = "60% 4S S =, 40% 4S S -1"
SPLIT = "NS 4S S -1 | EW 4S S ="


def table(text: str) -> TableScore:
    return table_score(Board.from_number(1), read_result(text))


def made(credit: Credit | None) -> Exact:
    assert isinstance(credit, Figure)
    return credit.value


@pytest.mark.clause("Law 12C1(c)")
def test_a_weighted_score_enters_the_datum_as_its_mean_and_scores_part_by_part() -> None:
    board = score_board([table(WEIGHTED), table("3NT N =")], PLAIN_MEAN)
    # 0.6 x 420 - 0.4 x 50 = 232; with 400 the datum is 316.
    assert board.comparisons[0].value == 316
    # +104 is 3 IMPs, -366 is 8 IMPs: 0.6 x 3 - 0.4 x 8.
    assert made(board.lines[0].ns) == Fraction(-7, 5)
    assert made(board.lines[0].ew) == Fraction(7, 5)


@pytest.mark.clause("Law 12C1(c)")
def test_the_mean_of_the_parts_is_not_what_scores() -> None:
    """IMPs of the mean would be another number: 232 against 316 is 84 points, 2 IMPs."""
    board = score_board([table(WEIGHTED), table("3NT N =")], PLAIN_MEAN)
    assert made(board.lines[0].ns) != -2


@pytest.mark.clause("Law 12C1(c)")
def test_against_the_median_a_weighted_score_is_scored_part_by_part() -> None:
    board = score_board([table(WEIGHTED), table("3NT N ="), table("4S S =")], MedianRule(HERE))
    assert board.comparisons[0].value == 400
    # +20 is 1 IMP, -450 is 10 IMPs: 0.6 x 1 - 0.4 x 10.
    assert made(board.lines[0].ns) == Fraction(-17, 5)


@pytest.mark.clause("Law 12C1(c)")
def test_cross_imps_compare_every_part_with_every_other_score() -> None:
    rule = CrossImpsRule(HERE, Divisor.NONE)
    board = score_board([table(WEIGHTED), table("3NT N ="), table("4S S -1")], rule)
    # Part 420: +1 against 400, +10 against -50. Part -50: -10 against 400, 0 against -50.
    assert made(board.lines[0].ns) == Fraction(6, 10) * 11 - Fraction(4, 10) * 10
    # 400: 0.6 x -1 + 0.4 x 10 against the weighted table, +10 against -50.
    assert made(board.lines[1].ns) == Fraction(-6, 10) + 4 + 10
    assert sum(made(line.ns) + made(line.ew) for line in board.lines) == 0


@pytest.mark.clause("Law 12C1(c)")
def test_matchpoints_are_shared_by_weight_on_both_sides_of_the_comparison() -> None:
    board = score_board([table(WEIGHTED), table("3NT N ="), table("4S S -1")], MatchpointRule())
    # Part 420 beats both: 4. Part -50 ties one: 1.
    assert made(board.lines[0].ns) == Fraction(6, 10) * 4 + Fraction(4, 10)
    # 400 beats -50 and, with weight 0.4, the weighted table.
    assert made(board.lines[1].ns) == 2 + Fraction(8, 10)
    assert [made(line.ns) + made(line.ew) for line in board.lines] == [4, 4, 4]
    assert sum(made(line.ns) for line in board.lines) == 6


@pytest.mark.clause("Law 12C1(c)")
def test_in_teams_each_part_is_compared_with_the_other_table() -> None:
    line = teams_board(table(WEIGHTED), table("3NT N ="))
    # +20 is 1 IMP, -450 is -10 IMPs.
    assert made(line.home) == Fraction(6, 10) - 4
    assert made(line.visitors) == Fraction(34, 10)


@pytest.mark.clause("Law 12C1(c)")
def test_two_weighted_tables_are_compared_in_every_combination() -> None:
    line = teams_board(table(WEIGHTED), table("1/2 3NT N =, 1/2 4S S -1"))
    # 420 against 400 and -50: 1 and 10; -50 against 400 and -50: -10 and 0.
    assert made(line.home) == Fraction(6, 10) * Fraction(11, 2) - Fraction(4, 10) * 5


@pytest.mark.clause("Law 12C1(c)")
def test_weights_that_do_not_make_the_whole_are_refused() -> None:
    with pytest.raises(ResultRefused, match="90%"):
        read_result("60% 4S S =, 30% 4S S -1")


@pytest.mark.clause("Law 12C1(c)")
@pytest.mark.parametrize("text", ["60/40 4S S =, 4S S -1", "60/40 4S S = / 4S S -1", "60 / 40 4ss=, 4ss9"])
def test_shares_may_stand_before_their_results(text: str) -> None:
    assert read_result(text) == read_result(WEIGHTED)


@pytest.mark.clause("Law 12C1(c)")
@pytest.mark.parametrize("text", ["60/40", "60/40 4S S =", "50/30/20 4S S =, 4S S -1"])
def test_shares_without_as_many_results_are_refused_with_both_ways_to_write_them(text: str) -> None:
    with pytest.raises(ResultRefused, match=r"a different number of results.*an artificial adjusted score as 60% 40%"):
        read_result(text)


@pytest.mark.clause("Law 12C1(e)")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("NS 4S S -1 | NS 4S S =", "is not a split score"),
        ("N 4S S -1 | EW 4S S =", "is not a split score"),
        ("NS 4S S -1 | WE 4S S =", "is not a split score"),
        ("NS 4S S -1 | EW 4S S = | NS 4S S +1", "is not a split score"),
    ],
)
def test_a_split_score_names_each_side_once(text: str, why: str) -> None:
    with pytest.raises(ResultRefused, match=why):
        read_result(text)
    assert read_result("EW: 4S S = ; ns: 4S S -1") == read_result("NS 4S S -1 | EW 4S S =")


@pytest.mark.clause("Law 12C1(e)")
def test_a_split_score_gives_each_side_its_own_imps_against_one_datum() -> None:
    board = score_board([table(SPLIT), table("3NT N =")], PLAIN_MEAN)
    # The field sees the mean of -50 and 420: 185; with 400 the datum is 292.5.
    assert board.comparisons[0].value == Fraction(585, 2)
    assert made(board.lines[0].ns) == -8  # 342.5 below
    assert made(board.lines[0].ew) == -3  # 127.5 above, to their loss
    assert made(board.lines[1].ns) == 3
    assert made(board.lines[1].ew) == -3


@pytest.mark.clause("Law 12C1(e)")
def test_a_split_score_is_matchpointed_for_each_side_with_what_that_side_is_given() -> None:
    board = score_board([table(SPLIT), table("3NT N ="), table("4S S =")], MatchpointRule())
    assert made(board.lines[0].ns) == 0  # -50 loses to 400 and to 420
    assert made(board.lines[0].ew) == 1  # 420 loses to 400 and ties with 420
    # The opponents of 400 compare with what each side was given: North-South beat -50, East-West beat 420.
    assert made(board.lines[1].ns) == 2
    assert made(board.lines[1].ew) == 4


@pytest.mark.clause("Law 12C1(e)")
def test_a_split_score_is_cross_imped_for_each_side_with_what_that_side_is_given() -> None:
    board = score_board([table(SPLIT), table("3NT N =")], CrossImpsRule(HERE, Divisor.NONE))
    assert (made(board.lines[0].ns), made(board.lines[0].ew)) == (-10, -1)
    assert (made(board.lines[1].ns), made(board.lines[1].ew)) == (10, 1)


@pytest.mark.clause("Law 12C1(e)")
def test_in_teams_a_split_score_need_not_add_up() -> None:
    line = teams_board(table(SPLIT), table("3NT N ="))
    assert (made(line.home), made(line.visitors)) == (-10, -1)


@pytest.mark.clause("Law 12C1(e)")
def test_one_side_may_have_an_award_and_the_other_a_result() -> None:
    board = score_board([table("NS AV+ | EW 4S S ="), table("3NT N =")], PLAIN_MEAN)
    assert isinstance(board.lines[0].ns, RuledAward)
    assert board.lines[0].ns.award is Average.PLUS
    assert board.comparisons[0].value == 410  # the one bridge score of the split enters the field
    assert made(board.lines[0].ew) == 0
