"""Movements that an event file names: rows by tables, two winners, half tables, sit-outs, and rounds of one's own."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.acts import ResultPosted, Withdrawn
from overtrick.core.event.fold.tournament import replay
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.by_matches import attendance_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.movements.families import Family, MovementRequest, make_movement
from overtrick.core.movements.notation import write_movement
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import read_event
from overtrick.regulations.plan.events import plan_of
from overtrick.views.draws import seat_of
from overtrick.views.scorecards import scorecard_page

pytestmark = pytest.mark.whole

NIGHT = """
[event]
id = "my-club/night"
name = "Night"
clause = "CLUB 1"
contest = "pairs"
entries = [6, 40]
usual = 20

[[stage]]
name = "Night"
clause = "CLUB 1"
play = "sessions"
sessions = 1
scoring = "anc-2026/matchpoint-pairs"
ranking = "anc-2026/matchpoint-pairs"

  [stage.draw]
  clause = "CLUB 1"
  movements = [ROWS]
"""


def played(rows: str, pairs: int, more: str = "") -> StageState:
    """A night by these rows, played to its end with a lot of cards."""
    file = read_event(NIGHT.replace("ROWS", rows) + more, "night.toml")
    plan = plan_of(file)
    rehearsal = Rehearsal(plan, file.event.id, Random("night"), NO_FAULTS)
    return replay(plan, rehearsal.play(pairs)).stage("Night")


def boards_of(state: StageState) -> Counter[str]:
    """How many boards everybody played."""
    return Counter(
        name
        for drawn in state.rounds.values()
        for seating in drawn.seatings.values()
        for name in (seating.ns, seating.ew)
        for _ in seating.boards
    )


SKIP = '{ tables = [8, 15], movement = "Mitchell", form = "skip", rounds = 7, boards_a_round = 3, winners = 2 }'


def test_a_skip_with_two_winners_has_a_ranking_for_each_line() -> None:
    state = played(SKIP, 16)
    assert [(each.name, len(each.contestants)) for each in state.fields] == [("North-South", 8), ("East-West", 8)]
    assert set(boards_of(state).values()) == {21}
    north, east = state.fields
    for drawn in state.rounds.values():
        assert {seating.ns for seating in drawn.seatings.values()} == set(north.contestants)
        assert {seating.ew for seating in drawn.seatings.values()} == set(east.contestants)
    for field in state.fields:
        rows = state.standings(field.name).rows
        assert sorted(row.contestant for row in rows) == sorted(field.contestants)
        # On a board what one line wins the other loses, and within a line the average is half.
        whole = sum((Fraction(row.total.value) for row in rows), Fraction())
        assert -1 < 100 * (whole / len(rows) - 50) < 1


@pytest.mark.parametrize(
    ("row", "lines", "boards"),
    [
        # The extra pair is East-West and waits there; North-South play every round.
        ('movement = "Blandon", half_table = true, boards_a_round = 3, winners = 2', (9, 10), {24, 21}),
        # The extra pair is North-South; whose seat it takes waits one round of nine.
        ('movement = "rover", half_table = true, boards_a_round = 3, winners = 2', (10, 9), {27, 24}),
        # The tenth East-West pair is missing.
        ('movement = "Mitchell", form = "skip", rounds = 9, boards_a_round = 3, winners = 2', (10, 9), {27, 24}),
        # Without the first North-South pair nothing is shared.
        ('movement = "Mitchell", form = "share and relay", rounds = 9, boards_a_round = 3, missing = 1, winners = 2',
         (9, 10), {27, 24}),
    ],
)  # fmt: skip
def test_nine_and_a_half_tables(row: str, lines: tuple[int, int], boards: set[int]) -> None:
    state = played(f"{{ tables = [10], {row} }}", 19)
    assert tuple(len(each.contestants) for each in state.fields) == lines
    assert set(boards_of(state).values()) == boards
    for drawn in state.rounds.values():
        seated = {name for seating in drawn.seatings.values() for name in (seating.ns, seating.ew)}
        assert set(drawn.draw.sits_out) == set(state.contestants) - seated
        assert len(drawn.draw.sits_out) == 1


def test_a_sit_out_counts_as_the_file_says() -> None:
    """Nine rounds of three boards, one of them sat out at 60 per cent: (24 of what was played + 3 times 60) / 27."""
    row = '{ tables = [10], movement = "Mitchell", form = "skip", rounds = 9, boards_a_round = 3 }'
    free, own, sixty = (played(row, 19, f"  sit_out = {word}\n") for word in ('"not counted"', '"own average"', "60"))
    plain = {row.contestant: row.total.value for row in free.standings("all").rows}
    given = {row.contestant: row.total.value for row in sixty.standings("all").rows}
    assert plain == {row.contestant: row.total.value for row in own.standings("all").rows}
    out = Counter(name for drawn in free.rounds.values() for name in drawn.draw.sits_out)
    assert set(out.values()) == {1}
    for name, percent in plain.items():
        if name not in out:
            assert given[name] == percent
        else:
            assert abs(Fraction(given[name]) - (24 * Fraction(percent) + 180) / 27) <= Fraction(1, 200)
    assert given != plain


def test_an_own_movement_is_played_as_it_is_written() -> None:
    text = write_movement(make_movement(Family.HESITATION, MovementRequest(12, boards=3)))
    state = played(f"{{ tables = [6], movement = 'own', own = '''\n{text}''' }}", 12)
    assert len(state.rounds) == 7
    assert set(boards_of(state).values()) == {21}


def test_a_size_without_a_row_and_a_row_without_a_movement_are_refused() -> None:
    plan = plan_of(read_event(NIGHT.replace("ROWS", SKIP), "night.toml"))
    with pytest.raises((DirectorError, RegulationErrors), match="12 pairs"):
        plan(Entrants(12), frozenset(), {})
    with pytest.raises(RegulationErrors, match="own"):
        read_event(NIGHT.replace("ROWS", "{ tables = [6], movement = 'own' }"), "night.toml")


def test_a_per_cent_for_sit_outs_needs_percentages() -> None:
    text = NIGHT.replace("ROWS", SKIP).replace("anc-2026/matchpoint-pairs", "anc-2026/butler", 1)
    text = text.replace("anc-2026/matchpoint-pairs", "anc-2026/butler-stage")
    for said in ("60", "101"):
        with pytest.raises(RegulationErrors, match="per cent"):
            plan_of(read_event(text + f"  sit_out = {said}\n", "night.toml"))(Entrants(16), frozenset(), {})


def test_what_the_director_gave_for_a_round_sat_out_is_not_counted_twice() -> None:
    """Where the director gives a score for a sit-out, the own average is not added to it."""
    row = '{ tables = [10], movement = "Mitchell", form = "skip", rounds = 4, boards_a_round = 6 }'
    text = NIGHT.replace("anc-2026/matchpoint-pairs", "anc-2026/butler", 1)
    text = text.replace("anc-2026/matchpoint-pairs", "anc-2026/butler-stage").replace("ROWS", row)
    totals = []
    for word in ("not counted", "own average"):
        file = read_event(f'{text}  sit_out = "{word}"\n', "night.toml")
        state = replay(plan_of(file), Rehearsal(plan_of(file), file.event.id, Random("night"), NO_FAULTS).play(19))
        night = state.stage("Night")
        totals.append({row.contestant: Fraction(row.total.value) for row in night.standings("all").rows})
    assert any(name in drawn.awarded for drawn in night.rounds.values() for name in drawn.draw.sits_out)
    assert totals[0] == totals[1]


def test_a_pair_that_left_gets_nothing_for_a_round_that_it_would_have_sat_out() -> None:
    """It leaves after two rounds; the third, which the draw has it sit out at 60 per cent, is not in its total."""
    row = '{ tables = [10], movement = "Mitchell", form = "skip", rounds = 9, boards_a_round = 3 }'
    totals = []
    for word in ('"not counted"', "60"):
        file = read_event(NIGHT.replace("ROWS", row) + f"  sit_out = {word}\n", "night.toml")
        plan = plan_of(file)
        night = Rehearsal(
            plan, file.event.id, Random("night"), NO_FAULTS,
            until=lambda _, act: isinstance(act, ResultPosted) and act.round == 3,
        )  # fmt: skip
        night.play(19)
        night.until = None
        [leaver] = night.state.stage("Night").round(3).draw.sits_out
        night.do(Withdrawn(leaver, "Night", 2, expunged=False, reason="unwell"))
        state = night.state.stage("Night")
        totals.append(state.standings("all").row(leaver).total.value)
        assert attendance_of(state, leaver).matches == state.plan.rounds
        [stage] = scorecard_page(night.state, leaver).stages
        assert [match.round for match in stage.matches] == [1, 2]
        seat = seat_of(night.state, leaver)
        assert seat is not None
        assert str(seat.says) == "Withdrew after round 2"
    assert totals[0] == totals[1]
