"""NSWSP Table 2: the 9-board scale, whose rows for 16 and 17 IMPs are missing."""

from fractions import Fraction

import pytest

from clauses.shape import both, given, slopes
from overtrick.core.scales import PrintedScale, vps
from overtrick.regulations.read.library import shipped_rulebook


@pytest.mark.clause("NSWSP Table 2")
def test_the_missing_rows_are_filled_by_the_even_step() -> None:
    scale = shipped_rulebook().scale("nsw-swiss-pairs/scale")
    assert both(scale, 9, 16) == (Fraction(1550, 100), Fraction(450, 100))
    assert both(scale, 9, 17) == (Fraction(1575, 100), Fraction(425, 100))
    repairs = shipped_rulebook().repairs("nsw-swiss-pairs/scale", 9)
    assert [(repair.row, repair.printed, repair.reading) for repair in repairs] == [
        (16, None, "S-24"),
        (17, None, "S-24"),
    ]


@pytest.mark.clause("NSWSP Table 2")
def test_the_filled_rows_are_the_ones_sabf_prints() -> None:
    ours, theirs = shipped_rulebook().scale("nsw-swiss-pairs/scale"), shipped_rulebook().scale("sabf-2020/butler")
    assert [both(ours, 9, net) for net in range(-36, 37)] == [both(theirs, 9, net) for net in range(-36, 37)]


@pytest.mark.clause("NSWSP Table 2")
def test_the_column_is_straight_over_the_filled_rows() -> None:
    scale = shipped_rulebook().scale("nsw-swiss-pairs/scale")
    assert isinstance(scale, PrintedScale)
    column = scale.column(9)
    assert column is not None
    assert [(least, most) for least, most, _ in slopes(column.wins)] == [(0, 10), (10, 14), (14, 34)]


@pytest.mark.clause("NSWSP Table 2")
def test_the_victory_points_name_the_reading_that_repairs_them() -> None:
    assert "S-24" in vps(given(16), 9, shipped_rulebook().scale("nsw-swiss-pairs/scale")).clause.readings
