"""Draws, finals and fields worked out by hand, one for each thing that may come of them.

Beside the properties, which throw dice: these are always the same, and each says what the rule makes of one case.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from overtrick.core.draws.check import PlayedRound, check_event
from overtrick.core.draws.choice import ChoiceLayout, ChoiceRefused, begin, declare, open_choice, turn
from overtrick.core.draws.finals import Level, LevelRule, Outcome, settle
from overtrick.core.draws.meetings import Meeting, Meetings, SatOut
from overtrick.core.draws.rules import First, Rematch, Replay, SwissRule
from overtrick.core.draws.seeding import Entrant, field_sizes, two_fields
from overtrick.core.draws.swiss import draw_round
from overtrick.core.errors import NoLegalDraw
from overtrick.core.exact import Exact
from overtrick.core.flow.graph import node_of
from overtrick.core.flow.knockouts import KnockoutNames, KnockoutShape, Odd, knockout_stages
from overtrick.core.flow.stages import Counts, FirstRound, Who
from overtrick.core.lots import Lots
from overtrick.core.movements.check import check
from overtrick.core.movements.movement import Movement, Seating
from overtrick.core.movements.web import web
from overtrick.core.provenance import Clause

HERE = Clause("ANC26", "6.3")
SWISS = SwissRule(HERE, First.HALVES)
REFER, SHARE = LevelRule(HERE, Level.REFER), LevelRule(HERE, Level.WITHOUT_CARRY)


# A match of finals: the IMPs of both, the carry-forward, whose it is; the side that wins, how, and by how much.
SETTLED = [
    ((100, 90), 0, None, REFER, 0, Outcome.PLAYED, 10),
    ((90, 100), 12, None, REFER, 1, Outcome.PLAYED, 10),  # a match without a carry-forward has none to give
    ((100, 100), 12, None, REFER, None, Outcome.LEVEL, 0),
    ((100, 100), 12, None, SHARE, None, Outcome.SHARED, 0),
    ((99, 100), 12, None, SHARE, 1, Outcome.PLAYED, 1),
    ((90, 100), 12, 0, REFER, 0, Outcome.PLAYED, 2),
    ((100, 90), 12, 1, REFER, 1, Outcome.PLAYED, 2),
    ((100, 90), Fraction(21, 2), 1, REFER, 1, Outcome.PLAYED, Fraction(1, 2)),  # a tenth of a margin need not be whole
    ((88, 100), 12, 0, REFER, None, Outcome.LEVEL, 0),
    ((88, 100), 12, 0, SHARE, 1, Outcome.PLAYED, 12),
    ((100, 88), 12, 1, SHARE, 0, Outcome.PLAYED, 12),
    ((100, 100), 0, 0, SHARE, None, Outcome.SHARED, 0),
]


@pytest.mark.parametrize(("imps", "carry", "to", "rule", "side", "outcome", "margin"), SETTLED)
def test_who_wins_a_match_of_finals(
    *,
    imps: tuple[int, int],
    carry: Exact,
    to: int | None,
    rule: LevelRule,
    side: int | None,
    outcome: Outcome,
    margin: Exact,
) -> None:
    verdict = settle(imps, carry, to, rule)
    assert (verdict.side, verdict.outcome, verdict.margin) == (side, outcome, margin)


# Two fields of many pairs.


def least_apart(rated: Sequence[tuple[int, bool]], playing: int, out: int) -> int:
    """The least difference of the fields' ratings, from every sum there is with so many of each kind."""
    sums = {(0, 0, 0)}
    for rating, contending in rated:
        sums |= {(one + contending, two + (not contending), total + rating) for one, two, total in sums}
    whole = sum(rating for rating, _ in rated)
    return min(abs(2 * total - whole) for one, two, total in sums if (one, two) == (playing, out))


@pytest.mark.parametrize("outside", [0, 1, 5])
@pytest.mark.parametrize("spread", [(0, 9), (-20, 20), (40, 44), (7, 7)])
def test_a_large_field_is_divided_as_evenly_as_it_can_be(spread: tuple[int, int], outside: int) -> None:
    dice = Random(f"{spread} {outside}")
    for size in (23, 24, 27):
        rated = [(dice.randint(*spread), n >= outside) for n in range(size)]
        rated[-1] = (spread[1] + 60, True)  # one pair far above the others
        dice.shuffle(rated)
        made = two_fields([Entrant(f"p{n}", *each) for n, each in enumerate(rated)], HERE)
        (out, _), (playing, _) = field_sizes(size, outside)
        assert (len(made.ns), made.non_contending[0]) == (playing + out, out)
        assert abs(made.totals[0] - made.totals[1]) == least_apart(rated, playing, out)


def test_of_two_divisions_as_even_the_weaker_field_sits_north_south() -> None:
    """Ratings of 1 to 23: the sums of twelve and eleven are apart by nothing, so one pair of a half makes it uneven."""
    entrants = [Entrant(str(n), 2 * n if n < 23 else 47) for n in range(1, 24)]
    made = two_fields(entrants, HERE)
    ns, ew = made.totals
    assert abs(ns - ew) == 1
    assert ns < ew


# A draw by choice.

ASKED = ChoiceLayout(HERE, HERE, HERE, HERE, choosers=2, open=(5, 6), may_opt_in=(3,), may_opt_out=(4,)).for_field(6)


def test_who_may_declare_before_a_draw_by_choice() -> None:
    state = open_choice("123456", {}, ASKED)
    assert state.open == frozenset("456")
    assert declare(state, "3", available=True).open == frozenset("3456")
    assert declare(state, "4", available=False).open == frozenset("56")
    both = declare(declare(state, "4", available=False), "3", available=True)
    assert turn(begin(both)).options == ("3", "5", "6")
    refused = {
        ("3", False): "refuse to be chosen", ("4", True): "put itself up", ("2", True): "put itself up",
        ("5", False): "refuse to be chosen", ("7", True): "put itself up", ("7", False): "refuse to be chosen",
    }  # fmt: skip
    for (team, available), why in refused.items():
        with pytest.raises(ChoiceRefused, match=f"{team} has no right to {why}"):
            declare(state, team, available=available)
    for team, available in (("3", True), ("4", False)):
        with pytest.raises(ChoiceRefused, match=f"{team} has declared already"):
            declare(both, team, available=available)
    with pytest.raises(ChoiceRefused, match="Declarations are closed"):
        declare(begin(state), "3", available=True)


def test_a_team_that_is_not_in_the_field_has_nothing_to_declare() -> None:
    rule = ChoiceLayout(HERE, HERE, HERE, HERE, choosers=1, open=(3, 4), may_opt_in=(1, 2)).for_field(4)
    with pytest.raises(ChoiceRefused, match="5 has no right to put itself up for choice"):
        declare(open_choice("1234", {}, rule), "5", available=True)


# A Swiss of few.


def met(*pairs: str, byes: Sequence[tuple[str, int]] = ()) -> Meetings:
    """Meetings like `AB1`, and who sat out when."""
    return Meetings.of(
        [*(Meeting(each[0], each[1], int(each[2])) for each in pairs), *(SatOut(name, n) for name, n in byes)]
    )


def test_no_draw_left_names_the_rematches_that_would_do_and_no_others() -> None:
    """All have met. A and B, and C and D, did so early enough to meet again; then one of the two may not."""
    every = ["AB1", "CD1", "AC2", "BD2", "AD3", "BC3"]
    rule = SwissRule(HERE, First.HALVES, replay=Replay(HERE, plain_through=3, replay_through=1))
    assert draw_round("ABCD", met(*every), rule, 4).pairs == (("A", "B"), ("C", "D"))
    with pytest.raises(NoLegalDraw) as none:
        draw_round("ABCD", met(*every, "CD4"), rule, 5)
    assert none.value.rematches == (("C", "D"),)
    with pytest.raises(NoLegalDraw) as none:
        draw_round("ABCD", met(*every), SWISS, 4)
    assert len(none.value.rematches) == 2


def test_no_draw_left_for_an_odd_field_names_a_second_time_sitting_out() -> None:
    """Three who have all met and all sat out: somebody meets again, and somebody sits out again."""
    happened = met("AB1", "AC2", "BC3", byes=[("C", 1), ("B", 2), ("A", 3)])
    with pytest.raises(NoLegalDraw) as none:
        draw_round("ABC", happened, SWISS, 4)
    [again] = [pair for pair in none.value.rematches if pair[1] in "ABC"]
    assert set(again) < set("ABC")


ORDER = ("1", "2", "3", "4", "5")


def test_a_draw_that_was_not_the_rules_is_told_with_who_sat_out() -> None:
    first = PlayedRound(1, ORDER, (("1", "3"), ("2", "4")), bye="5")  # the upper half against the lower
    assert check_event([first], SWISS, Lots("a")) == ()
    [found] = check_event([PlayedRound(1, ORDER, (("1", "5"), ("2", "4")), bye="3")], SWISS, Lots("a"))
    told = "played 1 v 5 and 3 sitting out; the rule draws 1 v 3 and 5 sitting out (ANC26 6.3)."
    assert str(found) == f"Round 1: {told}"


def test_a_round_that_was_drawn_for_too_few_says_that_nothing_was_played_for_them() -> None:
    [found] = check_event([PlayedRound(1, ORDER[:4], (("1", "3"),))], SWISS, Lots("a"))
    assert str(found) == "Round 1: played nothing; the rule draws 2 v 4 (ANC26 6.3). 2 and 4 were not drawn."


def test_a_rematch_comes_before_sitting_out_twice() -> None:
    """C alone has not sat out yet. If it does, A and B meet again; otherwise A or B would sit out again."""
    rule = SwissRule(HERE, First.HALVES, rematch=Rematch.FEWEST)
    drawn = draw_round("ABC", met("AB1", byes=[("A", 2), ("B", 3)]), rule, 4)
    assert drawn.pairs == (("A", "B"),)
    assert drawn.bye is not None
    assert drawn.bye.contestant == "C"


# Knockouts: how many win where the rule does not say.


@pytest.mark.parametrize(
    ("odd", "teams", "matches", "triangles", "byes", "winners"),
    [
        (Odd.BYE, 4, 2, 0, 0, 2),
        (Odd.BYE, 5, 2, 0, 1, 3),
        (Odd.BYE, 2, 1, 0, 0, 1),
        (Odd.TRIANGLE, 4, 2, 0, 0, 2),
        (Odd.TRIANGLE, 5, 1, 1, 0, 2),
        (Odd.TRIANGLE, 7, 2, 1, 0, 3),
    ],
)
def test_half_of_a_knockout_wins_unless_the_rule_says_otherwise(
    *, odd: Odd, teams: int, matches: int, triangles: int, byes: int, winners: int
) -> None:
    names = KnockoutNames("round", "unbeaten", "beaten once", "last")
    shape = KnockoutShape(HERE, 1, odd, 24, 24, None, names)
    first = replace(next(iter(knockout_stages(teams + 8, shape))), winners=None, least=2)
    node = node_of(first, (), Counts(), FirstRound(0, 0, teams))
    assert node is not None
    leaving = {each.rule.who: each.count for each in node.exits}
    assert (node.matches, node.triangles, node.byes) == (matches, triangles, byes)
    assert (leaving[Who.WINNERS], leaving[Who.LOSERS]) == (winners, teams - winners)


# Movements.


def test_what_a_movement_measures_where_pairs_fare_unlike() -> None:
    """Pair 1 meets 2 twice and 3 once, 4 sits the last round out: nobody could be content, and all of it is said."""
    rounds = (
        (Seating(1, 1, 2, 1), Seating(2, 3, 4, 2)),
        (Seating(1, 1, 3, 2), Seating(2, 2, 4, 1)),
        (Seating(1, 2, 1, 3),),
    )
    found = check(Movement("uneven", 4, rounds, meetings=2))
    assert (found.met, found.most_meetings, found.played, found.sat_out) == ((2, 2), 2, (2, 3), (0, 1))
    assert found.at_once == 1
    lonely = check(Movement("one meets nobody", 3, ((Seating(1, 1, 2, 1), Seating(2, 3, None, 2)),)))
    assert (lonely.met, lonely.most_meetings, lonely.played, lonely.sat_out) == ((0, 1), 1, (0, 1), (0, 1))


@pytest.mark.parametrize(("rounds", "one", "two"), [(5, 1, 2), (6, 2, 3), (7, 1, 2), (8, 1, 2), (9, 1, 2), (10, 2, 3)])
def test_a_web_of_as_many_tables_as_rounds_and_of_twice_as_many(rounds: int, one: int, two: int) -> None:
    """A section is complete with one copy of the boards; six or ten tables are none, and need a copy more."""
    for tables, copies in ((rounds, one), (2 * rounds, two)):
        made = web(tables, rounds)
        report = check(made)
        assert report.sound
        assert report.met == (rounds, rounds)
        assert (made.copies, report.at_once) == (copies, copies)
