"""ANC26 App-5: the Swiss Pairs scale, its misprint put right."""

from fractions import Fraction

import pytest

from clauses.shape import both, given
from overtrick.core.errors import NoScale
from overtrick.core.scales import PrintedScale, vps
from overtrick.regulations.read.library import shipped_rulebook


@pytest.mark.clause("ANC26 App-5 (8 boards)")
def test_twelve_imps_over_eight_boards_are_read_as_1458_though_1468_is_printed() -> None:
    scale = shipped_rulebook().scale("anc-2026/swiss-pairs")
    assert both(scale, 8, 12) == (Fraction(1458, 100), Fraction(542, 100))
    [repair] = shipped_rulebook().repairs("anc-2026/swiss-pairs", 8)
    assert (repair.row, repair.printed, repair.reading) == (12, (Fraction(1468, 100), Fraction(542, 100)), "D77")


@pytest.mark.clause("ANC26 App-5 (8 boards)")
def test_the_victory_points_name_the_reading_that_repairs_them() -> None:
    figure = vps(given(12), 8, shipped_rulebook().scale("anc-2026/swiss-pairs"))
    assert figure.clause.cite == "ANC26 App-5 (8 boards)"
    assert "D77" in figure.clause.readings


@pytest.mark.clause("ANC26 App-5 (8 boards)")
def test_repaired_the_column_is_the_one_the_sister_documents_print() -> None:
    ours, theirs = shipped_rulebook().scale("anc-2026/swiss-pairs"), shipped_rulebook().scale("nsw-swiss-pairs/scale")
    assert [both(ours, 8, net) for net in range(-40, 41)] == [both(theirs, 8, net) for net in range(-40, 41)]


@pytest.mark.clause("ANC26 App-5 (8 boards)")
@pytest.mark.clause("ANC26 App-5 (6/7 boards)")
@pytest.mark.clause("ANC26 App-5 (12 boards)")
@pytest.mark.parametrize("boards", [6, 7, 8, 12])
def test_only_one_row_of_the_appendix_is_repaired(boards: int) -> None:
    assert len(shipped_rulebook().repairs("anc-2026/swiss-pairs", boards)) == (1 if boards == 8 else 0)
    scale = shipped_rulebook().scale("anc-2026/swiss-pairs")
    assert isinstance(scale, PrintedScale)
    assert {sum(both(scale, boards, net)) for net in range(-50, 51)} == {20}


@pytest.mark.clause("ANC26 17.12")
def test_a_length_without_a_column_is_refused_with_the_lengths_there_are() -> None:
    with pytest.raises(NoScale, match="6, 7, 8, 9, 10, 12, 14"):
        vps(given(5), 11, shipped_rulebook().scale("anc-2026/swiss-pairs"))
