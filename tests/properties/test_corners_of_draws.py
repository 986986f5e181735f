"""Corners of draws, movements, fields and matches, worked out by hand."""

from fractions import Fraction

import pytest

from overtrick.core import limits
from overtrick.core.draws.check import PlayedRound, check_event
from overtrick.core.draws.least_cost import least_cost_pairs
from overtrick.core.draws.rules import RematchPlacement
from overtrick.core.draws.seeding import Entrant, two_fields
from overtrick.core.draws.swiss import fewest_rematches
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Halves, round_to
from overtrick.core.laws.adjusted import ArtificialRule
from overtrick.core.laws.table_score import Credit
from overtrick.core.lots import Lots
from overtrick.core.model.results import Average
from overtrick.core.movements.mitchell import barometer_mitchell, mitchell
from overtrick.core.movements.notation import read_movement
from overtrick.core.movements.switches import arrow_switched
from overtrick.core.movements.two_fields import coverage
from overtrick.core.provenance import IMPS, Clause, Figure
from overtrick.core.scoring.head_to_head import imps_won
from overtrick.core.scoring.match import MatchRule
from properties.test_draws_worked import HERE, ORDER, SWISS

# A match on total IMPs.

MATCH = MatchRule(HERE, ArtificialRule(Clause("Law", "12C2"), 3, 0, -3), ())


def imps(value: int) -> Figure[Exact]:
    return Figure(value, IMPS, HERE)


@pytest.mark.parametrize(
    ("ours", "theirs", "won", "lost"),
    [
        (Average.PLUS, Average.MINUS, 3, 0),  # it balances: a swing of 3, once, for the side that has it
        (Average.PLUS, Average.PLUS, 3, 3),  # 3 in common, and nothing between them
        (imps(5), Average.PLUS, 5, 4),  # 4 in common, and half of the 2 between them
    ],
)
def test_an_award_counts_among_the_imps_a_side_won(ours: Credit, theirs: Credit, won: int, lost: int) -> None:
    assert imps_won([ours], [theirs], MATCH).value == won
    assert imps_won([theirs], [ours], MATCH).value == lost


# Draws.


def test_the_last_of_the_field_is_paired_as_cheaply_as_the_rest() -> None:
    """Four pairs cost nothing, 0 or 4 is in each of them: two can be had at once, and the third pair costs 1 or more.

    0-3 and 1-4 leave 2-5, for 1. The other three ways to take two of the four leave 3-5, 1-3 or 1-2, for 2 or 3.
    """
    rows = ((2, 0, 0, 2, 2), (2, 3, 0, 3), (1, 2, 1), (2, 3), (0,))  # what each costs with those after it
    assert least_cost_pairs(6, lambda one, two: rows[one][two - one - 1]) == ((0, 3), (1, 4), (2, 5))


def test_who_should_have_sat_out_is_told_with_the_reason() -> None:
    """The rule has 1 meet 3, 2 meet 4, and 5 sit out. 1 played 5 and 3 sat out; 2 with 4 needs no reason."""
    [found] = check_event([PlayedRound(1, ORDER, (("1", "5"), ("2", "4")), bye="3")], SWISS, Lots("a"))
    assert found.why == ("1 meets 3: top half against bottom half.", "5 sits out as the last contestant left to pair.")


def test_the_reason_for_sitting_out_is_not_told_where_the_right_one_did() -> None:
    [found] = check_event([PlayedRound(1, ORDER, (("1", "4"), ("2", "3")), bye="5")], SWISS, Lots("a"))
    assert found.why == ("1 meets 3: top half against bottom half.", "2 meets 4: top half against bottom half.")


def test_somebody_drawn_twice_is_named() -> None:
    [found] = check_event([PlayedRound(1, ORDER[:4], (("1", "3"), ("1", "4")))], SWISS, Lots("a"))
    assert found.faults == ("2 was not drawn", "1 was drawn twice")


# Two fields.


@pytest.mark.parametrize(
    ("entrants", "north_south"),
    [
        # 4 and 1 against 3 and 2: each field takes one of the first two.
        ([Entrant("a", 4), Entrant("b", 3), Entrant("c", 2), Entrant("d", 1)], "ad"),
        # One contending pair and one that does not, 5 in all, for each field; a comes first, so it sits North-South.
        (
            [Entrant("a", 4, contending=False), Entrant("b", 4), Entrant("c", 1, contending=False), Entrant("d", 1)],
            "ad",
        ),
        # Both that do not contend stand first in the list: still one for each field.
        (
            [Entrant("a", 4, contending=False), Entrant("b", 1, contending=False), Entrant("c", 4), Entrant("d", 1)],
            "ad",
        ),
    ],
)
def test_a_small_field_is_divided_evenly_wherever_its_pairs_stand(entrants: list[Entrant], north_south: str) -> None:
    made = two_fields(entrants, HERE)
    assert "".join(each.name for each in made.ns) == north_south
    assert made.totals == (5, 5)


# Movements.


@pytest.mark.parametrize("rounds", [(5, 2), (2, 5)])
def test_the_shortest_session_says_how_many_copies_no_plan_could_do_without(rounds: tuple[int, int]) -> None:
    """Five tables: with five sets one copy would do; with two sets at five tables one of them is at three."""
    measured = coverage([barometer_mitchell(5, each) for each in rounds])
    assert measured.least_copies == 3


def test_a_movement_with_very_many_faults_tells_the_first_and_how_many_more() -> None:
    round_one = "R1  1: 1-2 A"
    for beyond, end in ((0, f"line {limits.FAULTS + 1}: “hello”"), (1, "1 more fault"), (3, "3 more faults")):
        with pytest.raises(DirectorError) as refused:
            read_movement("\n".join([round_one, *["hello"] * (limits.FAULTS + beyond)]))
        told = str(refused.value).split("; ")
        assert told[-1].startswith(end)
        assert len(told) == limits.FAULTS + bool(beyond)


# Rounding.


@pytest.mark.parametrize(
    ("value", "step", "rounded"),
    [
        (Fraction(25, 2), 5, 15),  # half-way from 10 to 15
        (1, Fraction(2, 5), Fraction(6, 5)),  # two and a half steps: three of them
        (-1, Fraction(2, 5), Fraction(-4, 5)),
        (4, Fraction(3, 2), Fraction(9, 2)),  # two steps and two thirds
        (5, Fraction(5, 2), 5),
    ],
)
def test_a_step_of_several_parts_is_counted_whole(value: Exact, step: Exact, rounded: Exact) -> None:
    assert round_to(value, step, Halves.UP) == rounded


def test_one_who_met_often_is_met_again_rather_than_two_who_met_once() -> None:
    often = {(0, 1): 4, (0, 2): 1, (1, 3): 1, (0, 3): 5, (1, 2): 5}
    barred = [{1, 2, 3}, {0, 2, 3}, {0, 1}, {0, 1}]
    drawn = fewest_rematches(
        barred, lambda one, other: often[min(one, other), max(one, other)], RematchPlacement.IN_ORDER
    )
    assert [(pair.first, pair.second) for pair in drawn] == [(0, 1), (2, 3)]


def test_beyond_eighteen_rounds_no_change_of_one_round_would_better_the_switch() -> None:
    assert arrow_switched(mitchell(19)).name.endswith("arrow-switched in rounds 2, 18, 19")
