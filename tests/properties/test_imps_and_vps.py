"""IMPs and victory points: never falling, symmetric where the rule is, never outside the scale."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from overtrick.core.exact import Exact
from overtrick.core.laws.adjusted import ArtificialRule
from overtrick.core.laws.imps import imps_of
from overtrick.core.model.results import Average
from overtrick.core.provenance import IMPS, Clause, Figure
from overtrick.core.scales import BandScale, CornerScale, PrintedScale, Scale, vps
from overtrick.core.scales.types import ScaleColumn, continuous_vps
from overtrick.core.scoring.head_to_head import imps_won
from overtrick.core.scoring.match import MatchRule
from overtrick.regulations.read.library import shipped_rulebook
from strategies import exacts

# The lower and upper end of each band of Law 78B, as printed; the last is open.
BANDS = (
    (0, 10), (20, 40), (50, 80), (90, 120), (130, 160), (170, 210), (220, 260), (270, 310), (320, 360), (370, 420),
    (430, 490), (500, 590), (600, 740), (750, 890), (900, 1090), (1100, 1290), (1300, 1490), (1500, 1740),
    (1750, 1990), (2000, 2240), (2250, 2490), (2500, 2990), (3000, 3490), (3500, 3990), (4000, 15200),
)  # fmt: skip


@pytest.mark.clause("Law 78B")
def test_every_printed_row() -> None:
    rows = {ten: imp for imp, (low, high) in enumerate(BANDS) for ten in range(low, high + 10, 10)}
    assert sorted(rows) == list(range(0, 15210, 10))
    assert {difference: imps_of(difference) for difference in rows} == rows


@pytest.mark.clause("Law 78B")
@given(st.fractions(min_value=0, max_value=15200, max_denominator=60))
def test_between_two_rows_the_lower_one(difference: Fraction) -> None:
    assert imps_of(difference) == max(imp for imp, (low, _) in enumerate(BANDS) if low <= difference)


@given(exacts, exacts)
def test_imps_never_fall_and_mirror(one: Exact, other: Exact) -> None:
    low, high = sorted((one, other))
    assert -24 <= imps_of(low) <= imps_of(high) <= 24
    assert imps_of(-one) == -imps_of(one)


SCALES = {name: shipped_rulebook().scale(name) for name in shipped_rulebook().stated["scale"]}
PRINTED = {name: scale for name, scale in SCALES.items() if isinstance(scale, PrintedScale)}

nets = st.one_of(st.integers(-200, 200), st.fractions(min_value=-200, max_value=200, max_denominator=12))
percents = st.one_of(st.integers(0, 100), st.fractions(min_value=0, max_value=100, max_denominator=500))


def lengths(scale: Scale) -> st.SearchStrategy[int]:
    """Match lengths the scale is for."""
    match scale:
        case PrintedScale(formula=None):
            return st.sampled_from(scale.lengths)
        case PrintedScale():
            return st.integers(1, 120)
        case BandScale(bands=bands):
            return st.integers(bands[0][0], bands[-1][1])
        case CornerScale():
            return st.just(20)


def worth(scale: Scale, value: Exact, boards: int) -> Exact:
    return vps(Figure(value, scale.takes, Clause("Law", "78B")), boards, scale).value


def extremes(scale: Scale) -> tuple[Exact, Exact]:
    """The least and the most the scale can give."""
    if isinstance(scale, CornerScale):
        return scale.corners[0][1], scale.corners[-1][1]
    return 0, scale.total


@pytest.mark.parametrize("name", SCALES)
@given(data=st.data())
def test_victory_points_never_fall_and_stay_on_the_scale(name: str, data: st.DataObject) -> None:
    scale = SCALES[name]
    values = percents if isinstance(scale, BandScale) else nets
    low, high = sorted((data.draw(values), data.draw(values)))
    boards = data.draw(lengths(scale))
    least, most = extremes(scale)
    assert least <= worth(scale, low, boards) <= worth(scale, high, boards) <= most


@pytest.mark.parametrize("name", PRINTED)
@given(data=st.data())
def test_printed_scales_share_out_their_total(name: str, data: st.DataObject) -> None:
    scale, net = PRINTED[name], data.draw(nets)
    boards = data.draw(lengths(scale))
    assert worth(scale, net, boards) + worth(scale, -net, boards) == scale.total
    assert worth(scale, 0, boards) * 2 == scale.total


@pytest.mark.parametrize("name", PRINTED)
@given(data=st.data())
def test_a_longer_match_needs_a_larger_margin(name: str, data: st.DataObject) -> None:
    scale, net = PRINTED[name], data.draw(st.integers(1, 80))
    short, long = sorted((data.draw(lengths(scale)), data.draw(lengths(scale))))
    column = scale.column(long)
    # Twenty boards of Butler are read on the teams scale (SABF20 EV-102), which pays more for small margins.
    assume(column is None or "EV-102" not in column.clause.readings)
    assert worth(scale, net, short) >= worth(scale, net, long)


@pytest.mark.clause("ANC26 11.10")
@given(st.fractions(min_value=-30, max_value=30, max_denominator=12))
def test_interstate_teams_share_out_seventy_within_thirty(net: Fraction) -> None:
    scale = SCALES["anc-2026/interstate-teams"]
    assert worth(scale, net, 20) + worth(scale, -net, 20) == 70


@pytest.mark.clause("ANC26 11.10")
@given(st.fractions(min_value=Fraction(301, 10), max_value=200, max_denominator=12))
def test_interstate_teams_do_not_share_out_beyond_thirty(net: Fraction) -> None:
    scale = SCALES["anc-2026/interstate-teams"]
    assert worth(scale, net, 20) + worth(scale, -net, 20) < 70


@pytest.mark.parametrize("name", ["anc-2026/interstate-pairs", "sabf-2020/matchpoint-swiss"])
@given(percent=st.integers(0, 10_000), boards=st.integers(1, 55))
def test_percentages_that_make_a_hundred_share_out_twenty(name: str, percent: int, boards: int) -> None:
    scale = SCALES[name]
    own = Fraction(percent, 100)
    assert worth(scale, own, boards) + worth(scale, 100 - own, boards) == 20


def test_both_sides_of_a_drawn_match_have_what_is_printed_for_it() -> None:
    """Three for a win and one for a draw: what a drawn match leaves of the three is nobody's."""
    here = Clause("CLUB", "1")
    scale = PrintedScale("club", "three for a win", here, 3, (ScaleColumn((8,), here, (1, 3)),))
    assert [worth(scale, net, 8) for net in (-5, -1, 0, 1, 5)] == [0, 0, 1, 3, 3]


def test_a_match_of_any_length_is_worth_no_more_than_twenty() -> None:
    """15 √32 is 84.85: from 85 IMPs on the formula itself would give 20.01."""
    assert [continuous_vps(margin, 32) for margin in (84, 85, 86, 200)] == [Fraction("19.95"), 20, 20, 20]
    assert [continuous_vps(margin, 16) for margin in (59, 60, 61)] == [Fraction("19.92"), 20, 20]


# A match on total IMPs, with awards.

ON_TOTAL = MatchRule(Clause("SABF20", "13.9#2"), ArtificialRule(Clause("Law", "12C2"), 3, 0, -3), ())


def won(own: Sequence[int | Average], other: Sequence[int | Average]) -> Figure[Exact]:
    """What a side won on total IMPs."""
    one, two = ([Figure(v, IMPS, ON_TOTAL.clause) if isinstance(v, int) else v for v in side] for side in (own, other))
    return imps_won(one, two, ON_TOTAL)


@pytest.mark.clause("Law 12C4")
def test_awards_count_in_a_match_on_total_imps() -> None:
    """Ten and three won on two boards; average plus against average minus is three more, and both plus three each."""
    plus, minus = Average.PLUS, Average.MINUS
    assert [won(*sides).value for sides in (((10, -3, plus), (-10, 3, minus)), ((-10, 3, minus), (10, -3, plus)))] == [
        13,
        3,
    ]
    assert [won(*sides).value for sides in (((10, plus), (-10, plus)), ((-10, plus), (10, plus)))] == [13, 3]


def test_a_match_without_awards_tells_of_none() -> None:
    assert [reason.note for reason in won((10, -3), (-10, 3)).of if isinstance(reason, Figure)] == [""]
