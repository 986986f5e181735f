"""A six-team Swiss with a forfeit (SABF20 13.9#3, 14.1): the draws, on the interim score."""

from fractions import Fraction

import pytest

from clauses.answers.swiss_rules import SABF, SABF_ORDER
from clauses.vectors import load_vectors
from overtrick.core.draws import (
    DrawStanding,
    Meeting,
    MeetingKind,
    Meetings,
    SwissRule,
    draw_first_round,
    draw_round,
    rank_for_draw,
)
from overtrick.core.lots import Lots


@pytest.mark.clause("SABF20 14.1#3")
def test_a_forfeited_match_counts_as_met() -> None:
    (vector,) = (each for each in load_vectors() if each.what == "run a six-team Swiss with a forfeit")
    rule: SwissRule = SABF
    lots = Lots("forfeit")
    seeds = tuple(str(number) for number in range(1, 7))
    first = draw_first_round(seeds, rule, lots)
    assert [list(pair) for pair in first.pairs] == [
        [str(each["a"]), str(each["b"])] for each in vector.given["round_1"]
    ]

    meetings = Meetings.of(first.new_meetings())
    second = draw_round(tuple(map(str, vector.expect["round_2_ranking"])), meetings, rule, 2)
    assert [list(map(int, pair)) for pair in second.pairs] == vector.expect["round_2_matches"]

    happened = [
        Meeting(str(each["a"]), str(each["b"]), 2, MeetingKind.FORFEIT if "forfeited_by" in each else MeetingKind.MATCH)
        for each in vector.given["round_2"]
    ]
    totals = {team: Fraction(vps) for team, vps in vector.expect["round_3_totals"].items()}
    ranked = rank_for_draw([DrawStanding(team, vps) for team, vps in totals.items()], SABF_ORDER, lots, 3)
    assert list(map(int, ranked.order)) == vector.expect["round_3_ranking"]
    third = draw_round(ranked.order, meetings.and_also(happened), rule, 3)
    assert [list(map(int, pair)) for pair in third.pairs] == vector.expect["round_3_matches"]
