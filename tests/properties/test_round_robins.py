"""Round robins of every size, byes for every order of finish, fields of equal strength."""

from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.draws.bye_rounds import bring_bye_forward, bye_clashes, spread_byes
from overtrick.core.draws.round_robin import byes_by_round, check_draw, circle, held_by
from overtrick.core.draws.seating import SitsFirst, sitting_order, stanzas
from overtrick.core.draws.seeding import Entrant, field_sizes, snake, two_fields
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan.ways import RobinDraw
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.read.documents import load, open_file
from overtrick.regulations.read.load import text_of

ANC = load(DrawBook, "anc-2026")


def qualifying(teams: int) -> tuple[RobinDraw, ...]:
    return next(stage for stage in ANC.qualifying if teams in stage.sizes).robins


CLAUSE = Clause("ITS21", "OITS.stage1-seeding")


@pytest.mark.parametrize("contestants", range(2, 41))
def test_circle_of_every_size(contestants: int) -> None:
    report = check_draw(circle(contestants))
    assert report.sound
    assert report.meetings == (1, 1)
    assert report.byes == (contestants % 2, contestants % 2)
    assert report.rounds == contestants - 1 + contestants % 2


def test_a_round_robin_that_does_not_begin_where_the_last_ended_is_refused() -> None:
    text = text_of("anc-2026", "draws.toml")
    assert "first_round = 8\n" in text
    with pytest.raises(RegulationErrors, match="begins with round 7, and it is the turn of 8"):
        open_file(DrawBook, text.replace("first_round = 8\n", "first_round = 7\n", 1), "draws.toml")


@pytest.mark.parametrize("folder", ["anc-2026", "sabf-2020", "nsw-its-2021"])
def test_every_printed_draw_is_sound_and_one_change_spoils_it(folder: str) -> None:
    for draw in load(DrawBook, folder).draws.values():
        assert check_draw(draw.rounds).sound
        (one, other), *rest = draw.rounds[0]
        spoilt = (((other % draw.contestants + 1, one), *rest), *draw.rounds[1:])
        assert not check_draw(spoilt).sound


@pytest.mark.clause("ANC26 11.4")
def test_seven_teams_in_every_order_of_finish() -> None:
    """All 5,040: changed exactly when 5, 6 or 7 leads, by the bye of the best of 1 to 4 and nothing else."""
    robin = qualifying(7)[-1]
    byes = byes_by_round(robin.rounds, 8)
    assert ANC.bye_moved is not None
    altered = 0
    for placing in permutations(range(1, 8)):
        order = bring_bye_forward(placing, byes, robin.first_round, ANC.bye_moved)
        assert sorted(order.order) == list(range(8, 15))
        assert order.altered == (placing[0] in {5, 6, 7}) == (order.order != tuple(range(8, 15)))
        altered += order.altered
        sat = [placing[byes[base - 8] - 1] for base in order.order]
        assert sorted(sat) == list(range(1, 8))
        best = min(place for place, team in enumerate(placing, start=1) if team <= 4)
        assert sat[0] == (placing[best - 1] if order.altered else placing[0])
        if order.altered:
            assert 2 <= best <= 4
            assert sat[1] == placing[0]
            assert list(order.order[1:]) == sorted(order.order[1:])
    assert altered == 2160


@pytest.mark.clause("ANC26 11.5")
def test_five_teams_in_every_order_of_finish() -> None:
    """All 120: 84 need an adjustment in the Youth programme, and the proposed order always cures it."""
    days = ANC.programme("Youth").days
    robins = qualifying(5)
    assert ANC.byes_spread is not None
    needed = front_cures = 0
    for placing in permutations(range(1, 6)):
        byes = {
            robin.first_round + turn: placing[position - 1] if robin.by_placing else position
            for robin in robins
            for turn, position in enumerate(byes_by_round(robin.rounds, 6))
        }
        order = spread_byes(byes, days, 11, ANC.byes_spread)
        clashes = bye_clashes(byes, days, 11)
        assert order.altered == bool(clashes)
        needed += order.altered
        played = {number: byes[number] for number in range(1, 11)}
        played |= {slot: byes[base] for slot, base in zip(range(11, 16), order.order, strict=True)}
        assert sorted(order.order) == [11, 12, 13, 14, 15]
        assert not bye_clashes(played, days, 11)
        if clashes:
            fronts = [[base, *(b for b in range(11, 16) if b != base)] for base in range(11, 16)]
            cured = [
                front
                for front in fronts
                if not bye_clashes(
                    {n: byes[n] for n in range(1, 11)}
                    | {s: byes[b] for s, b in zip(range(11, 16), front, strict=True)},
                    days,
                    11,
                )
            ]
            front_cures += bool(cured)
    assert needed == 84
    assert front_cures == 36


def test_a_last_round_robin_by_placing_has_the_missing_team_as_the_bye() -> None:
    placing = ("D", "A", "C", "B", "E", "G", "F")
    rounds = [held_by(matches, placing) for matches in ANC.draws["eight"].rounds]
    assert all(sum(len(match) == 2 for match in matches) == 3 for matches in rounds)
    resting = [match[0] for matches in rounds for match in matches if len(match) == 1]
    assert resting == list(placing)


def test_sitting_order_is_shared_evenly_without_the_bye_team() -> None:
    first = [
        sitting_order(m, SitsFirst.SECOND_LISTED, CLAUSE).first
        for r in ANC.draws["eight"].rounds
        for m in r
        if 8 not in m
    ]
    assert {first.count(team) for team in range(1, 8)} == {3}


def test_a_reversal_needs_the_earlier_meeting() -> None:
    earlier = sitting_order((5, 2), SitsFirst.SECOND_LISTED, CLAUSE)
    assert sitting_order((2, 5), SitsFirst.REVERSED, CLAUSE, earlier).first == 5
    for wrong in (None, sitting_order((5, 3), SitsFirst.SECOND_LISTED, CLAUSE)):
        with pytest.raises(DirectorError):
            sitting_order((2, 5), SitsFirst.REVERSED, CLAUSE, wrong)


def test_home_and_visitors_sit_first_in_turn() -> None:
    assert [stanza.first == stanza.chooses.other for stanza in stanzas(5)] == [True] * 5


ratings = st.lists(st.tuples(st.integers(0, 60), st.booleans()), min_size=2, max_size=10)


@settings(deadline=None)
@given(ratings)
def test_two_fields_are_the_evenest_there_are(rated: list[tuple[int, bool]]) -> None:
    entrants = [Entrant(f"p{n}", rating, contending) for n, (rating, contending) in enumerate(rated)]
    made = two_fields(entrants, CLAUSE)
    outside, contending = field_sizes(len(rated), sum(not c for _, c in rated))
    assert made.faults() == ()
    assert made.non_contending == outside
    assert len(made.ns) == outside[0] + contending[0]
    total = sum(rating for rating, _ in rated)
    least = min(
        abs(2 * sum(int(e.rating) for e in field) - total)
        for field in combinations(entrants, len(made.ns))
        if sum(not e.contending for e in field) == outside[0]
    )
    assert abs(made.totals[0] - made.totals[1]) == least


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(0, 100), min_size=23, max_size=48), st.integers(0, 6))
def test_large_fields_reach_the_least_difference(rated: list[int], outside: int) -> None:
    entrants = [Entrant(f"p{n}", rating, n >= outside) for n, rating in enumerate(rated)]
    made = two_fields(entrants, CLAUSE)
    assert made.faults() == ()
    assert made.non_contending == field_sizes(len(rated), outside)[0]
    assert {e.name for e in made.ns} ^ {e.name for e in made.ew} == {e.name for e in entrants}
    # No exchange of two pairs of the same kind could better it.
    ns, ew = made.totals
    for one in made.ns:
        for other in made.ew:
            if one.contending == other.contending:
                assert abs(Fraction(ns - ew) - 2 * (one.rating - other.rating)) >= abs(Fraction(ns - ew))


@given(st.integers(1, 80), st.integers(1, 8))
def test_snake_is_even(contestants: int, sections: int) -> None:
    made = snake(range(1, contestants + 1), sections)
    assert sorted(number for section in made for number in section) == list(range(1, contestants + 1))
    assert max(map(len, made)) - min(map(len, made)) <= 1
    if contestants % (2 * sections) == 0:
        assert len({sum(section) for section in made}) == 1


def test_a_file_of_draws_tells_all_its_faults() -> None:
    with pytest.raises(RegulationErrors) as refused:
        open_file(DrawBook, '[[draw]]\nid = "x"\nrounds = ["1-2"]\n[[dance]]\nclause = "X 1"\n', "x.toml")
    assert len(refused.value.faults) == 2
    with pytest.raises(RegulationErrors) as refused:
        open_file(
            DrawBook,
            '[[draw]]\nid = "x"\nclause = "X 1"\nrounds = ["1-2 1-3", "3-4"]\nseeds = [1, 1, 2, 3]\n',
            "x.toml",
        )
    assert any("1 is drawn 2 times" in fault for fault in refused.value.faults)
    assert any("1 and 4 meet 0 times" in fault for fault in refused.value.faults)
    assert any("the seeds are not the positions" in fault for fault in refused.value.faults)
