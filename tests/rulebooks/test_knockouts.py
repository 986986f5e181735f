"""Knockouts of other bodies: their rounds, lengths and what is carried, worked out by hand."""

from fractions import Fraction
from random import Random

import pytest

from overtrick.core.draws.elimination import halvings
from overtrick.core.draws.triangle import TriangleMatch, rank_triangle
from overtrick.core.event.plan.graph import KnockoutPlay
from overtrick.core.event.plan.stages import Entrants, Event
from overtrick.core.event.plan.ways import BracketPlay
from overtrick.core.event.play.knockout import triangles
from overtrick.core.flow.stages import GroupRule, Who
from overtrick.core.provenance import IMPS, Clause, Figure
from overtrick.core.ranking.carry_rules import MeetingCarry, meeting_carry
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for

BOWL = ("semi-finals of 6 segments", "final of 8 segments", "nothing carried into the last matches")


def planned(event: str, entries: int, *choices: str) -> Event:
    return plan_for(event)(Entrants(entries), frozenset(choices), {})


def boards(event: Event, stage: str) -> dict[str, int]:
    """The boards of each match of a knockout stage."""
    plan = event.stage(stage)
    assert plan is not None
    assert isinstance(plan.play, BracketPlay)
    size = (plan.source.each if plan.source else 0) or 65
    return {match.name: match.sessions * plan.boards for match in plan.play.bracket(size).matches}


def test_the_bermuda_bowl_is_as_long_as_its_bulletins_say() -> None:
    bowl = planned("wbf-teams/bermuda-bowl", 24, *BOWL)
    assert [stage.name for stage in bowl.stages] == ["Round robin", "Knockout", "Final", "Third place"]
    robin = bowl.stages[0]
    assert (robin.rounds, robin.rounds * robin.boards) == (23, 368)  # 23 matches of 16, as in 2019
    assert set(boards(bowl, "Knockout").values()) == {96}  # six segments of 16
    assert list(boards(bowl, "Third place").values()) == [80]  # as in 2015
    assert list(boards(bowl, "Final").values()) == [8 * 16]
    assert [stage.carry is not None for stage in bowl.stages] == [False, True, False, False]


@pytest.mark.parametrize(
    ("margin", "higher", "carried"),
    [(23, True, "11.5"), (40, True, "16"), (23, False, "7.7"), (60, False, "16")],
)
def test_what_two_carry_in_the_bermuda_bowl(margin: int, higher: bool, carried: str) -> None:  # noqa: FBT001
    rule = planned("wbf-teams/bermuda-bowl", 24, *BOWL).stages[1].carry
    assert isinstance(rule, MeetingCarry)
    made = meeting_carry(Figure(margin, IMPS, Clause("WBFT", "4")), rule, higher=higher)
    assert made.value == Fraction(carried)
    assert str(made.clause) == "WBFT 4"


def test_three_choose_in_the_bermuda_bowl() -> None:
    rule = planned("wbf-teams/bermuda-bowl", 24, *BOWL).stages[1].play.choice_rule(8)
    assert rule is not None
    assert (rule.choosers, rule.open) == ((1, 2, 3), (5, 6, 7, 8))


def test_eight_seeds_rest_in_the_first_round_of_a_full_gold_cup() -> None:
    # 120 teams go down to 64: 120 − 64 = 56 matches of two, 120 − 112 = 8 rest. With 65 there is one match.
    assert [(each.matches, each.byes) for each in halvings(120, 32)] == [(56, 8), (32, 0)]
    assert [(each.matches, each.byes) for each in halvings(65, 32)] == [(1, 63), (32, 0)]
    cup = planned("gold-cup/gold-cup", 65, "last rounds of 64 boards")
    assert set(boards(cup, "First and second round").values()) == {32}
    assert set(boards(cup, "Third and fourth round").values()) == {48}
    assert boards(cup, "Last rounds") == dict.fromkeys(("QF1", "QF2", "QF3", "QF4", "SF1", "SF2", "F"), 64)


def test_the_finals_of_crockfords_are_each_against_each() -> None:
    cup = planned("crockfords/crockfords", 100, "matches of 24 boards")
    final, plate = cup.stages[1:]
    assert (final.rounds, final.rounds * final.boards) == (7, 112)  # 28 matches in seven rounds, 112 boards a team
    assert plate.source is not None
    assert (plate.source.after, plate.source.each) == (8, 8)  # the losers of the last sixteen, places 9 to 16


def test_three_who_play_each_other_in_the_spingold() -> None:
    # A beat B by 4, B beat C by 10, C beat A by 3: a win each; net A +4 − 3 = 1, B +10 − 4 = 6, C +3 − 10 = −7.
    play = planned("acbl-knockout/spingold", 9, "level matches are decided by 8 boards").stages[0].play
    assert isinstance(play, KnockoutPlay)
    cycle = [
        TriangleMatch("A", "B", (4, 0), None), TriangleMatch("B", "C", (10, 0), None),
        TriangleMatch("C", "A", (3, 0), None),
    ]  # fmt: skip
    assert rank_triangle(cycle, play.triangle, ()).order.teams == ("B", "A", "C")
    # Nine teams: three matches and one three-way, 3 + 1 = 4 go on.
    assert (play.node.teams, play.node.triangles, play.node.byes) == (9, 1, 0)


LEVEL = "level matches are decided by 8 boards"


def first_round(event: str, entries: int) -> KnockoutPlay:
    play = planned(event, entries, LEVEL).stages[0].play
    assert isinstance(play, KnockoutPlay)
    return play


def test_sixty_nine_teams_of_the_vanderbilt_are_sixty_four_after_a_day_of_fours() -> None:
    node = first_round("acbl-knockout/vanderbilt", 69).node
    # As in 2013: seeds 1 to 49 rest, the other 20 play for 15 places.
    assert (node.triangles, node.size, node.byes, node.group_boards) == (5, 4, 49, 22)
    assert [(each.rule.who, each.count) for each in node.exits] == [(Who.WINNERS, 64), (Who.LOSERS, 5)]


@pytest.mark.parametrize(
    ("size", "survivors", "teams", "winners", "on"),
    [
        (3, 2, 69, 64, (2, 2, 2, 2, 2)),  # 15 play, 54 rest, 54 + 10 = 64
        (3, 1, 70, 64, (1, 1, 1)),  # each puts two out; 61 rest
        (3, 1, 69, 64, (2, 1, 1)),  # five out of three groups: from one of them two go on
        (4, 3, 69, 64, (3, 3, 3, 3, 3)),
        (4, 3, 12, 8, (2, 2)),  # four groups would need sixteen teams; of two groups two each
        (3, 2, 8, 8, ()),
    ],
)
def test_how_many_go_on_from_groups(size: int, survivors: int, teams: int, winners: int, on: tuple[int, ...]) -> None:
    assert GroupRule(Clause("ACBLKO", "3"), size, survivors).going_on(teams, winners) == on
    assert teams - size * len(on) + sum(on) == winners


def test_four_who_play_each_other_are_ranked_by_wins_and_then_by_net_imps() -> None:
    # A beats B by 10 and D by 20 and loses to C by 5: 2 wins, +25. C beats A by 5, D by 3, loses to B by 2: 2 wins, +6.
    # B beats C by 2, loses to A by 10, and ties with D: 1½ wins, −8. D: half a win, −23.
    matches = [
        TriangleMatch("A", "B", (10, 0)), TriangleMatch("C", "D", (3, 0)), TriangleMatch("A", "C", (0, 5)),
        TriangleMatch("B", "D", (7, 7)), TriangleMatch("A", "D", (20, 0)), TriangleMatch("B", "C", (2, 0)),
    ]  # fmt: skip
    rule = first_round("acbl-knockout/vanderbilt", 69).triangle
    group = rank_triangle(matches, rule, ())
    assert group.order.teams == ("A", "C", "B", "D")
    assert [(group.record(team).wins, group.record(team).net) for team in group.order.teams] == [
        (2, 25), (2, 6), (Fraction(3, 2), -8), (Fraction(1, 2), -23),
    ]  # fmt: skip
    # Twenty IMPs off A are taken once, and from none of its matches: still two wins, 25 − 20 = 5, below C's 6.
    fine = Figure(-20, IMPS, Clause("Law", "90B"))
    fined = rank_triangle(matches, rule, (), {"A": [fine]})
    assert fined.order.teams == ("C", "A", "B", "D")
    assert [figure.value for figure in fined.nets] == [6, 5, -8, -23]


def test_a_day_of_fours_is_played_and_three_of_each_go_on() -> None:
    event = "acbl-knockout/vanderbilt"
    plan = plan_for(event)
    made = Rehearsal(plan, event, Random("fours"), NO_FAULTS, until=lambda now, _: len(now.stages) > 1)
    made.play(10)
    first, second = list(made.state.stages.values())[:2]
    draw = first.round(1).draw
    # Ten: two rest, and two groups of four are dealt to and fro; the first draw is by seeds.
    assert draw.sits_out == draw.order[:2]
    seeds = draw.order[2:]
    assert [trio.teams for trio in draw.trios] == [
        (seeds[0], seeds[3], seeds[4], seeds[7]),
        (seeds[1], seeds[2], seeds[5], seeds[6]),
    ]
    assert [len(trio.tables) for trio in draw.trios] == [6, 6]
    assert {len(seating.boards) for trio in draw.trios for seating in trio.seatings} == {22}
    out = {group.order.teams[-1] for group in triangles(first)}
    assert set(second.contestants) == set(draw.order) - out
    assert len(second.contestants) == 8
