"""ANC26 5.1, 18.2 and App-3: the order for a draw, and the modified Swiss."""

from fractions import Fraction
from typing import Any

from clauses.answers.swiss_rules import ANC_ORDER, vps
from clauses.vectors import Vector, answers
from overtrick.core.draws import DrawStanding, MatchOpponents, opponents_vps, plan_modified, rank_for_draw
from overtrick.core.lots import Lots
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import ChainRule, Ends, Step
from overtrick.core.ranking.measures import Measure
from overtrick.core.typed_numbers import read_exact

FILE = "anc2026"
LOTS = Lots("vectors")
APP_3 = Clause("ANC26", "App-3", ("D74",))


@answers(FILE, "order for draw and for ranking")
def two_orders(vector: Vector) -> Any:
    penalties = vector.given["penalties"]
    lines = [
        DrawStanding(unit, read_exact(total), read_exact(penalties[unit]))
        for unit, total in vector.given["totals_before_penalty"].items()
    ]
    here = Clause("ANC26", "5.1")
    ranking = ChainRule(here, (Step(Measure.TOTAL, here), Step(Measure.NET_IMPS, here)), Ends.LOT)
    return {
        "draw_order": list(rank_for_draw(lines, ANC_ORDER, LOTS, 4).order),
        "ranking": list(rank_for_draw(lines, ranking, LOTS, 4).order),
        "ranking_totals": {line.contestant: vps(line.vps - Fraction(line.penalties)) for line in lines},
    }


@answers(FILE, "order for the Swiss draw")
def order(vector: Vector) -> Any:
    lines = [
        DrawStanding(pair, read_exact(given["vp_before_penalties"]), net_imps=given["net_imps"])
        for pair, given in vector.given["pairs"].items()
    ]
    ranked = rank_for_draw(lines, ANC_ORDER, LOTS, 4)
    assert ranked == rank_for_draw(reversed(lines), ANC_ORDER, LOTS, 4)
    by_lot = next((tie for tie in ranked.ties if tie.settled is Ends.LOT), None)
    if by_lot is None:
        return list(ranked.order)
    return {"tied_after_all_tests": sorted(by_lot.order), "method": str(by_lot.settled)}


@answers(FILE, "sum opponents' VPs")
def opponents(vector: Vector) -> Any:
    # An opponent met twice stands twice in the vector's list.
    totals = {str(place): read_exact(total) for place, total in enumerate(vector.given["opponents_final_vp"])}
    return vps(
        opponents_vps([MatchOpponents((each,)) for each in totals], totals, Clause("ANC26", "18.3", ("D60",))).value
    )


@answers(FILE, "plan a modified Swiss")
def plan(vector: Vector) -> Any:
    planned = plan_modified(vector.given["rounds"], vector.given["entrants"], APP_3)
    return {
        "triggered": planned.triggered,
        "standard_through": planned.replay.plain_through,
        "replay_allowed_from": planned.replay.replay_through,
    }


@answers(FILE, "test a rematch")
@answers(FILE, "test a third meeting")
def rematch(vector: Vector) -> Any:
    replay = plan_modified(vector.given["rounds"], 0, APP_3).replay
    drawing = vector.given["drawing_round"]
    return {who: replay.may_meet(tuple(rounds), drawing) for who, rounds in vector.given["met_in"].items()}
