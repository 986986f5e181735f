"""Draws, finals and fields worked out by hand, one for each thing that may come of them.

Beside the properties, which throw dice: these are always the same, and each says what the rule makes of one case.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from overtrick.core.draws.brackets import Level, LevelRule
from overtrick.core.draws.check import PlayedRound, check_event
from overtrick.core.draws.choice import ChoiceLayout, ChoiceRefused, begin, declare, open_choice, turn
from overtrick.core.draws.finals import Outcome, settle
from overtrick.core.draws.least_cost import least_cost
from overtrick.core.draws.meetings import Meeting, Meetings, SatOut
from overtrick.core.draws.rules import Choice, First, Rematch, Replay, ShareRule, SwissRule
from overtrick.core.draws.rules import OddFieldRule as OddField
from overtrick.core.draws.seeding import Entrant, field_sizes, two_fields
from overtrick.core.draws.swiss import draw_round
from overtrick.core.errors import NoLegalDraw
from overtrick.core.exact import Exact
from overtrick.core.flow.graph import node_of
from overtrick.core.flow.knockouts import KnockoutNames, KnockoutShape, OddKnockoutRule, knockout_stages
from overtrick.core.flow.stages import Contest, Counts, DrawMethod, FirstRound, NoFlow, Who
from overtrick.core.lots import Lots
from overtrick.core.movements.check import check
from overtrick.core.movements.mitchell_variants import web
from overtrick.core.movements.movement import Movement, Seating
from overtrick.core.provenance import Clause
from overtrick.core.scoring.datum import Span
from properties.brute_force import every_draw

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


def test_a_small_field_is_divided_with_one_of_the_pairs_that_do_not_contend_in_each_half() -> None:
    """Twenty in all: ten a side are one of the fives outside, and four and one or three and two of those who contend.

    Both are as even in squares, so the division is taken whose North-South field comes first.
    """
    rated = {"a": (5, False), "b": (4, True), "c": (3, True), "d": (2, True), "e": (1, True), "f": (5, False)}
    made = two_fields([Entrant(name, *each) for name, each in rated.items()], HERE)
    assert [[each.name for each in side] for side in (made.ns, made.ew)] == [["a", "b", "e"], ["c", "d", "f"]]


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
        ("3", False): "opt out of being chosen", ("4", True): "opt in to being chosen",
        ("2", True): "opt in to being chosen", ("5", False): "opt out of being chosen",
        ("7", True): "opt in to being chosen", ("7", False): "opt out of being chosen",
    }  # fmt: skip
    for (team, available), why in refused.items():
        with pytest.raises(ChoiceRefused, match=f"{team} may not {why}"):
            declare(state, team, available=available)
    for team, available in (("3", True), ("4", False)):
        with pytest.raises(ChoiceRefused, match=f"{team} has already declared"):
            declare(both, team, available=available)
    with pytest.raises(ChoiceRefused, match="Declarations are closed"):
        declare(begin(state), "3", available=True)


def test_a_team_that_is_not_in_the_field_has_nothing_to_declare() -> None:
    rule = ChoiceLayout(HERE, HERE, HERE, HERE, choosers=1, open=(3, 4), may_opt_in=(1, 2)).for_field(4)
    with pytest.raises(ChoiceRefused, match="Team 5 may not opt in to being chosen"):
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


def test_who_sat_out_does_not_sit_out_again_and_why_is_told() -> None:
    """5 sat out first. Were it lowest again, 4 would sit out: 3 meets 5 in its place."""
    first = PlayedRound(1, ORDER, (("1", "3"), ("2", "4")), bye="5")
    second = PlayedRound(2, ORDER, (("1", "2"), ("3", "5")), bye="4")
    assert check_event([first, second], SWISS, Lots("a")) == ()
    [found] = check_event([first, replace(second, pairs=(("1", "2"), ("3", "4")), bye="5")], SWISS, Lots("a"))
    assert (found.played, found.drawn) == ((("3", "4"), ("5",)), (("3", "5"), ("4",)))
    pair, bye = found.why
    assert pair.startswith("3 meets 5.")
    assert bye.startswith("4 sits out")


def test_a_contestant_at_two_tables_was_drawn_twice() -> None:
    [found] = check_event([PlayedRound(1, ORDER[:4], (("1", "3"), ("1", "4")))], SWISS, Lots("a"))
    assert found.faults == ("2 was not drawn", "1 was drawn twice")


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


@pytest.mark.clause("GNOT18 2.5")
def test_three_with_the_fewest_meetings_share_though_the_two_leaders_are_among_them() -> None:
    """Of five, only 1, 2 and 5 have not met each other yet."""
    share = ShareRule(HERE, Choice.FEWEST_MEETINGS, rounds=2)
    rule = SwissRule(HERE, First.HALVES, Rematch.FEWEST, odd=OddField.SHARE, share=share)
    drawn = draw_round(ORDER, met("131", "141", "232", "242", "343", "354", "454"), rule, 5)
    assert drawn.share is not None
    assert drawn.share.contestants == ("1", "2", "5")
    assert drawn.pairs == (("3", "4"),)


# Lots.


class Bytes:
    """In place of the digests of a seed: these bytes, and then nothing but zeros."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = [*numbers, 0, 0, 0, 0]

    def digest(self) -> bytes:
        return b"".join(number.to_bytes(8, "big") for number in self._numbers[:4])


def test_a_number_that_would_favour_the_first_of_three_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**64 is one more than a multiple of three: with its last number, 2**64 - 1, the first would have a lot more."""
    monkeypatch.setattr("overtrick.core.lots.sha256", lambda _: Bytes([2**64 - 1, 5, 1]))
    assert Lots("a").order("ABC") == ("A", "B", "C")  # 5 leaves 2, so C stays; 1 leaves 1, so B stays
    monkeypatch.setattr("overtrick.core.lots.sha256", lambda _: Bytes([2**64 - 2, 1]))
    assert Lots("a").order("ABC") == ("A", "B", "C")  # the last number that is fair leaves 2


# Knockouts: how many win where the rule does not say.
def test_the_two_highest_share_where_no_other_three_have_met_as_little() -> None:
    """Of five, only A, B and E have not met: they share, though two lower teams stand between them."""
    rule = SwissRule(HERE, First.HALVES, odd=OddField.SHARE, share=ShareRule(HERE, Choice.FEWEST_MEETINGS))
    happened = met("AC1", "BD1", "AD2", "BC2", "CE3", "DE4")
    share = draw_round("ABCDE", happened, rule, 5).share
    assert share is not None
    assert share.contestants == ("A", "B", "E")


def test_three_of_three_share_though_one_of_them_is_in_the_top_half() -> None:
    """Nobody else is there: the line below the top half moves up to the top, and it is said that it did."""
    closest = ShareRule(HERE, Choice.CLOSEST, below_top_half=True)
    rule = SwissRule(HERE, First.HALVES, odd=OddField.SHARE, share=closest)
    share = draw_round("ABC", met(), rule, 2, scores={"A": 30, "B": 20, "C": 10}).share
    assert share is not None
    assert (share.contestants, share.spread, share.lifted) == (("A", "B", "C"), 20, True)


# Everybody's price against those after it; the cheapest pairing is found through an odd circle, and by opening one.
PRICES = {
    21: ((17, 10, 19, 18, 2), (12, 20, 12, 2), (7, 1, 7), (15, 17), (0,)),
    5: ((6, 0, 0, 4, 5, 2, 5), (2, 3, 6, 3, 3, 1), (0, 2, 1, 3, 3), (1, 5, 1, 5), (4, 4, 5), (4, 6), (4,)),
}


@pytest.mark.parametrize("least", PRICES)
def test_the_cheapest_pairing_is_the_cheapest_of_all(least: int) -> None:
    prices = PRICES[least]
    names = [str(n) for n in range(len(prices) + 1)]
    every = [sum(prices[int(a)][int(b) - int(a) - 1] for a, b in draw) for draw in every_draw(names)]
    assert least_cost(len(names), lambda a, b: prices[a][b - a - 1]) == min(every) == least


def test_a_lot_passes_over_a_number_that_would_favour_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The highest of 2**64 numbers is one too many for three equal shares: the next, 5, leaves 2; then 0 leaves 0."""
    numbers = [2**64 - 1, 5, 0]
    monkeypatch.setattr(Lots, "_numbers", lambda _: iter(numbers))
    assert Lots("any").order("ABC") == ("B", "A", "C")


# Knockouts: the last match is longer, and how many win where the rule does not say.


@pytest.mark.parametrize("lives", [1, 2])
def test_only_the_last_match_of_a_knockout_has_its_own_boards_and_no_draw(lives: int) -> None:
    names = KnockoutNames("round", "unbeaten", "beaten once", "last")
    *before, last = knockout_stages(6, KnockoutShape(HERE, lives, OddKnockoutRule.BYE, 24, 32, None, names))
    assert {(stage.boards, stage.draw) for stage in before} == {(24, DrawMethod.SET)}
    assert (last.name, last.boards, last.draw) == ("last", 32, DrawMethod.HEAD_TO_HEAD)


@pytest.mark.parametrize(
    ("odd", "teams", "contests"),
    [
        (OddKnockoutRule.BYE, 8, [Contest.MATCHES, Contest.MATCHES, Contest.MATCHES]),
        (OddKnockoutRule.BYE, 6, [Contest.MATCHES, Contest.BYES, Contest.MATCHES]),
        (OddKnockoutRule.TRIANGLE, 8, [Contest.MATCHES, Contest.MATCHES, Contest.MATCHES]),
        (OddKnockoutRule.TRIANGLE, 7, [Contest.MIXED, Contest.MIXED]),
    ],
)
def test_a_round_is_of_matches_alone_where_half_of_it_wins(
    odd: OddKnockoutRule, teams: int, contests: list[Contest]
) -> None:
    names = KnockoutNames("round", "unbeaten", "beaten once", "last")
    stages = knockout_stages(teams, KnockoutShape(HERE, 1, odd, 24, 24, None, names))
    assert [stage.contest for stage in stages] == contests


@pytest.mark.parametrize(
    ("odd", "teams", "matches", "triangles", "byes", "winners"),
    [
        (OddKnockoutRule.BYE, 4, 2, 0, 0, 2),
        (OddKnockoutRule.BYE, 5, 2, 0, 1, 3),
        (OddKnockoutRule.BYE, 2, 1, 0, 0, 1),
        (OddKnockoutRule.TRIANGLE, 4, 2, 0, 0, 2),
        (OddKnockoutRule.TRIANGLE, 5, 1, 1, 0, 2),
        (OddKnockoutRule.TRIANGLE, 7, 2, 1, 0, 3),
    ],
)
def test_half_of_a_knockout_wins_unless_the_rule_says_otherwise(
    *, odd: OddKnockoutRule, teams: int, matches: int, triangles: int, byes: int, winners: int
) -> None:
    names = KnockoutNames("round", "unbeaten", "beaten once", "last")
    shape = KnockoutShape(HERE, 1, odd, 24, 24, None, names)
    first = replace(next(iter(knockout_stages(teams + 8, shape))), winners=None, entries=Span(2))
    node = node_of(first, (), Counts(), FirstRound(0, 0, teams))
    assert node is not None
    leaving = {each.rule.who: each.count for each in node.exits}
    assert (node.matches, node.triangles, node.byes) == (matches, triangles, byes)
    assert (leaving[Who.WINNERS], leaving[Who.LOSERS]) == (winners, teams - winners)


@pytest.mark.parametrize(
    ("contest", "teams", "winners", "played"),
    [
        (Contest.BYES, 5, 3, (2, 0, 1)),
        (Contest.BYES, 4, 2, (2, 0, 0)),
        (Contest.BYES, 5, 5, (0, 0, 5)),
        (Contest.BYES, 5, 2, None),
        (Contest.BYES, 5, 6, None),
        (Contest.MIXED, 6, 3, (3, 0, 0)),
        (Contest.MIXED, 7, 3, (2, 1, 0)),
        (Contest.MIXED, 9, 3, (0, 3, 0)),
        (Contest.MIXED, 10, 3, None),
        (Contest.MIXED, 5, 3, None),
    ],
)
def test_as_many_win_as_the_rule_says_or_it_cannot_be_played(
    contest: Contest, teams: int, winners: int, played: tuple[int, int, int] | None
) -> None:
    """With byes at least half win and at most all; with triangles at least a third and at most half."""
    names = KnockoutNames("round", "unbeaten", "beaten once", "last")
    any_round = next(iter(knockout_stages(12, KnockoutShape(HERE, 1, OddKnockoutRule.BYE, 24, 24, None, names))))
    rule = replace(any_round, contest=contest, winners=winners)
    if played is None:
        with pytest.raises(NoFlow, match=rf"^round 1 cannot reduce {teams} teams to {winners} \("):
            node_of(rule, (), Counts(), FirstRound(0, 0, teams))
        return
    node = node_of(rule, (), Counts(), FirstRound(0, 0, teams))
    assert node is not None
    assert (node.matches, node.triangles, node.byes) == played
    assert {each.rule.who: each.count for each in node.exits}[Who.WINNERS] == winners


@pytest.mark.parametrize(("teams", "winners"), [(4, 2), (5, 3), (6, 3), (7, 4)])
def test_half_of_a_round_with_byes_wins_and_the_odd_team_with_them(teams: int, winners: int) -> None:
    names = KnockoutNames("round", "unbeaten", "beaten once", "last")
    any_round = next(iter(knockout_stages(12, KnockoutShape(HERE, 1, OddKnockoutRule.BYE, 24, 24, None, names))))
    rule = replace(any_round, contest=Contest.BYES, winners=None)
    node = node_of(rule, (), Counts(), FirstRound(0, 0, teams))
    assert node is not None
    assert (node.matches, node.byes) == (teams - winners, 2 * winners - teams)


def test_the_line_for_a_share_match_moves_up_one_place_at_a_time() -> None:
    """Seven teams, four in the top half: E and F have met, so one more is let in, and D, F and G are the lowest three.

    C, D and E are closer in score, but C is not let in.
    """
    rule = SwissRule(HERE, First.HALVES, odd=OddField.SHARE, share=ShareRule(HERE, Choice.CLOSEST, below_top_half=True))
    scores: dict[str, Exact] = {"A": 70, "B": 70, "C": 70, "D": 60, "E": 50, "F": 40, "G": 30}
    share = draw_round("ABCDEFG", met("EF1"), rule, 2, scores=scores).share
    assert share is not None
    assert (share.contestants, share.spread, share.lifted) == (("D", "F", "G"), 30, True)


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
    nobody = check(Movement("nobody comes", 2, ((), ())))
    assert (nobody.met, nobody.most_meetings, nobody.played, nobody.sat_out) == ((0, 0), 0, (0, 0), (2, 2))
    assert nobody.at_once == 0
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
