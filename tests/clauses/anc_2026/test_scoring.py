"""How every stage of the championships scores a board and a match, and what a bye, a forfeit and a lost board bring."""

from fractions import Fraction

import pytest

from clauses.anc_2026.stages import (
    BUTLER,
    BY_MOVEMENT,
    CONGRESS_TEAMS,
    EVERY,
    FINAL,
    ONE_FIELD,
    QUALIFYING,
    STAGE_1,
    at,
    stage,
)
from clauses.shape import tables_of
from overtrick.core.errors import NoDatum
from overtrick.core.exact import Exact, plain
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.laws.table_score import points
from overtrick.core.provenance import Clause, Figure
from overtrick.core.scoring.boards import ButlerRule
from overtrick.core.scoring.datum import DatumRule, TopBy, datum, trim
from overtrick.core.scoring.fouled import TooLate
from overtrick.core.scoring.match import Length, credited_score
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.core.scoring.unplayed import Complement

HERE = Clause("Law", "0")
BY_IMPS = {
    #  boards: net IMPs and the victory points of the appendix
    12: [(0, "10.00"), (10, "13.30"), (-10, "6.70"), (38, "19.79"), (39, "20.00"), (60, "20.00"), (-39, "0.00")],
    8: [(0, "10.00"), (10, "13.90"), (-10, "6.10"), (30, "19.72"), (31, "20.00"), (60, "20.00"), (-31, "0.00")],
    7: [(0, "10.00"), (10, "14.10"), (-10, "5.90"), (28, "19.70"), (29, "20.00"), (60, "20.00"), (-29, "0.00")],
}
BY_IMPS[6] = BY_IMPS[7]
INTERSTATE_VPS = [
    (0, "35"), (10, "45"), (-10, "25"), (30, "65"), (31, "65.1"), (54, "67.4"), (55, "67.5"), (70, "67.5"),
    (-30, "5"), (-35, "0"), (-50, "0"),
]  # fmt: skip
"""11.10: 35 and the net up to 30, a tenth of each further IMP, at most 67.5 and at least 0."""
AS_PERCENT = [
    (80, "20"), (70, "20"), (65, "18"), ("57.5", "15"), (60, "16"), (50, "10"), ("42.5", "5"), (35, "2"), (30, "0"),
    (20, "0"), ("51.235", "10.83"),
]  # fmt: skip
"""App-2, with the percentage to two places first: 51.24 less 35, two thirds of it."""
PAIRS_IN_VPS = [
    *BUTLER,
    *((name, "Swiss") for name, of in ONE_FIELD if name not in {"interstate-pairs", "country-pairs"}),
]
MATCHPOINT_SWISS = [("interstate-pairs", "Swiss"), ("country-pairs", "Swiss")]
TEAMS = [*QUALIFYING, *FINAL, *CONGRESS_TEAMS]


def worth(name: str, of: str, net: object, **readings: str) -> Exact:
    here = stage(name, of, readings)
    return credited_score(
        Figure(plain(Fraction(str(net))), here.scoring.nets_in, HERE), here.boards, here.scoring.match
    ).value


@at(PAIRS_IN_VPS)
@pytest.mark.clause("ANC26 17.12", "ANC26 23")
def test_imps_become_victory_points_by_the_scale_for_the_length(name: str, of: str) -> None:
    for net, vps in BY_IMPS[stage(name, of).boards]:
        assert worth(name, of, net) == Fraction(vps)


@at(QUALIFYING)
@pytest.mark.clause("ANC26 11.10")
def test_net_imps_become_victory_points_in_the_interstate_teams(name: str, of: str) -> None:
    for net, vps in INTERSTATE_VPS:
        assert worth(name, of, net) == Fraction(vps)
        if net < -30:  # the other reading: 70 less the winner's
            assert worth(name, of, net, D38="70 less the winner's VPs") == 70 - worth(name, of, -net)


@at(MATCHPOINT_SWISS)
@pytest.mark.clause("ANC26 16.2", "ANC26 App-2")
def test_percentages_become_victory_points(name: str, of: str) -> None:
    for percent, vps in AS_PERCENT:
        assert worth(name, of, percent) == Fraction(vps)


@at(CONGRESS_TEAMS)
@pytest.mark.clause("ANC26 23.4", "ANC26 23.5")
def test_congress_teams_by_the_continuous_scale_for_sixteen_boards(name: str, of: str) -> None:
    assert [worth(name, of, net) for net in (0, 10, 60, -60)] == [10, Fraction("12.80"), 20, 0]


@at([*FINAL, *STAGE_1, *BY_MOVEMENT])
@pytest.mark.clause("ANC26 12.3", "ANC26 17.4", "ANC26 17.12", "ANC26 23")
def test_a_final_and_the_first_open_stage_count_imps_and_sessions_count_per_cent(name: str, of: str) -> None:
    assert [worth(name, of, net) for net in (57, 61)] == [57, 61]


@at(TEAMS)
@pytest.mark.clause("ANC26 7.6")
def test_what_an_award_is_worth_on_a_board_that_could_not_be_played(name: str, of: str) -> None:
    unplayable = stage(name, of).scoring.match.unplayable
    assert unplayable is not None
    assert (unplayable.plus, unplayable.average, unplayable.minus) == (3, 0, -3)
    assert unplayable.several is not None
    assert unplayable.clause.cite == "ANC26 App-4.1"


@at(EVERY)
@pytest.mark.clause("ANC26 7.1", "ANC26 7.3", "ANC26 7.4", "ANC26 7.5")
def test_what_is_compared_and_what_an_artificial_score_is_worth(name: str, of: str) -> None:
    scoring = stage(name, of).scoring
    given = scoring.match.artificial
    told = (given.plus, given.average, given.minus, given.unit.many)
    if (name, of) in TEAMS:
        assert isinstance(scoring.board, TeamsRule)
        assert told == (3, 0, -3, "IMPs")
    elif (name, of) in [*MATCHPOINT_SWISS, *BY_MOVEMENT]:
        assert isinstance(scoring.board, MatchpointRule)
        assert told == (60, 50, 40, "%")
        assert scoring.percent is not None
        assert scoring.percent.artificial == given
    else:
        assert isinstance(scoring.board, ButlerRule)
        assert told == (2, 0, -2, "IMPs")
    assert given.several is not None
    assert given.several.clause.cite == ("ANC26 App-4.1" if given.unit.many == "%" else "ANC26 App-4.2")
    assert (scoring.match.times, scoring.match.length) == (1, Length.ANNOUNCED)
    replaced = scoring.substitute
    if (name, of) in [*QUALIFYING, *FINAL]:  # 7.1: a substitute board, unless it is too late
        assert replaced is not None
        assert set(replaced.unless) == {TooLate.RESULT_KNOWN, TooLate.PLAYER_LEFT}
    else:
        assert replaced is None


@at(EVERY)
@pytest.mark.clause("ANC26 7.7")
def test_a_match_is_scored_if_half_its_boards_can_be_compared(name: str, of: str) -> None:
    compared = stage(name, of).compared
    if (name, of) in BY_MOVEMENT:  # a session is no match; the five stanzas of a Final are one together
        assert compared is None
    else:
        assert compared is not None
        assert compared.share == Fraction(1, 2)


# Datums: tables in play, match, tables considered, scores dropped at each end.

DATUM = [
    (5, 1, 5, 1), (14, 9, 14, 1),  # 17.13: fewer than 15, the middle n - 2
    (15, 1, 15, 2), (23, 9, 23, 2),  # 17.14: 15 to 23, the middle n - 4
    (24, 1, 24, 2), (24, 3, 24, 2), (25, 3, 25, 3),  # 17.16: a tenth at each end, 0.5 up
    (24, 4, 12, 1), (29, 6, 15, 2), (25, 6, 13, 1),  # matches 4-6: the top n/2 tables, 0.5 up
    (24, 7, 12, 1), (60, 7, 12, 1), (60, 10, 12, 1),  # then the top 12
]  # fmt: skip
STAGE_1_DATUM = [(14, 1, 14, 1), (15, 1, 15, 2), (23, 8, 23, 2), (24, 8, 24, 2), (25, 1, 25, 3), (60, 8, 60, 6)]
"""17.13 to 17.15: more than 23 tables lose a tenth at each end, in every match."""


def datums(name: str, of: str, **readings: str) -> tuple[DatumRule, DatumRule]:
    """The rule of a stage for its boards, and the one for a fouled board."""
    board = stage(name, of, readings).scoring.board
    assert isinstance(board, ButlerRule)
    assert board.fouled is not None
    return board.datum, board.fouled


@at(PAIRS_IN_VPS)
@pytest.mark.clause("ANC26 17.13", "ANC26 17.14", "ANC26 17.16")
def test_which_scores_make_the_datum(name: str, of: str) -> None:
    rule, _ = datums(name, of)
    for field, match, considered, dropped in DATUM:
        found = trim(tables_of(field), rule, match)
        assert (found.considered, found.dropped) == (considered, dropped), (field, match)


@pytest.mark.clause("ANC26 17.4", "ANC26 17.13", "ANC26 17.14", "ANC26 17.15")
def test_which_scores_make_the_datum_of_the_first_open_stage() -> None:
    rule, _ = datums("open-butler", "Stage 1")
    for field, match, considered, dropped in STAGE_1_DATUM:
        found = trim(tables_of(field), rule, match)
        assert (found.considered, found.dropped) == (considered, dropped), (field, match)
    other, _ = datums("open-butler", "Stage 1", D52="the middle n - 6 scores whatever the size (17.4)")
    assert [trim(tables_of(field), other).dropped for field in (10, 14, 20, 40)] == [3, 3, 3, 3]
    assert datum(points(*range(0, 60, 10), 25, 25, 25), other).value == 30


@at([*STAGE_1, *PAIRS_IN_VPS])
@pytest.mark.clause("ANC26 7.2", "ANC26 17.12")
def test_datums_are_to_ten_and_a_fouled_board_drops_two_or_four(name: str, of: str) -> None:
    rule, fouled = datums(name, of)
    for each in (rule, fouled):
        assert [datum(points(-900, score, 900), each).value for score in (25, 24, -25, -24)] == [30, 20, -30, -20]
    assert [trim(tables_of(results), fouled).dropped for results in (3, 7, 8, 30)] == [1, 1, 2, 2]
    with pytest.raises(NoDatum) as refused:
        trim(tables_of(2), fouled)
    assert "Give each side 2 IMPs (ANC26 7.3)." in str(refused.value)


@pytest.mark.parametrize(
    ("name", "of"), [("mixed-butler", "Stage 1"), *(each for each in PAIRS_IN_VPS if each[1] == "Swiss")]
)
@pytest.mark.clause("ANC26 17.16")
def test_the_top_tables_are_those_of_the_draw_unless_it_is_read_otherwise(name: str, of: str) -> None:
    ways = {"by ranking with penalties": TopBy.RANKING, "by room number": TopBy.TABLE}
    assert datums(name, of)[0].top_by is TopBy.DRAW
    for way, top_by in ways.items():
        assert datums(name, of, D56=way)[0].top_by is top_by


@pytest.mark.clause("ANC26 App-5 (8 boards)")
def test_the_misprint_may_be_played_as_it_stands() -> None:
    name, of = "welcome-pairs", "Swiss"
    assert (worth(name, of, 12), worth(name, of, -12)) == (Fraction("14.58"), Fraction("5.42"))
    as_printed = {"D77": "14.68 - 5.42 as printed"}
    assert (worth(name, of, 12, **as_printed), worth(name, of, -12, **as_printed)) == (
        Fraction("14.68"),
        Fraction("5.42"),
    )


@pytest.mark.parametrize("teams", [8, 7, 6, 5])
@at(QUALIFYING)
@pytest.mark.clause("ANC26 11.11", "ANC26 11.12")
def test_a_bye_and_a_forfeit_in_the_interstate_teams(name: str, of: str, teams: int) -> None:
    here = stage(name, of, entries=teams)
    assert here.bye is not None
    assert (here.bye.vps, here.bye.imps, here.bye.win) == (35, 0, False)
    forfeit = here.forfeit
    assert forfeit is not None
    assert (forfeit.floor, forfeit.offender, forfeit.total, forfeit.most) == (Fraction("56.5"), 0, 70, Fraction("67.5"))
    assert (forfeit.fault, forfeit.as_scored, forfeit.one_robin) == (True, False, False)
    assert forfeit.scale is not None  # IMPs by the formula of 11.10
    assert forfeit.complement is Complement.SCORE
    other = stage(name, of, {"D40": "the mean the offender's opponents scored against it"}, teams).forfeit
    alone = stage(name, of, {"D40": "this round robin only"}, teams).forfeit
    assert other is not None
    assert alone is not None
    assert (other.as_scored, alone.one_robin) == (True, True)
