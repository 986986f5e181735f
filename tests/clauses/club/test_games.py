"""The games of an evening that clubs play: what each is, for every number of tables, and that it can be played."""

from collections.abc import Iterable
from fractions import Fraction
from random import Random

import pytest

from overtrick.core.event.fold.tournament import replay
from overtrick.core.event.plan.session_ways import SessionPlay
from overtrick.core.event.plan.stages import Entrants, Stage
from overtrick.core.event.play.session_movements import session_movement
from overtrick.core.movements.check import check
from overtrick.core.provenance import IMPS, Clause, Figure
from overtrick.core.scales import vps
from overtrick.core.scoring.boards import ButlerRule
from overtrick.core.scoring.cross_imps import CrossImpsRule, Divisor
from overtrick.lab.fault_rates import USUAL_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.verify import verify
from overtrick.regulations.describe.event import describe_event
from overtrick.regulations.lint.files import check_folder
from overtrick.regulations.plan.event_book import event_files, find_event, plan_for
from overtrick.regulations.read.editions import shipped_edition

NIGHTS = ("club/pairs-night", "club/butler-night", "club/cross-imp-night")
GAMES = [name for name in event_files() if name.startswith("club/")]


def stage(event: str, entered: int, *choices: str) -> Stage:
    """The one stage of a game."""
    [found] = plan_for(event)(Entrants(entered), frozenset(choices), {}).stages
    return found


def sessions(event: str, sizes: Iterable[int]) -> Iterable[tuple[int, Stage, SessionPlay]]:
    for pairs in sizes:
        found = stage(event, pairs)
        assert isinstance(found.play, SessionPlay)
        yield pairs, found, found.play


@pytest.mark.clause("CLUB26 1")
def test_an_evening_has_24_to_28_boards_from_three_tables_to_forty() -> None:
    for pairs, found, _ in sessions("club/pairs-night", range(5, 81)):
        assert len(found.sessions) == 1
        assert 24 <= found.rounds * found.boards <= 28, pairs
    assert stage("club/pairs-night", 20).scoring.percent is not None


@pytest.mark.clause("CLUB26 2")
def test_every_movement_is_sound_and_two_lines_that_never_change_are_ranked_apart() -> None:
    for pairs, found, play in sessions("club/pairs-night", range(5, 81)):
        movement = session_movement(play, pairs)
        assert check(movement).sound, pairs
        assert len(movement.present) == pairs
        assert len(movement.lines) == len(found.fields.names)
        assert len(found.fields.names) == (1 if pairs <= 14 or pairs in (21, 22) else 2), pairs
        assert play.sits_out_for is None


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        (9, "Howell, 5 tables, 9 rounds"),
        (12, "Three-quarter Howell, 6 tables, 9 rounds"),
        (16, "Mitchell, 8 tables, 8 rounds, share and relay"),
        (19, "Blandon Mitchell, 9 tables and a half, 8 rounds"),
        (20, "Mitchell, 10 tables, 9 rounds, skip"),
        (26, "Mitchell, 13 tables, 13 rounds"),
        (80, "Web Mitchell, 40 tables, 13 rounds"),
    ],
)
@pytest.mark.clause("CLUB26 2")
def test_the_movement_follows_from_the_number_of_tables(pairs: int, told: str) -> None:
    play = stage("club/pairs-night", pairs).play
    assert isinstance(play, SessionPlay)
    assert session_movement(play, pairs).name == told


@pytest.mark.clause("CLUB26 3")
def test_a_butler_evening_is_the_pairs_night_against_a_datum() -> None:
    found = stage("club/butler-night", 19)
    assert isinstance(found.scoring.board, ButlerRule)
    assert found.scoring.board.datum.case(10, 1, 10).drop.drop_count(10) == 1
    assert (found.standings.unit, found.play) == (IMPS, stage("club/pairs-night", 19).play)


@pytest.mark.clause("CLUB26 4")
def test_a_cross_imp_evening_is_the_pairs_night_against_every_table() -> None:
    found = stage("club/cross-imp-night", 19)
    assert isinstance(found.scoring.board, CrossImpsRule)
    assert found.scoring.board.divisor is Divisor.COMPARISONS
    assert (found.standings.unit, found.play) == (IMPS, stage("club/pairs-night", 19).play)


@pytest.mark.clause("CLUB26 5", "CLUB26 6")
@pytest.mark.parametrize("event", ["club/swiss-teams", "club/swiss-pairs"])
def test_a_swiss_has_four_matches_of_seven_or_three_of_nine(event: str) -> None:
    short, long = stage(event, 13), stage(event, 13, "long matches")
    assert [(each.rounds, each.boards) for each in (short, long)] == [(4, 7), (3, 9)]
    assert short.play.swiss
    assert short.bye is not None
    assert short.bye.vps == 12


@pytest.mark.clause("CLUB26 5")
def test_a_match_of_seven_boards_won_by_ten_imps_is_worth_13_99_victory_points() -> None:
    [(_, scale)] = stage("club/swiss-teams", 12).scoring.match.conversions
    won = vps(Figure(10, IMPS, Clause("CLUB26", "5")), 7, scale)  # type: ignore[arg-type] # it is a scale
    # B = 15 × √7 = 39.686; R = (√5 − 1) / 2; 10 + 10 × (1 − R^(3 × 10 / B)) / (1 − R³) = 13.99
    assert won.value == Fraction(1399, 100)
    assert str(won.clause) == "Law 78D"


@pytest.mark.clause("CLUB26 7")
def test_teams_meet_each_other_once_and_nobody_plays_more_than_an_evening() -> None:
    for teams in range(4, 11):
        found = stage("club/all-play-all", teams)
        assert found.rounds == teams - 1 + teams % 2
        assert 24 <= found.rounds * found.boards <= 28, teams


@pytest.mark.parametrize("event", GAMES)
def test_no_game_cites_a_championship(event: str) -> None:
    told = "\n".join(describe_event(find_event(event), Entrants(find_event(event).event.usual)))
    for cite in ("ANC26", "SABF20", "NSWSP", "ITS21", "GNOT18"):
        assert cite not in told


def test_the_folder_has_no_fault_and_nothing_to_warn_of() -> None:
    texts = {path.removeprefix("club/"): text for path, text in shipped_edition().texts.items() if path[:5] == "club/"}
    assert check_folder("club", texts) == ([], [])


@pytest.mark.parametrize(
    ("event", "entered"),
    [
        *(("club/pairs-night", pairs) for pairs in (5, 12, 15, 19, 21, 27, 80)),
        *((event, pairs) for event in NIGHTS[1:] for pairs in (5, 19)),
        *(("club/swiss-teams", teams) for teams in (6, 7)),
        *(("club/swiss-pairs", pairs) for pairs in (8, 21)),
        *(("club/all-play-all", teams) for teams in (4, 5, 10)),
        *(("club/board-a-match-teams", teams) for teams in (4, 7)),
        *(("club/patton", teams) for teams in (8, 9)),
    ],
)
def test_a_game_is_played_to_its_end_with_faults_and_proved(event: str, entered: int) -> None:
    plan = plan_for(event)
    postings = Rehearsal(plan, event, Random(f"{event} {entered}"), USUAL_FAULTS).play(entered)
    assert verify(plan, postings).objections == ()
    [state] = replay(plan, postings).stages.values()
    assert state.closed
