"""SABF20 section 14: Swiss teams."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from clauses.answers.swiss_rules import SABF, SABF_ORDER, met, names, vps
from clauses.vectors import Vector, answers, load_vectors
from overtrick.core.draws import (
    Draw,
    DrawStanding,
    First,
    MatchOpponents,
    Meetings,
    PlayedRound,
    RoundResult,
    SwissRule,
    check_event,
    draw_first_round,
    draw_round,
    halves,
    lines_after,
    opponents_vps,
    quarters,
    rank_for_draw,
)
from overtrick.core.errors import NoLegalDraw
from overtrick.core.exact import Exact
from overtrick.core.lots import Lots
from overtrick.core.typed_numbers import read_exact

FILE = "sabf2020-general"
LOTS = Lots("vectors")


def numbers(listed: Sequence[str]) -> list[int]:
    return [int(each) for each in listed]


def matches(draw: Draw) -> list[list[int]]:
    return [numbers(pair) for pair in draw.pairs]


def left_by_going_down(order: Sequence[str], meetings: Meetings) -> list[int]:
    """Whom a draw straight down the field, with nothing mended, leaves over."""
    left = list(order)
    while left:
        top = left[0]
        other = next((each for each in left[1:] if not meetings.rounds(top, each)), None)
        if other is None:
            return numbers(left)
        left = [each for each in left[1:] if each != other]
    return []


def lawful_draws(order: tuple[str, ...], meetings: Meetings) -> int:
    """All lawful draws there are, counted one by one."""

    @cache
    def count(left: tuple[str, ...]) -> int:
        if not left:
            return 1
        top, *rest = left
        return sum(
            count(tuple(each for each in rest if each != other)) for other in rest if not meetings.rounds(top, other)
        )

    return count(order)


@answers(FILE, "split a field into quarters for round one")
def split(vector: Vector) -> Any:
    field = quarters([str(seed) for seed in range(1, vector.given["teams"] + 1)])
    return {"top": numbers(field.top), "middle": numbers(field.middle), "bottom": numbers(field.bottom)}


@answers(FILE, "draw round one from a given lot")
def by_quarters(vector: Vector) -> Any:
    seeds = [str(seed) for seed in range(1, vector.given["teams"] + 1)]
    assert numbers(quarters(seeds).outer) == vector.given["outer_in_seed_order"]
    rule = _first(First.QUARTERS)
    return {"matches": matches(draw_first_round(seeds, rule, names(vector.given["middle_in_lot_order"])))}


@answers(FILE, "draw round one by halves")
def by_halves(vector: Vector) -> Any:
    return {"matches": [numbers(pair) for pair in halves([str(n) for n in range(1, vector.given["teams"] + 1)])]}


@answers(FILE, "draw a Swiss round")
def draw(vector: Vector) -> Any:
    order = names(vector.given["ranking"])
    meetings = met(vector.given["already_played"])
    counted = {
        "greedy_stuck_with": left_by_going_down(order, meetings),
        "valid_draws_in_all": lawful_draws(order, meetings),
    }
    try:
        return {"matches": matches(draw_round(order, meetings, SABF, 2)), **counted}
    except NoLegalDraw as none:
        proven = len(none.groups) == len(none.outside) + 1 and all(len(group) % 2 for group in none.groups)
        return {"matches": None, "valid_draw_exists": not proven, **counted}


@answers(FILE, "draw a Swiss round that defeats plain backtracking")
def draw_hard(vector: Vector) -> Any:
    order = names(vector.given["ranking"])
    meetings = met([[low, other] for low in (28, 29, 30) for other in range(2, 28)])
    return {"matches": matches(draw_round(order, meetings, SABF, 27))}


@answers(FILE, "choose a three-team share match")
def share(vector: Vector) -> Any:
    order = names(vector.given["ranking"])
    scores = {team: read_exact(score) for team, score in vector.given["vps"].items()}
    drawn = draw_round(order, met(vector.given["already_played"]), SABF, 4, scores=scores)
    assert drawn.share is not None
    assert drawn.share.spread is not None
    return {
        "share": numbers(drawn.share.contestants),
        "spread_vp": vps(drawn.share.spread),
        "seating": [numbers(table) for table in drawn.share.tables],
        "matches": matches(drawn),
        "taken_from_lower_half": not drawn.share.lifted,
    }


@answers(FILE, "choose the share match in round one")
def share_first(vector: Vector) -> Any:
    seeds = [str(seed) for seed in range(1, vector.given["teams"] + 1)]
    drawn = draw_first_round(seeds, _first(First(vector.given["method"])), LOTS)
    assert drawn.share is not None
    return {"share": numbers(drawn.share.contestants), "matches": matches(drawn)}


@answers(FILE, "rank teams for the draw")
def rank(vector: Vector) -> Any:
    # The vector's `number` is the entry number, so that is what the teams are called here.
    team = {str(each["number"]): each["id"] for each in vector.given["teams"]}
    lines = [
        DrawStanding(str(each["number"]), read_exact(each["vp"]), 0, each["net_imps"], read_exact(each["opponents_vp"]))
        for each in vector.given["teams"]
    ]
    return {"order": [team[number] for number in rank_for_draw(lines, SABF_ORDER, LOTS, 4).order]}


@answers(FILE, "sum opponents' VPs with a share match")
def opponents(vector: Vector) -> Any:
    totals = {team: read_exact(score) for team, score in vector.given["totals"].items()}
    given = vector.given["opponents_of_A"]
    halved = [MatchOpponents(tuple(each.get("share_with", (each.get("team"),)))) for each in given]
    literal = [MatchOpponents((team,)) for match in halved for team in match.opponents]
    return {
        "opponents_vp": vps(opponents_vps(halved, totals, SABF_ORDER.clause).value),
        "literal_full_count": vps(opponents_vps(literal, totals, SABF_ORDER.clause).value),
    }


@answers(FILE, "time a VP fine against the draw")
def fine(vector: Vector) -> Any:
    given = vector.given["fine"]
    totals = {team: read_exact(score) for team, score in vector.given["totals_before_fine"].items()}

    def order(applied: Exact) -> list[str]:
        lines = [DrawStanding(team, score, applied if team == given["team"] else 0) for team, score in totals.items()]
        return list(rank_for_draw(lines, SABF_ORDER, LOTS, 5).order)

    amount = read_exact(given["vp"])
    now = amount if given["applied"] == "immediately" else 0
    return {"draw_order": order(now), "final_order": order(amount)}


@answers(FILE, "check whether a correction touches a made draw")
def correction(vector: Vector) -> Any:
    assert vector.given == {"draw_made": True, "correction_changes_ranking": True}
    seeds = ("1", "2", "3", "4")
    first = PlayedRound.of(draw_first_round(seeds, SABF, LOTS), _results({"1": 16, "3": 4, "2": 15, "4": 5}))
    second = PlayedRound.of(draw_round((*seeds[:2], "4", "3"), Meetings.of(first.new_meetings()), SABF, 2))
    assert check_event((first, second), SABF, LOTS, SABF_ORDER) == ()
    # A scorer's error is put right: 4 beat 2, and so now ranks above it. The draw was made before that.
    corrected = replace(first, outcomes=_results({"1": 16, "3": 4, "2": 5, "4": 15}))
    found = check_event((corrected, second), SABF, LOTS, SABF_ORDER)
    return {
        "draw_changes": any(each.drawn or each.played for each in found),
        "standings_change": any(each.clause == SABF_ORDER.clause for each in found),
    }


def _results(scores: dict[str, int]) -> tuple[RoundResult, ...]:
    opponent = {"1": "3", "3": "1", "2": "4", "4": "2"}
    return tuple(RoundResult(team, (opponent[team],), score) for team, score in scores.items())


@answers(FILE, "run a 12-team Swiss of six rounds")
def whole_event(vector: Vector) -> Any:
    scale = next(
        each.expect
        for each in load_vectors()
        if each.what == "tabulate a teams VP column" and each.given["boards"] == vector.given["boards"]
    )
    order = tuple(str(seed) for seed in range(1, vector.given["teams"] + 1))
    meetings = Meetings()
    played: list[list[RoundResult]] = []
    rounds = []
    for given in vector.given["results"]:
        report: dict[str, Any] = {"round": given["round"]}
        if not played:
            drawn = draw_first_round(order, _first(First.HALVES), LOTS)
        else:
            ranked = rank_for_draw(lines_after(played, SABF_ORDER), SABF_ORDER, LOTS, given["round"])
            drawn = draw_round(ranked.order, meetings, SABF, given["round"])
            report["ranking"] = numbers(ranked.order)
            report["totals"] = {line.contestant: vps(line.vps) for line in ranked.lines}
            report["opponents_sum"] = {line.contestant: vps(line.opponents) for line in ranked.lines}
            report["net_imps"] = {line.contestant: line.net_imps for line in ranked.lines}
            report["greedy_stuck_with"] = left_by_going_down(ranked.order, meetings)
            report["valid_draws_in_all"] = lawful_draws(ranked.order, meetings)
        report["matches"] = matches(drawn)
        rounds.append(report)
        played.append([side for result in given["results"] for side in _outcomes(result, scale)])
        meetings = meetings.and_also(drawn.new_meetings())
    final = rank_for_draw(lines_after(played, SABF_ORDER), SABF_ORDER, LOTS, len(played) + 1)
    totals = {line.contestant: vps(line.vps) for line in final.lines}
    return {"rounds": rounds, "final": {"order": numbers(final.order), "totals": totals}}


def _outcomes(result: dict[str, int], scale: dict[str, str]) -> list[RoundResult]:
    margin = result["margin_for_a"]
    won = Fraction(scale.get(str(abs(margin)), "20.00"))
    ours = won if margin > 0 else 20 - won
    a, b = str(result["a"]), str(result["b"])
    return [RoundResult(a, (b,), ours, margin), RoundResult(b, (a,), 20 - ours, -margin)]


def _first(method: First) -> SwissRule:
    return replace(SABF, first=method)
